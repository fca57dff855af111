"""How often each kind of interval holds what it is of: 94 % and more, from the first game on.

Exact where counts can be summed over, else 2,000 samples of fixed seeds. An end that is open holds, and so
does an interval that is not given.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb

import numpy as np
import pytest

from engine.cards import Pack
from engine.kernels.tallies import OUTCOMES
from engine.rules import rules_called
from engine.simulation import Study
from engine.simulation.estimates import Estimate, length_difference, mean, share, share_difference
from engine.simulation.paired import Lengths
from engine.simulation.tallies import Ints, outcomes_of, play

GAMES = (1, 2, 5, 10, 20, 100)
SAMPLES = 2_000
LEAST = 0.94


def holds(interval: Estimate | None, true: float) -> bool:
    """Return whether an interval holds the true value, up to the last digits of a float."""
    return interval is None or interval.low - 1e-12 <= true <= interval.high + 1e-12


@pytest.mark.parametrize("games", GAMES)
def test_shares_hold(games: int) -> None:
    intervals = [share(count, games) for count in range(games + 1)]
    for low in (*np.geomspace(1e-5, 0.5, 400).tolist(), *(0.1 / games for games in GAMES)):
        for true in (low, 1 - low):
            chances = (comb(games, n) * true**n * (1 - true) ** (games - n) for n in range(games + 1))
            assert (
                sum(c for c, one in zip(chances, intervals, strict=True) if holds(one, true)) >= 0.95 - 1e-9
            )


@cache
def all_lengths(called: str, unit: str) -> Ints:
    """Return the lengths of the finished ones of 40,000 games."""
    name, cards = called.split()
    records = play(Study(rules=rules_called(name), games=40_000, pack=Pack.parse(cards)), 0, 40_000)
    return records[unit][outcomes_of(records) < OUTCOMES.index("endless")].astype(np.int64)


def samples(population: Ints, games: int) -> Iterator[Ints]:
    random = np.random.default_rng(games)
    yield from population[random.integers(0, len(population), (SAMPLES, games))]


def means_hold(population: Ints, *numbers: int) -> None:
    for games in numbers:
        held = [
            holds(mean(games, int(drawn.sum()), int((drawn * drawn).sum())), float(population.mean()))
            for drawn in samples(population, games)
        ]
        assert np.mean(held) >= LEAST, games


@pytest.mark.parametrize("unit", ["rounds", "wars"])
@pytest.mark.parametrize("called", ["code-golf 13x4", "codingame 13x4", "code-golf 6x2"])
def test_means_hold(called: str, unit: str) -> None:
    """The last is the most skewed of all named rule sets and packs tried: 2.7; exponential ones have 2."""
    means_hold(all_lengths(called, unit), *GAMES)


def test_means_of_what_is_rare_hold() -> None:
    """One game in ten is a hundred times as long: where all are alike, the interval is open."""
    means_hold(np.where(np.random.default_rng(1).random(40_000) < 0.1, 100, 1), 2, 5, 10, 20, 50)


def lengths(drawn: Ints) -> Lengths:
    sums = [*drawn.sum(axis=0), *(drawn * drawn).sum(axis=0), (drawn[:, 0] * drawn[:, 1]).sum()]
    return Lengths(len(drawn), *map(int, sums))


@pytest.mark.parametrize(("first", "second"), [("code-golf", "norvig"), ("codingame", "kbwar")])
def test_differences_of_means_hold(first: str, second: str) -> None:
    """On the same deals and, of lengths drawn apart, on deals of their own."""
    one, other = (play(Study(rules=rules_called(name), games=40_000), 0, 40_000) for name in (first, second))
    both = (outcomes_of(one) < 3) & (outcomes_of(other) < 3)
    pairs = np.stack((one["rounds"][both], other["rounds"][both]), axis=1).astype(np.int64)
    alone = np.stack((pairs[:, 0], np.random.default_rng(2).permutation(pairs[:, 1])), axis=1)
    true = float((pairs[:, 1] - pairs[:, 0]).mean())
    for games in GAMES:
        paired = [length_difference(lengths(drawn)) for drawn in samples(pairs, games)]
        unpaired = [length_difference(lengths(drawn)) for drawn in samples(alone, games)]
        assert np.mean([one is None or holds(one.paired, true) for one in paired]) >= LEAST
        assert np.mean([one is None or holds(one.unpaired, true) for one in unpaired]) >= LEAST


DEALS = (
    *((0.25, 0.25, 0.25, 0.25), (0.49, 0.01, 0.01, 0.49), (0.5, 0, 0, 0.5), (0.5, 0.1, 0, 0.4)),
    *((0, 0.5, 0.5, 0), (0, 0.97, 0.03, 0), (0.05, 0.05, 0.9, 0), (0.98, 0.01, 0.01, 0)),
)
"""Deals that player 1 wins by both rule sets, by the first, by the second, by none."""


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize("games", GAMES)
def test_differences_of_shares_hold(games: int, deals: Sequence[float]) -> None:
    random = np.random.default_rng(games)
    tables, times = np.unique(random.multinomial(games, deals, SAMPLES), axis=0, return_counts=True)
    held = [holds(share_difference(table(cells), "player_1").paired, deals[2] - deals[1]) for cells in tables]
    assert np.average(held, weights=times) >= LEAST


@pytest.mark.parametrize(("one", "other"), [(0.5, 0.5), (0.5, 0.02), (0.01, 0.02), (0.97, 0.1), (0.0, 0.3)])
@pytest.mark.parametrize("games", GAMES)
def test_differences_of_shares_of_own_deals_hold(games: int, one: float, other: float) -> None:
    random = np.random.default_rng(7)
    deals = (one * other, one * (1 - other), (1 - one) * other, (1 - one) * (1 - other))
    tables, times = np.unique(random.multinomial(games, deals, SAMPLES), axis=0, return_counts=True)
    held = [holds(share_difference(table(cells), "player_1").unpaired, other - one) for cells in tables]
    assert np.average(held, weights=times) >= LEAST


def table(cells: Ints) -> Ints:
    counts = np.zeros((len(OUTCOMES), len(OUTCOMES)), np.int64)
    counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = cells
    return counts
