"""The cards a program plays with when it reads a deal wrongly: one deal at a time, or many as rows."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import ACE, HIGHEST_RANK, LETTERS, Deal

Cards = tuple[int, ...]
Rows = NDArray[np.int64]


def _places(names: list[str]) -> dict[int, Cards]:
    """Give ranks 2 to 14 the worth of their places when these names of theirs are sorted as text."""
    return {rank: (2 + sorted(names).index(name),) for rank, name in enumerate(names, 2)}


class CardReader(NamedTuple):
    """A mistake that sees each card alone: what is read for some ranks, and the ranks that bring it out."""

    worth: dict[int, Cards]
    telling: Cards


_NUMBERS: Final = [str(rank) for rank in range(2, ACE + 1)]
CARD_READERS: Final = {
    "10-as-1": CardReader({10: (1,)}, (2, 3, 10, ACE)),
    "10-as-two-cards": CardReader({10: (1, 0)}, (2, 3, 10, ACE)),
    "10-left-out": CardReader({10: ()}, (2, 3, 10, ACE)),
    "ten-as-ace": CardReader({10: (ACE,)}, (2, 10, 13, ACE)),
    "ace-as-ten": CardReader({ACE: (10,)}, (2, 10, 13, ACE)),
    "letters-as-text": CardReader(_places([*LETTERS]), (2, 10, 11, 13, ACE)),
    "numbers-as-text": CardReader(_places([*_NUMBERS[:9], *LETTERS[9:]]), (2, 9, 10, 13, ACE)),
    "decimals-as-text": CardReader(_places(_NUMBERS), (2, 9, 10, ACE)),
    "pictures-as-ten": CardReader({11: (10,), 12: (10,), 13: (10,)}, (9, 10, 11, 13)),
}
"""The mistakes that see each card alone; other cards are read right."""

DECK_READERS: Final[dict[str, Callable[[Any, Any], tuple[Any, Any]]]] = {
    "both-upside-down": lambda first, second: (first[::-1], second[::-1]),
    "deck-1-upside-down": lambda first, second: (first[::-1], second),
    "deck-2-upside-down": lambda first, second: (first, second[::-1]),
    "players-swapped": lambda first, second: (second, first),
    "last-cards-left-out": lambda first, second: (first[:-1], second[:-1]),
}
"""How programs read two decks, their suits, or both decks of many deals as cards x deals."""


def read_deal(name: str, deal: Deal) -> Deal:
    """Return the deal that a program with a reading mistake plays with; suits are lost where cards are.

    >>> read_deal("10-as-1", Deal.parse("TA/KT")).text
    '1 14/13 1'
    """
    if name in DECK_READERS:
        read = DECK_READERS[name]
        return Deal(*read(deal.deck_1, deal.deck_2), *read(deal.suits_1, deal.suits_2))
    table = CARD_READERS[name].worth
    first, second = (
        tuple(card for rank in deck for card in table.get(rank, (rank,)))
        for deck in (deal.deck_1, deal.deck_2)
    )
    if (len(first), len(second)) == (len(deal.deck_1), len(deal.deck_2)):
        return Deal(first, second, deal.suits_1, deal.suits_2)
    return Deal(first, second)


def read_rows(name: str, rows: Rows, cut: int) -> tuple[Rows, int] | None:
    """Do the same to many deals of one size and cut, as rows; None where sizes would differ."""
    if name in DECK_READERS:
        first, second = DECK_READERS[name](rows.T[:cut], rows.T[cut:])
        return np.ascontiguousarray(np.concatenate((first, second)).T), len(first)
    table = CARD_READERS[name].worth
    if any(len(cards) != 1 for cards in table.values()):
        return None
    worth = np.arange(HIGHEST_RANK + 1)
    for rank, cards in table.items():
        worth[rank] = cards[0]
    return worth[rows], cut
