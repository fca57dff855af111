"""Rules, and mistakes in playing by them, as small integers for the kernels."""

from typing import Final, NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from engine.cards import ACE
from engine.game import Reason
from engine.rules import BothOut, Order, Pickup, Rules, Shortfall

# Rules and results as whole numbers: what kernels understand, and the only place that says so.

# mypy: enable-error-code="arg-type, assignment"
# Nothing here is compiled. So the type checker names a value of a rule that has no code.


GOES_ON: Final = 0
"""The game has not ended."""
DECK_EMPTY: Final = 1
SHORTFALL: Final = 2
BOTH_OUT: Final = 3
CYCLE: Final = 4
LIMIT: Final = 5
EMPTY_START: Final = 6
UNDECIDED: Final = 7
"""Left to the scalar kernel by the window kernel; never in a result."""

REASONS: Final[dict[int, Reason]] = {
    DECK_EMPTY: Reason.DECK_EMPTY,
    SHORTFALL: Reason.SHORTFALL,
    BOTH_OUT: Reason.BOTH_OUT,
    CYCLE: Reason.CYCLE,
    LIMIT: Reason.LIMIT,
    EMPTY_START: Reason.EMPTY_START,
}
REASON_CODES: Final = {reason: code for code, reason in REASONS.items()}

LOSES: Final = 0
DRAW: Final = 1
LAST_CARD: Final = 2
FEWER_DOWN: Final = 3
STEAL: Final = 4


def _shortfall(shortfall: Shortfall) -> int:
    match shortfall:
        case Shortfall.LOSES:
            return LOSES
        case Shortfall.DRAW:
            return DRAW
        case Shortfall.LAST_CARD:
            return LAST_CARD
        case Shortfall.FEWER_DOWN:
            return FEWER_DOWN
        case Shortfall.STEAL:
            return STEAL
        case _:
            assert_never(shortfall)


def _both_out(both_out: BothOut) -> int:
    """Return the winner when both run out."""
    match both_out:
        case BothOut.DRAW:
            return 0
        case BothOut.PLAYER_1:
            return 1
        case BothOut.PLAYER_2:
            return 2
        case _:
            assert_never(both_out)


BY_PLAYER_1: Final = 1
BY_PLAYER_2: Final = 2
BY_WINNER: Final = 3
BY_LOSER: Final = 4
BY_COIN: Final = 5
"""Whose cards lead a pick-up."""

BLOCKS: Final = 0
ALTERNATING: Final = 1
REVERSED: Final = 2
PROGRAMMED: Final = 3
SHUFFLED: Final = 4
INSIDE_OUT: Final = 5
"""How they go on: all of them; one of each in turn; that from the last laid back; war by war; any way;
war by war from the last one back.
"""


def _pickup(pickup: Pickup) -> tuple[int, int]:
    """Return whose cards lead a pick-up, and how they go on."""
    match pickup:
        case Pickup.AS_DEALT:
            return BY_PLAYER_1, ALTERNATING
        case Pickup.AS_PROGRAMMED:
            return BY_PLAYER_1, PROGRAMMED
        case Pickup.PLAYER_1_FIRST:
            return BY_PLAYER_1, BLOCKS
        case Pickup.PLAYER_2_FIRST:
            return BY_PLAYER_2, BLOCKS
        case Pickup.LOSER_FIRST:
            return BY_LOSER, BLOCKS
        case Pickup.WINNER_FIRST:
            return BY_WINNER, BLOCKS
        case Pickup.LOSER_ALTERNATING:
            return BY_LOSER, ALTERNATING
        case Pickup.WINNER_ALTERNATING:
            return BY_WINNER, ALTERNATING
        case Pickup.WINNER_ALTERNATING_REVERSED:
            return BY_WINNER, REVERSED
        case Pickup.WINNER_INSIDE_OUT:
            return BY_WINNER, INSIDE_OUT
        case Pickup.RANDOM:
            return BY_PLAYER_1, SHUFFLED
        case Pickup.COIN_FLIP:
            return BY_COIN, BLOCKS
        case _:
            assert_never(pickup)


