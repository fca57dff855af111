"""Tokens and decks: the pieces that every layout cuts a text into, and every alphabet reads."""

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.game.answer_forms import FORM_OF, answer_at
from engine.notation.page import NO_CARDS_HERE, Page, Place, Problems, Span

_TOKEN: Final = re.compile(r"[^\s,]+")
_GAP: Final = re.compile(r",[ \t]*(?=,).")
_FENCE: Final = re.compile(r"(?:```|~~~)[\w+-]*")
_ARROW: Final = re.compile(r"->[ \t]*")


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
class Cut:
    """A text cut into decks by one layout, before anybody reads the cards."""

    deals: list[tuple[Deck, Deck]] = field(default_factory=list)
    verdicts: list[str | None] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)
    pack: bool = False
    end: int = 0
    """Where the cards of the text end: what is missing is missing there."""

    def add(self, first: Deck, second: Deck, verdict: str | None = None) -> None:
        """Add a deal."""
        self.deals.append((first, second))
        self.verdicts.append(verdict)

    def missing(self, what: str, repair: str) -> None:
        """Note that a deck is missing at the end."""
        self.problems.note(Span(self.end, self.end), "deck-missing", what, repair)

    def without_cards(self, at: Place, who: int) -> None:
        """Note that a player has no cards: only a count of 0, or a slash, says that this is meant."""
        repair = f"Write the cards of player {who} there. To play with an empty deck, write such as AK/."
        self.problems.note(at, NO_CARDS_HERE, f"the deck of player {who}", repair, weight=1)

    @property
    def decks(self) -> list[Deck]:
        """Every deck of every deal, in order."""
        return [deck for deal in self.deals for deck in deal]


@dataclass(slots=True)
class SheetRow:
    """A line that is not blank, cut before its verdict; `line` is its number in the plain text."""

    start: int
    end: int
    line: int
    verdict: str | None = None


class Sheet(Page):
    """A page cut into rows: no blank lines, no code fences, verdicts taken off.

    A verdict is an answer in some judge's form: it follows an arrow (`-> True`) or, where it has
    words in it, stands on lines of its own (`False`, `PAT`, `second 23`). The row keeps it as the
    judge writes it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._cut_problems = Problems()
        self.rows: list[SheetRow] = []
        start = self._answered = 0
        for number, line in enumerate(self.plain.split("\n")):
            row = SheetRow(start + len(line) - len(line.lstrip()), start + len(line.rstrip()), number)
            start += len(line) + 1
            if self._answered <= row.start < row.end and not _FENCE.fullmatch(self.plain, row.start, row.end):
                self._add(row)

    def cut(self, *, pack: bool = False) -> Cut:
        """Begin to cut this sheet into decks, with the problems already met."""
        cut = Cut(pack=pack, end=self.rows[-1].end if self.rows else len(self.plain))
        cut.problems.extend(self._cut_problems)
        return cut

    def tokens(self, place: Place) -> tuple[Token, ...]:
        """Cut a row or another place at blanks and commas."""
        matches = _TOKEN.finditer(self.plain, place.start, place.end)
        return tuple(Token(*match.span(), match[0].upper()) for match in matches)

    def signs_in(self, sign: str, place: Place) -> list[Span]:
        """Return where a sign stands in a row or another place."""
        span = range(place.start, place.end)
        return [Span(at, at + 1) for at in span if self.plain[at] == sign]

    def answer_of(self, judge: str) -> str | None:
        """Return what the last row says if it is an answer in this judge's form."""
        answer = FORM_OF[judge].found_at(self.plain, self.rows[-1].start, in_words=False)
        return answer[0] if answer else None

    def _add(self, row: SheetRow) -> None:
        if self.rows and self._take_verdict(self.rows[-1], row.start, in_words=True):
            return
        arrow = _ARROW.search(self.plain, row.start, row.end)
        if arrow:
            end, row.end = row.end, row.start + len(self.plain[row.start : arrow.start()].rstrip())
            if not self._take_verdict(row, arrow.end(), in_words=False):
                place = Span(arrow.end(), end) if arrow.end() < end else Span(arrow.start(), end)
                repair = "Write True, False, PAT, or such as 1 3."
                self._cut_problems.note(place, "verdict", "a verdict after the arrow", repair)
        for gap in _GAP.finditer(self.plain, row.start, row.end):
            repair = "Take one comma out, or write the missing card."
            place = Span(gap.end() - 1, gap.end())
            self._cut_problems.note(place, "separator", "a card between the commas", repair)
        if row.start < row.end:
            self.rows.append(row)
        elif self.rows:
            self.rows[-1].verdict = row.verdict

    def _take_verdict(self, row: SheetRow, start: int, *, in_words: bool) -> bool:
        """Give a row the verdict that stands at a place; say whether one does."""
        answer = answer_at(self.plain, start, in_words=in_words)
        if answer:
            row.verdict, self._answered = answer
        return answer is not None
