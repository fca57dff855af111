"""What changes on the same deals."""

from itertools import permutations
from math import inf
from typing import Final

import numpy as np

from dashboard.charts import marks, style
from dashboard.charts.chart import FEWEST, INTERVAL, Behind, Drawing, Words, click_hint, only_few
from dashboard.charts.compare import common
from dashboard.charts.style import Label, Mark, Theme
from engine.kernels import OUTCOMES
from engine.numbers import (
    TWO_DIGITS,
    brief,
    count,
    counted,
    decimals,
    ends,
    of_100,
    off,
    percent,
    percent_range,
    plural,
    plus_minus,
    signed,
    within_points,
)
from engine.simulation import Compared, Estimate, PairedDifference, changed
from engine.tables import NOT_ONE, OUTCOME_NAMES, Changes, Flow, Of, Pair, Paired, Pairing, nice_up

# In how many deals two rule sets give different results, for all pairs of them.

NAME_MOST: Final = 20
NAME_ROOM: Final = 142
"""Characters of a rule set's name beside its row, and the pixels they take."""


WIDE: Final = 5
"""Rule sets up to which a cell has room for a decimal and the unit."""


def changes_words(chart: Changes, compared: Compared) -> Words:
    """Say which two rule sets give another result most often."""
    most = max(chart.pairs, key=lambda pair: pair.changed.value)
    precision = within_points(*(pair.changed for pair in chart.pairs))
    click = " Click a cell to see a deal." if most.changed.value else ""
    deals = count(chart.games, "deal that ends differently", "deals that end differently")
    note = f"Share of {deals}, {precision}.{click}"
    said = "; ".join(f"{chart.name(pair)}: {percent(pair.changed)}" for pair in chart.pairs)
    finding = f"{chart.name(most)} differ in {of_100(most.changed)} deals."
    return Words(only_few(compared.games, "deal") if compared.games < FEWEST else finding, note, f"{said}.")


def changes_figure(chart: Changes, theme: Theme) -> Drawing:
    """Draw the matrix; a click on a cell opens a game that differs, by its column's rules."""
    letters = [f"<b>{row.letter}</b>" for row in chart.rows]
    names = [f"<b>{row.letter}</b> {common.cut(row.name, NAME_MOST)}" for row in chart.rows]
    drawn = common.matrix_layout(theme, names, letters, left=NAME_ROOM)
    size = len(chart.rows)
    digits = decimals(*(pair.changed for pair in chart.pairs)) if size <= WIDE else 0
    pairs = {(pair.first, pair.second): pair for pair in chart.pairs}
    shown = []
    for row, column in permutations(range(size), 2):
        pair = pairs[min(row, column), max(row, column)]
        text = _short(pair.changed, digits, unit=size <= WIDE)
        point = [pair.example, column, _changes_hover(chart, pair)]
        shown.append(common.Cell(row, column, pair.changed.value, text, point))
    drawn["annotations"] = [marks.label("–", theme.muted, x=place, y=place) for place in range(size)]
    return Drawing([common.cells(shown, theme)], drawn, Behind("cell", [chart.games], "deal"))


def _short(share: Estimate, digits: int, *, unit: bool) -> str:
    if share.value == 1:
        return "all"
    written = brief(share, digits) if share.value else "0 %"
    return written if unit else written.removesuffix(" %")


def _changes_hover(chart: Changes, pair: Pair) -> str:
    differ = f"{percent(pair.changed)} of deals end differently ({percent_range(pair.changed)})"
    moved = f"{percent(pair.winner)} go to the other player"
    click = "<br>click to watch one" if pair.changed.value else ""
    return f"{chart.name(pair)}<br>{differ}<br>{moved}{click}"


# Who wins under one rule set against who wins under another, deal by deal.


def flows_words(chart: Flow, compared: Compared) -> Words:
    """Say which change of the result is the most frequent, and how often it goes the other way."""
    one, other = chart.first, chart.second
    note = f"Rows: result by {one.rules}; columns: by {other.rules}. Click a cell to see a deal."
    shares = {way: chart.share(*way) for way in chart.ways()}
    said = "; ".join(
        f"{_way(OUTCOME_NAMES[before], OUTCOME_NAMES[after])}: {percent(share)}"
        for (before, after), share in shares.items()
        if share.value
    )
    return Words(_most_frequent(chart, compared), note, f"{said}.")


