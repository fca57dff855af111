"""The referee: plays one deal by the rules, round by round. This is the law.

It is written to be read beside the rules' text and is what the replay shows. Everything else that
plays games (`engine.kernels`) is an optimisation of this file and is checked against it.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.cards import ACE, Deal, stream
from engine.game.pickup import Lay, pickup_order
from engine.rules import BothOut, Order, Rules, Shortfall

LIMIT: Final = 10_000_000
"""Rounds after which a game is cut off (reason `limit`) unless the caller says otherwise. It guards
games with random pick-ups, which end with probability one but at no fixed time."""

CARDS_KEPT: Final = 4_000_000
"""Cards in all the earlier positions remembered while looking for a repeat: 77,000 positions of 52
cards, some 50 MB at the most however long the game and however large the decks."""

Deck = tuple[int, ...]
Decks = tuple[Deck, Deck]
Beats = Callable[[int, int], bool]


OPENING: Final = (Lay(1, 1),)


class Reason(StrEnum):
    """Why a game ended."""

    DECK_EMPTY = "deck_empty"
    """A round should start and a player has no card."""
    SHORTFALL = "shortfall"
    """A player could not pay for a war: lost, or drawn under `Shortfall.DRAW`."""
    BOTH_OUT = "both_out"
    """Both were short by the same number and nobody wins."""
    CYCLE = "cycle"
    """Both decks came back: endless, and that is the proof."""
    LIMIT = "limit"
    """Cut off by the caller's round limit; says nothing about the game."""
    EMPTY_START = "empty_start"
    """A deck was empty in the deal."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (1, 2, or 0 for nobody) and why the game ended."""

    winner: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Cycle:
    """The proof of an endless game: the position before round `start` is back `length` rounds later."""

    start: int
    length: int


class Round(NamedTuple):
    """One round: from turning the top cards until they are picked up, or until the game ended in it."""

    number: int
    before: Decks
    """Both decks before it."""
    lays: tuple[Lay, ...]
    cards_1: tuple[int, ...]
    cards_2: tuple[int, ...]
    """The ranks each player laid, in played order."""
    winner: int
    """Who took the table: 1, 2, or 0 when the game ended before it was taken."""
    order: tuple[int, ...]
    """The pick-up: places in `cards_1 + cards_2`, uppermost first. Empty when not taken."""
    wars: int
    """Ties in this round, fought or not: the round's depth."""
    decks: Decks
    """Both decks after it, or when the game ended in it."""

    @property
    def sizes(self) -> tuple[int, int]:
        """Both deck sizes before it."""
        return len(self.before[0]), len(self.before[1])

    @property
    def face_up(self) -> tuple[tuple[int, int], ...]:
        """The pairs of ranks compared, one a battle."""
        pairs, last_1, last_2 = [], -1, -1
        for lay in self.lays:
            last_1, last_2 = last_1 + lay.cards_1, last_2 + lay.cards_2
            pairs.append((self.cards_1[last_1], self.cards_2[last_2]))
        return tuple(pairs)

    @property
    def plays(self) -> int:
        """Pairs of cards laid; where one lays fewer, the larger number counts."""
        return sum(max(lay.cards_1, lay.cards_2) for lay in self.lays)


