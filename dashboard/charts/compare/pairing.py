"""The worth of dealing alike: each difference's interval with them and as if each had its own deals."""

from functools import partial
from math import floor, inf, log10
from typing import Final

import numpy as np

from dashboard.charts.compare.rows import FEW, above, middle, row_by_row, row_layout, row_names
from dashboard.charts.parts.axes import named_axis
from dashboard.charts.parts.drawing import INTERVAL, Behind, Drawing
from dashboard.charts.parts.marks import carrying
from dashboard.charts.parts.panel import Panel, click_hint, fitted
from dashboard.charts.parts.theme import Label, Mark, Theme
from dashboard.charts.parts.written import off, plus_minus, within_points
from engine.study.differences import PairedDifference
from engine.study.estimates import Estimate
from engine.study.pairs import Compared
from engine.study.tables.bars import nice_up
from engine.study.tables.compared.pairing import Of, Paired, Pairing, pairing, table
from engine.study.tables.compared.rows import Rows
from engine.study.tables.going import Unit
from engine.words.rounding import down, up

APART: Final = 7
"""Pixels between the middles of the two intervals and of their row's bar."""
MOST_POINTS: Final = 100
"""Points by which two shares can differ at most."""
NOTHING: Final = 1.025
"""Up to how many times as wide an interval pairing is said to change nothing."""


def panel(compared: Compared, rows: Rows, of: Of, *, base: int = 0, unit: Unit = "rounds") -> Panel:
    """Return the panel of one kind of difference."""
    chart = pairing(compared, rows, of, base=base, unit=unit)
    title = _title(chart)
    counted = "Player 1’s share" if of == "wins" else f"{unit.capitalize()} where both end"
    sure = any(_reach(pair.difference) < inf for pair in chart.pairs if pair.difference)
    note = f"{counted}: 95 % on the same deals; dashed, on their own." if sure else f"{counted}."
    said = row_by_row(
        (rows[pair.place] for pair in chart.pairs), (_said(chart, pair) for pair in chart.pairs)
    )
    return Panel(chart.name, title, note, f"{title}. {said}.", partial(figure, chart), partial(table, chart))


def _title(chart: Pairing) -> str:
    narrowed = [pair.difference for pair in chart.pairs if pair.difference and _times(pair.difference)]
    counted = "shares" if chart.of == "wins" else "lengths"
    differences = [pair.difference.paired for pair in chart.pairs if pair.difference]
    if differences and all(one.games > 1 and one.value == 0 and one.high == inf for one in differences):
        return f"{counted.capitalize()} are the same on every deal"
    if not narrowed:
        return "No interval can be given yet"
    if max(one.games for one in differences) < FEW:
        return "Too few deals to tell what sharing them is worth"
    best = max(narrowed, key=_times)
    if _times(best) < NOTHING:
        return f"For {counted} the same deals buy next to nothing"
    paired, unpaired = (sure(off(interval)) for interval in (best.paired, best.unpaired))
    narrow = f"{'at best ' if len(narrowed) > 1 else ''}{paired}, not {unpaired}"
    return fitted(
        f"For {counted} the same deals give {narrow} {chart.unit}",
        f"Same deals: {counted} {narrow} {chart.unit}",
        f"Same deals: {narrow} {chart.unit}",
    )


def _reach(difference: PairedDifference) -> float:
    return min(off(difference.paired), off(difference.unpaired))


def _times(difference: PairedDifference) -> float:
    """Return how many times as wide as the paired interval the unpaired one is; 0 where one is open."""
    paired, unpaired = (interval.high - interval.low for interval in (difference.paired, difference.unpaired))
    return unpaired / paired if 0 < paired < inf and unpaired < inf else 0.0


def signed(value: float, reach: float) -> str:
    """Write a difference with its sign and the digits its interval allows.

    >>> signed(-19.32, 0.31), signed(1405.2, 12.2), signed(0.0, 0.3)
    ('−19.32', '+1,405', '0.00')
    """
    written = f"{abs(value):,.{_digits(reach)}f}"
    if not float(written.replace(",", "")):
        return written
    return f"{'−' if value < 0 else '+'}{written}"


def points(difference: Estimate) -> str:
    """Write a difference of two shares in points: with ±, or with its interval where ± would pass 100.

    >>> points(Estimate(0.1, 0.08, 0.12, 900)), points(Estimate(1.0, -0.95, 1.0, 1))
    ('+10.0 ± 2.0 points', '+100 points (−95 to +100)')
    """
    reach = 100 * off(difference)
    value = signed(100 * difference.value, reach)
    if abs(100 * difference.value) + reach <= 100:
        return f"{value} {within_points(difference)}"
    return f"{value} points ({ends(difference, 100, reach)})"


