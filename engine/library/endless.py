"""Build deals that never end: a pattern of winners first, then the ranks that make it come true."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice, product
from typing import Final

import numpy as np

from engine import kernels
from engine.cards import ACE, STANDARD_PACK, Deal, Pack
from engine.game import Beats, Cycle, Decks, Lay, Reason, comparison, pickup_order, play_rounds
from engine.kernels.patterns import PatternSlots, go_through
from engine.library.patterns import Meeting, Pattern, Undecided, necklaces, ranks_of, without_wars
from engine.library.records import LONGEST_PATTERN, Evidence
from engine.numbers import count
from engine.rules import Order, Pickup, Rules

# No random deal of an ordinary pack is known to be endless when the loser's or the winner's cards go
# first. But the game can be written backward: choose who wins each round, see which card then has to
# beat which, and give the cards such ranks (`engine.library.patterns`). What is built is played, by the
# kernels, before it is called endless.

SHORT: Final = 10
LONG: Final = 14
"""Rounds of the patterns without wars that are tried before those with wars, and after them."""


@dataclass(frozen=True, slots=True)
class Built:
    """An endless deal, and the pattern that it follows from its cycle on."""

    deal: Deal
    rules: Rules
    pattern: Pattern
    cycle: Cycle
    wars: int
    """Wars in one turn of the cycle."""


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
            f"{count(self.patterns, 'pattern')} tried: {self.closing:,} close without contradiction; "
            f"of these {self.impossible:,} proved to have no ranks, {self.undecided:,} left open, "
            f"{self.unreached:,} not reached from such a deal"
        )


def build(
    rules: Rules, pack: Pack, *, seed: int = 0, patterns: Iterable[Pattern] | None = None, tried: Tried
) -> Built | None:
    """Return an endless deal of a pack in halves, or None if no pattern leads to one.

    `tried` counts the patterns. Another seed gives other ranks where there are any. Raises `ValueError`
    for rules with random pickups, under which no game is endless.
    """
    if not rules.deterministic:
        raise ValueError(f"pickup {rules.pickup} is left to chance, so no game is endless: take another one")
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


def patterns_of(rules: Rules, pack: Pack, *, short: int = SHORT, long: int = LONG) -> Iterator[Pattern]:
    """Yield the patterns to try: short ones without wars, some with large wars, longer ones without."""
    for length in range(2, short + 1, 2):
        yield from peaceful(rules.pickup, pack.size, length, rules.need)
    yield from warlike(rules, pack.size)
    for length in range(short + 2, long + 1, 2):
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
    for laid, turns, first, other in product(wars, range(cards // 2), (1, 2), (1, 2)):
        to_and_fro = [(first, 1), (3 - first, 1)] * turns
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
    printed = _printed(pack, rules.order)
    one, two = (tuple(printed[ranks[card]] for card in deck) for deck in pattern.decks())
    start = before(Deal(one, two), rules, pattern, (pack.size + 1) // 2)
    if start is None:
        return None
    game = kernels.decide(start, rules)
    if game.outcome.reason is not Reason.CYCLE or game.cycle is None:
        return None
    wars = sum((laid - 1) // rules.need for _, laid in pattern.rounds)
    return Built(start, rules, pattern, game.cycle, wars * game.cycle.length // len(pattern.rounds))


def _printed(pack: Pack, order: Order) -> list[int]:
    """Return the ranks of a pack from the lowest to the highest by an order."""
    ranks = [pack.rank_of(card) for card in range(0, pack.size, pack.copies)]
    if order is Order.LOW_WINS:
        return ranks[::-1]
    if order is Order.ACE_LOW and ACE in ranks:
        return [ACE, *(rank for rank in ranks if rank != ACE)]
    return ranks


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
    deck, other = list(decks[winner - 1]), list(decks[2 - winner])
    table, deck = deck[-2:], deck[:-2]
    cards = [0, 0]
    for place, card in zip(pickup_order((Lay(1, 1),), winner, pickup, iter(())), table, strict=True):
        cards[place] = card
    if not beats(cards[winner - 1], cards[2 - winner]):
        return None
    deck, other = [cards[winner - 1], *deck], [cards[2 - winner], *other]
    return (tuple(deck), tuple(other)) if winner == 1 else (tuple(other), tuple(deck))


# Every pattern of winners without wars up to some length, tried for a pack: a deal or a proof.

LEADS: Final = {Pickup.WINNER_FIRST: True, Pickup.LOSER_FIRST: False}
"""The pickup orders that this is done for, and whether the winner's cards go first."""
AT_ONCE: Final = 65_536
"""Patterns that the kernel collects per call."""


