"""The cards a program plays with when it reads a deal wrongly: one deal at a time, or many as rows."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import ACE, HIGHEST_RANK, LETTERS, SUITS, Deal

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
    "king-below-queen": CardReader({12: (13,), 13: (12,)}, (11, 12, 13, ACE)),
    "letters-a-j-k-q": CardReader({11: (12,), 12: (14,), ACE: (11,)}, (10, 11, 13, ACE)),
    "king-as-0": CardReader({13: (0,)}, (2, 12, 13, ACE)),
    "king-as-0-ace-as-1": CardReader({13: (0,), ACE: (1,)}, (2, 12, 13, ACE)),
    "ace-as-11": CardReader({ACE: (11,)}, (10, 11, 12, ACE)),
    "pictures-as-ten": CardReader({11: (10,), 12: (10,), 13: (10,)}, (9, 10, 11, 13)),
    "letters-as-ten": CardReader(dict.fromkeys(range(11, ACE + 1), (10,)), (9, 10, 11, ACE)),
    "letters-as-0": CardReader(dict.fromkeys(range(11, ACE + 1), (0,)), (2, 10, 11, ACE)),
    "hexadecimal-as-letters": CardReader(
        {10: (ACE,), **dict.fromkeys(range(11, ACE + 1), (0,))}, (2, 10, 11, ACE)
    ),
}
"""The mistakes that see each card alone; other cards are read right."""

SUITED: Final = "suits-break-ties"
"""The mistake that sees suits: source 1's `rank_card` gives each card a place of its own, clubs lowest."""


def _in_one(first: Any, second: Any) -> Any:
    """Put two decks, their suits, or both decks of many deals together."""
    return np.concatenate((first, second)) if isinstance(first, np.ndarray) else first + second


def _alternately(first: Any, second: Any) -> tuple[Any, Any]:
    whole = _in_one(first, second)
    return whole[::2], whole[1::2]


DECK_READERS: Final[dict[str, Callable[[Any, Any], tuple[Any, Any]]]] = {
    "both-upside-down": lambda first, second: (first[::-1], second[::-1]),
    "deck-1-upside-down": lambda first, second: (first[::-1], second),
    "deck-2-upside-down": lambda first, second: (first, second[::-1]),
    "players-swapped": lambda first, second: (second, first),
    "dealt-alternately": _alternately,
    "last-cards-left-out": lambda first, second: (first[:-1], second[:-1]),
    "first-cards-left-out": lambda first, second: (first[1:], second[1:]),
    "last-card-1-left-out": lambda first, second: (first[:-1], second),
    "last-card-2-left-out": lambda first, second: (first, second[:-1]),
    "only-last-cards": lambda first, second: (first[-1:], second[-1:]),
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
    if name == SUITED:
        return _suited(deal)
    table = CARD_READERS[name].worth
    first, second = (
        tuple(card for rank in deck for card in table.get(rank, (rank,)))
        for deck in (deal.deck_1, deal.deck_2)
    )
    if (len(first), len(second)) == (len(deal.deck_1), len(deal.deck_2)):
        return Deal(first, second, deal.suits_1, deal.suits_2)
    return Deal(first, second)


def _suited(deal: Deal) -> Deal:
    """Return a deal in which suits break ties; as it is where not all of them are known."""
    suits = deal.suits_1 + deal.suits_2
    if len(suits) < deal.size or not {*suits} <= {*SUITS}:
        return deal
    ranks = (*deal.deck_1, *deal.deck_2)
    worth = tuple(len(SUITS) * rank + SUITS.index(suit) for rank, suit in zip(ranks, suits, strict=True))
    return Deal(worth[: len(deal.deck_1)], worth[len(deal.deck_1) :], deal.suits_1, deal.suits_2)


def _suits(rows: Rows) -> Rows:
    """Return the suits of deals as `Deal.suited` gives them, as places among `SUITS`. Shape as rows."""
    before = np.zeros_like(rows)
    for place in range(1, rows.shape[1]):
        before[:, place] = (rows[:, :place] == rows[:, place : place + 1]).sum(axis=1)
    return np.where(rows % 2 == 0, before, -1 - before) % len(SUITS)


def read_rows(name: str, rows: Rows, cut: int) -> tuple[Rows, int] | None:
    """Do the same to many deals of one size and cut, as rows; None where sizes would differ."""
    if name in DECK_READERS:
        first, second = DECK_READERS[name](rows.T[:cut], rows.T[cut:])
        return np.ascontiguousarray(np.concatenate((first, second)).T), len(first)
    if name == SUITED:
        return len(SUITS) * rows + _suits(rows), cut
    table = CARD_READERS[name].worth
    if any(len(cards) != 1 for cards in table.values()):
        return None
    worth = np.arange(HIGHEST_RANK + 1)
    for rank, cards in table.items():
        worth[rank] = cards[0]
    return worth[rows], cut
