"""Games of programs that play a round wrongly, each game by its own rules and with its own mistake.

Written for every mistake at once and not for speed alone. Without a fault it plays by the rules.
"""

from typing import Any, Final

import numpy as np
from numba import from_dtype, int8, int64, uint16
from numpy.typing import NDArray

from engine.kernels import codes, scalar
from engine.kernels import faulty_decks as decks
from engine.kernels.cache import entry, noinline
from engine.kernels.calls import Cards, Numbers
from engine.kernels.codes import FAULT, RESULT
from engine.kernels.faulty_decks import FaultyBoard

CODES: Final = np.dtype([(name, np.int64) for name in codes.Codes._fields])


@noinline
def _lay(board: FaultyBoard, fault: Any, cards_1: int, cards_2: int) -> None:
    """Lay cards together: one battle."""
    decks.draw(board, fault, 0, cards_1)
    decks.draw(board, fault, 1, cards_2)
    battle = board.took[decks.WAR]
    board.lays[0, battle], board.lays[1, battle] = cards_1, cards_2
    board.counts[scalar.BATTLES] += 1
    board.counts[scalar.PLAYS] += max(cards_1, cards_2)


@noinline
def _lay_ghosts(board: FaultyBoard, fault: Any, need: int, ghost: int) -> None:
    """Lay a war for which decks lack one card: it is there all the same, and stays in the game."""
    for who in range(2):
        if decks.holds(board, who) < need:
            board.cards[who, board.at[who, decks.TAIL]] = ghost
            board.at[who, decks.TAIL] += 1
    _lay(board, fault, need, need)


@noinline
def _face_up(board: FaultyBoard, fault: Any, who: int) -> Any:
    """Return the card of a player that is compared."""
    last, laid = board.laid[who] - 1, board.lays[who, board.took[decks.WAR]]
    if fault.compared == codes.OLD_OF_1 + who:
        last = 0
    if board.took[decks.WAR] and laid > 1:
        if fault.compared == codes.FIRST_LAID:
            last -= laid - 1
        elif fault.compared in (codes.ONE_BEFORE, codes.BEFORE_OF_1 + who):
            last -= 1
    return board.on_table[who, last]


