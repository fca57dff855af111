"""Small packs, exactly: every distinct deal, played once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from engine import kernels
from engine.cards import Deal, Pack
from engine.kernels.tallies import DRAW, OUTCOMES
from engine.rules import Rules, count
from engine.study.arrangements import arrangements, deal_of, rows_of
from engine.study.tally import outcomes_of

MOST_DEALS: Final = 10**10
"""Deals up to which a pack is small: half a day of two cores."""
CHUNK: Final = 200_000
"""Deals that are played in one go: most of a second."""

Chunks = Callable[[Callable[[int], "Exact"], Iterable[int]], Iterable["Exact"]]
"""Has chunks of deals played, in order: `map`, or that of an executor."""


@dataclass(frozen=True, slots=True)
class Exact:
    """How the first `deals` deals of a pack end. `rounds` is the sum over finished games, drawn ones too."""

    pack: Pack
    rules: Rules
    cut: int
    """How many cards are player 1's."""
    deals: int = 0
    player_1: int = 0
    player_2: int = 0
    draw: int = 0
    endless: int = 0
    rounds: int = 0
    longest: int = 0
    longest_at: int = 0
    """The number of the first of the longest games; of games that end."""

    @property
    def done(self) -> bool:
        """Whether these are all deals of the pack."""
        return self.deals == arrangements(self.pack)

    @property
    def mean_rounds(self) -> Fraction | None:
        """Mean length of the games that end, exactly; None if none does."""
        finished = self.deals - self.endless
        return Fraction(self.rounds, finished) if finished else None

    @property
    def longest_deal(self) -> Deal | None:
        """The deal of the first of the longest games; None if no game ends."""
        return deal_of(self.pack, self.longest_at, self.cut) if self.longest else None

    def share(self, deals: int) -> Fraction:
        """Return some deals as an exact share of all."""
        return Fraction(deals, self.deals)

    def __add__(self, more: "Exact") -> "Exact":
        """Return these deals with those that come next."""
        longer = more if more.longest > self.longest else self
        counts = ("deals", "player_1", "player_2", "draw", "endless", "rounds")
        summed = {name: getattr(self, name) + getattr(more, name) for name in counts}
        return replace(self, **summed, longest=longer.longest, longest_at=longer.longest_at)


def exact(pack: Pack, rules: Rules, cut: int | None = None) -> Exact:
    """Play every distinct deal of a small pack. Raises `ValueError` as `begun` does.

    >>> from engine.rules import PLAYABLE
    >>> counted = exact(Pack(3, 2), PLAYABLE["code-golf"])
    >>> counted.player_1, counted.player_2, counted.draw, counted.rounds
    (36, 36, 18, 288)
    """
    counted = begun(pack, rules, cut)
    while not counted.done:
        counted = gone_on(counted)
    return counted


def begun(pack: Pack, rules: Rules, cut: int | None = None) -> Exact:
    """Return no deals of a pack, to go on from. In equal decks, unless player 1 gets so many cards.

    Raises `ValueError` for larger packs, random rules and a deck without a card.
    """
    deals = arrangements(pack)
    if deals > MOST_DEALS:
        raise ValueError(f"pack {pack.text} has {count(deals, 'deal')}: take one with at most {MOST_DEALS:,}")
    if not rules.deterministic:
        raise ValueError(f"pickup {rules.pickup} leaves games to chance: take one that the deal settles")
    half = (pack.size + 1) // 2
    cut = half if cut is None else cut
    if not 0 < cut < pack.size:
        raise ValueError(f"{cut} cards for player 1 are out of range: take 1 to {pack.size - 1}")
    return Exact(pack, rules, cut)


def gone_on(counted: Exact, chunks: int = 1, mapped: Chunks = map) -> Exact:
    """Play the deals that come next, so many chunks of them at most."""
    last = min(counted.deals + chunks * CHUNK, arrangements(counted.pack))
    for more in mapped(partial(_chunk, counted), range(counted.deals, last, CHUNK)):
        counted = counted + more
    return counted


def _chunk(counted: Exact, first: int) -> Exact:
    pack, rules, cut = counted.pack, counted.rules, counted.cut
    numbers = np.arange(first, min(first + CHUNK, arrangements(pack)), dtype=np.int64)
    rows = rows_of(pack, numbers)
    records = kernels.play_rows(rows, np.full(len(rows), cut), rules)
    outcomes = outcomes_of(records)
    player_1, player_2, draw, endless, _ = np.bincount(outcomes, minlength=len(OUTCOMES)).tolist()
    lengths = np.where(outcomes <= DRAW, records["rounds"], 0)
    place = int(lengths.argmax())
    return Exact(
        pack,
        rules,
        cut,
        len(rows),
        player_1,
        player_2,
        draw,
        endless,
        rounds=int(lengths.sum()),
        longest=int(lengths[place]),
        longest_at=first + place,
    )
