"""The graph of all positions of a small pack."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil, cos, pi, sin
from operator import itemgetter
from typing import Any, Final

import numpy as np
import pandas as pd

from dashboard.charts.chart import Drawing, Panel
from dashboard.charts.marks import carrying, label, scatter
from dashboard.charts.packs import OUTCOMES, Sketch, Whole, graph_note
from dashboard.charts.style import DRAWN, PLAYER_1, PLAYER_2, Mark, Theme, faded, layout, outcome_colours
from engine.numbers import count, plural

# Where the positions of a whole game lie in its picture: trees around wins, and around rings that turn.

LEVEL: Final = 0.8
LEAF: Final = 0.46
"""From one level of a tree to the next, and about as far the positions of a level lie apart."""
GAP: Final = 1.3
RAGGED: Final = 1.35  # how much worse rows are of which the last is not full

ENDLESS: Final = OUTCOMES.index("endless")

Point = tuple[float, float]


@dataclass
class Island:
    """What leads to one end or into one ring."""

    ring: tuple[int, ...]
    """The positions of the ring in their order; of an end its place behind all positions, alone."""
    fate: int
    """How its games end, by its place in `OUTCOMES`: never is a ring."""
    radius: float = 0.0
    reach: float = 0.0
    """How far its outermost position is from its middle."""
    middle: Point = (0.0, 0.0)
    places: dict[int, Point] = field(default_factory=dict)
    """Where each position lies, from its middle."""

    @property
    def is_ring(self) -> bool:
        """Whether it is a ring."""
        return self.fate == ENDLESS

    def at(self, position: int) -> Point:
        """Return where a position lies in the picture."""
        x, y = self.places[position]
        return self.middle[0] + x, self.middle[1] + y


def islands(sketch: Sketch, frame: Point) -> list[Island]:
    """Return the islands of a game laid out in a space of some pixels, width by height."""
    # From which positions a round leads to each, ends included.
    leading: list[list[int]] = [[] for _ in range(len(sketch.after) + ENDLESS)]
    for position, after in enumerate(sketch.after):
        leading[after].append(position)
    laid = [_laid(island, leading) for island in _cores(sketch, leading)]
    ends = [island for island in laid if not island.is_ring]
    rings = sorted((island for island in laid if island.is_ring), key=lambda island: -island.reach)
    _pack(ends, rings, frame)
    return laid


def _cores(sketch: Sketch, leading: Sequence[Sequence[int]]) -> list[Island]:
    """Return ends to which something leads, and rings, without what leads there."""
    number = len(sketch.after)
    cores = [Island((number + end,), end) for end in range(ENDLESS) if leading[number + end]]
    met_from: dict[int, int] = {}
    for start in range(number):
        path, now = [], start
        while now < number and now not in met_from:
            met_from[now] = start
            path.append(now)
            now = sketch.after[now]
        if now < number and met_from[now] == start:
            cores.append(Island(tuple(path[path.index(now) :]), ENDLESS))
    return cores


def _laid(island: Island, leading: Sequence[Sequence[int]]) -> Island:
    """Lay out what leads to an end or into a ring: trees that grow outward, each in its sector."""
    core = set(island.ring)
    trees = {root: [child for child in leading[root] if child not in core] for root in island.ring}
    leaves = {root: sum(_leaves(child, leading) for child in trees[root]) for root in island.ring}
    number = len(island.ring)
    if island.is_ring:  # alike rings turned alike: the largest tree hangs down
        heaviest = max(range(number), key=lambda place: leaves[island.ring[place]])
        island.ring = island.ring[heaviest:] + island.ring[:heaviest]
    island.radius = max(0.85, 0.17 * number) if island.is_ring else 0.0
    around = sum(max(1, leaves[root]) for root in island.ring)
    first = max(island.radius + LEVEL, around * LEAF / (2 * pi))
    # As on a clock where the trees leave room for it, else each root has as much as its tree needs.
    even = all(leaves[root] * LEAF <= first * 2 * pi / number for root in island.ring)
    widths = [2 * pi / number if even else 2 * pi * max(1, leaves[root]) / around for root in island.ring]
    at = -pi / 2 + widths[0] / 2
    for root, width in zip(island.ring, widths, strict=True):
        island.places[root] = _polar(island.radius, at - width / 2)
        sector = min(width, leaves[root] * LEAF / first) if island.is_ring else width
        _grow(island, trees[root], leading, (at - width / 2, sector), first)
        at -= width
    island.reach = max(max((x * x + y * y) ** 0.5 for x, y in island.places.values()), 0.4)
    return island


def _grow(
    island: Island, children: list[int], leading: Sequence[Sequence[int]], sector: Point, radius: float
) -> None:
    """Lay out trees side by side in a sector (its middle and its width), and theirs further out."""
    todo = [(children, sector, radius)]
    while todo:
        siblings, (middle, width), out = todo.pop()
        weights = [(_leaves(child, leading), child) for child in siblings]
        whole = sum(leaves for leaves, _ in weights)
        at = middle + width / 2
        for leaves, child in _large_in_the_middle(weights):
            part = width * leaves / whole
            island.places[child] = _polar(out, at - part / 2)
            if leading[child]:
                todo.append((list(leading[child]), (at - part / 2, part), out + LEVEL))
            at -= part


def _large_in_the_middle(weights: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Order trees small, large, small, so that an island is not lopsided."""
    ordered = sorted(weights)
    return ordered[::2] + ordered[1::2][::-1]


