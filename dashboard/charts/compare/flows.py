"""Who wins under one rule set against who wins under another, deal by deal."""

from dataclasses import dataclass
from functools import partial
from itertools import product

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.cells import Cell, cells, matrix_layout
from dashboard.charts.compare.rows import Row, Rows
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.few import sure, told, too_few
from dashboard.charts.parts.outcomes import outcome_colours
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import counted, decimals, percent
from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.study.differences import changed
from engine.study.estimates import Estimate, share
from engine.study.pairs import Compared
from engine.study.summary import Ints
from engine.study.tables.columns import NOT_ONE, example_column, share_columns
from engine.study.tables.endings import OUTCOME_NAMES


@dataclass(frozen=True)
class Flow:
    """Deals by their outcomes under two rule sets."""

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

    def ways(self) -> list[tuple[str, str]]:
        """Return every outcome under the first with every one under the second, the first going slower."""
        return list(product(self.before, self.after))

    def cell(self, before: str, after: str) -> tuple[int, list[int]]:
        """Return the deals with these two outcomes, and the numbers of some of them."""
        at = OUTCOMES.index(before), OUTCOMES.index(after)
        return int(self.counts[at]), [game for game in self.examples[at].tolist() if game != NO_GAME]

    def share(self, before: str, after: str) -> Estimate:
        """Return the share of all deals that have these two outcomes."""
        return share(self.cell(before, after)[0], int(self.counts.sum()))


def flow(compared: Compared, rows: Rows, first: int, second: int) -> Flow:
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


def panel(compared: Compared, rows: Rows, first: int, second: int) -> Panel:
    """Return the panel of one pair of rule sets."""
    chart = flow(compared, rows, first, second)
    title = _title(chart)
    one, other = chart.first, chart.second
    note = fitted(
        f"Down: under {one.name}; across: under {other.name}. Click for a deal.",
        f"Down: under {one.name}; across: {other.name}.",
        f"Down: under {one.letter}; across: under {other.letter}. Click for a deal.",
        most=NOTE_MOST,
    )
    said = "; ".join(
        f"{OUTCOME_NAMES[before]}, then {OUTCOME_NAMES[after]}: {percent(chart.share(before, after))}"
        for before, after in chart.ways()
        if chart.share(before, after).value
    )
    name = f"flow-{one.letter.lower()}-{other.letter.lower()}"
    return Panel(name, title, note, f"{title}. {said}.", partial(figure, chart), table(chart))


def _title(chart: Flow) -> str:
    """Say the largest change, or that there is none."""
    changes = [(before, after) for before, after in chart.ways() if before != after]
    differs = changed(chart.counts)
    if not changes or not differs.value:
        wordings = (f"{name} changes {{}} of deals" for name in (chart.second.name, chart.second.letter))
        return told(*wordings, share=differs, what="what changes", of="deals")
    most = max(changes, key=lambda way: chart.cell(*way)[0])
    before, after = ("endless" if outcome == "endless" else OUTCOME_NAMES[outcome] for outcome in most)
    if not sure(chart.share(*most)):
        return too_few("what changes", of="deals")
    move = f"{percent(chart.share(*most))} go from {before} to {after}"
    return fitted(f"{chart.second.name}: {move}", move)


def table(chart: Flow) -> pd.DataFrame:
    """Return a row for every two outcomes."""
    ways = chart.ways()
    return pd.DataFrame(
        {
            f"under {chart.first.name}": [OUTCOME_NAMES[before] for before, _ in ways],
            f"under {chart.second.name}": [OUTCOME_NAMES[after] for _, after in ways],
            "deals": [chart.cell(*way)[0] for way in ways],
            **share_columns([chart.share(*way) for way in ways]),
            "a game": example_column([_example(chart, *way) for way in ways]),
        }
    )


def _example(chart: Flow, before: str, after: str) -> int:
    return next(iter(chart.cell(before, after)[1]), NOT_ONE)


def figure(chart: Flow, theme: Theme) -> go.Figure:
    """Draw the matrix; equal results lie on its diagonal, set in grey."""
    names = [_coloured(outcome, theme) for outcome in chart.before]
    drawn = matrix_layout(theme, names, [_coloured(outcome, theme) for outcome in chart.after], left=74)
    digits = decimals(*(chart.share(*way) for way in chart.ways()))
    shown = []
    for before, after in chart.ways():
        share = chart.share(before, after)
        text = percent(share, digits) if share.value else "–"
        point = [_example(chart, before, after), chart.place, _hover(chart, before, after)]
        place = chart.before.index(before), chart.after.index(after)
        shown.append(Cell(*place, share.value, text, point))
    return Drawing([cells(shown, theme)], drawn)


def _coloured(outcome: str, theme: Theme) -> str:
    return f'<span style="color:{outcome_colours(theme)[outcome]}">{OUTCOME_NAMES[outcome]}</span>'


def _hover(chart: Flow, before: str, after: str) -> str:
    deals, examples = chart.cell(before, after)
    lines = [
        f"{chart.first.name}: {OUTCOME_NAMES[before]}",
        f"{chart.second.name}: {OUTCOME_NAMES[after]}",
        counted(deals, chart.share(before, after)),
    ]
    if examples:
        lines.append(f"click for game {examples[0]:,}")
    return "<br>".join(lines)
