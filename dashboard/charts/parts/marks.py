"""Building blocks of charts: labels, lines over the whole chart, whiskers, brackets, bands, points."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.charts.parts.drawing import INTERVAL
from dashboard.charts.parts.theme import Label, Mark, Shape, Theme
from engine.study.estimates import Estimate
from engine.study.tables.columns import NOT_ONE


def label(text: str, colour: str, **placed: Any) -> Label:
    """Return words on a chart; `placed` says where, in Plotly's words."""
    return {"text": text, "font": {"size": 12, "color": colour}, "showarrow": False, **placed}


def beside(text: str, colour: str, height: float, **placed: Any) -> Label:
    """Return words right of the chart, where a line or a band ends."""
    return label(text, colour, xref="paper", x=1, xanchor="left", **{"xshift": 8, **placed}, y=height)


def upright(start: float, end: float, *, top: float = 1, **look: Any) -> Shape:
    """Return a box over the whole height of a chart, or a line where it ends as it starts."""
    kind = "line" if start == end else "rect"
    ends = {"x0": start, "x1": end, "y0": 0, "y1": top}
    return {"type": kind, "xref": "x", "yref": "paper", **ends, **look}


def level(low: float, high: float, **look: Any) -> Shape:
    """Return a box over the whole width of a chart, or a line where it is as high as low."""
    kind = "line" if low == high else "rect"
    return {"type": kind, "xref": "paper", "x0": 0, "x1": 1, "y0": low, "y1": high, **look}


def whiskers(estimates: Sequence[Estimate], theme: Theme, *, along: str = "y", cap: int = 5) -> Mark:
    """Return the error bars of a mark: the intervals of what it draws along one of its axes."""
    return {
        f"error_{along}": {
            "type": "data",
            "symmetric": False,
            "array": np.array([estimate.high - estimate.value for estimate in estimates]),
            "arrayminus": np.array([estimate.value - estimate.low for estimate in estimates]),
            "color": theme.ink,
            "thickness": 1.3,
            "width": cap,
        }
    }


def brackets(boundaries: Sequence[Estimate], heights: Any, theme: Theme, *, cap: int = 5) -> Mark:
    """Return the intervals of boundaries between parts of a bar, at some height each."""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([boundary.value for boundary in boundaries]),
        "y": np.array(heights),
        "hoverinfo": "skip",
        "customdata": [[NOT_ONE]] * len(boundaries),
        **whiskers(boundaries, theme, along="x", cap=cap),
    }


def band(edge: Mark, low: Any, high: Any, colour: str) -> list[Mark]:
    """Return the intervals of a line: a band between two lines that share everything but their heights."""
    return [{**edge, "y": low}, {**edge, "name": INTERVAL, "y": high, "fill": "tonexty", "fillcolor": colour}]


def carrying(points: Any, words: str, *, opacity: float = 1) -> Mark:
    """Return what the points of a mark carry, and what they say: `words` in Plotly's form."""
    return {"customdata": points, "hovertemplate": f"{words}<extra></extra>", **unfaded(opacity)}


def unseen(points: Any, words: str, *, size: int = 8) -> Mark:
    """Return points that can be pointed at and clicked but not seen."""
    return {"marker": {"size": size, "opacity": 0}, **carrying(points, words, opacity=0)}


def unfaded(opacity: float = 1) -> Mark:
    """Keep marks as they are when one is clicked: a click opens a game, it selects nothing."""
    return {state: {"marker": {"opacity": opacity}} for state in ("selected", "unselected")}


def share_bars(places: Sequence[float], shares: Sequence[Estimate], points: Any, theme: Theme) -> Mark:
    """Return a bar for each share of the same games, with whiskers unless there is one game only."""
    return {
        "type": "bar",
        "x": np.array(places),
        "y": np.array([share.value for share in shares]),
        **carrying(points, "%{customdata[1]}"),
        **(whiskers(shares, theme) if shares[0].games > 1 else {}),
    }


def over_whisker(text: str, theme: Theme, place: float, share: Estimate, **placed: Any) -> Label:
    """Return words over a bar and its whisker."""
    return label(text, theme.ink, x=place, y=share.high, yanchor="bottom", **placed)
