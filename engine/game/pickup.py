"""The pick-up: in which order the table goes under the winner's deck."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple, assert_never

from engine.cards import random_stream
from engine.rules import Pickup


class Lay(NamedTuple):
    """Cards laid together: the opening pair of a round, or what one war draws; the last of each is face up.

    `stolen` cards went from player 2's deck under player 1's before laying; negative the other way.
    """

    cards_1: int
    cards_2: int
    stolen: int = 0


def pickup_order(
    lays: tuple[Lay, ...], winner: int, pickup: Pickup, random: Iterator[int]
) -> tuple[int, ...]:
    """Return the places of the table in pick-up order, uppermost first.

    Places count player 1's cards in played order, then player 2's. `random` is the game's own
    stream of words; only random pick-ups draw from it, one word a coin, one a card of a shuffle
    but the last (and the few that an unbiased draw rejects).

    >>> pickup_order((Lay(1, 1), Lay(2, 2)), 1, Pickup.LOSER_FIRST, iter(()))
    (3, 4, 5, 0, 1, 2)
    >>> pickup_order((Lay(1, 1), Lay(2, 2), Lay(1, 1)), 2, Pickup.WINNER_INSIDE_OUT, iter(()))
    (7, 3, 5, 6, 1, 2, 4, 0)
    """
    if pickup is Pickup.RANDOM:
        return _shuffled_table(sum(lay.cards_1 + lay.cards_2 for lay in lays), random)
    if pickup is Pickup.COIN_FLIP:
        pickup = Pickup.WINNER_FIRST if random_stream.below(2, random) else Pickup.LOSER_FIRST
    return _fixed_order(lays, winner, pickup)


def _shuffled_table(size: int, random: Iterator[int]) -> tuple[int, ...]:
    """Shuffle the places of the table: Fisher and Yates, from the last place down."""
    places = list(range(size))
    for last in range(size - 1, 0, -1):
        other = random_stream.below(last + 1, random)
        places[last], places[other] = places[other], places[last]
    return tuple(places)


@lru_cache(maxsize=4096)
def _fixed_order(lays: tuple[Lay, ...], winner: int, pickup: Pickup) -> tuple[int, ...]:
    """Return the order for a pick-up that depends on nothing but who won."""
    total_1 = sum(lay.cards_1 for lay in lays)
    all_1 = range(total_1)
    all_2 = range(total_1, total_1 + sum(lay.cards_2 for lay in lays))
    won, lost = (all_1, all_2) if winner == 1 else (all_2, all_1)
    match pickup:
        case Pickup.AS_DEALT:
            return _alternating(all_1, all_2)
        case Pickup.AS_PROGRAMMED:
            return tuple(chain(*(chain(cards_1, cards_2) for cards_1, cards_2 in _laid_together(lays))))
        case Pickup.PLAYER_1_FIRST:
            return (*all_1, *all_2)
        case Pickup.PLAYER_2_FIRST:
            return (*all_2, *all_1)
        case Pickup.WINNER_FIRST:
            return (*won, *lost)
        case Pickup.LOSER_FIRST:
            return (*lost, *won)
        case Pickup.WINNER_ALTERNATING:
            return _alternating(won, lost)
        case Pickup.LOSER_ALTERNATING:
            return _alternating(lost, won)
        case Pickup.WINNER_ALTERNATING_REVERSED:
            return _alternating(won[::-1], lost[::-1])
        case Pickup.WINNER_INSIDE_OUT:
            newest_first = reversed(_laid_together(lays))
            return tuple(chain(*(chain(*(pair if winner == 1 else pair[::-1])) for pair in newest_first)))
        case Pickup.RANDOM | Pickup.COIN_FLIP:
            raise ValueError(f"pickup {pickup} has no fixed order: draw it from the game's stream")
        case _:
            assert_never(pickup)


def _laid_together(lays: tuple[Lay, ...]) -> list[tuple[range, range]]:
    """Return the places of both players' cards, lay by lay."""
    pairs, from_1, from_2 = [], 0, sum(lay.cards_1 for lay in lays)
    for lay in lays:
        pairs.append((range(from_1, from_1 + lay.cards_1), range(from_2, from_2 + lay.cards_2)))
        from_1, from_2 = from_1 + lay.cards_1, from_2 + lay.cards_2
    return pairs


def _alternating(first: range, second: range) -> tuple[int, ...]:
    """Take one of each in turn; when one side is used up, go on with the other's remaining cards."""
    pairs = zip_longest(first, second)
    return tuple(place for pair in pairs for place in pair if place is not None)
