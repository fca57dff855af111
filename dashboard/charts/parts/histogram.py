"""Bars over whole numbers with their quantiles: lengths, wars and cycles are drawn alike."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.panel import one_game, pointed_at
from dashboard.charts.parts.quantile_marks import mark_quantiles, mean_mark
from dashboard.charts.parts.scales import Scale, nice_up
from dashboard.charts.parts.shares import (
    example_column,
    hatching,
    percent_axis,
    share_columns,
    unfaded,
    whiskers,
    widest,
)
from dashboard.charts.parts.theme import Theme, tally_layout
from dashboard.charts.parts.written import plus_minus
from engine.study.estimates import Estimate, quantile, share
from engine.study.summary import Ints, bin_of

SEEN: Final = 0.08
"""Part of a chart's height from which the whiskers of many bars can be told from them."""

GAP: Final = 0.02
BEYOND: Final = 0.045
"""The bar for everything beyond the axis: how far it stands off, and its width, in parts of the axis."""


@dataclass(frozen=True)
class Histogram:
    """What the chart draws.

    `counts` and `example` have an entry a bar of `scale`, and one more at the end for everything
    beyond: the games, and the lowest number of one of them or `NOT_ONE`.
    """

    noun: str
    """What is counted, one of it: `round`."""
    scale: Scale
    counts: list[int]
    example: list[int]
    games: int
    median: Estimate | None
    upper: Estimate | None
    """The 95 % quantile."""
    mean: Estimate | None
    wording: str = ""
    """How a bar's values are said where `20 to 39 rounds` is not it: `from round {}`."""
    axis: str = ""
    """What stands under the axis; the noun's plural unless said."""

    def shares(self) -> list[Estimate]:
        """Return the share of the games in each bar; nothing where there are no games."""
        return [share(games, self.games) for games in self.counts] if self.games else []

    def spans(self) -> list[tuple[int, int | None]]:
        """Return the first and last value of each bar; the last bar has no end."""
        edges = self.scale.edges.tolist()
        whole = [(low, high - 1) for low, high in pairwise(edges)]
        return [*whole, (edges[-1], None)]


def histogram(
    tally: Ints,
    firsts: Ints,
    *,
    noun: str,
    scale: Scale,
    mean: Estimate | None = None,
    wording: str = "",
    axis: str = "",
) -> Histogram:
    """Count a tally (`BINS`) into bars, with the game numbers in `firsts` (`BINS`) as examples."""
    places = bin_of(scale.edges)
    places[0] = 0  # what lies below a logarithmic axis belongs to its first bar; nothing does today
    starts = [*places.tolist(), len(tally)]
    pieces = list(pairwise(starts))
    return Histogram(
        noun=noun,
        scale=scale,
        counts=[int(tally[start:end].sum()) for start, end in pieces],
        example=[one_game(firsts[start:end]) for start, end in pieces],
        games=int(tally.sum()),
        median=quantile(tally, 0.5),
        upper=quantile(tally, 0.95),
        mean=mean,
        wording=wording,
        axis=axis,
    )


def table(chart: Histogram) -> pd.DataFrame:
    """Return a row a bar: its values, its games, their share and its interval, one of the games."""
    return pd.DataFrame(
        {
            f"{chart.noun}s from": [low for low, _ in chart.spans()],
            f"{chart.noun}s to": pd.array([high for _, high in chart.spans()], dtype="Int64"),
            "games": chart.counts,
            **share_columns(chart.shares(), len(chart.counts)),
            "a game": example_column(chart.example),
        }
    )


def figure(
    chart: Histogram,
    theme: Theme,
    *,
    colours: tuple[str, str] | None = None,
    hatched: bool = False,
    marks: bool = True,
) -> go.Figure:
    """Draw the bars, in the first colour up to the median and in the second after it.

    `marks` draws median, mean and 95 % quantile; `hatched` bars are those of endless games.
    """
    drawn = tally_layout(theme, x_title=chart.axis or f"{chart.noun}s", right=22)
    shares = chart.shares()
    scale = chart.scale
    length = scale.end - scale.start
    beyond = bool(chart.counts[-1])
    drawn["xaxis"] |= {
        "range": [scale.start, scale.end + (length * (GAP + BEYOND) if beyond else 0)],
        **_named(scale, length, beyond=beyond),
    }
    top = _height(shares)
    drawn["yaxis"] |= percent_axis(top)
    if not shares:
        return go.Figure({"data": [], "layout": drawn})
    colours = colours or (theme.before, theme.after)
    data = [_bars(chart, theme, shares, top, colours, hatched=hatched)]
    if beyond:
        data.append(_beyond(chart, theme, shares, theme.endless_text if hatched else colours[0]))
    if marks and chart.median and chart.upper and chart.games > 1:
        mark_quantiles(drawn, chart.scale, chart.median, chart.upper, theme)
        if chart.mean:
            data.append(mean_mark(chart.mean, scale, theme, noun=chart.noun))
    return go.Figure({"data": data, "layout": drawn})


