"""Patterns of winners that repeat for ever, and ranks that make them come true."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from math import lcm
from typing import Final, NamedTuple

from engine.game import Decks, Lay, pickup_order
from engine.rules import Pickup

# Forget the ranks and fix who wins each round, by a pattern that repeats, and with how many pairs of
# cards. Then each card wanders through the same *slots* (whose deck, which pair of the pattern) for
# ever: a circle of slots is an *orbit*, and the cards of an orbit follow each other through it. No game
# has to be played to know which cards meet: two orbits of k and l cards meet at a slot in every
# combination that k and l allow.

PatternRound = tuple[int, int]
"""Who wins a round (1 or 2), and how many cards each player lays in it."""
Slot = tuple[int, int]
"""Whose deck a card is played from (0 or 1), as which pair of the pattern."""
Meeting = tuple[int, int]
"""Two cards."""

NO_WAR: Final = 1
"""Pairs laid in a round without a war."""


class Orbit(NamedTuple):
    """A circle of slots that cards follow each other through."""

    turns: dict[Slot, int]
    """For each slot, the turns of the pattern that the first card takes to get there."""
    cards: int


@dataclass(frozen=True)
class Pattern:
    """Rounds that repeat for ever, from decks of these sizes, picked up in this order."""

    rounds: tuple[PatternRound, ...]
    sizes: tuple[int, int]
    pickup: Pickup
    need: int = 2
    """Pairs that each war adds to a round."""

    @cached_property
    def pairs(self) -> int:
        """Pairs of cards laid in one turn of the pattern."""
        return sum(laid for _, laid in self.rounds)

    @property
    def closes(self) -> bool:
        """Whether one turn leaves both decks as large as before, and none was too small on the way."""
        one, two = self.sizes
        for winner, laid in self.rounds:
            if min(one, two) < laid or (two if winner == 1 else one) == laid:
                return False
            one, two = (one + laid, two - laid) if winner == 1 else (one - laid, two + laid)
        return (one, two) == self.sizes

    def _next_slots(self) -> dict[Slot, tuple[Slot, int]]:
        """Return where the card of each slot is played next, and how many turns begin meanwhile."""
        following: dict[Slot, tuple[Slot, int]] = {}
        ends, start = [*self.sizes], 0
        for winner, laid in self.rounds:
            for place in pickup_order(_lays(laid, self.need), winner, self.pickup, iter(())):
                player, pair = divmod(place, laid)
                turns, at = divmod(ends[winner - 1], self.pairs)
                following[player, start + pair] = (winner - 1, at), turns
                ends[winner - 1] += 1
            start += laid
        return following

    @cached_property
    def orbits(self) -> list[Orbit]:
        """The circles that all slots fall into."""
        left, circles = self._next_slots(), []
        while left:
            slot, turns = next(iter(left)), 0
            circle: dict[Slot, int] = {}
            while slot in left:
                circle[slot] = turns
                slot, more = left.pop(slot)
                turns += more
            circles.append(Orbit(circle, turns))
        return circles

    @cached_property
    def cards(self) -> list[int]:
        """The number of cards in each orbit."""
        return [orbit.cards for orbit in self.orbits]

    @property
    def length(self) -> int:
        """Rounds until every card is back."""
        return len(self.rounds) * lcm(*self.cards)

    @cached_property
    def _orbit_of(self) -> dict[Slot, int]:
        return {slot: number for number, orbit in enumerate(self.orbits) for slot in orbit.turns}

    def _comparisons(self) -> Iterator[tuple[int, int]]:
        """Yield the pair of each comparison, and its winner: 1, 2, or 0 where a war follows."""
        start = 0
        for winner, laid in self.rounds:
            for pair in range(0, laid - 1, self.need):
                yield start + pair, 0
            start += laid
            yield start - 1, winner

    def contradicts_itself(self) -> bool:
        """Return whether the orbits alone show that a card would have to beat itself."""
        below: dict[int, set[int]] = {number: set() for number in range(len(self.orbits))}
        for pair, winner in self._comparisons():
            one, two = self._orbit_of[0, pair], self._orbit_of[1, pair]
            if winner:
                below[one if winner == 1 else two].add(two if winner == 1 else one)
        return _order(below) is None

    def card_at(self, slot: Slot, turn: int) -> int:
        """Return the number of the card played from a slot in a turn of the pattern; turns count from 0."""
        number = self._orbit_of[slot]
        orbit = self.orbits[number]
        return sum(self.cards[:number]) + (turn - orbit.turns[slot]) % orbit.cards

    def meetings(self) -> tuple[set[Meeting], set[Meeting]]:
        """Return the pairs of cards that must be equal, and those whose first card must beat the second."""
        equal: set[Meeting] = set()
        beats: set[Meeting] = set()
        for pair, winner in self._comparisons():
            one, two = (0, pair), (1, pair)
            turns = lcm(self.cards[self._orbit_of[one]], self.cards[self._orbit_of[two]])
            met = {(self.card_at(one, turn), self.card_at(two, turn)) for turn in range(turns)}
            if winner == 0:
                equal |= met
            else:
                beats |= met if winner == 1 else {(two_card, one_card) for one_card, two_card in met}
        return equal, beats

    def decks(self) -> Decks:
        """Return both decks at the start of the pattern, as numbers of cards."""
        one, two = (
            tuple(self.card_at((player, place % self.pairs), place // self.pairs) for place in range(size))
            for player, size in enumerate(self.sizes)
        )
        return one, two


def _order(above: Mapping[int, Iterable[int]]) -> list[int] | None:
    """Return the keys with all that stand above one before it; None if they run in a circle."""
    try:
        return [*TopologicalSorter(above).static_order()]
    except CycleError:
        return None


def _lays(laid: int, need: int) -> tuple[Lay, ...]:
    return (Lay(1, 1), *(Lay(need, need) for _ in range((laid - 1) // need)))


def without_wars(winners: Sequence[int]) -> tuple[PatternRound, ...]:
    """Return a pattern of rounds without a war."""
    return tuple((winner, NO_WAR) for winner in winners)


def necklaces(length: int) -> Iterator[tuple[int, ...]]:
    """Yield each pattern of this many winners, both players equally often, once however it is turned.

    A pattern that repeats a shorter one is left out.

    >>> list(necklaces(4))
    [(1, 1, 2, 2)]
    """
    for bits in range(1 << (length - 1)):
        if 2 * bits.bit_count() == length and _is_first(bits, length):
            yield tuple(2 if bits >> (length - 1 - place) & 1 else 1 for place in range(length))


def _is_first(bits: int, length: int) -> bool:
    """Return whether a pattern is less than every turning of it."""
    mask = (1 << length) - 1
    return all(bits < ((bits << turn | bits >> (length - turn)) & mask) for turn in range(1, length))


# Ranks for cards without one, when it is known which beats which: found, or proved impossible.

MOST_STEPS: Final = 20_000
"""Positions tried before `ranks_of` gives up."""


class Undecided(Exception):  # noqa: N818, it names what happened
    """Ranks were neither found nor proved impossible."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Groups of equal cards that beat the same cards and are beaten by the same."""

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

    Raises `Undecided` after `MOST_STEPS`. Another seed may give other ranks.
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
    """Return the group of each card; cards that must be equal share one."""
    group = list(range(cards))

    def root(card: int) -> int:
        while group[card] != card:
            card = group[card]
        return card

    for one, other in equal:
        group[root(one)] = root(other)
    return [root(card) for card in range(cards)]


