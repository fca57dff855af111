"""How far a call is: said by the worker that is at it, heard by whoever waits for its answer."""

import time
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T", covariant=True)

EVERY: Final = 0.1
"""Seconds between two things said: nobody reads faster."""


class Tells(Protocol[T]):
    """A function that says how far it is by calling `tell` with what is done, and of how much."""

    def __call__(self, *arguments: Any, tell: Callable[[int, int], None], **named: Any) -> T:
        """Do it."""


class _Teller:
    """What says how far a call is, where somebody listens."""

    def __init__(self) -> None:
        self.listener: Callable[[tuple[int, int]], None] | None = None
        self._again = 0.0

    def begin(self) -> None:
        """Begin with another call."""
        self._again = 0.0

    def tell(self, done: int, of: int) -> None:
        """Say it, unless it was said a moment ago."""
        now = time.monotonic()
        if self.listener is not None and now >= self._again:
            self._again = now + EVERY
            self.listener((done, of))


TELLER: Final = _Teller()


def telling(function: Tells[T], /, *arguments: Any, **named: Any) -> T:
    """Call a function and have it say how far it is, where this is the worker of somebody who listens."""
    TELLER.begin()
    return function(*arguments, tell=TELLER.tell, **named)
