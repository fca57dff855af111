"""Kernels compiled ahead of their use, by processes that end: the 150 MB of a compiler go with it.

Workers that come meanwhile compile what nobody else is at, and wait for the rest.
"""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import suppress
from heapq import heappop, heappush
from threading import Lock, Thread
from typing import Final, NamedTuple

from engine import kernels
from engine.jobs.workers import Workers
from engine.kernels.cache import EntryPoint
from engine.kernels.needed import COST, Kernels, cost

MOST: Final = 3
"""Processes that compile: the two longest kernels take as long as all others that a page needs."""
POLL_SECONDS: Final = 0.25
"""Time between two checks of how far it is."""


class Waited(NamedTuple):
    """How far kernels are that somebody waits for."""

    done: float
    """The part that is compiled, 0 to 1."""
    seconds: float | None
    """How long the rest takes, at the pace so far; None where none is known."""

    @property
    def text(self) -> str:
        """What is said of it.

        >>> Waited(0.5, 9.6).text, Waited(0, None).text
        ('Preparing the fast engine, once per installation: about 10\xa0s', \
'Preparing the fast engine, once per installation')
        """
        left = "" if self.seconds is None else f": about {max(1, round(self.seconds))}\N{NO-BREAK SPACE}s"
        return f"Preparing the fast engine, once per installation{left}"


class _Ahead:
    """What is compiled ahead at the moment, by how many processes, since when, and how fast."""

    def __init__(self, wanted: Kernels, processes: int) -> None:
        self.kernels = wanted
        self.processes = min(processes, MOST, len(wanted))
        self._began: dict[EntryPoint, float] = {}
        self._cost = self._seconds = 0.0
        """Of the kernels that are compiled."""

    def note(self, begun: Iterable[EntryPoint], took: Iterable[tuple[EntryPoint, float]]) -> None:
        """Note which kernels were begun by now, and how long those took that are compiled."""
        for kernel in begun:
            self._began.setdefault(kernel, time.monotonic())
        for kernel, seconds in took:
            self._cost += COST[kernel]
            self._seconds += seconds

    def rest(self, kernel: EntryPoint) -> float | None:
        """Return in how many seconds a kernel is compiled once it is begun; None where no pace is known."""
        if not self._cost:
            return None
        whole = COST[kernel] * self._seconds / self._cost
        passed = time.monotonic() - self._began.get(kernel, time.monotonic())
        return max(whole - passed, 0.0)

    def seconds(self, wanted: Kernels) -> float | None:
        """Return in how many seconds kernels will be there: each process takes the next one that is left."""
        free = [0.0] * self.processes
        last = 0.0
        for kernel in kernels.missing(self.kernels):
            rest = self.rest(kernel)
            if rest is None:
                return None
            done = heappop(free) + rest
            heappush(free, done)
            if kernel in wanted:
                last = max(last, done)
        return last if set(wanted) <= set(self.kernels) else None


_AHEAD: Final[list[_Ahead]] = []
"""What is compiled ahead at the moment, or waits until the first of these is."""
_TURN: Final = Lock()
"""Held by who compiles ahead: all that do so take as many processes as one."""


def _seconds_of(kernel: EntryPoint) -> float:
    """Compile a kernel and return how long it took; 0 where it was there."""
    if kernel.kept():
        return 0.0
    start = time.perf_counter()
    kernel.warm()
    return time.perf_counter() - start


def compile_ahead(
    wanted: Kernels, processes: int, *, nice: int = 0, on_progress: Callable[[], object] = lambda: None
) -> None:
    """Have kernels compiled, those that are missing, and wait for it; `on_progress` is called meanwhile.

    What fails is left to whoever needs it first.
    """
    if (ahead := _begun(wanted, processes)) is not None:
        _compile(ahead, nice, on_progress)


def compile_beside(wanted: Kernels, processes: int, *, nice: int) -> None:
    """Have kernels compiled, those that are missing and that nobody compiles ahead; do not wait for it."""
    if not is_compiling(wanted) and (ahead := _begun(wanted, processes)) is not None:
        Thread(target=_compile, args=(ahead, nice), name="war-room-compiling", daemon=True).start()


def _begun(wanted: Kernels, processes: int) -> _Ahead | None:
    todo = kernels.missing(wanted)
    if not todo:
        return None
    ahead = _Ahead(todo, processes)
    _AHEAD.append(ahead)
    return ahead


def _compile(ahead: _Ahead, nice: int, on_progress: Callable[[], object] = lambda: None) -> None:
    try:
        with _TURN, suppress(Exception), Workers(ahead.processes, nice=nice, stand_ins=False) as compilers:
            left = {compilers.submit(_seconds_of, kernel): kernel for kernel in ahead.kernels}
            while left:
                done = wait(left, POLL_SECONDS, FIRST_COMPLETED).done
                took = {left.pop(future): future.result() for future in done}
                begun = [kernel for future, kernel in left.items() if future.running()]
                ahead.note(begun, ((kernel, seconds) for kernel, seconds in took.items() if seconds))
                on_progress()
    finally:
        _AHEAD.remove(ahead)


def is_compiling(wanted: Kernels) -> bool:
    """Return whether kernels are compiled ahead that these are among, and some of these are missing."""
    left = set(kernels.missing(wanted))
    return any(left & set(ahead.kernels) for ahead in _AHEAD) if left else False


def waited_for(wanted: Kernels) -> Waited | None:
    """Return how far kernels are, or None where all of them are there."""
    left = kernels.missing(wanted)
    if not left:
        return None
    known = (ahead.seconds(left) for ahead in [*_AHEAD])
    seconds = next((seconds for seconds in known if seconds is not None), None)
    return Waited(1 - cost(left) / cost(wanted), seconds)
