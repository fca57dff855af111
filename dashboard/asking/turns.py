"""Pages are drawn a few at a time: thirty at once would hold each other up, and all be there last."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore, local
from typing import Final

AT_ONCE: Final = 2
"""Pages drawn at a time: Python runs one thread, and the other may be waiting for a file or a worker."""
PATIENCE: Final = 1.0
"""Seconds after which a page is drawn out of turn, whatever those before it are about."""

_FREE: Final = Semaphore(AT_ONCE)
_THREAD: Final = local()


@contextmanager
def turn() -> Iterator[None]:
    """Wait for a turn to draw a page, or a part of one; a part drawn with its page has the page's."""
    if _mine() is not None:
        yield
        return
    _take()
    try:
        yield
    finally:
        _give_back()
        _THREAD.turn = None


@contextmanager
def passed_on() -> Iterator[None]:
    """Let others be drawn while this page only waits."""
    if _mine() is None:
        yield
        return
    _give_back()
    try:
        yield
    finally:
        _take()


def _mine() -> bool | None:
    """Return whether this thread holds a turn; None where it draws nothing."""
    held: bool | None = getattr(_THREAD, "turn", None)
    return held


def _take() -> None:
    _THREAD.turn = _FREE.acquire(timeout=PATIENCE)


def _give_back() -> None:
    if _mine():
        _FREE.release()
