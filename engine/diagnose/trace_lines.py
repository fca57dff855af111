"""Lines of a log: which cards stand in them, and what else, so that lines of the same make are known."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, Self

from engine.cards import LETTERS
from engine.game import Deck
from engine.notation.alphabets import HEX

_GAP: Final = r"[ \t,'\"]+"
_NUMBER: Final = r"(?<![A-Z0-9])[0-9]+(?![A-Z0-9])"
_PLAYER: Final = re.compile(r"(PLAYER|DECK|HAND|PILE|\bP)([ _#]*)([12])(?![0-9A-Z])")
_NUMBERED: Final = re.compile(r"^\s*[\[(#]?[0-9]{1,7}[\])]?[:.)]+(?=\s+[0-9A-Z]+[\s,|/-]+[0-9A-Z])")
"""The number of a line that holds more than one thing besides."""
_OBJECT: Final = re.compile(r"CARD[({](?:[A-Z]+[=:] ?)?['\"]?([0-9A-Z]+)['\"]?(?:,[^(){}]*)?[)}]")
"""A card as programs print their own objects: `Card(rank=13, suit='H')`."""
_WHO: Final = {"1": "ONE", "2": "TWO"}
# fmt: off
_NAMES: Final = (
    "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "JACK", "QUEEN", "KING", "ACE",
)
# fmt: on
_OF_SUIT: Final = r"[ _]+OF[ _]+(?:HEART|SPADE|CLUB|DIAMOND)S"


@dataclass(frozen=True)
class Alphabet:
    """One way to write cards in a log: what a card looks like, and its rank."""

    name: str
    card: str
    rank: Callable[[str], int]
    joined: bool
    """Whether cards may stand side by side without a blank."""

    @cached_property
    def card_pattern(self) -> re.Pattern[str]:
        """A card, wherever it stands."""
        return re.compile(self.card)

    @cached_property
    def single(self) -> re.Pattern[str]:
        """A card by itself, or any other number."""
        return re.compile(f"(?P<card>{_apart(self.card)})|{_NUMBER}")

    @cached_property
    def run(self) -> re.Pattern[str]:
        """Cards one after the other: a whole word of them, or single ones with blanks between."""
        single = _apart(self.card)
        row = f"{single}(?:{_GAP}{single})*"
        word = rf"(?<![A-Z0-9])(?:{self.card}){{2,}}(?![A-Z0-9])"
        return re.compile(f"(?P<card>{word}|{row})" if self.joined else f"(?P<card>{row})")

    def deck(self, text: str) -> Deck:
        """Return the ranks of the cards in a run."""
        return tuple(map(self.rank, self.card_pattern.findall(text)))


def _apart(card: str) -> str:
    return rf"(?<![A-Z0-9])(?:{card})(?![A-Z0-9])"


def _letter(card: str) -> int:
    """Return a rank; a lone 1 or 0 is what a program prints that reads 10 as 1, or as two cards."""
    return 10 if card.startswith("10") else int(card[0]) if card[0] in "01" else LETTERS.index(card[0]) + 2


def _named(card: str) -> int:
    """Return the rank of a card in words, such as KING or FIVE OF HEARTS or 5 OF HEARTS."""
    rank = re.split("[ _]", card)[0]
    return _NAMES.index(rank) + 2 if rank in _NAMES else _letter(rank)


def _hex(card: str) -> int:
    return HEX.index(card) + 2


def _from_0(card: str) -> int:
    return int(card) + 2


def _from_1(card: str) -> int:
    return int(card) + 1


# Their functions have names: a log that was read is a worker's answer, and a lambda cannot be pickled.
DECIMAL: Final = Alphabet("decimal", "[0-9]{1,3}", int, False)
ALPHABETS: Final = (
    Alphabet("suited", "(?:10|[1-9TJQKA])[CDHS♣♦♥♠]", _letter, True),
    DECIMAL,
    Alphabet("letters", "10|[1-9TJQKA]", _letter, True),
    Alphabet("letters and 0", "10|[0-9TJQKA]", _letter, False),
    Alphabet("hex", "[2-9A-E]", _hex, True),
    Alphabet("words", f"(?:{'|'.join(_NAMES)})(?:{_OF_SUIT})?|(?:10|[2-9TJQKA]){_OF_SUIT}", _named, False),
    Alphabet("from 0", "[0-9]{1,2}", _from_0, False),
    Alphabet("from 1", "[0-9]{1,2}", _from_1, False),
)
"""From 0 and from 1 are places in a list of ranks, 2 first, as most programs keep them."""


class Line(NamedTuple):
    """A line with its cards taken out: what is left, without blanks, and where each run stood in it."""

    rest: str
    runs: tuple[tuple[int, Deck], ...]
    """Numbers that are no cards are empty."""
    places: tuple[tuple[int, int], ...]
    """Where each run stood, and the how manieth it was there."""

    @classmethod
    def of(cls, text: str, pattern: re.Pattern[str], alphabet: Alphabet) -> Self:
        """Cut a line of text."""
        rest, at = "^", 0
        runs: list[tuple[int, Deck]] = []
        places: list[tuple[int, int]] = []
        nth = 0
        for match in pattern.finditer(text):
            between = _plain(text[at : match.start()])
            rest += between
            nth = 0 if between or not runs else nth + 1
            runs.append((len(rest), alphabet.deck(match[0]) if match["card"] else ()))
            places.append((len(rest), nth))
            at = match.end()
        return cls(f"{rest}{_plain(text[at:])}$", tuple(runs), tuple(places))

    def at(self, place: int, after: int = 0) -> Deck:
        """Return the run that stood at a place, the second there with `after` 1; none: an empty deck."""
        here = [deck for start, deck in self.runs if start == place]
        return here[after] if after < len(here) else ()


_BARE: Final = re.compile(r"[\s,'\"0-9]+")


def _plain(text: str) -> str:
    """Return what a piece of a line has besides cards: no blanks and no numbers."""
    return _BARE.sub("", text)


class Shape(NamedTuple):
    """How the lines look that say something: the signs round the cards, and where these stand."""

    signs: str
    places: tuple[tuple[int, int], ...]
    """Where in the signs, and the how manieth run there."""

    @classmethod
    def of(cls, rest: str, places: Sequence[tuple[int, int]], before: int, after: int) -> Self:
        """Make one of what is left of a line and of places in it, with so many signs round these."""
        start = max(0, places[0][0] - before)
        signs = rest[start : places[-1][0] + after]
        return cls(signs, tuple((place - start, nth) for place, nth in places))

    @property
    def blank(self) -> bool:
        """Whether nothing but a blank parts two decks."""
        return len(self.places) == 2 and self.places[0][0] == self.places[1][0]

    def read(self, line: Line) -> tuple[Deck, ...] | None:
        """Return what stands in the places of the cards, None if this is another line."""
        start = line.rest.find(self.signs)
        if start < 0:
            return None
        return tuple(line.at(start + place, nth) for place, nth in self.places)


def marked(line: str) -> str:
    """Return a line in capitals, in which the number of a player or of the line is none of a card."""
    line = _OBJECT.sub(r"\1", _NUMBERED.sub(":", line.upper()))
    return _PLAYER.sub(lambda match: match[1] + _WHO[match[3]], line)
