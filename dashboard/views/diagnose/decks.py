"""Two decks beside each other, in Markdown: the cards that differ are bold."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from engine.cards import has_letter, rank_name
from engine.game import Deck

_BEFORE: Final = 8
"""Cards written before the first that differs."""
_SHOWN: Final = 22

Cards = Sequence[str]


def cards_of(deck: Deck) -> tuple[str, ...]:
    """Return the cards of a deck as decks are written, T for ten.

    >>> cards_of((14, 10, 1))
    ('A', 'T', '1')
    """
    return tuple("T" if rank == 10 else rank_name(rank) if has_letter(rank) else str(rank) for rank in deck)


def differing(one: Cards, other: Cards) -> tuple[str, str]:
    """Write two decks around their first difference.

    Of decks of one size the cards are compared one by one; else what lies between equal ends differs.

    >>> differing("A395", "A593")
    ('`A` **`3`** `9` **`5`**', '`A` **`5`** `9` **`3`**')
    >>> differing("A39", "A3459")
    ('`A 3 9`', '`A 3` **`4 5`** `9`')
    """
    start = _same_start(one, other)
    if len(one) == len(other):
        unlike = [a != b for a, b in zip(one, other, strict=True)]
        return _written(one, unlike, start), _written(other, unlike, start)
    end = min(_same_start(one[::-1], other[::-1]), min(len(one), len(other)) - start)
    first, second = (
        _written(deck, [start <= place < len(deck) - end for place in range(len(deck))], start)
        for deck in (one, other)
    )
    return first, second


def _same_start(one: Cards, other: Cards) -> int:
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _written(deck: Cards, unlike: Sequence[bool], around: int) -> str:
    """Write a deck from a little before a place on."""
    first = max(0, around - _BEFORE)
    last = min(len(deck), first + _SHOWN)
    parts = []
    for differs, places in groupby(range(first, last), unlike.__getitem__):
        run = [*places]
        before = "… " if run[0] == first > 0 else ""
        after = " …" if run[-1] == last - 1 < len(deck) - 1 else ""
        text = f"`{before}{' '.join(deck[place] for place in run)}{after}`"
        parts.append(f"**{text}**" if differs else text)
    return " ".join(parts) or "no card"
