"""Marks that charts draw: bars, whiskers, labels, quantiles, histograms."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from dashboard.charts import style
from dashboard.charts.chart import INTERVAL, Behind, Drawing, pointed_at
from dashboard.charts.style import LETTER, Axis, Fill, Label, Layout, Mark, Shape, Theme
from engine.numbers import brief, decimals, percent, widest
from engine.simulation import Estimate, Ints, bin_of
from engine.tables import OUTCOME_NAMES, BarAxis, Histogram, nice_up

# Building blocks of charts: labels, lines over the whole chart, whiskers, brackets, bands, points.


def label(text: str, colour: str, **placed: Any) -> Label:
    """Return words on a chart; `placed` says where, in Plotly's words."""
    return {"text": text, "font": {"size": 12, "color": colour}, "showarrow": False, **placed}


def beside(text: str, colour: str, height: float, **placed: Any) -> Label:
    """Return words right of the chart, where a line or a band ends."""
    return label(text, colour, xref="paper", x=1, xanchor="left", **{"xshift": 8, **placed}, y=height)


def upright(start: float, end: float, *, top: float = 1, **options: Any) -> Shape:
    """Return a box over the whole height of a chart, or a line where it ends as it starts."""
    kind = "line" if start == end else "rect"
    ends = {"x0": start, "x1": end, "y0": 0, "y1": top}
    return {"type": kind, "xref": "x", "yref": "paper", **ends, **options}


def level(low: float, high: float, **options: Any) -> Shape:
    """Return a box over the whole width of a chart, or a line where it is as high as low."""
    kind = "line" if low == high else "rect"
    return {"type": kind, "xref": "paper", "x0": 0, "x1": 1, "y0": low, "y1": high, **options}


def whiskers(estimates: Sequence[Estimate], theme: Theme, *, along: str = "y", cap: int = 5) -> Mark:
    """Return the error bars of a mark: the intervals of what it draws along one of its axes."""
    return {
        f"error_{along}": {
            "type": "data",
            "symmetric": False,
            "array": np.array([estimate.high - estimate.value for estimate in estimates]),
            "arrayminus": np.array([estimate.value - estimate.low for estimate in estimates]),
            "color": theme.ink,
            "thickness": 1.3,
            "width": cap,
        }
    }


def band(x: Any, low: Any, high: Any, colour: str, **line: Any) -> list[Mark]:
    """Return the intervals of a line: a band between two lines that nobody sees, drawn as `line` says."""
    lower, upper = (scatter("lines", x, y, line={"width": 0, **line}, hoverinfo="skip") for y in (low, high))
    return [lower, {**upper, "name": INTERVAL, "fill": "tonexty", "fillcolor": colour}]


def scatter(mode: str, x: Any, y: Any, **options: Any) -> Mark:
    """Return points, a line or both, as Plotly's `mode` says."""
    return {"type": "scatter", "mode": mode, "x": x, "y": y, **options}


def carrying(points: Any, words: str, *, opacity: float = 1) -> Mark:
    """Return what the points of a mark carry, and what they say: `words` in Plotly's form.

    A click leaves all marks as they are: it opens a game, it selects nothing.
    """
    unchanged = {"marker": {"opacity": opacity}}
    says = f"{words}<extra></extra>"
    return {"customdata": points, "hovertemplate": says, "selected": unchanged, "unselected": unchanged}


def hit_targets(points: Any, words: str, *, size: int = 8) -> Mark:
    """Return points that can be pointed at and clicked but not seen."""
    return {"marker": {"size": size, "opacity": 0}, **carrying(points, words, opacity=0)}


def pointed_line(x: Any, y: Any, line: Mark, points: Any, words: str) -> Mark:
    """Return a line of whose points each says `words` in Plotly's form, with what it carries of `points`."""
    return scatter("lines+markers", x, y, line=line, hoverinfo="all", **hit_targets(points, words))


def share_bars(places: Sequence[float], shares: Sequence[Estimate], points: Any, theme: Theme) -> Mark:
    """Return a bar for each share of the same games, with whiskers unless there is one game only."""
    return {
        "type": "bar",
        "x": np.array(places),
        "y": np.array([share.value for share in shares]),
        **carrying(points, "%{customdata[1]}"),
        **(whiskers(shares, theme) if shares[0].games > 1 else {}),
    }


def bar_layout(labels: list[Label], theme: Theme, *, above: int, thick: int, below: int) -> Layout:
    """Return the layout of a single bar across a chart: its labels, and pixels above it, of it and below."""
    drawn = style.tally_layout(theme, x_title="", height=above + thick + below)
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False, "title": None}
    drawn["yaxis"] |= {"range": [0, 1], "showticklabels": False, "showgrid": False, "automargin": False}
    drawn["margin"] |= {"l": 6, "r": 6, "t": above, "b": below}
    drawn["annotations"] = labels
    return drawn


