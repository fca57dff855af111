"""One rule varied over its values: who wins and how long finished games last, a row a value."""

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.length_axis import LengthAxis, axis_through
from dashboard.charts.compare.rows import (
    Row,
    Rows,
    above,
    at_name,
    mean_in,
    means_text,
    middle,
    row_by_row,
    row_layout,
    row_names,
)
from dashboard.charts.compare.shares import (
    CompareShares,
    compare_shares,
    same_deals,
    share_labels,
    share_legend,
    share_marks,
)
from dashboard.charts.compare.shares_title import NO_FINDING, shares_title
from dashboard.charts.parts.axes import named_axis
from dashboard.charts.parts.bar_labels import NARROWEST
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import carrying, whiskers
from dashboard.charts.parts.panel import Panel, click_hint, fitted
from dashboard.charts.parts.theme import Axis, Mark, Theme
from dashboard.charts.parts.written import percent, widest
from engine.rules import rules_name
from engine.study.estimates import Estimate, mean, share
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.study.tables.columns import UNKNOWN, estimate_columns, finished_games, one_game
from engine.study.tables.going import Unit
from engine.study.tables.histogram import finished_firsts
from engine.words.brief import named
from engine.words.rounding import down, up
from engine.words.sentences import count

SEEN: Final = 0.06
"""Part of the axis that a point is wide."""

SPLIT: Final = 0.6
GAP: Final = 0.08
"""Parts of the width that the bars take, and that lie between them and the lengths."""
BESIDE_FIRST: Final = 32
"""Characters of the first row's name and what stands beside it: the words over the lengths follow."""

UNDER_TICKS: Final = 18
"""Pixels by which the names of the outcomes stand lower than beside bars alone: on a phone they reach
under the lengths' ticks."""


@dataclass(frozen=True)
class SweepChart:
    """Shares and mean lengths for each value of the rule."""

    shares: CompareShares
    means: tuple[Estimate | None, ...]
    """Mean lengths of finished games, None where none ends."""
    finished: tuple[int, ...]
    examples: tuple[int, ...]
    """For each value the lowest number of a finished game."""
    axis: LengthAxis
    ordered: bool
    """Whether the values are numbers, so that a line may join them."""
    unit: Unit


def rows_of_sweep(swept: Sweep) -> Rows:
    """Return a row for each value; the one that the sweep started from is said to be."""
    base = named(rules_name(swept.comparison.rule_sets[swept.base]))[0]
    return tuple(
        Row(letter, label[0].upper() + label[1:], f"as in {base}" if place == swept.base else "")
        for place, (letter, label) in enumerate(zip("ABCDEFGHIJKL", swept.labels, strict=False))
    )


