"""Where cards lie in the games of `faulty`: decks, table, what is picked up, and earlier positions.

Decks and table hold the places of cards in the deal, what a card is worth is looked up.
"""

from typing import Any, Final

import numpy as np

from engine.kernels import codes, scalar
from engine.kernels.cache import inline_always, noinline
from engine.kernels.calls import Cards, Numbers

HEAD, PILE, TAIL = range(3)
"""A deck's ends in its line; between `PILE` and `TAIL` lie the cards won since it was last used up."""

PICKED, WAR, TAKER, LENT = range(4)
"""Of a round: how many cards were picked up; its wars; who took them; whether ghosts were laid."""

NO_FAULT: Final = 0
WIDE: Final = 1 << 13
"""More than the cards on a table, and than the wars of a round."""
SEEN: Final = 1_000  # rounds for which positions are looked for in part
GHOSTS: Final = 64  # cards that do not exist and yet come into play, at most


MOST_CARDS: Final = 527
"""Cards of the largest deal that can be played, as a program reads it."""
_MOST: Final = MOST_CARDS + GHOSTS

BOARD: Final = np.dtype(
    [
        ("at", np.int64, (2, 3)),
        ("laid", np.int64, 2),  # how many cards each player has on the table
        ("took", np.int64, 4),  # what is known of the round, from `PICKED` to `LENT`
        ("counts", np.int64, scalar.COUNTS),
        ("saved_at", np.int64, (2, 3)),  # of an earlier position: the cards of each deck and pile, who took
        ("lays", np.int64, (2, _MOST)),  # how many each laid in the opening and in each war
        ("ranked", np.int64, 2 * _MOST),  # by what each card picked up is put there: the lowest first
        ("seen", np.int64, SEEN),  # a number for each position, of programs that compare a part of it
        ("on_table", np.uint16, (2, _MOST)),
        ("taken", np.uint16, 2 * _MOST),  # the cards picked up, uppermost first
        ("saved", np.uint16, (2, _MOST)),
        ("cards", np.uint16, (2, 8 * _MOST)),  # a line of cards a player
    ]
)
"""Working space of one game: a record is one address to who is called, an array seven numbers."""

FaultyBoard = Any  # a record of `BOARD`


@inline_always
def holds(board: FaultyBoard, who: int) -> int:
    """Return how many cards a player holds."""
    size: int = board.at[who, TAIL] - board.at[who, HEAD]
    return size


@inline_always
def seems_to_hold(board: FaultyBoard, fault: Any, who: int) -> int:
    """Return how many cards a program believes a player to hold."""
    end = PILE if fault.pile == codes.NOT_COUNTED else TAIL
    size: int = board.at[who, end] - board.at[who, HEAD]
    return size


@noinline
def draw(board: FaultyBoard, fault: Any, who: int, number: int) -> None:
    """Move cards from a deck to the table."""
    for left in range(number, 0, -1):
        head = board.at[who, HEAD]
        if fault.pile and head == board.at[who, PILE]:
            take_up(board, fault, who)
        place = board.laid[who]
        board.laid[who] = place + 1
        if fault.stack == codes.DOWN_FROM_BELOW and board.took[WAR] and left > 1:
            board.at[who, TAIL] -= 1
            board.on_table[who, place] = board.cards[who, board.at[who, TAIL]]
            continue
        board.on_table[who, place] = board.cards[who, head]
        board.at[who, HEAD] = head + 1


@inline_always
def card_at(board: FaultyBoard, who: int, place: int) -> int:
    """Return a card of a player's by its place, those on the table first."""
    laid = board.laid[who]
    if place < laid:
        return int(board.on_table[who, place])
    return int(board.cards[who, board.at[who, HEAD] + place - laid])


