"""What is drawn over the bars of a histogram: median, mean, and the length by which 95 % are over."""

from typing import Any

from dashboard.charts.parts.panel import NOT_ONE
from dashboard.charts.parts.scales import Scale
from dashboard.charts.parts.shares import unfaded
from dashboard.charts.parts.theme import Theme, faded
from dashboard.charts.parts.written import number
from engine.study.estimates import Estimate


def mark_quantiles(
    drawn: dict[str, Any], scale: Scale, middle: Estimate, beyond: Estimate, theme: Theme
) -> None:
    """Draw the median with its interval, and the length by which 95 % are over."""
    length = scale.end - scale.start
    median, upper = scale.at(middle.value), scale.at(beyond.value)
    low, high = scale.at(middle.low), scale.at(middle.high)
    if high - low > length / 100:
        drawn["shapes"].append(
            _upright(low, high) | {"fillcolor": faded(theme.ink, 0.09), "line": {"width": 0}}
        )
    drawn["shapes"].append(_upright(median, median) | {"line": {"width": 1.3, "color": theme.ink}})
    close = upper - median < 0.24 * length
    leftward = close and median - scale.start > 0.24 * length
    drawn["annotations"].append(
        _label(f"median {middle.value:,.0f}", median, theme.ink, to_the_left=leftward)
    )
    if upper <= scale.end and (leftward or not close):
        line = {"width": 1.3, "color": theme.muted, "dash": "dot"}
        drawn["shapes"].append(_upright(upper, upper) | {"line": line})
        far = upper - scale.start > 0.75 * length
        by = f"95 % by {beyond.value:,.0f}"
        drawn["annotations"].append(
            _label(by, upper, theme.muted, to_the_left=far and upper - median > 0.5 * length)
        )


def mean_mark(mean: Estimate, scale: Scale, theme: Theme, *, noun: str) -> dict[str, Any]:
    """Mark the mean on the axis, with its interval."""
    reach = (mean.high - mean.low) / 2
    interval = f" ({mean.low:,.1f} to {mean.high:,.1f})" if 0 < reach < float("inf") else ""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [scale.at(mean.value)],
        "y": [0],
        "cliponaxis": False,
        "customdata": [[NOT_ONE]],
        "marker": {
            "symbol": "triangle-up",
            "size": 9,
            "color": theme.ink,
            "line": {"width": 1, "color": theme.paper},
        },
        "hovertemplate": f"mean {number(mean)} {noun}s{interval}<extra></extra>",
        **unfaded(),
    }


def _upright(low: float, high: float) -> dict[str, Any]:
    kind = "line" if low == high else "rect"
    return {"type": kind, "xref": "x", "yref": "paper", "x0": low, "x1": high, "y0": 0, "y1": 1.02}


def _label(text: str, place: float, colour: str, *, to_the_left: bool) -> dict[str, Any]:
    return {
        "x": place,
        "yref": "paper",
        "y": 1.02,
        "yanchor": "bottom",
        "xanchor": "right" if to_the_left else "left",
        "showarrow": False,
        "text": text,
        "font": {"size": 12, "color": colour},
    }
