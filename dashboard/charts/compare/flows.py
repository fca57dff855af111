"""Who wins under one rule set against who wins under another, deal by deal."""

from functools import partial

from dashboard.charts.compare.cells import Cell, cells, matrix_layout
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.few import sure, told, too_few
from dashboard.charts.parts.outcomes import outcome_colours
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import counted, decimals, percent
from engine.study.differences import changed
from engine.study.pairs import Compared
from engine.study.tables.compared.flows import Flow, flow, table
from engine.study.tables.compared.rows import Rows
from engine.study.tables.endings import OUTCOME_NAMES


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
    return Panel(chart.name, title, note, f"{title}. {said}.", partial(figure, chart), partial(table, chart))


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


def figure(chart: Flow, theme: Theme) -> Drawing:
    """Draw the matrix; equal results lie on its diagonal, set in grey."""
    names = [_coloured(outcome, theme) for outcome in chart.before]
    drawn = matrix_layout(theme, names, [_coloured(outcome, theme) for outcome in chart.after], left=74)
    digits = decimals(*(chart.share(*way) for way in chart.ways()))
    shown = []
    for before, after in chart.ways():
        share = chart.share(before, after)
        text = percent(share, digits) if share.value else "–"
        point = [chart.example(before, after), chart.place, _hover(chart, before, after)]
        place = chart.before.index(before), chart.after.index(after)
        shown.append(Cell(*place, share.value, text, point))
    return Drawing([cells(shown, theme)], drawn, Behind("cell", [int(chart.counts.sum())], "deal"))


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
