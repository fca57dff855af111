"""What a program is checked by, and which deals it is run on, in which order."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards import Deal
from engine.game.judges import judge_answer
from engine.game.killers import KILLERS, TELLING
from engine.game.longest import LONGEST
from engine.game.published import PUBLISHED
from engine.game.referee import play
from engine.game.shapes import SHAPES, DealShape
from engine.rules import Rules

MOST_TURNS: Final = 20
"""Shuffled deals of a size that are looked at for one that the judge would ask."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a program is checked by: the rules, how deals are written for it, how it answers."""

    rules: Rules
    name: str
    """The rules' name: whose published deals and shape of deals are taken."""
    judge: str
    """Whose form of answer it gives; empty where that is nobody's, and only the deals matter."""
    input: str
    games: int = 200
    """Shuffled deals."""
    seed: int = 0
    shape: DealShape | None = None

    @property
    def deals(self) -> DealShape:
        """Return which deals it may be given."""
        return self.shape or SHAPES.get(self.name, DealShape())

    def expected(self, deal: Deal) -> str | None:
        """Return what the judge expects; None where he would not ask, as where the game never ends."""
        return _expected(deal, self.rules, self.judge) if self.deals.has(deal) else None

    def asks(self, deal: Deal) -> bool:
        """Say whether the judge would ask this deal."""
        if self.judge:
            return self.expected(deal) is not None
        return self.deals.has(deal) and play(deal, self.rules).cycle is None

    def ordered(self) -> Iterator[Deal]:
        """Yield the deals in the order in which they are run."""
        yield from self.published()
        yield from self.killers()
        yield from self.longest()
        yield from map(self._shuffled, range(self.games))

    def _shuffled(self, place: int) -> Deal:
        """Return a shuffled deal that the judge would ask, if one of several is such a one."""
        turns = range(MOST_TURNS)
        deals = (self.deals.shuffled(place, self.games, seed=self.seed, turn=turn) for turn in turns)
        return next(filter(self.asks, deals), None) or self.deals.shuffled(place, self.games, seed=self.seed)

    def published(self) -> list[Deal]:
        """Return the deals that the source publishes with their answers."""
        return [Deal.parse(line) for line in PUBLISHED.get(self.name, ())]

    def killers(self) -> list[Deal]:
        """Return the deals that between them catch every mistake we know for this judge."""
        return [Deal.parse(line) for line in KILLERS.get(self.name, ())]

    def longest(self) -> list[Deal]:
        """Return the deal of the longest game known that ends, for programs that give up too soon."""
        return [Deal.parse(line) for _, line in [LONGEST[self.name]]] if self.name in LONGEST else []

    def telling(self) -> list[Deal]:
        """Return the three deals that tell most of these mistakes from one another."""
        return [Deal.parse(line) for line in TELLING.get(self.name, ())]


@lru_cache(maxsize=4_096)
def _expected(deal: Deal, rules: Rules, judge: str) -> str | None:
    return judge_answer(play(deal, rules), judge)