@dataclass(frozen=True, slots=True)
class Ending:
    """How the rounds of a game ended: the outcome and the decks at that moment."""

    outcome: Outcome
    decks: Decks
    cycle: Cycle | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game, in the five counters and the end position."""

    deal: Deal
    rules: Rules
    outcome: Outcome
    rounds: int
    battles: int
    plays: int
    wars: int
    depth: int
    steals: int
    stolen: int
    decks: Decks
    """Both decks when the game stopped, top card first; an endless game stops where it repeats."""
    after_round_1: Decks | None
    """Both decks after the first pick-up, None if the game ended before it."""
    cycle: Cycle | None

    @property
    def sizes(self) -> tuple[int, int]:
        """Both deck sizes when the game stopped, cards on the table not counted."""
        return len(self.decks[0]), len(self.decks[1])

    @property
    def table(self) -> int:
        """Cards on the table when the game stopped."""
        return self.deal.size - sum(self.sizes)


def play(
    deal: Deal,
    rules: Rules,
    *,
    seed: int = 0,
    number: int = 0,
    limit: int = LIMIT,
    watch: Callable[[Round], object] | None = None,
) -> Game:
    """Play a deal to its end and count; `watch` sees every round as it is played.

    `seed` and `number` choose the game's own random stream, which only random pick-ups use.

    >>> game = play(Deal.parse("23/4"), Rules())
    >>> game.outcome.reason.value, game.cycle
    ('cycle', Cycle(start=1, length=2))
    """
    rounds = battles = plays = wars = depth = steals = stolen = 0
    after_round_1 = None
    played = play_rounds(deal, rules, seed=seed, number=number, limit=limit)
    while True:
        try:
            this = next(played)
        except StopIteration as stop:
            ending: Ending = stop.value
            break
        rounds += 1
        battles += len(this.lays)
        plays += this.plays
        if this.wars:
            wars += this.wars
            depth = max(depth, this.wars)
            thefts = [abs(lay.stolen) for lay in this.lays if lay.stolen]
            steals += len(thefts)
            stolen += sum(thefts)
        if rounds == 1 and this.winner:
            after_round_1 = this.decks
        if watch is not None:
            watch(this)
    return Game(
        deal=deal,
        rules=rules,
        outcome=ending.outcome,
        rounds=rounds,
        battles=battles,
        plays=plays,
        wars=wars,
        depth=depth,
        steals=steals,
        stolen=stolen,
        decks=ending.decks,
        after_round_1=after_round_1,
        cycle=ending.cycle,
    )


def play_rounds(
    deal: Deal,
    rules: Rules,
    *,
    seed: int = 0,
    number: int = 0,
    limit: int = LIMIT,
    cards_kept: int = CARDS_KEPT,
) -> Generator[Round, None, Ending]:
    """Yield the rounds of a game; the generator's value is how it ended.

    A game is proved endless by the exact repeat of both decks at the start of a round, and yields
    each round up to the first repeat once. Earlier positions are kept for every round as long as
    they fit in `cards_kept` cards, then for every second, every fourth ...; since a repeat may then
    be seen a little late, the newest rounds are held back until they are known to be new.
    """
    decks = (deal.deck_1, deal.deck_2)
    random = stream.words(stream.stream_key(stream.PLAYING, seed, number))
    beats = comparison(deal, rules.order)
    earlier: dict[Decks, int] = {}
    stride = 1
    held: deque[Round] = deque()
    upcoming = 1
    while True:
        if not decks[0] or not decks[1]:
            ending = Ending(_emptied(decks, at_start=upcoming == 1), decks)
            break
        if rules.deterministic:
            if decks in earlier:
                cycle = Cycle(earlier[decks], upcoming - earlier[decks])
                if stride > 1:
                    cycle = _first_cycle(deal, rules, cycle.length)
                    while held and held[-1].number >= cycle.start + cycle.length:
                        decks = held.pop().before
                ending = Ending(Outcome(0, Reason.CYCLE), decks, cycle)
                break
            if (upcoming - 1) % stride == 0:
                earlier[decks] = upcoming
            # Two at least: the deal alone would never see a cycle that starts later.
            if len(earlier) * deal.size > cards_kept and len(earlier) > 2:
                stride *= 2
                earlier = {kept: at for kept, at in earlier.items() if (at - 1) % stride == 0}
        if upcoming > limit:
            ending = Ending(Outcome(0, Reason.LIMIT), decks)
            break
        this, ended = _play_round(upcoming, decks, rules, beats, random)
        decks = this.decks
        upcoming += 1
        held.append(this)
        while len(held) > stride:
            yield held.popleft()
        if ended is not None:
            ending = Ending(ended, decks)
            break
    yield from held
    return ending


def _emptied(decks: Decks, *, at_start: bool) -> Outcome:
    """Return the outcome when a round should start and a deck is empty: that player has lost."""
    reason = Reason.EMPTY_START if at_start else Reason.DECK_EMPTY
    if not decks[0] and not decks[1]:
        return Outcome(0, reason)
    return Outcome(1 if decks[0] else 2, reason)


def play_round(number: int, decks: Decks, rules: Rules, beats: Beats) -> tuple[Round, Outcome | None]:
    """Play one round from any two decks that are not empty, with a pick-up that the deal settles.

    Returns the round and, if the game ended inside it, the outcome. `beats` is `comparison` of the
    deal. For those who go on from positions that no game reaches; a game is `play_rounds`.
    """
    return _play_round(number, decks, rules, beats, iter(()))


def _play_round(
    number: int,
    decks: Decks,
    rules: Rules,
    beats: Beats,
    random: Iterator[int],
) -> tuple[Round, Outcome | None]:
    """Play one round from two decks that are not empty.

    Returns the round and, if the game ended inside it, the outcome.
    """
    deck_1, deck_2 = decks
    table_1, deck_1 = deck_1[:1], deck_1[1:]
    table_2, deck_2 = deck_2[:1], deck_2[1:]
    lays: tuple[Lay, ...] = OPENING
    wars = 0
    while table_1[-1] == table_2[-1]:
        wars += 1
        if min(len(deck_1), len(deck_2)) >= rules.need:
            lay = Lay(rules.need, rules.need)
        else:
            answer = _shortfall(len(deck_1), len(deck_2), rules)
            if isinstance(answer, Outcome):
                ended = Round(number, decks, lays, table_1, table_2, 0, (), wars, (deck_1, deck_2))
                return ended, answer
            lay = answer
        lays += (lay,)
        (laid_1, laid_2), (deck_1, deck_2) = lay_cards(lay, (deck_1, deck_2))
        table_1, table_2 = table_1 + laid_1, table_2 + laid_2
    winner = 1 if beats(table_1[-1], table_2[-1]) else 2
    order = pickup_order(lays, winner, rules.pickup, random)
    table = table_1 + table_2
    taken = tuple([table[place] for place in order])
    if winner == 1:
        deck_1 += taken
    else:
        deck_2 += taken
    return Round(number, decks, lays, table_1, table_2, winner, order, wars, (deck_1, deck_2)), None


def lay_cards(lay: Lay, decks: Decks) -> tuple[Decks, Decks]:
    """Return the cards each player lays, those stolen for it among them, and the decks left.

    >>> lay_cards(Lay(2, 2, stolen=1), ((7,), (3, 4, 5)))
    (((7, 3), (4, 5)), ((), ()))
    """
    deck_1, deck_2 = decks
    if lay.stolen > 0:
        deck_1, deck_2 = deck_1 + deck_2[: lay.stolen], deck_2[lay.stolen :]
    elif lay.stolen < 0:
        deck_1, deck_2 = deck_1[-lay.stolen :], deck_2 + deck_1[: -lay.stolen]
    laid = deck_1[: lay.cards_1], deck_2[: lay.cards_2]
    return laid, (deck_1[lay.cards_1 :], deck_2[lay.cards_2 :])


def _shortfall(size_1: int, size_2: int, rules: Rules) -> Lay | Outcome:
    """Say how a war goes on, or how the game ends, when a deck holds fewer cards than it needs."""
    need = rules.need
    if rules.shortfall is Shortfall.DRAW:
        return Outcome(0, Reason.SHORTFALL)
    if rules.shortfall is Shortfall.STEAL and size_1 + size_2 >= 2 * need:
        missing = need - min(size_1, size_2)
        return Lay(need, need, missing if size_1 < size_2 else -missing)
    if size_1 and size_2:
        if rules.shortfall is Shortfall.LAST_CARD:
            return Lay(min(need, size_1), min(need, size_2))
        if rules.shortfall is Shortfall.FEWER_DOWN:
            return Lay(min(size_1, size_2), min(size_1, size_2))
    if size_1 == size_2 and rules.both_out is BothOut.DRAW:
        return Outcome(0, Reason.BOTH_OUT)
    if size_1 == size_2:
        # The house rule names a winner, so the other player counts as the one who was short.
        return Outcome(1 if rules.both_out is BothOut.PLAYER_1 else 2, Reason.SHORTFALL)
    return Outcome(1 if size_1 > size_2 else 2, Reason.SHORTFALL)


def comparison(deal: Deal, order: Order) -> Beats:
    """Return the question "does this rank beat that other one?" for the cards of this deal."""
    if order is Order.LOW_WINS:
        return lambda one, other: one < other
    if order is Order.ACE_LOW:
        return lambda one, other: one != ACE and (other == ACE or one > other)
    if order is Order.LOWEST_BEATS_HIGHEST:
        ranks = (*deal.deck_1, *deal.deck_2, 0)[: max(deal.size, 1)]
        extremes = min(ranks), max(ranks)
        return lambda one, other: (one, other) == extremes or (one > other and (other, one) != extremes)
    return lambda one, other: one > other


def _first_cycle(deal: Deal, rules: Rules, length: int) -> Cycle:
    """Find where the cycle of this length starts: two games a cycle apart first agree there."""
    ahead, behind = _positions(deal, rules), _positions(deal, rules)
    for _ in range(length):
        next(ahead)
    return next(
        Cycle(at, length)
        for at, (one, other) in enumerate(zip(ahead, behind, strict=False), 1)
        if one == other
    )


def _positions(deal: Deal, rules: Rules) -> Iterator[Decks]:
    """Yield both decks before round 1, 2, 3, ... of a game known to be endless."""
    decks = (deal.deck_1, deal.deck_2)
    beats = comparison(deal, rules.order)
    while True:
        yield decks
        decks = _play_round(0, decks, rules, beats, iter(()))[0].decks
