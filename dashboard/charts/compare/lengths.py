"""How long finished games last under each rule set: median, middle half, and 5 to 95 %."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.length_axis import LengthAxis, length_axis
from dashboard.charts.compare.rows import (
    NAME,
    ROW,
    THICK,
    Row,
    above,
    click_hint,
    mean_text,
    middle,
    row_layout,
)
from dashboard.charts.parts.lengths import Unit, finished_firsts
from dashboard.charts.parts.panel import NOT_ONE, Panel, finished_games, fitted, one_game
from dashboard.charts.parts.shares import example_column, unfaded
from dashboard.charts.parts.theme import DRAWN, Theme
from dashboard.charts.parts.written import percent
from engine.study.estimates import Estimate, mean, quantile, share
from engine.study.pairs import Compared
from engine.study.summary import bin_of

LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
MEDIAN: Final = LEVELS.index(0.5)
SEEN: Final = 0.02
"""Part of the axis from which the interval of a median can be told from its stroke."""


@dataclass(frozen=True)
class Spread:
    """The lengths of the finished games of one rule set."""

    finished: int
    quantiles: tuple[Estimate, ...]
    """At `LEVELS`; empty where no game ends."""
    examples: tuple[int, ...]
    """For each of them the lowest number of a game of that length."""
    mean: Estimate | None
    endless: Estimate
    """The share of all games that never end or were cut off."""


@dataclass(frozen=True)
class CompareLengths:
    """What the chart draws: a spread for each row."""

    rows: tuple[Row, ...]
    spreads: tuple[Spread, ...]
    axis: LengthAxis
    unit: Unit


def compare_lengths(compared: Compared, rows: tuple[Row, ...], *, unit: Unit = "rounds") -> CompareLengths:
    """Work out what to draw."""
    spreads = []
    for summary in compared.summaries:
        histogram, firsts = summary.finished(unit), finished_firsts(summary, unit)
        found = [quantile(histogram, level) for level in LEVELS]
        quantiles = tuple(each for each in found if each is not None)
        bins = bin_of(np.array([int(each.value) for each in quantiles], np.int64))
        finished = finished_games(summary)
        spreads.append(
            Spread(
                finished=finished,
                quantiles=quantiles,
                examples=tuple(one_game(firsts[place : place + 1]) for place in bins.tolist()),
                mean=mean(*summary.finished_sums(unit)),
                endless=share(summary.games - finished, summary.games),
            )
        )
    return CompareLengths(rows, tuple(spreads), length_axis(compared.summaries, unit), unit)


def panel(compared: Compared, rows: tuple[Row, ...], *, unit: Unit = "rounds") -> Panel:
    """Return the panel of the lengths."""
    chart = compare_lengths(compared, rows, unit=unit)
    title = _title(chart)
    without = "; endless ones left out" if any(spread.endless.value for spread in chart.spreads) else ""
    note = fitted(
        f"{unit.capitalize()} of finished games: median, middle half, 5 % to 95 %{without}.",
        f"{unit.capitalize()}: median, middle half, 5 % to 95 %{without}.",
        most=70,
    )
    said = "; ".join(
        f"{row.name}: {_said(spread, unit)}" for row, spread in zip(rows, chart.spreads, strict=True)
    )
    return Panel("length-spreads", title, note, f"{title}. {said}.", partial(figure, chart), table(chart))


def _title(chart: CompareLengths) -> str:
    medians = [spread.quantiles[MEDIAN].value for spread in chart.spreads if spread.quantiles]
    if not medians:
        return "No game has ended"
    low, high = min(medians), max(medians)
    if low == high:
        return f"Half of those that end take up to {low:,.0f}"
    times = f", {high / low:.1f} times apart" if high >= 1.5 * low else ""
    by = chart.unit.removesuffix("s")
    return fitted(
        f"Half end by {by} {low:,.0f} to {high:,.0f}{times}",
        f"Half end by {by} {low:,.0f} to {high:,.0f}",
    )


def _said(spread: Spread, unit: Unit) -> str:
    """Say a spread in words, with how many games it leaves out."""
    if not spread.quantiles:
        return "no game ends"
    low, first, median, third, high = (f"{found.value:,.0f}" for found in spread.quantiles)
    left_out = f", {percent(spread.endless)} not finished" if spread.endless.value else ""
    return f"median {median} {unit}, half from {first} to {third}, 5 to 95 % from {low} to {high}{left_out}"


def table(chart: CompareLengths) -> pd.DataFrame:
    """Return a row a rule set: finished games, what is left out, mean and quantiles, median and mean sure."""
    nothing = Estimate(float("nan"), float("nan"), float("nan"), 0)
    shown = [(spread, spread.quantiles or (nothing,) * len(LEVELS)) for spread in chart.spreads]
    columns: dict[str, Any] = {
        "rule set": [row.name for row in chart.rows],
        "finished games": [spread.finished for spread, _ in shown],
        "share not finished": [spread.endless.value for spread, _ in shown],
    }
    columns |= {
        f"{chart.unit} {100 * level:.0f} %": [found[place].value for _, found in shown]
        for place, level in enumerate(LEVELS)
    }
    columns |= {
        "median low": [found[MEDIAN].low for _, found in shown],
        "median high": [found[MEDIAN].high for _, found in shown],
        "mean": [(spread.mean or nothing).value for spread, _ in shown],
        "mean low": [(spread.mean or nothing).low for spread, _ in shown],
        "mean high": [(spread.mean or nothing).high for spread, _ in shown],
        "a game": example_column(
            [spread.examples[MEDIAN] if spread.examples else NOT_ONE for spread, _ in shown]
        ),
    }
    return pd.DataFrame(columns)


def figure(chart: CompareLengths, theme: Theme) -> go.Figure:
    """Draw a line from 5 to 95 %, a block for the middle half, a stroke for the median."""
    drawn = row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= chart.axis.drawn(room=0.06) | {"showgrid": True, "gridcolor": theme.grid}
    drawn["margin"] |= {"l": 10, "r": 14}
    for row, spread in enumerate(chart.spreads):
        if not spread.quantiles:
            drawn["annotations"].append(_no_end(row, chart.axis, theme))
            continue
        drawn["shapes"] += _marks(row, spread, chart.axis, theme)
        median = spread.quantiles[MEDIAN]
        text = f"<b>{median.value:,.0f}</b>"
        drawn["annotations"].append(above(row, chart.axis.at(median.value), text, theme.ink))
        drawn["annotations"].append(_letter(row, chart, theme))
    return go.Figure({"data": [_points(chart)], "layout": drawn})


def _marks(row: int, spread: Spread, axis: LengthAxis, theme: Theme) -> list[dict[str, Any]]:
    low, first, median, third, high = (axis.at(found.value) for found in spread.quantiles)
    at = middle(row)
    line = {"type": "line", "x0": low, "x1": high, "y0": at, "y1": at}
    block = {"type": "rect", "x0": first, "x1": third, "y0": at - 6, "y1": at + 6, "fillcolor": DRAWN}
    stroke = {"type": "line", "x0": median, "x1": median, "y0": at - THICK / 2 - 2, "y1": at + THICK / 2 + 2}
    marks = [
        line | {"line": {"width": 1.3, "color": theme.muted}},
        block | {"line": {"width": 0}},
        stroke | {"line": {"width": 2.5, "color": theme.ink}},
    ]
    sure = spread.quantiles[MEDIAN]
    ends = axis.at(sure.low), axis.at(sure.high)
    if ends[1] - ends[0] >= SEEN * (axis.at(axis.high) - axis.at(axis.low)):
        under = at + THICK / 2 + 5
        bracket = {"type": "line", "x0": ends[0], "x1": ends[1], "y0": under, "y1": under}
        marks.append(bracket | {"line": {"width": 1.3, "color": theme.ink}})
    return marks


def _letter(row: int, chart: CompareLengths, theme: Theme) -> dict[str, Any]:
    """Name the row on phones, where the names of the chart beside it stand far above."""
    return {
        "xref": "paper",
        "x": 0,
        "xanchor": "left",
        "xshift": -8,
        "y": ROW * row + NAME,
        "yanchor": "middle",
        "showarrow": False,
        "text": chart.rows[row].name,
        "font": {"size": 12, "color": theme.muted},
        "bgcolor": theme.paper,
    }


def _no_end(row: int, axis: LengthAxis, theme: Theme) -> dict[str, Any]:
    return above(row, axis.at(axis.low), "no game ends", theme.endless_text, anchor="left")


def _points(chart: CompareLengths) -> dict[str, Any]:
    """Return what can be pointed at: every quantile, unseen."""
    points = [
        (row, level, found, game)
        for row, spread in enumerate(chart.spreads)
        for level, found, game in zip(LEVELS, spread.quantiles, spread.examples, strict=False)
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([chart.axis.at(found.value) for _, _, found, _ in points]),
        "y": np.array([middle(row) for row, _, _, _ in points]),
        "marker": {"size": THICK, "opacity": 0},
        "customdata": [
            [game, row, _hover(chart, row, level, found, game)] for row, level, found, game in points
        ],
        "hovertemplate": "%{customdata[2]}<extra></extra>",
        **{state: {"marker": {"opacity": 0}} for state in unfaded()},
    }


def _hover(chart: CompareLengths, row: int, level: float, found: Estimate, game: int) -> str:
    spread = chart.spreads[row]
    part = "half" if level == 0.5 else f"{100 * level:.0f} %"
    sure = f" ({found.low:,.0f} to {found.high:,.0f})"
    lines = [
        chart.rows[row].name,
        f"{part} of {spread.finished:,} finished games end by {chart.unit.removesuffix('s')} "
        f"{found.value:,.0f}{sure}",
    ]
    if level == 0.5 and spread.mean is not None:
        lines.append(f"mean {mean_text(spread.mean)} {chart.unit}")
    if spread.endless.value:
        lines.append(f"{percent(spread.endless)} of all games are not finished")
    return "<br>".join(lines) + click_hint(game, "one of that length")
