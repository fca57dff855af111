"""One rule varied over its values: who wins and how long finished games last, a row a value."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.length_axis import LengthAxis, axis_through
from dashboard.charts.compare.rows import (
    NAME,
    Row,
    above,
    click_hint,
    mean_text,
    means_text,
    middle,
    row_layout,
    row_names,
)
from dashboard.charts.compare.shares import (
    CompareShares,
    compare_shares,
    share_labels,
    share_legend,
    share_traces,
)
from dashboard.charts.compare.shares_title import HARDLY, shares_title
from dashboard.charts.parts.bar_labels import NARROWEST
from dashboard.charts.parts.lengths import Unit, finished_firsts
from dashboard.charts.parts.panel import Panel, finished_games, fitted, one_game
from dashboard.charts.parts.shares import unfaded
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import percent, plus_minus
from engine.rules import rules_name
from engine.study.estimates import Estimate, mean, share
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.words.brief import named

SEEN: Final = 0.06
"""Part of the axis that a point is wide."""

SPLIT: Final = 0.6
GAP: Final = 0.08
"""Parts of the width that the bars take, and that lie between them and the lengths."""

UNDER_TICKS: Final = 18
"""Pixels by which the names of the outcomes stand lower than beside bars alone: on a phone they reach
under the lengths' ticks."""


@dataclass(frozen=True)
class SweepChart:
    """What the chart draws."""

    shares: CompareShares
    means: tuple[Estimate | None, ...]
    """Mean lengths of finished games, None where none ends."""
    finished: tuple[int, ...]
    examples: tuple[int, ...]
    """For each value the lowest number of a finished game."""
    axis: LengthAxis
    ordered: bool
    """Whether the values are numbers, so that a line may join them."""
    base: int
    unit: Unit


def rows_of_sweep(swept: Sweep) -> tuple[Row, ...]:
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
        axis=axis_through([found.value for found in means if found is not None]),
        ordered=swept.rule == "face_down",
        base=swept.base,
        unit=unit,
    )


