"""Where the positions of a whole game lie in its picture: trees around wins, and around rings that turn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, cos, pi, sin
from typing import Final

from dashboard.charts.packs.whole import Sketch

LEVEL: Final = 0.8
"""From one level of a tree to the next; the positions of a level lie some `LEAF` apart."""
LEAF: Final = 0.46
GAP: Final = 1.3
"""Between two islands."""
NARROW: Final = 500
"""Pixels up to which a picture is a phone's."""
RAGGED: Final = 1.35
"""How much worse rows are of which the last is not full."""

Point = tuple[float, float]


@dataclass
class Island:
    """What leads to one end or into one ring."""

    ring: tuple[int, ...]
    """The positions of the ring in their order; of an end its place behind all positions, alone."""
    turns: bool
    """Whether it is a ring."""
    radius: float = 0.0
    """Of the ring."""
    reach: float = 0.0
    """How far its outermost position is from its middle."""
    middle: Point = (0.0, 0.0)
    places: dict[int, Point] = field(default_factory=dict)
    """Where each position lies, from its middle."""

    def at(self, position: int) -> Point:
        """Return where a position lies in the picture."""
        x, y = self.places[position]
        return self.middle[0] + x, self.middle[1] + y


def islands(sketch: Sketch, room: Point) -> list[Island]:
    """Return the islands of a game laid out in a room of so many pixels, width by height."""
    leading = _leading(sketch)
    laid = [_laid(island, leading) for island in _cores(sketch, leading)]
    ends = [island for island in laid if not island.turns]
    rings = sorted((island for island in laid if island.turns), key=lambda island: -island.reach)
    _pack(ends, rings, room)
    return laid


def _leading(sketch: Sketch) -> list[list[int]]:
    """Return from which positions a round leads to each, ends included."""
    number = len(sketch.after)
    leading: list[list[int]] = [[] for _ in range(number + 3)]
    for position, after in enumerate(sketch.after):
        leading[after].append(position)
    return leading


def _cores(sketch: Sketch, leading: Sequence[Sequence[int]]) -> list[Island]:
    """Return ends to which something leads, and rings, without what leads there."""
    number = len(sketch.after)
    cores = [Island((number + end,), turns=False) for end in range(3) if leading[number + end]]
    state = [0] * number
    for start in range(number):
        path = []
        now = start
        while now < number and state[now] == 0:
            state[now] = 1
            path.append(now)
            now = sketch.after[now]
        if now < number and state[now] == 1:
            cores.append(Island(tuple(path[path.index(now) :]), turns=True))
        for position in path:
            state[position] = 2
    return cores


def _laid(island: Island, leading: Sequence[Sequence[int]]) -> Island:
    """Lay out what leads to an end or into a ring: trees that grow outward, each in its sector."""
    core = set(island.ring)
    trees = {root: [child for child in leading[root] if child not in core] for root in island.ring}
    leaves = {root: sum(_leaves(child, leading) for child in trees[root]) for root in island.ring}
    number = len(island.ring)
    if island.turns:  # alike rings turned alike: the largest tree hangs down
        heaviest = max(range(number), key=lambda place: leaves[island.ring[place]])
        island.ring = island.ring[heaviest:] + island.ring[:heaviest]
    island.radius = max(0.85, 0.17 * number) if island.turns else 0.0
    around = sum(max(1, leaves[root]) for root in island.ring)
    first = max(island.radius + LEVEL, around * LEAF / (2 * pi))
    # As on a clock where the trees leave room for it, else each root has as much as its tree needs.
    even = all(leaves[root] * LEAF <= first * 2 * pi / number for root in island.ring)
    widths = [2 * pi / number if even else 2 * pi * max(1, leaves[root]) / around for root in island.ring]
    at = -pi / 2 + widths[0] / 2
    for root, width in zip(island.ring, widths, strict=True):
        island.places[root] = _polar(island.radius, at - width / 2)
        sector = min(width, leaves[root] * LEAF / first) if island.turns else width
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


def _pack(ends: list[Island], rings: list[Island], room: Point) -> None:
    """Put the ends on the left, one above the other, and the rings in rows of like size beside them."""
    side = max((island.reach for island in ends), default=0.0)
    gap = GAP if room[0] > NARROW else 3 * GAP  # for the name below, as large on a phone as anywhere
    height = sum(2 * island.reach + gap for island in ends)
    left = 2 * side + 2 * GAP if ends else 0.0
    if rings:
        columns = min(range(1, len(rings) + 1), key=lambda number: _cost(rings, number, left, height, room))
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


def _cost(rings: list[Island], columns: int, left: float, height: float, room: Point) -> float:
    """Return how small a picture becomes whose rings stand in so many columns."""
    cells = [2 * row[0].reach + GAP for row in _rows(rings, columns)]
    wide, tall = left + max(cells) * columns, max(height, sum(cells))
    ragged = RAGGED if len(rings) % columns and ceil(len(rings) / columns) > 1 else 1.0
    return max(wide / room[0], tall / room[1]) * ragged
