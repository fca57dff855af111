"""The rules compiled: for each way in which eight pairs of cards may compare, whose cards go where."""

from functools import lru_cache
from typing import Final

import numpy as np
from numba import int64, typeof, uint8, uint64
from numpy.typing import NDArray

from engine.kernels import scalar
from engine.kernels.cache import entry
from engine.kernels.calls import RULES
from engine.kernels.codes import Codes
from engine.kernels.scalar import Board, Cards, Numbers, Words
from engine.kernels.slots import EIGHT, LOW_8, ROUNDS_SHIFT, SIZE_SHIFT, THREE_SHIFT, TWO_SHIFT, aligned

ENTRY_BITS: Final = 5
"""An entry is half a line of the processor's cache: an order of 16 bytes, and the change of state."""
CHANGE: Final = 16
PATTERNS: Final = 1 << 2 * EIGHT

DEEPEST: Final = 3
"""Wars of one round that the lookup resolves."""

BOARD: Final = typeof(Board(np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros(1, np.int64)))


@entry(RULES, BOARD, uint64[::1], uint8[:, ::1], int64[:, ::1], int64)
def compile_lookup(
    rules: Codes, board: Board, stream: Words, orders: Cards, words: Numbers, deepest: int
) -> None:
    """Fill the lookup: for each pattern of eight pairs (`lanes.compare_eight`), whose cards go where.

    orders (65,536 x 32) and words (65,536 x 4) are the same memory. The cards of the board are
    places in the eight pairs as `lanes` reads them, so the scalar kernel's own pick-up writes the order.
    """
    cards, at = board.cards, board.at
    for place in range(EIGHT):
        cards[place], cards[EIGHT + place] = place, 2 * EIGHT - 1 - place
    for pattern in range(len(orders)):
        wins, ties = pattern & LOW_8, 0
        for place in range(EIGHT):
            ties |= (pattern >> (2 * EIGHT - 1 - place) & 1) << place
        if wins & ties:
            continue
        at[scalar.HEAD_1], at[scalar.HEAD_2] = 0, EIGHT
        at[scalar.TAIL_1], at[scalar.TAIL_2] = 2 * EIGHT, 4 * EIGHT
        change = 0
        while True:
            start = at[scalar.HEAD_1]
            last, wars = start, 0
            while last < EIGHT and ties >> last & 1:
                last += rules.need
                wars += 1
            if last >= EIGHT or wars > deepest:
                break
            at[scalar.TABLE_1], at[scalar.HEAD_1] = start, last + 1
            at[scalar.TABLE_2], at[scalar.HEAD_2] = EIGHT + start, EIGHT + last + 1
            scalar.pick_up(cards, at, 1 if wins >> last & 1 else 2, rules, stream)
            change += (1 << ROUNDS_SHIFT) + ((wars > 1) << TWO_SHIFT) + ((wars > 2) << THREE_SHIFT)
        won = at[scalar.TAIL_1] - 2 * EIGHT
        for place in range(won):
            orders[pattern, place] = cards[2 * EIGHT + place]
        for place in range(at[scalar.TAIL_2] - 4 * EIGHT):
            orders[pattern, 2 * EIGHT - 1 - place] = cards[4 * EIGHT + place]
        words[pattern, CHANGE // 8] = change + at[scalar.HEAD_1] + ((won - at[scalar.HEAD_1]) << SIZE_SHIFT)


@lru_cache(maxsize=4)
def lookup_of(need: int, lead: int, pattern: int, deepest: int = DEEPEST) -> NDArray[np.uint8]:
    """Return the lookup of a war size and a pick-up: 2 MB, of which a few hundred entries are used."""
    size = 1 << ENTRY_BITS
    lookup = aligned(PATTERNS * size)
    board = Board(
        np.zeros(6 * EIGHT, np.uint8), np.zeros(scalar.ENDS, np.int64), np.zeros(scalar.COUNTS, np.int64)
    )
    rules = Codes(need, 0, 0, lead, pattern, 1 << 7)
    orders, words = lookup.reshape(-1, size), lookup.view(np.int64).reshape(-1, size // 8)
    compile_lookup(rules, board, np.zeros(1, np.uint64), orders, words, deepest)
    return lookup
