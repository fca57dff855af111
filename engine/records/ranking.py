"""Ranks for nameless cards of which is known who beats whom: found, or proved impossible."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Final

from engine.records.pattern import Meeting

MOST_STEPS: Final = 20_000
"""Positions looked at before it is left open whether ranks can be given."""


class Undecided(Exception):  # noqa: N818, it names what happened
    """Ranks were neither found nor proved impossible."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Groups of equal cards that have to beat the same cards, and be beaten by the same."""

    groups: tuple[int, ...]
    size: int
    """Cards in each group."""
    above: frozenset[int]
    below: frozenset[int]
    """The kinds above and below, by number."""


def ranks_of(
    cards: int, equal: set[Meeting], beats: set[Meeting], ranks: int, copies: int, *, seed: int = 0
) -> list[int] | None:
    """Return a rank from 0 for each card, each used `copies` times; None if that is impossible.

    Raises `Undecided` where neither is settled soon. Another seed may give other ranks.
    """
    group = _groups(cards, equal)
    members: dict[int, list[int]] = {}
    for card, name in enumerate(group):
        members.setdefault(name, []).append(card)
    over = {(group[high], group[low]) for high, low in beats}
    if any(len(names) > copies for names in members.values()) or any(high == low for high, low in over):
        return None
    kinds = _kinds({name: len(names) for name, names in members.items()}, over)
    levels = _Levels(kinds, ranks, copies, seed).filled()
    if levels is None:
        return None
    rank_of = {name: rank for rank, names in enumerate(levels) for name in names}
    return [rank_of[group[card]] for card in range(cards)]


def _groups(cards: int, equal: set[Meeting]) -> list[int]:
    """Return the group of each card: those that have to be equal share one."""
    group = list(range(cards))

    def root(card: int) -> int:
        while group[card] != card:
            card = group[card]
        return card

    for one, other in equal:
        group[root(one)] = root(other)
    return [root(card) for card in range(cards)]


def _kinds(sizes: Mapping[int, int], over: set[Meeting]) -> list[Alike]:
    """Put groups together that are alike in all that matters."""
    above: dict[int, set[int]] = {name: set() for name in sizes}
    below: dict[int, set[int]] = {name: set() for name in sizes}
    for high, low in over:
        above[low].add(high)
        below[high].add(low)
    alike: dict[tuple[int, frozenset[int], frozenset[int]], list[int]] = {}
    for name, size in sizes.items():
        alike.setdefault((size, frozenset(above[name]), frozenset(below[name])), []).append(name)
    kind_of = {name: number for number, names in enumerate(alike.values()) for name in names}
    return [
        Alike(
            tuple(names),
            size,
            frozenset(kind_of[name] for name in higher),
            frozenset(kind_of[name] for name in lower),
        )
        for (size, higher, lower), names in alike.items()
    ]


class _Levels:
    """Fills one rank after the other, lowest first, each with groups that beat nobody left."""

    def __init__(self, kinds: list[Alike], ranks: int, copies: int, seed: int) -> None:
        self._kinds, self._ranks, self._copies = kinds, ranks, copies
        self._steps = 0
        self._dead: set[tuple[int, ...]] = set()
        self._heights: dict[int, int] = {}
        """How many ranks a kind and the longest chain above it need."""
        draw = random.Random(seed)
        self._tossed = [draw.random() if seed else 0.0 for _ in kinds]

    def filled(self) -> list[list[int]] | None:
        """Return the groups of each rank, or None if there is no way."""
        try:
            order = [
                *TopologicalSorter({kind: one.above for kind, one in enumerate(self._kinds)}).static_order()
            ]
        except CycleError:
            return None
        for kind in order:
            over = self._kinds[kind].above
            self._heights[kind] = 1 + max((self._heights[high] for high in over), default=0)
        taken = self._fill(tuple(len(kind.groups) for kind in self._kinds), self._ranks)
        if taken is None:
            return None
        left = [list(kind.groups) for kind in self._kinds]
        return [[left[kind].pop() for kind, count in level for _ in range(count)] for level in taken]

    def _fill(self, left: tuple[int, ...], levels: int) -> list[list[tuple[int, int]]] | None:
        if levels == 0:
            return []
        if left in self._dead or self._too_many(left, levels):
            return None
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise Undecided
        for level in self._choices(left):
            after = list(left)
            for kind, count in level:
                after[kind] -= count
            rest = self._fill(tuple(after), levels - 1)
            if rest is not None:
                return [level, *rest]
        self._dead.add(left)
        return None

    def _too_many(self, left: tuple[int, ...], levels: int) -> bool:
        """Say whether more cards have to come soon than the next ranks hold."""
        due = [0] * (levels + 1)
        for kind, count in enumerate(left):
            if count:
                if self._heights[kind] > levels:
                    return True
                due[levels - self._heights[kind]] += count * self._kinds[kind].size
        cards = 0
        for level in range(levels):
            cards += due[level]
            if cards > (level + 1) * self._copies:
                return True
        return False

    def _choices(self, left: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
        """Yield what one rank can be filled with, the groups under the longest chains first."""
        free = [
            kind
            for kind, count in enumerate(left)
            if count and not any(left[low] for low in self._kinds[kind].below)
        ]
        free.sort(key=lambda kind: (-self._heights[kind], self._tossed[kind]))
        yield from _sums([(kind, left[kind], self._kinds[kind].size) for kind in free], 0, self._copies)


def _sums(free: list[tuple[int, int, int]], start: int, room: int) -> Iterator[list[tuple[int, int]]]:
    """Yield how many groups of each free kind from `start` on fill the room, more of the first ones first."""
    if room == 0:
        yield []
    for place in range(start, len(free) if room else 0):
        kind, most, size = free[place]
        for count in range(min(most, room // size), 0, -1):
            for rest in _sums(free, place + 1, room - count * size):
                yield [(kind, count), *rest]
