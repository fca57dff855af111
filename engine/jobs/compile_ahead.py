"""Compile kernels ahead, in processes that end afterwards: a compiler takes 150 MB.

Workers that start meanwhile wait for a kernel that another process compiles, and compile the others.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

from engine import kernels
from engine.jobs.workers import Workers
from engine.kernels.cache import EntryPoint
from engine.kernels.play import Kernels, cost

MOST: Final = 3
"""Most processes that compile: the two longest kernels take as long as all others that a page needs."""
POLL_SECONDS: Final = 0.25
"""Time between two reports of progress."""

PREPARING: Final = "Preparing the fast engine, once per installation"
"""What a page or a terminal shows meanwhile."""

_BATCHES: Final[list[Kernels]] = []
"""The pending batches; the first one is being compiled."""
_ONE_BATCH: Final = Lock()
"""Held while a batch compiles, so that several batches take no more processes than one."""


def compile_ahead(
    needed: Kernels, processes: int, *, nice: int = 0, on_progress: Callable[[], object] = lambda: None
) -> None:
    """Compile the missing kernels and wait; call `on_progress` meanwhile.

    If a kernel fails here, the first process that needs it compiles it.
    """
    if batch := kernels.missing(needed):
        _BATCHES.append(batch)
        _compile(batch, processes, nice, on_progress)


def compile_in_background(needed: Kernels, processes: int, *, nice: int) -> None:
    """Compile the missing kernels, unless they are being compiled; do not wait."""
    batch = kernels.missing(needed)
    if batch and not is_compiling(batch):
        _BATCHES.append(batch)
        Thread(target=_compile, args=(batch, processes, nice), name="war-room-compiling", daemon=True).start()


def _compile(
    batch: Kernels, processes: int, nice: int, on_progress: Callable[[], object] = lambda: None
) -> None:
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
        _BATCHES.remove(batch)


def _compile_one(kernel: EntryPoint) -> None:
    if not kernel.is_compiled():
        kernel.warm()


def is_compiling(needed: Kernels) -> bool:
    """Return whether some of these kernels are being compiled ahead."""
    left = set(kernels.missing(needed))
    return any(left & set(batch) for batch in _BATCHES)


def compiled_share(needed: Kernels) -> float | None:
    """Return the share of the work of compiling kernels that is done, or None if all are compiled."""
    left = kernels.missing(needed)
    return 1 - cost(left) / cost(needed) if left else None
