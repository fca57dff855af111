"""What changes on the same deals."""

from itertools import permutations
from math import inf
from typing import Final

import numpy as np

from dashboard.charts import marks, style
from dashboard.charts.chart import FEWEST, INTERVAL, Behind, Drawing, Words, click_hint, only_few
from dashboard.charts.compare import common
from dashboard.charts.style import Label, Mark, Theme
from engine import numbers
from engine.kernels import OUTCOMES
from engine.simulation import Compared, Estimate, PairedDifference, changed
from engine.tables import NOT_ONE, OUTCOME_NAMES, Changes, Flow, Of, Pair, Paired, Pairing, nice_up

# In how many deals two rule sets give different results, for all pairs of them.

NAME_MOST: Final = 20
NAME_WIDTH: Final = 142
"""Characters of a rule set's name beside its row, and the pixels they take."""


WIDE: Final = 5  # rule sets up to which a cell has room for a decimal and the unit


def changes_words(chart: Changes, compared: Compared) -> Words:
    """Say which two rule sets give another result most often."""
    most = max(chart.pairs, key=lambda pair: pair.changed.value)
    precision = numbers.within_points(*(pair.changed for pair in chart.pairs))
    click = " Click a cell to see a deal." if most.changed.value else ""
    deals = numbers.count(chart.games, "deal that ends differently", "deals that end differently")
    note = f"Share of {deals}, {precision}.{click}"
    more = "; ".join(f"{chart.name(pair)}: {numbers.percent(pair.changed)}" for pair in chart.pairs)
    finding = common.ends_differently(most.changed, chart.rows[most.second], chart.rows[most.first])
    return Words(only_few(compared.games, "deal") if compared.games < FEWEST else finding, note, f"{more}.")


def changes_figure(chart: Changes, theme: Theme) -> Drawing:
    """Draw the matrix; a click on a cell opens a game that differs, by its column's rules."""
    letters = [f"<b>{row.letter}</b>" for row in chart.rows]
    names = [f"<b>{row.letter}</b> {common.cut(row.name, NAME_MOST)}" for row in chart.rows]
    drawn = common.matrix_layout(theme, names, letters, left=NAME_WIDTH)
    size = len(chart.rows)
    digits = numbers.decimals(*(pair.changed for pair in chart.pairs)) if size <= WIDE else 0
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
    """Write a share in a cell, in which there may be no room for the unit.

    >>> from engine.simulation import share
    >>> [_short(share(seen, 1_000), 0, unit=seen > 500) for seen in (1_000, 996, 400, 0)]
    ['all', '99.6 %', '40', '0']
    """
    if share.value == 1:
        return "all"
    written = numbers.brief(share, digits) if share.value else "0 %"
    return written if unit else written.removesuffix(" %")


def _changes_hover(chart: Changes, pair: Pair) -> str:
    interval = numbers.percent_range(pair.changed)
    differ = f"{numbers.percent(pair.changed)} of deals end differently ({interval})"
    moved = f"in {numbers.percent(pair.winner)} they have different winners"
    click = "<br>click to watch one" if pair.changed.value else ""
    return f"{chart.name(pair)}<br>{differ}<br>{moved}{click}"


# Who wins under one rule set against who wins under another, deal by deal.


def flows_words(chart: Flow, compared: Compared) -> Words:
    """Say which change of the result is the most frequent, and how often it goes the other way."""
    one, other = chart.first, chart.second
    note = f"Rows: result {one.by}; columns: {other.by}. Click a cell to see a deal."
    shares = {way: chart.share(*way) for way in chart.ways()}
    more = "; ".join(
        f"{_way(chart, *way)}: {numbers.percent(share)}" for way, share in shares.items() if share.value
    )
    return Words(_most_frequent(chart, compared), note, f"{more}.")


def _way(chart: Flow, before: str, after: str) -> str:
    if before == after:
        return f"{OUTCOME_NAMES[before]} by both"
    return f"{OUTCOME_NAMES[before]} {chart.first.by}, {OUTCOME_NAMES[after]} {chart.second.by}"


