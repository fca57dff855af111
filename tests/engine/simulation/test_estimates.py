"""Every interval against the law that defines it: exact sums, order statistics, the papers' own formulas."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, product
from math import ceil, comb, erfc, exp, floor, fsum, inf, log, log1p, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.cards import Pack
from engine.kernels.tallies import BINS, OUTCOMES, UNITS
from engine.rules import PLAYABLE
from engine.simulation.coin import Z_80
from engine.simulation.estimates import (
    RANKED,
    SKEWED,
    SUMMED,
    Z_95,
    Estimate,
    changed,
    deviation,
    games_to_rank,
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

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
counts_of_games = st.integers(1, 1_500).flatmap(
    lambda games: st.tuples(st.integers(0, games), st.just(games))
)


# Shares


def chance(counts: range, games: int, part: float) -> float:
    """Return the chance of any of these counts by the binomial law."""
    if part in (0, 1):
        return float((games if part else 0) in counts)
    logs = (log(comb(games, count)) + count * log(part) + (games - count) * log1p(-part) for count in counts)
    return fsum(map(exp, logs))


@settings(max_examples=60)
@given(counts_of_games)
@example((SUMMED, 10 * SUMMED))
@example((SUMMED + 1, 10 * SUMMED))
def test_a_share_ends_where_its_count_is_as_rare_as_one_in_forty(counted: tuple[int, int]) -> None:
    count, games = counted
    found = share(count, games)
    assert (found.value, found.games) == (count / games, games)
    if count:
        assert chance(range(count, games + 1), games, found.low) == pytest.approx(0.025, rel=2e-3)
    if count < games:
        assert chance(range(count + 1), games, found.high) == pytest.approx(0.025, rel=2e-3)
        more = share(count + 1, games)
        assert (found.low < more.low, found.high <= more.high) == (True, True)
    assert (found.low == 0, found.high == 1) == (count == 0, count == games)


@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [
        (81, 263, 0.2527, 0.3676),  # Newcombe (1998), 17: 857-872, table I, method 5, and the next three
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0, 0.1684),
        (1, 29, 0.0009, 0.1776),
        (0, 10**9, 0, 3.689e-9),
    ],
)
def test_ends_of_shares_that_are_published(count: int, games: int, low: float, high: float) -> None:
    assert (share(count, games).low, share(count, games).high) == pytest.approx((low, high), abs=5e-5)


def test_of_very_many_games_the_normal_law_holds() -> None:
    for count in (10**8 // 3, 10**8 // 2):
        found = share(count, 10**8)
        reach = Z_95 * sqrt(found.value * (1 - found.value) / 10**8)
        assert (found.value - found.low, found.high - found.value) == pytest.approx((reach, reach), rel=3e-4)
    average = mean(10**8, 7 * 10**8, 74 * 10**8)  # a variance of 25
    assert average is not None
    assert (average.low, average.high) == pytest.approx((7 - Z_95 * 5e-4, 7 + Z_95 * 5e-4), rel=1e-9)
    assert NormalDist().inv_cdf(0.975) == pytest.approx(Z_95, abs=1e-12)
    assert NormalDist().inv_cdf(0.8) == pytest.approx(Z_80, abs=1e-12)


# Quantiles


@settings(max_examples=80)
@given(st.integers(1, RANKED), st.integers(1, 19))
@example(RANKED, 10)
def test_ranks_are_those_of_the_binomial_law_in_whole_numbers(games: int, twentieths: int) -> None:
    """Each way for `below` games below the quantile, all ways together 20 ** games."""
    ways = [
        comb(games, below) * twentieths**below * (20 - twentieths) ** (games - below)
        for below in range(games + 1)
    ]
    hardly = int(20**games * Fraction(erfc(Z_95 / sqrt(2)) / 2))
    first = sum(fewer <= hardly for fewer in accumulate(ways))
    last = games + 1 - sum(more <= hardly for more in accumulate(reversed(ways)))
    assert ranks(games, twentieths / 20) == (first, last)
    assert (first > 0 and last <= games) == (games >= games_to_rank(twentieths / 20))


@pytest.mark.parametrize("level", LEVELS)
def test_beyond_the_ranks_that_are_summed_the_normal_law_gives_them(level: float) -> None:
    games = RANKED + 1
    off = Z_95 * sqrt(games * level * (1 - level))
    assert ranks(games, level) == (floor(games * level - off), ceil(games * level + off) + 1)


def histogram_of(values: Sequence[int]) -> Ints:
    return np.bincount(bin_of(np.array(values)), minlength=BINS).astype(np.int64)


lengths_of_games = st.lists(st.integers(0, 60) | st.integers(0, 2**30), min_size=1, max_size=120)


@given(lengths_of_games, st.sampled_from((*LEVELS, 0.9, 0.99)))
def test_a_quantile_and_its_ends_are_order_statistics_up_to_their_bins(
    values: list[int], level: float
) -> None:
    ordered, games = sorted(values), len(values)
    found = quantile(histogram_of(values), level)
    assert found is not None
    assert found.games == games
    first, last = ranks(games, level)
    middle, low, high = (
        int(bin_of(np.array([ordered[min(max(rank, 1), games) - 1]]))[0])
        for rank in (ceil(games * level), first, last)
    )
    assert bin_of(np.array([int(found.value)]))[0] == middle
    assert found.low == (bin_start(low) if first >= 1 else -inf)
    assert found.high == (bin_start(high + 1) - 1 if last <= games else inf)


def test_games_of_one_bin_are_spread_evenly_in_it() -> None:
    start = 8_192  # this bin holds 128 lengths
    found = [quantile(histogram_of([start] * games), 0.5) for games in (1, 2, 3, 4, 6)]
    values = [start + 64, start + 32, start + 64, start + 48, start + 53]
    assert [each and each.value for each in found] == values
    assert quantile(np.zeros(BINS, np.int64), 0.5) is None


# Means


def variance(values: Sequence[int]) -> Fraction:
    middle = Fraction(sum(values), len(values))
    return sum(((value - middle) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def times_student(games: int, z: float) -> float:
    return student(games - 1, z) * (1 + SKEWED / games)


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=40), st.sampled_from((1.0, Z_95, 3.0)))
@example([3, 3, 3], 1.0)
@example([10**9 - 1, 10**9, 10**9 + 1] * 10, Z_95)  # floats would take squares from squares
def test_a_mean_lies_within_students_errors_and_within_its_bounds(values: list[int], z: float) -> None:
    games, total, squares = len(values), sum(values), sum(value**2 for value in values)
    off = times_student(games, z) * sqrt(variance(values) / games) or inf
    for least, most in ((-inf, inf), (0.0, inf), (min(values) + 0.5, max(values) - 0.5)):
        found = mean(games, total, squares, least=least, most=most, z=z)
        assert found is not None
        assert (found.value, found.games) == (total / games, games)
        low, high = found.value - off, found.value + off
        known = (max(low, least), min(high, most)) if off < inf else (low, high)
        assert (found.low, found.high) == pytest.approx(known, rel=1e-9)
    assert deviation(games, total, squares) == pytest.approx(sqrt(variance(values)), rel=1e-12)


def test_of_one_game_a_mean_has_no_ends_and_of_none_it_is_none() -> None:
    assert mean(1, 12, 144, least=1.0) == Estimate(12.0, -inf, inf, 1)
    assert deviation(1, 12, 144) is None
    assert mean(0, 0, 0) is None


@pytest.mark.parametrize("rules", ["code-golf", "programming-challenges", "whats-in-a-game"])
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("whole", [FINISHED, WON])
def test_a_mean_length_stays_within_what_a_game_can_take(rules: str, unit: str, whole: Denominator) -> None:
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


def test_the_points_of_students_law() -> None:
    """Any table of the 97.5 % points; those of 95 and 99.5 % for one other number of games."""
    points = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 6: 2.4469, 10: 2.2281, 30: 2.0423}
    points |= {120: 1.9799, 1_000: 1.9623, 10**9: 1.9600}
    assert {freedom: student(freedom) for freedom in points} == pytest.approx(points, abs=6e-5)
    assert student(9, NormalDist().inv_cdf(0.95)) == pytest.approx(1.8331, abs=6e-5)
    assert student(9, NormalDist().inv_cdf(0.995)) == pytest.approx(3.2498, abs=6e-5)


# Differences


def apart(first: Estimate, second: Estimate, correlation: float) -> tuple[float, float]:
    """Return Newcombe's ends as his papers write them: delta and epsilon from the two shares' own ends."""
    below_2, above_1 = second.value - second.low, first.high - first.value
    above_2, below_1 = second.high - second.value, first.value - first.low
    value = second.value - first.value
    delta = below_2**2 - 2 * correlation * below_2 * above_1 + above_1**2
    epsilon = above_2**2 - 2 * correlation * above_2 * below_1 + below_1**2
    return max(value - sqrt(max(delta, 0)), -1), min(value + sqrt(max(epsilon, 0)), 1)


def table(*cells: int) -> Ints:
    """Return counts of deals that player 1 wins by both, by the first, by the second, by none of two."""
    counts = np.zeros((len(OUTCOMES), len(OUTCOMES)), np.int64)
    counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = cells
    return counts


few = st.integers(0, 30)


@given(st.tuples(few, few, few, few).filter(any))
@example((0, 1, 0, 0))
@example((0, 0, 5, 0))
@example((400, 100, 50, 450))
def test_both_ends_of_a_difference_of_shares(cells: tuple[int, int, int, int]) -> None:
    (both, only_first, only_second, _), games = cells, sum(cells)
    found = share_difference(table(*cells), "player_1")
    first, second = share(both + only_first, games), share(both + only_second, games)
    leave, come = share(only_first, games), share(only_second, games)
    stay = (1 - leave.value) * (1 - come.value)
    phi = -sqrt(leave.value * come.value / stay) if stay else -1.0
    for estimate, ends in (
        (found.unpaired, apart(first, second, 0)),
        (found.paired, apart(leave, come, phi)),
    ):
        assert (estimate.value, estimate.games) == (second.value - first.value, games)
        assert (estimate.low, estimate.high) == pytest.approx(ends, abs=1e-9)
    back = share_difference(table(*cells).T, "player_1").paired
    assert (back.low, back.high) == pytest.approx((-found.paired.high, -found.paired.low), abs=1e-9)


def test_a_published_difference_and_one_of_nothing() -> None:
    """Bentur et al. (2009) as in Fagerland, Lydersen & Laake (2014): 2 of 21 and 8 of 21, 1 in both."""
    bentur = share_difference(table(1, 1, 7, 12), "player_1").paired
    # Newcombe's own interval, from Wilson's, is 0.026 to 0.507; of few deals it covers too seldom.
    assert bentur.low < 0.026 < 0.507 < bentur.high < 0.6
    never = share_difference(table(0, 0, 0, 1_000), "endless")
    assert never.paired == never.unpaired
    assert 0.003 < never.paired.high == -never.paired.low < 0.005


def test_what_is_changed_and_moved_is_a_share_of_the_deals() -> None:
    counts = table(5, 3, 2, 10)
    counts[0, 3], counts[3, 0] = 4, 1
    assert changed(counts) == moved(counts) == share(10, 25)
    assert moved(counts, before=("player_1",)) == share(7, 25)
    assert moved(counts, after=("player_1",)) == share(3, 25)
    assert moved(counts, before=("player_1",), after=("endless",)) == share(4, 25)
    assert moved(counts, before=("draw",), after=("draw",)) == share(0, 25)


long_or_short = st.integers(0, 500) | st.integers(10**9 - 3, 10**9)


@given(st.lists(st.tuples(long_or_short, long_or_short), min_size=2, max_size=30))
@example([(7, 9)] * 5)
def test_both_ends_of_a_difference_of_lengths(pairs: list[tuple[int, int]]) -> None:
    one, other = zip(*pairs, strict=True)
    games = len(pairs)
    sums = (sum(one), sum(other), sum(a * a for a in one), sum(b * b for b in other))
    found = length_difference(Lengths(games, *sums, sum(a * b for a, b in pairs)), z=2.5)
    assert found is not None
    differences = [b - a for a, b in pairs]
    value = Fraction(sum(differences), games)
    for estimate, spread in (
        (found.paired, variance(differences)),
        (found.unpaired, variance(one) + variance(other)),
    ):
        reach = times_student(games, 2.5) * sqrt(spread / games) if spread else inf
        assert (estimate.value, estimate.games) == (float(value), games)
        assert (estimate.low, estimate.high) == pytest.approx((value - reach, value + reach), rel=1e-9)


def test_of_no_game_there_is_no_difference_and_of_one_no_interval() -> None:
    assert length_difference(Lengths()) is None
    one = length_difference(Lengths(1, 5, 9, 25, 81, 45))
    assert one is not None
    assert (one.paired.value, one.paired.low, one.paired.high) == (4, -inf, inf)
