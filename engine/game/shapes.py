"""Which deals a judge promises to give, and shuffled ones of these, small to large."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Self

from engine.cards import ACE, STANDARD_PACK, Deal, Pack, shuffled

_FEWEST_SHUFFLED: Final = 4
"""Cards of the smallest shuffled deal: what two cards can show is soon shown."""


@dataclass(frozen=True, slots=True)
class DealShape:
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
        """Say whether the judge could give this deal."""
        size_1, size_2 = len(deal.deck_1), len(deal.deck_2)
        counts = Counter((*deal.deck_1, *deal.deck_2))
        fits = size_1 > 0 < size_2 and self.fewest <= deal.size <= self.most
        # Where no two cards are alike, their numbers have no gaps.
        highest = self.lowest + deal.size - 1 if self.copies == 1 else self.highest
        ranked = self.lowest <= min(counts, default=0) <= max(counts, default=0) <= highest
        return fits and (self.uneven or size_1 == size_2) and ranked and max(counts.values()) <= self.copies

    def told_by(self, deal: Deal) -> bool:
        """Say whether a deal tells the judge: he could give it, and it has his lowest card."""
        return self.has(deal) and self.lowest in (*deal.deck_1, *deal.deck_2)

    def shuffled(self, place: int, games: int, *, seed: int, turn: int = 0) -> Deal:
        """Return shuffled deal number `place` of so many, which grow from few cards to the most.

        turn: another one of as many cards for every number.
        """
        smallest = min(max(self.fewest, _FEWEST_SHUFFLED), self.most)
        grown = (self.most - smallest) * place**2 // max(games - 1, 1) ** 2
        size = smallest + grown // 2 * 2
        number = place + turn * games
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
    "spivey": DealShape(lowest=1, highest=52, copies=1),
}
"""The deals of judges that are not simply parts of a pack of 52 in equal decks."""
