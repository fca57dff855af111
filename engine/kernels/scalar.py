"""The readable kernel: one game at a time, and what else it counts."""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import int64, typeof, uint16
from numpy.typing import NDArray

from engine.cards import Hands, Pack
from engine.kernels import calls, codes
from engine.kernels.cache import entry, inline, inline_always, noinline
from engine.kernels.calls import Cards, Numbers, Words
from engine.kernels.codes import GOES_ON, HALF_16, Codes
from engine.rules import Rules

# The readable kernel: any rules, any pack, one game after another, one round at a time.
#
# Both decks lie in one line of cards (strengths), each in a half of its own, and move upwards in it:
# cards are played from the head and picked up behind the tail. The cards that a player has laid in
# this round lie right before the head, so the table needs no place of its own.

TABLE_1, HEAD_1, TAIL_1, TABLE_2, HEAD_2, TAIL_2, ENDS = range(7)
"""Where the ends of the table and of the decks stand, and how many these are."""

NO_CARD: Final = -1

WINNER, SCALAR_ROUNDS, BATTLES, PLAYS, WARS, DEPTH, STEALS, STOLEN, COUNTS = range(9)
"""Where the counters of a game stand, and how many these are."""


class Board(NamedTuple):
    """A game in play: its line of cards, the ends of table and decks in it, the counters."""

    cards: Cards
    at: Numbers
    counts: Numbers

    @classmethod
    def of(cls, size: int) -> "Board":
        """Make a board for `size` cards.

        Either half of the line has room for eight times as many, so that decks are seldom moved
        back; a round lengthens a half by at most what is stolen and picked up, 2 * `size`.
        """
        cards = np.zeros(2 * (8 * size + 32), np.uint16)
        return cls(cards, np.zeros(ENDS, np.int64), np.zeros(COUNTS, np.int64))


class Workspace(NamedTuple):
    """Working space of one call."""

    board: Board
    other: Board
    """The earlier position that is saved, or the game that follows a cycle behind."""
    laid: Cards
    """The pack as it was dealt, with the cards that lie aside."""
    dealt: Cards
    """Those in play, in the same memory."""
    stream: Words
    shuffling: calls.ShuffleScratch

    @classmethod
    def of(cls, deals: calls.Deals) -> "Workspace":
        """Make working space for these deals."""
        size, laid = deals.cards, np.zeros(deals.rows.shape[1], np.uint16)
        stream, shuffling = np.zeros(1, np.uint64), calls.ShuffleScratch.of(deals.bounds)
        return cls(Board.of(size), Board.of(size), laid, laid[:size], stream, shuffling)


WORKSPACE: Final = typeof(Workspace.of(calls.SOME_DEALS))


@inline
def play_round(board: Board, rules: Codes, stream: Words) -> int:
    """Play one round from two decks that are not empty; return why the game ended in it, or `GOES_ON`."""
    cards, at, counts = board
    at[TABLE_1], at[TABLE_2] = at[HEAD_1], at[HEAD_2]
    counts[SCALAR_ROUNDS] += 1
    lay(board, 1, 1)
    wars = 0
    while cards[at[HEAD_1] - 1] == cards[at[HEAD_2] - 1]:
        wars += 1
        counts[WARS] += 1
        counts[DEPTH] = max(counts[DEPTH], wars)
        reason = pay_war(board, rules)
        if reason != codes.GOES_ON:
            return reason
    behind = np.int64(cards[at[HEAD_2] - 1]) - np.int64(cards[at[HEAD_1] - 1])
    pick_up(cards, at, 1 if behind & rules.half else 2, rules, stream)
    return codes.GOES_ON


@inline_always
def lay(board: Board, cards_1: int, cards_2: int) -> None:
    """Lay cards together, the last of each face up: one battle."""
    board.at[HEAD_1] += cards_1
    board.at[HEAD_2] += cards_2
    board.counts[BATTLES] += 1
    board.counts[PLAYS] += max(cards_1, cards_2)