def _leaves(root: int, leading: Sequence[Sequence[int]]) -> int:
    """Return how many positions at the far ends of a tree lead to its root, itself if none does."""
    leaves, todo = 0, [root]
    while todo:
        before = leading[todo.pop()]
        leaves += not before
        todo.extend(before)
    return leaves


def _polar(radius: float, angle: float) -> Point:
    return radius * cos(angle), radius * sin(angle)


def _pack(ends: list[Island], rings: list[Island], frame: Point) -> None:
    """Put the ends on the left, one above the other, and the rings in rows of like size beside them."""
    side = max((island.reach for island in ends), default=0.0)
    gap = 5 * GAP  # for the name below, as large on a phone as anywhere
    height = sum(2 * island.reach + gap for island in ends)
    left = 2 * side + 2 * GAP if ends else 0.0
    if rings:
        columns = min(range(1, len(rings) + 1), key=lambda number: _cost(rings, number, left, height, frame))
        rows = _rows(rings, columns)
        tall = sum(2 * row[0].reach + GAP for row in rows)
        y = tall / 2
        for row in rows:
            cell = 2 * row[0].reach + GAP
            for place, island in enumerate(row):
                island.middle = left + (place + 0.5) * cell, y - cell / 2
            y -= cell
    y = height / 2
    for island in ends:
        island.middle = side, y - island.reach
        y -= 2 * island.reach + gap


def _rows(rings: list[Island], columns: int) -> list[list[Island]]:
    return [rings[first : first + columns] for first in range(0, len(rings), columns)]


def _cost(rings: list[Island], columns: int, left: float, height: float, frame: Point) -> float:
    """Return how small a picture becomes whose rings stand in n columns."""
    cells = [2 * row[0].reach + GAP for row in _rows(rings, columns)]
    wide, tall = left + max(cells) * columns, max(height, sum(cells))
    ragged = RAGGED if len(rings) % columns and ceil(len(rings) / columns) > 1 else 1.0
    return max(wide / frame[0], tall / frame[1]) * ragged


# The picture of a whole game: positions as points, wins as hubs, cycles as rings that turn for ever.

HEIGHT: Final = 430
LEGEND: Final = 190  # pixels right of a wide picture for what its dots mean,
LINES: Final = 50  # and from one of them to the next
FRAMES: Final[dict[bool, Point]] = {True: (660.0 - LEGEND, 400.0), False: (340.0, 400.0)}
"""Pixels of a picture beside the rail of the narrowest wide window, and on a phone."""
UNDER: Final = 64  # pixels of a picture's height for the names under its ends


SIZES: Final = {True: (22, 8, 6), False: (16, 6, 4)}
"""Pixels of the points of an end, a deal and a position: beside the rail, and on a phone, smaller."""
LEADS_TO: Final = ("player 1 wins", "player 2 wins", "drawn", "never ends")


