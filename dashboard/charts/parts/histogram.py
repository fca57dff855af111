"""Bars over whole numbers with their quantiles: lengths, wars and cycles are drawn alike."""

from typing import Final

import numpy as np

from dashboard.charts.parts.axes import bar_names, named_axis, percent_axis, under_bars
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import carrying, whiskers
from dashboard.charts.parts.outcomes import hatching
from dashboard.charts.parts.panel import pointed_at
from dashboard.charts.parts.quantile_marks import mark_quantiles, mean_mark
from dashboard.charts.parts.theme import Axis, Fill, Mark, Theme, tally_layout
from dashboard.charts.parts.written import widest, within_points
from engine.study.estimates import Estimate
from engine.study.tables.bars import nice_up
from engine.study.tables.histogram import Histogram

SEEN: Final = 0.08
"""Part of a chart's height from which the whiskers of many bars can be told from them."""

GAP: Final = 0.02
BEYOND: Final = 0.045
"""The bar for everything beyond the axis: how far it stands off, and its width, in parts of the axis."""


def points(chart: Histogram) -> list[list[int | str]]:
    """Return what each bar carries and says."""
    values = [chart.quantity.said(low, high) for low, high in chart.spans()]
    return list(map(pointed_at, values, chart.counts, chart.shares, chart.example))


def figure(
    chart: Histogram,
    theme: Theme,
    *,
    colours: tuple[str, str] | None = None,
    hatched: bool = False,
    marks: bool = True,
) -> Drawing:
    """Draw the bars, in the first colour up to the median and in the second after it.

    `marks` draws median, mean and 95 % quantile; `hatched` bars are those of endless games.
    """
    noun = chart.quantity.noun
    drawn = tally_layout(theme, x_title=chart.quantity.title or f"{noun}s", right=22)
    drawn["xaxis"] |= _named(chart)
    drawn["yaxis"] |= percent_axis(_height(chart.shares))
    if not chart.games:
        return Drawing([], drawn, Behind("bar", [chart.games]))
    colours = colours or (theme.before, theme.after)
    data = [_bars(chart, theme, colours, hatched=hatched)]
    if chart.counts[-1]:
        data.append(_beyond(chart, theme, theme.endless_text if hatched else colours[0]))
    if marks and chart.median and chart.upper and chart.games > 1:
        mark_quantiles(drawn, chart.axis, chart.median, chart.upper, theme)
        if chart.mean:
            data.append(mean_mark(chart.mean, chart.axis, theme, noun=noun))
    return Drawing(data, drawn, Behind("bar", [chart.games]))


def _height(shares: list[Estimate]) -> float:
    """Return a round share above all bars, and above their whiskers as far as these are short."""
    highest = max((share.value for share in shares), default=0.0)
    reach = max((share.high for share in shares), default=0.0)
    return min(nice_up(min(reach, 2.2 * highest)), 1.0) if highest else 1.0


def _named(chart: Histogram) -> Axis:
    """Name round values on the axis and the first one beyond it."""
    if not chart.counts[-1]:
        return under_bars(chart.axis)
    end, wide = chart.axis.end, chart.axis.wide
    last = end + wide * (GAP + BEYOND / 2)
    names = {place: name for place, name in bar_names(chart.axis).items() if last - place > 0.17 * wide}
    names[last] = f"{int(chart.axis.edges[-1]):,}+"
    return named_axis(chart.axis.start, end + wide * (GAP + BEYOND), names)


def _bars(chart: Histogram, theme: Theme, colours: tuple[str, str], *, hatched: bool) -> Mark:
    median = chart.median.value if chart.median else 0
    in_turn = [colours[low > median] for low, _ in chart.spans()[:-1]]
    marker = {"color": theme.endless_ground, "pattern": hatching(theme)} if hatched else {"color": in_turn}
    inside = slice(len(chart.counts) - 1)
    return _bar_mark(chart, inside, chart.axis.borders(), marker, theme) | (
        whiskers(chart.shares[inside], theme, cap=3) if _whiskered(chart) else {}
    )


def _beyond(chart: Histogram, theme: Theme, colour: str) -> Mark:
    """Return the bar for everything beyond the axis, set apart and cross-hatched."""
    start = chart.axis.end + GAP * chart.axis.wide
    crossed = {"shape": "x", "size": 5, "solidity": 0.3, "fgcolor": colour, "bgcolor": theme.paper}
    marker = {"color": colour, "pattern": crossed}
    return _bar_mark(chart, slice(-1, None), [start, start + BEYOND * chart.axis.wide], marker, theme)


def _bar_mark(chart: Histogram, bars: slice, borders: list[float], marker: Fill, theme: Theme) -> Mark:
    """Return some of the bars, which lie between these borders."""
    starts, ends = np.array(borders[:-1]), np.array(borders[1:])
    return {
        "type": "bar",
        "x": (starts + ends) / 2,
        "width": ends - starts,
        "y": np.array([share.value for share in chart.shares[bars]]),
        "marker": {"line": {"width": 1, "color": theme.paper}, **marker},
        **carrying(points(chart)[bars], "%{customdata[1]}"),
    }


def bars_within(chart: Histogram) -> list[str]:
    """Say how sure the bars are, where their whiskers would be too short to be seen."""
    return [] if chart.games < 2 or _whiskered(chart) else [f"Bars {within_points(*chart.shares)}."]


def _whiskered(chart: Histogram) -> bool:
    shares = chart.shares
    return chart.games > 1 and widest(shares) >= SEEN * _height(shares)
