"""Compile kernels ahead, in processes that end afterwards: a compiler takes 150 MB.

Workers that start meanwhile wait for a kernel that another process compiles, and compile the others.
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
from engine.kernels.play import COST, Kernels, cost

MOST: Final = 3
"""Most processes that compile: the two longest kernels take as long as all others that a page needs."""
POLL_SECONDS: Final = 0.25
"""Time between two checks of the progress."""


class CompileProgress(NamedTuple):
    """Progress of compiling kernels."""

    done: float
    """The share that is compiled, 0 to 1."""
    seconds: float | None
    """How long the rest takes at the pace so far; None while no pace is known."""

    @property
    def text(self) -> str:
        """Return the line that a page or a terminal shows.

        >>> CompileProgress(0.5, 9.6).text, CompileProgress(0, None).text
        ('Preparing the fast engine, once per installation: about 10\xa0s', \
'Preparing the fast engine, once per installation')
        """
        left = "" if self.seconds is None else f": about {max(1, round(self.seconds))}\N{NO-BREAK SPACE}s"
        return f"Preparing the fast engine, once per installation{left}"


class _Compiling:
    """Kernels that processes compile ahead, when each began, and how fast they go."""

    def __init__(self, needed: Kernels, processes: int) -> None:
        self.kernels = needed
        self.processes = min(processes, MOST, len(needed))
        self._began: dict[EntryPoint, float] = {}
        self._cost = self._seconds = 0.0
        """Of the finished kernels."""

    def note(self, begun: Iterable[EntryPoint], took: Iterable[tuple[EntryPoint, float]]) -> None:
        """Note which kernels have begun, and how long the finished ones took."""
        for kernel in begun:
            self._began.setdefault(kernel, time.monotonic())
        for kernel, seconds in took:
            self._cost += COST[kernel]
            self._seconds += seconds

    def seconds(self, needed: Kernels) -> float | None:
        """Return in how many seconds these kernels are compiled, each process taking the next one in order.

        None while no pace is known, or if some of them are not compiled ahead.
        """
        if not self._cost or not set(needed) <= set(self.kernels):
            return None
        free, last, now = [0.0] * self.processes, 0.0, time.monotonic()
        for kernel in kernels.missing(self.kernels):
            whole = COST[kernel] * self._seconds / self._cost
            passed = now - self._began.get(kernel, now)
            done = heappop(free) + max(whole - passed, 0.0)
            heappush(free, done)
            if kernel in needed:
                last = max(last, done)
        return last


_BATCHES: Final[list[_Compiling]] = []
"""The pending batches; the first one is being compiled."""
_ONE_BATCH: Final = Lock()
"""Held while a batch compiles, so that several batches take no more processes than one."""


def _seconds_of(kernel: EntryPoint) -> float:
    """Compile a kernel and return how long it took; 0 if it was compiled already."""
    if kernel.is_compiled():
        return 0.0
    start = time.perf_counter()
    kernel.warm()
    return time.perf_counter() - start


def compile_ahead(
    needed: Kernels, processes: int, *, nice: int = 0, on_progress: Callable[[], object] = lambda: None
) -> None:
    """Compile the missing kernels and wait; call `on_progress` meanwhile.

    If a kernel fails here, the first process that needs it compiles it.
    """
    if (batch := _begun(needed, processes)) is not None:
        _compile(batch, nice, on_progress)


def compile_in_background(needed: Kernels, processes: int, *, nice: int) -> None:
    """Compile the missing kernels, unless they are being compiled; do not wait."""
    if not is_compiling(needed) and (batch := _begun(needed, processes)) is not None:
        Thread(target=_compile, args=(batch, nice), name="war-room-compiling", daemon=True).start()


def _begun(needed: Kernels, processes: int) -> _Compiling | None:
    todo = kernels.missing(needed)
    if not todo:
        return None
    batch = _Compiling(todo, processes)
    _BATCHES.append(batch)
    return batch


def _compile(batch: _Compiling, nice: int, on_progress: Callable[[], object] = lambda: None) -> None:
    try:
        with (
            _ONE_BATCH,
            suppress(Exception),
            Workers(batch.processes, nice=nice, stand_ins=False) as compilers,
        ):
            left = {compilers.submit(_seconds_of, kernel): kernel for kernel in batch.kernels}
            while left:
                done = wait(left, POLL_SECONDS, FIRST_COMPLETED).done
                took = {left.pop(future): future.result() for future in done}
                begun = [kernel for future, kernel in left.items() if future.running()]
                batch.note(begun, ((kernel, seconds) for kernel, seconds in took.items() if seconds))
                on_progress()
    finally:
        _BATCHES.remove(batch)


def is_compiling(needed: Kernels) -> bool:
    """Return whether some of these kernels are being compiled ahead."""
    left = set(kernels.missing(needed))
    return any(left & set(batch.kernels) for batch in _BATCHES) if left else False


def compile_progress(needed: Kernels) -> CompileProgress | None:
    """Return the progress of compiling kernels, or None if all are compiled."""
    left = kernels.missing(needed)
    if not left:
        return None
    known = (batch.seconds(left) for batch in [*_BATCHES])
    seconds = next((seconds for seconds in known if seconds is not None), None)
    return CompileProgress(1 - cost(left) / cost(needed), seconds)
