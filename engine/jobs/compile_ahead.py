"""Compile kernels ahead, in processes that end afterwards: a compiler takes 150 MB.

Workers that start meanwhile wait for a kernel that another process compiles, and compile the others.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import suppress
from threading import Lock, Thread
from typing import Final, NamedTuple

from engine import kernels
from engine.jobs.workers import Workers
from engine.kernels.cache import EntryPoint
from engine.kernels.play import Kernels, cost

MOST: Final = 3
"""Most processes that compile: the two longest kernels take as long as all others that a page needs."""
POLL_SECONDS: Final = 0.25
"""Time between two reports of progress."""

_BATCHES: Final[list[tuple[float, Kernels]]] = []
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


def _pending(batch: Kernels) -> tuple[float, Kernels]:
    _BATCHES.append((time.monotonic(), batch))
    return _BATCHES[-1]


def _compile(
    pending: tuple[float, Kernels],
    processes: int,
    nice: int,
    on_progress: Callable[[], object] = lambda: None,
) -> None:
    _, batch = pending
    try:
        with (
            _ONE_BATCH,
            suppress(Exception),
            Workers(min(processes, MOST, len(batch)), nice=nice, stand_ins=False) as compilers,
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
    """The share of the work that is done, 0 to 1."""
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
