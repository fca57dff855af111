"""Every interval against the law that defines it, and how often it holds what it is of."""

from collections.abc import Sequence
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import accumulate
from math import atan, ceil, comb, cos, erfc, exp, floor, fsum, inf, log, log1p, pi, sin, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from there import there

from engine.cards import Pack
from engine.kernels.tallies import BINS, OUTCOMES, UNITS
from engine.rules import PLAYABLE, rules_called
from engine.simulation import Study, estimates
from engine.simulation.paired import Lengths
from engine.simulation.tallies import FINISHED, WON, Ints, bin_of, bin_start, outcomes_of, play, tally

counts_of_games = st.integers(1, 1_500).flatmap(lambda most: st.tuples(st.integers(0, most), st.just(most)))


# Shares and quantiles: by the binomial law.


def chance(counts: range, games: int, part: float) -> float:
    """Return the chance of any of these counts by the binomial law."""
    if part in (0, 1):
        return float((games if part else 0) in counts)
    logs = (log(comb(games, count)) + count * log(part) + (games - count) * log1p(-part) for count in counts)
    return fsum(map(exp, logs))


@settings(max_examples=60)
@given(counts_of_games)
@example((estimates.SUMMED, 10 * estimates.SUMMED))
@example((estimates.SUMMED + 1, 10 * estimates.SUMMED))
def test_a_share_ends_where_its_count_is_as_rare_as_one_in_forty(counted: tuple[int, int]) -> None:
    count, games = counted
    found = estimates.share(count, games)
    assert (found.value, found.games) == (count / games, games)
    if count:
        assert chance(range(count, games + 1), games, found.low) == pytest.approx(0.025, rel=2e-3)
    if count < games:
        assert chance(range(count + 1), games, found.high) == pytest.approx(0.025, rel=2e-3)
        more = estimates.share(count + 1, games)
        assert (found.low < more.low, found.high <= more.high) == (True, True)
    assert (found.low == 0, found.high == 1) == (count == 0, count == games)