def _way(before: str, after: str) -> str:
    return f"from {before} to {after}" if before != after else f"{before} both times"


def _most_frequent(chart: Flow, compared: Compared) -> str:
    if compared.games < FEWEST:
        return only_few(compared.games, "deal")
    changes = [(before, after) for before, after in chart.ways() if before != after]
    if not changes or not changed(chart.counts).value:
        return f"No deal ends differently by {chart.second.rules}."
    before, after = max(changes, key=lambda way: chart.deals(*way))
    move = f"deals go from {OUTCOME_NAMES[before]} to {OUTCOME_NAMES[after]}"
    move = f"{of_100(chart.share(before, after))} {move}"
    back = chart.share(after, before) if (after, before) in changes else None
    if before not in OUTCOMES[:2] or after not in OUTCOMES[:2] or back is None:
        return f"{move}."
    return f"{move}, {of_100(back).partition(' of ')[0]} back."


def flows_figure(chart: Flow, theme: Theme) -> Drawing:
    """Draw the matrix; equal results lie on its diagonal, set in grey."""
    down, across = ([_coloured(name, theme) for name in names] for names in (chart.before, chart.after))
    drawn = common.matrix_layout(theme, down, across, left=74)
    digits = decimals(*(chart.share(*way) for way in chart.ways()))
    shown = []
    for before, after in chart.ways():
        share = chart.share(before, after)
        text = percent(share, digits) if share.value else "–"
        point = [chart.example(before, after), chart.place, _flows_hover(chart, before, after)]
        place = chart.before.index(before), chart.after.index(after)
        shown.append(common.Cell(*place, share.value, text, point))
    return Drawing([common.cells(shown, theme)], drawn, Behind("cell", [int(chart.counts.sum())], "deal"))


def _coloured(outcome: str, theme: Theme) -> str:
    return f'<span style="color:{style.outcome_colours(theme)[outcome]}">{OUTCOME_NAMES[outcome]}</span>'


def _flows_hover(chart: Flow, before: str, after: str) -> str:
    one = f"{chart.first.name}: {OUTCOME_NAMES[before]}"
    other = f"{chart.second.name}: {OUTCOME_NAMES[after]}"
    deals, example = chart.deals(before, after), chart.example(before, after)
    click = "" if example == NOT_ONE else f"<br>click for game {example:,}"
    return f"{one}<br>{other}<br>{counted(deals, chart.share(before, after))}{click}"


# The worth of dealing alike: each difference's interval with them and as if each had its own deals.

APART: Final = 7
"""Pixels between the middles of the two intervals and of their row's bar."""
MOST_POINTS: Final = 100
"""Points by which two shares can differ at most."""
NOTHING: Final = 1.025
"""Up to how many times as wide an interval pairing is said to change nothing."""


def pairing_words(chart: Pairing, _: Compared) -> Words:
    """Say how much surer a difference is on the same deals."""
    counted = (
        "player 1’s share of wins"
        if chart.of == "wins"
        else f"{chart.lasting}, for deals that end by both rule sets"
    )
    drawn = any(_reach(pair.difference) < inf for pair in chart.pairs if pair.difference)
    note = (
        f"Difference in {counted}. Solid: 95 % interval with the same deals; dashed: with separate deals."
        if drawn
        else f"Difference in {counted}."
    )
    said = common.row_by_row(chart.others, (_said(chart, pair) for pair in chart.pairs))
    return Words(_surer(chart), note, f"{said}.")


def _surer(chart: Pairing) -> str:
    narrowed = [pair.difference for pair in chart.pairs if pair.difference and _times(pair.difference)]
    if not narrowed or max(difference.paired.games for difference in narrowed) < FEWEST:
        return "Too few deals for this chart."
    best = max(narrowed, key=_times)
    if _times(best) < NOTHING:
        return "Playing the same deals does not reduce the margin of error."
    paired, unpaired = (plus_minus(off(interval), TWO_DIGITS) for interval in (best.paired, best.unpaired))
    return f"Margin of error: {paired} {chart.unit} on the same deals, {unpaired} on separate deals."


def _reach(difference: PairedDifference) -> float:
    return min(off(difference.paired), off(difference.unpaired))


