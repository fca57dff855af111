"""The reference: play a game the way the rule text tells it, slowly and readably."""

from array import array
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Final, NamedTuple, assert_never

from engine.cards import ACE, Deal, random_stream
from engine.game.results import Cycle, Decks, Ending, Game, Lay, Outcome, Reason, Round, Rounds
from engine.rules import BothOut, Order, Pickup, Rules, Shortfall

# The referee: plays one deal by the rules, round by round. This is the law.
#
# It is written to be read beside the rules' text and is what the replay shows. Everything else that
# plays games (`engine.kernels`) is an optimisation of this file and is checked against it.

LIMIT: Final = 10_000_000
"""Rounds after which a game is cut off (reason `limit`) unless the caller says otherwise. It guards
games with random pick-ups, which end with probability one but at no fixed time."""

Beats = Callable[[int, int], bool]
Watch = Callable[[Round], object] | None

OPENING: Final = (Lay(1, 1),)
NO_CHANCE: Final[Iterator[int]] = iter(())
"""The stream of a game whose pick-ups draw nothing."""


def play(
    deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = LIMIT, watch: Watch = None
) -> Game:
    """Play a deal to its end and count; `watch` sees every round as it is played.

    `seed` and `number` choose the game's own random stream, which only random pick-ups use.

    >>> game = play(Deal.parse("23/4"), Rules())
    >>> game.outcome.reason.value, game.cycle
    ('cycle', Cycle(start=1, length=2))
    """
    played = play_rounds(deal, rules, seed=seed, number=number, limit=limit)
    rounds = battles = plays = wars = depth = steals = stolen = 0
    after_round_1 = None
    for this in played:
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
        outcome=played.ending.outcome,
        rounds=rounds,
        battles=battles,
        plays=plays,
        wars=wars,
        depth=depth,
        steals=steals,
        stolen=stolen,
        decks=played.ending.decks,
        after_round_1=after_round_1,
        cycle=played.ending.cycle,
    )


def play_rounds(
    deal: Deal, rules: Rules, *, seed: int = 0, number: int = 0, limit: int = LIMIT
) -> Rounds[Ending]:
    """Return the rounds of a game, played as they are asked for; their `ending` is how it ended.

    A game is proved endless by the exact repeat of both decks at the start of a round, and yields
    each round up to the first repeat once.

    >>> rounds = play_rounds(Deal.parse("22/33"), Rules())
    >>> [this.winner for this in rounds], rounds.ending.outcome.reason.value
    ([2, 2], 'deck_empty')
    """
    random = random_stream.words(random_stream.stream_key(random_stream.PLAYING, seed, number))
    return Rounds(_play_rounds(deal, rules, random, limit))


def _play_rounds(
    deal: Deal, rules: Rules, random: Iterator[int], limit: int
) -> Generator[Round, None, Ending]:
    decks = (deal.deck_1, deal.deck_2)
    beats = comparison(deal, rules.order)
    # Of earlier positions the hashes alone are kept, by some 100 bytes a round: large decks would fill the
    # memory. An equal hash proves nothing, so the earlier position is played again.
    earlier: dict[int, int] = {}
    number = 0
    while True:
        number += 1
        # A round should start: whose deck is empty has lost.
        if not decks[0] or not decks[1]:
            reason = Reason.EMPTY_START if number == 1 else Reason.DECK_EMPTY
            return Ending(Outcome(1 if decks[0] else 2 if decks[1] else 0, reason), decks)
        if rules.deterministic:
            before = earlier.get(hash(decks))
            if before is not None and _decks_before(before, deal, rules, beats) == decks:
                return Ending(Outcome(0, Reason.CYCLE), decks, Cycle(before, number - before))
            earlier[hash(decks)] = number
        if number > limit:
            return Ending(Outcome(0, Reason.LIMIT), decks)
        this, outcome = play_round(number, decks, rules, beats, random)
        decks = this.decks
        yield this
        if outcome is not None:
            return Ending(outcome, decks)


def _decks_before(number: int, deal: Deal, rules: Rules, beats: Beats) -> Decks:
    """Return both decks before a round that a game is known to reach; nothing in it is left to chance."""
    decks = (deal.deck_1, deal.deck_2)
    for earlier in range(1, number):
        decks = play_round(earlier, decks, rules, beats)[0].decks
    return decks