@inline
def pay_war(board: Board, rules: Codes) -> int:
    """Lay the cards of one war after a tie, or return why the game ends for want of them."""
    at, counts, need = board.at, board.counts, rules.need
    size_1, size_2 = at[TAIL_1] - at[HEAD_1], at[TAIL_2] - at[HEAD_2]
    fewer = min(size_1, size_2)
    if fewer < need:
        if rules.shortfall == codes.DRAW:
            return codes.SHORTFALL
        if rules.shortfall == codes.STEAL and size_1 + size_2 >= 2 * need:
            _steal(board, need - fewer, HEAD_1 if size_1 < size_2 else HEAD_2)
        elif rules.shortfall == codes.LAST_CARD and fewer > 0:
            lay(board, min(need, size_1), min(need, size_2))
            return codes.GOES_ON
        elif rules.shortfall == codes.FEWER_DOWN and fewer > 0:
            lay(board, fewer, fewer)
            return codes.GOES_ON
        elif size_1 != size_2:
            counts[WINNER] = 1 if size_1 > size_2 else 2
            return codes.SHORTFALL
        else:
            counts[WINNER] = rules.both_out
            return codes.SHORTFALL if rules.both_out else codes.BOTH_OUT
    lay(board, need, need)
    return codes.GOES_ON


@inline
def _steal(board: Board, number: int, poor: int) -> None:
    """Move cards from the top of one deck under the other; `poor` is `HEAD_1` or `HEAD_2`."""
    cards, at, counts = board
    rich = HEAD_1 + HEAD_2 - poor
    _copy(cards, at[rich], at[rich] + number, cards, at[poor + 1])
    at[poor + 1] += number
    # The robbed player's table closes up to the head again.
    for place in range(at[rich] - 1, at[rich - 1] - 1, -1):
        cards[place + number] = cards[place]
    at[rich - 1] += number
    at[rich] += number
    counts[STEALS] += 1
    counts[STOLEN] += number


@inline
def pick_up(cards: Cards, at: Numbers, winner: int, rules: Codes, stream: Words) -> None:
    """Put the table under the winner's deck in the order the rules say."""
    lead = rules.lead
    if lead == codes.BY_COIN:
        lead = codes.BY_WINNER if calls.below(2, stream) else codes.BY_LOSER
    leader = winner if lead == codes.BY_WINNER else 3 - winner if lead == codes.BY_LOSER else lead
    first, first_end, second, second_end = at[TABLE_1], at[HEAD_1], at[TABLE_2], at[HEAD_2]
    if leader == 2:
        first, first_end, second, second_end = second, second_end, first, first_end
    size = first_end - first + second_end - second
    to = at[TAIL_1] if winner == 1 else at[TAIL_2]
    if winner == 1:
        at[TAIL_1] += size
    else:
        at[TAIL_2] += size
    if rules.pattern == codes.ALTERNATING:
        _alternating(cards, first, first_end, second, second_end, to)
    elif rules.pattern == codes.REVERSED:
        _reversed(cards, first, first_end, second, second_end, to)
    elif rules.pattern == codes.PROGRAMMED:
        _war_by_war(cards, first, first_end, second, second_end, to, rules.need)
    elif rules.pattern == codes.INSIDE_OUT:
        _last_war_first(cards, first, first_end, second, second_end, to, rules.need)
    else:
        _copy(cards, first, first_end, cards, to)
        _copy(cards, second, second_end, cards, to + first_end - first)
        if rules.pattern == codes.SHUFFLED:
            _shuffle_table(cards, to, size, stream)


@inline_always
def _shuffle_table(cards: Cards, to: int, size: int, stream: Words) -> None:
    """Shuffle the cards just picked up: Fisher and Yates, from the last place down."""
    for last in range(size - 1, 0, -1):
        other = calls.below(last + 1, stream)
        cards[to + last], cards[to + other] = cards[to + other], cards[to + last]


