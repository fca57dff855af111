"""Ranks, packs and how a deck is written.

A rank is a whole number: 2 to 10 as printed, J = 11, Q = 12, K = 13, A = 14. Games with more or
other ranks (0 to 9, 1 to 52) use their own numbers, up to `HIGHEST_RANK`.

A deck is a tuple of ranks, top card (the next to be played) first. It is written with one letter
a card (`23456789TJQKA`) where every rank of the deal has one, and as decimal numbers with spaces
where not. Suits never matter to a result; see `engine.cards.Deal` for where they are kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

LETTERS: Final = "23456789TJQKA"
"""The letters of ranks 2 to 14, in ascending order."""

ACE: Final = 14
HIGHEST_RANK: Final = 999
SUITS: Final = "cdhs"
"""Clubs, diamonds, hearts, spades."""
UNKNOWN_SUIT: Final = "-"

LARGEST_PACK: Final = 4096
"""Cards in the largest pack that can be dealt."""

_LETTER_OF: Final = dict(enumerate(LETTERS, start=2))
_RANK_OF: Final = {letter: rank for rank, letter in _LETTER_OF.items()}


def has_letter(rank: int) -> bool:
    """Return whether `rank` is one of the thirteen that have a letter.

    >>> has_letter(14), has_letter(1)
    (True, False)
    """
    return rank in _LETTER_OF


def rank_name(rank: int) -> str:
    """Return a rank as it is printed on a card: `10` for ten, `K` for king, `37` for 37.

    >>> [rank_name(rank) for rank in (2, 10, 13, 37)]
    ['2', '10', 'K', '37']
    """
    return _LETTER_OF[rank] if rank > 10 and rank in _LETTER_OF else str(rank)


def deck_text(deck: Iterable[int], *, decimal: bool) -> str:
    """Write a deck, top card first: with letters, or as decimal ranks with spaces.

    >>> deck_text((14, 10, 2), decimal=False), deck_text((1, 10, 37), decimal=True)
    ('AT2', '1 10 37')
    """
    if decimal:
        return " ".join(str(rank) for rank in deck)
    return "".join(_LETTER_OF[rank] for rank in deck)


def letters_deck(text: str) -> tuple[int, ...]:
    """Read a deck written with one letter a card, top card first.

    Raises `KeyError` at the first character that is no rank letter.

    >>> letters_deck("AT2")
    (14, 10, 2)
    """
    return tuple(_RANK_OF[letter] for letter in text)


@dataclass(frozen=True, slots=True)
class Pack:
    """All the cards in play: `ranks` different ranks, `copies` cards of each.

    Up to thirteen ranks end with the ace, as real packs do (32 cards are 7 to A); more are
    numbered from 1.

    >>> Pack(13, 4).size, Pack(8, 4).rank_of(0), Pack(20, 1).rank_of(19)
    (52, 7, 20)
    """

    ranks: int
    copies: int

    def __post_init__(self) -> None:
        if min(self.ranks, self.copies) < 1 or self.size < 2:
            few = "no cards" if min(self.ranks, self.copies) < 1 else "one card"
            raise ValueError(f"a pack of {self.ranks} x {self.copies} has {few}: take at least 1 x 2")
        if self.ranks > HIGHEST_RANK or self.size > LARGEST_PACK:
            raise ValueError(
                f"a pack of {self.ranks} x {self.copies} has {self.size:,} cards: take at most "
                f"{HIGHEST_RANK} ranks and 2 to {LARGEST_PACK} cards"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `13x4`: ranks, then copies. Raises `ValueError` with the repair.

        >>> Pack.parse("6x6")
        Pack(ranks=6, copies=6)
        """
        ranks, _, copies = text.strip().lower().partition("x")
        digits = "0123456789"
        if not all(part and len(part) <= 4 and set(part) <= set(digits) for part in (ranks, copies)):
            raise ValueError(f"{text[:40]!r} is no pack: write ranks x copies, such as 13x4")
        return cls(int(ranks), int(copies))

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.ranks * self.copies

    @property
    def text(self) -> str:
        """One word for the pack, `13x4`, which `parse` reads."""
        return f"{self.ranks}x{self.copies}"

    def rank_of(self, card: int) -> int:
        """Return the rank of card number `card` (0 to size - 1): numbers go up rank by rank."""
        lowest = ACE + 1 - self.ranks if self.ranks <= len(LETTERS) else 1
        return lowest + card // self.copies

    def suit_of(self, card: int) -> str:
        """Return the suit of card number `card`, for the eye; a fifth copy has clubs again."""
        return SUITS[card % self.copies % len(SUITS)]


STANDARD_PACK: Final = Pack(13, 4)
