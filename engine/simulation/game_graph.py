"""The whole game of a small pack as a graph: every position, where a round leads from it, and the cycles.

A position is an arrangement of the pack cut in two decks with a card each at least; its number is
(player 1's cards - 1) x arrangements + the arrangement's number. A round leads to another position or to an
end. All are whole numbers, and nothing is estimated.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from engine import kernels
from engine.cards import Deal, Pack
from engine.rules import Rules
from engine.simulation.counting import arrangements, numbers_of, refuse_if_large, rows_of
from engine.simulation.tallies import WINNERS, Ints

MOST_POSITIONS: Final = 5_000_000
"""Positions of a pack whose cycles are found: some ten seconds, and half a gigabyte."""
CHUNK: Final = 200_000


class Ring(NamedTuple):
    """Positions that come back for ever."""

    position: int
    """The lowest of their numbers."""
    length: int
    """Rounds until each comes back."""
    deals: int
    """Deals in equal decks that lead into it, those on it included."""


class RingKind(NamedTuple):
    """Rings of one length into which as many deals lead."""

    rings: int
    length: int
    deals: int
    """Deals in equal decks into each."""
    position: str


class Split(NamedTuple):
    """How all deals end in which player 1 gets `cut` cards."""

    cut: int
    outcomes: tuple[int, int, int, int]
    """Won by player 1, by player 2, drawn, endless."""
    longest: int


def position_count(pack: Pack) -> int:
    """Return how many positions a pack has.

    >>> position_count(Pack(4, 2))
    17640
    """
    return (pack.size - 1) * arrangements(pack)


@dataclass(frozen=True, eq=False)
class Positions:
    """Every position of a pack by some rules."""

    pack: Pack
    after: Ints
    """Where a round leads from each position: a position, or behind them all an end by its place in
    `OUTCOMES` (player 1, player 2, drawn), which leads to itself."""

    @property
    def number(self) -> int:
        """How many positions there are."""
        return len(self.after) - kernels.ENDLESS

    @property
    def deals(self) -> range:
        """The positions that are deals in equal decks, player 1 with the odd card."""
        deals = arrangements(self.pack)
        first = ((self.pack.size + 1) // 2 - 1) * deals
        return range(first, first + deals)

    def deal(self, position: int) -> Deal:
        """Return a position as a deal."""
        return self.dealt([position])[0]

    def dealt(self, positions: Sequence[int]) -> list[Deal]:
        """Return positions as deals."""
        cuts, numbers = np.divmod(np.array(positions, np.int64), arrangements(self.pack))
        rows, firsts = rows_of(self.pack, numbers).tolist(), (cuts + 1).tolist()
        return [Deal((*row[:first],), (*row[first:],)) for row, first in zip(rows, firsts, strict=True)]

    @cached_property
    def _settled(self) -> tuple[Ints, Ints]:
        """Where every position is after many rounds, and how many of these it took to get to an end.

        Each step looks twice as far as the one before; when no fewer positions are left where one can be,
        these are the ends and the cycles.
        """
        rounds = (np.arange(len(self.after)) < self.number).astype(np.int64)
        reached, places = self.after, len(self.after)
        while True:
            left = np.zeros(len(self.after), np.bool_)
            left[reached] = True
            if (now := int(left.sum())) == places:
                return reached, rounds
            places = now
            rounds = rounds + rounds[reached]
            reached = reached[reached]

    @cached_property
    def fates(self) -> Ints:
        """To what each position leads: a ring, by its lowest number, or an end."""
        reached, _ = self._settled
        lowest, ahead = np.arange(len(self.after)), self.after
        on_ring = np.unique(reached)
        while True:
            lower = np.minimum(lowest, lowest[ahead])
            ahead = ahead[ahead]
            if np.array_equal(lower[on_ring], lowest[on_ring]):
                return lower[reached]
            lowest = lower

    @cached_property
    def outcomes(self) -> Ints:
        """How the game goes from each position, by its place in `OUTCOMES`."""
        fates = self.fates[: self.number]
        return np.where(fates < self.number, kernels.ENDLESS, fates - self.number)

    def rings(self) -> tuple[Ring, ...]:
        """Return every cycle, the longest first, then those into which most deals lead."""
        fates = self.fates[: self.number]
        lowest = np.unique(fates[self.outcomes == kernels.ENDLESS])
        dealt_into = self.fates[self.deals.start : self.deals.stop]
        places = np.searchsorted(lowest, dealt_into[dealt_into < self.number])
        dealt = np.bincount(places, minlength=len(lowest))
        rings = (
            Ring(position, sum(1 for _ in self.along(position)), deals)
            for position, deals in zip(lowest.tolist(), dealt.tolist(), strict=True)
        )
        return tuple(sorted(rings, key=lambda ring: (-ring.length, -ring.deals, ring.position)))

    def kinds(self) -> tuple[RingKind, ...]:
        """Return the cycles into which deals in equal decks lead, those alike together, the longest first."""
        led_to = [ring for ring in self.rings() if ring.deals]
        alike = Counter((ring.length, ring.deals) for ring in led_to)
        first = {(ring.length, ring.deals): ring.position for ring in reversed(led_to)}
        return tuple(RingKind(rings, *kind, self.deal(first[kind]).text) for kind, rings in alike.items())

    def along(self, position: int) -> Iterator[int]:
        """Yield the positions of a ring, from one of them on."""
        now = position
        while True:
            yield now
            now = int(self.after[now])
            if now == position:
                return

    def splits(self) -> tuple[Split, ...]:
        """Return how all deals end, split by split."""
        _, rounds = self._settled
        deals = arrangements(self.pack)
        splits = []
        for cut in range(1, self.pack.size):
            part = slice((cut - 1) * deals, cut * deals)
            outcomes = self.outcomes[part]
            one, two, drawn, endless = np.bincount(outcomes, minlength=kernels.ENDLESS + 1).tolist()
            longest = int(rounds[part][outcomes <= kernels.DRAW].max(initial=0))
            splits.append(Split(cut, (one, two, drawn, endless), longest))
        return tuple(splits)

    def met(self) -> Ints:
        """Return the positions that are met from deals in equal decks, ascending; ends are none."""
        seen = np.zeros(len(self.after), np.bool_)
        seen[self.number :] = True
        front = np.arange(self.deals.start, self.deals.stop)
        while len(front):
            seen[front] = True
            front = np.unique(self.after[front])
            front = front[~seen[front]]
        return np.flatnonzero(seen[: self.number])


def positions(pack: Pack, rules: Rules) -> Positions:
    """Return all positions of a small pack. Raises `ValueError` for larger packs or random rules.

    >>> from engine.rules import PLAYABLE
    >>> whole = positions(Pack(5, 1), PLAYABLE["code-golf"])
    >>> len(whole.met()), whole.rings()[0]
    (270, Ring(position=50, length=4, deals=4))
    """
    number = position_count(pack)
    refuse_if_large(pack, rules, number, "position", MOST_POSITIONS)
    after = [_after(pack, rules, first, min(first + CHUNK, number)) for first in range(0, number, CHUNK)]
    return Positions(pack, np.concatenate([*after, np.arange(number, number + kernels.ENDLESS)]))


def _after(pack: Pack, rules: Rules, first: int, last: int) -> Ints:
    """Return where a round leads from positions first to last - 1."""
    deals = arrangements(pack)
    cuts, numbers = np.divmod(np.arange(first, last), deals)
    results, rows = kernels.play_a_round(rows_of(pack, numbers), cuts + 1, rules)
    after: Ints = position_count(pack) + WINNERS[results["winner"]].astype(np.int64)
    on = results["reason"] == kernels.LIMIT
    after[on] = (results["size_1"][on].astype(np.int64) - 1) * deals + numbers_of(pack, rows[on])
    return after