def every_pattern(rules: Rules, pack: Pack, rounds: int, tried: Tried) -> Iterator[Pattern]:
    """Yield the patterns in which no card has to beat itself; `tried` counts the others."""
    kept, slots = np.zeros((AT_ONCE + pack.size, 2), np.int64), PatternSlots.make()
    start = 0
    while start < 1 << (rounds - 1):
        start, patterns, left = go_through(start, rounds, pack.size, LEADS[rules.pickup], slots, kept)
        tried.patterns += patterns - left
        for bits, one in kept[:left].tolist():
            winners = [2 if bits >> (rounds - 1 - place) & 1 else 1 for place in range(rounds)]
            yield Pattern(without_wars(winners), (one, pack.size - one), rules.pickup, rules.need)


def gone_through(rules: Rules, pack: Pack, rounds: int, *, seed: int = 0) -> tuple[Evidence, list[Built]]:
    """Try every pattern of up to `rounds` rounds; return the counts and every deal that was built.

    Raises `ValueError` for other pickup orders, and for more than `LONGEST_PATTERN` rounds.
    """
    if rules.pickup not in LEADS:
        raise ValueError(f"pickup {rules.pickup} cannot be gone through: take {' or '.join(LEADS)}")
    if rounds > LONGEST_PATTERN:
        raise ValueError(f"rounds {rounds} are too many to go through: take up to {LONGEST_PATTERN}")
    tried, built = Tried(), list[Built]()
    for length in range(2, rounds + 1, 2):
        patterns = every_pattern(rules, pack, length, tried)
        while (one := build(rules, pack, seed=seed, patterns=patterns, tried=tried)) is not None:
            built.append(one)
    came = Evidence(
        pack=pack.text,
        pickup=rules.pickup,
        face_down=None,
        rounds=rounds,
        patterns=tried.patterns,
        closing=tried.closing,
        impossible=tried.impossible,
        undecided=tried.undecided,
        unreached=tried.unreached,
        built=len(built),
    )
    return came, built


# The construction of an endless deal of an ordinary pack, for the Records page.

RULES: Final = Rules()
"""The loser's cards first, aces high; no war is fought, so no other rule matters."""
FOUR_EACH: Final = Pattern(without_wars([2] * 4 + [1] * 4), (24, 28), RULES.pickup)
FIRST: Final = Deal.parse("6T278J78KA244Q689A234Q4TQA/9K7TJK355869JK357J6T9A253Q")


@dataclass(frozen=True)
class Construction:
    """An endless deal with the pattern of winners that it was built from."""

    deal: Deal
    cycle: Cycle
    pattern: Pattern

    @cached_property
    def beats(self) -> set[Meeting]:
        """Pairs of cards that meet, the one that beats the other first."""
        return self.pattern.meetings()[1]

    @cached_property
    def rank_of(self) -> dict[int, int]:
        """The rank of each card."""
        before = islice(play_rounds(self.deal, RULES), self.cycle.start - 1, self.cycle.start)
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


@lru_cache(maxsize=64)
def construction(number: int) -> Construction:
    """Return the first deal that was built (0), or another one from the same pattern of winners."""
    if number == 0:
        return Construction(FIRST, Cycle(3, FOUR_EACH.length), FOUR_EACH)
    built = build(RULES, STANDARD_PACK, seed=number, patterns=[FOUR_EACH], tried=Tried())
    assert built is not None, "the pattern has ranks, whatever the seed"
    return Construction(built.deal, built.cycle, FOUR_EACH)
