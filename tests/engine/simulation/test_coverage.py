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
from engine.simulation.coin import coin_band
from engine.simulation.estimates import Estimate, length_difference, mean, ranks, share, share_difference
from engine.simulation.paired import Lengths
from engine.simulation.tallies import Ints, outcomes_of, play

GAMES = (1, 2, 5, 10, 20, 100)
SAMPLES = 2_000
LEAST = 0.94


def binomial(games: int, part: float) -> list[float]:
    """Return the chance of each count, 0 first."""
    return [comb(games, count) * part**count * (1 - part) ** (games - count) for count in range(games + 1)]


def holds(interval: Estimate | None, true: float) -> bool:
    """Tell whether an interval holds the true value, up to the last digits of a float."""
    return interval is None or interval.low - 1e-12 <= true <= interval.high + 1e-12


# Shares: of all games, of a part of them, of those that still go on after so many rounds

TAILS_AND_MIDDLE = (*np.geomspace(1e-5, 0.5, 400).tolist(), *(0.1 / games for games in GAMES))


@pytest.mark.parametrize("games", GAMES)
def test_shares_hold(games: int) -> None:
    intervals = [share(count, games) for count in range(games + 1)]
    for true in (each for low in TAILS_AND_MIDDLE for each in (low, 1 - low)):
        chances = binomial(games, true)
        covered = sum(chance for chance, one in zip(chances, intervals, strict=True) if holds(one, true))
        assert covered >= 0.95 - 1e-9, (true, covered)


@pytest.mark.parametrize("games", GAMES)
def test_shares_of_a_part_hold(games: int) -> None:
    """Of so many games a random part is decided; of those with one at least the share is told."""
    random = np.random.default_rng(games)
    for decided, true in ((0.22, 0.604), (0.5, 0.98), (0.9, 0.01)):
        parts = random.binomial(games, decided, SAMPLES)
        counts = random.binomial(parts, true)
        told = [(count, part) for count, part in zip(counts.tolist(), parts.tolist(), strict=True) if part]
        assert np.mean([holds(share(*pair), true) for pair in told]) >= LEAST


# Quantiles


@pytest.mark.parametrize("level", [0.05, 0.25, 0.5, 0.75, 0.9, 0.95])
def test_quantiles_hold(level: float) -> None:
    """The chance that a quantile lies between the games of two ranks is the same for all lengths."""
    for games in (*range(1, 60), 100, 500):
        lower, upper = ranks(games, level)
        assert sum(binomial(games, level)[lower:upper]) >= 0.95 - 1e-9, games
        # And no ranks nearer to each other would do on either side.
        assert sum(binomial(games, level)[: lower + 1]) > 0.025 - 1e-9
        assert sum(binomial(games, level)[upper - 1 :]) > 0.025 - 1e-9


# The coin


def test_a_fair_coin_stays_in_its_band() -> None:
    for games in range(1, 400):
        low, high = coin_band(games)
        inside = range(round(low * games), round(high * games) + 1)
        assert sum(comb(games, heads) for heads in inside) >= 0.95 * 2**games, games


# Means and differences of means

LENGTHS = ("code-golf 13x4", "norvig 13x4", "codingame 13x4", "wikipedia 3x2", "code-golf 6x2")
"""The last is the most skewed of all named rule sets and packs tried: 2.7, where exponential ones have 2."""


@cache
def all_lengths(called: str, unit: str) -> Ints:
    """Return the lengths of the finished ones of 40,000 games."""
    name, cards = called.split()
    study = Study(rules=rules_called(name), games=40_000, pack=Pack.parse(cards))
    records = play(study, 0, study.games)
    return records[unit][outcomes_of(records) < OUTCOMES.index("endless")].astype(np.int64)


def samples(population: Ints, games: int) -> Iterator[Ints]:
    random = np.random.default_rng(games)
    yield from population[random.integers(0, len(population), (SAMPLES, games))]


