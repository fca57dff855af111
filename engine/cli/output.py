"""Output of every command: text or JSON, files written whole, columns, progress."""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Self

from engine.folders import write_whole

# What every command shares: text or JSON, a file written whole, columns under each other.


def show(options: argparse.Namespace, data: object, text: str, *, indent: int | None = None) -> None:
    """Print data as JSON if the command was asked for JSON, text otherwise."""
    print(json.dumps(data, ensure_ascii=False, indent=indent) if options.json else text)


def fields(thing: object, *names: str) -> dict[str, Any]:
    """Return some attributes by name, as JSON has them."""
    return {name: getattr(thing, name) for name in names}


def write_file(file: Path, content: str | bytes, name: Path | None = None) -> None:
    """Write a file whole or not at all.

    Raises `ValueError` naming the file, or `name` if that is what was asked for.
    """
    try:
        write_whole(file, content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"cannot write {str(name or file)!r}: {error.strerror}") from None


def columns(rows: Iterable[Sequence[str]], widths: Sequence[int] = ()) -> list[str]:
    """Return rows as lines with their cells under each other.

    widths: one per column, negative for text to the left. By default the first column is to the left and
    the others to the right, each as wide as its widest cell.

    >>> columns([["a", "10"], ["bb", "9"]]), columns([["a", "10"]], [-3, 4])
    (['  a   10', '  bb   9'], ['  a    10'])
    """
    rows = [*rows]
    if not widths:
        first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
        widths = [-first, *(width + 2 for width in others)]
    return [
        "  "
        + "".join(
            f"{cell:<{-width}}" if width < 0 else f"{cell:>{width}}"
            for cell, width in zip(row, widths, strict=False)
        )
        for row in rows
    ]


# A line on somebody's screen that says how far a long command is; nothing into a pipe or a file.

LINE: Final = 100
"""Characters of a progress line on a terminal as wide; a line that is broken cannot be taken away."""

PATIENCE: Final = 1.0  # seconds before the line appears
EVERY: Final = 0.25  # seconds between two of its changes, at the least


class Progress:
    """A line on standard error, in place of the one before; gone when what it tells of is over.

    quiet: whether the command was asked for JSON, which is read by programs.
    """

    def __init__(self, quiet: bool = False) -> None:
        shown = sys.stderr.isatty() and not quiet
        self._next = time.monotonic() + PATIENCE if shown else float("inf")
        self._shown = False

    def say(self, line: Callable[[], str]) -> None:
        """Show a line if it is time to."""
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + EVERY, True
            width = self._width()
            print(f"\r{line()[:width]:<{width}}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Take the line away."""
        if self._shown:
            self._shown = False
            print(f"\r{'':<{self._width()}}\r", end="", file=sys.stderr, flush=True)

    def _width(self) -> int:
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns
        except OSError:
            columns = 0
        return min(LINE, columns - 1) if columns else LINE
