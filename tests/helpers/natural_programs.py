"""Wrong programs as people write them: from the sources' texts alone, not from the catalogue of mistakes.

`programs/natural.txt` has right programs in several styles (`===`, with judge and format) and, below each,
wrong ones (`---`): our program that plays the same games, the mistake in its writer's words, and lines of
the right program with what stands there instead. Some have no cause: there are no words for them. Those of
`natural_later.txt`, of styles by name, were written by somebody who had seen the catalogue. Each of
`strangers.txt` is a whole program in a style of its own, that reads and prints as its judge wants.
"""

import ast
import io
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from engine.cards import Deal
from engine.formats.write import INPUTS

MOST_ROUNDS: Final = 15_000
MOST_STEPS: Final = {"skiena": 110_000}
"""Of a whole program, whose every loop is counted, if more than 60,000: Skiena's gives up after 100,000."""
TIMEOUT: Final = "timeout"  # the answer of a program that goes on for ever


class NoAnswerError(Exception):
    """The program goes on for ever."""


@dataclass(frozen=True)
class Style:
    """A right program, whose judge it follows, and how a deal is written for it."""

    name: str
    judge: str
    format: str
    text: str

    def write(self, deal: Deal) -> str:
        """Write a deal as the program reads it."""
        return INPUTS[self.format].write(deal)


@dataclass(frozen=True)
class Natural:
    """A wrong program: its style, our program that plays the same games, and its lines that are otherwise."""

    style: Style
    cause: str
    edits: tuple[tuple[str, str], ...]

    @property
    def judge(self) -> str:
        return self.style.judge

    def source(self) -> str:
        text = self.style.text
        for old, new in self.edits:
            assert old in text, (self.cause, old)
            text = text.replace(old, new)
        return text

    def solver(self) -> Callable[[Deal], str | None]:
        """Return the program: deal in, answer out, None where it crashes."""
        solve = self.solver_of_texts()
        return lambda deal: solve(self.style.write(deal))

    def solver_of_texts(self) -> Callable[[str], str | None]:
        """Return the program as it is written: the text of a deal in."""
        ticks, most = 0, MOST_STEPS.get(self.judge, 60_000)

        def tick() -> None:
            nonlocal ticks
            ticks += 1
            if ticks > most:
                raise NoAnswerError

        names: dict[str, Any] = {"deque": deque, "tick": tick, "chain": chain, "zip_longest": zip_longest}
        if "def solve(text" in self.source():
            most = MOST_ROUNDS
            exec(compile(self.source(), self.cause or "natural", "exec"), names)
        else:
            names["solve"] = partial(_printed, compile(_ticking(self.source()), "natural", "exec"), names)

        def answer(text: str) -> str | None:
            nonlocal ticks
            ticks = 0
            try:
                return str(names["solve"](text))
            except NoAnswerError:
                return TIMEOUT
            except (IndexError, ValueError, KeyError):
                return None

        return answer


def _ticking(source: str) -> ast.Module:
    """Return a whole program each of whose loops can be ended."""
    program = ast.parse(source)
    for loop in ast.walk(program):
        if isinstance(loop, ast.While | ast.For):
            loop.body[:0] = ast.parse("tick()").body
    return ast.fix_missing_locations(program)


def _printed(program: Any, names: dict[str, Any], text: str) -> str:
    """Return what a whole program prints for an input."""
    printed, given = io.StringIO(), io.StringIO(f"{text}\n")
    with patch.multiple(sys, stdin=given, argv=[""]), redirect_stdout(printed), suppress(SystemExit):
        exec(program, {**names, "__name__": "__main__"})
    return printed.getvalue().strip()


def _read(*names: str) -> Iterator[Natural]:
    """Yield each right program of some files, with no edits, before the wrong ones in its style."""
    styles: dict[str, Style] = {}
    folder = Path(__file__).parent / "programs"
    text = "".join((folder / f"{name}.txt").read_text(encoding="utf-8") for name in names)
    for block in re.split("^=== ", text, flags=re.MULTILINE)[1:]:
        right, *wrong = re.split("^---", block, flags=re.MULTILINE)
        head, _, source = right.partition("\n")
        name, judge, form = (*head.split(), "", "")[:3]
        if judge:
            styles[name] = Style(name, judge, form, source)
            yield Natural(styles[name], "", ())
        for cause, *lines in (program.rstrip("\n").split("\n") for program in wrong):
            edits = tuple(_edits([line for line in lines if line[0] != "#"]))
            yield Natural(styles[name], cause.strip(), edits)


def _edits(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Read lines with `-` for what is replaced, and with `+` for what stands there instead."""
    for edit in re.findall(r"((?:-.*\n)+)((?:\+.*\n)+)", "".join(f"{line}\n" for line in lines)):
        old, new = ("\n".join(line[1:] for line in part.splitlines()) for part in edit)
        yield old, new


_ALL: Final = (*_read("natural", "natural_later"),)
RIGHT: Final = tuple(natural for natural in _ALL if not natural.edits)
WRONG: Final = tuple(natural for natural in _ALL if natural.edits)
STRANGERS: Final = (*_read("strangers"),)
