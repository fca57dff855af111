"""Numbers as charts write them: which digits, from both sides of every step."""

import numpy as np
import pytest

from dashboard.charts.chart import fitted, pointed_at
from dashboard.charts.compare.rows import mean_text, means_text
from dashboard.charts.style import percent_axis
from engine.kernels.tallies import NO_GAME
from engine.numbers import (
    TWO_DIGITS,
    count,
    counted,
    decimals,
    number,
    one_in,
    percent,
    percent_range,
    plus_minus,
    signed,
)
from engine.simulation.estimates import Estimate, share
from engine.simulation.tallies import Ints
from engine.tables.bars import NOT_ONE, games_of, one_game

INF = float("inf")


def estimate(value: float, reach: float) -> Estimate:
    return Estimate(value, value - reach, value + reach, 100)


@pytest.mark.parametrize(
    ("count", "games", "text"),
    [
        (0, 1, "under 98 %"),
        (0, 5, "under 53 %"),
        (0, 20, "under 17 %"),  # an upper end of 16.11 %: two digits where they begin with a 1, rounded up
        (0, 15, "under 22 %"),  # of 20.39 %: one digit
        (0, 100, "under 4 %"),
        (0, 10**6, "under 0.0004 %"),
        (1, 2, "50 %"),
        (37, 100, "37 %"),
        (370, 1_000, "37 %"),
        (3_701, 10_000, "37 %"),
        (12_345, 100_000, "12.3 %"),
        # What was seen is never rounded to nothing, nor what was not to all.
        (1, 100, "1 %"),
        (1, 1_000, "0.1 %"),
        (1, 1_001, "0.1 %"),
        (999, 1_000, "99.9 %"),
        (1, 10**7, "0.00001 %"),
        (10**7 - 1, 10**7, "99.99999 %"),
    ],
)
def test_shares(count: int, games: int, text: str) -> None:
    assert percent(share(count, games)) == text


@pytest.mark.parametrize(
    ("count", "games", "digits", "text"),
    [
        (499, 1_000, 0, "50 %"),
        (499, 1_000, 1, "49.9 %"),
        (4, 1_000, 0, "0.4 %"),
        (5, 1_000, 0, "0.5 %"),
        (6, 1_000, 0, "1 %"),
        (994, 1_000, 0, "99 %"),
        (996, 1_000, 0, "99.6 %"),
        (0, 1_000, 3, "under 0.4 %"),
    ],
)
def test_shares_in_the_digits_of_others(count: int, games: int, digits: int, text: str) -> None:
    assert percent(share(count, games), digits) == text


@pytest.mark.parametrize(
    ("reach", "digits"),
    [
        (0.30, 0),
        (0.0096, 0),  # 0.96 points: as good as one
        (0.0094, 1),
        (0.00096, 1),
        (0.00094, 2),
        (0.0000096, 3),
        (1e-9, 6),
        (0.0, 6),
    ],
)
def test_how_many_decimals_an_interval_allows(reach: float, digits: int) -> None:
    assert decimals(estimate(0.5, reach)) == digits
    assert decimals(estimate(0.5, 1e-5), estimate(0.2, reach)) == min(digits, 3)


def test_an_interval_is_written_in_the_digits_of_its_share() -> None:
    assert percent_range(share(50, 100)) == "39 to 61 %"
    assert percent_range(share(0, 100)) == "0 to 4 %"
    assert percent_range(share(30_710, 100_000)) == "30.4 to 31.0 %"
    assert counted(0, share(0, 10)) == "0 games, under 31 %"
    assert counted(1, share(1, 10)) == "1 game, 10 % (0 to 45 %)"
    assert counted(1_000, share(1_000, 2_000)) == "1,000 games, 50 % (47 to 53 %)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "± 0"),
        (0.104, "± 0.11"),
        (0.106, "± 0.11"),
        (0.194, "± 0.20"),
        (0.196, "± 0.20"),
        (0.5, "± 0.5"),
        (0.94, "± 1.0"),
        (0.96, "± 1.0"),
        (1.04, "± 1.1"),
        (1.06, "± 1.1"),
        (1.94, "± 2.0"),
        (1.96, "± 2.0"),
        (9.4, "± 10"),
        (9.6, "± 10"),
        (14.4, "± 15"),
        (12_345.0, "± 12,345"),
        (3e-9, "± 0.000000003"),
        (3e-11, "± 0.000000001"),
    ],
)
def test_reaches(value: float, text: str) -> None:
    assert plus_minus(value) == text


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (estimate(1_699.2, 9.2), "1,699"),
        (estimate(1_699.25, 1.2), "1,699.2"),
        (estimate(16.926, 0.025), "16.926"),
        (estimate(5.4, 0.0), "5"),
        (Estimate(5.4, -INF, INF, 1), "5"),
    ],
)
def test_means(found: Estimate, text: str) -> None:
    assert number(found) == text
    assert mean_text(found) == text


