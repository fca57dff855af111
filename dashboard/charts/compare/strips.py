"""The lengths of finished games under each rule set, in strips of bars over one axis."""

from functools import partial
from math import inf
from typing import Final

import numpy as np

from dashboard.charts.compare.lengths import left_out
from dashboard.charts.compare.rows import (
    FEW,
    ROW,
    at_name,
    mean_in,
    means_text,
    row_by_row,
    row_layout,
    row_names,
)
from dashboard.charts.parts.axes import under_bars
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import carrying, level
from dashboard.charts.parts.panel import Panel, click_hint, fitted
from dashboard.charts.parts.theme import Mark, Theme
from dashboard.charts.parts.written import percent
from engine.study.comparison import Comparison
from engine.study.pairs import Compared
from engine.study.tables.compared.rows import Rows
from engine.study.tables.compared.strips import NAME, LengthStrips, length_strips, table
from engine.study.tables.going import Unit
from engine.words.rounding import up
from engine.words.sentences import count

HIGHEST: Final = 42
"""Pixels of the highest bar of all."""


NEAR: Final = 0.1
"""How far means may surely lie apart at most, as a part, where a title says that they hardly differ."""


def panel(comparison: Comparison, compared: Compared, rows: Rows, *, unit: Unit = "rounds") -> Panel:
    """Return the panel of the strips."""
    chart = length_strips(comparison, compared, rows, unit=unit)
    title = _title(chart)
    without = f", {missing}" if (missing := left_out(compared)) else ""
    note = f"Games by {unit}{without}. Click a bar for one."
    said = (
        f"{strip.games:,} of {count(chart.games, 'game')}, mean {mean_in(strip.mean, unit)}"
        if strip.mean
        else "no game ends"
        for strip in chart.strips
    )
    alt = f"{title}. {row_by_row(rows, said)}."
    return Panel(NAME, title, note, alt, partial(figure, chart), partial(table, chart))


def _title(chart: LengthStrips) -> str:
    means = [strip.mean for strip in chart.strips if strip.mean is not None]
    if not means:
        return "No game has ended"
    if len(means) == 1 < len(chart.strips):
        (name,) = (row.name for row, strip in zip(chart.rows, chart.strips, strict=True) if strip.mean)
        mean = f"ends games: mean {mean_in(means[0], chart.unit)}"
        return fitted(f"Only {name} {mean}", f"Only one of them {mean}")
    low, high = min(means, key=lambda mean: mean.value), max(means, key=lambda mean: mean.value)
    reach = high.high - low.low
    if low.high < high.low:
        least, most = means_text([low, high])
        return f"Means from {least} to {most} {chart.unit}"
    if reach == inf or min(strip.games for strip in chart.strips if strip.mean) < FEW:
        return "Too few games to tell lengths apart"
    if reach > NEAR * low.value:
        return f"Mean lengths differ by under {up(reach, 0):,.0f} {chart.unit}, if at all"
    return f"Lengths hardly differ: mean {mean_in(low, chart.unit)}"


def figure(chart: LengthStrips, theme: Theme) -> Drawing:
    """Draw the strips, each dark up to its median."""
    drawn = row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= under_bars(chart.strips[0].axis)
    drawn["annotations"] = row_names(chart.rows, theme)
    shares = (share.value for strip in chart.strips for share in strip.shares[:-1])
    highest = max(shares, default=0.0) or 1.0
    right = {"xref": "paper", "x": 1, "xanchor": "right", "bgcolor": theme.paper}
    for row, strip in enumerate(chart.strips):
        drawn["shapes"].append(level(_floor(row), _floor(row), line={"width": 1, "color": theme.grid}))
        if strip.median is not None:
            words = f"median {strip.median.value:,.0f}"
            drawn["annotations"].append(at_name(row, words, theme.muted, **right))
    data = [_bars(chart, row, highest, theme) for row, strip in enumerate(chart.strips) if strip.games]
    return Drawing(data, drawn, Behind("row", [strip.games for strip in chart.strips]))


def _floor(row: int) -> int:
    """Return the height that a row's bars stand on."""
    return ROW * (row + 1) - 4


def _bars(chart: LengthStrips, row: int, highest: float, theme: Theme) -> Mark:
    strip = chart.strips[row]
    assert strip.median is not None
    edges = np.array([strip.axis.at(edge) for edge in strip.axis.edges.tolist()])
    bars = [bar for bar, games in enumerate(strip.counts[:-1]) if games]
    spans, shares = strip.spans(), strip.shares
    points = [
        [
            strip.example[bar],
            row,
            strip.quantity.said(*spans[bar]),
            count(strip.counts[bar], "game"),
            percent(shares[bar]),
        ]
        for bar in bars
    ]
    words = (
        f"{chart.rows[row].name}<br>%{{customdata[2]}}<br>"
        f"%{{customdata[3]}}, %{{customdata[4]}} of those that end{click_hint(0)}"
    )
    colours = [theme.before if spans[bar][0] <= strip.median.value else theme.after for bar in bars]
    return {
        "type": "bar",
        "x": ((edges[:-1] + edges[1:]) / 2)[bars],
        "width": np.diff(edges)[bars],
        "base": _floor(row),
        "y": np.array([-HIGHEST * shares[bar].value / highest for bar in bars]),
        "marker": {"color": colours, "line": {"width": 1, "color": theme.paper}},
        **carrying(points, words),
    }
