"""Rules, and mistakes in playing by them, as small integers for the kernels."""

from typing import Final, NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from engine.cards import ACE
from engine.game import Reason
from engine.rules import BothOut, Order, Pickup, Rules, Shortfall

# Rules and results as whole numbers: what kernels understand, and the only place that says so.

GOES_ON: Final = 0
DECK_EMPTY, SHORTFALL, BOTH_OUT, CYCLE, LIMIT, EMPTY_START = range(1, 7)
"""Why it has, in the order of `engine.game.Reason`."""
UNDECIDED: Final = 7  # left to the scalar kernel by the window kernel; never in a result

REASONS: Final = dict(enumerate(Reason, DECK_EMPTY))
REASON_CODES: Final = {reason: code for code, reason in REASONS.items()}

LOSES, DRAW, LAST_CARD, FEWER_DOWN, STEAL = range(5)

SHORTFALLS: Final = {value: code for code, value in enumerate(Shortfall)}

WINNERS: Final = {BothOut.DRAW: 0, BothOut.PLAYER_1: 1, BothOut.PLAYER_2: 2}

BY_PLAYER_1, BY_PLAYER_2, BY_WINNER, BY_LOSER, BY_COIN = range(1, 6)
"""Whose cards lead a pick-up."""

BLOCKS, ALTERNATING, REVERSED, PROGRAMMED, SHUFFLED, INSIDE_OUT = range(6)
"""How they go on: all; one of each in turn; so from the last back; war by war; any way; last war first."""

_LEADS: Final = ("", "player_1", "player_2", "winner", "loser", "coin")
_PATTERNS: Final = ("blocks", "alternating", "reversed", "programmed", "shuffled", "inside_out")
"""Their names in `values.toml`, each at the place of its number."""


def _pickup(value: Pickup) -> tuple[int, int]:
    lead, pattern = value.description.kernel.split()
    return _LEADS.index(lead), _PATTERNS.index(pattern)


PICKUPS: Final = {value: _pickup(value) for value in Pickup}
"""Whose cards lead each pick-up, and how they go on."""

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
        shortfall, winner = SHORTFALLS[rules.shortfall], WINNERS[rules.both_out]
        return cls(rules.need, shortfall, winner, *PICKUPS[rules.pickup], half)


