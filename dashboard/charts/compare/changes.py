"""In how many deals two rule sets give different results, for all pairs of them."""

from functools import partial
from itertools import permutations
from typing import Final

from dashboard.charts.compare.cells import Cell, cells, matrix_layout
from dashboard.charts.compare.rows import FEW, cut, part_of
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import label
from dashboard.charts.parts.panel import NOTE_MOST, Panel, fitted
from dashboard.charts.parts.theme import Theme
from dashboard.charts.parts.written import brief, decimals, percent, percent_range, within_points
from engine.study.estimates import Estimate
from engine.study.pairs import Compared
from engine.study.tables.compared.changes import NAME, Changes, Pair, changes, table
from engine.study.tables.compared.rows import Rows
from engine.words.sentences import count

NAME_MOST: Final = 20
NAME_ROOM: Final = 142
"""Characters of a rule set's name beside its row, and the pixels they take."""


WIDE: Final = 5
"""Rule sets up to which a cell has room for a decimal and the unit."""


def panel(compared: Compared, rows: Rows) -> Panel:
    """Return the panel of how often the result changes."""
    chart = changes(compared, rows)
    most = max(chart.pairs, key=lambda pair: pair.changed.value)
    deals = part_of(most.changed)
    share = deals.removesuffix(" deals").removesuffix(" deal").removesuffix(" of")
    letters = f"{rows[most.first].letter} and {rows[most.second].letter}"
    others = [pair.changed.high for pair in chart.pairs if pair is not most]
    surely = max(others, default=0.0) < most.changed.low
    title = f"{letters} differ {'most: ' if surely else ''}in {deals}"
    if chart.games >= FEW:
        title = fitted(f"{chart.name(most)}: {deals} differ", f"{chart.name(most)}: {share} differ", title)
    if len(rows) == 2:
        title = f"The result differs in {part_of(most.changed)}"
    if not most.changed.value:
        title = f"No result differs in {count(chart.games, 'deal')}"
    sure = within_points(*(pair.changed for pair in chart.pairs))
    unit = " in %" if len(rows) > WIDE else ""
    click = " Click for one." if most.changed.value else ""
    note = fitted(
        f"Deals of {chart.games:,} whose result differs{unit}, {sure}.{click}",
        f"Deals whose result differs{unit}, {sure}.{click}",
        most=NOTE_MOST,
    )
    said = "; ".join(f"{chart.name(pair)}: {percent(pair.changed)}" for pair in chart.pairs)
    return Panel(NAME, title, note, f"{title}. {said}.", partial(figure, chart), partial(table, chart))


def figure(chart: Changes, theme: Theme) -> Drawing:
    """Draw the matrix; a click on a cell opens a game that differs, by its column's rules."""
    letters = [f"<b>{row.letter}</b>" for row in chart.rows]
    names = [f"{letter} {cut(row.name, NAME_MOST)}" for letter, row in zip(letters, chart.rows, strict=True)]
    drawn = matrix_layout(theme, names, letters, left=NAME_ROOM)
    size = len(chart.rows)
    digits = decimals(*(pair.changed for pair in chart.pairs)) if size <= WIDE else 0
    pairs = {(pair.first, pair.second): pair for pair in chart.pairs}
    shown = []
    for row, column in permutations(range(size), 2):
        pair = pairs[min(row, column), max(row, column)]
        text = _short(pair.changed, digits, unit=size <= WIDE)
        point = [pair.example, column, _hover(chart, pair)]
        shown.append(Cell(row, column, pair.changed.value, text, point))
    drawn["annotations"] = [label("–", theme.muted, x=place, y=place) for place in range(size)]
    return Drawing([cells(shown, theme)], drawn, Behind("cell", [chart.games], "deal"))


def _short(share: Estimate, digits: int, *, unit: bool) -> str:
    if share.value == 0:
        return "0 %" if unit else "0"
    if share.value == 1:
        return "all"
    written = brief(share, digits)
    return written if unit else written.removesuffix(" %")


def _hover(chart: Changes, pair: Pair) -> str:
    lines = [
        chart.name(pair),
        f"{percent(pair.changed)} of deals end differently ({percent_range(pair.changed)})",
        f"{percent(pair.winner)} go to the other player",
    ]
    if pair.changed.value:
        lines.append("click for one that differs")
    return "<br>".join(lines)