@inline_always
def _copy(cards: Cards, start: int, end: int, line: Cards, to: int) -> None:
    """Copy a stretch of cards to where nothing lies yet, in another line or in their own."""
    for card in range(end - start):
        line[to + card] = cards[start + card]


@inline
def _alternating(cards: Cards, first: int, first_end: int, second: int, second_end: int, to: int) -> None:
    """One of each in turn; what one side has more goes last."""
    pairs = min(first_end - first, second_end - second)
    for pair in range(pairs):
        cards[to + 2 * pair] = cards[first + pair]
        cards[to + 2 * pair + 1] = cards[second + pair]
    _copy(cards, first + pairs, first_end, cards, to + 2 * pairs)
    _copy(cards, second + pairs, second_end, cards, to + 2 * pairs)


@inline
def _reversed(cards: Cards, first: int, first_end: int, second: int, second_end: int, to: int) -> None:
    """The same from the last card laid back to the first."""
    for back in range(max(first_end - first, second_end - second)):
        if first_end - back > first:
            cards[to] = cards[first_end - back - 1]
            to += 1
        if second_end - back > second:
            cards[to] = cards[second_end - back - 1]
            to += 1


@inline
def _war_by_war(
    cards: Cards, first: int, first_end: int, second: int, second_end: int, to: int, need: int
) -> None:
    """The opening pair, then each war's cards of one side and of the other.

    Only the last war can have been laid with fewer than `need`: the player who was short has none left.
    """
    laid = 1
    while first < first_end or second < second_end:
        end_1, end_2 = min(first + laid, first_end), min(second + laid, second_end)
        _copy(cards, first, end_1, cards, to)
        _copy(cards, second, end_2, cards, to + end_1 - first)
        to += end_1 - first + end_2 - second
        first, second, laid = end_1, end_2, need


@inline
def _last_war_first(
    cards: Cards, first: int, first_end: int, second: int, second_end: int, to: int, need: int
) -> None:
    """Each war's cards of one side and of the other from the last war back, the opening pair last."""
    before = max(first_end - first, second_end - second)
    while before > 0:
        # What each side had laid before these; a player short in the last war had laid as much.
        before = (before - 2) // need * need + 1 if before > 1 else 0
        start_1, start_2 = first + before, second + before
        _copy(cards, start_1, first_end, cards, to)
        _copy(cards, start_2, second_end, cards, to + first_end - start_1)
        to += first_end - start_1 + second_end - start_2
        first_end, second_end = start_1, start_2


@inline_always
def sizes(at: Numbers) -> tuple[int, int]:
    """Return how many cards both decks hold."""
    return at[TAIL_1] - at[HEAD_1], at[TAIL_2] - at[HEAD_2]


@inline_always
def emptied(size_1: int, size_2: int, counts: Numbers) -> int:
    """Return why no round can start, naming the winner, or `GOES_ON`."""
    if size_1 > 0 and size_2 > 0:
        return codes.GOES_ON
    counts[WINNER] = 1 if size_1 > 0 else 2 if size_2 > 0 else 0
    return codes.DECK_EMPTY if counts[SCALAR_ROUNDS] > 0 else codes.EMPTY_START


@inline
def set_out(board: Board, dealt: Cards, cut: int) -> None:
    """Lay a deal at the start of both halves of the line, all counters at nothing."""
    cards, at, counts = board
    half = len(cards) // 2
    at[HEAD_1], at[TAIL_1] = 0, cut
    at[HEAD_2], at[TAIL_2] = half, half + len(dealt) - cut
    # Card by card: with `_copy` here, a game of code-golf took 14 % longer.
    for card in range(cut):
        cards[card] = dealt[card]
    for card in range(cut, len(dealt)):
        cards[half + card - cut] = dealt[card]
    for count in range(COUNTS):
        counts[count] = 0


