"""In how many deals two rule sets give different results, for all pairs of them."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.cells import cells, matrix_layout
from dashboard.charts.compare.names_apart import cut
from dashboard.charts.compare.rows import Row
from dashboard.charts.parts.panel import Panel, fitted, one_game
from dashboard.charts.parts.shares import example_column, share_columns
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import decimals, percent, percent_range, plus_minus
from engine.kernels.tallies import OUTCOMES
from engine.study.differences import changed, moved
from engine.study.estimates import Estimate
from engine.study.pairs import Compared

NAME_MOST: Final = 20
NAME_ROOM: Final = 142
"""Characters of a rule set's name beside its row, and the pixels they take."""


WIDE: Final = 5
"""Rule sets up to which a cell has room for a decimal and the unit."""


@dataclass(frozen=True)
class Pair:
    """Two rule sets and in how many deals their results differ."""

    first: int
    second: int
    changed: Estimate
    winner: Estimate
    """The deals that one player wins by the first rule set and the other by the second."""
    example: int


@dataclass(frozen=True)
class Changes:
    """What the chart draws: every pair once, the first before the second."""

    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    games: int


def changes(compared: Compared, rows: tuple[Row, ...]) -> Changes:
    """Work out what to draw."""
    return Changes(rows, tuple(_pair(compared, *pair) for pair in compared.pairs()), compared.games)


def _pair(compared: Compared, first: int, second: int) -> Pair:
    counts = compared.changes_of(first, second)
    examples = compared.examples_of(first, second)
    apart = ~np.eye(len(OUTCOMES), dtype=np.bool_)
    players = OUTCOMES[:2]
    return Pair(
        first,
        second,
        changed=changed(counts),
        winner=moved(counts, before=players, after=players),
        example=one_game(examples[apart]),
    )


def panel(compared: Compared, rows: tuple[Row, ...]) -> Panel:
    """Return the panel of how often the result changes."""
    chart = changes(compared, rows)
    most = max(chart.pairs, key=lambda pair: pair.changed.value)
    share = percent(most.changed)
    apart = f"{rows[most.first].name} and {rows[most.second].name}"
    title = fitted(
        f"{apart}: {share} of deals differ",
        f"{apart}: {share} differ",
        f"{rows[most.first].letter} and {rows[most.second].letter} differ most: in {share} of deals",
    )
    if len(rows) == 2:
        title = f"The result differs in {share} of deals"
    reach = max(pair.changed.high - pair.changed.low for pair in chart.pairs) * 50
    unit = " in %" if len(rows) > WIDE else ""
    note = fitted(
        f"Deals of {chart.games:,} whose result differs{unit}, {plus_minus(reach)} points. Click for one.",
        f"Deals whose result differs{unit}, {plus_minus(reach)} points. Click for one.",
        most=70,
    )
    said = "; ".join(
        f"{rows[pair.first].name} and {rows[pair.second].name}: {percent(pair.changed)}"
        for pair in chart.pairs
    )
    return Panel("changes", title, note, f"{title}. {said}.", partial(figure, chart), table(chart))


def table(chart: Changes) -> pd.DataFrame:
    """Return a row a pair."""
    winners = share_columns([pair.winner for pair in chart.pairs], len(chart.pairs))
    return pd.DataFrame(
        {
            "rule set": [chart.rows[pair.first].name for pair in chart.pairs],
            "other rule set": [chart.rows[pair.second].name for pair in chart.pairs],
            "deals": [pair.changed.games for pair in chart.pairs],
            **{
                f"result differs, {name}": values
                for name, values in share_columns(
                    [pair.changed for pair in chart.pairs], len(chart.pairs)
                ).items()
            },
            **{f"the other player wins, {name}": values for name, values in winners.items()},
            "a game": example_column([pair.example for pair in chart.pairs]),
        }
    )


def figure(chart: Changes, theme: Theme) -> go.Figure:
    """Draw the matrix; a click on a cell opens a game that differs, by its column's rules."""
    names = [f"<b>{row.letter}</b> {cut(row.name, NAME_MOST)}" for row in chart.rows]
    letters = [f"<b>{row.letter}</b>" for row in chart.rows]
    drawn = matrix_layout(theme, names, letters, left=NAME_ROOM)
    size = len(chart.rows)
    digits = decimals(*(pair.changed for pair in chart.pairs)) if size <= WIDE else 0
    values: list[list[float | None]] = [[None] * size for _ in range(size)]
    texts = [[""] * size for _ in range(size)]
    data: list[list[list[object]]] = [[[] for _ in range(size)] for _ in range(size)]
    for pair in chart.pairs:
        for row, column in ((pair.first, pair.second), (pair.second, pair.first)):
            values[row][column] = pair.changed.value
            texts[row][column] = _short(pair.changed, digits, unit=size <= WIDE)
            data[row][column] = [pair.example, column, _hover(chart, pair)]
    drawn["annotations"] = [_same(place, theme) for place in range(size)]
    return go.Figure({"data": [cells(values, texts, data, theme)], "layout": drawn})


def _short(found: Estimate, digits: int, *, unit: bool) -> str:
    if found.value == 0:
        return "0 %" if unit else "0"
    written = percent(found, digits)
    return written if unit else written.removesuffix(" %")


def _hover(chart: Changes, pair: Pair) -> str:
    first, second = chart.rows[pair.first].name, chart.rows[pair.second].name
    lines = [
        f"{first} and {second}",
        f"{percent(pair.changed)} of deals end differently ({percent_range(pair.changed)})",
        f"{percent(pair.winner)} go to the other player",
    ]
    if pair.changed.value:
        lines.append("click for one that differs")
    return "<br>".join(lines)


def _same(place: int, theme: Theme) -> dict[str, object]:
    return {
        "x": place,
        "y": place,
        "showarrow": False,
        "text": "–",
        "font": {"size": 12, "color": theme.muted},
    }