def _most_frequent(chart: Flow, compared: Compared) -> str:
    if compared.games < FEWEST:
        return only_few(compared.games, "deal")
    changes = [(before, after) for before, after in chart.ways() if before != after]
    if not changes or not changed(chart.counts).value:
        return f"No deal ends differently {chart.second.by}."
    before, after = max(changes, key=lambda way: chart.deals(*way))
    deals = f"{numbers.of_100(chart.share(before, after))} deals"
    if {before, after} == {*OUTCOMES[:2]}:
        back = chart.share(after, before)
        reverse = f", in {numbers.of_100(back).partition(' of ')[0]} the reverse"
        reverse = reverse if back.value else ". No deal changes the other way"
        return f"In {deals} {OUTCOME_NAMES[after]} wins instead of {OUTCOME_NAMES[before]}{reverse}."
    return f"{deals} change from “{OUTCOME_NAMES[before]}” to “{OUTCOME_NAMES[after]}”."


def flows_figure(chart: Flow, theme: Theme) -> Drawing:
    """Draw the matrix; equal results lie on its diagonal, set in grey."""
    down, across = ([_coloured(name, theme) for name in names] for names in (chart.before, chart.after))
    drawn = common.matrix_layout(theme, down, across, left=74)
    digits = numbers.decimals(*(chart.share(*way) for way in chart.ways()))
    shown = []
    for before, after in chart.ways():
        share = chart.share(before, after)
        text = numbers.percent(share, digits) if share.value else "–"
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
    return f"{one}<br>{other}<br>{numbers.counted(deals, chart.share(before, after))}{click}"


# The worth of dealing alike: each difference's interval with them and as if each had its own deals.

OFFSET: Final = 7  # pixels between the middles of the two intervals and of their row's bar
MOST_POINTS: Final = 100  # points by which two shares can differ at most
NOTHING: Final = 1.025  # up to how many times as wide an interval pairing is said to change nothing


def pairing_words(chart: Pairing, _: Compared) -> Words:
    """Say how much smaller the margin of error is on the same deals."""
    measured = "player 1’s share of wins"
    if chart.of == "lengths":
        measured = f"{chart.lasting}, for deals that end under both rule sets"
    note = f"Difference in {measured}."
    if any(numbers.off(estimate) < inf for estimate in _estimates(chart)):
        note += " Solid: 95 % interval if both rule sets play the same deals. Dashed: if each plays its own."
    more = common.row_by_row(chart.others, (_row_words(chart, pair) for pair in chart.pairs))
    return Words(_margins_compared(chart), note, f"{more}.")


def _estimates(chart: Pairing) -> list[Estimate]:
    differences = [pair.difference for pair in chart.pairs if pair.difference]
    return [estimate for both in differences for estimate in (both.paired, both.unpaired)]


def _margins_compared(chart: Pairing) -> str:
    measured = [pair.difference for pair in chart.pairs if pair.difference and _times(pair.difference)]
    if not measured or max(difference.paired.games for difference in measured) < FEWEST:
        return "Too few deals for this chart."
    best = max(measured, key=_times)
    if _times(best) < NOTHING:
        return "Playing the same deals does not reduce the margin of error."
    paired, unpaired = map(_plus_minus, (best.paired, best.unpaired))
    return f"Margin of error: {paired} {chart.unit} on the same deals, {unpaired} on separate deals."


def _times(difference: PairedDifference) -> float:
    """Return how many times as wide as the paired interval the unpaired one is; 0 where one is open."""
    paired, unpaired = (interval.high - interval.low for interval in (difference.paired, difference.unpaired))
    return unpaired / paired if 0 < paired < inf and unpaired < inf else 0.0


def _row_words(chart: Pairing, pair: Paired) -> str:
    if pair.difference is None:
        return "no deal ends under both rule sets"
    paired, unpaired = _margin(pair.difference.paired, chart.of), _margin(pair.difference.unpaired, chart.of)
    value = numbers.signed(pair.difference.paired.value, numbers.off(pair.difference.paired))
    return f"{value} {paired} {chart.unit}, on separate deals {unpaired}"


