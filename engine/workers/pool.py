"""Worker processes of our own, as an executor that a killed worker does not break.

Not a process pool: spawned processes run the main module again, which under Streamlit is the page,
and when one process of a pool (also loky's) is killed, the pool is broken and the work of all others
is lost with it. Here each worker is started by name and has a thread that serves it; when it dies,
another takes its place and does its one call again.
"""

import atexit
import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, TypeVar

from engine.workers import child
from engine.workers.process import Process

T = TypeVar("T")

MOST_DEATHS: Final = 3
"""Workers that one call may cost before it is given up."""
MOST_FALSE_STARTS: Final = 10
"""Processes that may end while they start: more, and none ever will."""


class WorkerLost(Exception):  # noqa: N818, it names what happened
    """Every worker that tried a call died of it: the call is given up, the executor is not broken."""


class Workers(Executor):
    """So many worker processes, started when they are first needed.

    What is submitted is pickled: functions by their name in a module the worker can import.
    """

    def __init__(self, count: int, *, nice: int = 10) -> None:
        self.count = count
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._desks = [_Desk(self._calls, nice, f"war-room-worker-{number}") for number in range(count)]
        self._lock = Lock()
        self._closed = False
        atexit.register(self._halt)

    def start(self) -> None:
        """Start the workers, so that the first call need not wait for them."""
        with self._lock:
            if not self._closed and not self._desks[0].started:
                for desk in self._desks:
                    desk.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a worker call a function."""
        self.start()
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("the workers are shut down: nothing more can be handed to them")
            self._calls.put(_Call(future, (fn, args, kwargs)))
        return future

    def pids(self) -> list[int]:
        """Return the process ids of the workers that are there now."""
        return [pid for desk in self._desks if (pid := desk.pid) is not None]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish what was submitted, or with `cancel_futures` only what they have begun."""
        with self._lock:
            if not self._closed:
                self._closed = True
                if cancel_futures:
                    self._drop_calls()
                for _ in self._desks:
                    self._calls.put(None)
        if wait:
            for desk in self._desks:
                desk.join()
            atexit.unregister(self._halt)

    def _drop_calls(self) -> None:
        with suppress(Empty):
            while True:
                call = self._calls.get_nowait()
                if call is not None:
                    call.future.cancel()
                    call.future.set_running_or_notify_cancel()

    def _halt(self) -> None:
        """End everything now: this process is on its way out."""
        self.shutdown(wait=False, cancel_futures=True)
        for desk in self._desks:
            desk.halt()
        for desk in self._desks:
            desk.join()


class _Call:
    def __init__(self, future: Future[Any], work: tuple[Any, ...]) -> None:
        self.future = future
        self.work = work


class _Desk:
    """The thread that serves one worker process, and the process while there is one."""

    def __init__(self, calls: "SimpleQueue[_Call | None]", nice: int, name: str) -> None:
        self._calls = calls
        self._nice = nice
        self._process: Process | None = None
        self._halted = False
        self._lock = Lock()
        # A thread that is no daemon would hold up the end of the program before anything can stop it.
        self._thread = Thread(target=self._serve, name=name, daemon=True)
        self.started = False

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process is not None and process.alive else None

    def start(self) -> None:
        self.started = True
        self._thread.start()

    def join(self) -> None:
        if self.started:
            self._thread.join()

    def halt(self) -> None:
        with self._lock:
            self._halted = True
            if self._process is not None:
                self._process.kill()

    def _serve(self) -> None:
        with suppress(OSError, CancelledError):  # so that it is warm when the first call comes
            self._living()
        while (call := self._calls.get()) is not None:
            if call.future.set_running_or_notify_cancel():
                self._do(call)
        self._dismiss()

    def _do(self, call: _Call) -> None:
        try:
            good, value = pickle.loads(self._answer(pickle.dumps(call.work, child.PROTOCOL)))
        except Exception as error:
            call.future.set_exception(error)
        else:
            call.future.set_result(value) if good else call.future.set_exception(value)

    def _answer(self, message: bytes) -> bytes:
        """Have a call done, by one worker after another if they die."""
        deaths = false_starts = 0
        while deaths < MOST_DEATHS:
            process = self._living()
            if process.is_ready():
                if (answer := process.ask(message)) is not None:
                    return answer
                deaths += 1
            else:  # not the fault of the call, which it never saw
                false_starts += 1
                if false_starts == MOST_FALSE_STARTS:
                    raise WorkerLost(
                        f"{MOST_FALSE_STARTS} worker processes ended before they could begin; "
                        "what they said stands among the errors that this program printed"
                    )
            self._dismiss()
        raise WorkerLost(
            f"{MOST_DEATHS} worker processes died one after another at the same work: "
            "look whether this machine has memory left"
        )

    def _living(self) -> "Process":
        """Return the process, a new one if there is none."""
        with self._lock:
            if self._halted:
                raise CancelledError
            if self._process is not None and not self._process.alive:
                self._process.end()
                self._process = None
            if self._process is None:
                self._process = Process(self._nice)
            return self._process

    def _dismiss(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.end()