def panel(whole: Whole, *, wide: bool) -> Panel:
    """Return the panel of a whole game, for a screen that is wide or for a smaller one."""
    note = graph_note(whole)
    if not wide and whole.is_drawn:
        note += " Large dot: a deal. Small dot: a position."
    sketch = whole.sketch
    names = (*sketch.deals, *LEADS_TO)
    columns = {
        "position": list(sketch.deals),
        "deal in equal decks": list(sketch.dealt),
        "leads to": [LEADS_TO[fate] for fate in _fates(sketch)],
        "next": [names[after] for after in sketch.after],
    }
    rings = "; ".join(
        f"{count(kind.rings, 'loop')} of {count(kind.length, 'round')}, "
        f"{count(kind.deals, 'deal leads', 'deals lead')} into {plural(kind.rings, 'it', 'each')}"
        for kind in whole.rings
    )
    more = f"{rings}." if rings else "Every game ends."
    draw, table = partial(figure, whole, wide=wide), partial(pd.DataFrame, columns)
    return Panel("graph", "Map of the whole game", note, draw, table, more=more)


def _fates(sketch: Sketch) -> list[int]:
    """Return to what each position leads, by its place in `OUTCOMES`."""
    number = len(sketch.after)
    reached = np.array([*sketch.after, *range(number, number + ENDLESS)])  # an end leads to itself
    for _ in range(number.bit_length()):
        reached = reached[reached]
    fates: list[int] = np.where(reached < number, ENDLESS, reached - number)[:number].tolist()
    return fates


def figure(whole: Whole, theme: Theme, *, wide: bool) -> Drawing:
    """Draw the picture. A point carries its deal."""
    sketch = whole.sketch
    laid = islands(sketch, FRAMES[wide])
    hub, *sizes = SIZES[wide]
    drawn = layout(theme, height=_height(laid, wide=wide))
    drawn |= {"template": "none"}
    drawn["margin"] |= {"l": 0, "r": 0, "t": 0, "b": 0}
    hidden = {"visible": False, "showgrid": False, "automargin": False}
    drawn["xaxis"] |= hidden
    drawn["yaxis"] |= {**hidden, "scaleanchor": "x", "scaleratio": 1}
    drawn["shapes"] = [_circle(island, theme) for island in laid if island.is_ring]
    fates = [fate for fate, dealt in zip(_fates(sketch), sketch.dealt, strict=True) if dealt]
    drawn["annotations"] = [_name(island, fates, theme) for island in laid if not island.is_ring]
    drawn["annotations"] += _legend(laid, sketch, fates, theme) if wide and laid else []
    marks: list[Mark] = []
    for fate, colour in enumerate((PLAYER_1, PLAYER_2, DRAWN, theme.endless_text)):
        mine = [island for island in laid if island.fate == fate]
        if mine:
            marks += [_lines(mine, sketch, colour), _points(mine, sketch, sizes, colour, theme)]
    marks += [_hub(island, hub) for island in laid if not island.is_ring]
    return Drawing(marks, drawn, None)


def _height(laid: Sequence[Island], *, wide: bool) -> int:
    """Return as many pixels as a picture needs that is as wide as there is room for."""
    if not laid:
        return 10  # the least that Plotly draws
    (left, right), (low, high) = _edges(laid)
    return min(HEIGHT, round(FRAMES[wide][0] / (right - left) * (high - low)) + UNDER)


def _edges(laid: Sequence[Island]) -> tuple[Point, Point]:
    """Return between which places a picture lies, across and up."""
    middles = np.array([island.middle for island in laid])
    radii = np.array([[island.reach] for island in laid])
    left, low = (middles - radii).min(axis=0).tolist()
    right, high = (middles + radii).max(axis=0).tolist()
    return (left, right), (low, high)


def _circle(island: Island, theme: Theme) -> dict[str, Any]:
    (x, y), radius = island.middle, island.radius
    edges = {"x0": x - radius, "x1": x + radius, "y0": y - radius, "y1": y + radius}
    line = {"color": theme.endless_text, "width": 2}
    return {"type": "circle", "layer": "below", **edges, "line": line, "fillcolor": theme.endless_ground}


