"""Start worker processes, call functions in them, replace those that die; compile kernels ahead in some."""

import os
import pickle
import subprocess
import sys
import time
from bisect import insort
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import suppress
from itertools import count
from math import inf
from pathlib import Path
from queue import Empty
from threading import Condition, Lock, Thread
from typing import Any, Final, NamedTuple, TypeVar

from engine import kernels, worker_main
from engine.kernels import EntryPoint, Kernels, cost

# One worker process (`engine.worker_main`) as its parent sees it.

END_SECONDS: Final = 5.0


class Process:
    """One worker process and the pipes to it."""

    def __init__(self, nice: int) -> None:
        self._popen = subprocess.Popen(
            # Not by -m: the reporter of a module that is `__main__` is not the one that calls find.
            [sys.executable, "-P", "-c", f"from engine.worker_main import main; main({nice})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            # Not of our group, so that Ctrl+C at the terminal is ours alone; but of our session, since
            # Linux weighs whole sessions against each other and niceness only within one.
            process_group=0 if os.name == "posix" else None,
        )
        self._ready = False

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._popen.poll() is None

    def is_ready(self) -> bool:
        """Wait until the process takes calls; return False if it ended before."""
        assert self._popen.stdout is not None
        with suppress(OSError):
            self._ready = self._ready or worker_main.receive(self._popen.stdout) is not None
        return self._ready

    def ask(self, message: bytes, on_progress: Callable[[Any], None]) -> bytes | None:
        """Return the answer to a call, or None if the process died; `on_progress` gets its reports."""
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        try:
            worker_main.send(self._popen.stdin, message)
            while (answer := worker_main.receive(self._popen.stdout)) is not None and answer.startswith(
                worker_main.PROGRESS
            ):
                on_progress(pickle.loads(answer.removeprefix(worker_main.PROGRESS)))
            return answer
        except OSError:
            return None

    def kill(self) -> None:
        """End the process at once."""
        self._popen.kill()

    def end(self) -> None:
        """Close the pipes and wait until the process has ended."""
        for pipe in (self._popen.stdin, self._popen.stdout):
            assert pipe is not None
            with suppress(OSError):  # what a dead process had not read yet
                pipe.close()
        try:
            self._popen.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()


def _environment() -> dict[str, str]:
    """Return the environment of a worker, which imports modules from the same places as this process.

    Libraries for matrices get one thread each. No variable that begins with NUMBA_ may differ from here:
    the worker would compile all kernels again.
    """
    path = os.pathsep.join(str(Path(entry).absolute()) for entry in sys.path)
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    # Freed memory goes back to the system, except for blocks that are allocated again and again: to get
    # an array of two megabytes from the system takes as long as the work on it.
    settings = {"ARENA_MAX": 2, "MMAP_THRESHOLD_": 2**22, "TRIM_THRESHOLD_": 2**24}
    memory = {f"MALLOC_{name}": str(size) for name, size in settings.items()}
    return {**os.environ, **single, **memory, "PYTHONPATH": path}


# Worker processes of our own, as an executor that a killed worker does not break.
#
# Not a process pool: spawned processes run the main module again, which under Streamlit is the page, and
# when one process of a pool (also loky's or pebble's) is killed, the pool is broken and the work of all
# others is lost with it. Here each worker is started by name and has a thread that serves it; when it dies,
# another takes its place and does its one call again.

T = TypeVar("T")


class CallFuture(Future[T]):
    """The result of a call."""

    progress: tuple[int, int] | None = None
    """The last report: how much is done, and of how much."""


Call = tuple[CallFuture[Any], tuple[Any, ...]]
"""A future, and the function with its arguments whose result it gets."""

LONG_SECONDS: Final = 2.0  # time after which a call is long: a stand-in then takes the place of its worker
POLL_SECONDS: Final = 0.25
"""Time between two checks of whether a call is long, and two reports of how far compiling is."""
IDLE_SECONDS: Final = 30.0  # how long an idle stand-in stays: a process takes memory

MOST_DEATHS: Final = 3  # workers that may die of one call, or before they begin it, until it fails


class WorkerLost(Exception):  # noqa: N818, it names what happened
    """Every worker that tried a call died: the call fails, the executor goes on."""


class _Begun(NamedTuple):
    """A call that a worker does."""

    long: float
    """Time from which on the call is long."""
    reports: bool
    stands_in: bool


class CallQueue:
    """The calls that wait for a worker, urgent ones first and then as they came, and those that workers do.

    Workers do at most `most` short calls at once. Long calls go on besides, on up to as many further
    workers, so that short calls do not wait for them. Calls that report their progress are long: fewer
    than `most` of them begin, so that a worker for other calls is left.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._changed = Condition()
        self._waiting: list[tuple[bool, int, Call]] = []
        self._begun: dict[Future[Any], _Begun] = {}
        self._numbers = count()
        self.closed = False

    def put(self, call: Call, *, urgent: bool = False) -> None:
        """Add a call. Raises `RuntimeError` once the queue is closed."""
        with self._changed:
            if self.closed:
                raise RuntimeError("the workers are shut down: nothing more can be handed to them")
            insort(self._waiting, (not urgent, next(self._numbers), call))
            self._changed.notify_all()

    def take(self, *, stands_in: bool = False) -> Call | None:
        """Wait for the next call; return None if there are no more. Raises `Empty` for an idle stand-in."""
        idle_until = time.monotonic() + IDLE_SECONDS
        with self._changed:
            while (call := self._next(stands_in=stands_in)) is None:
                if self.closed and not self._waiting:
                    return None
                if stands_in and time.monotonic() >= idle_until:
                    raise Empty
                self._changed.wait(POLL_SECONDS if self._waiting or stands_in else None)
            self._changed.notify_all()
            return call

    def _next(self, *, stands_in: bool) -> Call | None:
        """Return the call that may begin now, noted as begun; None if none may."""
        begun, now = self._begun.values(), time.monotonic()
        has_free_worker = sum(not one.stands_in for one in begun) < self._most
        if sum(now < one.long for one in begun) >= self._most or (stands_in and has_free_worker):
            return None
        is_full = sum(one.reports for one in begun) >= max(1, self._most - 1)
        for place, (_, _, call) in enumerate(self._waiting):
            reports = call[1][0] is worker_main.with_progress
            if not (is_full and reports):
                del self._waiting[place]
                self._begun[call[0]] = _Begun(inf, reports, stands_in)
                return call
        return None

    def began(self, future: Future[Any]) -> None:
        """Start the clock of a call: the time in which its worker started does not count."""
        with self._changed:
            self._begun[future] = self._begun[future]._replace(long=time.monotonic() + LONG_SECONDS)
            self._changed.notify_all()

    def done(self, call: Call) -> None:
        """Make room for another call after one has ended."""
        with self._changed:
            self._begun.pop(call[0], None)
            self._changed.notify_all()

    def close(self, *, dropping: bool) -> None:
        """Take no more calls; with `dropping`, cancel those that wait."""
        with self._changed:
            self.closed = True
            dropped, self._waiting = (self._waiting, []) if dropping else ([], self._waiting)
            self._changed.notify_all()
        for _, _, (future, _) in dropped:
            future.cancel()
            future.set_running_or_notify_cancel()


class Workers(Executor):
    """An executor of `count` worker processes, started when first needed, and stand-ins during long calls.

    Calls are pickled: a function must be importable by its name. Without `stand_ins` there are never more
    than `count` processes.
    """

    def __init__(self, count: int, *, nice: int = 10, stand_ins: bool = True) -> None:
        self.count = count
        self._queue = CallQueue(count)
        self._nice = nice
        self._most = 2 * count if stand_ins else count
        self._threads: list[WorkerThread] = []
        self._lock = Lock()

    def start(self) -> None:
        """Start the workers, so that the first call need not wait for them."""
        with self._lock:
            while not self._queue.closed and len(self._threads) < self._most:
                stands_in = len(self._threads) >= self.count
                self._threads.append(WorkerThread(self._queue, self._nice, stands_in=stands_in))
                self._threads[-1].start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call a function in a worker."""
        return self._put((fn, args, kwargs))

    def submit_first(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call a function in the next free worker, before all calls of `submit`."""
        return self._put((fn, args, kwargs), urgent=True)

    def _put(self, work: tuple[Any, ...], *, urgent: bool = False) -> Future[Any]:
        self.start()
        future: CallFuture[Any] = CallFuture()
        self._queue.put((future, work), urgent=urgent)
        return future

    def cancel(self, future: Future[Any]) -> None:
        """Cancel a call; a worker that does it already is replaced."""
        if not future.cancel():
            for thread in self._threads:
                thread.cancel(future)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish all calls, or with `cancel_futures` only those that have begun."""
        self._queue.close(dropping=cancel_futures)
        if wait:
            for thread in self._threads:
                thread.join()


class WorkerThread(Thread):
    """The thread that hands calls to one worker process, and starts that process when needed."""

    def __init__(self, queue: CallQueue, nice: int, *, stands_in: bool) -> None:
        # A thread that is no daemon would hold up the end of the program before anything can stop it.
        super().__init__(name="war-room-worker", daemon=True)
        self._queue = queue
        self._stands_in = stands_in
        self._nice = nice
        self._process: Process | None = None
        self._current: CallFuture[Any] | None = None
        self._lock = Lock()

    def cancel(self, future: Future[Any]) -> None:
        """Kill the process if this is its call, and do not repeat the call."""
        with self._lock:
            if self._current is future and self._process is not None:
                self._current = None
                self._process.kill()

    def run(self) -> None:
        """Hand calls to the process until there are no more."""
        if not self._stands_in:
            with suppress(OSError):  # so that it is warm when the first call comes
                self._live_process()
        while True:
            try:
                call = self._queue.take(stands_in=self._stands_in)
            except Empty:
                self._end_process()
                continue
            if call is None:
                break
            if call[0].set_running_or_notify_cancel():
                self._do(*call)
            self._queue.done(call)
        self._end_process()

    def _do(self, future: CallFuture[Any], work: tuple[Any, ...]) -> None:
        with self._lock:
            self._current = future
        try:
            good, value = pickle.loads(self._answer(future, pickle.dumps(work, worker_main.PROTOCOL)))
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(value) if good else future.set_exception(value)

    def _answer(self, future: Future[Any], message: bytes) -> bytes:
        """Return the answer to a call, from the next process if one dies."""
        is_ready = False
        for _ in range(MOST_DEATHS):
            if self._current is None:
                raise CancelledError
            process = self._live_process()
            if is_ready := process.is_ready():
                self._queue.began(future)
                if (answer := process.ask(message, self._on_progress)) is not None:
                    return answer
            self._end_process()
        if is_ready:
            raise WorkerLost(
                f"{MOST_DEATHS} worker processes died one after another at the same work: "
                "look whether this machine has memory left"
            )
        raise WorkerLost(  # not the fault of the call, which they never saw
            f"{MOST_DEATHS} worker processes ended before they could begin; "
            "what they said stands among the errors that this program printed"
        )

    def _on_progress(self, progress: tuple[int, int]) -> None:
        if (current := self._current) is not None:
            current.progress = progress

    def _live_process(self) -> Process:
        """Return the process; start one if none runs."""
        with self._lock:
            if self._process is not None and not self._process.alive:
                self._process.end()
                self._process = None
            if self._process is None:
                self._process = Process(self._nice)
            return self._process

    def _end_process(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.end()


# Kernels compiled ahead, in processes that end afterwards: a compiler takes 150 MB.
#
# Workers that start meanwhile wait for a kernel that another process compiles, and compile the others.

MOST_COMPILERS: Final = 3
"""Most processes that compile: the two longest kernels take as long as all others that a page needs."""
Batch = tuple[float, Kernels]

_BATCHES: Final[list[Batch]] = []
"""The pending batches, each with the time when it was asked for; the first one is being compiled."""
_ONE_BATCH: Final = Lock()
"""Held while a batch compiles, so that several batches take no more processes than one."""


def compile_ahead(
    needed: Kernels, processes: int, *, nice: int = 0, on_progress: Callable[[], object] = lambda: None
) -> None:
    """Compile the missing kernels and wait; call `on_progress` meanwhile.

    If a kernel fails here, the first process that needs it compiles it.
    """
    if batch := kernels.missing(needed):
        _compile(_pending(batch), processes, nice, on_progress)


def compile_in_background(needed: Kernels, processes: int, *, nice: int) -> None:
    """Compile the missing kernels, unless they are being compiled; do not wait."""
    batch = kernels.missing(needed)
    if batch and not is_compiling(batch):
        arguments = _pending(batch), processes, nice
        Thread(target=_compile, args=arguments, name="war-room-compiling", daemon=True).start()


def _pending(batch: Kernels) -> Batch:
    _BATCHES.append((time.monotonic(), batch))
    return _BATCHES[-1]


def _compile(
    pending: Batch, processes: int, nice: int, on_progress: Callable[[], object] = lambda: None
) -> None:
    _, batch = pending
    try:
        with (
            _ONE_BATCH,
            suppress(Exception),
            Workers(min(processes, MOST_COMPILERS, len(batch)), nice=nice, stand_ins=False) as compilers,
        ):
            left = {compilers.submit(_compile_one, kernel) for kernel in batch}
            while left:
                left = wait(left, POLL_SECONDS, FIRST_COMPLETED).not_done
                on_progress()
    finally:
        _BATCHES.remove(pending)


def _compile_one(kernel: EntryPoint) -> None:
    if not kernel.is_compiled():
        kernel.warm()


def is_compiling(needed: Kernels) -> bool:
    """Return whether some of these kernels are being compiled ahead."""
    left = set(kernels.missing(needed))
    return any(left & set(batch) for _, batch in _BATCHES)


class Preparing(NamedTuple):
    """How far the kernels are that a page or a command waits for."""

    share: float
    text: str


def preparing(needed: Kernels) -> Preparing | None:
    """Return how far the compiling of kernels is, or None if all are compiled."""
    left = kernels.missing(needed)
    if not left:
        return None
    share = 1 - cost(left) / cost(needed)
    began = next((began for began, batch in _BATCHES if {*left} & {*batch}), None)
    return Preparing(share, preparing_text(share, 0.0 if began is None else time.monotonic() - began))


def preparing_text(share: float, passed: float) -> str:
    """Return the line for a share of the work that took `passed` seconds: the rest at the same pace.

    >>> preparing_text(0.25, 4.0), preparing_text(0.0, 4.0)
    ('Preparing the fast engine, once per installation: about 12\xa0s', \
'Preparing the fast engine, once per installation')
    """
    line = "Preparing the fast engine, once per installation"
    if not share or not passed:
        return line
    return f"{line}: about {max(1, round(passed * (1 - share) / share))}\N{NO-BREAK SPACE}s"
