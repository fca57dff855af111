"""Player 1's deck round by round as a map: where the followed games are, the stronger the more."""

from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt
from plotly.colors import sequential

from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import unseen
from dashboard.charts.parts.panel import Panel, fitted
from dashboard.charts.parts.theme import Mark, Theme, tally_layout
from dashboard.charts.simulate.fan import cards_axis, rounds_axis
from engine.study import Study
from engine.study.summary import Ints, Summary
from engine.study.tables.columns import NOT_ONE
from engine.study.tables.density import Density, density, table
from engine.words.sentences import count

ALIKE: Final = 0.01
"""Part of the cells, the fullest, that get the strongest shade."""

STRONGEST: Final = 255
"""The darkest shade, or on a dark page the brightest: a shade is one byte."""


def panel(study: Study, summary: Summary) -> Panel:
    """Return the panel of the map of deck sizes."""
    chart = density(study, summary)
    title = _title(chart)
    games = f"{chart.followed:,} games followed" if chart.followed != 1 else "one game followed"
    note = f"Player 1’s deck, {games}; stronger colour, more games."
    tabled = partial(table, chart)
    return Panel("deck-density", title, note, f"{title}. {note}", partial(figure, chart), tabled)


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


def figure(chart: Density, theme: Theme) -> Drawing:
    """Draw the map; the fuller the brighter in the dark, the darker on paper."""
    drawn = tally_layout(theme, x_title="rounds played", right=20)  # room for half of "1,000"
    drawn["xaxis"] |= rounds_axis(chart.end)
    drawn["yaxis"] |= cards_axis(chart.cards, spare=chart.tall / 2) | {"showgrid": False}
    data = [_map(chart, theme), _points(chart)] if chart.counts.any() else []
    return Drawing(data, drawn, Behind("shade", [chart.followed]))


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
    held = f"after round %{{x:,}} player 1 has %{{y}} of {chart.cards} cards"
    words = f"{held}<br>{games}<br>click for a game there"
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
