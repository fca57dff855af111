"""The coin test against whole numbers, and what is said to be needed against exact power."""

from decimal import Decimal, getcontext
from math import comb, erfc, sqrt

import pytest

from engine.cards import Pack
from engine.rules import PLAYABLE, BothOut, Pickup, Rules
from engine.simulation.coin import Z_80, coin_band, coin_test, fair_by_symmetry, games_to_tell
from engine.simulation.estimates import Z_95, share


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


@pytest.mark.parametrize("games", [1, 2, 3, 10, 15, 16, 17, 31, 100, 333])
def test_every_count_of_small_numbers_of_games(games: int) -> None:
    for wins in range(games + 1):
        wanted = exact_log10_p(wins, games)
        assert coin_test(wins, games).log10_p == pytest.approx(float(wanted), abs=1e-11), wins


@pytest.mark.parametrize(
    ("wins", "games"),
    [
        (50_321, 100_000),
        (49_999, 100_000),
        (49_000, 100_000),
        (70_000, 100_000),
        (0, 20_000),
        (9_000, 20_001),
    ],
)
def test_large_numbers_of_games(wins: int, games: int) -> None:
    wanted = float(exact_log10_p(wins, games))
    # An error of 1e-9 of the p-value is one of 4e-10 of its logarithm.
    assert coin_test(wins, games).log10_p == pytest.approx(wanted, abs=4e-10)


@pytest.mark.slow
@pytest.mark.parametrize("wins", [499_990, 500_900, 510_000, 900_000])
def test_a_million_games(wins: int) -> None:
    wanted = float(exact_log10_p(wins, 10**6))
    assert coin_test(wins, 10**6).log10_p == pytest.approx(wanted, abs=4e-10)


@pytest.mark.parametrize("games", [10**9, 10**11])
@pytest.mark.parametrize("deviations", [0.3, 1.9, 4.0])
def test_very_many_games_come_near_the_normal_law(games: int, deviations: float) -> None:
    beyond = round(deviations * sqrt(games) / 2)
    wanted = erfc((beyond - 0.5) / (sqrt(games) / 2) / sqrt(2))
    assert coin_test(games // 2 + beyond, games).p == pytest.approx(wanted, rel=1e-6)


def test_both_sides_are_alike_and_half_is_no_evidence() -> None:
    assert coin_test(40, 100).log10_p == coin_test(60, 100).log10_p
    assert coin_test(50, 100).p == 1
    assert coin_test(50, 101).p == 1
    assert coin_test(0, 5000).p == 0
    assert coin_test(0, 5000).log10_p == pytest.approx(-4999 * 0.30102999566398120)
    assert coin_test(60, 100).share == share(60, 100)


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (3, 2), (-1, 5)])
def test_no_games_are_no_test(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        coin_test(wins, games)


@pytest.mark.parametrize("difference", [0.2, 0.1, 0.05])
def test_games_to_tell_give_the_power_they_promise(difference: float) -> None:
    games = games_to_tell(difference)
    chance = 0.5 + difference
    power = sum(
        comb(games, wins) * chance**wins * (1 - chance) ** (games - wins)
        for wins in range(games + 1)
        if coin_test(wins, games).p < 0.05
    )
    assert 0.8 <= power < 0.82


def test_games_to_tell_grow_with_the_square() -> None:
    assert games_to_tell(0.0005) == pytest.approx(4 * games_to_tell(0.001), rel=1e-5)
    assert games_to_tell(-0.001) == games_to_tell(0.001)
    assert games_to_tell(0.001) == pytest.approx((Z_95 + Z_80) ** 2 / 4 / 0.001**2, rel=1e-5)
    for difference in (0.0, 0.51):
        with pytest.raises(ValueError, match="out of range"):
            games_to_tell(difference)


@pytest.mark.parametrize("games", [10, 101, 10_000])
def test_a_fair_coin_stays_in_its_band(games: int) -> None:
    low, high = coin_band(games)
    inside = sum(comb(games, wins) for wins in range(games + 1) if low <= wins / games <= high)
    assert inside / 2**games == pytest.approx(0.95, abs=1.2 / sqrt(games))


def test_what_is_fair_by_proof() -> None:
    fair = {name for name, rules in PLAYABLE.items() if fair_by_symmetry(rules, Pack(13, 4))}
    assert {"code-golf", "whats-in-a-game", "whats-in-a-game-steal", "norvig", "jouets", "kbwar"} <= fair
    assert not fair & {"programming-challenges", "programming-challenges-code", "codingame", "pyanitsa"}
    assert not fair_by_symmetry(Rules(), Pack(5, 1))
    assert not fair_by_symmetry(Rules(both_out=BothOut.PLAYER_2), Pack(13, 4))
    assert fair_by_symmetry(Rules(pickup=Pickup.COIN_FLIP), Pack(13, 4))
