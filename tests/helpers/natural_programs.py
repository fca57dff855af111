"""Wrong programs as people write them: from the sources' texts alone, not from the catalogue of mistakes.

`programs/natural.txt` has right programs in several styles (`===`, with judge and format) and, below each,
wrong ones (`---`): our program that plays the same games, the mistake in its writer's words, and lines of
the right program with what stands there instead. Some have no cause: there are no words for them. Those of
`natural_later.txt`, of styles by name, were written by somebody who had seen the catalogue.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final

from engine.cards import Deal
from engine.formats import write

MOST_ROUNDS: Final = 20_000
TIMEOUT: Final = "timeout"
"""The answer of a program that goes on for ever."""


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
        return suited_lines(deal) if self.format == "suited" else write(deal, self.format)


def suited_lines(deal: Deal) -> str:
    letters = dict(enumerate("23456789TJQKA", 2))
    cards = [
        letters[rank] + suit
        for rank, suit in zip((*deal.deck_1, *deal.deck_2), deal.eye_suits(), strict=True)
    ]
    cut = len(deal.deck_1)
    return f"{' '.join(cards[:cut])}\n{' '.join(cards[cut:])}"


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
        ticks = 0

        def tick() -> None:
            nonlocal ticks
            ticks += 1
            if ticks > MOST_ROUNDS:
                raise NoAnswerError

        names: dict[str, Any] = {"deque": deque, "tick": tick, "chain": chain, "zip_longest": zip_longest}
        exec(compile(self.source(), self.cause or "natural", "exec"), names)

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


def _read() -> Iterator[Natural]:
    """Yield each right program of the files, with no edits, before the wrong ones in its style."""
    styles: dict[str, Style] = {}
    folder = Path(__file__).parent / "programs"
    text = "".join(
        (folder / f"{name}.txt").read_text(encoding="utf-8") for name in ("natural", "natural_later")
    )
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


_ALL: Final = (*_read(),)
RIGHT: Final = tuple(natural for natural in _ALL if not natural.edits)
WRONG: Final = tuple(natural for natural in _ALL if natural.edits)