def sweep_chart(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> SweepChart:
    """Work out what to draw."""
    means = tuple(mean(*summary.finished_sums(unit)) for summary in compared.summaries)
    return SweepChart(
        shares=compare_shares(compared, rows_of_sweep(swept)),
        means=means,
        finished=tuple(finished_games(summary) for summary in compared.summaries),
        examples=tuple(one_game(finished_firsts(summary, unit)) for summary in compared.summaries),
        axis=axis_through([mean.value for mean in means if mean is not None]),
        ordered=swept.rule == "face_down",
        unit=unit,
    )


def panel(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> Panel:
    """Return the panel of a sweep."""
    chart = sweep_chart(swept, compared, unit=unit)
    title = _title(chart, swept, compared)
    deals, sure = same_deals(compared), chart.shares.sure()
    note = fitted(
        f"{deals}, {sure} or less; right, mean {unit} of finished games.",
        f"{deals}, {sure}; right, mean {unit}.",
        most=88,
    )
    said = (f"mean {mean_in(mean, unit)}" if mean else "no game ends" for mean in chart.means)
    alt = f"{title}. {row_by_row(chart.shares.rows, said)}."
    return Panel("sweep", title, note, alt, partial(figure, chart), table(swept, chart))


def _title(chart: SweepChart, swept: Sweep, compared: Compared) -> str:
    """Say how who wins moves, or where it does not, how the lengths do."""
    shares = shares_title(swept.comparison, compared)
    means = sorted((mean for mean in chart.means if mean is not None), key=lambda mean: mean.value)
    if not shares.startswith(NO_FINDING) or not means or means[0].high >= means[-1].low:
        return shares
    least, most = means_text([means[0], means[-1]])
    return f"Mean lengths from {least} to {most} {chart.unit}"


def table(swept: Sweep, chart: SweepChart) -> pd.DataFrame:
    """Return a row a value: every share and the mean length, each with its interval."""
    shares = chart.shares
    columns: dict[str, Any] = {
        swept.rule: [str(value) for value in swept.values],
        "games": [shares.games] * len(chart.means),
    }
    for name in shares.tabled():
        words = name.replace("_", " ")
        segments = [shares.segment(row, name) for row in range(len(chart.means))]
        columns |= estimate_columns(f"{words} share", list(map(shares.share, segments)), words)
    columns["finished games"] = list(chart.finished)
    means = [mean or UNKNOWN for mean in chart.means]
    return pd.DataFrame({**columns, **estimate_columns(f"mean {chart.unit}", means, "mean")})


def figure(chart: SweepChart, theme: Theme) -> go.Figure:
    """Draw the shares as stacked bars and right of them the mean lengths."""
    rows = chart.shares.rows
    drawn = row_layout(theme, len(rows), right=14)
    drawn["xaxis"] |= {"range": [0, 1], "domain": [0, SPLIT], "showticklabels": False}
    drawn["xaxis2"] = {
        **drawn["xaxis"],
        **_few(chart.axis.drawn(room=0.06, pixels=NARROWEST * (1 - SPLIT - GAP))),
        "domain": [SPLIT + GAP, 1],
        "anchor": "y",
        "showticklabels": True,
        "showgrid": True,
        "gridcolor": theme.grid,
    }
    labels = share_labels(chart.shares, theme, width=NARROWEST * SPLIT)
    legend = share_legend(chart.shares, theme)
    legend["yshift"] -= UNDER_TICKS
    drawn["height"] += UNDER_TICKS
    drawn["margin"]["b"] += UNDER_TICKS
    drawn["annotations"] = [*row_names(rows, theme, first=BESIDE_FIRST), *labels, legend]
    texts = iter(means_text([mean for mean in chart.means if mean is not None]))
    for row, length in enumerate(chart.means):
        place = chart.axis.at(length.value if length else chart.axis.low)
        text = f"<b>{next(texts)}</b>" if length else "no game ends"
        label = above(row, place, text, theme.ink)
        drawn["annotations"].append(label | {"xref": "x2", "bgcolor": theme.paper, "borderpad": 0})
    name = at_name(0, f"mean {chart.unit}", theme.muted, xref="x2 domain", x=0, xanchor="left")
    drawn["annotations"].append(name | {"bgcolor": theme.paper})
    return Drawing([*share_marks(chart.shares, theme), *_means(chart, theme)], drawn)


def _few(axis: Axis) -> Axis:
    """Name the ends of an axis and one place far from both: the axis is a third of the chart wide."""
    places = axis["tickvals"]
    if len(places) <= 3:
        return axis
    names = dict(zip(places, axis["ticktext"], strict=True))
    centre = (places[0] + places[-1]) / 2
    inner = min(places[1:-1], key=lambda place: abs(place - centre))
    start, end = axis["range"]
    return named_axis(start, end, {place: names[place] for place in (places[0], inner, places[-1])})


def _means(chart: SweepChart, theme: Theme) -> list[Mark]:
    shown = [(row, mean) for row, mean in enumerate(chart.means) if mean is not None]
    if not shown:
        return []
    drawn = [_drawn(mean, chart.axis) for _, mean in shown]
    seen = widest(drawn) >= SEEN * chart.axis.wide
    points = [[chart.examples[row], row, _hover(chart, row, mean)] for row, mean in shown]
    return [
        {
            "type": "scatter",
            "mode": "lines+markers" if chart.ordered else "markers",
            "xaxis": "x2",
            "x": np.array([mean.value for mean in drawn]),
            "y": np.array([middle(row) for row, _ in shown]),
            "line": {"width": 1, "color": theme.muted},
            "marker": {"size": 9, "color": theme.ink, "line": {"width": 1, "color": theme.paper}},
            **(whiskers(drawn, theme, along="x") if seen else {}),
            **carrying(points, "%{customdata[2]}"),
        }
    ]


def _drawn(mean: Estimate, axis: LengthAxis) -> Estimate:
    """Return a mean where the axis has it, with no interval where one game alone gives none."""
    low, high = (mean.low, mean.high) if mean.high < inf else (mean.value, mean.value)
    return Estimate(axis.at(mean.value), axis.at(low), axis.at(high), mean.games)


def _hover(chart: SweepChart, row: int, mean: Estimate) -> str:
    games = chart.shares.games
    sure = f" ({down(mean.low, 1):,.1f} to {up(mean.high, 1):,.1f})" if mean.high < inf else ""
    lines = [
        chart.shares.rows[row].name,
        f"mean {mean_in(mean, chart.unit)}{sure}",
        f"of {count(chart.finished[row], 'finished game')}",
    ]
    if chart.finished[row] < games:
        lines.append(f"{percent(share(games - chart.finished[row], games))} of all games are not finished")
    return "<br>".join(lines) + click_hint(chart.examples[row])
