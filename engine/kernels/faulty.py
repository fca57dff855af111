"""Games of programs that play a round wrongly, each game by its own rules and with its own mistake.

Written for every mistake at once and not for speed alone: decks and table hold the places of cards
in the deal, what a card is worth is looked up. Without a fault it plays by the rules.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import from_dtype, int8, int64, typeof, uint16
from numpy.typing import NDArray

from engine.kernels import codes, scalar
from engine.kernels.cache import entry, inline_always, noinline
from engine.kernels.calls import Cards, Numbers
from engine.kernels.codes import FAULT, RESULT

HEAD, PILE, TAIL = range(3)
"""A deck's ends in its line; between `PILE` and `TAIL` lie the cards won since it was last used up."""

PICKED, WAR, TAKER, LENT = range(4)
"""Of a round: how many cards were picked up; its wars; who took them; whether ghosts were laid."""

NO_FAULT: Final = 0
WIDE: Final = 1 << 13
"""More than the cards on a table, and than the wars of a round."""
SEEN: Final = 1_000  # rounds for which positions are looked for in part
GHOSTS: Final = 64  # cards that do not exist and yet come into play, at most

CODES: Final = np.dtype([(name, np.int64) for name in codes.Codes._fields])


class FaultyBoard(NamedTuple):
    """Working space of one game: a line of cards a player, the table, an earlier position."""

    cards: Cards
    at: Numbers
    on_table: Cards
    laid: Numbers
    """How many cards each player has on the table."""
    lays: Numbers
    """How many each laid in the opening and in each war."""
    taken: Cards
    """The cards picked up, uppermost first."""
    ranked: Numbers
    """By what each of them is put there: the lowest number first."""
    took: Numbers
    """What is known of the round, from `PICKED` to `LENT`."""
    counts: Numbers
    saved: Cards
    """An earlier position, and how many cards each deck and its pile had in it."""
    saved_at: Numbers
    seen: Numbers
    """A number for each position so far, of programs that compare a part of it."""

    @classmethod
    def of(cls, size: int) -> "FaultyBoard":
        """Make a board for `size` cards and some ghosts."""
        most = size + GHOSTS
        line = np.zeros((2, 8 * most), np.uint16)
        on_table = np.zeros((2, most), np.uint16)
        return cls(
            line,
            np.zeros((2, 3), np.int64),
            on_table,
            np.zeros(2, np.int64),
            np.zeros((2, most), np.int64),
            np.zeros(2 * most, np.uint16),
            np.zeros(2 * most, np.int64),
            np.zeros(4, np.int64),
            np.zeros(scalar.COUNTS, np.int64),
            np.zeros_like(on_table),
            np.zeros((2, 2), np.int64),
            np.zeros(SEEN, np.int64),
        )


@inline_always
def _size(board: FaultyBoard, who: int) -> int:
    size: int = board.at[who, TAIL] - board.at[who, HEAD]
    return size


@inline_always
def _seen_size(board: FaultyBoard, fault: Any, who: int) -> int:
    """Return how many cards a program believes a player to hold."""
    end = PILE if fault.pile == codes.NOT_COUNTED else TAIL
    size: int = board.at[who, end] - board.at[who, HEAD]
    return size


@noinline
def _draw(board: FaultyBoard, fault: Any, who: int, number: int) -> None:
    """Move cards from a deck to the table."""
    for _ in range(number):
        head = board.at[who, HEAD]
        if fault.pile and head == board.at[who, PILE]:
            _take_up(board, fault, who)
        place = board.laid[who]
        board.on_table[who, place] = board.cards[who, head]
        board.at[who, HEAD] = head + 1
        board.laid[who] = place + 1