def _kinds(sizes: Mapping[int, int], over: set[Meeting]) -> list[Alike]:
    """Merge groups that are alike in size and in what they beat and are beaten by."""
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
    """Fills one rank after the other, lowest first, each with groups that beat none of those left."""

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
        order = _order({kind: one.above for kind, one in enumerate(self._kinds)})
        if order is None:
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
            for kind, cards in level:
                after[kind] -= cards
            rest = self._fill(tuple(after), levels - 1)
            if rest is not None:
                return [level, *rest]
        self._dead.add(left)
        return None

    def _too_many(self, left: tuple[int, ...], levels: int) -> bool:
        """Return whether more cards must come soon than the next ranks hold."""
        due = [0] * (levels + 1)
        for kind, cards in enumerate(left):
            if cards:
                if self._heights[kind] > levels:
                    return True
                due[levels - self._heights[kind]] += cards * self._kinds[kind].size
        cards = 0
        for level in range(levels):
            cards += due[level]
            if cards > (level + 1) * self._copies:
                return True
        return False

    def _choices(self, left: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
        """Yield the ways to fill one rank, the groups under the longest chains first."""
        free = [
            kind
            for kind, count in enumerate(left)
            if count and not any(left[low] for low in self._kinds[kind].below)
        ]
        free.sort(key=lambda kind: (-self._heights[kind], self._tossed[kind]))
        yield from _sums([(kind, left[kind], self._kinds[kind].size) for kind in free], 0, self._copies)


def _sums(free: list[tuple[int, int, int]], start: int, room: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the numbers of groups of each free kind from `start` on that fill the room exactly."""
    if room == 0:
        yield []
    for place in range(start, len(free) if room else 0):
        kind, most, size = free[place]
        for cards in range(min(most, room // size), 0, -1):
            for rest in _sums(free, place + 1, room - cards * size):
                yield [(kind, cards), *rest]