HALF_8: Final = 1 << 7
HALF_16: Final = 1 << 15
"""Half a circle of strengths, for cards kept in 8 and in 16 bits (`strengths`, `calls.Deals.narrow`)."""


class Codes(NamedTuple):
    """A rule set for the kernels, whole numbers only.

    Ranks come as strengths, points on a circle of 2 * `half`: one card beats another that lies less
    than half a circle behind it. The circle is what lets the lowest beat the highest.
    """

    need: int
    shortfall: int
    both_out: int
    lead: int
    pattern: int
    half: int

    @classmethod
    def of(cls, rules: Rules, half: int) -> "Codes":
        """Translate rules, for cards whose strengths lie on a circle of 2 * `half`."""
        lead, pattern = _pickup(rules.pickup)
        return cls(rules.need, _shortfall(rules.shortfall), _both_out(rules.both_out), lead, pattern, half)


RECORD: Final = np.dtype(
    [
        ("winner", np.int8),
        ("reason", np.int8),
        ("depth", np.int16),
        ("size_1", np.int16),
        ("size_2", np.int16),
        ("rounds", np.int64),
        ("battles", np.int64),
        ("plays", np.int64),
        ("wars", np.int64),
        ("steals", np.int64),
        ("stolen", np.int64),
        ("cycle_start", np.int64),
        ("cycle_length", np.int64),
        ("aces", np.int16),
        ("strength", np.int32),
    ],
    align=True,
)
"""One game, by the names of `engine.game.Game`; the table holds what is in neither deck.

Of an endless game whose cycle nobody asked for, everything but reason and hand is 0. `aces` and
`strength` are of player 1's hand as dealt from the pack (`scalar.write_hand`), 0 for given deals.
"""


def strengths(ranks: NDArray[np.int64], order: Order) -> tuple[NDArray[np.int64], int]:
    """Return each card's strength (games x cards -> the same) on a circle of 2 * `HALF_16`, and how many
    different ranks there are.

    Lowest and highest are a row's own, as they are a deal's own for the referee.

    >>> strong, different = strengths(np.array([[2, 9, 14]]), Order.HIGH)
    >>> strong.tolist(), different
    ([[1, 2, 3]], 3)
    >>> strengths(np.array([[2, 9, 14]]), Order.LOWEST_BEATS_HIGHEST)[0].tolist()
    [[0, 2, 32769]]
    """
    match order:
        case Order.LOW_WINS:
            ranks = -ranks
        case Order.ACE_LOW:
            ranks = np.where(ranks == ACE, -1, ranks)
        case Order.HIGH | Order.LOWEST_BEATS_HIGHEST:
            pass
        case _:
            assert_never(order)
    places, different = ranks_in_order(ranks)
    if order is Order.LOWEST_BEATS_HIGHEST and ranks.size:
        lowest, highest = places.min(axis=1, keepdims=True), places.max(axis=1, keepdims=True)
        # A pack of one rank has no extremes: nothing is ever compared but ties.
        places = np.where(places == lowest, 0, np.where(places == highest, HALF_16 + 1, places))
    return places, different


WIDEST: Final = 1 << 16
"""Ranks between the lowest and the highest for which a table is kept: no pack has more."""


