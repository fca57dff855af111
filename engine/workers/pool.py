"""Worker processes of our own, as an executor that a killed worker does not break.

Not a process pool: spawned processes run the main module again, which under Streamlit is the page,
and when one process of a pool (also loky's or pebble's) is killed, the pool is broken and the work of
all others is lost with it. Here each worker is started by name and has a thread that serves it; when it dies,
another takes its place and does its one call again.
"""

import atexit
import itertools
import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from queue import Empty, PriorityQueue
from threading import Lock, Thread
from typing import Any, Final, TypeVar

from engine.workers import child
from engine.workers.process import Process

T = TypeVar("T")


class Awaited(Future[T]):
    """The answer of a worker, which is to come."""

    said: tuple[int, int] | None = None
    """How far the worker said last that it is, and of how much, if it did."""


Call = tuple[Awaited[Any], tuple[Any, ...]]
"""An answer to come, and the function with its arguments whose result it will be."""
Line = PriorityQueue[tuple[int, int, Call | None]]
"""The calls that wait for a worker: by rank, then as they came."""

FIRST: Final = 0
IN_TURN: Final = 1
AFTER_ALL: Final = 2
"""Ranks of calls; after all of them each worker is told that there are no more."""

MOST_DEATHS: Final = 3
"""Workers that one call may cost before it is given up."""
MOST_FALSE_STARTS: Final = 10
"""Processes that may end while they start: more, and none ever will."""


class WorkerLost(Exception):  # noqa: N818, it names what happened
    """Every worker that tried a call died of it: the call is given up, the executor is not broken."""


class Workers(Executor):
    """So many worker processes, started when they are first needed.

    Calls are pickled: functions by their name in a module the worker can import.
    """

    def __init__(self, count: int, *, nice: int = 10) -> None:
        self.count = count
        self._calls: Line = PriorityQueue()
        self._numbers = itertools.count()
        self._seats = [Seat(self._calls, nice, f"war-room-worker-{number}") for number in range(count)]
        self._lock = Lock()
        self._closed = False
        atexit.register(self._halt)

    def start(self) -> None:
        """Start the workers, so that the first call need not wait for them."""
        with self._lock:
            if not self._closed and not self._seats[0].started:
                for seat in self._seats:
                    seat.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a worker call a function."""
        return self._wait_in_line(IN_TURN, (fn, args, kwargs))

    def submit_first(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have the next worker that is free call a function, before all that was submitted."""
        return self._wait_in_line(FIRST, (fn, args, kwargs))

    def _wait_in_line(self, rank: int, work: tuple[Any, ...]) -> Future[Any]:
        self.start()
        future: Awaited[Any] = Awaited()
        with self._lock:
            if self._closed:
                raise RuntimeError("the workers are shut down: nothing more can be handed to them")
            self._calls.put((rank, next(self._numbers), (future, work)))
        return future

    def give_up(self, future: Future[Any]) -> None:
        """Have a call not done whose result nobody wants any more; the worker that is at it is replaced."""
        if not future.cancel():
            for seat in self._seats:
                seat.give_up(future)

    def pids(self) -> list[int]:
        """Return the process ids of the workers that are there now."""
        return [pid for seat in self._seats if (pid := seat.pid) is not None]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish what was submitted, or with `cancel_futures` only what they have begun."""
        with self._lock:
            if not self._closed:
                self._closed = True
                if cancel_futures:
                    self._drop_calls()
                for _ in self._seats:
                    self._calls.put((AFTER_ALL, next(self._numbers), None))
        if wait:
            self._join()
            atexit.unregister(self._halt)

    def _drop_calls(self) -> None:
        with suppress(Empty):
            while True:
                if (call := self._calls.get_nowait()[-1]) is not None:
                    call[0].cancel()
                    call[0].set_running_or_notify_cancel()

    def _halt(self) -> None:
        """End everything now: this process is on its way out."""
        self.shutdown(wait=False, cancel_futures=True)
        for seat in self._seats:
            seat.halt()
        self._join()

    def _join(self) -> None:
        for seat in self._seats:
            if seat.started:
                seat.join()


class Seat(Thread):
    """The thread that serves one worker process, and the process while there is one."""

    def __init__(self, calls: Line, nice: int, name: str) -> None:
        # A thread that is no daemon would hold up the end of the program before anything can stop it.
        super().__init__(name=name, daemon=True)
        self._calls = calls
        self._nice = nice
        self._process: Process | None = None
        self._doing: Awaited[Any] | None = None
        """What is being done, and is wanted."""
        self._halted = False
        self._lock = Lock()

    @property
    def started(self) -> bool:
        """Whether it serves, or did."""
        return self.ident is not None

    @property
    def pid(self) -> int | None:
        """The number of the process, if it lives."""
        process = self._process
        return process.pid if process is not None and process.alive else None

    def halt(self) -> None:
        """End the process, and have no other take its place."""
        with self._lock:
            self._halted = True
            if self._process is not None:
                self._process.kill()

    def give_up(self, future: Future[Any]) -> None:
        """End the process if it is at this call, and have it done by no other."""
        with self._lock:
            if self._doing is future and self._process is not None:
                self._doing = None
                self._process.kill()

    def run(self) -> None:
        """Have calls done until there are no more."""
        with suppress(OSError, CancelledError):  # so that it is warm when the first call comes
            self._living()
        while (call := self._calls.get()[-1]) is not None:
            if call[0].set_running_or_notify_cancel():
                self._do(*call)
        self._dismiss()

    def _do(self, future: Awaited[Any], work: tuple[Any, ...]) -> None:
        with self._lock:
            self._doing = future
        try:
            good, value = pickle.loads(self._answer(pickle.dumps(work, child.PROTOCOL)))
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(value) if good else future.set_exception(value)

    def _answer(self, message: bytes) -> bytes:
        """Have a call done, by one worker after another if they die."""
        deaths = false_starts = 0
        while deaths < MOST_DEATHS:
            if self._doing is None:
                raise CancelledError
            process = self._living()
            if process.is_ready():
                if (answer := process.ask(message, self._hear)) is not None:
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

    def _hear(self, said: tuple[int, int]) -> None:
        doing = self._doing
        if doing is not None:
            doing.said = said

    def _living(self) -> Process:
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
