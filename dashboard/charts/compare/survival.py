"""The share of games that go on after so many rounds, a line a rule set, told apart by dash and name."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.length_axis import LengthAxis, length_axis
from dashboard.charts.compare.names_apart import cut, stacked
from dashboard.charts.compare.rows import Row
from dashboard.charts.parts.lengths import Unit, finished_firsts
from dashboard.charts.parts.panel import Panel, finished_games, fitted, one_game
from dashboard.charts.parts.shares import example_column, share_columns
from dashboard.charts.parts.theme import HALF_WIDTH, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent
from engine.kernels.tallies import EXACT_BELOW
from engine.study.estimates import Estimate, share
from engine.study.pairs import Compared
from engine.study.summary import Summary, bin_of, bin_start
from engine.words.sentences import count

DASHES: Final = (
    "solid",
    "dash",
    "dot",
    "dashdot",
    "longdash",
    "longdashdot",
    "12px 3px 3px 3px 3px 3px",
    "2px 6px",
    "16px 6px",
    "6px 2px",
    "1px 3px 5px 3px",
    "20px 3px 4px 3px",
)
"""A dash for each rule set of the largest comparison."""

MOST_POINTS: Final = 400
"""Points of all lines together: a figure stays under 60 KB."""
SEEN: Final = 0.01
"""Half width from which a band can be told from its line."""
NAME_ROOM: Final = 112
NAME_MOST: Final = 15
NAME_HIGH: Final = 15
LOWEST_NAME: Final = 8
"""Pixels right of the lines, characters of a name there, pixels between two names and below the last."""
CLEAR: Final = 6
"""Pixels by which the first length is kept off the 0 % beside it."""


@dataclass(frozen=True)
class Curve:
    """The games of one rule set that go on after each length of the chart."""

    left: tuple[int, ...]
    examples: tuple[int, ...]
    """The lowest number of a game that ended since the length before, or `NOT_ONE`."""


@dataclass(frozen=True)
class CompareSurvival:
    """What the chart draws: a curve for each row over the lengths in `after`."""

    rows: tuple[Row, ...]
    axis: LengthAxis
    after: tuple[int, ...]
    curves: tuple[Curve, ...]
    games: int
    unit: Unit

    def shares(self, row: int) -> list[Estimate]:
        """Return the share of all games that go on, at each length."""
        return [share(left, self.games) for left in self.curves[row].left]


def compare_survival(compared: Compared, rows: tuple[Row, ...], *, unit: Unit = "rounds") -> CompareSurvival:
    """Work out what to draw. Games that were cut off are taken to go on."""
    axis = length_axis(compared.summaries, unit, least=0.002, most=0.99)
    points = max(30, MOST_POINTS // len(rows))
    lengths = np.geomspace(axis.low, axis.high, points).astype(np.int64)
    bins = np.unique(bin_of(np.concatenate((lengths, _exact(axis))))).tolist()
    return CompareSurvival(
        rows=rows,
        axis=axis,
        after=tuple(bin_start(place + 1) - 1 for place in bins),
        curves=tuple(_curve(summary, bins, unit) for summary in compared.summaries),
        games=compared.games,
        unit=unit,
    )


def _exact(axis: LengthAxis) -> list[int]:
    """Return the lengths named on the axis up to which games are counted exactly."""
    return [tick for tick in axis.ticks() if tick < EXACT_BELOW]


def _curve(summary: Summary, bins: list[int], unit: Unit) -> Curve:
    ended = np.cumsum(summary.finished(unit))[bins]
    firsts = finished_firsts(summary, unit)
    starts = [0, *(place + 1 for place in bins[:-1])]
    return Curve(
        left=tuple(summary.games - games for games in ended.tolist()),
        examples=tuple(one_game(firsts[start : end + 1]) for start, end in zip(starts, bins, strict=True)),
    )


def panel(compared: Compared, rows: tuple[Row, ...], *, unit: Unit = "rounds") -> Panel:
    """Return the panel of the curves."""
    chart = compare_survival(compared, rows, unit=unit)
    title = _title(chart) if any(map(finished_games, compared.summaries)) else "No game has ended"
    each = f"{compared.games:,} games each" if compared.games > 1 else "one game each"
    note = fitted(
        f"Share of {each} still going after so many {unit}. {_band_words(chart)}",
        f"Share of {each} still going after so many {unit}.",
        most=70,
    )
    ends = "; ".join(f"{row.name} {percent(chart.shares(place)[-1])}" for place, row in enumerate(rows))
    alt = f"{title}. Still going after {chart.after[-1]:,} {unit}: {ends}."
    return Panel("still-going", title, note, alt, partial(figure, chart), table(chart))


def _band_words(chart: CompareSurvival) -> str:
    return "Bands: 95 %." if _widest(chart) >= SEEN else ""


def _widest(chart: CompareSurvival) -> float:
    shares = (found for row in range(len(chart.rows)) for found in chart.shares(row))
    return max(found.high - found.low for found in shares) / 2


def _title(chart: CompareSurvival) -> str:
    """Say how many go on at the length, a round number, where the rule sets are furthest apart."""

    def spread(place: int) -> int:
        left = [curve.left[place] for curve in chart.curves]
        return max(left) - min(left)

    named = [chart.after.index(tick) for tick in _exact(chart.axis) if tick in chart.after]
    place = max(named[1:] or range(len(chart.after)), key=lambda place: (spread(place), -place))
    shares = [share(curve.left[place], chart.games).value for curve in chart.curves]
    low, high = round(100 * min(shares)), round(100 * max(shares))
    going = f"{low} to {high} %" if low != high else f"{low} %"
    return f"After {count(chart.after[place], chart.unit.removesuffix('s'))}, {going} still go on"


def table(chart: CompareSurvival) -> pd.DataFrame:
    """Return a row for every rule set and length."""
    points = len(chart.after)
    shares = [found for row in range(len(chart.rows)) for found in chart.shares(row)]
    return pd.DataFrame(
        {
            "rule set": [row.name for row in chart.rows for _ in range(points)],
            f"after {chart.unit}": list(chart.after) * len(chart.rows),
            "games still going": [left for curve in chart.curves for left in curve.left],
            **share_columns(shares, len(shares)),
            "a game that ended": example_column([game for curve in chart.curves for game in curve.examples]),
        }
    )


def figure(chart: CompareSurvival, theme: Theme) -> go.Figure:
    """Draw the curves, each named at its end."""
    height = HALF_WIDTH + NAME_HIGH * max(len(chart.rows) - 8, 0)
    drawn = tally_layout(theme, x_title=chart.unit, height=height, right=NAME_ROOM)
    drawn["xaxis"] |= {**chart.axis.drawn(), "ticklabelstandoff": CLEAR}
    drawn["yaxis"] |= {
        "range": [0, 102],
        "tickvals": [0, 25, 50, 75, 100],
        "ticktext": ["0 %", "25 %", "50 %", "75 %", "100 %"],
    }
    plot = height - drawn["margin"]["t"] - drawn["margin"]["b"]
    drawn["annotations"] = _names(chart, theme, plot)
    x = np.array([chart.axis.at(after) for after in chart.after], np.float32)
    bands = _bands(chart, x, theme) if _widest(chart) >= SEEN else []
    lines = [_line(chart, row, x, theme) for row in range(len(chart.rows))]
    return go.Figure({"data": [*bands, *lines], "layout": drawn})


def _line(chart: CompareSurvival, row: int, x: Any, theme: Theme) -> dict[str, Any]:
    curve = chart.curves[row]
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": x,
        "y": np.array([100 * left / chart.games for left in curve.left], np.float32),
        "line": {"width": 2, "color": theme.ink, "dash": DASHES[row]},
        "marker": {"size": 8, "opacity": 0},
        "customdata": [  # lists: rows of a typed array reach the page as something else
            [game, row, after, left]
            for game, after, left in zip(curve.examples, chart.after, curve.left, strict=True)
        ],
        "hovertemplate": f"{chart.rows[row].name}<br>%{{customdata[3]:,}} games, %{{y:.1f}} %, go on after "
        f"%{{customdata[2]:,}} {chart.unit}<br>click for one that ended here<extra></extra>",
        **{state: {"marker": {"opacity": 0}} for state in ("selected", "unselected")},
    }


def _bands(chart: CompareSurvival, x: Any, theme: Theme) -> list[dict[str, Any]]:
    bands: list[dict[str, Any]] = []
    for row in range(len(chart.rows)):
        shares = chart.shares(row)
        edge = {"type": "scatter", "mode": "lines", "x": x, "line": {"width": 0}, "hoverinfo": "skip"}
        bands += [
            edge | {"y": np.array([100 * found.low for found in shares], np.float32)},
            edge
            | {
                "y": np.array([100 * found.high for found in shares], np.float32),
                "fill": "tonexty",
                "fillcolor": faded(theme.ink, 0.08 * theme.bands),
            },
        ]
    return bands


def _names(chart: CompareSurvival, theme: Theme, plot: int) -> list[dict[str, Any]]:
    """Name every line at its end; a short piece of its dash stands before the name."""
    ends = [curve.left[-1] / chart.games * plot / 1.02 for curve in chart.curves]
    heights = [LOWEST_NAME + height for height in stacked(ends, NAME_HIGH, plot - LOWEST_NAME)]
    return [
        {
            "xref": "paper",
            "x": 1,
            "xanchor": "left",
            "xshift": 6,
            "yref": "paper",
            "y": height / plot,
            "yanchor": "middle",
            "showarrow": False,
            "text": f"<b>{row.letter}</b> {cut(row.name, NAME_MOST)}",
            "font": {"size": 12, "color": theme.ink},
        }
        for row, height in zip(chart.rows, heights, strict=True)
    ] + _letters(chart, theme)


def _letters(chart: CompareSurvival, theme: Theme) -> list[dict[str, Any]]:
    """Put each line's letter on it, at heights that differ, so that lines close together are told apart."""
    found = []
    for row, curve in enumerate(chart.curves):
        top, bottom = curve.left[0], curve.left[-1]
        level = bottom + (top - bottom) * (0.85 - 0.7 * row / max(len(chart.rows) - 1, 1))
        place = next((at for at, left in enumerate(curve.left) if left <= level), len(curve.left) - 1)
        found.append(
            {
                "x": chart.axis.at(chart.after[place]),
                "y": 100 * curve.left[place] / chart.games,
                "showarrow": False,
                "text": f"<b>{chart.rows[row].letter}</b>",
                "bgcolor": theme.paper,
                "borderpad": 1,
                "font": {"size": 12, "color": theme.ink},
            }
        )
    return found
