"""The results of reading a paste: deals, a question, or faults that say where and how to mend."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Self

from engine.cards import Deal
from engine.notation.signs import printable

_LONGEST_LINE: Final = 72


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """One deal of a paste, and the judge's verdict that stood with it (`True`, `1 3`, `PAT` ...)."""

    deal: Deal
    expected: str | None = None


class PassedOver(NamedTuple):
    """A line of a paste that is no part of any deal, 1-based."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.line}: {printable(self.text, _LONGEST_LINE)}"


@dataclass(frozen=True, slots=True)
class Reading:
    """A paste understood: its format, its deals in order, and what was noticed on the way."""

    format: str
    deals: tuple[ReadDeal, ...]
    notices: tuple[str, ...] = ()
    passed: tuple[PassedOver, ...] = ()
    """The lines between and around the deals, where the text is more than these."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several possible readings; reading again with `format` settles on it."""

    format: str
    description: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Question:
    """A paste that can be read in more than one way, with different deals: nothing is guessed."""

    question: str
    readings: tuple[Choice, ...]


def ask(choices: list[Choice]) -> Question:
    """Put what is undecided in one sentence, with the readings to choose from."""
    formats = {choice.format for choice in choices}
    in_hex = any(format.startswith("golf") for format in formats)
    others = [choice.reading for choice in choices if not choice.format.startswith("golf")]
    doubts = []
    numbered = {format for format in formats if _numbered(format)}
    if "counted" in formats and len(formats - numbered) > 1:
        doubts.append("the first number of a line can be a count or a card")
    elif any(format.endswith(("halves", "alternate")) for format in formats):
        doubts.append("nothing parts the two decks: the pack can be dealt in halves or alternately")
    if numbered:
        doubts.append("52 numbers, each once, can be cards of thirteen ranks or 52 ranks")
        choices = [
            choice
            if choice.format in numbered
            else replace(choice, description=f"{choice.description}; each number a rank of its own")
            for choice in choices
        ]
    if in_hex and others:
        suits = any(item.deal.suits_1 or item.deal.suits_2 for reading in others for item in reading.deals)
        suited, ranks = (
            "C and D can be suits or queen and king (hex)",
            "A can be ten (hex) or the ace (letters)",
        )
        doubts.append(suited if suits else ranks)
    sentence = ", and ".join(doubts) or "this text can be read in more than one way"
    return Question(f"{sentence[0].upper()}{sentence[1:]}. Which is it?", tuple(choices))


def _numbered(format: str) -> bool:
    return format.startswith(("remainder", "quotient"))


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a paste: a stable code, the place (1-based, in characters), the repair.

    >>> str(Fault("rank", 2, 7, "1", "a rank", "Did you mean T or 10?"))
    'Line 2, column 7: found 1; a rank was expected. Did you mean T or 10?'
    """

    code: str
    line: int
    column: int
    token: str
    expected: str
    repair: str

    def __str__(self) -> str:
        return (
            f"Line {self.line}, column {self.column}: found {self.token}; "
            f"{self.expected} was expected. {self.repair}"
        )


class NotationError(ValueError):
    """A text that is no deal: every fault found, in the order of the text, at most 20."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults)
        self.faults = faults

    @classmethod
    def of(cls, code: str, token: str, expected: str, repair: str) -> Self:
        """Make one of a single fault, about the text as a whole."""
        return cls((Fault(code, 1, 1, token, expected, repair),))

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)