@noinline
def _save(board: Board, other: Board) -> None:
    """Copy a position to the start of both halves of another line, or of its own."""
    cards, at, _ = board
    half = len(cards) // 2
    size_1, size_2 = sizes(at)
    _copy(cards, at[HEAD_1], at[TAIL_1], other.cards, 0)
    _copy(cards, at[HEAD_2], at[TAIL_2], other.cards, half)
    other.at[HEAD_1], other.at[TAIL_1] = 0, size_1
    other.at[HEAD_2], other.at[TAIL_2] = half, half + size_2


@inline_always
def _same_top(board: Board, other: Board) -> bool:
    """Return whether two positions agree in their top cards, as few do: the quick half of `_same`."""
    if board.cards[board.at[HEAD_1]] != other.cards[other.at[HEAD_1]]:
        return False
    return bool(board.cards[board.at[HEAD_2]] == other.cards[other.at[HEAD_2]])


@inline_always
def same_cards(cards: Cards, start: int, size: int, line: Cards, at: int) -> bool:
    """Return whether `size` cards are the same in two places."""
    for card in range(size):  # noqa: SIM110  # numba has no generators to pass to all()
        if cards[start + card] != line[at + card]:
            return False
    return True


@noinline
def _same(board: Board, other: Board) -> bool:
    """Return whether two positions of one deal are the same, card for card."""
    size_1, size_2 = sizes(board.at)
    if size_1 != other.at[TAIL_1] - other.at[HEAD_1]:
        return False
    if not same_cards(board.cards, board.at[HEAD_1], size_1, other.cards, other.at[HEAD_1]):
        return False
    return same_cards(board.cards, board.at[HEAD_2], size_2, other.cards, other.at[HEAD_2])


@inline_always
def make_way(board: Board) -> None:
    """Move the decks back where one could outgrow its half of the line in the next round."""
    half = len(board.cards) // 2
    size_1, size_2 = sizes(board.at)
    if max(board.at[TAIL_1], board.at[TAIL_2] - half) + 2 * (size_1 + size_2) > half:
        _save(board, board)


@inline
def _plain_rounds(board: Board, rules: Codes, stream: Words, most: int, stop_1: int, stop_2: int) -> int:
    """Play up to `most` rounds as `play_round` does, none of them a war, and return how many.

    Stops before a war or an empty deck, where decks may have to be moved back, and after a round that
    leaves `stop_1` and `stop_2` on top (`NO_CARD`: any). Ends and stream are values here, not memory,
    and no branch depends on the winner, which the processor would guess wrong half the time: twice as fast.
    """
    cards, at, counts = board
    head_1, tail_1, head_2, tail_2 = at[HEAD_1], at[TAIL_1], at[HEAD_2], at[TAIL_2]
    by_chance = rules.pattern == codes.SHUFFLED or rules.lead == codes.BY_COIN
    # Whether player 1's card leads the pick-up of a won round, and whether that reverses in a lost one.
    leads_winning = np.int64(rules.lead in (codes.BY_PLAYER_1, codes.BY_WINNER))
    by_outcome = np.int64(rules.lead in (codes.BY_WINNER, codes.BY_LOSER, codes.BY_COIN))
    state = stream[0]
    most = min(most, tail_1 - head_1 + tail_2 - head_2)
    rounds = 0
    one, other = np.int64(cards[head_1]), np.int64(cards[head_2])
    while rounds < most and head_1 < tail_1 and head_2 < tail_2 and one != other:
        if by_chance:
            state += calls.GOLDEN
            # As `calls.below(2)`, which rejects nothing.
            leads_winning = np.int64(calls.mix(state) >> np.uint64(63))
        lost = np.int64((other - one) & rules.half == 0)
        to = tail_1 + lost * (tail_2 - tail_1)
        leads = leads_winning ^ (by_outcome & lost)
        cards[to + 1 - leads], cards[to + leads] = one, other
        head_1, head_2 = head_1 + 1, head_2 + 1
        tail_1, tail_2 = tail_1 + 2 - 2 * lost, tail_2 + 2 * lost
        rounds += 1
        one, other = np.int64(cards[head_1]), np.int64(cards[head_2])
        if one == stop_1 and other == stop_2:
            break
    at[HEAD_1], at[TAIL_1], at[HEAD_2], at[TAIL_2] = head_1, tail_1, head_2, tail_2
    stream[0] = state
    counts[SCALAR_ROUNDS] += rounds
    counts[BATTLES] += rounds
    counts[PLAYS] += rounds
    return rounds