def play_round(
    number: int, decks: Decks, rules: Rules, beats: Beats, random: Iterator[int] = NO_CHANCE
) -> tuple[Round, Outcome | None]:
    """Play one round from any two decks that are not empty, also such as no game reaches.

    Returns the round and, if the game ended inside it, the outcome. `beats` is `comparison` of the
    deal; `random` is the game's own stream of words, which only random pick-ups need.
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
    laid = table_1 + table_2
    taken = tuple([laid[place] for place in order])
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
    """Return how a war goes on, or how the game ends, when a deck holds fewer cards than it needs."""
    need, fewer = rules.need, min(size_1, size_2)
    match rules.shortfall:
        case Shortfall.DRAW:
            return Outcome(0, Reason.SHORTFALL)
        case Shortfall.STEAL if size_1 + size_2 >= 2 * need:
            return Lay(need, need, need - fewer if size_1 < size_2 else fewer - need)
        case Shortfall.LAST_CARD if fewer:
            return Lay(min(need, size_1), min(need, size_2))
        case Shortfall.FEWER_DOWN if fewer:
            return Lay(fewer, fewer)
        case Shortfall.LOSES | Shortfall.STEAL | Shortfall.LAST_CARD | Shortfall.FEWER_DOWN:
            return _ran_out(size_1, size_2, rules.both_out)
        case _:
            assert_never(rules.shortfall)


def _ran_out(size_1: int, size_2: int, both_out: BothOut) -> Outcome:
    """Return the loser where running out loses: the player with fewer cards runs out first."""
    if size_1 != size_2:
        return Outcome(1 if size_1 > size_2 else 2, Reason.SHORTFALL)
    # Where the house rule names a winner, the other player counts as short.
    match both_out:
        case BothOut.DRAW:
            return Outcome(0, Reason.BOTH_OUT)
        case BothOut.PLAYER_1:
            return Outcome(1, Reason.SHORTFALL)
        case BothOut.PLAYER_2:
            return Outcome(2, Reason.SHORTFALL)
        case _:
            assert_never(both_out)


def comparison(deal: Deal, order: Order) -> Beats:
    """Return the question "does this rank beat that other one?" for the cards of this deal."""
    match order:
        case Order.HIGH:
            return lambda one, other: one > other
        case Order.LOW_WINS:
            return lambda one, other: one < other
        case Order.ACE_LOW:
            return lambda one, other: one != ACE and (other == ACE or one > other)
        case Order.LOWEST_BEATS_HIGHEST:
            ranks = (*deal.deck_1, *deal.deck_2, 0)[: max(deal.size, 1)]
            extremes = min(ranks), max(ranks)
            return lambda one, other: (one, other) == extremes or (one > other and (other, one) != extremes)
        case _:
            assert_never(order)


def ascending(ranks: Iterable[int], order: Order) -> list[int]:
    """Return ranks from the lowest to the highest by an order, aces high by all but `ACE_LOW`."""
    ascend = sorted(ranks, reverse=order is Order.LOW_WINS)
    if order is Order.ACE_LOW and ACE in ascend:
        ascend.remove(ACE)
        return [ACE, *ascend]
    return ascend


# The pick-up: in which order the table goes under the winner's deck.


def pickup_order(
    lays: tuple[Lay, ...], winner: int, pickup: Pickup, random: Iterator[int]
) -> tuple[int, ...]:
    """Return the places of the table in pick-up order, uppermost first.

    Places count player 1's cards in played order, then player 2's. `random` is the game's own
    stream of words; only random pick-ups draw from it, one word a coin, one a card of a shuffle
    but the last (and the few that an unbiased draw rejects).

    >>> pickup_order((Lay(1, 1), Lay(2, 2)), 1, Pickup.LOSER_FIRST, iter(()))
    (3, 4, 5, 0, 1, 2)
    >>> pickup_order((Lay(1, 1), Lay(2, 2), Lay(1, 1)), 2, Pickup.WINNER_INSIDE_OUT, iter(()))
    (7, 3, 5, 6, 1, 2, 4, 0)
    """
    if pickup is Pickup.RANDOM:
        return _shuffled_table(sum(lay.cards_1 + lay.cards_2 for lay in lays), random)
    if pickup is Pickup.COIN_FLIP:
        pickup = Pickup.WINNER_FIRST if random_stream.below(2, random) else Pickup.LOSER_FIRST
    return _fixed_order(lays, winner, pickup)


def _shuffled_table(size: int, random: Iterator[int]) -> tuple[int, ...]:
    """Shuffle the places of the table: Fisher and Yates, from the last place down."""
    places = list(range(size))
    for last in range(size - 1, 0, -1):
        other = random_stream.below(last + 1, random)
        places[last], places[other] = places[other], places[last]
    return tuple(places)


@lru_cache(maxsize=4096)
def _fixed_order(lays: tuple[Lay, ...], winner: int, pickup: Pickup) -> tuple[int, ...]:
    """Return the order for a pick-up that depends on nothing but who won."""
    total_1 = sum(lay.cards_1 for lay in lays)
    all_1 = range(total_1)
    all_2 = range(total_1, total_1 + sum(lay.cards_2 for lay in lays))
    won, lost = (all_1, all_2) if winner == 1 else (all_2, all_1)
    match pickup:
        case Pickup.AS_DEALT:
            return _alternating(all_1, all_2)
        case Pickup.AS_PROGRAMMED:
            return tuple(chain(*(chain(cards_1, cards_2) for cards_1, cards_2 in _laid_together(lays))))
        case Pickup.PLAYER_1_FIRST:
            return (*all_1, *all_2)
        case Pickup.PLAYER_2_FIRST:
            return (*all_2, *all_1)
        case Pickup.WINNER_FIRST:
            return (*won, *lost)
        case Pickup.LOSER_FIRST:
            return (*lost, *won)
        case Pickup.WINNER_ALTERNATING:
            return _alternating(won, lost)
        case Pickup.LOSER_ALTERNATING:
            return _alternating(lost, won)
        case Pickup.WINNER_ALTERNATING_REVERSED:
            return _alternating(won[::-1], lost[::-1])
        case Pickup.WINNER_INSIDE_OUT:
            newest_first = reversed(_laid_together(lays))
            return tuple(chain(*(chain(*(pair if winner == 1 else pair[::-1])) for pair in newest_first)))
        case Pickup.RANDOM | Pickup.COIN_FLIP:
            raise ValueError(f"pickup {pickup} has no fixed order: draw it from the game's stream")
        case _:
            assert_never(pickup)


def _laid_together(lays: tuple[Lay, ...]) -> list[tuple[range, range]]:
    """Return the places of both players' cards, lay by lay."""
    pairs, from_1, from_2 = [], 0, sum(lay.cards_1 for lay in lays)
    for lay in lays:
        pairs.append((range(from_1, from_1 + lay.cards_1), range(from_2, from_2 + lay.cards_2)))
        from_1, from_2 = from_1 + lay.cards_1, from_2 + lay.cards_2
    return pairs