def bar_part(outcome: str, start: float, share: float, point: Any, words: str, theme: Theme) -> Mark:
    """Return the part of an outcome in a single bar across a chart."""
    ends = {"x": np.array([share]), "base": np.array([start])}
    bar = {"type": "bar", "orientation": "h", "y": np.array([0.5]), "width": 1, **ends}
    return {**bar, "marker": style.outcome_marker(outcome, theme), **carrying([point], words)}


def over_whisker(text: str, theme: Theme, place: float, share: Estimate, **placed: Any) -> Label:
    """Return words over a bar and its whisker."""
    return label(text, theme.ink, x=place, y=share.high, yanchor="bottom", **placed)


# The names and shares above the parts of the outcome bar, none over another at any width.

NARROWEST: Final = 276
"""Pixels of the bar on the narrowest phone: labels must fit there, for the server never knows."""
MOST_SHIFT: Final = 16  # pixels by which a label may stand off its part before all are set on two lines


def bar_labels(shares: Mapping[str, Estimate], theme: Theme) -> list[Label]:
    """Return the names and shares above the parts, in as many digits as there is room for."""
    digits = decimals(*shares.values())
    texts = {outcome: (share.value, percent(share, digits)) for outcome, share in shares.items()}
    if sum(_two_lines(OUTCOME_NAMES[outcome], text) for outcome, (_, text) in texts.items()) > NARROWEST:
        texts = {outcome: (share.value, brief(share, digits)) for outcome, share in shares.items()}
    return part_labels(texts, theme)


def _two_lines(name: str, text: str) -> float:
    """Return how many pixels a name takes with a text below it."""
    return LETTER * (max(len(name), len(text)) + 1)


def part_labels(texts: Mapping[str, tuple[float, str]], theme: Theme) -> list[Label]:
    """Return the names of outcomes and the text of each above its part, none over another.

    They stand on one line or two; on two lines labels of thin parts are moved along as far as they must.
    """
    colours = style.outcome_colours(theme)
    starts = [0.0, *np.cumsum([width for width, _ in texts.values()]).tolist()[:-1]]
    words = [(OUTCOME_NAMES[outcome], text) for outcome, (_, text) in texts.items()]
    at_narrowest = [start * NARROWEST for start in starts]
    shifts = label_shifts(at_narrowest, [LETTER * (len(name) + len(text) + 2) for name, text in words])
    one_line = max(map(abs, shifts)) <= MOST_SHIFT
    if not one_line:
        shifts = label_shifts(at_narrowest, [_two_lines(*pair) for pair in words])
    separator = "&nbsp; " if one_line else "<br>"
    above = {"y": 1, "yref": "paper", "yanchor": "bottom", "xanchor": "left", "align": "left"}
    return [
        label(f"<b>{name}</b>{separator}{text}", colours[outcome], x=start, xshift=round(shift) - 2, **above)
        for start, shift, outcome, (name, text) in zip(starts, shifts, texts, words, strict=True)
    ]


def label_shifts(starts: list[float], widths: list[float], end: float = NARROWEST) -> list[float]:
    """Return how far labels must move on the narrowest bar for none to cover the next; in pixels.

    On a wider bar the starts lie further apart, so what is clear there is clear everywhere.

    >>> label_shifts([0, 7, 268], [68, 68, 68])
    [0, 61, -60]
    """
    return [place - start for place, start in zip(separated(starts, widths, end), starts, strict=True)]


def separated(starts: list[float], widths: list[float], end: float) -> list[float]:
    """Return places in the order of `starts`, none over the next, within 0 and `end` as far as possible."""
    moved: list[float] = []
    free = 0.0
    for start, width in zip(starts, widths, strict=True):
        moved.append(max(start, free))
        free = moved[-1] + width
    for place in reversed(range(len(moved))):
        moved[place] = max(0, min(moved[place], end - widths[place]))
        end = moved[place]
    return moved


# Marks over the bars of a histogram: the median, and the value that 19 of 20 games do not pass.

PLOT: Final = 232  # pixels of the bars on the narrowest phone
TOP: Final = 1.02  # how far up the marks reach, in heights of the chart