@noinline
def take_up(board: FaultyBoard, fault: Any, who: int) -> None:
    """Take up the won cards as the deck."""
    start, end = board.at[who, HEAD], board.at[who, TAIL]
    if fault.pile == codes.TURNED_OVER:
        for place in range((end - start) // 2):
            one, other = start + place, end - 1 - place
            board.cards[who, one], board.cards[who, other] = board.cards[who, other], board.cards[who, one]
    board.at[who, PILE] = end


@noinline
def give_back(board: FaultyBoard) -> None:
    """Put each player's cards on the table under the player's own deck."""
    for who in range(2):
        for place in range(board.laid[who]):
            board.cards[who, board.at[who, TAIL]] = board.on_table[who, place]
            board.at[who, TAIL] += 1


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
    if lost == codes.TIED_CARDS:
        return bool(war == wars or place != end - 1)
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
    elif fault.order == codes.OPENING_LAST or fault.order == codes.OPENING_FIRST:
        outer, middle = int((war == 0) == (fault.order == codes.OPENING_LAST)), side
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
    if fault.order == codes.LAST_PAIR_FIRST and back == 0:
        return rank - WIDE**3
    if fault.order == codes.LOWEST_FIRST:
        return worth * WIDE**3 + rank
    if fault.order == codes.HIGHEST_FIRST:
        return rank - worth * WIDE**3
    return rank


@noinline
def pick_up(board: FaultyBoard, rules: Any, fault: Any, worth: Cards) -> None:
    """Put the table where the program puts it, in the order in which it does."""
    wars, winner = board.took[WAR], board.took[TAKER]
    lead, pattern = rules.lead, rules.pattern
    if fault.war_lead and wars:
        lead, pattern = fault.war_lead, fault.war_pattern
    leader = winner if lead == codes.BY_WINNER else 3 - winner if lead == codes.BY_LOSER else lead
    turned = fault.order == codes.TABLE_REVERSED or fault.order == codes.TABLE_REVERSED_1 + winner - 1
    for who in range(2):
        if fault.onto == codes.OWN_ON_TOP and who == winner - 1:
            board.at[who, HEAD] -= board.laid[who]  # they still lie there
            continue
        side, end = np.int64(who != leader - 1), 0
        instead = who != winner - 1 and fault.onto == codes.NEXT_OF_1 + who
        for war in range(wars + 1):
            start, end = end, end + board.lays[who, war]
            for place in range(start, end):
                if _is_taken(board, fault, who, war, place, end):
                    card, laid = board.on_table[who, place], board.laid[who]
                    if instead:
                        if place >= holds(board, who):
                            continue
                        card = board.cards[who, board.at[who, HEAD] + place]
                    up, high = place == end - 1, np.int64(worth[card])
                    back = fault.order == codes.LOSERS_REVERSED + int(who == winner - 1)
                    at = laid - 1 - place if back else place
                    decides = fault.order == codes.DECIDING_WINNER_FIRST and place == laid - 1
                    by = np.int64(who != winner - 1) if decides else side
                    rank = _rank(pattern, fault, by, war, wars, up, at, laid, high)
                    _insert(board, card, -rank if turned else rank)
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
def make_way(board: FaultyBoard, most: int) -> bool:
    """Move decks back to the middle of their lines where they could outgrow them; return whether they fit.

    most: how many cards may come into play.
    """
    if holds(board, 0) + holds(board, 1) + 2 > most:
        return False
    for who in range(2):
        head, size = board.at[who, HEAD], holds(board, who)
        if head < 2 * _MOST or head + size > 6 * _MOST:
            to = 3 * _MOST
            for card in range(size):
                place = card if to < head else size - 1 - card
                board.cards[who, to + place] = board.cards[who, head + place]
            board.at[who, HEAD] = to
            board.at[who, PILE] += to - head
            board.at[who, TAIL] = to + size
    return True


@noinline
def fit_in(board: FaultyBoard, fault: Any) -> None:
    """Leave of each deck only what its queue holds."""
    places = fault.places if fault.places > 0 else holds(board, 0) + holds(board, 1)
    for who in range(2):
        size = holds(board, who)
        if fault.fate == codes.LOOKS_EMPTY and size >= places:
            board.at[who, HEAD] = board.at[who, TAIL]
        elif fault.fate == codes.LOSES_NEW and size > places:
            board.at[who, TAIL] = board.at[who, HEAD] + places
        elif fault.fate == codes.LOSES_OLD and size > places:
            board.at[who, HEAD] = board.at[who, TAIL] - places
        if fault.pile == NO_FAULT:
            board.at[who, PILE] = board.at[who, TAIL]


@noinline
def save(board: FaultyBoard) -> None:
    """Save the position."""
    for who in range(2):
        head = board.at[who, HEAD]
        board.saved_at[who, 0], board.saved_at[who, 1] = holds(board, who), board.at[who, PILE] - head
        board.saved_at[who, 2] = board.took[TAKER]
        for card in range(holds(board, who)):
            board.saved[who, card] = board.cards[who, head + card]


@noinline
def is_back(board: FaultyBoard, worth: Cards) -> bool:
    """Return whether the position saved is there again, card for card as the program tells them apart."""
    for who in range(2):
        size, pile = holds(board, who), board.at[who, PILE] - board.at[who, HEAD]
        if board.saved_at[who, 0] != size or board.saved_at[who, 1] != pile:
            return False
        if board.saved_at[who, 2] != board.took[TAKER]:
            return False
    for who in range(2):
        head = board.at[who, HEAD]
        for card in range(board.saved_at[who, 0]):
            if worth[board.saved[who, card]] != worth[board.cards[who, head + card]]:
                return False
    return True


@noinline
def is_seen(board: FaultyBoard, fault: Any, worth: Cards, played: int) -> bool:
    """Return whether the part of a position that a program compares is there again."""
    number = np.int64(0)
    if fault.repeat == codes.SAME_SIZES:
        number = holds(board, 0) * WIDE + holds(board, 1)
    elif fault.repeat == codes.TOP_CARDS:
        top_1, top_2 = board.cards[0, board.at[0, HEAD]], board.cards[1, board.at[1, HEAD]]
        number = np.int64(worth[top_1]) * 100_003 + np.int64(worth[top_2])
    by_cards = 1 if fault.repeat == codes.DECK_1 else 2 if fault.repeat == codes.SAME_CARDS else 0
    for who in range(by_cards):
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
def put_pile_first(board: FaultyBoard) -> None:
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
def set_out(board: FaultyBoard, start: Numbers, deck: Cards) -> None:
    """Lay both decks in the middle of their lines; `start`: cards of each, and how many are no pile."""
    middle = 3 * _MOST
    for who in range(2):
        size = start[2 * who]
        board.at[who, HEAD], board.at[who, PILE] = middle, middle + start[2 * who + 1]
        board.at[who, TAIL] = middle + size
        for card in range(size):
            board.cards[who, middle + card] = deck[who * start[0] + card]
    board.took[TAKER] = 0
    for count in range(scalar.COUNTS):
        board.counts[count] = 0
