"""The lengths of finished games under each rule set, in strips of bars over one axis."""

from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import nan
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.rows import ROW, Row, click_hint, mean_text, means_text, row_layout, row_names
from dashboard.charts.parts.histogram import Histogram, histogram
from dashboard.charts.parts.lengths import Unit, finished_firsts
from dashboard.charts.parts.panel import Panel, finished_games, fitted
from dashboard.charts.parts.scales import scale_for
from dashboard.charts.parts.shares import example_column, share_columns, unfaded
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import percent
from engine.study.comparison import Comparison
from engine.study.estimates import Estimate, mean
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
    tallies = [summary.finished(unit) for summary in compared.summaries]
    together = np.sum(tallies, axis=0)
    scale = scale_for(together, comparison.games, log=True)
    return LengthStrips(
        rows,
        tuple(
            histogram(
                tally,
                finished_firsts(summary, unit),
                noun=unit.removesuffix("s"),
                scale=scale,
                mean=mean(*summary.finished_sums(unit)),
            )
            for tally, summary in zip(tallies, compared.summaries, strict=True)
        ),
        compared.games,
        unit,
    )


def panel(
    comparison: Comparison, compared: Compared, rows: tuple[Row, ...], *, unit: Unit = "rounds"
) -> Panel:
    """Return the panel of the strips."""
    chart = length_strips(comparison, compared, rows, unit=unit)
    title = _title(chart)
    left_out = any(finished_games(summary) < summary.games for summary in compared.summaries)
    note = fitted(
        f"Games by {unit}{', those without an end left out' if left_out else ''}. Click a bar for one.",
        most=70,
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
    low, high = min(means, key=lambda each: each.value), max(means, key=lambda each: each.value)
    if low.high >= high.low:
        return f"Lengths hardly differ: mean {mean_text(low)} {chart.unit}"
    least, most = means_text([low, high])
    return f"Means from {least} to {most} {chart.unit}"


def table(chart: LengthStrips) -> pd.DataFrame:
    """Return a row for every rule set and bar; shares are of its finished games."""
    nothing = Estimate(nan, nan, nan, 0)
    bars = [
        (row.name, span, games, example, found)
        for row, strip in zip(chart.rows, chart.strips, strict=True)
        for span, games, example, found in zip(
            strip.spans(),
            strip.counts,
            strip.example,
            strip.shares() or [nothing] * len(strip.counts),
            strict=True,
        )
    ]
    return pd.DataFrame(
        {
            "rule set": [bar[0] for bar in bars],
            f"{chart.unit} from": [bar[1][0] for bar in bars],
            f"{chart.unit} to": pd.array([bar[1][1] for bar in bars], dtype="Int64"),
            "games": [bar[2] for bar in bars],
            **share_columns([bar[4] for bar in bars], len(bars)),
            "a game": example_column([bar[3] for bar in bars]),
        }
    )


def figure(chart: LengthStrips, theme: Theme) -> go.Figure:
    """Draw the strips, each dark up to its median."""
    drawn = row_layout(theme, len(chart.rows))
    scale = chart.strips[0].scale
    values = scale.tick_values()
    drawn["xaxis"] |= {
        "range": [scale.start, scale.end],
        "tickvals": [scale.at(value) for value in values],
        "ticktext": [f"{value:,}" for value in values],
    }
    drawn["annotations"] = row_names(chart.rows, theme)
    highest = max((max(_shares(strip), default=0.0) for strip in chart.strips), default=0.0) or 1.0
    for row, strip in enumerate(chart.strips):
        floor = ROW * (row + 1) - 4
        drawn["shapes"].append(
            {
                "type": "line",
                "xref": "paper",
                "x0": 0,
                "x1": 1,
                "y0": floor,
                "y1": floor,
                "line": {"width": 1, "color": theme.grid},
            }
        )
        if strip.median is not None:
            drawn["annotations"].append(_median(row, strip, theme))
    data = [_bars(chart, row, highest, theme) for row, strip in enumerate(chart.strips) if strip.games]
    return go.Figure({"data": data, "layout": drawn})


def _shares(strip: Histogram) -> list[float]:
    return [games / strip.games for games in strip.counts[:-1]] if strip.games else []


def _median(row: int, strip: Histogram, theme: Theme) -> dict[str, Any]:
    assert strip.median is not None
    return {
        "xref": "paper",
        "x": 1,
        "xanchor": "right",
        "y": ROW * row + 14,
        "yanchor": "middle",
        "showarrow": False,
        "text": f"median {strip.median.value:,.0f}",
        "font": {"size": 12, "color": theme.muted},
        "bgcolor": theme.paper,
    }


def _bars(chart: LengthStrips, row: int, highest: float, theme: Theme) -> dict[str, Any]:
    strip = chart.strips[row]
    assert strip.median is not None
    edges = [strip.scale.at(float(edge)) for edge in strip.scale.edges.tolist()]
    spans = strip.spans()
    bars = [
        (place, (start + end) / 2, end - start)
        for place, (start, end) in enumerate(pairwise(edges))
        if strip.counts[place]
    ]
    shares = strip.shares()
    return {
        "type": "bar",
        "x": np.array([middle for _, middle, _ in bars]),
        "width": np.array([wide for _, _, wide in bars]),
        "base": ROW * (row + 1) - 4,
        "y": np.array([-HIGHEST * shares[place].value / highest for place, _, _ in bars]),
        "customdata": [
            [
                strip.example[place],
                row,
                f"{spans[place][0]:,} to {spans[place][1]:,}",
                f"{strip.counts[place]:,}",
                percent(shares[place]),
            ]
            for place, _, _ in bars
        ],
        "hovertemplate": f"{chart.rows[row].name}<br>%{{customdata[2]}} {chart.unit}<br>"
        f"%{{customdata[3]}} games, %{{customdata[4]}} of those that end{click_hint(0)}<extra></extra>",
        "marker": {
            "color": [
                theme.before if spans[place][0] <= strip.median.value else theme.after for place, _, _ in bars
            ],
            "line": {"width": 1, "color": theme.paper},
        },
        **unfaded(),
    }
