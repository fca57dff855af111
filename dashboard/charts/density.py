"""Player 1's deck round by round as a map: where the followed games are, on a logarithmic scale."""

from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.fan import last_round
from dashboard.charts.panel import Panel
from dashboard.charts.scales import ticks
from dashboard.charts.theme import Theme, tally_layout
from engine.study import Study
from engine.summary import Ints, Summary
from engine.wording import count

COLUMNS: Final = 96
MOST_ROWS: Final = 60
"""A larger pack is shown several sizes to a row."""


@dataclass(frozen=True)
class Density:
    """What the chart draws.

    `counts` is rows x columns: rounds of followed games, by player 1's deck before them. A column
    holds an even number of rounds, for sizes alternate in parity.
    """

    counts: Ints
    wide: int
    """Rounds a column."""
    tall: int
    """Sizes a row."""
    followed: int
    cards: int
    end: int


def density(study: Study, summary: Summary) -> Density:
    """Work out what to draw."""
    end = last_round(summary.sizes)
    wide = 2 * max(1, ceil(end / COLUMNS / 2))
    tall = max(1, ceil((study.pack.size + 1) / MOST_ROWS))
    columns, rows = ceil(end / wide), ceil((study.pack.size + 1) / tall)
    padded = np.zeros((columns * wide, rows * tall), dtype=np.int64)
    shown = summary.sizes[: columns * wide]
    padded[: len(shown), : shown.shape[1]] = shown
    counts = padded.reshape(columns, wide, rows, tall).sum(axis=(1, 3)).T
    return Density(counts, wide, tall, int(summary.sizes[0].sum()), study.pack.size, end)


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the map of deck sizes."""
    chart = density(study, summary)
    title = _title(chart)
    games = f"{chart.followed:,} games followed" if chart.followed != 1 else "one game followed"
    note = f"Player 1’s deck, {games}; stronger colour, more games."
    return Panel("deck-density", title, note, f"{title}. {note}", partial(figure, chart), table(chart))


def _title(chart: Density) -> str:
    total = int(chart.counts.sum())
    if not total:
        return "No deck has been followed yet"
    sizes = np.arange(len(chart.counts)) * chart.tall
    far = np.minimum(sizes, chart.cards - sizes) <= chart.cards / 10
    share = 100 * float(chart.counts[far].sum()) / total
    few = int(chart.cards / 10)
    if few < 1:
        return "Where the decks are, round by round"
    return f"In {share:.0f} % of rounds someone has {count(few, 'card')} or less"


def table(chart: Density) -> pd.DataFrame:
    """Return a row for every cell with games in it."""
    rows, columns = np.nonzero(chart.counts)
    return pd.DataFrame(
        {
            "after rounds": columns * chart.wide,
            "player 1 cards": rows * chart.tall,
            "games x rounds": chart.counts[rows, columns],
        }
    )


def figure(chart: Density, theme: Theme) -> go.Figure:
    """Draw the map; the fuller the brighter in the dark, the darker on paper."""
    drawn = tally_layout(theme, x_title="rounds played")
    named = ticks(chart.end)
    quarter = chart.cards / 4
    drawn["xaxis"] |= {
        "range": [0, chart.end],
        "tickvals": named,
        "ticktext": [f"{tick:,}" for tick in named],
    }
    drawn["yaxis"] |= {
        "range": [-chart.tall / 2, chart.cards + chart.tall / 2],
        "tickvals": [quarter * step for step in range(5)],
        "ticktext": [f"{quarter * step:g}" for step in range(5)],
        "showgrid": False,
    }
    if not chart.counts.any():
        return go.Figure({"data": [], "layout": drawn})
    heatmap = {
        "type": "heatmap",
        "x0": chart.wide / 2,
        "dx": chart.wide,
        "y0": (chart.tall - 1) / 2,
        "dy": chart.tall,
        "z": chart.counts,
        "zmin": 0,
        "zmax": int(chart.counts.max()),
        "autocolorscale": False,
        "colorscale": _colours(theme, int(chart.counts.max())),
        "showscale": False,
        "hovertemplate": f"around round %{{x:,.0f}}, player 1 has {_row_words(chart)}"
        "<br>%{z:,} rounds of games<extra></extra>",
    }
    return go.Figure({"data": [heatmap], "layout": drawn})


def _row_words(chart: Density) -> str:
    return "%{y}" if chart.tall == 1 else f"about %{{y:.0f}} ({chart.tall} sizes together)"


CIVIDIS: Final = (
    "#00224E",
    "#123570",
    "#3B496C",
    "#575D6D",
    "#707173",
    "#8A8678",
    "#A59C74",
    "#C3B369",
    "#E1CC55",
    "#FEE838",
)
"""Cividis (Nuñez, Anderton & Renslow 2018), which colour-blind eyes read as others do."""


def _colours(theme: Theme, most: int) -> list[list[float | str]]:
    """Return a logarithmic scale from one to `most`; what lies below one is the page.

    The counts themselves go to the page, for its hover texts, so the logarithm is in the scale.
    """
    order = CIVIDIS if theme.name == "dark" else CIVIDIS[::-1]
    places = np.geomspace(0.5 / max(most, 2), 1, len(order)).tolist()
    return [[0.0, theme.paper], [places[0], theme.paper], *map(list, zip(places, order, strict=True))]