RESULT: Final = np.dtype(
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


def ranks_in_order(ranks: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return each card's place, from 1, among the ranks that there are, and how many these are.

    >>> places, different = ranks_in_order(np.array([[2, 9, 9], [14, 2, 2]]))
    >>> places.tolist(), different
    ([[1, 2, 2], [3, 1, 1]], 3)
    """
    # Marking what is there takes a seventh of the time of sorting every card.
    low = int(ranks.min(initial=0))
    there = np.zeros(int(ranks.max(initial=0)) - low + 1, np.bool_)
    there[ranks - low] = True
    place = np.cumsum(there, dtype=np.int64)
    return place[ranks - low], int(place[-1])


# What a program can do otherwise than any rules say, as whole numbers: what the kernel of faults understands.

FIRST_LAID, ONE_BEFORE, NOBODY_FOR_1, NOBODY_FOR_2, LOWER_WINS, SUMS, TIED_AGAIN, LISTS = range(1, 9)
OLD_OF_1, OLD_OF_2, BEFORE_OF_1, BEFORE_OF_2 = range(9, 13)
"""What is compared in a war: its first card, the one before the last, nothing (and who takes it then), the
last, of which the lower wins, the sums of its cards, the two that tied once more, all cards laid once the
last differ (the first two that differ decide), or one player's last with the other's first of the round or
the one before the last."""

TO_LONGER, TO_1, TO_2, RETURNED, THROWN_AWAY, GAME_DRAWN = -1, *range(1, 6)
"""What becomes of a tie that is not fought; `TO_LONGER`: who has the cards for a war, or player 2."""

FIRST_PAIR, FACE_DOWN, ALL_BUT_LAST, BEFORE_LAST_WAR, BEFORE_LAST_TIE = range(1, 6)
OWN_CARDS, BEFORE_ANY_WAR, FIRST_OF_WAR, LAST_OF_WAR, TIED_CARDS = range(6, 11)
"""Which cards of the table nobody gets; of `BEFORE_LAST_TIE`, the pair that made the last war is kept."""

ON_TOP, ON_TOP_EACH, BACK_FOR_1, BACK_FOR_2, NEXT_OF_1, NEXT_OF_2, OWN_ON_TOP = range(1, 8)
"""Where the table goes: on top of the deck as it lies, or card by card; back to both if that player wins; or
what that player lost is lost, and copies of as many of the next cards are taken for it; or the winner's own
cards stay on top."""

BOTH, FROM_BELOW, DOWN_FROM_BELOW = 3, 4, 5
"""Whose deck is a stack, or who is looked at: 1, 2, or both; or both decks are played from the bottom, or but
the cards of a war that lie face down."""

TABLE_REVERSED, SIDES_REVERSED, LOWEST_FIRST, HIGHEST_FIRST, NEWEST_FIRST, WAR_BY_WAR = range(1, 7)
SIDES_NEWEST_FIRST, OPENING_LAST, SIDES_OPENING_LAST = range(7, 10)
LAST_PAIR_FIRST, SIDES_LAST_FIRST, SIDES_BATTLES_BACK = range(10, 13)
LOSERS_REVERSED, WINNERS_REVERSED, TABLE_REVERSED_1, TABLE_REVERSED_2 = range(13, 17)
DECIDING_WINNER_FIRST, OPENING_FIRST = range(17, 19)
"""How a pick-up departs from the order the rules say; `TABLE_REVERSED_1` and `TABLE_REVERSED_2` only if that
player wins."""

TURNED_OVER, NOT_COUNTED, PLAYED_FIRST = 1, 2, 3
"""Won cards lie apart until the deck is used up: then turned over; unseen in wars; or put on what is left."""

DECK_1, SAME_CARDS, SAME_SIZES, ANYTHING, TOP_CARDS = range(1, 6)
"""What has to come back for a game to be called endless: player 1's deck, the cards in any order, or only
how many cards each has; or nothing: it is after the first round; or the two cards on top."""

LOWEST, NEITHER, RUNS_OUT = 1, 2, 3
"""A card that does not exist is the lowest; or neither greater nor less than any, as in JavaScript; or whose
it would be has lost, player 1 where both are without it."""

OF_1, OF_2, BEATS_ALL, ADD_UP = 1, 2, 3, 4
"""Whose lowest card alone beats the highest; or it beats all others; or the lower of two whose sum is 9 wins:
a card between lowest and highest is then worth its rank and 1."""

ONE_LEFT, LAST_LAID, TIE_DRAWN, UNCOMPARED, DECKS_COMPARED = range(1, 6)
"""Who has lost: who has one card before a round; or none before the table is picked up. First player 1.
Or nobody, where the game ends with a tie that was not fought; or a last card is as good as tied; or, if one
is short of cards for a war, whose card is lower where those of table and deck first differ."""

LOSES_NEW, LOSES_OLD, LOOKS_EMPTY = range(1, 4)
"""What becomes of a deck with more cards than its queue has places."""

AS_BOTH, NOTHING = 1_001, 1_002
"""Of `spare`, and more than any war needs: both lay as many cards as the shorter deck has, one at least; or
each lays what there is, even nothing: a tie then goes to `tie_to`, if that is set."""

FROM_BOTTOM, ONE_MORE, WHOLE_WAR, ONTO_TOP = range(1, 5)
"""How stealing goes wrong."""

IS_LOST, OPENS_NEXT, OPENED = -1, -2, -3
"""What becomes of the war that player 1's win starts; `OPENED`: it has opened the first round."""
EACH_ROUND = 1_000_000
"""Of `deeper`, and more than any table holds: rounds open deeper by the rounds before, too."""


class PlayFault(NamedTuple):
    """All that a program does otherwise; 0 everywhere is the law."""

    compared: int = 0
    tie_from: int = 0
    """The first tie in a row that is not fought, from 1; 0 beside `tie_to`: the one for which cards lack."""
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
    """Cards by which a deck may be too short for a war; the last one laid counts. Below 0: more needed.
    `AS_BOTH`, `NOTHING`: any number."""
    ghost: int = 0
    places: int = 0
    fate: int = 0
    """A queue's number of places, -1: as many as cards, and what becomes of cards that do not fit."""
    steal: int = 0
    lowest: int = 0
    """How the lowest card does, where it should beat the highest alone."""
    repeat: int = 0
    ends: int = 0
    deeper: int = 0
    """1: each round opens as deep as all wars of the game so far; more by wars before its first round.
    `OPENS_NEXT`, `IS_LOST`: player 1's wins start a war, which opens the next round, or is lost.
    `EACH_ROUND`: as deep as all cards laid so far; more by those before its first round."""
    forgets: int = 0
    """1: rounds with a war are not counted; -1: counted twice; 2, 3: only those that player 1, 2 wins are;
    4, 5: the last is not if player 1, 2 wins the game; 6, 7: counted twice; 8: not those of lower cards;
    9: not the pairs of one in which a war cannot be finished, nor those that could still be laid."""


FAULT: Final = np.dtype([(name, np.int64) for name in PlayFault._fields])
LAW: Final = PlayFault()
