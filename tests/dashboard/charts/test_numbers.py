"""Numbers and words as charts write them: which digits, from both sides of every step; and colours."""

from collections.abc import Callable
from dataclasses import astuple, fields
from math import inf

import numpy as np
import pytest
from chart_text import lines
from hypothesis import given
from hypothesis import strategies as some

from dashboard.charts.chart import (
    click_hint,
    fitted,
    pointed_at,
)
from dashboard.charts.compare.rows import mean_text, means_text
from dashboard.charts.style import (
    THEMES,
    Theme,
    few_ticks,
    layout,
    outcome_colours,
    outcome_marker,
    percent_axis,
)
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.numbers import (
    TWO_DIGITS,
    counted,
    decimals,
    number,
    percent,
    percent_range,
    plus_minus,
    signed,
)
from engine.simulation.estimates import Estimate, share
from engine.tables.bars import NOT_ONE, games_of, one_game

Reviewed = Callable[..., None]


def estimate(value: float, reach: float) -> Estimate:
    return Estimate(value, value - reach, value + reach, 100)


def test_shares(reviewed: Reviewed) -> None:
    """What was seen is never rounded to nothing, nor what was not to all; digits are those that are known."""
    seen = (
        *((0, games) for games in (1, 5, 15, 20, 100, 10**6)),
        *((1, 2), (37, 100), (370, 1_000), (3_701, 10_000), (12_345, 100_000), (50, 100), (30_710, 100_000)),
        *((1, 100), (1, 1_000), (1, 1_001), (999, 1_000), (1, 10**7), (10**7 - 1, 10**7), (1_000, 1_000)),
        *((307_100, 800_000), (15_355_000, 50_000_000), (1_000, 2_000)),
    )
    told = {f"{part} of {games}": percent(share(part, games)) for part, games in seen}
    told |= {
        f"{part} of {games} in {digits}": percent(share(part, games), digits)
        for part, games, digits in (
            *((499, 1_000, digits) for digits in (0, 1)),
            *((part, 1_000, 0) for part in (4, 5, 6, 994, 996)),
            (0, 1_000, 3),
            *((part, 10_000, 0) for part in (4, 9_996)),
        )
    }
    whole = {
        f"{part} of {games}": f"{counted(part, share(part, games))}; {percent_range(share(part, games))}"
        for part, games in seen
    }
    points = [
        pointed_at("drawn", games, share(games, 10), example)
        for games, example in ((0, NOT_ONE), (1, 4), (2, 4), (2, NOT_ONE))
    ]
    reviewed(
        lines(told),
        lines(whole),
        *map(str, points),
        repr([click_hint(3), click_hint(NOT_ONE), click_hint(0, "it")]),
    )


def test_lengths_and_differences(reviewed: Reviewed) -> None:
    reaches = (
        *(0.0, 0.0968, 0.104, 0.106, 0.14, 0.194, 0.196, 0.5, 0.84, 0.94, 0.96, 1.04, 1.06, 1.94, 1.96),
        *(9.4, 9.6, 14.4, 25, 12_345.0, 3e-9, 3e-11),
    )
    means = (
        *(estimate(1_699.2, 9.2), estimate(1_699.25, 1.2), estimate(16.926, 0.025), estimate(5.4, 0.0)),
        *(
            Estimate(5.4, -inf, inf, 1),
            Estimate(441.4321, 440.6, 442.2, 10**6),
            Estimate(39.94, 38.54, 41.34, 100),
        ),
    )
    differences = (
        *((19.32, 0.31), (-19.32, 0.31), (0.0, 0.31), (0.004, 0.31), (-0.004, 0.31), (0.06, 0.31)),
        *((-0.06, 0.31), (1_405.2, 12.2), (-3.0, inf), (3.4, 0.0)),
    )
    exact = (0.0, 0.3649, 0.099, 0.1, 1.0, 9.94, 10.0, 12.34, 1_234.0, inf)
    together: tuple[list[Estimate], ...] = (
        [estimate(107.63, 0.55), estimate(571.2, 6.2)],
        [estimate(107.63, 0.55), estimate(571.26, 0.6)],
        [Estimate(7, -inf, inf, 1), estimate(12.26, 0.01)],
        [],
    )
    reviewed(
        lines({str(reach): plus_minus(reach) for reach in reaches}),
        lines({str(one): f"{number(one)} {mean_text(one)}" for one in means}),
        lines({str(one): signed(*one) for one in differences}),
        lines({str(reach): plus_minus(reach, TWO_DIGITS) for reach in exact}),
        *(str(means_text(several)) for several in together),
    )


def test_digits(reviewed: Reviewed) -> None:
    reaches = (0.30, 0.0096, 0.0094, 0.00096, 0.00094, 0.0000096, 1e-9, 0.0)
    reviewed(
        lines({str(reach): str(decimals(estimate(0.5, reach))) for reach in reaches}),
        str(decimals(estimate(0.5, 1e-5), estimate(0.2, 0.30))),
        *(fitted("eighteen", "fives", "four", most=most) for most in (8, 7, 5, 4, 1)),
    )


def test_axes(reviewed: Reviewed) -> None:
    reviewed(
        *(str(percent_axis(top)) for top in (1.0, 0.4, 0.025, 0.002)),
        *(str(few_ticks(last)) for last in (1, 5, 7, 8, 498, 31_920)),
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_theme(theme: Theme, reviewed: Reviewed) -> None:
    """Every shade and the look of every chart; colours of outcomes by their names."""
    shades = {field.name: str(value) for field, value in zip(fields(theme), astuple(theme), strict=True)}
    marks = {name: f"{outcome_colours(theme)[name]} {outcome_marker(name, theme)}" for name in OUTCOMES}
    base = {name: str(part) for name, part in layout(theme, height=100).items()}
    reviewed(lines(shades), lines(marks), lines(base))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_player_1_is_written_in_a_blue_and_player_2_in_a_vermilion(theme: Theme) -> None:
    for shade, hot in ((theme.player_1_text, 2), (theme.player_2_text, 0)):
        parts = [int(shade[place : place + 2], 16) for place in (1, 3, 5)]
        assert parts.index(max(parts)) == hot


@given(games=some.integers(1, 10**7), part=some.floats(0, 1))
def test_what_is_seen_lies_within_what_is_written(games: int, part: float) -> None:
    seen = min(int(part * games), games)
    if 0 < seen < games:
        found = share(seen, games)
        assert found.low <= float(percent(found).split()[0]) / 100 <= found.high


@given(value=some.floats(1e-6, 1e6))
def test_reaches_are_written_to_a_fifth_and_never_too_small(value: float) -> None:
    written = float(plus_minus(value)[2:].replace(",", ""))
    assert value <= written * (1 + 1e-9) <= 1.21 * value or written == pytest.approx(value, rel=0.21)


def test_games_behind_a_point() -> None:
    assert one_game(np.array([NO_GAME, 7, 3])) == 3
    assert one_game(np.array([NO_GAME])) == one_game(np.array([], np.int64)) == NOT_ONE == -1
    assert games_of(np.array([NO_GAME, 0])) == [-1, 0]