@noinline
def _take_up(board: FaultyBoard, fault: Any, who: int) -> None:
    """Take up the won cards as the deck."""
    start, end = board.at[who, HEAD], board.at[who, TAIL]
    if fault.pile == codes.TURNED_OVER:
        for place in range((end - start) // 2):
            one, other = start + place, end - 1 - place
            board.cards[who, one], board.cards[who, other] = board.cards[who, other], board.cards[who, one]
    board.at[who, PILE] = end


@noinline
def _lay(board: FaultyBoard, fault: Any, cards_1: int, cards_2: int) -> None:
    """Lay cards together: one battle."""
    _draw(board, fault, 0, cards_1)
    _draw(board, fault, 1, cards_2)
    battle = board.took[WAR]
    board.lays[0, battle], board.lays[1, battle] = cards_1, cards_2
    board.counts[scalar.BATTLES] += 1
    board.counts[scalar.PLAYS] += max(cards_1, cards_2)


@noinline
def _lay_ghosts(board: FaultyBoard, fault: Any, need: int, ghost: int) -> None:
    """Lay a war for which decks lack one card: it is there all the same, and stays in the game."""
    for who in range(2):
        if _size(board, who) < need:
            board.cards[who, board.at[who, TAIL]] = ghost
            board.at[who, TAIL] += 1
    _lay(board, fault, need, need)


@noinline
def _face_up(board: FaultyBoard, fault: Any, who: int) -> Any:
    """Return the card of a player that is compared."""
    last, laid = board.laid[who] - 1, board.lays[who, board.took[WAR]]
    if board.took[WAR] and laid > 1:
        if fault.compared == codes.FIRST_LAID:
            last -= laid - 1
        elif fault.compared == codes.ONE_BEFORE:
            last -= 1
    return board.on_table[who, last]


@noinline
def _winner(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> int:
    """Return who takes the table, 0 in a tie."""
    war = board.took[WAR] > 0
    if war and fault.compared == codes.TIED_AGAIN:
        return 0
    if war and (fault.compared == codes.NOBODY_FOR_1 or fault.compared == codes.NOBODY_FOR_2):
        return 1 if fault.compared == codes.NOBODY_FOR_1 else 2
    if war and fault.compared == codes.SUMS:
        one, other = _sum(board, 0, worth), _sum(board, 1, worth)
    else:
        one = np.int64(worth[_face_up(board, fault, 0)])
        other = np.int64(worth[_face_up(board, fault, 1)])
    if one == other:
        return 0
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
    if fault.lowest and min(one, other) == 0:
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
    for place in range(board.laid[who] - board.lays[who, board.took[WAR]], board.laid[who]):
        total += worth[board.on_table[who, place]]
    return total


@noinline
def _round(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> int:
    """Play one round; return why the game ended in it, or `GOES_ON`."""
    board.laid[0] = board.laid[1] = 0
    board.took[:] = 0
    counts = board.counts
    deep = rules.need * (fault.deeper - 1 + counts[scalar.WARS]) if fault.deeper else 0
    size_1, size_2 = _size(board, 0), _size(board, 1)
    if min(size_1, size_2) <= deep:
        return codes.SHORTFALL if rules.shortfall == codes.DRAW else _ran_out(board, rules, size_1, size_2)
    of_wins = fault.forgets == 2 or fault.forgets == 3
    counts[scalar.SCALAR_ROUNDS] += not of_wins
    _lay(board, fault, 1 + deep, 1 + deep)
    winner = _winner(board, rules, fault, worth)
    while winner == 0:
        board.took[WAR] += 1
        board.lays[0, board.took[WAR]] = board.lays[1, board.took[WAR]] = 0
        counts[scalar.WARS] += 1
        counts[scalar.DEPTH] = max(counts[scalar.DEPTH], board.took[WAR])
        if fault.tie_from and board.took[WAR] >= fault.tie_from:
            board.took[WAR] -= 1
            if fault.tie_to == codes.GAME_DRAWN:
                return codes.SHORTFALL
            if fault.tie_to == codes.RETURNED:
                _give_back(board)
            if fault.tie_to >= codes.RETURNED:
                return codes.GOES_ON
            winner = fault.tie_to
            break
        reason = _pay(board, rules, fault, len(worth) - 1)
        if reason != codes.GOES_ON:
            return reason
        winner = _winner(board, rules, fault, worth)
    if of_wins:
        counts[scalar.SCALAR_ROUNDS] += winner == fault.forgets - 1
    elif board.took[WAR] and fault.forgets < 2:
        counts[scalar.SCALAR_ROUNDS] -= fault.forgets
    if fault.ends == codes.LAST_LAID and min(_size(board, 0), _size(board, 1)) == 0:
        counts[scalar.WINNER] = 1 if _size(board, 0) > 0 else 2
        return codes.DECK_EMPTY
    board.took[TAKER] = winner
    if fault.onto >= codes.BACK_FOR_1 and winner == fault.onto - codes.ON_TOP_EACH:
        _give_back(board)
    else:
        _pick_up(board, rules, fault, worth)
    return codes.GOES_ON


@noinline
def _give_back(board: FaultyBoard) -> None:
    """Put each player's cards on the table under the player's own deck."""
    for who in range(2):
        for place in range(board.laid[who]):
            board.cards[who, board.at[who, TAIL]] = board.on_table[who, place]
            board.at[who, TAIL] += 1


@noinline
def _pay(board: FaultyBoard, rules: Any, fault: Any, ghost: int) -> int:
    """Lay the cards of one war after a tie, or return why the game ends for want of them."""
    counts = board.counts
    need = fault.later_need if fault.later_need and board.took[WAR] > 1 else rules.need
    size_1, size_2 = _seen_size(board, fault, 0), _seen_size(board, fault, 1)
    least, fewer = max(need - fault.spare, 1), min(size_1, size_2)
    short_1, short_2 = size_1 < least and fault.checked != 2, size_2 < least and fault.checked != 1
    short = short_1 and short_2 if fault.checked == codes.BOTH else short_1 or short_2
    if not short:
        laid_1, laid_2 = min(need, _size(board, 0)), min(need, _size(board, 1))
        if fault.spare == codes.AS_BOTH:
            laid_1 = laid_2 = min(laid_1, laid_2)
        _lay(board, fault, laid_1, laid_2)
        return codes.GOES_ON if laid_1 or laid_2 else codes.BOTH_OUT
    if fault.ghost == codes.RUNS_OUT and fewer == need - 1:
        counts[scalar.WINNER] = 2 if size_1 == fewer else 1
        return codes.SHORTFALL
    if fault.ghost and fewer == need - 1 and not board.took[LENT]:
        board.took[LENT] = 1
        _lay_ghosts(board, fault, need, ghost)
        return codes.GOES_ON
    if rules.shortfall == codes.DRAW:
        return codes.SHORTFALL
    if rules.shortfall == codes.STEAL and size_1 + size_2 >= 2 * need:
        _steal(board, fault, need, 0 if size_1 < size_2 else 1)
        _lay(board, fault, min(need, _size(board, 0)), min(need, _size(board, 1)))
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
    return _ran_out(board, rules, size_1, size_2)


@noinline
def _ran_out(board: FaultyBoard, rules: Any, size_1: int, size_2: int) -> int:
    """End the game for want of cards: who holds fewer loses."""
    winner = rules.both_out if size_1 == size_2 else 1 if size_1 > size_2 else 2
    board.counts[scalar.WINNER] = winner
    return codes.SHORTFALL if winner else codes.BOTH_OUT


@noinline
def _steal(board: FaultyBoard, fault: Any, need: int, poor: int) -> None:
    """Move cards from one deck to the other, which has too few."""
    rich = 1 - poor
    number = need - _seen_size(board, fault, poor)
    if fault.steal == codes.ONE_MORE:
        number += 1
    elif fault.steal == codes.WHOLE_WAR:
        number = need
    number = min(number, _size(board, rich))
    for card in range(number):
        if fault.steal == codes.FROM_BOTTOM:
            board.at[rich, TAIL] -= 1
            stolen = board.cards[rich, board.at[rich, TAIL]]
        else:
            if fault.pile and board.at[rich, HEAD] == board.at[rich, PILE]:
                _take_up(board, fault, rich)
            stolen = board.cards[rich, board.at[rich, HEAD]]
            board.at[rich, HEAD] += 1
        if fault.steal == codes.ONTO_TOP:
            # The first stolen stays uppermost.
            head = board.at[poor, HEAD] - 1
            board.at[poor, HEAD] = head
            for place in range(card):
                board.cards[poor, head + place] = board.cards[poor, head + place + 1]
            board.cards[poor, head + card] = stolen
        else:
            board.cards[poor, board.at[poor, TAIL]] = stolen
            board.at[poor, TAIL] += 1
    board.counts[scalar.STEALS] += 1
    board.counts[scalar.STOLEN] += number


@noinline
def _is_taken(board: FaultyBoard, fault: Any, who: int, war: int, place: int, end: int) -> bool:
    """Return whether a card of the table goes to the winner; `end`: where the cards laid with it end."""
    lost, wars, laid = fault.lost, board.took[WAR], board.lays[who, war]
    if lost == codes.OWN_CARDS:
        return bool(who != board.took[TAKER] - 1)
    if lost == NO_FAULT or wars == 0:
        return True
    if lost == codes.FIRST_PAIR:
        return bool(war > 0)
    if lost == codes.FACE_DOWN:
        return bool(place == end - 1)
    if lost == codes.ALL_BUT_LAST:
        return bool(place == board.laid[who] - 1)
    if lost == codes.FIRST_OF_WAR:
        return bool(war == 0 or place != end - laid)
    if lost == codes.LAST_OF_WAR:
        return bool(war == 0 or place != end - 1)
    if lost == codes.BEFORE_ANY_WAR:
        return bool(war == wars)
    before = 1 if lost == codes.BEFORE_LAST_TIE else 0
    return bool(wars < 2 or place >= board.laid[who] - board.lays[who, wars] - before)


@inline_always
def _rank(
    pattern: int, fault: Any, side: int, war: int, wars: int, up: bool, place: int, laid: int, worth: int
) -> int:
    """Return by what a card is picked up: the card of the table with the lowest number is uppermost.

    side: 0 for the player whose cards lead; up: whether it is the last card of its war; laid: how many
    cards this player has on the table.
    """
    back = laid - 1 - place
    within = back if fault.order == codes.SIDES_REVERSED else place
    outer, middle = side, 0
    if fault.order == codes.SIDES_NEWEST_FIRST:
        middle = wars - war
    elif fault.order == codes.SIDES_OPENING_LAST:
        middle = 1 if war == 0 else 0
    elif fault.order == codes.SIDES_LAST_FIRST:
        middle = 1 if back else 0
    elif fault.order == codes.SIDES_BATTLES_BACK:
        middle = wars - war if up else wars - war + 1
    elif fault.order == codes.OPENING_LAST:
        outer, middle = 1 if war == 0 else 0, side
    elif fault.order == codes.NEWEST_FIRST:
        outer, middle = wars - war, side
    elif fault.order == codes.WAR_BY_WAR or pattern == codes.PROGRAMMED:
        outer, middle = war, side
    elif pattern == codes.INSIDE_OUT:
        outer, middle = wars - war, side
    elif pattern == codes.ALTERNATING:
        outer, middle = within, side
    elif pattern == codes.REVERSED:
        outer, middle = back, side
    rank = (outer * WIDE + middle) * WIDE + within
    if fault.order == codes.TABLE_REVERSED:
        return -rank
    if fault.order == codes.LAST_PAIR_FIRST and back == 0:
        return rank - WIDE**3
    if fault.order == codes.LOWEST_FIRST:
        return worth * WIDE**3 + rank
    if fault.order == codes.HIGHEST_FIRST:
        return rank - worth * WIDE**3
    return rank


@noinline
def _pick_up(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> None:
    """Put the table where the program puts it, in the order in which it does."""
    wars, winner = board.took[WAR], board.took[TAKER]
    lead, pattern = rules.lead, rules.pattern
    if fault.war_lead and wars:
        lead, pattern = fault.war_lead, fault.war_pattern
    leader = winner if lead == codes.BY_WINNER else 3 - winner if lead == codes.BY_LOSER else lead
    for who in range(2):
        side, end = np.int64(who != leader - 1), 0
        for war in range(wars + 1):
            start, end = end, end + board.lays[who, war]
            for place in range(start, end):
                if _is_taken(board, fault, who, war, place, end):
                    card, laid = board.on_table[who, place], board.laid[who]
                    up, high = place == end - 1, np.int64(worth[card])
                    rank = _rank(pattern, fault, side, war, wars, up, place, laid, high)
                    _insert(board, card, rank)
    _put(board, fault, winner - 1)


@inline_always
def _insert(board: FaultyBoard, card: int, rank: int) -> None:
    """Put a card among those picked up, by its rank."""
    at = board.took[PICKED]
    while at > 0 and board.ranked[at - 1] > rank:
        board.taken[at], board.ranked[at] = board.taken[at - 1], board.ranked[at - 1]
        at -= 1
    board.taken[at], board.ranked[at] = card, rank
    board.took[PICKED] += 1


@noinline
def _put(board: FaultyBoard, fault: Any, who: int) -> None:
    """Put the cards picked up under the winner's deck, or on it."""
    number = board.took[PICKED]
    stack = fault.stack == codes.BOTH or fault.stack == who + 1
    if stack or fault.onto in (codes.ON_TOP, codes.ON_TOP_EACH):
        board.at[who, HEAD] -= number
        head = board.at[who, HEAD]
        for card in range(number):
            each = stack or fault.onto == codes.ON_TOP_EACH
            board.cards[who, head + (number - 1 - card if each else card)] = board.taken[card]
    else:
        tail = board.at[who, TAIL]
        for card in range(number):
            board.cards[who, tail + card] = board.taken[card]
        board.at[who, TAIL] = tail + number


@noinline
def _make_way(board: FaultyBoard) -> bool:
    """Move decks back to the middle of their lines where they could outgrow them; return whether they fit."""
    width = board.cards.shape[1]
    most = width // 8
    if _size(board, 0) + _size(board, 1) + 2 > most:
        return False
    for who in range(2):
        head, size = board.at[who, HEAD], _size(board, who)
        if head < 2 * most or head + size + 2 * most > width:
            to = 3 * most
            for card in range(size):
                place = card if to < head else size - 1 - card
                board.cards[who, to + place] = board.cards[who, head + place]
            board.at[who, HEAD] = to
            board.at[who, PILE] += to - head
            board.at[who, TAIL] = to + size
    return True


@noinline
def _fit_in(board: FaultyBoard, fault: Any) -> None:
    """Leave of each deck only what its queue holds."""
    places = fault.places if fault.places > 0 else _size(board, 0) + _size(board, 1)
    for who in range(2):
        size = _size(board, who)
        if fault.fate == codes.LOOKS_EMPTY and size >= places:
            board.at[who, HEAD] = board.at[who, TAIL]
        elif fault.fate == codes.LOSES_NEW and size > places:
            board.at[who, TAIL] = board.at[who, HEAD] + places
        elif fault.fate == codes.LOSES_OLD and size > places:
            board.at[who, HEAD] = board.at[who, TAIL] - places
        if fault.pile == NO_FAULT:
            board.at[who, PILE] = board.at[who, TAIL]


@noinline
def _save(board: FaultyBoard) -> None:
    """Save the position."""
    for who in range(2):
        head = board.at[who, HEAD]
        board.saved_at[who, 0], board.saved_at[who, 1] = _size(board, who), board.at[who, PILE] - head
        for card in range(_size(board, who)):
            board.saved[who, card] = board.cards[who, head + card]


@noinline
def _is_back(board: FaultyBoard, worth: Cards) -> bool:
    """Return whether the position saved is there again, card for card as the program tells them apart."""
    for who in range(2):
        size, pile = _size(board, who), board.at[who, PILE] - board.at[who, HEAD]
        if board.saved_at[who, 0] != size or board.saved_at[who, 1] != pile:
            return False
    for who in range(2):
        head = board.at[who, HEAD]
        for card in range(board.saved_at[who, 0]):
            if worth[board.saved[who, card]] != worth[board.cards[who, head + card]]:
                return False
    return True


@noinline
def _is_seen(board: FaultyBoard, fault: Any, worth: Cards, played: int) -> bool:
    """Return whether the part of a position that a program compares is there again."""
    number = np.int64(0)
    for who in range(1 if fault.repeat == codes.DECK_1 else 2):
        for place in range(board.at[who, HEAD], board.at[who, TAIL]):
            mixed = 2_654_435_761 * (np.int64(worth[board.cards[who, place]]) + 1)
            mixed = 2_246_822_519 * (mixed ^ (mixed >> 15))
            if fault.repeat == codes.DECK_1:
                number *= 1_000_003
            number += (mixed ^ (mixed >> 13)) * (2 * who + 1)
    for before in range(played):
        if board.seen[before] == number:
            return True
    board.seen[played] = number
    return False


@noinline
def _put_pile_first(board: FaultyBoard) -> None:
    """Put the cards won on top of what is left of both decks where one is used up."""
    if board.at[0, HEAD] == board.at[0, PILE] or board.at[1, HEAD] == board.at[1, PILE]:
        for who in range(2):
            head, pile = board.at[who, HEAD], board.at[who, PILE]
            number = board.at[who, TAIL] - pile
            for card in range(number):
                board.cards[who, head - number + card] = board.cards[who, pile + card]
            board.at[who, HEAD] -= number
            board.at[who, TAIL] = board.at[who, PILE] = pile


@noinline
def _over(board: FaultyBoard, fault: Any) -> int:
    """Return why no round can start, naming the winner, or `GOES_ON`; the first looks empty first."""
    least = 1 if fault.ends == codes.ONE_LEFT else 0
    left_1, left_2 = _size(board, 0) > least, _size(board, 1) > least
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
        if played >= limit or not _make_way(board):
            return codes.LIMIT
        if fault.repeat and played < SEEN and _is_seen(board, fault, worth, played):
            return codes.CYCLE
        if followed == 0:
            grown = fault.deeper and board.counts[scalar.WARS] > wars
            if renew > 0 and not grown and _is_back(board, worth):
                return codes.CYCLE
            if played >= renew or grown:
                _save(board)
                renew, wars = 2 * played + 1, board.counts[scalar.WARS]
        reason = _round(board, rules, fault, worth)
        if fault.pile == NO_FAULT:
            for who in range(2):
                board.at[who, PILE] = board.at[who, TAIL]
        played += 1
        if reason != codes.GOES_ON:
            return reason
        if fault.places:
            _fit_in(board, fault)
        if fault.pile == codes.PLAYED_FIRST:
            _put_pile_first(board)
        if played <= followed:
            size_1, size_2 = _size(board, 0), _size(board, 1)
            leaders[played - 1] = 1 if size_1 > size_2 else 2 if size_2 > size_1 else 0


@noinline
def _set_out(board: FaultyBoard, start: Numbers, deck: Cards) -> None:
    """Lay both decks in the middle of their lines; `start`: cards of each, and how many are no pile."""
    middle = 3 * (board.cards.shape[1] // 8)
    for who in range(2):
        size = start[2 * who]
        board.at[who, HEAD], board.at[who, PILE] = middle, middle + start[2 * who + 1]
        board.at[who, TAIL] = middle + size
        for card in range(size):
            board.cards[who, middle + card] = deck[who * start[0] + card]
    for count in range(scalar.COUNTS):
        board.counts[count] = 0


@entry(
    from_dtype(CODES)[::1],
    from_dtype(FAULT)[::1],
    typeof(FaultyBoard.of(2)),
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
    board: FaultyBoard,
    starts: Numbers,
    decks: Cards,
    worths: Cards,
    limits: Numbers,
    leaders: Any,
    results: Any,
) -> None:
    """Play games into `results`, each with its own rules and fault.

    starts: a row a game, player 1's cards and how many of them are no pile, then player 2's; decks: the
    places of both players' cards; worths: a row a game, what the card in each place is worth, a ghost's
    last; leaders: a row a game to be filled, or rows without room. The last game's position and table
    are left in `board`.
    """
    for game in range(len(results)):
        _set_out(board, starts[game], decks[game])
        reason = _play_out(board, rules[game], faults[game], worths[game], limits[game], leaders[game])
        if reason == codes.CYCLE:
            results[game].reason = codes.CYCLE
            continue
        winner, forgets = board.counts[scalar.WINNER], faults[game].forgets
        if forgets > 3 and winner == 1 + forgets % 2 and board.counts[scalar.SCALAR_ROUNDS]:
            board.counts[scalar.SCALAR_ROUNDS] += 1 if forgets > 5 else -1
            board.counts[scalar.PLAYS] += 1 if forgets > 5 else -1
        scalar.write_result(results[game], reason, _size(board, 0), _size(board, 1), board.counts)
