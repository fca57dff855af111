"""Who wins under one rule set against who wins under another, deal by deal."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.cells import cells, matrix_layout
from dashboard.charts.compare.rows import Row
from dashboard.charts.compare.shares import outcome_colours
from dashboard.charts.parts.bar_labels import NAMES
from dashboard.charts.parts.panel import Panel, fitted, games_of
from dashboard.charts.parts.shares import example_column, share_columns
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import counted, decimals, percent
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.study.differences import changed
from engine.study.estimates import share
from engine.study.pairs import Compared
from engine.study.summary import Ints


@dataclass(frozen=True)
class Flow:
    """What the chart draws: deals by their outcome under two rule sets."""

    first: Row
    second: Row
    place: int
    """The second rule set's place in the comparison: a click opens the deal by its rules."""
    before: tuple[str, ...]
    after: tuple[str, ...]
    """The outcomes that the first and the second rule set had."""
    counts: Ints
    """outcomes x outcomes, all of them."""
    examples: Ints
    """outcomes x outcomes x games."""

    def cell(self, one: str, other: str) -> tuple[int, list[int]]:
        """Return the deals with these two outcomes, and the numbers of some of them."""
        at = OUTCOMES.index(one), OUTCOMES.index(other)
        return int(self.counts[at]), [game for game in self.examples[at].tolist() if game != NO_GAME]


def flow(compared: Compared, rows: tuple[Row, ...], first: int, second: int) -> Flow:
    """Work out what to draw."""
    counts = compared.changes_of(first, second)
    return Flow(
        rows[first],
        rows[second],
        second,
        before=tuple(name for name, deals in zip(OUTCOMES, counts.sum(axis=1), strict=True) if deals),
        after=tuple(name for name, deals in zip(OUTCOMES, counts.sum(axis=0), strict=True) if deals),
        counts=counts,
        examples=compared.examples_of(first, second),
    )


def panel(compared: Compared, rows: tuple[Row, ...], first: int, second: int) -> Panel:
    """Return the panel of one pair of rule sets."""
    chart = flow(compared, rows, first, second)
    title = _title(chart)
    note = fitted(
        f"Down: under {chart.first.name}; across: under {chart.second.name}. Click for a deal.",
        f"Down: under {chart.first.name}; across: {chart.second.name}.",
        f"Down: under {chart.first.letter}; across: under {chart.second.letter}. Click for a deal.",
        most=70,
    )
    games = int(chart.counts.sum())
    said = "; ".join(
        f"{NAMES[one]}, then {NAMES[other]}: {percent(share(chart.cell(one, other)[0], games))}"
        for one in chart.before
        for other in chart.after
        if chart.cell(one, other)[0]
    )
    name = f"flow-{chart.first.letter.lower()}-{chart.second.letter.lower()}"
    return Panel(name, title, note, f"{title}. {said}.", partial(figure, chart), table(chart))


def _title(chart: Flow) -> str:
    """Say the largest change, or that there is none."""
    games = int(chart.counts.sum())
    pairs = [(one, other) for one in chart.before for other in chart.after if one != other]
    if not pairs or not changed(chart.counts).value:
        return f"{chart.second.name} changes nothing"
    one, other = max(pairs, key=lambda pair: chart.cell(*pair)[0])
    found = percent(share(chart.cell(one, other)[0], games))
    return fitted(
        f"{chart.second.name}: {found} {_BEFORE[one]} {_AFTER[other]}",
        f"{found} {_BEFORE[one]} {_AFTER[other]}",
    )


_BEFORE = {
    "player_1": "go from player 1",
    "player_2": "go from player 2",
    "draw": "go from drawn",
    "endless": "go from endless",
    "limit": "go from cut off",
}
_AFTER = {
    "player_1": "to player 1",
    "player_2": "to player 2",
    "draw": "to drawn",
    "endless": "to endless",
    "limit": "to cut off",
}


def table(chart: Flow) -> pd.DataFrame:
    """Return a row for every two outcomes."""
    games = int(chart.counts.sum())
    pairs = [(one, other) for one in chart.before for other in chart.after]
    counts = [chart.cell(*pair)[0] for pair in pairs]
    return pd.DataFrame(
        {
            f"under {chart.first.name}": [NAMES[one] for one, _ in pairs],
            f"under {chart.second.name}": [NAMES[other] for _, other in pairs],
            "deals": counts,
            **share_columns([share(count, games) for count in counts], len(counts)),
            "a game": example_column([_example(chart, *pair) for pair in pairs]),
        }
    )


def _example(chart: Flow, one: str, other: str) -> int:
    at = OUTCOMES.index(one), OUTCOMES.index(other)
    return games_of(chart.examples[at])[0]


def figure(chart: Flow, theme: Theme) -> go.Figure:
    """Draw the matrix; equal results lie on its diagonal, set in grey."""
    names = [_coloured(name, theme) for name in chart.before]
    drawn = matrix_layout(theme, names, [_coloured(name, theme) for name in chart.after], left=74)
    games = int(chart.counts.sum())
    found = [[share(chart.cell(one, other)[0], games) for other in chart.after] for one in chart.before]
    digits = decimals(*(each for line in found for each in line))
    values: list[list[float | None]] = [[each.value for each in line] for line in found]
    texts = [[percent(each, digits) if each.value else "–" for each in line] for line in found]
    data: list[list[list[Any]]] = [
        [
            [_example(chart, one, other), chart.place, _hover(chart, one, other, games)]
            for other in chart.after
        ]
        for one in chart.before
    ]
    return go.Figure({"data": [cells(values, texts, data, theme)], "layout": drawn})


def _coloured(outcome: str, theme: Theme) -> str:
    return f'<span style="color:{outcome_colours(theme)[outcome]}">{NAMES[outcome]}</span>'


def _hover(chart: Flow, one: str, other: str, games: int) -> str:
    count, examples = chart.cell(one, other)
    lines = [
        f"{chart.first.name}: {NAMES[one]}",
        f"{chart.second.name}: {NAMES[other]}",
        counted(count, share(count, games)),
    ]
    if examples:
        lines.append(f"click for game {examples[0]:,}")
    return "<br>".join(lines)
