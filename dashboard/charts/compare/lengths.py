"""How long finished games last under each rule set: median, middle half, and 5 to 95 %."""

from functools import partial
from math import inf
from typing import Final

import numpy as np

from dashboard.charts.compare.length_axis import drawn_axis
from dashboard.charts.compare.rows import THICK, above, at_name, mean_in, middle, row_by_row, row_layout
from dashboard.charts.parts.drawing import INTERVAL, Behind, Drawing
from dashboard.charts.parts.few import too_few
from dashboard.charts.parts.marks import unseen
from dashboard.charts.parts.panel import NOTE_MOST, Panel, click_hint, fitted
from dashboard.charts.parts.theme import DRAWN, Mark, Shape, Theme
from dashboard.charts.parts.written import between, percent
from engine.study.estimates import Estimate, games_to_rank
from engine.study.pairs import Compared
from engine.study.summary import EVERY, FINISHED
from engine.study.tables.compared.length_axis import LengthAxis
from engine.study.tables.compared.lengths import (
    LEVELS,
    MEDIAN,
    NAME,
    CompareLengths,
    Spread,
    compare_lengths,
    table,
)
from engine.study.tables.compared.rows import Rows
from engine.study.tables.going import Unit
from engine.words.sentences import count

APART: Final = 1.5
"""How many times as long games must at least be for it to be told."""
SEEN: Final = 0.02
"""Part of the axis from which the interval of a median can be told from its stroke."""


def panel(compared: Compared, rows: Rows, *, unit: Unit = "rounds") -> Panel:
    """Return the panel of the lengths."""
    chart = compare_lengths(compared, rows, unit=unit)
    title = _title(chart)
    without = f"; {missing}" if (missing := left_out(compared)) else ""
    note = fitted(
        f"{unit.capitalize()} of finished games: median, middle half, 5 % to 95 %{without}.",
        f"{unit.capitalize()}: median, middle half, 5 % to 95 %{without}.",
        most=NOTE_MOST,
    )
    said = row_by_row(rows, (_said(spread, unit) for spread in chart.spreads))
    return Panel(NAME, title, note, f"{title}. {said}.", partial(figure, chart), partial(table, chart))


def left_out(compared: Compared) -> str:
    """Say which games have no length to show; nothing where all have."""
    outcomes = [summary.outcomes() for summary in compared.summaries]
    endless, cut = (any(seen[name] for seen in outcomes) for name in ("endless", "limit"))
    if not endless and not cut:
        return ""
    return f"{'endless' if not cut else 'cut-off' if not endless else 'unfinished'} ones left out"


def _title(chart: CompareLengths) -> str:
    medians = [spread.quantiles[MEDIAN] for spread in chart.spreads if spread.quantiles]
    if not medians:
        return "No game has ended"
    low, high = min(median.low for median in medians), max(median.high for median in medians)
    if low == -inf or high == inf:
        left = any(spread.endless.value for spread in chart.spreads)
        return too_few("how long", games_to_rank(0.5), of=f"{(FINISHED if left else EVERY).noun}s")
    if low == high:
        return f"Half of those that end take up to {count(int(low), chart.unit.removesuffix('s'))}"
    by = chart.unit.removesuffix("s")
    least, most = (end(medians, key=lambda median: median.value) for end in (min, max))
    if least.high >= most.low:
        return f"Half end by {by} {low:,.0f} to {high:,.0f}"
    drawn = f"Half end by {by} {least.value:,.0f} to {most.value:,.0f}"
    apart = most.low / max(least.high, 1)
    return fitted(f"{drawn}, {most.value / least.value:.1f} times apart", drawn) if apart >= APART else drawn


def _said(spread: Spread, unit: Unit) -> str:
    """Say a spread in words, with how many games it leaves out."""
    if not spread.quantiles:
        return "no game ends"
    low, first, _, third, high = (f"{estimate.value:,.0f}" for estimate in spread.quantiles)
    left_out = f", {percent(spread.endless)} not finished" if spread.endless.value else ""
    middle = count(int(spread.quantiles[MEDIAN].value), unit.removesuffix("s"))
    return f"median {middle}, half from {first} to {third}, 5 to 95 % from {low} to {high}{left_out}"


def figure(chart: CompareLengths, theme: Theme) -> Drawing:
    """Draw a line from 5 to 95 %, a block for the middle half, a stroke for the median."""
    drawn = row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= drawn_axis(chart.axis, room=0.06) | {"showgrid": True, "gridcolor": theme.grid}
    drawn["margin"] |= {"l": 10, "r": 14}
    at = chart.axis.at
    left = {"xref": "paper", "x": 0, "xanchor": "left", "xshift": -8, "bgcolor": theme.paper}
    for row, spread in enumerate(chart.spreads):
        if not spread.quantiles:
            no_end = above(row, at(chart.axis.low), "no game ends", theme.endless_text, anchor="left")
            drawn["annotations"].append(no_end)
            continue
        drawn["shapes"] += _marks(row, spread, chart.axis, theme)
        median = spread.quantiles[MEDIAN].value
        drawn["annotations"] += [
            above(row, at(median), f"<b>{median:,.0f}</b>", theme.ink),
            # On phones the names of the chart beside it stand far above.
            at_name(row, chart.rows[row].name, theme.muted, **left),
        ]
    return Drawing([_points(chart)], drawn, Behind("row", [spread.finished for spread in chart.spreads]))


def _marks(row: int, spread: Spread, axis: LengthAxis, theme: Theme) -> list[Shape]:
    low, first, median, third, high = (axis.at(estimate.value) for estimate in spread.quantiles)
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
    ends = axis.at(max(sure.low, axis.low)), axis.at(min(sure.high, axis.high))
    if ends[1] - ends[0] >= SEEN * axis.wide:
        under = at + THICK / 2 + 5
        bracket = {"type": "line", "name": INTERVAL, "x0": ends[0], "x1": ends[1], "y0": under, "y1": under}
        marks.append(bracket | {"line": {"width": 1.3, "color": theme.ink}})
    return marks


def _points(chart: CompareLengths) -> Mark:
    """Return what can be pointed at: every quantile, unseen."""
    quantiles = [
        (row, level, estimate, game)
        for row, spread in enumerate(chart.spreads)
        for level, estimate, game in zip(LEVELS, spread.quantiles, spread.examples, strict=False)
    ]
    points = [
        [game, row, _hover(chart, row, level, estimate, game)] for row, level, estimate, game in quantiles
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([chart.axis.at(estimate.value) for _, _, estimate, _ in quantiles]),
        "y": np.array([middle(row) for row, _, _, _ in quantiles]),
        **unseen(points, "%{customdata[2]}", size=THICK),
    }


def _hover(chart: CompareLengths, row: int, level: float, estimate: Estimate, game: int) -> str:
    spread = chart.spreads[row]
    part = "half" if level == 0.5 else f"{100 * level:.0f} %"
    sure = f" ({between(estimate)})"
    lines = [
        chart.rows[row].name,
        f"{part} end by {chart.unit.removesuffix('s')} {estimate.value:,.0f}{sure}, "
        f"of {count(spread.finished, 'finished game')}",
    ]
    if level == 0.5 and spread.mean is not None:
        lines.append(f"mean {mean_in(spread.mean, chart.unit)}")
    if spread.endless.value:
        lines.append(f"{percent(spread.endless)} of all games are not finished")
    return "<br>".join(lines) + click_hint(game, "one of that length")
