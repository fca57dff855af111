"""Deals that every checked program plays: published, catching and longest ones, and shapes of others."""

import csv
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Final, NamedTuple, Self

from engine.cards import ACE, STANDARD_PACK, Deal, Pack, shuffled
from engine.game.judges import judge_answer
from engine.game.referee import play
from engine.rules import Rules

# Which deals a judge promises to give, and shuffled ones of these, small to large.

_FEWEST_SHUFFLED: Final = 4  # cards of the smallest shuffled deal: what two cards can show is soon shown


class DealShape(NamedTuple):
    """The deals that a judge gives: which ranks, how many cards, whether the decks may be unequal."""

    lowest: int = 2
    highest: int = ACE
    copies: int = 4
    fewest: int = 2
    most: int = STANDARD_PACK.size
    uneven: bool = False

    @classmethod
    def whole(cls, pack: Pack) -> Self:
        """Return the shape of a whole pack dealt in halves, and no other deal."""
        lowest, highest = pack.rank_of(0), pack.rank_of(pack.size - 1)
        return cls(lowest, highest, pack.copies, pack.size, pack.size, uneven=pack.size % 2 == 1)

    def has(self, deal: Deal) -> bool:
        """Return whether the judge could give this deal."""
        size_1, size_2 = len(deal.deck_1), len(deal.deck_2)
        counts = Counter((*deal.deck_1, *deal.deck_2))
        fits = size_1 > 0 < size_2 and self.fewest <= deal.size <= self.most
        # Where no two cards are alike, their numbers have no gaps.
        highest = self.lowest + deal.size - 1 if self.copies == 1 else self.highest
        ranked = self.lowest <= min(counts, default=0) <= max(counts, default=0) <= highest
        return fits and (self.uneven or size_1 == size_2) and ranked and max(counts.values()) <= self.copies

    def identifies_judge(self, deal: Deal) -> bool:
        """Return whether a deal identifies the judge: it could give it, and the deal has its lowest card."""
        return self.has(deal) and self.lowest in (*deal.deck_1, *deal.deck_2)

    def shuffled(self, place: int, games: int, *, seed: int, attempt: int = 0) -> Deal:
        """Return shuffled deal number `place` of `number`, which grow from few cards to the most.

        turn: another one of as many cards for every number.
        """
        smallest = min(max(self.fewest, _FEWEST_SHUFFLED), self.most)
        grown = (self.most - smallest) * place**2 // max(games - 1, 1) ** 2
        size = smallest + grown // 2 * 2
        number = place + attempt * games
        ranks = self._ranks(size, seed, number)
        cards = [rank for rank in ranks for _ in range(self.copies)]
        order = shuffled(len(cards), seed=seed, number=2 * number)
        dealt = tuple(cards[card] for card in order[:size])
        cut = (size + 1) // 2
        if self.uneven and self.fewest < self.most and place % 3 == 2:
            cut = 1 + order[0] * (size - 1) // len(cards)
        return Deal(dealt[:cut], dealt[cut:])

    def _ranks(self, size: int, seed: int, number: int) -> list[int]:
        """Return the ranks of a deal: so few in a small one that it has wars."""
        if self.copies == 1:
            return [*range(self.lowest, self.lowest + size)]
        every = self.highest - self.lowest + 1
        few = min(every, max(2, -(-size // self.copies) + 1))
        return [self.lowest + rank for rank in shuffled(every, seed=seed, number=2 * number + 1)[:few]]


SHAPES: Final = {
    "codingame": DealShape(uneven=True),
    "codeforces-546c": DealShape(lowest=1, highest=10, copies=1, most=10, uneven=True),
    "advent-of-code-22": DealShape(lowest=1, highest=50, copies=1, most=50),
    "pyanitsa": DealShape(lowest=0, highest=9, copies=1, fewest=10, most=10),
    "dailyprogrammer-320": DealShape(lowest=1, highest=13, uneven=True),
    "spoj-hs08war": DealShape(uneven=True),
    "spivey": DealShape(lowest=1, highest=52, copies=1),
}
"""The deals of judges that are not simply parts of a pack of 52 in equal decks."""


# The fixed deals of each judge, a row each of `deals.csv`; of one kind the small ones come first.
#
# published: those that the source publishes with their answers. catching: between them they catch every
# mistake we know, by few cards as far as these can. distinguishing: three that tell most mistakes from one
# another, two that name most, and one that catches what these miss: shuffled deals of which cards were
# exchanged as long as they told more. `tests/helpers/deal_choice.py` chooses the former; both are held by
# `tests/engine/check/test_fixed_deals.py`.
#
# longest: the longest game known that ends, and its rounds: a program that gives up too soon fails it.
# Of `codeforces-546c` (at most 10 cards, all different) and `pyanitsa` every deal was played, by
# `tests/helpers/longest.py NAME`: no game that ends is longer. The others are the longest that were found:
# `advent-of-code-22` and `spivey` by `war hunt --rules NAME --pack 50x1` and `52x1 --seed 7 --seconds 200
# --workers 1`, of 151,519,232 and 132,038,656 shuffled deals; all others are the records of
# `engine/library/records.jsonl`, which say how each was found (dailyprogrammer-320 has its ranks from 1).

TABLE: Final = Path(__file__).with_name("deals.csv")


@cache
def fixed_deals(kind: str) -> dict[str, list[Deal]]:
    """Return the fixed deals of a kind by rule set."""
    deals: dict[str, list[Deal]] = {}
    with TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["kind"] == kind:
                deals.setdefault(row["rules"], []).append(Deal.parse(row["deal"]))
    return deals


# What a program is checked by, and which deals it is run on, in which order.

MOST_ATTEMPTS: Final = 20  # shuffled deals of a size that are looked at for one that the judge would ask


class Plan(NamedTuple):
    """What a program is checked by: the rules, how deals are written for it, how it answers."""

    rules: Rules
    name: str
    """The rules' name: whose published deals and shape of deals are taken."""
    judge: str
    """The judge whose form of answer it gives; empty where there is none, and only the deals matter."""
    input: str
    games: int = 200
    seed: int = 0
    shape: DealShape | None = None

    @property
    def deals(self) -> DealShape:
        """Return which deals it may be given."""
        return self.shape or SHAPES.get(self.name, DealShape())

    def expected(self, deal: Deal) -> str | None:
        """Return what the judge expects; None where it would not ask, as where the game never ends."""
        return _expected(deal, self.rules, self.judge) if self.deals.has(deal) else None

    def asks(self, deal: Deal) -> bool:
        """Return whether the judge would ask this deal."""
        if self.judge:
            return self.expected(deal) is not None
        return self.deals.has(deal) and play(deal, self.rules).cycle is None

    def ordered(self) -> Iterator[Deal]:
        """Yield the deals in the order in which they are run."""
        yield from self.published()
        yield from self.catching()
        yield from self.longest()
        yield from map(self._shuffled, range(self.games))

    def _shuffled(self, place: int) -> Deal:
        """Return a shuffled deal that the judge would ask, if one of several is such a one."""
        shuffled = partial(self.deals.shuffled, place, self.games, seed=self.seed)
        deals = (shuffled(attempt=attempt) for attempt in range(MOST_ATTEMPTS))
        return next(filter(self.asks, deals), None) or shuffled()

    def published(self) -> list[Deal]:
        """Return the deals that the source publishes with their answers."""
        return fixed_deals("published").get(self.name, [])

    def catching(self) -> list[Deal]:
        """Return the deals that between them catch every mistake we know for this judge."""
        return fixed_deals("catching").get(self.name, [])

    def longest(self) -> list[Deal]:
        """Return the deal of the longest game known that ends, for programs that give up too soon."""
        return fixed_deals("longest").get(self.name, [])

    def distinguishing(self) -> list[Deal]:
        """Return the three deals that tell most of these mistakes from one another."""
        return fixed_deals("distinguishing").get(self.name, [])


@lru_cache(maxsize=4_096)
def _expected(deal: Deal, rules: Rules, judge: str) -> str | None:
    return judge_answer(play(deal, rules), judge)