def ranks_in_order(ranks: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return each card's place, from 1, among the ranks that there are, and how many these are.

    >>> places, different = ranks_in_order(np.array([[2, 9, 9], [14, 2, 2]]))
    >>> places.tolist(), different
    ([[1, 2, 2], [3, 1, 1]], 3)
    """
    low = int(ranks.min(initial=0))
    span = int(ranks.max(initial=0)) - low + 1
    if span > WIDEST:
        different, places = np.unique(ranks, return_inverse=True)
        return places.reshape(ranks.shape) + 1, len(different)
    # Marking what is there takes a seventh of the time of sorting every card.
    there = np.zeros(span, np.bool_)
    there[ranks - low] = True
    place = np.cumsum(there, dtype=np.int64)
    return place[ranks - low], int(place[-1])


# What a program can do otherwise than any rules say, as whole numbers: what the kernel of faults understands.

FIRST_LAID: Final = 1
ONE_BEFORE: Final = 2
NOBODY_FOR_1: Final = 3
NOBODY_FOR_2: Final = 4
LOWER_WINS: Final = 5
SUMS: Final = 6
"""What is compared in a war: its first card, the one before the last, nothing (and who takes it then), the
last, of which the lower wins, or the sums of all its cards."""

TO_1: Final = 1
TO_2: Final = 2
RETURNED: Final = 3
THROWN_AWAY: Final = 4
GAME_DRAWN: Final = 5
"""What becomes of a tie that is not fought."""

FIRST_PAIR: Final = 1
FACE_DOWN: Final = 2
ALL_BUT_LAST: Final = 3
BEFORE_LAST_WAR: Final = 4
BEFORE_LAST_TIE: Final = 5
OWN_CARDS: Final = 6
BEFORE_ANY_WAR: Final = 7
FIRST_OF_WAR: Final = 8
LAST_OF_WAR: Final = 9
"""Which cards of the table nobody gets; of `BEFORE_LAST_TIE`, the pair that made the last war is kept."""

ON_TOP: Final = 1
ON_TOP_EACH: Final = 2
"""Where the table goes: on top of the deck as it lies, or card by card."""

BOTH: Final = 3
FROM_BELOW: Final = 4
"""Whose deck is a stack, or who is looked at: 1, 2, or both; or both decks are played from the bottom."""

TABLE_REVERSED: Final = 1
SIDES_REVERSED: Final = 2
LOWEST_FIRST: Final = 3
HIGHEST_FIRST: Final = 4
NEWEST_FIRST: Final = 5
WAR_BY_WAR: Final = 6
SIDES_NEWEST_FIRST: Final = 7
OPENING_LAST: Final = 8
SIDES_OPENING_LAST: Final = 9
"""How a pick-up departs from the order the rules say."""

TURNED_OVER: Final = 1
NOT_COUNTED: Final = 2
"""Won cards lie apart until the deck is used up: turned over then; or not seen when a war is to be paid."""

LOWEST: Final = 1
NEITHER: Final = 2
"""A card that does not exist is the lowest; or neither greater nor less than any, as in JavaScript."""

LOSES_NEW: Final = 1
LOSES_OLD: Final = 2
LOOKS_EMPTY: Final = 3
"""What becomes of a deck with more cards than its queue has places."""

FROM_BOTTOM: Final = 1
ONE_MORE: Final = 2
WHOLE_WAR: Final = 3
ONTO_TOP: Final = 4
"""How stealing goes wrong."""


class PlayFault(NamedTuple):
    """All that a program does otherwise; 0 everywhere is the law."""

    compared: int = 0
    tie_from: int = 0
    """The first tie in a row that is not fought, from 1."""
    tie_to: int = 0
    later_need: int = 0
    """Cards laid in a second war in a row and after it."""
    lost: int = 0
    onto: int = 0
    stack: int = 0
    """Whose deck is played from the end to which won cards are added."""
    order: int = 0
    war_lead: int = 0
    war_pattern: int = 0
    """The pick-up after a war, in the codes of the rules, where it is another than after a plain round."""
    pile: int = 0
    checked: int = 0
    """Whose deck is looked at before a war; `BOTH`: it is too short only when both are."""
    spare: int = 0
    """Cards by which a deck may be too short for a war; the last one laid counts. Below 0: more needed."""
    ghost: int = 0
    places: int = 0
    fate: int = 0
    """A queue's number of places, and what becomes of cards that do not fit."""
    steal: int = 0
    forgets: int = 0
    """1: rounds with a war are not counted; -1: they are counted twice."""


FAULT: Final = np.dtype([(name, np.int64) for name in PlayFault._fields])
LAW: Final = PlayFault()