def test_of_very_many_games_the_normal_law_holds() -> None:
    for count in (10**8 // 3, 10**8 // 2):
        found = estimates.share(count, 10**8)
        reach = estimates.Z_95 * sqrt(found.value * (1 - found.value) / 10**8)
        assert (found.value - found.low, found.high - found.value) == pytest.approx((reach, reach), rel=3e-4)
    assert estimates.share(0, 10**9).high == pytest.approx(3.689e-9, rel=1e-3)
    average = there(estimates.mean(10**8, 7 * 10**8, 74 * 10**8))  # a variance of 25
    reach = estimates.Z_95 * 5e-4
    assert (average.low, average.high) == pytest.approx((7 - reach, 7 + reach), rel=1e-9)
    assert NormalDist().inv_cdf(0.975) == pytest.approx(estimates.Z_95, abs=1e-12)


@settings(max_examples=80)
@given(st.integers(1, estimates.RANKED), st.integers(1, 19))
@example(estimates.RANKED, 10)
def test_ranks_are_those_of_the_binomial_law_in_whole_numbers(games: int, twentieths: int) -> None:
    """Each way for `below` games below the quantile, all ways together 20 ** games."""
    ways = [comb(games, n) * twentieths**n * (20 - twentieths) ** (games - n) for n in range(games + 1)]
    hardly = int(20**games * Fraction(erfc(estimates.Z_95 / sqrt(2)) / 2))
    first = sum(fewer <= hardly for fewer in accumulate(ways))
    last = games + 1 - sum(more <= hardly for more in accumulate(reversed(ways)))
    level = twentieths / 20
    assert estimates.ranks(games, level) == (first, last)
    # Beyond, the normal law gives them.
    off = estimates.Z_95 * sqrt((estimates.RANKED + 1) * level * (1 - level))
    middle = (estimates.RANKED + 1) * level
    assert estimates.ranks(estimates.RANKED + 1, level) == (floor(middle - off), ceil(middle + off) + 1)


def histogram_of(values: Sequence[int]) -> Ints:
    return np.bincount(bin_of(np.array(values)), minlength=BINS).astype(np.int64)


lengths_of_games = st.lists(st.integers(0, 60) | st.integers(0, 2**30), min_size=1, max_size=120)


@given(lengths_of_games, st.sampled_from((0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)))
def test_a_quantile_and_its_ends_are_order_statistics_in_bins(values: list[int], level: float) -> None:
    ordered, games = sorted(values), len(values)
    found = there(estimates.quantile(histogram_of(values), level))
    assert found.games == games
    first, last = estimates.ranks(games, level)
    middle, low, high = (
        int(bin_of(np.array([ordered[min(max(rank, 1), games) - 1]]))[0])
        for rank in (ceil(games * level), first, last)
    )
    assert bin_of(np.array([int(found.value)]))[0] == middle
    assert found.low == (bin_start(low) if first >= 1 else -inf)
    assert found.high == (bin_start(high + 1) - 1 if last <= games else inf)


def test_games_of_one_bin_are_spread_evenly_in_it() -> None:
    start = 8_192  # this bin holds 128 lengths
    found = [estimates.quantile(histogram_of([start] * games), 0.5) for games in (1, 2, 3, 4, 6)]
    values = [start + 64, start + 32, start + 64, start + 48, start + 53]
    assert [each and each.value for each in found] == values
    assert estimates.quantile(np.zeros(BINS, np.int64), 0.5) is None


# Means: by Student's law, widened.


def variance(values: Sequence[int]) -> Fraction:
    middle = Fraction(sum(values), len(values))
    return sum(((value - middle) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


def times_student(games: int) -> float:
    return estimates.student(games - 1) * (1 + estimates.SKEWED / games)


def beyond(point: float, freedom: int) -> float:
    """Return how often Student's t lies beyond a point to either side, by the finite sum for its law."""
    angle = atan(point / sqrt(freedom))
    first, term = (3, cos(angle)) if freedom % 2 else (2, 1.0)
    total = term if freedom > 1 else 0.0
    for step in range(first, freedom, 2):
        term *= (step - 1) / step * cos(angle) ** 2
        total += term
    inside = sin(angle) * total
    return 1 - (2 / pi * (angle + inside) if freedom % 2 else inside)


@pytest.mark.parametrize("freedom", [*range(1, 12), 30, 121, 1_000])
def test_a_point_of_students_law_is_passed_one_time_in_twenty(freedom: int) -> None:
    assert beyond(estimates.student(freedom), freedom) == pytest.approx(0.05, rel=2.5e-6)


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=40))
@example([3, 3, 3])
@example([10**9 - 1, 10**9, 10**9 + 1] * 10)  # floats would take squares from squares
def test_a_mean_lies_within_students_errors_and_within_its_bounds(values: list[int]) -> None:
    games, total, squares = len(values), sum(values), sum(value**2 for value in values)
    off = times_student(games) * sqrt(variance(values) / games) or inf
    for least, most in ((-inf, inf), (0.0, inf), (min(values) + 0.5, max(values) - 0.5)):
        found = there(estimates.mean(games, total, squares, least=least, most=most))
        assert (found.value, found.games) == (total / games, games)
        low, high = found.value - off, found.value + off
        known = (max(low, least), min(high, most)) if off < inf else (low, high)
        assert (found.low, found.high) == pytest.approx(known, rel=1e-9)
    assert estimates.deviation(games, total, squares) == pytest.approx(sqrt(variance(values)), rel=1e-12)


def test_of_one_game_a_mean_and_a_difference_have_no_ends_and_of_none_there_are_none() -> None:
    assert estimates.mean(1, 12, 144, least=1.0) == estimates.Estimate(12.0, -inf, inf, 1)
    assert (estimates.deviation(1, 12, 144), estimates.mean(0, 0, 0)) == (None, None)
    assert estimates.length_difference(Lengths()) is None
    one = there(estimates.length_difference(Lengths(1, 5, 9, 25, 81, 45)))
    assert one.paired == one.unpaired == estimates.Estimate(4.0, -inf, inf, 1)


@pytest.mark.parametrize("unit", UNITS)
def test_a_mean_length_stays_within_what_a_game_can_take(unit: str) -> None:
    """Of few games of six cards, whose depth is 3 at most and whose rounds are 1 at least."""
    cut = []
    for seed in range(60):
        games, whole = (3, 4, 5, 8)[seed % 4], (FINISHED, WON)[seed // 4 % 2]
        study = Study(rules=PLAYABLE["programming-challenges"], pack=Pack(3, 2), games=games, seed=seed)
        summary = tally(study, 0, games)
        found = estimates.mean_length(summary, unit, whole)
        free = estimates.mean(*summary.sums_of(unit, whole), least=-inf)
        if found is None or free is None or free.low == -inf:
            assert found == free
            continue
        least, most = (0 if unit in ("wars", "depth") else 1), (3 if unit == "depth" else inf)
        assert (found.low, found.high) == (max(free.low, least), min(free.high, most))
        cut.append(free.low < least or free.high > most)
    assert any(cut)


# Differences: as Newcombe writes them, and as Student's law has it.


def ends_apart(
    first: estimates.Estimate, second: estimates.Estimate, correlation: float
) -> tuple[float, float]:
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
    found = estimates.share_difference(table(*cells), "player_1")
    first, second = estimates.share(both + only_first, games), estimates.share(both + only_second, games)
    leave, come = estimates.share(only_first, games), estimates.share(only_second, games)
    stay = (1 - leave.value) * (1 - come.value)
    phi = -sqrt(leave.value * come.value / stay) if stay else -1.0
    for estimate, ends in (
        (found.unpaired, ends_apart(first, second, 0)),
        (found.paired, ends_apart(leave, come, phi)),
    ):
        assert (estimate.value, estimate.games) == (second.value - first.value, games)
        assert (estimate.low, estimate.high) == pytest.approx(ends, abs=1e-9)
    back = estimates.share_difference(table(*cells).T, "player_1").paired
    assert (back.low, back.high) == pytest.approx((-found.paired.high, -found.paired.low), abs=1e-9)


def test_how_often_the_outcome_changes_and_the_other_player_wins() -> None:
    counts = table(5, 3, 2, 10)
    counts[0, 3], counts[3, 0] = 4, 1
    assert estimates.changed(counts) == estimates.share(10, 25)
    assert estimates.other_winner(counts) == estimates.share(5, 25)


long_or_short = st.integers(0, 500) | st.integers(10**9 - 3, 10**9)


@given(st.lists(st.tuples(long_or_short, long_or_short), min_size=2, max_size=30))
@example([(7, 9)] * 5)
def test_both_ends_of_a_difference_of_lengths(pairs: list[tuple[int, int]]) -> None:
    one, other = zip(*pairs, strict=True)
    games = len(pairs)
    sums = (sum(one), sum(other), sum(a * a for a in one), sum(b * b for b in other))
    found = there(estimates.length_difference(Lengths(games, *sums, sum(a * b for a, b in pairs))))
    differences = [b - a for a, b in pairs]
    value = Fraction(sum(differences), games)
    for estimate, spread in (
        (found.paired, variance(differences)),
        (found.unpaired, variance(one) + variance(other)),
    ):
        reach = times_student(games) * sqrt(spread / games) if spread else inf
        assert (estimate.value, estimate.games) == (float(value), games)
        assert (estimate.low, estimate.high) == pytest.approx((value - reach, value + reach), rel=1e-9)


# How often intervals hold what they are of: 94 % and more, from the first game on, of 2,000 samples of fixed
# seeds. An end that is open holds.


def test_means_hold() -> None:
    """Of lengths, of which code-golf's of 6 x 2 cards are the most skewed tried: 2.7.

    And of games one of which in ten is a hundred times as long: where all are alike, the interval is open.
    """
    rare = np.where(np.random.default_rng(1).random(40_000) < 0.1, 100, 1)
    results = play(Study(rules=PLAYABLE["code-golf"], games=40_000, pack=Pack(6, 2)), 0, 40_000)
    lengths = results["rounds"][outcomes_of(results) < OUTCOMES.index("endless")].astype(np.int64)
    for population, last in ((rare, 50), (lengths, 100)):
        for games in (2, 5, 10, 20, last):
            drawn = population[np.random.default_rng(games).integers(0, len(population), (2_000, games))]
            sums = zip(drawn.sum(axis=1).tolist(), (drawn * drawn).sum(axis=1).tolist(), strict=True)
            found = [estimates.mean(games, *both) or estimates.Estimate(inf, inf, inf, 0) for both in sums]
            held = [one.low - 1e-9 <= population.mean() <= one.high + 1e-9 for one in found]
            assert np.mean(held) >= 0.94


# Is it a coin? Against whole numbers.


def exact_log10_p(wins: int, games: int) -> Decimal:
    """Sum whole numbers of ways; only the last step is rounded."""
    fewer = min(wins, games - wins)
    if 2 * fewer == games:
        return Decimal(0)
    ways = term = comb(games, fewer)
    for heads in range(fewer, 0, -1):
        term = term * heads // (games - heads + 1)
        if term < ways >> 150:
            break
        ways += term
    getcontext().prec = 50
    return (Decimal(2 * ways) / Decimal(2) ** games).log10()


some = st.integers(1, 40) | st.integers(1, 30_000)


@settings(max_examples=60)
@given(some.flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games))))
@example((49_999, 100_000))
@example((9_000, 20_001))
@example((0, 5_000))
def test_the_chance_of_straying_is_the_sum_of_the_binomial_law(counted: tuple[int, int]) -> None:
    wins, games = counted
    found = estimates.coin_test(wins, games)
    # An error of 1e-9 of the p-value is one of 4e-10 of its logarithm.
    assert found.log10_p == pytest.approx(float(exact_log10_p(wins, games)), abs=4e-10)
    assert (found.share, found.p) == (estimates.share(wins, games), 10.0**found.log10_p)
    assert estimates.coin_test(games - wins, games).log10_p == found.log10_p


