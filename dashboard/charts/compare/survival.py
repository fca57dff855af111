"""The share of games that go on after so many rounds, a line a rule set, told apart by dash and name."""

from functools import partial
from typing import Any, Final

import numpy as np

from dashboard.charts.compare.length_axis import drawn_axis
from dashboard.charts.compare.rows import cut, stacked
from dashboard.charts.parts.axes import QUARTERS, named_axis
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import sure, too_few
from dashboard.charts.parts.marks import band, beside, label, unseen
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted
from dashboard.charts.parts.theme import HALF_WIDTH, Label, Mark, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent, widest
from engine.study.pairs import Compared
from engine.study.tables.columns import finished_games
from engine.study.tables.compared.rows import Rows
from engine.study.tables.compared.survival import (
    NAME,
    CompareSurvival,
    compare_survival,
    counted_exactly,
    table,
)
from engine.study.tables.going import Unit
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

SEEN: Final = 0.01
"""Half width from which a band can be told from its line."""
NAME_ROOM: Final = 116
NAME_MOST: Final = 15
NAME_HIGH: Final = 15
LOWEST_NAME: Final = 8
"""Pixels right of the lines, characters of a name there, pixels between two names and below the last."""
PLOT: Final = 190
"""Pixels of the lines on the narrowest phone."""
LETTER_WIDE: Final = 14
LETTER_HIGH: Final = 15
"""Pixels of a letter on a line, with its ground."""
CLEAR: Final = 6
"""Pixels by which the first length is kept off the 0 % beside it."""


def panel(compared: Compared, rows: Rows, *, unit: Unit = "rounds") -> Panel:
    """Return the panel of the curves."""
    chart = compare_survival(compared, rows, unit=unit)
    title = _title(chart) if any(map(finished_games, compared.summaries)) else "No game has ended"
    games = f"{compared.games:,} games each" if compared.games > 1 else "one game each"
    each = "; bands: 95 % at each length." if _bands_seen(chart) else "."
    start = f"Share of {games} still going"
    note = fitted(f"{start} after so many {unit}{each}", f"{start}{each}", most=NOTE_MOST)
    ends = "; ".join(
        f"{row.name} {percent(curve.shares[-1])}" for row, curve in zip(rows, chart.curves, strict=True)
    )
    alt = f"{title}. Still going after {count(chart.after[-1], unit.removesuffix('s'))}: {ends}."
    return Panel(NAME, title, note, alt, partial(figure, chart), partial(table, chart))


def _bands_seen(chart: CompareSurvival) -> bool:
    return max(widest(curve.shares) for curve in chart.curves) / 2 >= SEEN


def _title(chart: CompareSurvival) -> str:
    """Say how many go on at the length, a round number, where the rule sets are furthest apart."""

    def spread(place: int) -> int:
        left = [curve.left[place] for curve in chart.curves]
        return max(left) - min(left)

    named = [chart.after.index(tick) for tick in counted_exactly(chart.axis) if tick in chart.after]
    place = max(named[1:] or range(len(chart.after)), key=lambda place: (spread(place), -place))
    shares = sorted((curve.shares[place] for curve in chart.curves), key=lambda share: share.value)
    if not sure(*shares):
        return too_few("how many")
    low, high = percent(shares[0], 0), percent(shares[-1], 0)
    going = f"{low.removesuffix(' %')} to {high}" if low != high else low
    return f"After {count(chart.after[place], chart.unit.removesuffix('s'))}, {going} still go on"


