"""Marks over the bars of a histogram: median, mean, and the length by which 95 % are over."""

from math import inf
from typing import Final

from dashboard.charts.parts.axes import LETTER
from dashboard.charts.parts.drawing import INTERVAL
from dashboard.charts.parts.marks import carrying, label, upright
from dashboard.charts.parts.theme import Label, Layout, Mark, Theme, faded
from dashboard.charts.parts.written import half_width, number
from engine.study.estimates import Estimate
from engine.study.tables.bars import BarAxis
from engine.study.tables.columns import NOT_ONE
from engine.words.rounding import down, up

PLOT: Final = 295
"""Pixels of the bars on the narrowest phone."""
RIGHT: Final = 20
"""Pixels right of the axis that words may take."""
TOP: Final = 1.02
"""How far up the marks reach, in heights of the chart."""


def mark_quantiles(drawn: Layout, axis: BarAxis, middle: Estimate, beyond: Estimate, theme: Theme) -> None:
    """Draw the median with its interval, and the length by which 95 % are over."""
    median, upper = axis.at(middle.value), axis.at(beyond.value)
    low, high = axis.at(max(middle.low, 0)), min(axis.at(middle.high), axis.end)
    if high - low > axis.wide / 100:
        drawn["shapes"].append(
            upright(low, high, top=TOP, name=INTERVAL, fillcolor=faded(theme.ink, 0.09), line={"width": 0})
        )
    drawn["shapes"].append(upright(median, median, top=TOP, line={"width": 1.3, "color": theme.ink}))
    close = upper - median < 0.24 * axis.wide
    leftward = close and median - axis.start > 0.24 * axis.wide
    named, by = f"median {middle.value:,.0f}", f"95 % by {beyond.value:,.0f}"
    drawn["annotations"].append(_above(named, median, theme.ink, to_the_left=leftward))
    clear = median if leftward else median + _wide(named, axis)
    fits_left = upper - _wide(by, axis) >= clear
    fits_right = upper >= clear and upper + _wide(by, axis) <= axis.end + RIGHT * axis.wide / PLOT
    if upper > axis.end or (close and not leftward) or not (fits_left or fits_right):
        return
    line = {"width": 1.3, "color": theme.muted, "dash": "dot"}
    drawn["shapes"].append(upright(upper, upper, top=TOP, line=line))
    far = upper - axis.start > 0.75 * axis.wide and upper - median > 0.5 * axis.wide
    leftward = fits_left and (far or not fits_right)
    drawn["annotations"].append(_above(by, upper, theme.muted, to_the_left=leftward))


def _wide(text: str, axis: BarAxis) -> float:
    """Return how much of an axis words take on the narrowest phone."""
    return LETTER * len(text) * axis.wide / PLOT


def mean_mark(mean: Estimate, axis: BarAxis, theme: Theme, *, noun: str) -> Mark:
    """Mark the mean on the axis, with its interval."""
    written = number(mean)
    interval = f" ({down(mean.low, 1):,.1f} to {up(mean.high, 1):,.1f})" if half_width(mean) < inf else ""
    return {
        "type": "scatter",
        "mode": "markers+text",
        "text": ["mean"],
        "textposition": "top center",
        "textfont": {"size": 12, "color": theme.ink},
        "x": [axis.at(mean.value)],
        "y": [0],
        "cliponaxis": False,
        "marker": {
            "symbol": "triangle-up",
            "size": 9,
            "color": theme.ink,
            "line": {"width": 1, "color": theme.paper},
        },
        **carrying([[NOT_ONE]], f"mean {written} {noun}{'' if written == '1' else 's'}{interval}"),
    }


def _above(text: str, place: float, colour: str, *, to_the_left: bool) -> Label:
    side = "right" if to_the_left else "left"
    return label(text, colour, x=place, xanchor=side, y=TOP, yref="paper", yanchor="bottom")
