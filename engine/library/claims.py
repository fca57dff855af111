"""Published claims about War, as data."""

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.cards import STANDARD_PACK
from engine.rules import rules_called

# How exact a published figure claims to be: as exact as it is written, and no more.

RULE: Final = (
    "A published figure may be off by half a unit of the last digit written: 441.4 by 0.05, 35 % by half a "
    "point; 1,750 by 5 if every whole number of its source ends in a zero. “1 in 6” is nearer to 6 than "
    "to 5 or 7. “About” widens nothing."
)

_NUMBER: Final = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")
_THIRD: Final = "a third"

Between = tuple[float, float]


def written(published: float, *, share: bool) -> str:
    """Write a figure with every digit that it has, a share in per cent.

    >>> written(1414, share=False), written(0.2439, share=True)
    ('1,414', '24.39 %')
    """
    digits = Decimal(repr(published)) * (100 if share else 1)
    whole, _, part = f"{digits.normalize():f}".partition(".")
    return f"{int(whole):,}{'.' if part else ''}{part}{' %' if share else ''}"


def final_zeros(text: str) -> int | None:
    """Return the number of zeros a whole number ends in; None for ranges and other texts.

    >>> final_zeros("1,750"), final_zeros("441.4"), final_zeros("80 %"), final_zeros("440 to 445")
    (1, None, None, None)
    """
    digits = text.replace(",", "")
    return len(digits) - len(digits.rstrip("0") or digits) if digits.isdigit() else None


def between(text: str, rounded: int = 0) -> Between:
    """Return the range of numbers that a source would write as this text.

    rounded: the number of zeros that every whole number of its source ends in.

    >>> between("441.4"), between("1,750"), between("1,750", 1), between("440 to 445")
    ((441.35, 441.45), (1749.5, 1750.5), (1745.0, 1755.0), (440.0, 445.0))
    >>> between("about 35 %"), between("1 in 4")
    ((0.345, 0.355), (0.2222222222222222, 0.2857142857142857))
    """
    if text == _THIRD:
        text = "1 in 3"
    numbers = [Decimal(number.replace(",", "")) for number in _NUMBER.findall(text)]
    if " to " in text:
        low, high = numbers
        return float(low), float(high)
    number = numbers[-1]
    last = number.as_tuple().exponent
    assert isinstance(last, int)
    if final_zeros(text) is not None:
        last += rounded
    low, high = (number + sign * Decimal(5).scaleb(last - 1) for sign in (-1, 1))
    if " in " in text:
        return float(1 / high), float(1 / low)
    return (float(low / 100), float(high / 100)) if text.endswith("%") else (float(low), float(high))


# A published claim: whose it is, what it says in our words, by which rules, and the figure.

_CLAIMS: Final = Path(__file__).with_name("claims.jsonl")
SEED: Final = 7
"""The seed of every run behind a figure of ours."""


class Footing(StrEnum):
    """How far a claim says by which rules it was made."""

    STATED = "stated"
    OWN = "own"
    """By rules of its own, which differ from all of ours in something small that is known."""
    UNSTATED = "unstated"
    CANNOT = "cannot"
    """There is nothing to compare: another game, or no figure that was seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedAnswer:
    """A deal, and what is claimed that its judge answers; `endless` where no game ends."""

    rules: str
    deal: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedClaim:
    """One line of the claims. Raises `ValueError` for rules that there are not."""

    name: str
    source: str
    claim: str
    """What it says, in our words."""
    year: int | None = None
    url: str = ""
    figure: str = ""
    """How it is measured (`tests/helpers/claim_figures.py`); empty where it cannot be."""
    runs: tuple[str, ...] = ()
    """The rule sets by which it may have been made, the likeliest first."""
    unit: str = "rounds"
    published: float | None = None
    said: str = ""
    """The figure as it was published, where that is no plain number."""
    their_games: int | None = None
    our_games: int = 1_000_000
    pack: str = STANDARD_PACK.text
    hands: str = ""
    """What the players are known to hold."""
    limit: int = 0
    """Rounds after which games were cut off; 0: never."""
    standing: Footing = Footing.STATED
    unsaid: str = ""
    """What is left unsaid."""
    note: str = ""
    cases: tuple[ClaimedAnswer, ...] = ()

    def __post_init__(self) -> None:
        for code in self.runs:
            rules_called(code)

    @property
    def text(self) -> str:
        """The figure as it was published; empty where none was seen."""
        if self.said or self.published is None:
            return self.said
        return written(self.published, share=self.unit == "share")

    @property
    def between(self) -> Between:
        """Between what the figure lies that they rounded."""
        return between(self.text, rounded_to(self.source))


def claim_of(data: dict[str, Any]) -> PublishedClaim:
    """Return the claim of a line."""
    runs, cases = tuple(data.get("runs", ())), (ClaimedAnswer(**case) for case in data.get("cases", ()))
    standing = Footing(data.get("standing", Footing.STATED))
    return PublishedClaim(**{**data, "runs": runs, "cases": tuple(cases), "standing": standing})


@cache
def claims() -> dict[str, PublishedClaim]:
    """Return every claim by its name, in the order of the sources."""
    lines = _CLAIMS.read_text(encoding="utf-8").splitlines()
    return {claim.name: claim for claim in map(claim_of, map(json.loads, lines))}


@cache
def rounded_to(source: str) -> int:
    """Return the number of zeros that every whole number of a source ends in."""
    ends = [final_zeros(claim.text) for claim in claims().values() if claim.source == source]
    return min((number for number in ends if number is not None), default=0)


def claim_called(name: str) -> PublishedClaim:
    """Return a claim by its name. Raises `ValueError` for none."""
    if name not in claims():
        raise ValueError(f"claim {name[:60]!r} is unknown: war literature lists them")
    return claims()[name]
