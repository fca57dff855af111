"""Every pattern of winners of some rounds without a war, gone through: which could ever be played.

What `engine.records.pattern` says of one pattern in a millisecond, of millions: both decks are back when it
begins anew, and no card has to beat itself. Players are 0 and 1 here, a pattern is a number of so many bits.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import boolean, int64, typeof
from numpy.typing import NDArray

from engine.kernels.cache import entry, inner, tiny

Numbers = NDArray[np.int64]

LONGEST: Final = 31
"""Rounds of which both players' slots fit into the bits of one word."""


class PatternSlots(NamedTuple):
    """Working space of one pattern, by slot: a player's and the pair that is laid from it."""

    following: Numbers
    """Where the card of a slot is played next."""
    orbit: Numbers
    """Which circle of slots it is on."""
    above: Numbers
    """Which orbits have to beat an orbit, a bit each."""

    @classmethod
    def make(cls) -> "PatternSlots":
        """Return space for the longest pattern."""
        return cls(*(np.zeros(2 * LONGEST, np.int64) for _ in range(3)))


@tiny
def _winner(bits: int, rounds: int, number: int) -> int:
    return bits >> (rounds - 1 - number) & 1


@inner
def _is_first(bits: int, rounds: int) -> bool:
    """Say whether each player wins as often and no turning of the pattern comes before it, or is it."""
    ones = 0
    for place in range(rounds):
        ones += bits >> place & 1
    if 2 * ones != rounds:
        return False
    mask, turn = (1 << rounds) - 1, 1
    while turn < rounds and bits < (bits << turn | bits >> (rounds - turn)) & mask:
        turn += 1
    return turn == rounds


@inner
def _closes(bits: int, rounds: int, one: int, two: int) -> bool:
    """Say whether nobody is ever without cards; each wins as often, so both decks are back in the end."""
    for number in range(rounds):
        step = 1 - 2 * _winner(bits, rounds, number)
        one += step
        two -= step
        if one < 1 or two < 1:
            return False
    return True


@inner
def _find_orbits(slots: PatternSlots, bits: int, rounds: int, one: int, two: int, winner_first: bool) -> int:
    """Number the circles of slots, and return how many there are."""
    following, orbit, _ = slots
    for number in range(rounds):
        winner = _winner(bits, rounds, number)
        leader = winner if winner_first else 1 - winner
        for turn in range(2):
            player = leader if turn == 0 else 1 - leader
            following[player * rounds + number] = winner * rounds + (two if winner else one) % rounds
            if winner:
                two += 1
            else:
                one += 1
    orbit[: 2 * rounds] = -1
    orbits = 0
    for start in range(2 * rounds):
        if orbit[start] < 0:
            slot = start
            while orbit[slot] < 0:
                orbit[slot] = orbits
                slot = following[slot]
            orbits += 1
    return orbits


@inner
def _contradicts(slots: PatternSlots, bits: int, rounds: int, orbits: int) -> bool:
    """Say whether the cards of an orbit would have to beat themselves, round some corners."""
    _, orbit, above = slots
    above[:orbits] = 0
    for number in range(rounds):
        winner = _winner(bits, rounds, number)
        above[orbit[(1 - winner) * rounds + number]] |= 1 << orbit[winner * rounds + number]
    left = (1 << orbits) - 1
    while left:
        tops = 0
        for one in range(orbits):
            if left >> one & 1 and above[one] & left == 0:
                tops |= 1 << one
        if tops == 0:
            return True
        left &= ~tops
    return False


@entry(int64, int64, int64, boolean, typeof(PatternSlots.make()), int64[:, ::1])
def go_through(
    start: int, rounds: int, cards: int, winner_first: bool, slots: PatternSlots, kept: Numbers
) -> tuple[int, int, int]:
    """Go through patterns from number `start` on, in every split of the cards.

    Return where it stopped, for want of room in `kept` or at the end; how many patterns that were; and
    how many are left, each with its number and the cards of player 1 (as many x 2).
    """
    bits, patterns, left = start, 0, 0
    while bits < 1 << (rounds - 1) and left + cards <= len(kept):
        if _is_first(bits, rounds):
            for one in range(1, cards):
                two = cards - one
                patterns += 1
                if not _closes(bits, rounds, one, two):
                    continue
                orbits = _find_orbits(slots, bits, rounds, one, two, winner_first)
                if not _contradicts(slots, bits, rounds, orbits):
                    kept[left, 0], kept[left, 1] = bits, one
                    left += 1
        bits += 1
    return bits, patterns, left