@noinline
def next_round(board: Board, rules: Codes, stream: Words) -> int:
    """Play one round."""
    make_way(board)
    if _plain_rounds(board, rules, stream, 1, NO_CARD, NO_CARD):
        return codes.GOES_ON
    return play_round(board, rules, stream)


@inline_always
def _play_out(space: Workspace, rules: Codes, call: calls.Call) -> tuple[int, int]:
    """Play to the end; return why it ended and, if in a cycle, how long that is.

    One earlier position is saved, and renewed each time the game is twice as old (Brent 1980).
    """
    board, other = space.board, space.other
    saved_after, renew = 0, 0
    stop_1 = stop_2 = NO_CARD
    while True:
        size_1, size_2 = sizes(board.at)
        reason = emptied(size_1, size_2, board.counts)
        if reason == codes.GOES_ON and call.repeats:
            # Compared before it is renewed: a position never meets itself.
            if renew > 0 and _same_top(board, other) and _same(board, other):
                return codes.CYCLE, board.counts[SCALAR_ROUNDS] - saved_after
            if board.counts[SCALAR_ROUNDS] >= renew:
                _save(board, other)
                saved_after, renew = board.counts[SCALAR_ROUNDS], 2 * board.counts[SCALAR_ROUNDS] + 1
                stop_1, stop_2 = board.cards[board.at[HEAD_1]], board.cards[board.at[HEAD_2]]
        if reason == codes.GOES_ON and board.counts[SCALAR_ROUNDS] >= call.limit:
            reason = codes.LIMIT
        if reason == codes.GOES_ON:
            make_way(board)
            most = call.limit - board.counts[SCALAR_ROUNDS]
            if not _plain_rounds(board, rules, space.stream, most, stop_1, stop_2):
                reason = play_round(board, rules, space.stream)
        if reason != codes.GOES_ON:
            return reason, 0


@inline_always
def _late_length(space: Workspace, rules: Codes, limit: int) -> int:
    """Return after how many rounds the position at the limit comes back, 0 if not within `limit`.

    A cycle may have closed before the limit without meeting the position that was saved.
    """
    board, other = space.board, space.other
    _save(board, other)
    for length in range(1, limit + 1):
        if next_round(other, rules, space.stream) != codes.GOES_ON or min(sizes(other.at)) == 0:
            return 0
        if _same(board, other):
            return length
    return 0


@inline_always
def _first_repeat(space: Workspace, cut: int, length: int, rules: Codes, limit: int) -> int:
    """Play again up to the first repeat: two games a cycle apart first agree there.

    Returns `CYCLE`, or `LIMIT` when that comes first.
    """
    board, other = space.board, space.other
    set_out(board, space.dealt, cut)
    set_out(other, space.dealt, cut)
    for _ in range(length):
        next_round(board, rules, space.stream)
    while not _same(board, other):
        if board.counts[SCALAR_ROUNDS] >= limit:
            return codes.LIMIT
        next_round(board, rules, space.stream)
        next_round(other, rules, space.stream)
    return codes.CYCLE