def _margin(difference: Estimate, of: Of) -> str:
    """Write the margin of error: with ±, or as an interval where ± would exceed what shares can differ."""
    off = numbers.off(difference)
    if of == "wins" and abs(difference.value) + off > MOST_POINTS:
        return f"({numbers.ends(difference, off)})"
    return _plus_minus(difference)


def _plus_minus(difference: Estimate) -> str:
    return numbers.plus_minus(numbers.off(difference), numbers.TWO_DIGITS)


def pairing_figure(chart: Pairing, theme: Theme) -> Drawing:
    """Draw both intervals of every row round its difference."""
    drawn = common.row_layout(theme, len(chart.others), right=12)
    margins = [margin for margin in map(numbers.off, _estimates(chart)) if margin < inf]
    end = nice_up(max(margins, default=1.0) * 1.02)
    unit = numbers.plural(f"{end:g}", chart.unit.removesuffix("s"))
    names = {-end: f"−{end:g}", -end / 2: f"−{end / 2:g}", 0: "the difference"}
    names |= {end / 2: f"+{end / 2:g}", end: f"+{end:g} {unit}"}
    drawn["xaxis"] |= style.named_axis(-end, end, names) | {"showgrid": True, "gridcolor": theme.grid}
    drawn["margin"] |= {"l": 14, "r": 34}
    labels = common.row_names(chart.others, theme)
    data = []
    for row, pair in enumerate(chart.pairs):
        if pair.difference is None:
            labels.append(common.above(row, 0, "no deal ends under both rule sets", theme.muted))
            continue
        labels.append(_label(row, pair.difference, chart.of, theme))
        data += _intervals(chart, row, pair, theme)
    # The grid, whose middle line all of them stand on, must not cross the words.
    drawn["annotations"] = [label | {"bgcolor": theme.paper, "borderpad": 0} for label in labels]
    deals = [estimate.games for estimate in _estimates(chart)]
    return Drawing(data, drawn, Behind("difference", deals, "deal"))


def _label(row: int, difference: PairedDifference, of: Of, theme: Theme) -> Label:
    paired, unpaired = _margin(difference.paired, of), _margin(difference.unpaired, of)
    value = numbers.signed(difference.paired.value, numbers.off(difference.paired))
    text = f'<b>{value} {paired}</b><span style="color:{theme.muted}">, not {unpaired}</span>'
    return common.above(row, 0, text, theme.ink)


def _intervals(chart: Pairing, row: int, pair: Paired, theme: Theme) -> list[Mark]:
    assert pair.difference is not None
    intervals = []
    for estimate, at, colour, dash, words in (
        (pair.difference.paired, -OFFSET, theme.ink, "solid", "on the same deals"),
        (pair.difference.unpaired, OFFSET, theme.muted, "3px 2px", "as if each had deals of its own"),
    ):
        low, high = estimate.low - estimate.value, estimate.high - estimate.value
        off, interval = numbers.off(estimate), "too few games to tell"
        if off < inf:
            interval = f"{numbers.ends(estimate, off)} {chart.unit} (95 %)"
        hover = f"{chart.rows[pair.place].name}, {words}<br>{interval}"
        hover += click_hint(pair.example, "a deal that ends differently")
        line = {"width": 2, "color": colour}
        symbols = {"symbol": ["line-ns", "circle", "line-ns"], "size": [9, 7, 9]}
        drawn = marks.scatter(
            "lines+markers",
            np.array([low, 0, high]),
            np.full(3, common.middle(row) + at),
            name=INTERVAL if off < inf else None,
            line={**line, "dash": dash},
            marker={**symbols, "color": colour, "line": line},
        )
        carried = marks.carrying([[pair.example, pair.place, hover]] * 3, "%{customdata[2]}")
        intervals.append(drawn | carried)
    return intervals
