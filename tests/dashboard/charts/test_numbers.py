"""Numbers and words as charts write them: which digits, from both sides of every step; and colours."""

import pytest
from approved import Reviewed
from chart_text import lines
from hypothesis import given
from hypothesis import strategies as some

from dashboard.charts import THEMES, Theme, style
from engine.kernels.tallies import OUTCOMES
from engine.numbers import percent, plus_minus
from engine.simulation.estimates import share


def test_axes(reviewed: Reviewed) -> None:
    reviewed(
        *(str(style.percent_axis(top)) for top in (1.0, 0.4, 0.025, 0.002)),
        *(str(style.few_ticks(last)) for last in (1, 5, 7, 8, 498, 31_920)),
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_theme(theme: Theme, reviewed: Reviewed) -> None:
    """Every shade and the look of every chart; colours of outcomes by their names."""
    shades = {name: str(value) for name, value in theme._asdict().items()}
    colours = style.outcome_colours(theme)
    marks = {name: f"{colours[name]} {style.outcome_marker(name, theme)}" for name in OUTCOMES}
    base = {name: str(part) for name, part in style.layout(theme, height=100).items()}
    reviewed(lines(shades), lines(marks), lines(base))


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