@inline_always
def _decide(space: Workspace, cut: int, rules: Codes, call: calls.Call) -> tuple[int, int]:
    """Play one game from the deal that was laid out; return why it ended and its cycle's length if known."""
    set_out(space.board, space.dealt, cut)
    reason, length = _play_out(space, rules, call)
    late = reason == codes.LIMIT and call.repeats > 0
    if late:
        length = _late_length(space, rules, call.limit)
    if length > 0 and (late or call.cycles):
        reason = _first_repeat(space, cut, length, rules, call.limit)
    return reason, length


@inline_always
def write_hand(result: Any, cards: Cards, start: int, end: int, ranks: int) -> None:
    """Write down player 1's hand: cards of the best rank, and the sum of all cards' places.

    A card's place among the ranks, 0 for the worst, is its strength but for the two that
    `LOWEST_BEATS_HIGHEST` puts elsewhere on the circle. Done here, where the deal lies at hand:
    dealing every pack again for the tallies cost a fifth of the time of a game.
    """
    aces = strength = np.uint32(0)
    best = np.uint32(ranks)
    for card in range(np.uint64(start), np.uint64(end)):
        place = min(max(np.uint32(cards[card]), np.uint32(1)), best)
        aces += np.uint32(place == best)
        strength += place - np.uint32(1)
    result.aces = aces
    result.strength = strength


@inline_always
def write_result(result: Any, reason: int, size_1: int, size_2: int, counts: Numbers) -> None:
    """Write down a finished game."""
    result.winner = counts[WINNER]
    result.reason = reason
    result.depth = counts[DEPTH]
    result.size_1 = size_1
    result.size_2 = size_2
    result.rounds = counts[SCALAR_ROUNDS]
    result.battles = counts[BATTLES]
    result.plays = counts[PLAYS]
    result.wars = counts[WARS]
    result.steals = counts[STEALS]
    result.stolen = counts[STOLEN]


@inline_always
def write_decks(board: Board, final: Cards) -> None:
    """Write down both decks, player 1's cards first."""
    cards, at, _ = board
    _copy(cards, at[HEAD_1], at[TAIL_1], final, 0)
    _copy(cards, at[HEAD_2], at[TAIL_2], final, at[TAIL_1] - at[HEAD_1])


@entry(calls.RULES, calls.CALL, WORKSPACE, calls.deals_type(np.uint16), calls.RESULTS, uint16[:, ::1])
def play_games(
    rules: Codes, call: calls.Call, space: Workspace, deals: calls.Deals, results: Cards, finals: Cards
) -> None:
    """Play games into `results`, which come filled with 0.

    deals: in strengths; finals: a row a game for the decks when it stopped, or no rows.
    """
    for game in range(len(results)):
        cut = calls.lay_deal(call, deals, game, space.shuffling, space.laid, 0)
        if call.shuffled:
            write_hand(results[game], space.dealt, 0, cut, call.ranks)
        space.stream[0] = calls.mix(call.playing + deals.numbers[game])
        reason, length = _decide(space, cut, rules, call)
        if reason == codes.CYCLE and not call.cycles:
            results[game].reason = codes.CYCLE
            continue
        size_1, size_2 = sizes(space.board.at)
        write_result(results[game], reason, size_1, size_2, space.board.counts)
        if reason == codes.CYCLE:
            results[game].cycle_start = space.board.counts[SCALAR_ROUNDS] - length + 1
            results[game].cycle_length = length
        if len(finals) > 0:
            write_decks(space.board, finals[game])


def play_deals(
    rules: Rules, call: calls.Call, deals: calls.Deals, finals: NDArray[np.uint16] | None = None
) -> NDArray[np.void]:
    """Play games of deals in strengths: one `RESULT` a game; `finals` as `play_games` fills it."""
    results = np.zeros(len(deals.numbers), codes.RESULT)
    if finals is None:
        finals = np.zeros((0, deals.cards), np.uint16)
    play_games(Codes.of(rules, HALF_16), call, Workspace.of(deals), deals, results, finals)
    return results


