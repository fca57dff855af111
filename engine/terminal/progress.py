"""A line on somebody's screen that says how far a long command is; nothing into a pipe or a file."""

import os
import sys
import time
from collections.abc import Callable
from typing import Final, Self

LINE: Final = 100
"""Characters of a progress line on a terminal as wide; a line that is broken cannot be taken away."""

PATIENCE: Final = 1.0
"""Seconds before the line appears."""
EVERY: Final = 0.25
"""Seconds between two of its changes, at the least."""


class Progress:
    """A line on standard error, in place of the one before; gone when what it tells of is over."""

    def __init__(self) -> None:
        self._next = time.monotonic() + PATIENCE if sys.stderr.isatty() else float("inf")
        self._shown = False

    def say(self, line: Callable[[], str]) -> None:
        """Show a line if it is time to."""
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + EVERY, True
            width = self._width()
            self._write(f"\r{line()[:width]:<{width}}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._shown = False
            self._write(f"\r{'':<{self._width()}}\r")

    def _width(self) -> int:
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns
        except OSError:
            columns = 0
        return min(LINE, columns - 1) if columns else LINE

    def _write(self, text: str) -> None:
        print(text, end="", file=sys.stderr, flush=True)


def round_line(done: int, games: int, number: int, seconds: float) -> str:
    """Say which round of which game is on, when `done` of the games took so many seconds."""
    left = f"; {seconds / done * (games - done):.0f} s to go" if done else ""
    return f"game {done + 1:,} of {games:,}, round {number:,}{left}"
