"""Tallies made by hand: what games with these numbers would leave, without a single one being played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Final

import numpy as np

from engine.cards import STANDARD_PACK, Pack
from engine.game import Reason
from engine.kernels import BINS, EXTREMES, GRID_ROUNDS, NO_GAME, OUTCOMES, UNITS
from engine.simulation.paired import LENGTHS_IN, SHOWN, Compared, Lengths
from engine.simulation.tallies import Ints, Summary, bin_of

_REASONS: Final = {
    "player_1": Reason.DECK_EMPTY,
    "player_2": Reason.DECK_EMPTY,
    "draw": Reason.BOTH_OUT,
    "endless": Reason.CYCLE,
    "limit": Reason.LIMIT,
}
ENDED: Final = OUTCOMES[:3]

Sizes = Sequence[tuple[int, Mapping[int, int]]]
"""How many games hold how many cards for player 1, and for how many rounds on end that is so."""


@dataclass(frozen=True, slots=True)
class Games:
    """So many games that went alike."""

    outcome: str
    times: int = 1
    rounds: int = 10
    extra: int = 0
    """Battles beyond the rounds."""
    plays: int | None = None
    """Where they are others than the battles."""
    wars: int = 0
    depth: int = 0
    reason: Reason | None = None
    aces: int = 0
    strength: int = 0
    cycle: tuple[int, int] | None = None
    """First round and length, of games that are followed."""

    def count(self, unit: str) -> int:
        """Return what each of them counts in a unit."""
        own = {"rounds": self.rounds, "plays": self.plays, "wars": self.wars, "depth": self.depth}
        number = own.get(unit)
        return self.rounds + self.extra if number is None else number


won = partial(Games, "player_1")
lost = partial(Games, "player_2")
drawn = partial(Games, "draw")
endless = partial(Games, "endless")
cut_off = partial(Games, "limit")


def summary(*games: Games, pack: Pack = STANDARD_PACK, sizes: Sizes = ()) -> Summary:
    """Return the tallies of games, numbered in the order in which they are given."""
    outcomes = len(OUTCOMES)
    shapes: dict[str, tuple[int, ...]] = {
        **dict.fromkeys(UNITS, (outcomes, BINS)),
        "reasons": (outcomes, len(Reason)),
        "parity": (outcomes, 2),
        "aces": (outcomes, pack.copies + 1),
        "strength": (outcomes, (pack.ranks - 1) * pack.size + 1),
        "cycle_starts": (BINS,),
        "cycle_lengths": (BINS,),
    }
    counts = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
    firsts = {name: np.full(shape, NO_GAME) for name, shape in shapes.items()}
    sums = {unit: [(0, 0)] * outcomes for unit in UNITS}
    number = 0
    for alike in games:
        if not alike.times:
            continue
        for name, cell in _cells(alike).items():
            counts[name][cell] += alike.times
            firsts[name][cell] = min(number, int(firsts[name][cell]))
        if alike.outcome != "endless":
            at = OUTCOMES.index(alike.outcome)
            for unit in UNITS:
                value, (total, squares) = alike.count(unit), sums[unit][at]
                sums[unit][at] = total + value * alike.times, squares + value**2 * alike.times
        number += alike.times
    return Summary(
        games=number,
        histograms={unit: counts.pop(unit) for unit in UNITS},
        sums={unit: tuple(pairs) for unit, pairs in sums.items()},
        extremes=dict.fromkeys(EXTREMES, ()),
        sizes=_sizes(sizes, pack.size),
        firsts=firsts,
        **counts,
    )


def _cells(alike: Games) -> dict[str, tuple[int, ...]]:
    """Return the cell of each tally in which these games are counted."""
    at = OUTCOMES.index(alike.outcome)
    cells: dict[str, tuple[int, ...]] = {
        "reasons": (at, list(Reason).index(alike.reason or _REASONS[alike.outcome])),
        "aces": (at, alike.aces),
        "strength": (at, alike.strength),
    }
    if alike.outcome != "endless":
        bins = bin_of(np.array([alike.count(unit) for unit in UNITS])).tolist()
        cells |= {unit: (at, place) for unit, place in zip(UNITS, bins, strict=True)}
        cells["parity"] = at, alike.rounds % 2
    if alike.cycle:
        starts, lengths = bin_of(np.array(alike.cycle)).tolist()
        cells |= {"cycle_starts": (starts,), "cycle_lengths": (lengths,)}
    return cells


def _sizes(sizes: Sizes, cards: int) -> Ints:
    table = np.zeros((GRID_ROUNDS, cards + 1), np.int64)
    at = 0
    for rounds, held in sizes:
        for size, games in held.items():
            table[at : at + rounds, size] = games
        at += rounds
    return table


Deals = tuple[int, tuple[Games, ...]]  # so many deals, and how each rule set plays them


def compared(*deals: Deals, pack: Pack = STANDARD_PACK) -> Compared:
    """Return the tallies of rule sets on the same deals, numbered in the order in which they are given."""
    sets = len(deals[0][1])
    columns = [[replace(ends[place], times=times) for times, ends in deals] for place in range(sets)]
    pairs = list(combinations(range(sets), 2))
    shape = (len(pairs), len(OUTCOMES), len(OUTCOMES))
    changes, examples = np.zeros(shape, np.int64), np.full((*shape, SHOWN), NO_GAME)
    first = 0
    for times, ends in deals:
        for at, (one, other) in enumerate(pairs):
            cell = at, OUTCOMES.index(ends[one].outcome), OUTCOMES.index(ends[other].outcome)
            changes[cell] += times
            numbers = sorted([*examples[cell].tolist(), *range(first, first + min(times, SHOWN))])
            examples[cell] = numbers[:SHOWN]
        first += times
    return Compared(
        games=first,
        summaries=tuple(summary(*column, pack=pack) for column in columns),
        changes=changes,
        examples=examples,
        lengths={unit: tuple(_lengths(deals, unit, *pair) for pair in pairs) for unit in LENGTHS_IN},
    )


def _lengths(deals: Iterable[Deals], unit: str, one: int, other: int) -> Lengths:
    """Return the sums over the deals that end under both rule sets."""
    both = [
        (times, ends[one].count(unit), ends[other].count(unit))
        for times, ends in deals
        if ends[one].outcome in ENDED and ends[other].outcome in ENDED
    ]
    return Lengths(
        games=sum(times for times, _, _ in both),
        sum_1=sum(times * a for times, a, _ in both),
        sum_2=sum(times * b for times, _, b in both),
        squares_1=sum(times * a * a for times, a, _ in both),
        squares_2=sum(times * b * b for times, _, b in both),
        products=sum(times * a * b for times, a, b in both),
    )