@pytest.mark.parametrize(
    ("seen", "games", "text"),
    [
        (1, 9, "One game in 9"),
        (10, 99, "One game in 10"),
        (100, 9_949, "One game in 99"),
        (100, 9_960, "One game in 100"),
        (1, 104, "One game in 100"),
        (1, 106, "One game in 110"),
        (1, 1_949, "One game in 1,900"),
        (1, 1_951, "One game in 2,000"),
        (1, 2_480_000, "One game in 2,500,000"),
    ],
)
def test_one_game_in_so_many(seen: int, games: int, text: str) -> None:
    assert one_in(seen, games) == text


def test_counts_take_the_plural_for_all_but_one() -> None:
    assert [count(number, "deal") for number in (0, 1, 2, 1_000)] == [
        "0 deals",
        "1 deal",
        "2 deals",
        "1,000 deals",
    ]


@pytest.mark.parametrize(
    ("value", "reach", "text"),
    [
        (19.32, 0.31, "+19.32"),
        (-19.32, 0.31, "−19.32"),
        (0.0, 0.31, "0.00"),
        (0.004, 0.31, "0.00"),
        (-0.004, 0.31, "0.00"),
        (0.06, 0.31, "+0.06"),
        (-0.06, 0.31, "−0.06"),
        (1_405.2, 12.2, "+1,405"),
        (-3.0, INF, "−3"),
        (3.4, 0.0, "+3"),
    ],
)
def test_differences_have_their_sign_and_the_digits_of_their_interval(
    value: float, reach: float, text: str
) -> None:
    assert signed(value, reach) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "± 0"),
        (0.3649, "± 0.37"),
        (0.099, "± 0.099"),
        (0.1, "± 0.10"),
        (1.0, "± 1.0"),
        (9.94, "± 10.0"),
        (10.0, "± 10"),
        (12.34, "± 13"),
        (1_234.0, "± 1,234"),
        (INF, "± ?"),
    ],
)
def test_reaches_that_are_compared_have_two_digits(value: float, text: str) -> None:
    assert plus_minus(value, TWO_DIGITS) == text


def test_means_that_stand_together_have_the_digits_of_the_widest() -> None:
    assert means_text([estimate(107.63, 0.55), estimate(571.2, 6.2)]) == ["108", "571"]
    assert means_text([estimate(107.63, 0.55), estimate(571.26, 0.6)]) == ["107.6", "571.3"]
    assert means_text([Estimate(7, -INF, INF, 1), estimate(12.26, 0.01)]) == ["7", "12"]
    assert means_text([]) == []


# Words of points and lines


@pytest.mark.parametrize(
    ("most", "words"), [(4, "four"), (5, "fives"), (7, "fives"), (8, "eighteen"), (1, "four"), (3, "four")]
)
def test_the_fullest_wording_that_fits_is_taken_or_else_the_last(most: int, words: str) -> None:
    assert fitted("eighteen", "fives", "four", most=most) == words


def firsts(*numbers: int) -> Ints:
    return np.array(numbers, np.int64)


def test_games_behind_a_point() -> None:
    assert one_game(firsts(NO_GAME, 7, 3)) == 3
    assert one_game(firsts(NO_GAME)) == one_game(firsts()) == NOT_ONE == -1
    assert games_of(firsts(NO_GAME, 0)) == [-1, 0]


@pytest.mark.parametrize(
    ("games", "example", "said"),
    [
        (0, -1, "drawn<br>0 games, under 31 %"),
        (1, 4, "drawn<br>1 game, 10 % (0 to 45 %)<br>click for it"),
        (2, 4, "drawn<br>2 games, 20 % (2 to 56 %)<br>click for one of them"),
        (2, -1, "drawn<br>2 games, 20 % (2 to 56 %)"),
    ],
)
def test_what_a_point_says(games: int, example: int, said: str) -> None:
    assert pointed_at("drawn", games, share(games, 10), example) == [example, said]


@pytest.mark.parametrize(
    ("top", "named"),
    [
        (1.0, ["0 %", "50 %", "100 %"]),
        (0.4, ["0 %", "10 %", "20 %", "30 %", "40 %"]),
        (0.025, ["0 %", "1 %", "2 %"]),
        (0.002, ["0 %", "0.05 %", "0.1 %", "0.15 %", "0.2 %"]),
    ],
)
def test_what_an_axis_of_shares_names(top: float, named: list[str]) -> None:
    axis = percent_axis(top)
    assert axis["ticktext"] == named
    assert axis["tickvals"] == pytest.approx([float(text.removesuffix(" %")) / 100 for text in named])
