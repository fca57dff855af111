"""Both ends of every interval, against what defines them: exact sums, order statistics, the papers."""

from collections.abc import Sequence
from dataclasses import astuple
from fractions import Fraction
from itertools import pairwise
from math import ceil, comb, floor, inf, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from engine.kernels.tallies import BINS, OUTCOMES
from engine.study.coin import Z_80, coin_band, coin_test, games_to_tell
from engine.study.differences import PairedDifference, changed, length_difference, moved, share_difference
from engine.study.estimates import Z_95, Estimate, deviation, mean, quantile, share
from engine.study.pairs import Lengths
from engine.study.summary import Ints, bin_of, bin_start

GAMES = (1, 2, 5, 20, 1_000)
CLOSE = 1e-9


def test_the_points_of_the_normal_law() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-12) == Z_95
    assert pytest.approx(NormalDist().inv_cdf(0.8), abs=1e-12) == Z_80


# Shares


@pytest.mark.parametrize("games", GAMES)
def test_both_ends_of_a_share_are_where_it_is_just_not_surprising(games: int) -> None:
    for count in sorted({*range(min(games, 20) + 1), games // 3, games - 1, games}):
        found = share(count, games)
        assert (found.value, found.games) == (count / games, games)
        for end in (found.low, found.high):
            surprise = (count / games - end) ** 2 * games
            assert end in (0, 1) or surprise == pytest.approx(Z_95**2 * end * (1 - end), rel=1e-6)
        assert (found.low == 0) == (count == 0)
        assert (found.high == 1) == (count == games)
        if count not in (0, games):
            assert found.low < found.value < found.high


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [
        (0, 1, 0, 0.7934506856227626),  # z * z / (1 + z * z)
        (1, 1, 0.20654931437723745, 1),
        (1, 2, 0.094531205734230, 0.905468794265770),
        (0, 5, 0, 0.43448246478317),
        (81, 263, 0.2553, 0.3662),  # Newcombe (1998), 17: 857-872, table I, method 3, and the next three
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_ends_of_shares_that_are_known(count: int, games: int, low: float, high: float) -> None:
    found = share(count, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


# Quantiles


def histogram_of(values: Sequence[int]) -> Ints:
    return np.bincount(bin_of(np.array(values)), minlength=BINS).astype(np.int64)


@pytest.mark.parametrize("level", [0.05, 0.25, 0.5, 0.75, 0.9, 0.95])
@pytest.mark.parametrize("games", [1, 2, 3, 5, 6, 10, 40, 99, 100, 1_001])
def test_both_ends_of_a_quantile_are_order_statistics(games: int, level: float) -> None:
    ordered = [3 * place + 7 for place in range(games)]
    found = quantile(histogram_of(ordered), level)
    assert found is not None
    reach = Z_95 * sqrt(games * level * (1 - level))
    first, last = floor(games * level - reach), ceil(games * level + reach) + 1
    assert (found.value, found.games) == (ordered[ceil(games * level) - 1], games)
    # Where there is no such game, the interval is at least as wide as all of them.
    assert found.low == ordered[first - 1] if first >= 1 else found.low <= ordered[0]
    assert found.high == ordered[last - 1] if last <= games else found.high >= ordered[-1]


@pytest.mark.parametrize("level", [0.05, 0.25, 0.5, 0.75, 0.95])
@pytest.mark.parametrize("games", [150, 200, 1_001])
def test_a_quantile_lies_between_its_ends_as_often_as_is_said(games: int, level: float) -> None:
    """The chance that the quantile lies between two order statistics is a sum of the binomial law."""
    found = quantile(histogram_of(range(1, games + 1)), level)  # so that a value is its own rank
    assert found is not None
    exact = sum(
        comb(games, number) * Fraction(level) ** number * Fraction(1 - level) ** (games - number)
        for number in range(int(found.low), int(found.high))
    )
    assert 0.95 <= exact < 0.995


def test_the_ends_of_a_quantile_of_long_games_are_those_of_their_bins() -> None:
    values = [5_000 + 100 * place for place in range(100)]
    found = quantile(histogram_of(values), 0.5)
    assert found is not None
    # By hand: 50 - 9.8 is rank 40, 50 + 9.8 up to a whole one and one more is rank 61.
    first, last = bin_of(np.array([values[39], values[60]])).tolist()
    assert (found.low, found.high) == (bin_start(first), bin_start(last + 1) - 1)
    assert found.low <= values[39] < bin_start(first + 1)
    assert bin_of(np.array([int(found.value)])) == bin_of(np.array([values[49]]))


def test_games_of_one_bin_are_spread_evenly_in_it() -> None:
    start = 8_192  # this bin holds 128 lengths
    found = [quantile(histogram_of([start] * games), 0.5) for games in (1, 2, 3, 4)]
    assert [each and each.value for each in found] == [start + 64, start + 32, start + 64, start + 48]
    assert all(each and (each.low, each.high) == (start, start + 127) for each in found)


# Means


VALUES = ([7, 9], [1, 2, 3, 4], [3, 3, 3], [10**9, 10**9 - 1, 1], [5] * 40 + [600])


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("z", [1.0, 3.0])
def test_both_ends_of_a_mean_lie_so_many_standard_errors_off(values: list[int], z: float) -> None:
    games, total, squares = len(values), sum(values), sum(value**2 for value in values)
    found = mean(games, total, squares, z=z)
    assert found is not None
    variance = sum((value - Fraction(total, games)) ** 2 for value in values) / (games - 1)
    reach = z * sqrt(variance / games)
    assert found.value == total / games
    assert (found.value - found.low, found.high - found.value) == pytest.approx((reach, reach), abs=1e-6)
    assert deviation(games, total, squares) == pytest.approx(sqrt(variance), rel=1e-12)


def test_a_mean_of_very_many_games_has_the_ends_of_the_normal_law() -> None:
    found = mean(10**8, 7 * 10**8, 74 * 10**8)  # a variance of 25
    assert found is not None
    assert (found.low, found.high) == pytest.approx((7 - Z_95 * 5e-4, 7 + Z_95 * 5e-4), rel=1e-9)


def test_of_one_game_a_mean_has_no_ends_and_of_none_it_is_none() -> None:
    assert mean(1, 12, 144) == Estimate(12.0, -inf, inf, 1)
    assert deviation(1, 12, 144) is None
    assert mean(0, 0, 0) is None


# The coin


@pytest.mark.parametrize("games", [1, 2, 3, 4, 5, 14, 15, 16, 17, 30, 40])
def test_the_chance_of_straying_is_the_sum_of_the_binomial_law(games: int) -> None:
    for wins in range(games + 1):
        strays = abs(2 * wins - games)
        ways = sum(comb(games, heads) for heads in range(games + 1) if abs(2 * heads - games) >= strays)
        assert coin_test(wins, games).p == pytest.approx(float(Fraction(ways, 2**games)), rel=1e-10)
        assert coin_test(wins, games).share == share(wins, games)


@pytest.mark.parametrize("games", [20, 100, 101, 400, 5_000])
def test_both_ends_of_a_fair_coins_band(games: int) -> None:
    low, high = coin_band(games)
    assert (low, high) == pytest.approx((0.5 - Z_95 / (2 * sqrt(games)), 0.5 + Z_95 / (2 * sqrt(games))))
    beyond = sum(comb(games, heads) for heads in range(ceil(low * games)))
    # The next count inside would leave too much outside, the next one outside too little.
    assert Fraction(beyond, 2**games) < Fraction(1, 25)
    assert Fraction(beyond + comb(games, ceil(low * games)), 2**games) > Fraction(1, 50)


@pytest.mark.parametrize("games", [1, 2, 3])
def test_of_a_few_games_the_band_is_every_share(games: int) -> None:
    assert coin_band(games) == (0, 1)
    assert coin_band(4)[0] > 0


@pytest.mark.parametrize(
    ("difference", "games"), [(0.5, 4), (0.4, 10), (0.1, 194), (0.01, 19_620), (0.0001, 196_221_992)]
)
def test_the_games_that_tell_a_coin_from_a_fair_one(difference: float, games: int) -> None:
    biased = sqrt(0.25 - difference**2)
    assert games_to_tell(difference) == games == ceil(((Z_95 / 2 + Z_80 * biased) / difference) ** 2)


# Differences of shares


def wilson_apart(first: Estimate, second: Estimate, correlation: float) -> tuple[float, float]:
    """Return Newcombe's ends as his papers write them: delta and epsilon from the two shares' own ends."""
    below_2, above_1 = second.value - second.low, first.high - first.value
    above_2, below_1 = second.high - second.value, first.value - first.low
    apart = second.value - first.value
    delta = below_2**2 - 2 * correlation * below_2 * above_1 + above_1**2
    epsilon = above_2**2 - 2 * correlation * above_2 * below_1 + below_1**2
    return apart - sqrt(max(delta, 0)), apart + sqrt(max(epsilon, 0))


def table(both: int, only_first: int, only_second: int, neither: int) -> Ints:
    """Return counts of deals that player 1 wins by both, by one, by neither of two rule sets."""
    counts = np.zeros((len(OUTCOMES), len(OUTCOMES)), np.int64)
    counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = both, only_first, only_second, neither
    return counts


@pytest.mark.parametrize(
    "cells",
    [
        *[(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1), (1, 1, 0, 0), (0, 1, 1, 0)],
        *[(5, 0, 0, 0), (0, 5, 0, 0), (0, 0, 5, 0), (2, 1, 1, 1)],
        *[(10, 2, 3, 5), (3, 2, 5, 4), (36, 12, 2, 0), (400, 100, 50, 450)],
    ],
)
def test_both_ends_of_a_difference_of_shares(cells: tuple[int, int, int, int]) -> None:
    both, only_first, only_second, _ = cells
    games = sum(cells)
    first, second = share(both + only_first, games), share(both + only_second, games)
    found = share_difference(table(*cells), "player_1")
    assert found.paired.value == found.unpaired.value == second.value - first.value
    assert found.paired.games == found.unpaired.games == games
    wanted = wilson_apart(first, second, 0)
    assert (found.unpaired.low, found.unpaired.high) == pytest.approx(wanted, abs=CLOSE)
    correlation = phi(*cells)
    wanted = wilson_apart(first, second, correlation)
    assert (found.paired.low, found.paired.high) == pytest.approx(wanted, abs=CLOSE)
    for estimate in (found.paired, found.unpaired):
        assert -1 <= estimate.low <= estimate.value <= estimate.high <= 1


def phi(both: int, only_first: int, only_second: int, neither: int) -> float:
    """Return the correlation as Newcombe's method 10 corrects it: by half the games where it is above 0."""
    margins = (both + only_first) * (only_second + neither) * (both + only_second) * (only_first + neither)
    cross = both * neither - only_first * only_second
    if cross > 0:
        cross_corrected = max(cross - (both + only_first + only_second + neither) / 2, 0)
        return cross_corrected / sqrt(margins)
    return cross / sqrt(margins) if margins else 0.0


def test_the_paired_ends_of_the_papers() -> None:
    """Newcombe (1998), 17: 2635-2650, table III, his method 10: (a, b, c, d) is (36, 12, 2, 0)."""
    found = share_difference(table(36, 12, 2, 0), "player_1").paired
    assert (round(-found.high, 4), round(-found.low, 4)) == (0.0569, 0.3404)
    found = share_difference(table(36, 14, 0, 0), "player_1").paired
    assert (round(-found.high, 4), round(-found.low, 4)) == (0.1528, 0.4167)


def test_what_is_changed_and_moved_has_the_ends_of_its_share() -> None:
    counts = table(5, 3, 2, 10)
    counts[0, 3], counts[3, 0] = 4, 1
    assert changed(counts) == share(10, 25)
    assert moved(counts) == share(10, 25)
    assert moved(counts, before=("player_1",)) == share(7, 25)
    assert moved(counts, after=("player_1",)) == share(3, 25)
    assert moved(counts, before=("player_1",), after=("endless",)) == share(4, 25)
    assert (changed(table(0, 5, 0, 0)).high, changed(table(5, 0, 0, 0)).low) == (1, 0)


# Differences of lengths


def lengths_of(pairs: Sequence[tuple[int, int]]) -> Lengths:
    return Lengths(
        len(pairs),
        sum(one for one, _ in pairs),
        sum(other for _, other in pairs),
        sum(one * one for one, _ in pairs),
        sum(other * other for _, other in pairs),
        sum(one * other for one, other in pairs),
    )


@pytest.mark.parametrize(
    "pairs",
    [
        [(3, 5), (4, 4)],
        [(10, 12), (20, 19), (30, 33), (40, 41), (50, 60)],
        [(7, 9)] * 5,
        [(10**9, 1), (1, 10**9), (10**9 - 1, 10**9)],
    ],
)
def test_both_ends_of_a_difference_of_lengths(pairs: list[tuple[int, int]]) -> None:
    found = length_difference(lengths_of(pairs), z=2.5)
    assert found is not None
    games = len(pairs)
    value = Fraction(sum(other - one for one, other in pairs), games)
    apart = _variance([other - one for one, other in pairs])
    alone = _variance([one for one, _ in pairs]) + _variance([other for _, other in pairs])
    for estimate, variance in ((found.paired, apart), (found.unpaired, alone)):
        reach = 2.5 * sqrt(variance / games)
        assert (estimate.value, estimate.games) == (float(value), games)
        assert (estimate.low, estimate.high) == pytest.approx((value - reach, value + reach), rel=1e-12)


def _variance(values: Sequence[int]) -> Fraction:
    middle = Fraction(sum(values), len(values))
    return sum(((value - middle) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def test_a_difference_of_very_many_lengths_has_the_ends_of_the_normal_law() -> None:
    pairs = [(1, 2), (1, 4)]
    once = astuple(lengths_of(pairs))
    found = length_difference(Lengths(*(number * 10**8 for number in once)))
    assert found is not None
    reach = Z_95 / sqrt(2e8)  # differences of 1 and 3: a variance of 1
    assert (found.paired.low, found.paired.high) == pytest.approx((2 - reach, 2 + reach), rel=1e-9)


@pytest.mark.parametrize(
    ("paired", "unpaired", "worth"),
    [
        ((0, 2), (0, 4), 4.0),
        ((1, 3), (-3, 3), 9.0),
        ((0, 4), (0, 2), 0.25),
        ((0, 0), (0, 1), None),
        ((0, 1), (0, 0), None),
        ((-inf, inf), (0, 1), None),
    ],
)
def test_what_pairing_is_worth(
    paired: tuple[float, float], unpaired: tuple[float, float], worth: float | None
) -> None:
    found = PairedDifference(Estimate(0, *paired, 9), Estimate(0, *unpaired, 9))
    assert found.worth == worth


def test_shares_grow_with_what_is_counted() -> None:
    for one, other in pairwise(share(count, 50) for count in range(51)):
        assert one.low <= other.low
        assert one.high <= other.high
        assert one.value < other.value