def _alternating(first: range, second: range) -> tuple[int, ...]:
    """Take one of each in turn; when one side is used up, go on with the other's remaining cards."""
    pairs = zip_longest(first, second)
    return tuple(place for pair in pairs for place in pair if place is not None)


# A whole game in a byte or two a round: what a replay, a chart or a table of rounds is drawn from.
#
# A round is settled by its *move*: how many cards each player laid and stole, who won, and in which
# order the table was picked up. A game has few different moves (a plain round won by player 1, one
# won by player 2, a war won by player 1 ...), so a trace is the deal, the list of different moves
# and one small number a round. Replaying it needs no rules.


class Move(NamedTuple):
    """How the cards moved in a round, no matter which cards they were."""

    lays: tuple[Lay, ...]
    winner: int
    order: tuple[int, ...]
    wars: int


class Position(NamedTuple):
    """The table of one round, in card numbers: player 1's deck is dealt 0, 1, 2, ... from its top,
    player 2's deck goes on from there."""

    number: int
    deck_1: tuple[int, ...]
    deck_2: tuple[int, ...]
    """Both decks before the round, top card first."""
    cards_1: tuple[int, ...]
    cards_2: tuple[int, ...]
    """The cards laid, in played order, those stolen for it among them."""
    taken: tuple[int, ...]
    """The pick-up, uppermost first; empty when the game ended before it."""
    move: Move


class Trace(NamedTuple):
    """The course of a game, or of a stretch of its rounds."""

    game: Game
    moves: tuple[Move, ...]
    course: "array[int]"
    """For each of its rounds the index of its move in `moves`."""
    first: int
    before: Decks
    """Both decks before that round, in card numbers."""

    def positions(self) -> Iterator[Position]:
        """Yield each round in card numbers, so that single cards can be followed."""
        decks = self.before
        for number, index in enumerate(self.course, self.first):
            move = self.moves[index]
            before = decks
            cards_1: tuple[int, ...] = ()
            cards_2: tuple[int, ...] = ()
            for lay in move.lays:
                (laid_1, laid_2), decks = lay_cards(lay, decks)
                cards_1, cards_2 = cards_1 + laid_1, cards_2 + laid_2
            laid = cards_1 + cards_2
            taken = tuple([laid[place] for place in move.order])
            if move.winner == 1:
                decks = decks[0] + taken, decks[1]
            elif move.winner == 2:
                decks = decks[0], decks[1] + taken
            yield Position(number, *before, cards_1, cards_2, taken, move)


def stretch_of(game: Game, rounds: Iterable[Round], *, first: int, before: Decks) -> Trace:
    """Return these rounds of a game; `before`: both decks before round `first`, in card numbers.

    >>> rounds: list[Round] = []
    >>> game = play(Deal.parse("23/4"), Rules(), watch=rounds.append)
    >>> trace = stretch_of(game, rounds, first=1, before=((0, 1), (2,)))
    >>> [position.taken for position in trace.positions()]
    [(0, 2), (0, 1)]
    """
    moves: dict[Move, int] = {}
    course = array("I")
    for this in rounds:
        move = Move(this.lays, this.winner, this.order, this.wars)
        course.append(moves.setdefault(move, len(moves)))
    return Trace(game, tuple(moves), course, first, before)