@noinline
def _winner(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> int:
    """Return who takes the table, 0 in a tie."""
    war = board.took[decks.WAR] > 0
    if war and fault.compared == codes.TIED_AGAIN:
        return 0
    if fault.ends == codes.UNCOMPARED and min(decks.holds(board, 0), decks.holds(board, 1)) == 0:
        return 0
    if war and fault.compared == codes.SUMS:
        one, other = _sum(board, 0, worth), _sum(board, 1, worth)
    else:
        one = np.int64(worth[_face_up(board, fault, 0)])
        other = np.int64(worth[_face_up(board, fault, 1)])
    if one == other:
        return 0
    if war and (fault.compared == codes.NOBODY_FOR_1 or fault.compared == codes.NOBODY_FOR_2):
        return 1 if fault.compared == codes.NOBODY_FOR_1 else 2
    if war and fault.compared == codes.LISTS:
        for place in range(min(board.laid[0], board.laid[1])):
            first_1 = np.int64(worth[board.on_table[0, place]])
            first_2 = np.int64(worth[board.on_table[1, place]])
            if first_1 != first_2:
                one, other = first_1, first_2
                break
    if fault.ghost == codes.NEITHER and min(one, other) == 0:
        return 2
    first = ((other - one) & rules.half) != 0
    if war and fault.compared == codes.LOWER_WINS:
        first = not first
    if fault.lowest == codes.ADD_UP and min(one, other) > 0 and one + other == 9 + 2:
        return 1 if one < other else 2
    if 0 < fault.lowest < codes.ADD_UP and min(one, other) == 0:
        owner = 1 if one == 0 else 2
        if fault.lowest == codes.BEATS_ALL:
            first = owner == 1
        elif max(one, other) > rules.half and owner != fault.lowest:
            first = not first
    return 1 if first else 2


@noinline
def _sum(board: FaultyBoard, who: int, worth: Cards) -> Any:
    """Return the sum of the cards that a player laid in this war."""
    total = np.int64(0)
    for place in range(board.laid[who] - board.lays[who, board.took[decks.WAR]], board.laid[who]):
        total += worth[board.on_table[who, place]]
    return total


@noinline
def _round(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> int:
    """Play one round; return why the game ended in it, or `GOES_ON`."""
    after_win = fault.deeper == codes.OPENS_NEXT and board.took[decks.TAKER] == 1
    board.laid[0] = board.laid[1] = 0
    for known in range(decks.LENT + 1):
        board.took[known] = 0
    counts = board.counts
    deep = rules.need * (fault.deeper - 1 + counts[scalar.WARS]) if fault.deeper > 0 else 0
    if fault.deeper >= codes.EACH_ROUND:
        laid = rules.need * counts[scalar.WARS] + counts[scalar.SCALAR_ROUNDS]
        deep = fault.deeper - codes.EACH_ROUND + laid
    if after_win or fault.deeper == codes.OPENED:
        deep = rules.need - 1
    size_1, size_2 = decks.holds(board, 0), decks.holds(board, 1)
    if min(size_1, size_2) <= deep:
        return _ran_out(board, rules, fault, worth)
    of_wins = fault.forgets == 2 or fault.forgets == 3
    counts[scalar.SCALAR_ROUNDS] += not of_wins
    _lay(board, fault, 1 + deep, 1 + deep)
    winner, unfought = _winner(board, rules, fault, worth), False
    while winner == 0:
        board.took[decks.WAR] += 1
        board.lays[0, board.took[decks.WAR]] = board.lays[1, board.took[decks.WAR]] = 0
        counts[scalar.WARS] += 1
        counts[scalar.DEPTH] = max(counts[scalar.DEPTH], board.took[decks.WAR])
        unfought = fault.tie_from > 0 and board.took[decks.WAR] >= fault.tie_from
        if not unfought:
            reason = _pay(board, rules, fault, worth)
            if reason != codes.GOES_ON and (fault.tie_from or not fault.tie_to):
                return reason
            unfought = reason != codes.GOES_ON
        if unfought:
            board.took[decks.WAR] -= 1
            counts[scalar.WINNER] = 0
            if fault.tie_to == codes.GAME_DRAWN:
                return codes.SHORTFALL
            if fault.tie_to == codes.RETURNED:
                decks.give_back(board)
            if fault.tie_to >= codes.RETURNED:
                return codes.GOES_ON
            winner = fault.tie_to
            if fault.tie_to == codes.TO_LONGER:
                winner = 1 if decks.holds(board, 0) >= rules.need else 2
        else:
            winner = _winner(board, rules, fault, worth)
            least = min(board.lays[0, board.took[decks.WAR]], board.lays[1, board.took[decks.WAR]])
            if winner == 0 and fault.spare == codes.NOTHING and least < rules.need:
                winner = fault.tie_to
    if of_wins:
        counts[scalar.SCALAR_ROUNDS] += winner == fault.forgets - 1
    elif fault.forgets == 8:
        taken, lost = _face_up(board, fault, winner - 1), _face_up(board, fault, 2 - winner)
        counts[scalar.SCALAR_ROUNDS] -= worth[taken] < worth[lost]
    elif board.took[decks.WAR] and fault.forgets < 2:
        counts[scalar.SCALAR_ROUNDS] -= fault.forgets
    if fault.ends == codes.LAST_LAID and min(decks.holds(board, 0), decks.holds(board, 1)) == 0:
        counts[scalar.WINNER] = 1 if decks.holds(board, 0) > 0 else 2
        return codes.DECK_EMPTY
    board.took[decks.TAKER] = winner
    if fault.onto >= codes.BACK_FOR_1 and winner == fault.onto - codes.ON_TOP_EACH:
        decks.give_back(board)
    else:
        decks.pick_up(board, rules, fault, worth)
    if unfought and fault.ends == codes.TIE_DRAWN and min(decks.holds(board, 0), decks.holds(board, 1)) == 0:
        return codes.SHORTFALL
    if fault.deeper < 0 and winner == 1:
        size_1, size_2 = decks.holds(board, 0), decks.holds(board, 1)
        if min(size_1, size_2) < rules.need:
            return _ran_out(board, rules, fault, worth)
        if fault.deeper == codes.IS_LOST:
            for who in range(2):
                board.at[who, decks.HEAD] += rules.need
    return codes.GOES_ON


@noinline
def _pay(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> int:
    """Lay the cards of one war after a tie, or return why the game ends for want of them."""
    counts = board.counts
    need = fault.later_need if fault.later_need and board.took[decks.WAR] > 1 else rules.need
    size_1, size_2 = decks.seems_to_hold(board, fault, 0), decks.seems_to_hold(board, fault, 1)
    least, fewer = max(need - fault.spare, int(fault.spare != codes.NOTHING)), min(size_1, size_2)
    short_1, short_2 = size_1 < least and fault.checked != 2, size_2 < least and fault.checked != 1
    short = short_1 and short_2 if fault.checked == codes.BOTH else short_1 or short_2
    if not short:
        laid_1, laid_2 = min(need, decks.holds(board, 0)), min(need, decks.holds(board, 1))
        if fault.spare == codes.AS_BOTH:
            laid_1 = laid_2 = min(laid_1, laid_2)
        if laid_1 == 0 and laid_2 == 0 and not fault.tie_to:
            return codes.BOTH_OUT
        _lay(board, fault, laid_1, laid_2)
        return codes.GOES_ON
    if fault.ghost == codes.RUNS_OUT and fewer == need - 1:
        counts[scalar.WINNER] = 2 if size_1 == fewer else 1
        return codes.SHORTFALL
    if fault.ghost and fewer == need - 1 and not board.took[decks.LENT]:
        board.took[decks.LENT] = 1
        _lay_ghosts(board, fault, need, len(worth) - 1)
        return codes.GOES_ON
    if rules.shortfall == codes.DRAW:
        return codes.SHORTFALL
    if rules.shortfall == codes.STEAL and size_1 + size_2 >= 2 * need:
        _steal(board, fault, need, 0 if size_1 < size_2 else 1)
        _lay(board, fault, min(need, decks.holds(board, 0)), min(need, decks.holds(board, 1)))
        return codes.GOES_ON
    if rules.shortfall == codes.LAST_CARD and fewer > 0:
        _lay(board, fault, min(need, size_1), min(need, size_2))
        return codes.GOES_ON
    if rules.shortfall == codes.FEWER_DOWN and fewer > 0:
        _lay(board, fault, fewer, fewer)
        return codes.GOES_ON
    if fault.checked in (1, 2):
        counts[scalar.WINNER] = 3 - fault.checked
        return codes.SHORTFALL
    return _ran_out(board, rules, fault, worth)


@noinline
def _ran_out(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> int:
    """End the game for want of cards: who holds fewer loses, or nobody by such rules."""
    if rules.shortfall == codes.DRAW:
        return codes.SHORTFALL
    one, other = decks.seems_to_hold(board, fault, 0), decks.seems_to_hold(board, fault, 1)
    if fault.ends == codes.DECKS_COMPARED:
        for place in range(min(board.laid[0] + one, board.laid[1] + other)):
            first, second = decks.card_at(board, 0, place), decks.card_at(board, 1, place)
            if worth[first] != worth[second]:
                one, other = np.int64(worth[first]), np.int64(worth[second])
                break
    winner = rules.both_out if one == other else 1 if one > other else 2
    board.counts[scalar.WINNER] = winner
    return codes.SHORTFALL if winner else codes.BOTH_OUT


@noinline
def _steal(board: FaultyBoard, fault: Any, need: int, poor: int) -> None:
    """Move cards from one deck to the other, which has too few."""
    rich = 1 - poor
    number = need - decks.seems_to_hold(board, fault, poor)
    if fault.steal == codes.ONE_MORE:
        number += 1
    elif fault.steal == codes.WHOLE_WAR:
        number = need
    number = min(number, decks.holds(board, rich))
    for card in range(number):
        if fault.steal == codes.FROM_BOTTOM:
            board.at[rich, decks.TAIL] -= 1
            stolen = board.cards[rich, board.at[rich, decks.TAIL]]
        else:
            if fault.pile and board.at[rich, decks.HEAD] == board.at[rich, decks.PILE]:
                decks.take_up(board, fault, rich)
            stolen = board.cards[rich, board.at[rich, decks.HEAD]]
            board.at[rich, decks.HEAD] += 1
        if fault.steal == codes.ONTO_TOP:
            # The first stolen stays uppermost.
            head = board.at[poor, decks.HEAD] - 1
            board.at[poor, decks.HEAD] = head
            for place in range(card):
                board.cards[poor, head + place] = board.cards[poor, head + place + 1]
            board.cards[poor, head + card] = stolen
        else:
            board.cards[poor, board.at[poor, decks.TAIL]] = stolen
            board.at[poor, decks.TAIL] += 1
    board.counts[scalar.STEALS] += 1
    board.counts[scalar.STOLEN] += number


@noinline
def _over(board: FaultyBoard, fault: Any) -> int:
    """Return why no round can start, naming the winner, or `GOES_ON`; the first looks empty first."""
    least = 1 if fault.ends == codes.ONE_LEFT else 0
    left_1, left_2 = decks.holds(board, 0) > least, decks.holds(board, 1) > least
    if left_1 and left_2:
        return codes.GOES_ON
    of_2 = left_2 or fault.fate == codes.LOOKS_EMPTY or fault.ends
    board.counts[scalar.WINNER] = 1 if left_1 else 2 if of_2 else 0
    return codes.DECK_EMPTY


@noinline
def _play_out(
    board: FaultyBoard, rules: Any, fault: Any, worth: Cards, limit: int, leaders: NDArray[np.int8]
) -> int:
    """Play to the end, or to a position that comes back (Brent 1980); return why it ended.

    leaders: who holds more cards after each round, as far as there is room, an endless game's too.
    """
    followed = len(leaders)
    renew = played = wars = 0
    while True:
        reason = _over(board, fault)
        if reason != codes.GOES_ON:
            return reason
        if played >= limit or not decks.make_way(board, len(worth) - 1 + decks.GHOSTS):
            return codes.LIMIT
        if fault.repeat and played < decks.SEEN and decks.is_seen(board, fault, worth, played):
            return codes.CYCLE
        if followed == 0:
            each_round = fault.deeper >= codes.EACH_ROUND
            grown = each_round or (fault.deeper > 0 and board.counts[scalar.WARS] > wars)
            if renew > 0 and not grown and decks.is_back(board, worth):
                return codes.CYCLE
            if played >= renew or grown:
                decks.save(board)
                renew, wars = 2 * played + 1, board.counts[scalar.WARS]
        counted = board.counts[scalar.PLAYS]
        reason = _round(board, rules, fault, worth)
        if fault.pile == decks.NO_FAULT:
            for who in range(2):
                board.at[who, decks.PILE] = board.at[who, decks.TAIL]
        played += 1
        if reason != codes.GOES_ON:
            if fault.forgets == 9 and reason != codes.DECK_EMPTY:
                board.counts[scalar.PLAYS] = counted - min(decks.holds(board, 0), decks.holds(board, 1))
            return reason
        if fault.places:
            decks.fit_in(board, fault)
        if fault.pile == codes.PLAYED_FIRST:
            decks.put_pile_first(board)
        if played <= followed:
            size_1, size_2 = decks.holds(board, 0), decks.holds(board, 1)
            leaders[played - 1] = 1 if size_1 > size_2 else 2 if size_2 > size_1 else 0


@entry(
    from_dtype(CODES)[::1],
    from_dtype(FAULT)[::1],
    from_dtype(decks.BOARD)[::1],
    int64[:, ::1],
    uint16[:, ::1],
    uint16[:, ::1],
    int64[::1],
    int8[:, ::1],
    from_dtype(RESULT)[::1],
)
def play_faulty(
    rules: Any,
    faults: Any,
    boards: Any,
    starts: Numbers,
    given: Cards,
    worths: Cards,
    limits: Numbers,
    leaders: Any,
    results: Any,
) -> None:
    """Play games into `results`, each with its own rules and fault.

    starts: a row a game, player 1's cards and how many of them are no pile, then player 2's; given: the
    places of both players' cards; worths: a row a game, what the card in each place is worth, a ghost's
    last; leaders: a row a game to be filled, or rows without room. The last game's position and table
    are left in the board.
    """
    board = boards[0]
    for game in range(len(results)):
        decks.set_out(board, starts[game], given[game])
        reason = _play_out(board, rules[game], faults[game], worths[game], limits[game], leaders[game])
        if reason == codes.CYCLE:
            results[game].reason = codes.CYCLE
            continue
        winner, forgets = board.counts[scalar.WINNER], faults[game].forgets
        if 3 < forgets < 8 and winner == 1 + forgets % 2 and board.counts[scalar.SCALAR_ROUNDS]:
            board.counts[scalar.SCALAR_ROUNDS] += 1 if forgets > 5 else -1
            board.counts[scalar.PLAYS] += 1 if forgets > 5 else -1
        scalar.write_result(results[game], reason, decks.holds(board, 0), decks.holds(board, 1), board.counts)