def panel(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> Panel:
    """Return the panel of a sweep."""
    chart = sweep_chart(swept, compared, unit=unit)
    title = _title(chart, swept, compared)
    sure = f"± {plus_minus(100 * chart.shares.reach())[2:]} points"
    note = fitted(
        f"The same {compared.games:,} deals, {sure} or less; right, mean {unit} of finished games.",
        f"The same {compared.games:,} deals, {sure}; right, mean {unit}.",
        most=88,
    )
    said = "; ".join(
        f"{row.name}: {_mean_words(found, unit)}"
        for row, found in zip(chart.shares.rows, chart.means, strict=True)
    )
    return Panel("sweep", title, note, f"{title}. {said}.", partial(figure, chart), table(swept, chart))


def _title(chart: SweepChart, swept: Sweep, compared: Compared) -> str:
    """Say how who wins moves, or where it does not, how the lengths do."""
    shares = shares_title(swept.comparison, compared)
    means = sorted((found for found in chart.means if found is not None), key=lambda found: found.value)
    if not shares.startswith(HARDLY) or not means or means[0].high >= means[-1].low:
        return shares
    least, most = means_text([means[0], means[-1]])
    return f"Mean lengths from {least} to {most} {chart.unit}"


def _mean_words(found: Estimate | None, unit: Unit) -> str:
    return "no game ends" if found is None else f"mean {mean_text(found)} {unit}"


def table(swept: Sweep, chart: SweepChart) -> pd.DataFrame:
    """Return a row a value: every share and the mean length, each with its interval."""
    nothing = Estimate(float("nan"), float("nan"), float("nan"), 0)
    games = chart.shares.games
    seen = {(part.row, part.outcome): part.games for part in chart.shares.parts}
    outcomes = ("player_1", "player_2", "draw", "endless", "limit")
    shares = {
        name: [share(seen.get((row, name), 0), games) for row in range(len(chart.means))]
        for name in outcomes
        if name != "limit" or any(part.outcome == name for part in chart.shares.parts)
    }
    columns: dict[str, Any] = {
        swept.rule: [str(value) for value in swept.values],
        "games": [games] * len(chart.means),
    }
    for name, found in shares.items():
        words = name.replace("_", " ")
        columns |= {
            f"{words} share": [each.value for each in found],
            f"{words} low": [each.low for each in found],
            f"{words} high": [each.high for each in found],
        }
    shown = [found or nothing for found in chart.means]
    columns |= {
        "finished games": list(chart.finished),
        f"mean {chart.unit}": [each.value for each in shown],
        "mean low": [each.low for each in shown],
        "mean high": [each.high for each in shown],
    }
    return pd.DataFrame(columns)


def figure(chart: SweepChart, theme: Theme) -> go.Figure:
    """Draw the shares as stacked bars and right of them the mean lengths."""
    rows = chart.shares.rows
    drawn = row_layout(theme, len(rows), right=14)
    drawn["xaxis"] |= {"range": [0, 1], "domain": [0, SPLIT], "showticklabels": False}
    drawn["xaxis2"] = {
        **drawn["xaxis"],
        **chart.axis.drawn(room=0.06),
        "domain": [SPLIT + GAP, 1],
        "anchor": "y",
        "showticklabels": True,
        "showgrid": True,
        "gridcolor": theme.grid,
    }
    drawn["xaxis2"] |= _few(drawn["xaxis2"])
    labels = share_labels(chart.shares, theme, width=NARROWEST * SPLIT)
    legend = share_legend(chart.shares, theme)
    legend["yshift"] -= UNDER_TICKS
    drawn["height"] += UNDER_TICKS
    drawn["margin"]["b"] += UNDER_TICKS
    drawn["annotations"] = [*row_names(rows, theme), *labels, legend]
    texts = iter(means_text([found for found in chart.means if found is not None]))
    for row, found in enumerate(chart.means):
        place = chart.axis.at(found.value if found else chart.axis.low)
        text = f"<b>{next(texts)}</b>" if found else "no game ends"
        label = above(row, place, text, theme.ink)
        drawn["annotations"].append(label | {"xref": "x2", "bgcolor": theme.paper, "borderpad": 0})
    drawn["annotations"].append(_axis_name(chart.unit, theme))
    return go.Figure({"data": [*share_traces(chart.shares, theme), *_means(chart, theme)], "layout": drawn})


def _axis_name(unit: Unit, theme: Theme) -> dict[str, Any]:
    return {
        "xref": "x2 domain",
        "x": 0,
        "xanchor": "left",
        "y": NAME,
        "yanchor": "middle",
        "showarrow": False,
        "text": f"mean {unit}",
        "font": {"size": 12, "color": theme.muted},
        "bgcolor": theme.paper,
    }


def _few(axis: dict[str, Any]) -> dict[str, Any]:
    """Keep the ends of an axis and what is far from both: it is a third of the chart wide."""
    values, texts = axis["tickvals"], axis["ticktext"]
    if len(values) <= 3:
        return {}
    centre = (values[0] + values[-1]) / 2
    inner = min(range(1, len(values) - 1), key=lambda place: abs(values[place] - centre))
    kept = [0, inner, len(values) - 1]
    return {"tickvals": [values[place] for place in kept], "ticktext": [texts[place] for place in kept]}


def _means(chart: SweepChart, theme: Theme) -> list[dict[str, Any]]:
    shown = [(row, found) for row, found in enumerate(chart.means) if found is not None]
    if not shown:
        return []
    at = chart.axis.at
    middles = np.array([at(found.value) for _, found in shown])
    return [
        {
            "type": "scatter",
            "mode": "lines+markers" if chart.ordered else "markers",
            "xaxis": "x2",
            "x": middles,
            "y": np.array([middle(row) for row, _ in shown]),
            "line": {"width": 1, "color": theme.muted},
            "marker": {"size": 9, "color": theme.ink, "line": {"width": 1, "color": theme.paper}},
            **_sure_bars(shown, chart.axis, theme),
            "customdata": [[chart.examples[row], row, _hover(chart, row, found)] for row, found in shown],
            "hovertemplate": "%{customdata[2]}<extra></extra>",
            **unfaded(),
        }
    ]


def _sure_bars(shown: list[tuple[int, Estimate]], axis: LengthAxis, theme: Theme) -> dict[str, Any]:
    """Return the intervals of the means, where one at least reaches beyond its point."""
    ends = [
        (axis.at(_end(found.low, found)), axis.at(found.value), axis.at(_end(found.high, found)))
        for _, found in shown
    ]
    if max(high - low for low, _, high in ends) < SEEN * (axis.at(axis.high) - axis.at(axis.low)):
        return {}
    return {
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": np.array([high - middle for _, middle, high in ends]),
            "arrayminus": np.array([middle - low for low, middle, _ in ends]),
            "color": theme.ink,
            "thickness": 1.3,
            "width": 5,
        }
    }


def _end(value: float, found: Estimate) -> float:
    """Return an end of an interval, or the estimate itself where one game alone gives none."""
    return value if abs(value) < float("inf") else found.value


def _sure(found: Estimate) -> str:
    return f" ({found.low:,.1f} to {found.high:,.1f})" if found.high < float("inf") else ""


def _hover(chart: SweepChart, row: int, found: Estimate) -> str:
    games = chart.shares.games
    lines = [
        chart.shares.rows[row].name,
        f"mean {mean_text(found)} {chart.unit}{_sure(found)}",
        f"of {chart.finished[row]:,} finished games",
    ]
    if chart.finished[row] < games:
        lines.append(f"{percent(share(games - chart.finished[row], games))} of all games are not finished")
    return "<br>".join(lines) + click_hint(chart.examples[row])
