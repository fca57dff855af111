"""Both ends of every interval, against what defines them: exact sums, order statistics, the papers."""

from collections.abc import Sequence
from dataclasses import astuple
from fractions import Fraction
from itertools import accumulate, pairwise, product
from math import ceil, comb, erfc, exp, floor, fsum, inf, log, log1p, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from engine.cards import Pack
from engine.kernels.tallies import BINS, OUTCOMES, UNITS
from engine.rules import PLAYABLE
from engine.simulation.coin import Z_80, coin_band, coin_test, games_to_tell
from engine.simulation.estimates import (
    RANKED,
    SKEWED,
    SUMMED,
    Z_95,
    Estimate,
    changed,
    deviation,
    length_difference,
    mean,
    mean_length,
    moved,
    quantile,
    ranks,
    share,
    share_difference,
    student,
)
from engine.simulation.paired import Lengths
from engine.simulation.study import Study
from engine.simulation.tallies import FINISHED, WON, Denominator, Ints, bin_of, bin_start, tally

GAMES = (1, 2, 5, 20, 1_000)
CLOSE = 1e-9


def test_the_points_of_the_normal_law() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-12) == Z_95
    assert pytest.approx(NormalDist().inv_cdf(0.8), abs=1e-12) == Z_80


# Shares


@pytest.mark.parametrize("games", GAMES)
def test_both_ends_of_a_share_are_where_it_is_just_not_surprising(games: int) -> None:
    """At its lower end so many or more are seen once in forty times, at its upper end so few or fewer."""
    for count in sorted({*range(min(games, 20) + 1), games // 3, games - 1, games}):
        found = share(count, games)
        assert (found.value, found.games) == (count / games, games)
        if count:
            assert chance(range(count, games + 1), games, found.low) == pytest.approx(0.025, rel=2e-3)
        if count < games:
            assert chance(range(count + 1), games, found.high) == pytest.approx(0.025, rel=2e-3)
        assert (found.low == 0) == (count == 0)
        assert (found.high == 1) == (count == games)
        if count not in (0, games):
            assert found.low < found.value < found.high


def chance(counts: range, games: int, part: float) -> float:
    """Return the chance that one of these counts is seen."""
    if part in (0, 1):
        return float((games if part else 0) in counts)
    logs = (log(comb(games, count)) + count * log(part) + (games - count) * log1p(-part) for count in counts)
    return fsum(map(exp, logs))


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [
        (0, 1, 0, 0.975),
        (1, 1, 0.025, 1),
        (1, 2, 0.0126, 0.9874),
        (0, 5, 0, 0.5218),
        (81, 263, 0.2527, 0.3676),  # Newcombe (1998), 17: 857-872, table I, method 5, and the next three
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0, 0.1684),
        (1, 29, 0.0009, 0.1776),
        (500_000, 10**6, 0.49902, 0.50098),
        (0, 10**9, 0, 3.689e-9),
    ],
)
def test_ends_of_shares_that_are_known(count: int, games: int, low: float, high: float) -> None:
    found = share(count, games)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_shares_of_very_many_games_have_the_ends_of_the_normal_law() -> None:
    for count in (10**8 // 3, 10**8 // 2):
        found = share(count, 10**8)
        reach = Z_95 * sqrt(found.value * (1 - found.value) / 10**8)
        assert (found.value - found.low, found.high - found.value) == pytest.approx((reach, reach), rel=3e-4)


@pytest.mark.parametrize("z", [1.0, Z_95])
def test_the_two_ways_to_an_end_meet_where_one_gives_way_to_the_other(z: float) -> None:
    for games in (2 * SUMMED + 2, 1_000, 10**6):
        before, after = share(SUMMED, games, z=z), share(SUMMED + 1, games, z=z)
        later = share(SUMMED + 2, games, z=z)
        assert after.low - before.low == pytest.approx(later.low - after.low, rel=0.06)
        assert after.high - before.high == pytest.approx(later.high - after.high, rel=0.06)


# Quantiles


def histogram_of(values: Sequence[int]) -> Ints:
    return np.bincount(bin_of(np.array(values)), minlength=BINS).astype(np.int64)


@pytest.mark.parametrize("level", [0.05, 0.25, 0.5, 0.75, 0.9, 0.95])
@pytest.mark.parametrize("games", [1, 2, 3, 5, 6, 10, 40, 99, 100, 1_000, 1_001])
def test_both_ends_of_a_quantile_are_order_statistics(games: int, level: float) -> None:
    ordered = [3 * place + 7 for place in range(games)]
    found = quantile(histogram_of(ordered), level)
    assert found is not None
    first, last = ranks(games, level)
    assert (found.value, found.games) == (ordered[ceil(games * level) - 1], games)
    # Where there is no such game, the end is open.
    assert found.low == (ordered[first - 1] if first >= 1 else -inf)
    assert found.high == (ordered[last - 1] if last <= games else inf)
    if games > RANKED:
        off = Z_95 * sqrt(games * level * (1 - level))
        assert (first, last) == (floor(games * level - off), ceil(games * level + off) + 1)


@pytest.mark.parametrize(
    ("games", "level", "between"),
    [
        (5, 0.5, (0, 6)),
        (6, 0.5, (1, 6)),
        (8, 0.5, (1, 8)),
        (9, 0.5, (2, 8)),
        (10, 0.5, (2, 9)),
        (20, 0.5, (6, 15)),
        (100, 0.5, (40, 61)),
        (12, 0.25, (0, 7)),
        (13, 0.25, (1, 7)),
        (71, 0.95, (63, 72)),
        (72, 0.95, (64, 72)),
    ],
)
def test_ranks_that_are_known(games: int, level: float, between: tuple[int, int]) -> None:
    """Of the median: Conover, Practical Nonparametric Statistics, table A3."""
    assert ranks(games, level) == between
    assert ranks(games, 1 - level) == (games + 1 - between[1], games + 1 - between[0])


@pytest.mark.parametrize("twentieths", [1, 5, 10, 15, 19])
@pytest.mark.parametrize("games", [*range(1, 30), *range(30, RANKED, 97), RANKED])
def test_ranks_are_those_of_the_binomial_law_in_whole_numbers(games: int, twentieths: int) -> None:
    """Each way for so many games below the quantile, all ways together 20 ** games."""
    ways = [
        comb(games, below) * twentieths**below * (20 - twentieths) ** (games - below)
        for below in range(games + 1)
    ]
    hardly = int(20**games * Fraction(erfc(Z_95 / sqrt(2)) / 2))
    first = sum(fewer <= hardly for fewer in accumulate(ways))
    last = games + 1 - sum(more <= hardly for more in accumulate(reversed(ways)))
    assert ranks(games, twentieths / 20) == (first, last)


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
    found = [quantile(histogram_of([start] * games), 0.5) for games in (1, 2, 3, 4, 6)]
    values = [start + 64, start + 32, start + 64, start + 48, start + 53]
    assert [each and each.value for each in found] == values
    ends = [(-inf, inf)] * 4 + [(start, start + 127)]
    assert [each and (each.low, each.high) for each in found] == ends


# Means


VALUES = ([7, 9], [1, 2, 3, 4], [3, 3, 3], [10**9, 10**9 - 1, 1], [5] * 40 + [600])


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("z", [1.0, 3.0])
def test_both_ends_of_a_mean_lie_so_many_standard_errors_off(values: list[int], z: float) -> None:
    """So many as Student's t asks for, and a part more that grows small with the games."""
    games, total, squares = len(values), sum(values), sum(value**2 for value in values)
    found = mean(games, total, squares, z=z)
    assert found is not None
    variance = sum((value - Fraction(total, games)) ** 2 for value in values) / (games - 1)
    off = student(games - 1, z) * (1 + SKEWED / games) * sqrt(variance / games) if variance else inf
    assert found.value == total / games
    low = found.value - off if off == inf else max(found.value - off, 0)
    assert (found.low, found.high) == pytest.approx((low, found.value + off), rel=1e-9)
    assert deviation(games, total, squares) == pytest.approx(sqrt(variance), rel=1e-12)


@pytest.mark.parametrize("rules", ["code-golf", "programming-challenges", "whats-in-a-game"])
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("whole", [FINISHED, WON])
def test_the_ends_of_a_mean_length_stay_within_what_a_game_can_take(
    rules: str, unit: str, whole: Denominator
) -> None:
    """Of few games of six cards, whose depth is 3 at most and whose rounds are 1 at least."""
    cut = []
    for games, seed in product((3, 4, 5, 8), range(5)):
        study = Study(rules=PLAYABLE[rules], pack=Pack(3, 2), games=games, seed=seed)
        summary = tally(study, 0, games)
        found, free = mean_length(summary, unit, whole), mean(*summary.sums_of(unit, whole), least=-inf)
        if found is None or free is None or free.low == -inf:
            assert found == free
            continue
        least, most = (0 if unit in ("wars", "depth") else 1), (3 if unit == "depth" else inf)
        assert (found.low, found.high) == (max(free.low, least), min(free.high, most))
        cut.append(free.low < least or free.high > most)
    assert any(cut)


def test_a_mean_of_very_many_games_has_the_ends_of_the_normal_law() -> None:
    found = mean(10**8, 7 * 10**8, 74 * 10**8)  # a variance of 25
    assert found is not None
    assert (found.low, found.high) == pytest.approx((7 - Z_95 * 5e-4, 7 + Z_95 * 5e-4), rel=1e-9)


@pytest.mark.parametrize(
    ("freedom", "point"),
    [
        *[(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (6, 2.4469), (7, 2.3646)],
        *[(8, 2.3060), (9, 2.2622), (10, 2.2281), (15, 2.1314), (20, 2.0860), (30, 2.0423), (60, 2.0003)],
        *[(120, 1.9799), (1_000, 1.9623), (10**9, 1.9600)],
    ],
)
def test_the_points_of_students_law(freedom: int, point: float) -> None:
    """Any table of the 97.5 % points; those of 95 and 99.5 % for one other number of games."""
    assert student(freedom) == pytest.approx(point, abs=6e-5)
    assert student(9, NormalDist().inv_cdf(0.95)) == pytest.approx(1.8331, abs=6e-5)
    assert student(9, NormalDist().inv_cdf(0.995)) == pytest.approx(3.2498, abs=6e-5)


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


@pytest.mark.parametrize("games", [6, 20, 100, 101, 400, 900])
def test_both_ends_of_a_fair_coins_band(games: int) -> None:
    low, high = coin_band(games)
    fewest = round(low * games)
    assert (low, high) == (fewest / games, (games - fewest) / games)
    # The next count inside would leave too much outside.
    beyond = sum(comb(games, heads) for heads in range(fewest))
    assert Fraction(beyond, 2**games) <= Fraction(1, 40)
    assert Fraction(beyond + comb(games, fewest), 2**games) > Fraction(1, 40)


def test_of_very_many_games_the_band_is_that_of_the_normal_law() -> None:
    assert coin_band(10**6) == pytest.approx((0.5 - Z_95 / 2_000, 0.5 + Z_95 / 2_000), abs=1e-6)


@pytest.mark.parametrize("games", [1, 2, 3, 4, 5])
def test_of_a_few_games_the_band_is_every_share(games: int) -> None:
    assert coin_band(games) == (0, 1)
    assert coin_band(6)[0] > 0


@pytest.mark.parametrize(("difference", "games"), [(0.5, 6), (0.45, 9), (0.4, 12), (0.25, 30), (0.1, 199)])
def test_the_fewest_games_that_tell_a_coin_from_a_fair_one(difference: float, games: int) -> None:
    """Count heads for which the test's own p-value is at most 5 %, in whole numbers."""

    def power(games: int) -> Fraction:
        heads = Fraction(difference) + Fraction(1, 2)
        tail, told = 0, Fraction(0)
        for few in range(games // 2 + 1):
            tail += comb(games, few)
            if Fraction(2 * tail, 2**games) > Fraction(1, 20):
                break
            lost = heads**few * (1 - heads) ** (games - few)
            told += comb(games, few) * (lost + heads ** (games - few) * (1 - heads) ** few)
        return told

    assert games_to_tell(difference) == games
    assert power(games) >= Fraction(4, 5)
    assert all(power(fewer) < Fraction(4, 5) for fewer in range(max(games - 20, 1), games))


@pytest.mark.parametrize(("difference", "games"), [(0.01, 19_620), (0.0001, 196_221_992)])
def test_the_games_that_tell_a_coin_from_a_fair_one(difference: float, games: int) -> None:
    biased = sqrt(0.25 - difference**2)
    assert games_to_tell(difference) == games == ceil(((Z_95 / 2 + Z_80 * biased) / difference) ** 2)


# Differences of shares


def apart(first: Estimate, second: Estimate, correlation: float) -> tuple[float, float]:
    """Return Newcombe's ends as his papers write them: delta and epsilon from the two shares' own ends."""
    below_2, above_1 = second.value - second.low, first.high - first.value
    above_2, below_1 = second.high - second.value, first.value - first.low
    value = second.value - first.value
    delta = below_2**2 - 2 * correlation * below_2 * above_1 + above_1**2
    epsilon = above_2**2 - 2 * correlation * above_2 * below_1 + below_1**2
    return max(value - sqrt(max(delta, 0)), -1), min(value + sqrt(max(epsilon, 0)), 1)


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
    wanted = apart(first, second, 0)
    assert (found.unpaired.low, found.unpaired.high) == pytest.approx(wanted, abs=CLOSE)
    leave, come = share(only_first, games), share(only_second, games)
    wanted = apart(leave, come, phi(only_first / games, only_second / games))
    assert (found.paired.low, found.paired.high) == pytest.approx(wanted, abs=CLOSE)
    for estimate in (found.paired, found.unpaired):
        assert -1 <= estimate.low <= estimate.value <= estimate.high <= 1


def phi(leave: float, come: float) -> float:
    """Return the correlation of two kinds of deals of which a deal can be but one."""
    if 1 in (leave, come):
        return -1.0
    return -sqrt(leave * come / ((1 - leave) * (1 - come)))


def test_differences_of_shares_that_all_deals_make() -> None:
    """Where every deal changes, the difference is twice the share of those that come, less one."""
    for games in (1, 5, 10):
        come = share(games, games)
        found = share_difference(table(0, 0, games, 0), "player_1").paired
        assert (found.low, found.high) == pytest.approx((max(2 * come.low - 1, -1), 1))


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
    times = student(games - 1, 2.5) * (1 + SKEWED / games)
    for estimate, variance in ((found.paired, apart), (found.unpaired, alone)):
        reach = times * sqrt(variance / games) if variance else inf
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


def test_shares_grow_with_what_is_counted() -> None:
    for one, other in pairwise(share(count, 50) for count in range(51)):
        assert one.low <= other.low
        assert one.high <= other.high
        assert one.value < other.value
