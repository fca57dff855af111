"""Player 1's deck round by round as a map: where the followed games are, the stronger the more."""

from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd
import plotly.graph_objects as go
from plotly.colors import sequential

from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import unseen
from dashboard.charts.parts.panel import NOT_ONE, Panel, fitted
from dashboard.charts.parts.theme import Mark, Theme, tally_layout
from dashboard.charts.simulate.fan import cards_axis, last_round, rounds_axis
from engine.study import Study
from engine.study.summary import Ints, Summary
from engine.words.sentences import count

COLUMNS: Final = 96
MOST_ROWS: Final = 60
"""A larger pack is shown several sizes to a row."""

BLOCK: Final = 2
"""Cells along each side of what one point stands for that can be clicked: some nine pixels."""

ALIKE: Final = 0.01
"""Part of the cells, the fullest, that get the strongest shade."""

STRONGEST: Final = 255
"""The darkest shade, or on a dark page the brightest: a shade is one byte."""


@dataclass(frozen=True)
class Density:
    """A map of player 1's deck over the rounds, to be drawn in cells.

    `counts` is rows x columns: rounds of followed games, by player 1's deck before them. A column
    holds an even number of rounds, for sizes alternate in parity.
    """

    counts: Ints
    wide: int
    """Rounds a column."""
    tall: int
    """Sizes a row."""
    moments: "Moments"
    followed: int
    cards: int
    end: int


@dataclass(frozen=True)
class Moments:
    """The points that can be clicked: in each block of cells that any game is in, the fullest."""

    after: Ints
    """Rounds played."""
    size: Ints
    """Player 1's deck then."""
    games: Ints
    """Followed games of which both are true."""


def density(study: Study, summary: Summary) -> Density:
    """Work out what to draw."""
    end = last_round(summary.sizes)
    wide = 2 * max(1, ceil(end / COLUMNS / 2))
    tall = max(1, ceil((study.cards + 1) / MOST_ROWS))
    shown = summary.sizes[: wide * ceil(end / wide)]
    return Density(
        counts=_blocks(shown, wide, tall).sum(axis=2).T,
        wide=wide,
        tall=tall,
        moments=_fullest(shown[: end + 1], BLOCK * wide, BLOCK * tall),
        followed=int(summary.sizes[0].sum()),
        cards=study.cards,
        end=end,
    )


def _blocks(sizes: Ints, wide: int, tall: int) -> Ints:
    """Cut rounds x sizes into blocks of `wide` rounds and `tall` sizes: blocks x blocks x what is in each."""
    columns, rows = (ceil(length / side) for length, side in zip(sizes.shape, (wide, tall), strict=True))
    padded = np.zeros((columns * wide, rows * tall), dtype=np.int64)
    padded[: len(sizes), : sizes.shape[1]] = sizes
    return padded.reshape(columns, wide, rows, tall).swapaxes(1, 2).reshape(columns, rows, wide * tall)


def _fullest(sizes: Ints, wide: int, tall: int) -> Moments:
    blocks = _blocks(sizes, wide, tall)
    games = blocks.max(axis=2)
    column, row = np.nonzero(games)
    inside = blocks.argmax(axis=2)[column, row]
    return Moments(column * wide + inside // tall, row * tall + inside % tall, games[column, row])


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
    start = f"In {share:.0f} % of rounds"
    cards = f"{count(few, 'card')} or fewer"
    return fitted(f"{start} followed, someone has {cards}", f"{start} seen, one has {cards}")


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
    drawn = tally_layout(theme, x_title="rounds played", right=20)  # room for half of "1,000"
    drawn["xaxis"] |= rounds_axis(chart.end)
    drawn["yaxis"] |= cards_axis(chart.cards, spare=chart.tall / 2) | {"showgrid": False}
    data = [_map(chart, theme), _points(chart)] if chart.counts.any() else []
    return Drawing(data, drawn)


def _map(chart: Density, theme: Theme) -> Mark:
    """Return the picture of the map, which cannot be pointed at or clicked."""
    return {
        "type": "heatmap",
        "x0": chart.wide / 2,
        "dx": chart.wide,
        "y0": (chart.tall - 1) / 2,
        "dy": chart.tall,
        "z": shades(chart.counts),
        "zmin": 0,
        "zmax": STRONGEST,
        "autocolorscale": False,
        "colorscale": _colours(theme),
        "showscale": False,
        "hoverinfo": "skip",
    }


def _points(chart: Density) -> Mark:
    """Return points over the map that can be clicked but not seen, for a heatmap's cells cannot.

    They name no game: one is searched for. Only one of them is put into the page, which would be
    slow with all; the others can be pointed at and clicked all the same.
    """
    moments = chart.moments
    games = (
        "the one game followed"
        if chart.followed == 1
        else f"%{{customdata[1]:,}} of {chart.followed:,} games followed"
    )
    # As objects: Plotly takes twice as long over lists, and packs other arrays so that they are no lists.
    points = np.stack((np.full_like(moments.games, NOT_ONE), moments.games), axis=1).astype(object)
    words = f"after %{{x:,}} rounds player 1 has %{{y}} cards<br>{games}<br>click for a game there"
    return {
        "type": "scatter",
        "mode": "markers",
        "x": moments.after.astype(np.int16),
        "y": moments.size.astype(np.int16),
        **unseen(points, words),
        "marker": {"size": 6, "opacity": 0, "maxdisplayed": 1},
    }


def shades(counts: Ints) -> npt.NDArray[np.uint8]:
    """Return shades of 1 for the least to `STRONGEST` for the fullest, as the root of the count; 0 stays 0.

    The one cell in a hundred that is fuller than all others is not told from them: in the first
    rounds all games are in one place, and beside it the rest would be pale.

    >>> shades(np.array([0, 1, 16, 100])).tolist()
    [0, 27, 103, 255]
    """
    full = max(float(np.quantile(counts[counts > 0], 1 - ALIKE)), 1.0)
    part = np.sqrt(np.minimum(counts / full, 1))
    return np.where(counts > 0, np.rint(1 + (STRONGEST - 1) * part), 0).astype(np.uint8)


def _colours(theme: Theme) -> list[list[float | str]]:
    """Return a scale from a shade of 1 to the strongest; below 1 the page shows.

    Cividis (Nuñez, Anderton & Renslow 2018), which colour-blind eyes read as others do.
    """
    order = sequential.Cividis if theme.name == "dark" else sequential.Cividis[::-1]
    places = np.linspace(0.5 / STRONGEST, 1, len(order)).tolist()
    return [[0.0, theme.paper], [places[0], theme.paper], *map(list, zip(places, order, strict=True))]
