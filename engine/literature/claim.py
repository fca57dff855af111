"""A published claim: whose it is, what it says in our words, by which rules, and the figure."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.cards import STANDARD_PACK, Hands, Pack
from engine.game import LIMIT
from engine.literature.rounding import Between, between, noughts, written
from engine.rules import rules_called
from engine.study import Study

_CLAIMS: Final = Path(__file__).with_name("claims.jsonl")
SEED: Final = 7
"""Of every run behind a figure of ours."""


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
    """How it is measured (`engine.literature.figures`); empty where it cannot be."""
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

    def study(self, code: str) -> Study:
        """Return the games of ours that are behind the figure, by one of the rule sets."""
        return Study(
            rules=rules_called(code),
            games=self.our_games,
            pack=Pack.parse(self.pack),
            seed=SEED,
            limit=self.limit or LIMIT,
            hands=Hands.parse(self.hands) if self.hands else None,
        )


def claim_of(data: dict[str, Any]) -> PublishedClaim:
    """Return the claim of a line."""
    read: dict[str, Callable[[Any], Any]] = {
        "runs": tuple,
        "cases": lambda cases: tuple(ClaimedAnswer(**case) for case in cases),
        "standing": Footing,
    }
    return PublishedClaim(**{name: read.get(name, _as_it_is)(value) for name, value in data.items()})


def _as_it_is(value: Any) -> Any:
    return value


@cache
def claims() -> dict[str, PublishedClaim]:
    """Return every claim by its name, in the order of the sources."""
    lines = _CLAIMS.read_text(encoding="utf-8").splitlines()
    return {claim.name: claim for claim in map(claim_of, map(json.loads, lines))}


@cache
def rounded_to(source: str) -> int:
    """Return how many noughts every whole number that a source published ends in."""
    ends = [noughts(claim.text) for claim in claims().values() if claim.source == source]
    return min((number for number in ends if number is not None), default=0)


def claim_called(name: str) -> PublishedClaim:
    """Return a claim by its name. Raises `ValueError` for none."""
    if name not in claims():
        raise ValueError(f"claim {name[:60]!r} is unknown: war literature lists them")
    return claims()[name]