def test_very_many_games_come_near_the_normal_law() -> None:
    games = 10**9
    for deviations in (0.3, 1.9, 4.0):
        beyond = round(deviations * sqrt(games) / 2)
        wanted = erfc((beyond - 0.5) / (sqrt(games) / 2) / sqrt(2))
        assert estimates.coin_test(games // 2 + beyond, games).p == pytest.approx(wanted, rel=1e-5)


@given(st.integers(1, 900))
def test_what_lies_outside_of_a_fair_coins_band_is_at_most_one_in_forty_on_either_side(games: int) -> None:
    low, high = estimates.coin_band(games)
    fewest = round(low * games)
    assert (low, high) == (fewest / games, (games - fewest) / games)
    beyond = sum(comb(games, heads) for heads in range(fewest))
    assert Fraction(beyond, 2**games) <= Fraction(1, 40) < Fraction(beyond + comb(games, fewest), 2**games)


def test_wins_are_even_from_more_than_twenty_games_on_and_where_no_two_rule_sets_differ() -> None:
    def outcomes(first: int, second: int) -> dict[str, int]:
        return {"player_1": first, "player_2": second, "draw": 0}

    pairs = ((10, 10), (10, 11), (0, 21), (40, 60), (41, 60), (39, 60))
    assert [estimates.even(outcomes(*won)) for won in pairs] == [False, True, False, True, True, False]
    three = [outcomes(498, 502), outcomes(520, 480), outcomes(400, 600)]
    assert estimates.evens(three, lambda *_: False) == (True, True, False)
    assert estimates.evens(three, lambda one, other: (one, other) == (0, 1)) == (False, False, False)


def test_when_a_game_is_a_coin_by_proof() -> None:
    usual = ("LOSER_FIRST", "WINNER_ALTERNATING_REVERSED", "RANDOM", "COIN_FLIP")
    by_seat = ("AS_DEALT", "PLAYER_2_FIRST", "AS_PROGRAMMED")
    for pickups, fair in ((usual, True), (by_seat, False)):
        for pickup in pickups:
            for both_out, pack in (("DRAW", "3x2"), ("DRAW", "3x1"), ("PLAYER_1", "13x4")):
                rules = rules_called(f"1.{pickup}.LOSES.{both_out}.HIGH")
                is_alike = pack != "3x1" and both_out == "DRAW"
                assert estimates.fair_by_symmetry(rules, Pack.parse(pack)) == (fair and is_alike)