def _height(shares: list[Estimate]) -> float:
    """Return a round share above all bars, and above their whiskers as far as these are short."""
    highest = max((found.value for found in shares), default=0.0)
    reach = max((found.high for found in shares), default=0.0)
    return min(nice_up(min(reach, 2.2 * highest)), 1.0) if highest else 1.0


def _named(scale: Scale, length: float, *, beyond: bool) -> dict[str, Any]:
    """Name round values on the axis and the first one beyond it."""
    values = scale.tick_values()
    text = [f"{value:,}" for value in values]
    places = [scale.at(value) for value in values]
    if beyond:
        last = scale.end + length * (GAP + BEYOND / 2)
        kept = [place for place in places if last - place > 0.17 * length]
        places, text = [*kept, last], [*text[: len(kept)], f"{int(scale.edges[-1]):,}+"]
    return {"tickvals": places, "ticktext": text}


def _bars(
    chart: Histogram,
    theme: Theme,
    shares: list[Estimate],
    top: float,
    colours: tuple[str, str],
    *,
    hatched: bool,
) -> dict[str, Any]:
    borders = np.array(chart.scale.borders())
    median = chart.median.value if chart.median else 0
    spans = chart.spans()[:-1]
    return _trace(
        borders[:-1],
        borders[1:],
        [found.value for found in shares[:-1]],
        _said(chart, shares)[:-1],
        {
            "color": theme.endless_ground if hatched else [colours[low > median] for low, _ in spans],
            "line": {"width": 1, "color": theme.paper},
            **({"pattern": hatching(theme)} if hatched else {}),
        },
    ) | (whiskers(shares[:-1], theme, cap=3) if _whiskered(shares, top) else {})


def _beyond(chart: Histogram, theme: Theme, shares: list[Estimate], colour: str) -> dict[str, Any]:
    """Return the bar for everything beyond the axis, set apart and cross-hatched."""
    scale = chart.scale
    length = scale.end - scale.start
    start = scale.end + GAP * length
    return _trace(
        np.array([start]),
        np.array([start + BEYOND * length]),
        [shares[-1].value],
        _said(chart, shares)[-1:],
        {
            "color": colour,
            "line": {"width": 1, "color": theme.paper},
            "pattern": {"shape": "x", "size": 5, "solidity": 0.3, "fgcolor": colour, "bgcolor": theme.paper},
        },
    )


def _trace(
    starts: Any, ends: Any, heights: list[float], said: list[list[int | str]], marker: dict[str, Any]
) -> dict[str, Any]:
    return {
        "type": "bar",
        "x": (starts + ends) / 2,
        "width": ends - starts,
        "y": np.array(heights),
        "customdata": said,
        "hovertemplate": "%{customdata[1]}<extra></extra>",
        "marker": marker,
        **unfaded(),
    }


def _said(chart: Histogram, shares: list[Estimate]) -> list[list[int | str]]:
    """Return what each bar carries and says."""
    said = []
    for (low, high), games, found, game in zip(
        chart.spans(), chart.counts, shares, chart.example, strict=True
    ):
        span = f"{low:,} or more" if high is None else f"{low:,}" if low == high else f"{low:,} to {high:,}"
        noun = chart.noun if (low, high) == (1, 1) else f"{chart.noun}s"
        values = chart.wording.format(span) if chart.wording else f"{span} {noun}"
        said.append(pointed_at(values, games, found, game))
    return said


def bars_within(chart: Histogram) -> list[str]:
    """Say how sure the bars are, where their whiskers would be too short to be seen."""
    if chart.games < 2 or _whiskered(chart.shares(), _height(chart.shares())):
        return []
    return [f"Bars {plus_minus(50 * widest(chart.shares()))} points."]


def _whiskered(shares: list[Estimate], top: float) -> bool:
    return len(shares) > 1 and shares[0].games > 1 and widest(shares) >= SEEN * top