# How large the decks are, round by round, over many games: by the scalar kernel's own rounds.

GRID_ROUNDS: Final = 1_024  # rounds that the grid follows


@entry(calls.RULES, calls.CALL, WORKSPACE, calls.deals_type(np.uint16), int64[:, ::1], int64[:, ::1])
def count_sizes(
    rules: Codes, call: calls.Call, space: Workspace, deals: calls.Deals, grid: Numbers, last_cards: Numbers
) -> None:
    """Count the sizes of decks before each round, up to the limit of the call, also of endless games.

    grid (rounds x cards + 1): the games by player 1's deck before round 1, 2, ..., as far as it has rows;
    last_cards (games x 2): of the rounds after those, how many player 1, and player 2, began with one card.
    """
    for game in range(len(deals.numbers)):
        cut = calls.lay_deal(call, deals, game, space.shuffling, space.laid, 0)
        space.stream[0] = calls.mix(call.playing + deals.numbers[game])
        set_out(space.board, space.dealt, cut)
        for this in range(call.limit):
            size_1, size_2 = sizes(space.board.at)
            if emptied(size_1, size_2, space.board.counts) != GOES_ON:
                break
            if this < len(grid):
                grid[this, size_1] += 1
            else:
                last_cards[game, 0] += size_1 == 1
                last_cards[game, 1] += size_2 == 1
            if next_round(space.board, rules, space.stream) != GOES_ON:
                break


def last_cards(rules: Rules, deals: calls.Deals, terms: calls.Terms, *, shuffled: bool) -> Numbers:
    """Return in how many rounds of each game either player began with one card (games x 2).

    `shuffled`: the deals are one row for all, to be shuffled by the games' numbers. Endless games are
    followed to the limit of the terms.
    """
    return _count_sizes(rules, deals, terms, rounds=0, shuffled=shuffled)[1]


def sizes_by_round(
    rules: Rules, pack: Pack, *, seed: int, numbers: Words, hands: Hands | None = None
) -> Numbers:
    """Return how many of these games go on before round 1, 2, ... with each size of player 1's deck.

    rounds (`GRID_ROUNDS`) x cards + 1. Games that have ended by then are counted in no size.
    """
    deals, terms = calls.Deals.of_pack(pack, numbers, hands), calls.Terms(seed=seed, limit=GRID_ROUNDS)
    return _count_sizes(rules, deals, terms, rounds=GRID_ROUNDS, shuffled=True)[0]


def _count_sizes(
    rules: Rules, deals: calls.Deals, terms: calls.Terms, *, rounds: int, shuffled: bool
) -> tuple[Numbers, Numbers]:
    strong, different = deals.in_strengths(rules.order)
    call = calls.Call.of(rules, terms, shuffled=shuffled, ranks=different)
    grid = np.zeros((rounds, deals.cards + 1), np.int64)
    ones = np.zeros((len(deals.numbers), 2), np.int64)
    count_sizes(Codes.of(rules, HALF_16), call, Workspace.of(strong), strong, grid, ones)
    return grid, ones


def first_with_size(
    rules: Rules, pack: Pack, *, seed: int, numbers: Words, played: int, size: int, hands: Hands | None = None
) -> int | None:
    """Return the first of these games in which player 1 holds `size` cards after `played` rounds, or None.

    Plays them one by one: a quarter of a second for 4,096 games.
    Raises `ValueError` for rounds that the grid does not follow.
    """
    if not 0 <= played < GRID_ROUNDS:
        raise ValueError(f"round {played} is not followed: take 0 to {GRID_ROUNDS - 1}")

    def has_size(number: np.uint64) -> bool:
        grid = sizes_by_round(rules, pack, seed=seed, numbers=np.array([number]), hands=hands)
        return bool(grid[played, size])

    return next((int(number) for number in numbers if has_size(number)), None)