def mark_quantiles(drawn: Layout, axis: BarAxis, middle: Estimate, beyond: Estimate, theme: Theme) -> None:
    """Draw the median with its interval, and the value that 19 of 20 games do not pass."""
    median, upper = axis.at(middle.value), axis.at(beyond.value)
    low, high = axis.at(max(middle.low, 0)), min(axis.at(middle.high), axis.end)
    if high - low > axis.wide / 100:
        fill = {"fillcolor": style.faded(theme.ink, 0.09), "line": {"width": 0}}
        drawn["shapes"].append(upright(low, high, top=TOP, name=INTERVAL, **fill))
    drawn["shapes"].append(upright(median, median, top=TOP, line={"width": 1.3, "color": theme.ink}))
    named, by = f"<b>half: {middle.value:,.0f}</b>", f"19 of 20: {beyond.value:,.0f}"
    leftward = median - axis.start > _wide(named, axis) and axis.end - median < _wide(named, axis)
    side = "right" if leftward else "left"
    above = {"y": TOP, "yref": "paper", "yanchor": "bottom"}
    drawn["annotations"].append(label(named, theme.ink, x=median, xanchor=side, **above))
    # The second name stands a line lower, left of its line: bars are low there.
    if median + _wide(by, axis) <= upper <= axis.end:
        line = {"width": 1.3, "color": theme.muted, "dash": "dot"}
        drawn["shapes"].append(upright(upper, upper, top=TOP, line=line))
        drawn["annotations"].append(
            label(by, theme.muted, x=upper, xanchor="right", **above | {"yanchor": "top"})
        )


def _wide(text: str, axis: BarAxis) -> float:
    """Return how much of an axis words take on the narrowest phone."""
    return LETTER * len(text.removeprefix("<b>").removesuffix("</b>")) * axis.wide / PLOT


# Bars over whole numbers with their quantiles: lengths, wars and cycles are drawn alike.

SEEN: Final = 0.08  # part of a chart's height from which the whiskers of many bars can be told from them

GAP: Final = 0.02
BEYOND: Final = 0.045
"""The bar for everything beyond the axis: how far it stands off, and its width, in parts of the axis."""


def points(chart: Histogram) -> list[list[int | str]]:
    """Return what each bar carries and says."""
    values = [chart.quantity.values_text(low, high) for low, high in chart.spans()]
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

    `marks` draws median and 95 % quantile; `hatched` bars are those of endless games.
    """
    noun = chart.quantity.noun
    drawn = style.tally_layout(theme, x_title=chart.quantity.title or f"{noun}s", right=22)
    drawn["xaxis"] |= _axis(chart)
    drawn["yaxis"] |= style.percent_axis(_height(chart.shares))
    if not chart.games:
        return Drawing([], drawn, Behind("bar", [chart.games]))
    colours = colours or (theme.before, theme.after)
    data = [_bars(chart, theme, colours, hatched=hatched)]
    if chart.counts[-1]:
        data.append(_beyond(chart, theme, theme.endless_text if hatched else colours[0]))
    if marks and chart.median and chart.upper and chart.games > 1:
        mark_quantiles(drawn, chart.axis, chart.median, chart.upper, theme)
    return Drawing(data, drawn, Behind("bar", [chart.games]))


def _height(shares: list[Estimate]) -> float:
    """Return a round share above all bars, and above their whiskers as far as these are short."""
    highest = max((share.value for share in shares), default=0.0)
    reach = max((share.high for share in shares), default=0.0)
    return min(nice_up(min(reach, 2.2 * highest)), 1.0) if highest else 1.0


def _axis(chart: Histogram) -> Axis:
    """Name round values on the axis and the first one beyond it."""
    if not chart.counts[-1]:
        return style.under_bars(chart.axis)
    end, wide = chart.axis.end, chart.axis.wide
    last = end + wide * (GAP + BEYOND / 2)
    names = {place: name for place, name in style.bar_names(chart.axis).items() if last - place > 0.17 * wide}
    names[last] = f"{int(chart.axis.edges[-1]):,}+"
    return style.named_axis(chart.axis.start, end + wide * (GAP + BEYOND), names)


def _bars(chart: Histogram, theme: Theme, colours: tuple[str, str], *, hatched: bool) -> Mark:
    median = chart.median.value if chart.median else 0
    marker: Fill = {"color": [colours[low > median] for low, _ in chart.spans()[:-1]]}
    if hatched:
        marker = {"color": theme.endless_ground, "pattern": style.hatching(theme)}
    inside = slice(len(chart.counts) - 1)
    bars = _bar_mark(chart, inside, chart.axis.borders(), marker, theme)
    if chart.games > 1 and widest(chart.shares) >= SEEN * _height(chart.shares):
        bars |= whiskers(chart.shares[inside], theme, cap=3)
    return bars


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


def games_over(tally: Ints, value: int) -> int:
    """Return how many games of a tally (`BINS`) lie in bins behind that of a value."""
    return int(tally[int(bin_of(np.array([value]))[0]) + 1 :].sum())
