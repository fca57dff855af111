"""Small packs, exactly: every distinct deal in equal decks, played once."""

from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Final

import numpy as np
import numpy.typing as npt

from engine import kernels
from engine.cards import Pack
from engine.kernels.tallies import DRAW, OUTCOMES
from engine.rules import Rules, count
from engine.study.tally import outcomes_of

MOST_DEALS: Final = 20_000_000
"""Deals up to which a pack is small: about a minute of one core."""
CHUNK: Final = 200_000


@dataclass(frozen=True, slots=True)
class Exact:
    """How all deals of a pack end. `rounds` is the sum over finished games, drawn ones included."""

    pack: Pack
    rules: Rules
    deals: int
    player_1: int
    player_2: int
    draw: int
    endless: int
    rounds: int
    longest: int

    @property
    def mean_rounds(self) -> Fraction | None:
        """Mean length of the games that end, exactly; None if none does."""
        finished = self.deals - self.endless
        return Fraction(self.rounds, finished) if finished else None

    def share(self, deals: int) -> Fraction:
        """Return some deals as an exact share of all."""
        return Fraction(deals, self.deals)


def arrangements(pack: Pack) -> int:
    """Return how many different deals a pack has when suits do not matter.

    >>> arrangements(Pack(4, 2))
    2520
    """
    return int(factorial(pack.size) // factorial(pack.copies) ** pack.ranks)


def exact(pack: Pack, rules: Rules) -> Exact:
    """Play every distinct deal of a small pack. Raises `ValueError` for larger packs or random rules.

    >>> from engine.rules import PLAYABLE
    >>> counted = exact(Pack(3, 2), PLAYABLE["code-golf"])
    >>> counted.player_1, counted.player_2, counted.draw, counted.rounds
    (36, 36, 18, 288)
    """
    deals = arrangements(pack)
    if deals > MOST_DEALS:
        raise ValueError(f"pack {pack.text} has {count(deals, 'deal')}: take one with at most {MOST_DEALS:,}")
    if not rules.deterministic:
        raise ValueError(f"pickup {rules.pickup} leaves games to chance: take one that the deal settles")
    counts = np.zeros(len(OUTCOMES), dtype=np.int64)
    rounds = longest = 0
    for first in range(0, deals, CHUNK):
        rows = _rows(pack, np.arange(first, min(first + CHUNK, deals), dtype=np.int64), deals)
        cuts = np.full(len(rows), (pack.size + 1) // 2, dtype=np.int64)
        records = kernels.play_rows(rows, cuts, rules)
        outcomes = outcomes_of(records)
        counts += np.bincount(outcomes, minlength=len(OUTCOMES))
        lengths = records["rounds"][outcomes <= DRAW]
        rounds += int(lengths.sum())
        longest = max(longest, int(lengths.max(initial=0)))
    player_1, player_2, draw, endless, _ = counts.tolist()
    return Exact(pack, rules, deals, player_1, player_2, draw, endless, rounds, longest)


def _rows(pack: Pack, indices: npt.NDArray[np.int64], deals: int) -> npt.NDArray[np.int64]:
    """Return the arrangements with these indices, in lexicographic order of ranks: games x cards.

    Of all arrangements that go on from a prefix, the share that has a given rank next is the share
    of that rank among the cards left; so the index is narrowed card by card, for all rows at once.
    """
    left = np.full((len(indices), pack.ranks), pack.copies, dtype=np.int64)
    ways = np.full(len(indices), deals, dtype=np.int64)
    rest = indices.copy()
    rows = np.empty((len(indices), pack.size), dtype=np.int64)
    every = np.arange(len(indices))
    for place in range(pack.size):
        below = np.cumsum(left, axis=1) * ways[:, np.newaxis] // (pack.size - place)
        rank = (below <= rest[:, np.newaxis]).sum(axis=1)
        start = np.where(rank > 0, below[every, rank - 1], 0)
        rest -= start
        ways = below[every, rank] - start
        left[every, rank] -= 1
        rows[:, place] = pack.rank_of(0) + rank
    return rows