def _lines(mine: Iterable[Island], sketch: Sketch, colour: str) -> Mark:
    """Return the ways from each position to the next, those along a ring left out: the ring shows them."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for island in mine:
        ring = set(island.ring)
        for position in island.places:
            if position >= len(sketch.after) or (island.is_ring and position in ring):
                continue
            (x, y), (next_x, next_y) = island.at(position), island.at(sketch.after[position])
            xs += [x, next_x, None]
            ys += [y, next_y, None]
    line = {"color": faded(colour, 0.55) if colour.startswith("#") else colour, "width": 1}
    return scatter("lines", xs, ys, line=line, hoverinfo="skip")


def _points(mine: Sequence[Island], sketch: Sketch, sizes: Sequence[int], colour: str, theme: Theme) -> Mark:
    """Return the positions that end alike, in the sizes of a deal and of any other."""
    places, points, large = [], [], []
    for island in mine:
        for position in island.places:
            if position < len(sketch.after):
                deal, is_dealt = sketch.deals[position], sketch.dealt[position]
                places.append(island.at(position))
                on_the_way = "" if is_dealt else ", on the way"
                points.append([deal, f"{deal}<br>{LEADS_TO[island.fate]}{on_the_way}"])
                large.append(is_dealt)
    line = {"width": 1, "color": theme.paper}
    marker = {"size": np.where(large, *sizes), "opacity": 1, "color": colour, "line": line}
    at = np.array(places).reshape(-1, 2)
    carried = carrying(points, "%{customdata[1]}<br>click to play it")
    return scatter("markers", at[:, 0], at[:, 1], marker=marker, **carried)


def _hub(island: Island, size: int) -> Mark:
    x, y = island.middle
    marker = {"size": size, "opacity": 1, "color": (PLAYER_1, PLAYER_2, DRAWN)[island.fate]}
    return scatter("markers", np.array([x]), np.array([y]), marker=marker, hoverinfo="skip")


def _name(island: Island, fates: Sequence[int], theme: Theme) -> dict[str, Any]:
    (x, y), colour = island.middle, outcome_colours(theme)[OUTCOMES[island.fate]]
    words = f"<b>{LEADS_TO[island.fate]}</b><br>{_of_deals(fates, island.fate)}"
    return label(words, colour, x=x, y=y - island.reach, yanchor="top", yshift=-6)


def _of_deals(fates: Sequence[int], fate: int) -> str:
    return f"{fates.count(fate):,} of {count(len(fates), 'deal')}"


def _legend(
    laid: Sequence[Island], sketch: Sketch, fates: Sequence[int], theme: Theme
) -> list[dict[str, Any]]:
    """Return what the dots and the rings mean, right of the picture, each with a line to one of them."""
    rings = [island for island in laid if island.is_ring]
    island = max(rings or laid, key=lambda one: (one.middle[1], one.middle[0]))
    dots = [position for position in island.places if position < len(sketch.after)]
    deals, others = ([island.at(at) for at in dots if sketch.dealt[at] is dealt] for dealt in (True, False))
    rows = []
    if deals:
        rows.append((max(deals, key=itemgetter(1)), "large dot: a deal", "where a game starts"))
    if others:
        rows.append((max(others), "small dot: a position", "a line is one round, inwards"))
    if rings:
        (x, y), (right, down) = island.middle, _polar(island.radius, -pi / 4)
        rows.append(((x + right, y + down), "loop: never ends", _of_deals(fates, ENDLESS)))
    (left, right), (low, high) = _edges(laid)
    step = LINES * max((right - left) / FRAMES[True][0], (high - low) / FRAMES[True][1])
    placed = {"xanchor": "left", "align": "left", "axref": "x", "ayref": "y", "ax": right + GAP}
    line = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1, "arrowcolor": theme.muted, "standoff": 5}
    return [
        label(f"<b>{sign}</b><br>{means}", theme.ink, x=x, y=y, ay=high - step * (row + 0.5), **placed) | line
        for row, ((x, y), sign, means) in enumerate(sorted(rows, key=lambda one: -one[0][1]))
    ]
