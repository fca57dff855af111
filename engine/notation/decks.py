"""Tokens and decks: the pieces that every layout cuts a text into, and every alphabet reads."""

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.game.answer_forms import answer_at
from engine.notation.page import Page, Problem, Problems

_TOKEN: Final = re.compile(r"[^\s,]+")
_COMMA: Final = re.compile(r",")
_GAP: Final = re.compile(r",[ \t]*(?=,).")
_FENCE: Final = re.compile(r"(?:```|~~~)[\w+-]*")
_ARROW: Final = re.compile(r"->")


class Token(NamedTuple):
    """A piece of the plain text, without the blanks and commas round it, in capitals."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Deck:
    """The tokens of one deck, top card first.

    `single` says that the layout promises one card a token; `bare` that its numbers are numbers
    (a JSON list without quotes, a card a line) even if each could be two rank letters.
    """

    tokens: tuple[Token, ...]
    single: bool = False
    bare: bool = False


@dataclass(slots=True)
class Draft:
    """A text cut into decks by one layout, before anybody reads the cards."""

    deals: list[tuple[Deck, Deck]] = field(default_factory=list)
    verdicts: list[str | None] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)
    pack: bool = False

    def add(self, first: Deck, second: Deck, verdict: str | None = None) -> None:
        """Add a deal."""
        self.deals.append((first, second))
        self.verdicts.append(verdict)

    @property
    def decks(self) -> list[Deck]:
        """Every deck of every deal, in order."""
        return [deck for deal in self.deals for deck in deal]


@dataclass(slots=True)
class Row:
    """A line that is not blank, cut before its verdict; `line` is its number in the plain text."""

    start: int
    end: int
    line: int
    verdict: str | None = None


def tokens_of(page: Page, start: int, end: int) -> tuple[Token, ...]:
    """Cut a span of the plain text at blanks and commas."""
    return tuple(
        Token(match.start(), match.end(), match[0].upper())
        for match in _TOKEN.finditer(page.plain, start, end)
    )


def commas_in(page: Page, row: Row) -> list[int]:
    """Return the places of the commas of a row."""
    return [match.start() for match in _COMMA.finditer(page.plain, row.start, row.end)]


class Sheet(Page):
    """A page cut into rows: no blank lines, no code fences, verdicts taken off.

    A verdict is an answer in some judge's form: it follows an arrow (`-> True`) or, where it has
    words in it, stands on lines of its own (`False`, `PAT`, `second 23`). It is kept as the judge writes it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._cut_problems = Problems()
        self.rows: list[Row] = []
        start = self._answered = 0
        for number, line in enumerate(self.plain.split("\n")):
            row = Row(start + len(line) - len(line.lstrip()), start + len(line.rstrip()), number)
            start += len(line) + 1
            if self._answered <= row.start < row.end and not _FENCE.fullmatch(self.plain, row.start, row.end):
                self._add(row)

    def draft(self, *, pack: bool = False) -> "Draft":
        """Begin a draft of this sheet, with the problems already met."""
        draft = Draft(pack=pack)
        draft.problems.extend(self._cut_problems)
        return draft

    def _add(self, row: Row) -> None:
        if self.rows and self._verdict_at(self.rows[-1], row.start, in_words=True):
            return
        arrow = _ARROW.search(self.plain, row.start, row.end)
        if arrow:
            self._take_verdict(row, arrow)
        for gap in _GAP.finditer(self.plain, row.start, row.end):
            repair = "Take one comma out, or write the missing card."
            place = gap.end() - 1
            problem = Problem(place, place + 1, "separator", "a card between the commas", repair)
            self._cut_problems.add(problem)
        if row.start < row.end:
            self.rows.append(row)
        elif self.rows:
            self.rows[-1].verdict = row.verdict

    def _verdict_at(self, row: Row, start: int, *, in_words: bool) -> bool:
        """Give a row the verdict that stands at a place, if one does."""
        answer = answer_at(self.plain, start, in_words=in_words)
        if answer:
            row.verdict, self._answered = answer
        return answer is not None

    def _take_verdict(self, row: Row, arrow: re.Match[str]) -> None:
        start, end = arrow.end(), row.end
        start += len(self.plain[start:end]) - len(self.plain[start:end].lstrip())
        row.end = row.start + len(self.plain[row.start : arrow.start()].rstrip())
        if not self._verdict_at(row, start, in_words=False):
            span = (start, end) if start < end else (arrow.start(), arrow.end())
            repair = "Write True, False, PAT, or such as 1 3."
            self._cut_problems.add(Problem(*span, "verdict", "a verdict after the arrow", repair))


def end_problem(rows: list[Row], page: Page, code: str, expected: str, repair: str) -> Problem:
    """A problem just behind the last row: something is missing there."""
    end = rows[-1].end if rows else len(page.plain)
    return Problem(end, end, code, expected, repair)
