"""Pages are drawn a few at a time: thirty at once would hold each other up, and all be there last.

Whoever has seen nothing yet goes first: all are told what is found before any is shown why.
"""

from bisect import insort
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event, Lock, local
from time import monotonic
from typing import Final

AT_ONCE: Final = 2
"""Pages drawn at a time: Python runs one thread, and the other may be waiting for a file or a worker."""
PATIENCE: Final = 1.0
"""Seconds after which a page is drawn out of turn if meanwhile no other got one: all are stuck."""
LONGEST: Final = 10.0
"""Seconds after which it is anyway."""

CROWD: Final = 4
"""As many who wait for a turn are a crowd."""

BEGINS: Final = 0
GOES_ON: Final = 1
"""Ranks of pages that wait for a turn: what has begun goes on when all others have."""


class Turns:
    """The turns that are free, and who waits for one: by rank, then as they came."""

    def __init__(self, free: int = AT_ONCE) -> None:
        self.free = free
        self.lock = Lock()
        self.waiting: list[tuple[int, int, Event]] = []
        self._numbers = count()
        self._handed = 0
        """Turns that were handed to who waited."""

    def take(self, rank: int) -> bool:
        """Wait for a turn; says whether it came before all patience was lost."""
        with self.lock:
            if self.free:
                self.free -= 1
                return True
            place = rank, next(self._numbers), Event()
            insort(self.waiting, place)
        *_, handed = place
        until, others = monotonic() + LONGEST, self._handed
        while not handed.wait(PATIENCE):
            with self.lock:
                if handed.is_set():
                    break
                if self._handed == others or monotonic() > until:
                    self.waiting.remove(place)
                    return False
                others = self._handed
        return True

    def give_back(self) -> None:
        """Hand a turn to whoever is next."""
        with self.lock:
            if self.waiting:
                *_, handed = self.waiting.pop(0)
                handed.set()
                self._handed += 1
            else:
                self.free += 1

    def awaited(self, rank: int) -> int:
        """Return how many of this rank wait."""
        with self.lock:
            return sum(waits == rank for waits, *_ in self.waiting)


_TURNS: Final = Turns()
_THREAD: Final = local()


@contextmanager
def turn(*, arrives: bool = False) -> Iterator[None]:
    """Wait for a turn to draw a page, or a part of one; a part drawn with its page has the page's.

    `arrives`: whether its visitor has seen nothing yet.
    """
    if _mine() is not None:
        yield
        return
    _THREAD.since, _THREAD.arrives = monotonic(), arrives
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


def left_of(patience: float) -> float:
    """Return what is left of a visitor's patience, in seconds: he has waited for his turn already.

    None is left to who arrives in a crowd: of so much asked for at once little is over soon, and who came
    back to the line would be told last.
    """
    if _mine() is None:
        return patience
    if _THREAD.arrives and _TURNS.awaited(BEGINS) >= CROWD:
        return 0.0
    left: float = _THREAD.since + patience - monotonic()
    return max(0.0, left)


def let_others_begin() -> None:
    """Let the pages be begun that wait for a turn, and go on with this one then."""
    if _mine() and _TURNS.awaited(BEGINS):
        _give_back()
        _take(GOES_ON)


def _mine() -> bool | None:
    """Return whether this thread holds a turn; None where it draws nothing."""
    held: bool | None = getattr(_THREAD, "turn", None)
    return held


def _take(rank: int = BEGINS) -> None:
    _THREAD.turn = _TURNS.take(rank)


def _give_back() -> None:
    if _mine():
        _TURNS.give_back()