def figure(chart: CompareSurvival, theme: Theme) -> Drawing:
    """Draw the curves, each named at its end."""
    height = HALF_WIDTH + NAME_HIGH * max(len(chart.rows) - 8, 0)
    drawn = tally_layout(theme, x_title=chart.unit, height=height, right=NAME_ROOM)
    drawn["xaxis"] |= {**drawn_axis(chart.axis, pixels=PLOT), "ticklabelstandoff": CLEAR}
    drawn["yaxis"] |= named_axis(0, 102, {int(100 * share): name for share, name in QUARTERS.items()})
    plot = height - drawn["margin"]["t"] - drawn["margin"]["b"]
    drawn["annotations"] = [*_names(chart, theme, plot), *_letters(chart, theme, plot)]
    x = np.array([chart.axis.at(after) for after in chart.after], np.float32)
    bands = _bands(chart, x, theme) if _bands_seen(chart) else []
    lines = [_line(chart, row, x, theme) for row in range(len(chart.rows))]
    return Drawing([*bands, *lines], drawn, Behind("line", [curve.games for curve in chart.curves]))


def _line(chart: CompareSurvival, row: int, x: Any, theme: Theme) -> Mark:
    curve, one = chart.curves[row], chart.unit.removesuffix("s")
    points = [  # lists: rows of a typed array reach the page as something else
        [
            game,
            row,
            count(after, one),
            f"{count(left, 'game')}, {percent(share)}, {'goes' if left == 1 else 'go'} on",
        ]
        for game, after, left, share in zip(
            curve.examples, chart.after, curve.left, curve.shares, strict=True
        )
    ]
    words = (
        f"{chart.rows[row].name}<br>%{{customdata[3]}} after "
        f"%{{customdata[2]}}<br>click for one that ended here"
    )
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": x,
        "y": np.array([100 * left / curve.games for left in curve.left], np.float32),
        "line": {"width": 2, "color": theme.ink, "dash": DASHES[row]},
        **unseen(points, words),
    }


def _bands(chart: CompareSurvival, x: Any, theme: Theme) -> list[Mark]:
    edge = {"type": "scatter", "mode": "lines", "x": x, "line": {"width": 0}, "hoverinfo": "skip"}
    bands: list[Mark] = []
    for curve in chart.curves:
        shares = curve.shares
        low = np.array([100 * share.low for share in shares], np.float32)
        high = np.array([100 * share.high for share in shares], np.float32)
        bands += band(edge, low, high, faded(theme.ink, 0.08 * theme.bands))
    return bands


def _names(chart: CompareSurvival, theme: Theme, plot: int) -> list[Label]:
    """Name every line at its end; a short piece of its dash stands before the name."""
    ends = [curve.left[-1] / curve.games * plot / 1.02 for curve in chart.curves]
    heights = [LOWEST_NAME + height for height in stacked(ends, NAME_HIGH, plot - LOWEST_NAME)]
    placed = {"xshift": 6, "yref": "paper", "yanchor": "middle"}
    return [
        beside(f"<b>{row.letter}</b> {cut(row.name, NAME_MOST)}", theme.ink, height / plot, **placed)
        for row, height in zip(chart.rows, heights, strict=True)
    ]


def _letters(chart: CompareSurvival, theme: Theme, plot: int) -> list[Label]:
    """Put each line's letter on it, at heights that differ, so that lines close together are told apart.

    A letter that would cover another, or a number beside the axis, is left out: a line's name is at its end.
    """
    letters: list[Label] = []
    taken: list[tuple[float, float]] = []
    for row, curve in enumerate(chart.curves):
        top, bottom = curve.left[0], curve.left[-1]
        height = bottom + (top - bottom) * (0.85 - 0.7 * row / max(len(chart.rows) - 1, 1))
        place = next((at for at, left in enumerate(curve.left) if left <= height), len(curve.left) - 1)
        x, y = chart.axis.at(chart.after[place]), 100 * curve.left[place] / curve.games
        right, up = (x - chart.axis.at(chart.axis.low)) / chart.axis.wide * PLOT, y / 102 * plot
        clear = (abs(right - other) >= LETTER_WIDE or abs(up - high) >= LETTER_HIGH for other, high in taken)
        if right < LETTER_WIDE / 2 or not all(clear):
            continue
        taken.append((right, up))
        letter = label(f"<b>{chart.rows[row].letter}</b>", theme.ink, x=x, y=y)
        letters.append(letter | {"bgcolor": theme.paper, "borderpad": 1})
    return letters
