"""The coin test against whole numbers, and the games it needs against exact power."""

from decimal import Decimal, getcontext
from fractions import Fraction
from math import comb, erfc, sqrt

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.cards import Pack
from engine.rules import rules_called
from engine.simulation.estimates import coin_band, coin_test, even, evens, fair_by_symmetry, share


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
    found = coin_test(wins, games)
    # An error of 1e-9 of the p-value is one of 4e-10 of its logarithm.
    assert found.log10_p == pytest.approx(float(exact_log10_p(wins, games)), abs=4e-10)
    assert (found.share, found.p) == (share(wins, games), 10.0**found.log10_p)
    assert coin_test(games - wins, games).log10_p == found.log10_p


def test_very_many_games_come_near_the_normal_law() -> None:
    games = 10**9
    for deviations in (0.3, 1.9, 4.0):
        beyond = round(deviations * sqrt(games) / 2)
        wanted = erfc((beyond - 0.5) / (sqrt(games) / 2) / sqrt(2))
        assert coin_test(games // 2 + beyond, games).p == pytest.approx(wanted, rel=1e-5)


@given(st.integers(1, 900))
def test_what_lies_outside_of_a_fair_coins_band_is_at_most_one_in_forty_on_either_side(games: int) -> None:
    low, high = coin_band(games)
    fewest = round(low * games)
    assert (low, high) == (fewest / games, (games - fewest) / games)
    beyond = sum(comb(games, heads) for heads in range(fewest))
    assert Fraction(beyond, 2**games) <= Fraction(1, 40) < Fraction(beyond + comb(games, fewest), 2**games)


def test_wins_are_even_from_more_than_twenty_games_on_and_where_no_two_rule_sets_differ() -> None:
    def outcomes(first: int, second: int) -> dict[str, int]:
        return {"player_1": first, "player_2": second, "draw": 0}

    pairs = ((10, 10), (10, 11), (0, 21), (40, 60), (41, 60), (39, 60))
    assert [even(outcomes(*won)) for won in pairs] == [False, True, False, True, True, False]
    three = [outcomes(498, 502), outcomes(520, 480), outcomes(400, 600)]
    assert evens(three, lambda *_: False) == (True, True, False)
    assert evens(three, lambda one, other: (one, other) == (0, 1)) == (False, False, False)


def test_when_a_game_is_a_coin_by_proof() -> None:
    usual, by_seat = (
        ("LOSER_FIRST", "WINNER_ALTERNATING_REVERSED", "RANDOM", "COIN_FLIP"),
        (*("AS_DEALT", "PLAYER_2_FIRST", "AS_PROGRAMMED"),),
    )
    for pickups, fair in ((usual, True), (by_seat, False)):
        for pickup in pickups:
            for both_out, pack in (("DRAW", "3x2"), ("DRAW", "3x1"), ("PLAYER_1", "13x4")):
                rules = rules_called(f"1.{pickup}.LOSES.{both_out}.HIGH")
                is_alike = pack != "3x1" and both_out == "DRAW"
                assert fair_by_symmetry(rules, Pack.parse(pack)) == (fair and is_alike)
