"""Build deals that never end: a pattern of winners first, then the ranks that make it come true."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate, islice, product
from math import lcm
from typing import Final, NamedTuple

import numpy as np

from engine import kernels
from engine.cards import STANDARD_PACK, Deal, Pack
from engine.game import Beats, Cycle, Decks, Lay, Reason, ascending, comparison, pickup_order, play_rounds
from engine.kernels import PatternSlots, go_through
from engine.library.records import LONGEST_PATTERN, Evidence
from engine.numbers import count
from engine.rules import Pickup, Rules

# No random deal of an ordinary pack is known to be endless when the loser's or the winner's cards go
# first. But the game can be written backward: choose who wins each round, see which card then has to
# beat which, and give the cards such ranks. What is built is played, by the kernels, before it is called
# endless.

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


class Orbit(NamedTuple):
    """A circle of slots that cards follow each other through."""

    repeats: dict[Slot, int]
    """For each slot, the repeats of the pattern that the first card takes to get there."""
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
        """Pairs of cards laid in one repeat of the pattern."""
        return sum(laid for _, laid in self.rounds)

    @property
    def closes(self) -> bool:
        """Whether one repeat leaves both decks as large as before, and none was too small on the way."""
        one, two = self.sizes
        for winner, laid in self.rounds:
            if min(one, two) < laid or (two if winner == 1 else one) == laid:
                return False
            one, two = (one + laid, two - laid) if winner == 1 else (one - laid, two + laid)
        return (one, two) == self.sizes

    def _next_slots(self) -> dict[Slot, tuple[Slot, int]]:
        """Return where the card of each slot is played next, and how many repeats begin meanwhile."""
        following: dict[Slot, tuple[Slot, int]] = {}
        ends, start = [*self.sizes], 0
        for winner, laid in self.rounds:
            lays = (Lay(1, 1), *[Lay(self.need, self.need)] * ((laid - 1) // self.need))
            for place in pickup_order(lays, winner, self.pickup, iter(())):
                player, pair = divmod(place, laid)
                repeats, at = divmod(ends[winner - 1], self.pairs)
                following[player, start + pair] = (winner - 1, at), repeats
                ends[winner - 1] += 1
            start += laid
        return following

    @cached_property
    def orbits(self) -> list[Orbit]:
        """The circles that all slots fall into."""
        left, circles = self._next_slots(), []
        while left:
            slot, repeats = next(iter(left)), 0
            circle: dict[Slot, int] = {}
            while slot in left:
                circle[slot] = repeats
                slot, more = left.pop(slot)
                repeats += more
            circles.append(Orbit(circle, repeats))
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
        return {slot: number for number, orbit in enumerate(self.orbits) for slot in orbit.repeats}

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

    def card_at(self, slot: Slot, repeat: int) -> int:
        """Return the number of the card played from a slot in a repeat of the pattern, from 0."""
        number = self._orbit_of[slot]
        orbit = self.orbits[number]
        return sum(self.cards[:number]) + (repeat - orbit.repeats[slot]) % orbit.cards

    def meetings(self) -> tuple[set[Meeting], set[Meeting]]:
        """Return the pairs of cards that must be equal, and those whose first card must beat the second."""
        equal: set[Meeting] = set()
        beats: set[Meeting] = set()
        for pair, winner in self._comparisons():
            one, two = (0, pair), (1, pair)
            repeats = lcm(self.cards[self._orbit_of[one]], self.cards[self._orbit_of[two]])
            met = {(self.card_at(one, repeat), self.card_at(two, repeat)) for repeat in range(repeats)}
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


def without_wars(winners: Sequence[int]) -> tuple[PatternRound, ...]:
    """Return a pattern of rounds without a war."""
    return tuple((winner, 1) for winner in winners)


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
    return all(bits < ((bits << shift | bits >> (length - shift)) & mask) for shift in range(1, length))


# Ranks for cards without one, when it is known which beats which: found, or proved impossible.

MOST_STEPS: Final = 20_000  # positions tried before `ranks_of` gives up


class Undecided(Exception):  # noqa: N818, it names what happened
    """Ranks were neither found nor proved impossible."""


class Alike(NamedTuple):
    """Groups of equal cards that beat the same cards and are beaten by the same."""

    groups: tuple[int, ...]
    size: int
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
    sizes = Counter(group)
    over = {(group[high], group[low]) for high, low in beats}
    if max(sizes.values()) > copies or any(high == low for high, low in over):
        return None
    levels = _Levels(_kinds(sizes, over), ranks, copies, seed).filled()
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
        return [[left[kind].pop() for kind, cards in level for _ in range(cards)] for level in taken]

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
        due = [0] * levels
        for kind, cards in enumerate(left):
            if cards:
                if self._heights[kind] > levels:
                    return True
                due[levels - self._heights[kind]] += cards * self._kinds[kind].size
        return any(cards > level * self._copies for level, cards in enumerate(accumulate(due), 1))

    def _choices(self, left: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
        """Yield the ways to fill one rank, the groups under the longest chains first."""
        free = [
            kind
            for kind, number in enumerate(left)
            if number and not any(left[low] for low in self._kinds[kind].below)
        ]
        free.sort(key=lambda kind: (-self._heights[kind], self._tossed[kind]))
        yield from _sums([(kind, left[kind], self._kinds[kind].size) for kind in free], 0, self._copies)


def _sums(free: list[tuple[int, int, int]], start: int, free_places: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the numbers of groups of each free kind from `start` on that fill the room exactly."""
    if free_places == 0:
        yield []
    for place in range(start, len(free) if free_places else 0):
        kind, most, size = free[place]
        for cards in range(min(most, free_places // size), 0, -1):
            for rest in _sums(free, place + 1, free_places - cards * size):
                yield [(kind, cards), *rest]


# Patterns to try, and the deals that lead into them.


@dataclass(frozen=True)
class Built:
    """An endless deal, and the pattern that it follows from its cycle on."""

    deal: Deal
    rules: Rules
    pattern: Pattern
    cycle: Cycle
    wars: int
    """Wars in one repeat of the cycle."""

    @cached_property
    def beats(self) -> set[Meeting]:
        """Pairs of cards that meet, the one that beats the other first."""
        return self.pattern.meetings()[1]

    @cached_property
    def rank_of(self) -> dict[int, int]:
        """The rank of each card."""
        before = islice(play_rounds(self.deal, self.rules), self.cycle.start - 1, self.cycle.start)
        (one, two), (cards_1, cards_2) = next(before).before, self.pattern.decks()
        return dict(zip((*cards_1, *cards_2), (*one, *two), strict=True))

    @cached_property
    def levels(self) -> list[list[int]]:
        """The cards by the length of the longest chain of cards above them, the shortest first."""
        left, levels = set(self.rank_of), []
        while left:
            beaten = {low for high, low in self.beats if high in left}
            levels.append(sorted(left - beaten))
            left &= beaten
        return levels


@dataclass(slots=True)
class Tried:
    """The patterns that a search has tried, counted by result."""

    patterns: int = 0
    closing: int = 0
    """Patterns that leave both decks as they were and in which no card has to beat itself."""
    impossible: int = 0
    """Closing patterns that are proved to have no ranks."""
    undecided: int = 0
    unreached: int = 0
    """Closing patterns with ranks to which no deal in halves was found to lead."""

    @property
    def words(self) -> str:
        """A sentence for people."""
        return (
            f"{count(self.patterns, 'pattern')} tried; loops without a contradiction: {self.closing:,} "
            f"(no ranks fit: {self.impossible:,}, undecided: {self.undecided:,}, "
            f"no deal found that leads there: {self.unreached:,})"
        )


def build(
    rules: Rules, pack: Pack, *, seed: int = 0, patterns: Iterable[Pattern] | None = None, tried: Tried
) -> Built | None:
    """Return an endless deal of a pack in halves, or None if no pattern leads to one.

    `tried` counts the patterns. Another seed gives other ranks where there are any. Raises `ValueError`
    for rules with random pickups, under which no game is endless.
    """
    if not rules.deterministic:
        raise ValueError("with a random pick-up every game ends: use a fixed pick-up order")
    for pattern in patterns_of(rules, pack) if patterns is None else patterns:
        tried.patterns += 1
        if not pattern.closes or pattern.contradicts_itself():
            continue
        tried.closing += 1
        equal, beats = pattern.meetings()
        try:
            ranks = ranks_of(pack.size, equal, beats, pack.ranks, pack.copies, seed=seed)
        except Undecided:
            tried.undecided += 1
            continue
        if ranks is None:
            tried.impossible += 1
            continue
        built = _dealt(rules, pack, pattern, ranks)
        if built is not None:
            return built
        tried.unreached += 1
    return None


def patterns_of(rules: Rules, pack: Pack, *, long: int = 14) -> Iterator[Pattern]:
    """Yield the patterns to try: short ones without wars, some with large wars, longer ones without.

    long: up to how many rounds without a war the last ones have.
    """
    for length in range(2, 11, 2):
        yield from peaceful(rules.pickup, pack.size, length, rules.need)
    yield from warlike(rules, pack.size)
    for length in range(12, long + 1, 2):
        yield from peaceful(rules.pickup, pack.size, length, rules.need)


def peaceful(pickup: Pickup, cards: int, length: int, need: int = 2) -> Iterator[Pattern]:
    """Yield every pattern of `length` rounds without a war, from every split of the cards."""
    for winners in necklaces(length):
        rounds = without_wars(winners)
        yield from (Pattern(rounds, sizes, pickup, need) for sizes in _splits(cards, 1))


def warlike(rules: Rules, cards: int) -> Iterator[Pattern]:
    """Yield patterns of one large war for each player, with rounds won in turn between them.

    The first half of the pattern is a war that one player wins, some rounds won in turn, and a war that the
    other wins; the second half is the first with the players exchanged. Most cycles of shuffled small packs
    by the winner's cards first are of this kind.
    """
    wars = range(1 + rules.need, cards // 2 + 1, rules.need)
    for laid, swings, first, other in product(wars, range(cards // 2), (1, 2), (1, 2)):
        to_and_fro = [(first, 1), (3 - first, 1)] * swings
        half = [(1, laid), *to_and_fro, (other, laid)]
        rounds = tuple(half + [(3 - winner, pairs) for winner, pairs in half])
        for sizes in _splits(cards, laid):
            yield Pattern(rounds, sizes, rules.pickup, rules.need)


def _splits(cards: int, least: int) -> list[tuple[int, int]]:
    """Return the sizes of two decks of at least `least` cards, the most equal first."""
    splits = [(one, cards - one) for one in range(least, cards - least + 1)]
    return sorted(splits, key=lambda sizes: abs(sizes[0] - sizes[1]))


def _dealt(rules: Rules, pack: Pack, pattern: Pattern, ranks: list[int]) -> Built | None:
    """Return the deal that leads into a pattern, played to make sure; None if there is none."""
    printed = ascending((pack.rank_of(card) for card in range(0, pack.size, pack.copies)), rules.order)
    one, two = (tuple(printed[ranks[card]] for card in deck) for deck in pattern.decks())
    start = before(Deal(one, two), rules, pattern, (pack.size + 1) // 2)
    if start is None:
        return None
    game = kernels.decide(start, rules)
    if game.outcome.reason is not Reason.CYCLE or game.cycle is None:
        return None
    wars = sum((laid - 1) // rules.need for _, laid in pattern.rounds)
    return Built(start, rules, pattern, game.cycle, wars * game.cycle.length // len(pattern.rounds))


def before(deal: Deal, rules: Rules, pattern: Pattern, first: int) -> Deal | None:
    """Return the nearest position before a pattern's first turn in which player 1 has `first` cards.

    Takes rounds back from the longer deck, each won with one pair of cards; None if a pair at the bottom of
    the deck was not won by its owner.
    """
    beats = comparison(deal, rules.order)
    rounds = islice(play_rounds(deal, rules), len(pattern.rounds) - 1)
    starts = [deal, *(Deal(*this.decks) for this in rounds)]
    starts.sort(key=lambda start: abs(len(start.deck_1) - first))
    for start in starts:
        decks: Decks | None = (start.deck_1, start.deck_2)
        while decks is not None and len(decks[0]) != first:
            decks = _taken_back(decks, 1 if len(decks[0]) > first else 2, rules.pickup, beats)
        if decks is not None:
            return Deal(*decks)
    return None


def _taken_back(decks: Decks, winner: int, pickup: Pickup, beats: Beats) -> Decks | None:
    """Return the decks before a round without a war that `winner` won; None if they did not win it."""
    deck, other = decks[winner - 1], decks[2 - winner]
    cards = dict(zip(pickup_order((Lay(1, 1),), winner, pickup, iter(())), deck[-2:], strict=True))
    if not beats(cards[winner - 1], cards[2 - winner]):
        return None
    deck, other = (cards[winner - 1], *deck[:-2]), (cards[2 - winner], *other)
    return (deck, other) if winner == 1 else (other, deck)


# Every pattern of winners without wars up to some length, tried for a pack: a deal or a proof.

LEADS: Final = {Pickup.WINNER_FIRST: True, Pickup.LOSER_FIRST: False}
"""The pickup orders that this is done for, and whether the winner's cards go first."""
AT_ONCE: Final = 65_536  # patterns that the kernel collects per call


def every_pattern(rules: Rules, pack: Pack, rounds: int, tried: Tried) -> Iterator[Pattern]:
    """Yield the patterns in which no card has to beat itself; `tried` counts the others."""
    found, slots = np.zeros((AT_ONCE + pack.size, 2), np.int64), PatternSlots.make()
    start = 0
    while start < 1 << (rounds - 1):
        start, patterns, left = go_through(start, rounds, pack.size, LEADS[rules.pickup], slots, found)
        tried.patterns += patterns - left
        for bits, one in found[:left].tolist():
            winners = [2 if bits >> (rounds - 1 - place) & 1 else 1 for place in range(rounds)]
            yield Pattern(without_wars(winners), (one, pack.size - one), rules.pickup, rules.need)


def gone_through(rules: Rules, pack: Pack, rounds: int, *, seed: int = 0) -> Evidence:
    """Try every pattern of up to `rounds` rounds, and count them.

    Raises `ValueError` for other pickup orders, and for more than `LONGEST_PATTERN` rounds.
    """
    if rules.pickup not in LEADS:
        raise ValueError(f"pickup {rules.pickup} is not supported here: use {' or '.join(LEADS)}")
    if rounds > LONGEST_PATTERN:
        raise ValueError(f"rounds {rounds} are too many: use up to {LONGEST_PATTERN}")
    tried, built = Tried(), 0
    for length in range(2, rounds + 1, 2):
        patterns = every_pattern(rules, pack, length, tried)
        while build(rules, pack, seed=seed, patterns=patterns, tried=tried) is not None:
            built += 1
    counts = asdict(tried)
    return Evidence(pack=pack.text, pickup=rules.pickup, face_down=None, rounds=rounds, **counts, built=built)


# The construction of an endless deal of an ordinary pack, for the Records page.

RULES: Final = Rules()
"""The loser's cards first, aces high; no war is fought, so no other rule matters."""
FOUR_EACH: Final = Pattern(without_wars([2] * 4 + [1] * 4), (24, 28), RULES.pickup)
FIRST: Final = Deal.parse("6T278J78KA244Q689A234Q4TQA/9K7TJK355869JK357J6T9A253Q")


@lru_cache(maxsize=64)
def construction(number: int) -> Built:
    """Return the first deal that was built (0), or another one from the same pattern of winners."""
    if number == 0:
        return Built(FIRST, RULES, FOUR_EACH, Cycle(3, FOUR_EACH.length), wars=0)
    built = build(RULES, STANDARD_PACK, seed=number, patterns=[FOUR_EACH], tried=Tried())
    assert built is not None, "the pattern has ranks, whatever the seed"
    return built
