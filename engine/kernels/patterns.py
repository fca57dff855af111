"""Every pattern of winners of some rounds without a war, gone through: which could ever be played.

What `engine.library.endless` says of one pattern in a millisecond, of millions: both decks are back when it
begins again, and no card has to beat itself. Players are 0 and 1 here, a pattern is the bits of a number.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import boolean, int64, typeof

from engine.kernels.cache import entry, inline, inline_always
from engine.kernels.calls import Numbers

LONGEST: Final = 40
"""Rounds whose circles of slots fit into the bits of one word: at most three for every two rounds, as the
card that loses a round is next laid by the other player, so that its circle has two slots at the least."""

MOST_AT_ONCE: Final = 10**6
"""Patterns after which a call returns, within a second: only then is an interrupt noticed."""


class PatternSlots(NamedTuple):
    """Working space of one pattern, by slot: a player's and the pair that is laid from it."""

    before: Numbers
    """How many cards its winner picks up before that of a slot, less whole patterns."""
    orbit: Numbers
    above: Numbers
    """Which orbits have to beat an orbit, a bit each."""

    @classmethod
    def make(cls) -> "PatternSlots":
        """Return space for the longest pattern."""
        return cls(*(np.zeros(2 * LONGEST, np.int64) for _ in range(3)))


@inline_always
def _winner(bits: int, rounds: int, number: int) -> int:
    return bits >> (rounds - 1 - number) & 1


@inline
def _is_first(bits: int, rounds: int) -> bool:
    """Return whether no turning of the pattern comes before it, or is it."""
    mask, shift = (1 << rounds) - 1, 1
    while shift < rounds and bits < (bits << shift | bits >> (rounds - shift)) & mask:
        shift += 1
    return shift == rounds


@inline_always
def _next(bits: int) -> int:
    """Return the next higher number with as many bits: the lowest run's top one goes up, its others down."""
    low = bits & -bits
    up = bits + low
    return up | ((up ^ bits) >> 2) // low


@inline
def _lowest(bits: int, rounds: int) -> tuple[int, int]:
    """Return the fewest cards with which each player is never without; as each wins as often, both decks
    are back in the end."""
    lead, one, two = 0, 0, 0
    for number in range(rounds):
        lead += 1 - 2 * _winner(bits, rounds, number)
        one, two = max(one, -lead), max(two, lead)
    return one + 1, two + 1


@inline
def _lay_out(slots: PatternSlots, bits: int, rounds: int, winner_first: bool) -> None:
    """Write down for each slot how many cards its winner has picked up since the pattern began."""
    won_1, won_2 = 0, 0
    for number in range(rounds):
        winner = _winner(bits, rounds, number)
        leader = winner if winner_first else 1 - winner
        before = won_2 if winner else won_1
        slots.before[leader * rounds + number] = before % rounds
        slots.before[(1 - leader) * rounds + number] = (before + 1) % rounds
        if winner:
            won_2 += 2
        else:
            won_1 += 2


@inline
def _find_orbits(slots: PatternSlots, bits: int, rounds: int, one: int, two: int) -> int:
    """Number the circles of slots, and return how many there are; 0 as soon as a card meets itself."""
    before, orbit, _ = slots
    one, two = one % rounds, two % rounds
    orbit[: 2 * rounds] = -1
    orbits = 0
    for start in range(2 * rounds):
        if orbit[start] >= 0:
            continue
        slot = start
        while orbit[slot] < 0:
            orbit[slot] = orbits
            number = slot if slot < rounds else slot - rounds
            if orbit[slot + rounds if slot < rounds else number] == orbits:
                return 0
            winner = _winner(bits, rounds, number)
            place = before[slot] + (two if winner else one)
            slot = winner * rounds + (place if place < rounds else place - rounds)
        orbits += 1
    return orbits


@inline
def _contradicts(slots: PatternSlots, bits: int, rounds: int, orbits: int) -> bool:
    """Return whether a card of an orbit would have to beat itself, by way of others."""
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
    start: int, rounds: int, cards: int, winner_first: bool, slots: PatternSlots, found: Numbers
) -> tuple[int, int, int]:
    """Go through patterns from number `start` on, 0 at first, in every split of the cards.

    Only those of an even number of rounds in which each player wins as often.

    Return where it stopped, for want of room in `found`, after `MOST_AT_ONCE` or at the end; how many
    patterns that were; and how many are left, each with its number and the cards of player 1 (as many x 2).
    """
    bits, patterns, left = start or (1 << rounds // 2) - 1, 0, 0
    while bits < 1 << (rounds - 1) and left + cards <= len(found) and patterns < MOST_AT_ONCE:
        if _is_first(bits, rounds):
            patterns += cards - 1
            lowest_1, lowest_2 = _lowest(bits, rounds)
            _lay_out(slots, bits, rounds, winner_first)
            for one in range(lowest_1, cards - lowest_2 + 1):
                orbits = _find_orbits(slots, bits, rounds, one, cards - one)
                if orbits and not _contradicts(slots, bits, rounds, orbits):
                    found[left, 0], found[left, 1] = bits, one
                    left += 1
        bits = _next(bits)
    return bits, patterns, left
