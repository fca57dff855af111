"""Lines of a log: which cards stand in them, and what else, so that lines of the same make are known."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from engine.cards import LETTERS
from engine.game import Deck
from engine.notation.alphabets import HEX

_GAP: Final = r"[ \t,'\"]+"
_PLAYER: Final = re.compile(r"(PLAYER|DECK|HAND|PILE|\bP)([ _#]*)([12])(?![0-9A-Z])")
_NUMBERED: Final = re.compile(r"^\s*[\[(#]?[0-9]{1,7}[\])]?[:.)]+(?=\s+[0-9A-Z]+[\s,|/-]+[0-9A-Z])")
"""The number of a line that holds more than one thing besides."""
_WHO: Final = {"1": "ONE", "2": "TWO"}
_BEFORE: Final = 8
_AFTER: Final = 2
"""Signs before and after the cards by which a line of the same make is known."""


@dataclass(frozen=True)
class Alphabet:
    """One way to write cards in a log: what a card looks like, and its rank."""

    name: str
    card: str
    rank: Callable[[str], int]
    joined: bool
    """Whether cards may stand side by side without a blank."""

    @cached_property
    def single(self) -> re.Pattern[str]:
        """A card by itself."""
        return re.compile(rf"(?<![A-Z0-9])(?:{self.card})(?![A-Z0-9])")

    @cached_property
    def run(self) -> re.Pattern[str]:
        """Cards one after the other: a whole word of them, or single ones with blanks between."""
        row = f"{self.single.pattern}(?:{_GAP}{self.single.pattern})*"
        word = rf"(?<![A-Z0-9])(?:{self.card}){{2,}}(?![A-Z0-9])"
        return re.compile(f"{word}|{row}" if self.joined else row)

    def deck(self, text: str) -> Deck:
        """Return the ranks of the cards in a run."""
        return tuple(self.rank(card) for card in re.findall(self.card, text))


def _letter(card: str) -> int:
    """Return a rank; a lone 1 is what a program prints that reads 10 as 1."""
    return 10 if card.startswith("10") else 1 if card[0] == "1" else LETTERS.index(card[0]) + 2


DECIMAL: Final = Alphabet("decimal", "[0-9]{1,3}", int, False)
ALPHABETS: Final = (
    Alphabet("suited", "(?:10|[1-9TJQKA])[CDHS♣♦♥♠]", _letter, True),
    DECIMAL,
    Alphabet("letters", "10|[1-9TJQKA]", _letter, True),
    Alphabet("hex", "[2-9A-E]", lambda card: HEX.index(card) + 2, True),
)


class Line(NamedTuple):
    """A line with its cards taken out: what is left, without blanks, and where each run stood in it."""

    rest: str
    runs: tuple[tuple[int, Deck], ...]

    @classmethod
    def of(cls, text: str, pattern: re.Pattern[str], alphabet: Alphabet) -> "Line":
        """Cut a line of text."""
        rest, at = "^", 0
        runs = []
        for match in pattern.finditer(text):
            rest += _plain(text[at : match.start()])
            runs.append((len(rest), alphabet.deck(match[0])))
            at = match.end()
        return cls(f"{rest}{_plain(text[at:])}$", tuple(runs))

    def at(self, place: int, after: int = 0) -> Deck:
        """Return the run that stood at a place, the second there with `after` 1; none: an empty deck."""
        here = [deck for start, deck in self.runs if start == place]
        return here[after] if after < len(here) else ()


def _plain(text: str) -> str:
    """Return what a piece of a line has besides cards: no blanks and no numbers."""
    return re.sub(r"[\s,'\"0-9]+", "", text)


class Shape(NamedTuple):
    """How the lines look that say something: the signs round the cards, and where these stand."""

    signs: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, line: Line, *runs: int) -> "Shape":
        """Make one from a line and the numbers of the runs that count."""
        places = [line.runs[run][0] for run in runs]
        start = max(0, places[0] - _BEFORE)
        return cls(line.rest[start : places[-1] + _AFTER], tuple(place - start for place in places))

    @property
    def blank(self) -> bool:
        """Whether nothing but a blank parts two decks."""
        return len(self.places) == 2 and self.places[0] == self.places[1]

    def read(self, line: Line) -> tuple[Deck, ...] | None:
        """Return what stands in the places of the cards, None if this is another line."""
        start = line.rest.find(self.signs)
        if start < 0:
            return None
        places = [start + place for place in self.places]
        if self.blank:
            return line.at(places[0]), line.at(places[0], 1)
        return tuple(line.at(place) for place in places)


def marked(line: str) -> str:
    """Return a line in capitals, in which the number of a player or of the line is none of a card."""
    return _PLAYER.sub(lambda match: match[1] + _WHO[match[3]], _NUMBERED.sub(":", line.upper()))
