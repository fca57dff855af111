"""What reading a paste ends in: deals, a question, or faults that say where and how to mend."""

from dataclasses import dataclass
from typing import Self

from engine.cards import Deal


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """One deal of a paste, and the judge's verdict that stood with it (`True`, `1 3`, `PAT` ...)."""

    deal: Deal
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A paste understood: its format, its deals in order, and what was noticed on the way."""

    format: str
    deals: tuple[ReadDeal, ...]
    notices: tuple[str, ...] = ()


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
