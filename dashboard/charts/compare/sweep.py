"""One rule varied over its values: who wins and how long finished games last, a row a value."""

from functools import partial
from math import inf
from typing import Final

import numpy as np

from dashboard.charts.compare.length_axis import drawn_axis
from dashboard.charts.compare.rows import (
    above,
    at_name,
    mean_in,
    means_text,
    middle,
    row_by_row,
    row_layout,
    row_names,
)
from dashboard.charts.compare.shares import same_deals, share_labels, share_legend, share_marks, sure_of
from dashboard.charts.compare.shares_title import NO_FINDING, shares_title
from dashboard.charts.parts.axes import named_axis
from dashboard.charts.parts.bar_labels import NARROWEST
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import carrying, whiskers
from dashboard.charts.parts.panel import Panel, click_hint, fitted
from dashboard.charts.parts.theme import Axis, Mark, Theme
from dashboard.charts.parts.written import percent, widest
from engine.study.estimates import Estimate, share
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.study.tables.compared.length_axis import LengthAxis
from engine.study.tables.compared.sweep import NAME, SweepChart, sweep_chart, table
from engine.study.tables.going import Unit
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


def panel(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> Panel:
    """Return the panel of a sweep."""
    chart = sweep_chart(swept, compared, unit=unit)
    title = _title(chart, swept, compared)
    deals, sure = same_deals(compared), sure_of(chart.shares)
    note = fitted(
        f"{deals}, {sure} or less; right, mean {unit} of finished games.",
        f"{deals}, {sure}; right, mean {unit}.",
        most=88,
    )
    said = (f"mean {mean_in(mean, unit)}" if mean else "no game ends" for mean in chart.means)
    alt = f"{title}. {row_by_row(chart.shares.rows, said)}."
    return Panel(NAME, title, note, alt, partial(figure, chart), partial(table, swept, chart))


def _title(chart: SweepChart, swept: Sweep, compared: Compared) -> str:
    """Say how who wins moves, or where it does not, how the lengths do."""
    shares = shares_title(swept.comparison, compared)
    means = sorted((mean for mean in chart.means if mean is not None), key=lambda mean: mean.value)
    if not shares.startswith(NO_FINDING) or not means or means[0].high >= means[-1].low:
        return shares
    least, most = means_text([means[0], means[-1]])
    return f"Mean lengths from {least} to {most} {chart.unit}"


def figure(chart: SweepChart, theme: Theme) -> Drawing:
    """Draw the shares as stacked bars and right of them the mean lengths."""
    rows = chart.shares.rows
    drawn = row_layout(theme, len(rows), right=14)
    drawn["xaxis"] |= {"range": [0, 1], "domain": [0, SPLIT], "showticklabels": False}
    drawn["xaxis2"] = {
        **drawn["xaxis"],
        **_few(drawn_axis(chart.axis, room=0.06, pixels=NARROWEST * (1 - SPLIT - GAP))),
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
    return Drawing(
        [*share_marks(chart.shares, theme), *_means(chart, theme)], drawn, Behind("mean", chart.finished)
    )


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
