"""Endless deals, built: a pattern of winners first, then the ranks that make it come true.

No random deal of an ordinary pack is known to be endless when the loser's or the winner's cards go
first. But the game can be written backward: choose who wins each round, see which card then has to
beat which, and give the cards such ranks (`engine.records.pattern`, `engine.records.ranking`). What is
built is played, by the kernels, before it is called endless.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import Final

from engine import kernels
from engine.cards import ACE, Deal, Pack
from engine.game import Beats, Cycle, Decks, Reason, comparison, play_rounds
from engine.game.pickup import Lay, pickup_order
from engine.records.pattern import Pattern, necklaces, without_wars
from engine.records.ranking import Undecided, ranks_of
from engine.rules import Order, Pickup, Rules, count

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
    """What a search has looked at, kept apart by how it ended."""

    patterns: int = 0
    closing: int = 0
    """Patterns after which both decks are back, and in which no card has to beat itself."""
    impossible: int = 0
    """Of these, those of which it is proved that no ranks can be given."""
    undecided: int = 0
    unreached: int = 0
    """Those with ranks that no deal of the split was seen to lead to."""

    @property
    def words(self) -> str:
        """What was tried, in a sentence."""
        return (
            f"{count(self.patterns, 'pattern')} tried: {self.closing:,} close without contradiction; "
            f"of these {self.impossible:,} proved to have no ranks, {self.undecided:,} left open, "
            f"{self.unreached:,} not reached from such a deal"
        )


def build(
    rules: Rules, pack: Pack, *, seed: int = 0, patterns: Iterable[Pattern] | None = None, tried: Tried
) -> Built | None:
    """Return an endless deal of a pack in halves, or None where no pattern tried leads to one.

    `tried` takes in what was looked at. Another seed gives other ranks where there are any. Raises
    `ValueError` for rules with random pick-ups, under which no game is endless.
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
    """Yield the patterns that are worth a try: short ones without wars, some with large wars, longer ones."""
    for length in range(2, short + 1, 2):
        yield from peaceful(rules.pickup, pack.size, length, rules.need)
    yield from warlike(rules, pack.size)
    for length in range(short + 2, long + 1, 2):
        yield from peaceful(rules.pickup, pack.size, length, rules.need)


def peaceful(pickup: Pickup, cards: int, length: int, need: int = 2) -> Iterator[Pattern]:
    """Yield every pattern of so many rounds without a war, from every split of so many cards."""
    for winners in necklaces(length):
        rounds = without_wars(winners)
        yield from (Pattern(rounds, sizes, pickup, need) for sizes in _splits(cards, 1))


def warlike(rules: Rules, cards: int) -> Iterator[Pattern]:
    """Yield patterns of one large war for each player, with rounds that go to and fro between them.

    A half of the pattern is a war that one player wins, so many rounds won in turn, and a war that the
    other wins; the second half is the first with the players exchanged. Random games of small packs hint
    at them: the cycles that these have when the winner's cards go first are mostly of this kind.
    """
    wars = range(1 + rules.need, cards // 2 + 1, rules.need)
    for laid, turns, first, other in product(wars, range(cards // 2), (1, 2), (1, 2)):
        to_and_fro = [(first, 1), (3 - first, 1)] * turns
        half = [(1, laid), *to_and_fro, (other, laid)]
        rounds = tuple(half + [(3 - winner, pairs) for winner, pairs in half])
        for sizes in _splits(cards, laid):
            yield Pattern(rounds, sizes, rules.pickup, rules.need)


def _splits(cards: int, least: int) -> list[tuple[int, int]]:
    """Return the sizes of two decks of at least so many cards, halves first."""
    splits = [(one, cards - one) for one in range(least, cards - least + 1)]
    return sorted(splits, key=lambda sizes: abs(sizes[0] - sizes[1]))


def _dealt(rules: Rules, pack: Pack, pattern: Pattern, ranks: list[int]) -> Built | None:
    """Return the deal from which the rules lead into a pattern, played to make sure."""
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
    """Return the ranks of a pack from the lowest to the highest, as the order has it."""
    ranks = [pack.rank_of(card) for card in range(0, pack.size, pack.copies)]
    if order is Order.LOW_WINS:
        return ranks[::-1]
    if order is Order.ACE_LOW and ACE in ranks:
        return [ACE, *(rank for rank in ranks if rank != ACE)]
    return ranks


def before(deal: Deal, rules: Rules, pattern: Pattern, first: int) -> Deal | None:
    """Return the nearest position before one of a pattern's first turn in which player 1 has `first` cards.

    Rounds are taken back from the longer deck, each won with one pair of cards; None where a pair at its
    bottom was not won by its owner.
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
    """Return the decks before a round without a war that `winner` won; None if it was not so won."""
    deck, other = list(decks[winner - 1]), list(decks[2 - winner])
    table, deck = deck[-2:], deck[:-2]
    cards = [0, 0]
    for place, card in zip(pickup_order((Lay(1, 1),), winner, pickup, iter(())), table, strict=True):
        cards[place] = card
    if not beats(cards[winner - 1], cards[2 - winner]):
        return None
    deck, other = [cards[winner - 1], *deck], [cards[2 - winner], *other]
    return (tuple(deck), tuple(other)) if winner == 1 else (tuple(other), tuple(deck))