@pytest.mark.parametrize("unit", ["rounds", "wars"])
@pytest.mark.parametrize("called", LENGTHS)
def test_means_hold(called: str, unit: str) -> None:
    population = all_lengths(called, unit)
    true = float(population.mean())
    for games in GAMES:
        held = [
            holds(mean(games, int(drawn.sum()), int((drawn * drawn).sum())), true)
            for drawn in samples(population, games)
        ]
        assert np.mean(held) >= LEAST, games


def test_means_of_what_is_rare_hold() -> None:
    """One game in ten is a hundred times as long: where all are alike, the interval is open."""
    random = np.random.default_rng(1)
    population = np.where(random.random(40_000) < 0.1, 100, 1)
    for games in (2, 5, 10, 20, 50):
        held = [
            holds(mean(games, int(drawn.sum()), int((drawn * drawn).sum())), float(population.mean()))
            for drawn in samples(population, games)
        ]
        assert np.mean(held) >= LEAST, games


@pytest.mark.parametrize(
    ("first", "second"), [("code-golf", "norvig"), ("code-golf", "spivey"), ("codingame", "kbwar")]
)
def test_differences_of_means_hold(first: str, second: str) -> None:
    """On the same deals and, of lengths drawn apart, on deals of their own."""
    one, other = (play(Study(rules=rules_called(name), games=40_000), 0, 40_000) for name in (first, second))
    both = (outcomes_of(one) < 3) & (outcomes_of(other) < 3)
    pairs = np.stack((one["rounds"][both], other["rounds"][both]), axis=1).astype(np.int64)
    apart = np.stack((pairs[:, 0], np.random.default_rng(2).permutation(pairs[:, 1])), axis=1)
    true = float((pairs[:, 1] - pairs[:, 0]).mean())
    for games in GAMES:
        differences = [
            (length_difference(lengths(drawn)), length_difference(lengths(alone)))
            for drawn, alone in zip(samples(pairs, games), samples(apart, games), strict=True)
        ]
        assert np.mean([paired is None or holds(paired.paired, true) for paired, _ in differences]) >= LEAST
        assert np.mean([own is None or holds(own.unpaired, true) for _, own in differences]) >= LEAST


def lengths(drawn: Ints) -> Lengths:
    sums = [*drawn.sum(axis=0), *(drawn * drawn).sum(axis=0), (drawn[:, 0] * drawn[:, 1]).sum()]
    return Lengths(len(drawn), *map(int, sums))


# Differences of shares

DEALS = (
    (0.25, 0.25, 0.25, 0.25),
    (0.49, 0.01, 0.01, 0.49),
    (0.5, 0, 0, 0.5),
    (0.5, 0.02, 0, 0.48),
    (0.5, 0.1, 0, 0.4),
    (0, 0.5, 0.5, 0),
    (0, 0.97, 0.03, 0),
    (0.05, 0.05, 0.9, 0),
    (0.33, 0.34, 0, 0.33),
    (0.98, 0.01, 0.01, 0),
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
def test_differences_of_shares_of_own_deals_hold(one: float, other: float) -> None:
    random = np.random.default_rng(7)
    for games in GAMES:
        counts = np.stack((random.binomial(games, one, SAMPLES), random.binomial(games, other, SAMPLES)), 1)
        pairs, times = np.unique(counts, axis=0, return_counts=True)
        held = [
            holds(share_difference(marginal(games, *pair), "player_1").unpaired, other - one)
            for pair in pairs.tolist()
        ]
        assert np.average(held, weights=times) >= LEAST, games


def table(cells: Ints) -> Ints:
    counts = np.zeros((len(OUTCOMES), len(OUTCOMES)), np.int64)
    counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = cells
    return counts


def marginal(games: int, first: int, second: int) -> Ints:
    """Return counts in which player 1 wins so many by the first and so many by the second rule set."""
    both = max(first + second - games, 0)
    cells = (both, first - both, second - both, games - first - second + both)
    return table(np.array(cells, np.int64))