def ends(difference: Estimate, scale: float, reach: float) -> str:
    """Write both ends of a difference's interval, rounded outward."""
    digits = _digits(reach)
    low, high = down(scale * difference.low, digits), up(scale * difference.high, digits)
    return f"{signed(low, reach)} to {signed(high, reach)}"


def _digits(reach: float) -> int:
    return len(plus_minus(reach).partition(".")[2]) if 0 < reach < inf else 0


def _said(chart: Pairing, pair: Paired) -> str:
    if pair.difference is None:
        return "no game ends under both"
    paired, unpaired = _sure(pair.difference.paired, chart.of), _sure(pair.difference.unpaired, chart.of)
    value = signed(pair.difference.paired.value, off(pair.difference.paired))
    return f"{value} {paired} {chart.unit}, on deals of their own {unpaired}"


def _sure(difference: Estimate, of: Of) -> str:
    """Write how sure a difference is: with ±, or its interval where ± would pass what shares can differ."""
    reach = off(difference)
    beyond = of == "wins" and abs(difference.value) + reach > MOST_POINTS
    return f"({ends(difference, 1, reach)})" if beyond else sure(reach)


def sure(value: float) -> str:
    """Write half the width of an interval in two digits that count, so that two can be compared.

    >>> sure(0.3649), sure(12.34), sure(1234.0), sure(inf)
    ('± 0.37', '± 13', '± 1,234', '± ?')
    """
    if value == inf:
        return "± ?"
    digits = max(1 - floor(log10(value)), 0) if value else 0
    return f"± {up(value, digits):,.{digits}f}"


def figure(chart: Pairing, theme: Theme) -> Drawing:
    """Draw both intervals of every row round its difference."""
    drawn = row_layout(theme, len(chart.others), right=12)
    differences = [pair.difference for pair in chart.pairs if pair.difference]
    intervals = [interval for both in differences for interval in (both.paired, both.unpaired)]
    reaches = (max(one.high - one.value, one.value - one.low) for one in intervals)
    end = nice_up(max((reach for reach in reaches if reach < inf), default=1.0) * 1.02)
    names = {
        -end: f"−{end:g}",
        -end / 2: f"−{end / 2:g}",
        0: "the difference",
        end / 2: f"+{end / 2:g}",
        end: f"+{end:g} {chart.unit if end != 1 else chart.unit.removesuffix('s')}",
    }
    drawn["xaxis"] |= named_axis(-end, end, names) | {"showgrid": True, "gridcolor": theme.grid}
    drawn["margin"] |= {"l": 14, "r": 34}
    labels = row_names(chart.others, theme)
    data = []
    for row, pair in enumerate(chart.pairs):
        if pair.difference is None:
            labels.append(above(row, 0, "no game ends under both", theme.muted))
            continue
        labels.append(_label(row, pair.difference, chart.of, theme))
        data += _intervals(chart, row, pair, theme)
    # The grid, whose middle line all of them stand on, must not cross the words.
    drawn["annotations"] = [label | {"bgcolor": theme.paper, "borderpad": 0} for label in labels]
    return Drawing(data, drawn, Behind("difference", [both.paired.games for both in differences], "deal"))


def _label(row: int, difference: PairedDifference, of: Of, theme: Theme) -> Label:
    paired, unpaired = _sure(difference.paired, of), _sure(difference.unpaired, of)
    text = (
        f"<b>{signed(difference.paired.value, off(difference.paired))} {paired}</b>"
        f'<span style="color:{theme.muted}">, not {unpaired}</span>'
    )
    return above(row, 0, text, theme.ink)


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
        intervals.append(
            {
                "type": "scatter",
                "name": INTERVAL if reach < inf else None,
                "mode": "lines+markers",
                "x": np.array([low, 0, high]),
                "y": np.full(3, middle(row) + at),
                "line": {"width": 2, "color": colour, "dash": dash},
                "marker": {
                    "symbol": ["line-ns", "circle", "line-ns"],
                    "size": [9, 7, 9],
                    "color": colour,
                    "line": {"width": 2, "color": colour},
                },
                **carrying([[pair.example, pair.place, said]] * 3, "%{customdata[2]}"),
            }
        )
    return intervals
