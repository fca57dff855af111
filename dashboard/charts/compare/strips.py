"""The lengths of finished games under each rule set, in strips of bars over one axis."""

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.rows import (
    ROW,
    Row,
    at_name,
    click_hint,
    mean_text,
    means_text,
    row_layout,
    row_names,
)
from dashboard.charts.parts.axes import bar_axis
from dashboard.charts.parts.columns import UNKNOWN, example_column, share_columns
from dashboard.charts.parts.histogram import Histogram, span_columns
from dashboard.charts.parts.lengths import Unit, finished_bars
from dashboard.charts.parts.marks import carrying, level, named_axis
from dashboard.charts.parts.panel import NOTE_MOST, Panel, finished_games, fitted
from dashboard.charts.parts.theme import Mark, Theme
from dashboard.charts.parts.written import percent
from engine.study.comparison import Comparison
from engine.study.pairs import Compared

HIGHEST: Final = 42
"""Pixels of the highest bar of all."""


@dataclass(frozen=True)
class LengthStrips:
    """What the chart draws: a histogram for each row, all over the same bars."""

    rows: tuple[Row, ...]
    strips: tuple[Histogram, ...]
    games: int
    unit: Unit


def length_strips(
    comparison: Comparison, compared: Compared, rows: tuple[Row, ...], *, unit: Unit = "rounds"
) -> LengthStrips:
    """Work out what to draw."""
    together = np.sum([summary.finished(unit) for summary in compared.summaries], axis=0)
    axis = bar_axis(together, comparison.games, log=True)
    strips = tuple(finished_bars(summary, unit, axis) for summary in compared.summaries)
    return LengthStrips(rows, strips, compared.games, unit)


def panel(
    comparison: Comparison, compared: Compared, rows: tuple[Row, ...], *, unit: Unit = "rounds"
) -> Panel:
    """Return the panel of the strips."""
    chart = length_strips(comparison, compared, rows, unit=unit)
    title = _title(chart)
    left_out = any(finished_games(summary) < summary.games for summary in compared.summaries)
    note = fitted(
        f"Games by {unit}{', those without an end left out' if left_out else ''}. Click a bar for one.",
        most=NOTE_MOST,
    )
    said = "; ".join(
        f"{row.name}: {strip.games:,} of {chart.games:,} games, mean {mean_text(strip.mean)} {unit}"
        if strip.mean
        else f"{row.name}: no game ends"
        for row, strip in zip(rows, chart.strips, strict=True)
    )
    return Panel("length-strips", title, note, f"{title}. {said}.", partial(figure, chart), table(chart))


def _title(chart: LengthStrips) -> str:
    means = [strip.mean for strip in chart.strips if strip.mean is not None]
    if not means:
        return "No game has ended"
    low, high = min(means, key=lambda mean: mean.value), max(means, key=lambda mean: mean.value)
    if low.high >= high.low:
        return f"Lengths hardly differ: mean {mean_text(low)} {chart.unit}"
    least, most = means_text([low, high])
    return f"Means from {least} to {most} {chart.unit}"


def table(chart: LengthStrips) -> pd.DataFrame:
    """Return a row for every rule set and bar; shares are of its finished games."""
    strips = chart.strips
    shares = [share for strip in strips for share in strip.shares() or [UNKNOWN] * len(strip.counts)]
    names = zip(chart.rows, strips, strict=True)
    return pd.DataFrame(
        {
            "rule set": [row.name for row, strip in names for _ in strip.counts],
            **span_columns(chart.unit, [span for strip in strips for span in strip.spans()]),
            "games": [games for strip in strips for games in strip.counts],
            **share_columns(shares),
            "a game": example_column([game for strip in strips for game in strip.example]),
        }
    )


def figure(chart: LengthStrips, theme: Theme) -> go.Figure:
    """Draw the strips, each dark up to its median."""
    drawn = row_layout(theme, len(chart.rows))
    axis = chart.strips[0].axis
    drawn["xaxis"] |= named_axis(axis.start, axis.end, axis.names())
    drawn["annotations"] = row_names(chart.rows, theme)
    highest = max((max(_shares(strip), default=0.0) for strip in chart.strips), default=0.0) or 1.0
    right = {"xref": "paper", "x": 1, "xanchor": "right", "bgcolor": theme.paper}
    for row, strip in enumerate(chart.strips):
        drawn["shapes"].append(level(_floor(row), _floor(row), line={"width": 1, "color": theme.grid}))
        if strip.median is not None:
            words = f"median {strip.median.value:,.0f}"
            drawn["annotations"].append(at_name(row, words, theme.muted, **right))
    data = [_bars(chart, row, highest, theme) for row, strip in enumerate(chart.strips) if strip.games]
    return go.Figure({"data": data, "layout": drawn})


def _shares(strip: Histogram) -> list[float]:
    return [games / strip.games for games in strip.counts[:-1]] if strip.games else []


def _floor(row: int) -> int:
    """Return the height that a row's bars stand on."""
    return ROW * (row + 1) - 4


def _bars(chart: LengthStrips, row: int, highest: float, theme: Theme) -> Mark:
    strip = chart.strips[row]
    assert strip.median is not None
    edges = [strip.axis.at(float(edge)) for edge in strip.axis.edges.tolist()]
    spans = strip.spans()
    bars = [
        (place, (start + end) / 2, end - start)
        for place, (start, end) in enumerate(pairwise(edges))
        if strip.counts[place]
    ]
    shares = strip.shares()
    points = [
        [
            strip.example[place],
            row,
            f"{spans[place][0]:,} to {spans[place][1]:,}",
            f"{strip.counts[place]:,}",
            percent(shares[place]),
        ]
        for place, _, _ in bars
    ]
    words = (
        f"{chart.rows[row].name}<br>%{{customdata[2]}} {chart.unit}<br>"
        f"%{{customdata[3]}} games, %{{customdata[4]}} of those that end{click_hint(0)}"
    )
    dark = [spans[place][0] <= strip.median.value for place, _, _ in bars]
    colours = [theme.before if before else theme.after for before in dark]
    return {
        "type": "bar",
        "x": np.array([middle for _, middle, _ in bars]),
        "width": np.array([wide for _, _, wide in bars]),
        "base": _floor(row),
        "y": np.array([-HIGHEST * shares[place].value / highest for place, _, _ in bars]),
        "marker": {"color": colours, "line": {"width": 1, "color": theme.paper}},
        **carrying(points, words),
    }
