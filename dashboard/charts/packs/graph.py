"""The picture of a whole game: positions as points, wins as hubs, cycles as rings that turn for ever."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd

from dashboard.charts.packs.layout import Island, Point, islands
from dashboard.charts.packs.whole import Sketch, Whole
from dashboard.charts.packs.words import OUTCOMES, graph_note, graph_title
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import carrying, label
from dashboard.charts.parts.outcomes import outcome_colours
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import DRAWN, PLAYER_1, PLAYER_2, Mark, Theme, faded, layout
from engine.words.sentences import count

HEIGHT: Final = 430
ROOMS: Final[dict[bool, Point]] = {True: (940.0, 400.0), False: (340.0, 400.0)}
"""Pixels of a picture beside the rail, and on a phone."""
UNDER: Final = 64
"""Pixels of a picture's height for the names under its ends."""


class Sizes(NamedTuple):
    """Pixels of the points of a picture."""

    hub: int
    deal: int
    position: int


SIZES: Final = {True: Sizes(22, 8, 6), False: Sizes(16, 6, 4)}
"""Beside the rail, and on a phone, where they would touch."""
ENDS: Final = ("player 1 wins", "player 2 wins", "drawn")
LEADS_TO: Final = (*ENDS, "never ends")


def panel(whole: Whole, *, wide: bool) -> Panel:
    """Return the panel of a whole game, for a screen that is wide or for a phone."""
    title = graph_title(whole)
    sketch = whole.sketch
    fates = _fates(sketch)
    table = partial(
        pd.DataFrame,
        {
            "position": list(sketch.deals),
            "deal in equal decks": list(sketch.dealt),
            "leads to": [LEADS_TO[fate] for fate in fates],
            "next": [_next(sketch, after) for after in sketch.after],
        },
    )
    rings = "; ".join(
        f"{kind.rings:,} of {count(kind.length, 'round')}, {'each with' if kind.rings > 1 else 'with'} "
        f"{count(kind.deals, 'deal')} that {'leads' if kind.deals == 1 else 'lead'} into it"
        for kind in whole.rings
    )
    alt = f"{title}. {f'Rings: {rings}' if rings else 'Every game ends'}."
    return Panel("graph", title, graph_note(whole), alt, partial(figure, whole, wide=wide), table)


def _next(sketch: Sketch, after: int) -> str:
    number = len(sketch.after)
    return sketch.deals[after] if after < number else ENDS[after - number]


def _fates(sketch: Sketch) -> list[int]:
    """Return to what each position leads, by its place in `OUTCOMES`."""
    number = len(sketch.after)
    fates = []
    for position in range(number):
        now, rounds = position, 0
        while now < number and rounds <= number:
            now, rounds = sketch.after[now], rounds + 1
        fates.append(now - number if now >= number else 3)
    return fates


def figure(whole: Whole, theme: Theme, *, wide: bool) -> Drawing:
    """Draw the picture. A point carries its deal."""
    sketch = whole.sketch
    laid = islands(sketch, ROOMS[wide])
    sizes = SIZES[wide]
    drawn = layout(theme, height=_height(laid, wide=wide))
    drawn |= {"template": "none"}
    drawn["margin"] |= {"l": 0, "r": 0, "t": 0, "b": 0}
    hidden = {"visible": False, "showgrid": False, "automargin": False}
    drawn["xaxis"] |= hidden
    drawn["yaxis"] |= {**hidden, "scaleanchor": "x", "scaleratio": 1}
    drawn["shapes"] = [_circle(island, theme) for island in laid if island.turns]
    drawn["annotations"] = [_name(island, sketch, theme) for island in laid if not island.turns]
    number = len(sketch.after)
    marks: list[Mark] = []
    for fate in range(4):
        mine = [island for island in laid if (3 if island.turns else island.ring[0] - number) == fate]
        if mine:
            marks += [_lines(mine, sketch, _fill(fate, theme)), _points(mine, sketch, sizes, theme)]
    marks += [_hub(island, number, sizes, theme) for island in laid if not island.turns]
    return Drawing(marks, drawn, None)


def _height(laid: Sequence[Island], *, wide: bool) -> int:
    """Return as many pixels as a picture needs that is as wide as there is room for."""
    if not laid:
        return 1
    edges = [(island.middle, island.reach) for island in laid]
    across, up = (
        max(middle[axis] + reach for middle, reach in edges)
        - min(middle[axis] - reach for middle, reach in edges)
        for axis in (0, 1)
    )
    return min(HEIGHT, round(ROOMS[wide][0] / across * up) + UNDER)


def _fill(fate: int, theme: Theme) -> str:
    return (PLAYER_1, PLAYER_2, DRAWN, theme.endless_text)[fate]


def _circle(island: Island, theme: Theme) -> dict[str, Any]:
    (x, y), radius = island.middle, island.radius
    return {
        "type": "circle",
        "layer": "below",
        "x0": x - radius,
        "x1": x + radius,
        "y0": y - radius,
        "y1": y + radius,
        "line": {"color": theme.endless_text, "width": 2},
        "fillcolor": theme.endless_ground,
    }


def _lines(mine: Iterable[Island], sketch: Sketch, colour: str) -> Mark:
    """Return the ways from each position to the next, those along a ring left out: the ring shows them."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for island in mine:
        ring = set(island.ring)
        for position in island.places:
            if position >= len(sketch.after) or (island.turns and position in ring):
                continue
            ends = island.at(position), island.at(sketch.after[position])
            xs += [ends[0][0], ends[1][0], None]
            ys += [ends[0][1], ends[1][1], None]
    line = {"color": faded(colour, 0.55) if colour.startswith("#") else colour, "width": 1}
    return {"type": "scatter", "mode": "lines", "x": xs, "y": ys, "line": line, "hoverinfo": "skip"}


def _points(mine: Sequence[Island], sketch: Sketch, sizes: Sizes, theme: Theme) -> Mark:
    fate = 3 if mine[0].turns else mine[0].ring[0] - len(sketch.after)
    places = [
        (position, *island.at(position))
        for island in mine
        for position in island.places
        if position < len(sketch.after)
    ]
    dealt = [sketch.dealt[position] for position, _, _ in places]
    said = [
        [
            sketch.deals[position],
            f"{sketch.deals[position]}<br>{LEADS_TO[fate]}{'' if deal else ', on the way'}",
        ]
        for (position, _, _), deal in zip(places, dealt, strict=True)
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([x for _, x, _ in places]),
        "y": np.array([y for _, _, y in places]),
        "marker": {
            "size": np.array([sizes.deal if deal else sizes.position for deal in dealt]),
            "opacity": 1,
            "color": _fill(fate, theme),
            "line": {"width": 1, "color": theme.paper},
        },
        **carrying(said, "%{customdata[1]}<br>click to play it"),
    }


def _hub(island: Island, number: int, sizes: Sizes, theme: Theme) -> Mark:
    x, y = island.middle
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([x]),
        "y": np.array([y]),
        "marker": {"size": sizes.hub, "opacity": 1, "color": _fill(island.ring[0] - number, theme)},
        "hoverinfo": "skip",
    }


def _name(island: Island, sketch: Sketch, theme: Theme) -> dict[str, Any]:
    end = island.ring[0] - len(sketch.after)
    (x, y), colour = island.middle, outcome_colours(theme)[OUTCOMES[end]]
    return label(f"<b>{ENDS[end]}</b>", colour, x=x, y=y - island.reach, yanchor="top", yshift=-6)
