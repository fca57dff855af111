"""Rules and results as whole numbers: what kernels understand, and the only place that says so."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import ACE
from engine.game import Reason
from engine.rules import BothOut, Order, Pickup, Rules, Shortfall

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

LOSES: Final = 0
DRAW: Final = 1
LAST_CARD: Final = 2
FEWER_DOWN: Final = 3
STEAL: Final = 4

SHORTFALLS: Final = {
    Shortfall.LOSES: LOSES,
    Shortfall.DRAW: DRAW,
    Shortfall.LAST_CARD: LAST_CARD,
    Shortfall.FEWER_DOWN: FEWER_DOWN,
    Shortfall.STEAL: STEAL,
}
BOTH_OUTS: Final = {BothOut.DRAW: 0, BothOut.PLAYER_1: 1, BothOut.PLAYER_2: 2}
"""The winner when both run out."""

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
"""How they go on: all of them; one of each in turn; that from the last laid back; war by war; any way."""

PICKUPS: Final = {
    Pickup.AS_DEALT: (BY_PLAYER_1, ALTERNATING),
    Pickup.AS_PROGRAMMED: (BY_PLAYER_1, PROGRAMMED),
    Pickup.PLAYER_1_FIRST: (BY_PLAYER_1, BLOCKS),
    Pickup.PLAYER_2_FIRST: (BY_PLAYER_2, BLOCKS),
    Pickup.LOSER_FIRST: (BY_LOSER, BLOCKS),
    Pickup.WINNER_FIRST: (BY_WINNER, BLOCKS),
    Pickup.LOSER_ALTERNATING: (BY_LOSER, ALTERNATING),
    Pickup.WINNER_ALTERNATING: (BY_WINNER, ALTERNATING),
    Pickup.WINNER_ALTERNATING_REVERSED: (BY_WINNER, REVERSED),
    Pickup.RANDOM: (BY_PLAYER_1, SHUFFLED),
    Pickup.COIN_FLIP: (BY_COIN, BLOCKS),
}

HALF_8: Final = 1 << 7
HALF_16: Final = 1 << 15
"""Half a circle of strengths, for cards kept in 8 and in 16 bits."""


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
        lead, pattern = PICKUPS[rules.pickup]
        return cls(rules.need, SHORTFALLS[rules.shortfall], BOTH_OUTS[rules.both_out], lead, pattern, half)


class Job(NamedTuple):
    """What one call of a kernel plays."""

    dealing: np.uint64
    """Hash of the study's seed for dealing (`dealing.study_key`)."""
    playing: np.uint64
    """The same for random pick-ups."""
    deals: int
    """1: game i plays a shuffle of row 0 of the cards; 0: it plays row i as it lies."""
    repeats: int
    """1: deterministic, so that a position that comes back proves the game endless."""
    cycles: int
    """1: endless games get a second pass for their counts, start and length; 0: the verdict alone."""
    limit: int
    ranks: int = 1
    """Different ranks among the cards, for the hands that are dealt."""


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


def strengths(ranks: NDArray[np.int64], order: Order, half: int) -> NDArray[np.int64]:
    """Return each card's strength (games x cards -> the same) on a circle of 2 * `half`.

    Lowest and highest are a row's own, as they are a deal's own for the referee.

    >>> strengths(np.array([[2, 9, 14]]), Order.HIGH, 8).tolist()
    [[1, 2, 3]]
    >>> strengths(np.array([[2, 9, 14]]), Order.LOWEST_BEATS_HIGHEST, 8).tolist()
    [[0, 2, 9]]
    """
    if order is Order.LOW_WINS:
        ranks = -ranks
    elif order is Order.ACE_LOW:
        ranks = np.where(ranks == ACE, -1, ranks)
    places: NDArray[np.int64] = np.unique(ranks, return_inverse=True)[1].reshape(ranks.shape) + 1
    if order is Order.LOWEST_BEATS_HIGHEST and ranks.size:
        lowest, highest = places.min(axis=1, keepdims=True), places.max(axis=1, keepdims=True)
        # A pack of one rank has no extremes: nothing is ever compared but ties.
        places = np.where(places == lowest, 0, np.where(places == highest, half + 1, places))
    return places
