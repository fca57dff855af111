"""Packs whose cards are numbered, 1 to 52 or 0 to 51: the number is the card, its rank is worked out.

The program of "What's in a game" deals such numbers; it compares their remainders by 13.
"""

from collections.abc import Callable
from typing import Final

from engine.notation.alphabets import Cards, decimals
from engine.notation.decks import Cut

_LOWEST: Final = 2
_RANKS: Final = 13
_SUITS: Final = 4
_SIZE: Final = _RANKS * _SUITS
_PACKS: Final = tuple(frozenset(range(first, first + _SIZE)) for first in (0, 1))


def numbers_a_pack(cut: Cut) -> bool:
    """Say whether every deal of a text is the numbers of one pack, each once."""
    return bool(cut.deals) and all(
        len(first.tokens) + len(second.tokens) == _SIZE
        and frozenset(_number(token.text) for token in (*first.tokens, *second.tokens)) in _PACKS
        for first, second in cut.deals
    )


def _number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) <= 2 else -1


def by_remainder(cut: Cut) -> Cards:
    """Read card numbers: what has the same remainder by 13 has the same rank, remainder 0 the lowest."""
    return _ranked(cut, lambda number, _: number % _RANKS)


def by_quotient(cut: Cut) -> Cards:
    """Read card numbers: four in a row have the same rank, the first four the lowest."""
    return _ranked(cut, lambda number, first: (number - first) // _SUITS)


def _ranked(cut: Cut, place: Callable[[int, int], int]) -> Cards:
    numbers = decimals(cut)
    cards = Cards(problems=numbers.problems)
    for deal in zip(numbers.decks[::2], numbers.decks[1::2], strict=True):
        first = min((number for deck, _ in deal for number in deck), default=0)
        cards.decks += [(tuple(_LOWEST + place(number, first) for number in deck), "") for deck, _ in deal]
    return cards


NUMBERINGS: Final = (by_remainder, by_quotient)
