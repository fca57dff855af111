"""A record: a deal, the figure it reaches under a rule set, and how it was found; a line of JSON each."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Final, Self

from engine.cards import Deal
from engine.game import Reason
from engine.kernels import Course, decide
from engine.records.feats import (
    COMEBACK,
    CYCLE_OF,
    DEEPEST,
    FEATS,
    LEAD_IN,
    LONGEST,
    MOST_WARS,
    QUICKEST,
    Feat,
)
from engine.rules import Rules, rules_called

HOWS: Final = {
    "shuffled": "the best of shuffled deals",
    "exchanged": "shuffled deals, then cards exchanged where it paid",
    "built": "built",
    "sent": "sent in by a visitor",
}
"""How a record was found, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One line of the records. Raises `ValueError` for a feat, a rule set or a way that there is not."""

    feat: str
    rules: str
    """A preset's name or a rule code."""
    deal: str
    figure: int
    how: str
    seed: int = 0
    game: int = 0
    """The deal that was shuffled; with random pick-ups also the game's own stream."""
    exchanges: str = ""
    """Which cards of that deal were exchanged, one pair after the other: `3-41 7-30`, places from 0."""
    games: int = 0
    """Games looked at."""
    turns: int = 0
    tail: str = ""
    """How often a hunt took its turn, and the tail that it saw, for going on with it."""
    by: str = ""
    date: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        rules_called(self.rules)
        if self.feat not in FEATS:
            raise ValueError(f"feat {self.feat[:40]!r} is unknown: take one of {', '.join(FEATS)}")
        if self.how not in HOWS:
            raise ValueError(f"how {self.how[:40]!r} is unknown: take one of {', '.join(HOWS)}")

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read what `line` wrote. Raises `ValueError` in one sentence."""
        try:
            data = json.loads(line)
            return cls(**data)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{line[:60]!r} is no record: {error}") from None

    @property
    def line(self) -> str:
        """The record as one line of JSON, without what is as usual."""
        usual = {field.name: field.default for field in fields(self)}
        said = {name: value for name, value in asdict(self).items() if value != usual[name]}
        return json.dumps(said, ensure_ascii=False)

    def measured(self) -> int | None:
        """Return the figure that the deal reaches, played again; None where it does not do the feat."""
        return figure_of(
            FEATS[self.feat], Deal.parse(self.deal), rules_called(self.rules), self.seed, self.game
        )


def figure_of(feat: Feat, deal: Deal, rules: Rules, seed: int = 0, number: int = 0) -> int | None:
    """Play a deal and return its figure, None where it has none."""
    return figure_in(feat, Course(decide(deal, rules, seed=seed, number=number), seed, number))


def figure_in(feat: Feat, course: Course) -> int | None:
    """Return the figure of a game that was decided, None where it has none."""
    game = course.game
    winner, cycle = game.outcome.winner, game.cycle
    if feat.cycles:
        of_cycle = {CYCLE_OF: lambda one: one.length, LEAD_IN: lambda one: one.start - 1}
        return None if cycle is None else of_cycle[feat](cycle)
    if cycle is not None or game.outcome.reason is Reason.LIMIT:
        return None
    if feat in (QUICKEST, COMEBACK) and not winner:
        return None
    if feat == COMEBACK:
        sizes, _ = course.line()
        mine = sizes[:-1] if winner == 1 else game.deal.size - sizes[:-1]
        return int((mine == 1).sum())
    return {LONGEST: game.rounds, QUICKEST: game.rounds, MOST_WARS: game.wars, DEEPEST: game.depth}[feat]


def exchanged(deal: Deal, exchanges: str) -> Deal:
    """Return a deal with pairs of cards exchanged one after the other; places count through both decks.

    >>> exchanged(Deal.parse("234/567"), "0-5 1-0").text
    '374/562'
    """
    cards, cut = [*deal.deck_1, *deal.deck_2], len(deal.deck_1)
    for pair in exchanges.split():
        one, other = map(int, pair.split("-"))
        cards[one], cards[other] = cards[other], cards[one]
    return Deal(tuple(cards[:cut]), tuple(cards[cut:]))