def _times(difference: PairedDifference) -> float:
    """Return how many times as wide as the paired interval the unpaired one is; 0 where one is open."""
    paired, unpaired = (interval.high - interval.low for interval in (difference.paired, difference.unpaired))
    return unpaired / paired if 0 < paired < inf and unpaired < inf else 0.0


def _said(chart: Pairing, pair: Paired) -> str:
    if pair.difference is None:
        return "no deal ends in both games"
    paired, unpaired = _sure(pair.difference.paired, chart.of), _sure(pair.difference.unpaired, chart.of)
    value = signed(pair.difference.paired.value, off(pair.difference.paired))
    return f"{value} {paired} {chart.unit}, on separate deals {unpaired}"


def _sure(difference: Estimate, of: Of) -> str:
    """Write how sure a difference is: with ±, or its interval where ± would pass what shares can differ."""
    reach = off(difference)
    beyond = of == "wins" and abs(difference.value) + reach > MOST_POINTS
    return f"({ends(difference, 1, reach)})" if beyond else plus_minus(reach, TWO_DIGITS)


def pairing_figure(chart: Pairing, theme: Theme) -> Drawing:
    """Draw both intervals of every row round its difference."""
    drawn = common.row_layout(theme, len(chart.others), right=12)
    differences = [pair.difference for pair in chart.pairs if pair.difference]
    intervals = [interval for both in differences for interval in (both.paired, both.unpaired)]
    reaches = (max(one.high - one.value, one.value - one.low) for one in intervals)
    end = nice_up(max((reach for reach in reaches if reach < inf), default=1.0) * 1.02)
    unit = plural(f"{end:g}", chart.unit.removesuffix("s"))
    names = {-end: f"−{end:g}", -end / 2: f"−{end / 2:g}", 0: "the difference"}
    names |= {end / 2: f"+{end / 2:g}", end: f"+{end:g} {unit}"}
    drawn["xaxis"] |= style.named_axis(-end, end, names) | {"showgrid": True, "gridcolor": theme.grid}
    drawn["margin"] |= {"l": 14, "r": 34}
    labels = common.row_names(chart.others, theme)
    data = []
    for row, pair in enumerate(chart.pairs):
        if pair.difference is None:
            labels.append(common.above(row, 0, "no deal ends in both games", theme.muted))
            continue
        labels.append(_label(row, pair.difference, chart.of, theme))
        data += _intervals(chart, row, pair, theme)
    # The grid, whose middle line all of them stand on, must not cross the words.
    drawn["annotations"] = [label | {"bgcolor": theme.paper, "borderpad": 0} for label in labels]
    return Drawing(data, drawn, Behind("difference", [both.paired.games for both in differences], "deal"))


def _label(row: int, difference: PairedDifference, of: Of, theme: Theme) -> Label:
    paired, unpaired = _sure(difference.paired, of), _sure(difference.unpaired, of)
    value = signed(difference.paired.value, off(difference.paired))
    text = f'<b>{value} {paired}</b><span style="color:{theme.muted}">, not {unpaired}</span>'
    return common.above(row, 0, text, theme.ink)


def _intervals(chart: Pairing, row: int, pair: Paired, theme: Theme) -> list[Mark]:
    assert pair.difference is not None
    intervals = []
    for estimate, at, colour, dash, words in (
        (pair.difference.paired, -APART, theme.ink, "solid", "on the same deals"),
        (pair.difference.unpaired, APART, theme.muted, "3px 2px", "as if each had deals of its own"),
    ):
        low, high = estimate.low - estimate.value, estimate.high - estimate.value
        reach = off(estimate)
        said = f"{chart.rows[pair.place].name}, {words}<br>"
        said += f"{ends(estimate, 1, reach)} {chart.unit} (95 %)" if reach < inf else "too few games to tell"
        said += click_hint(pair.example, "a deal that ends differently")
        line = {"width": 2, "color": colour}
        symbols = {"symbol": ["line-ns", "circle", "line-ns"], "size": [9, 7, 9]}
        drawn = marks.scatter(
            "lines+markers",
            np.array([low, 0, high]),
            np.full(3, common.middle(row) + at),
            name=INTERVAL if reach < inf else None,
            line={**line, "dash": dash},
            marker={**symbols, "color": colour, "line": line},
        )
        carried = marks.carrying([[pair.example, pair.place, said]] * 3, "%{customdata[2]}")
        intervals.append(drawn | carried)
    return intervals
