"""A pattern of winners, before any card has a rank: which cards would meet, and who would have to win.

Forget the ranks and fix who wins each round, by a pattern that repeats, and with how many pairs of
cards. Then each card wanders through the same *slots* (whose deck, which pair of the pattern) for
ever: a circle of slots is an *orbit*, and the cards of an orbit follow each other through it. Nothing
has to be played to know which cards meet: two orbits of k and l cards meet at a slot in every
combination that k and l allow.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Final

from engine.game import Decks
from engine.game.pickup import Lay, pickup_order
from engine.rules import Pickup

PatternRound = tuple[int, int]
"""Who wins a round (1 or 2), and how many cards each player lays in it."""
Slot = tuple[int, int]
"""Whose deck a card is played from (0 or 1), as which pair of the pattern."""
Meeting = tuple[int, int]
"""Two cards."""

NO_WAR: Final = 1
"""Pairs laid in a round without a war."""


@dataclass(frozen=True)
class Pattern:
    """Rounds that repeat for ever, from decks of these sizes, picked up in this order."""

    rounds: tuple[PatternRound, ...]
    sizes: tuple[int, int]
    pickup: Pickup
    need: int = 2
    """Pairs that each war adds to a round."""

    @cached_property
    def pairs(self) -> int:
        """Pairs of cards laid before the pattern begins anew."""
        return sum(laid for _, laid in self.rounds)

    @property
    def closes(self) -> bool:
        """Say whether both decks are as large as before when it begins anew, and never too small."""
        one, two = self.sizes
        for winner, laid in self.rounds:
            if min(one, two) < laid or (two if winner == 1 else one) == laid:
                return False
            one, two = (one + laid, two - laid) if winner == 1 else (one - laid, two + laid)
        return (one, two) == self.sizes

    @cached_property
    def _next(self) -> dict[Slot, tuple[Slot, int]]:
        """Where the card of each slot is played next, and how many times the pattern begins meanwhile."""
        following: dict[Slot, tuple[Slot, int]] = {}
        ends, start = [*self.sizes], 0
        for winner, laid in self.rounds:
            for place in pickup_order(_lays(laid, self.need), winner, self.pickup, iter(())):
                player, pair = divmod(place, laid)
                turns, at = divmod(ends[winner - 1], self.pairs)
                following[player, start + pair] = (winner - 1, at), turns
                ends[winner - 1] += 1
            start += laid
        return following

    @cached_property
    def orbits(self) -> list[dict[Slot, int]]:
        """Each circle of slots, with how many turns of the pattern its first card takes to get there."""
        left, circles = dict.fromkeys(self._next), []
        while left:
            slot, turns = next(iter(left)), 0
            circle: dict[Slot, int] = {}
            while slot not in circle:
                circle[slot] = turns
                del left[slot]
                slot, more = self._next[slot]
                turns += more
            circles.append(circle)
            self._cards.append(turns)
        return circles

    @cached_property
    def _cards(self) -> list[int]:
        return []

    @cached_property
    def cards(self) -> list[int]:
        """How many cards follow each other through each orbit."""
        return self._cards if self.orbits else []

    @property
    def length(self) -> int:
        """Rounds until every card is back."""
        return len(self.rounds) * lcm(*self.cards)

    @cached_property
    def _orbit_of(self) -> dict[Slot, int]:
        return {slot: number for number, circle in enumerate(self.orbits) for slot in circle}

    def _comparisons(self) -> Iterator[tuple[int, int]]:
        """Yield the pair of each comparison, and who wins it: 1, 2, or 0 where a war follows."""
        start = 0
        for winner, laid in self.rounds:
            for pair in range(0, laid - 1, self.need):
                yield start + pair, 0
            start += laid
            yield start - 1, winner

    def contradicts_itself(self) -> bool:
        """Say whether a card would have to beat itself, round some corners, by the orbits alone."""
        above: dict[int, set[int]] = {number: set() for number in range(len(self.orbits))}
        for pair, winner in self._comparisons():
            one, two = self._orbit_of[0, pair], self._orbit_of[1, pair]
            if winner:
                above[two if winner == 1 else one].add(one if winner == 1 else two)
        while above:
            tops = [number for number, over in above.items() if not over]
            if not tops:
                return True
            for top in tops:
                del above[top]
            for over in above.values():
                over.difference_update(tops)
        return False

    def card_at(self, slot: Slot, turn: int) -> int:
        """Return the number of the card played from a slot in the so-manieth turn of the pattern, from 0."""
        orbit = self._orbit_of[slot]
        return sum(self.cards[:orbit]) + (turn - self.orbits[orbit][slot]) % self.cards[orbit]

    def meetings(self) -> tuple[set[Meeting], set[Meeting]]:
        """Return which cards have to be equal, and which card has to beat which other."""
        equal: set[Meeting] = set()
        beats: set[Meeting] = set()
        for pair, winner in self._comparisons():
            one, two = (0, pair), (1, pair)
            turns = lcm(self.cards[self._orbit_of[one]], self.cards[self._orbit_of[two]])
            met = {(self.card_at(one, turn), self.card_at(two, turn)) for turn in range(turns)}
            if winner == 0:
                equal |= met
            else:
                beats |= met if winner == 1 else {(two_card, one_card) for one_card, two_card in met}
        return equal, beats

    def decks(self) -> Decks:
        """Return both decks at the start of the pattern, as numbers of cards."""
        one, two = (
            tuple(self.card_at((player, place % self.pairs), place // self.pairs) for place in range(size))
            for player, size in enumerate(self.sizes)
        )
        return one, two


def _lays(laid: int, need: int) -> tuple[Lay, ...]:
    return (Lay(1, 1), *(Lay(need, need) for _ in range((laid - 1) // need)))


def without_wars(winners: Sequence[int]) -> tuple[PatternRound, ...]:
    """Return a pattern of rounds without a war."""
    return tuple((winner, NO_WAR) for winner in winners)


def necklaces(length: int) -> Iterator[tuple[int, ...]]:
    """Yield the patterns of so many winners, each player as often, that are no turned or repeated others.

    >>> list(necklaces(4))
    [(1, 1, 2, 2)]
    """
    for bits in range(1 << (length - 1)):
        if 2 * bits.bit_count() == length and _is_first(bits, length):
            yield tuple(2 if bits >> (length - 1 - place) & 1 else 1 for place in range(length))


def _is_first(bits: int, length: int) -> bool:
    """Say whether a pattern comes before every turning of it, none of which is itself."""
    mask = (1 << length) - 1
    return all(bits < ((bits << turn | bits >> (length - turn)) & mask) for turn in range(1, length))
