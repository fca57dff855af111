"""Deals written out in the formats of the judges, so that `read` gives them back."""

import json
from collections.abc import Callable, Sequence
from typing import Final

from engine.cards import Deal, deck_text, has_letter, rank_name
from engine.notation.alphabets import HEX
from engine.notation.signs import SUIT_SIGNS

_SIGN: Final = {suit: sign for sign, suit in SUIT_SIGNS.items()}


def write(deal: Deal, format: str) -> str:
    """Write a deal in the format `format`, one of `WRITABLE`; suits that nobody gave are made up.

    Raises `ValueError` where the format has no way to write this deal.

    >>> write(Deal.parse("AK2/QT3"), "golf")
    'ED2, CA3'
    >>> print(write(Deal((14,), (13, 10), "d", "hs"), "codingame"))
    1
    AD
    2
    KH
    10S
    """
    if format not in WRITABLE:
        raise ValueError(f"format {format[:40]!r} cannot be written: take one of {', '.join(WRITABLE)}")
    return WRITABLE[format](deal)


def _golf(deal: Deal) -> str:
    first, second = _filled("golf", deal)
    return ", ".join("".join(HEX[rank - 2] for rank in deck) for deck in (first, second))


def _ranks(deal: Deal) -> str:
    return "\n".join(deck_text(deck, decimal=False) for deck in _filled("ranks", deal))


def _filled(format: str, deal: Deal, *, lettered: bool = True) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the decks of a deal that a format can write: no empty deck, perhaps only ranks 2 to 14."""
    if lettered:
        _lettered(format, deal)
    if not deal.deck_1 or not deal.deck_2:
        raise ValueError(f"{format} cannot write an empty deck: write line, list or labelled")
    return deal.deck_1, deal.deck_2


def _lettered(format: str, deal: Deal) -> None:
    for rank in (*deal.deck_1, *deal.deck_2):
        if not has_letter(rank):
            raise ValueError(
                f"{format} has no way to write rank {rank}: it has 2 to 14 only; write decimal or line"
            )


def _suited(deal: Deal, pattern: Callable[[int, str], str]) -> tuple[list[str], list[str]]:
    suits = deal.eye_suits()
    cards = [pattern(rank, suit) for rank, suit in zip((*deal.deck_1, *deal.deck_2), suits, strict=True)]
    return cards[: len(deal.deck_1)], cards[len(deal.deck_1) :]


def _judge_card(rank: int, suit: str) -> str:
    return rank_name(rank) + suit.upper()


def _cards(deal: Deal) -> str:
    _filled("cards", deal)
    return "\n".join(" ".join(deck) for deck in _suited(deal, lambda rank, suit: rank_name(rank) + suit))


def _glyphs(deal: Deal) -> str:
    _filled("glyphs", deal)
    return "\n".join(
        " ".join(deck) for deck in _suited(deal, lambda rank, suit: rank_name(rank) + _SIGN[suit])
    )


def _codingame(deal: Deal) -> str:
    _lettered("codingame", deal)
    return "\n".join(line for deck in _suited(deal, _judge_card) for line in (str(len(deck)), *deck))


def _labelled(deal: Deal) -> str:
    if (deal.suits_1 or deal.suits_2) and not deal.decimal:
        decks: Sequence[str] = [" ".join(deck) for deck in _suited(deal, _judge_card)]
    else:
        decks = deal.text.split("/")
    return "\n".join(f"Player {who}: {deck}".rstrip() for who, deck in enumerate(decks, start=1))


def _decimal(deal: Deal) -> str:
    return "\n".join(deck_text(deck, decimal=True) for deck in _filled("decimal", deal, lettered=False))


def _counted(deal: Deal) -> str:
    lines = [" ".join(map(str, (len(deck), *deck))) for deck in (deal.deck_1, deal.deck_2)]
    return "\n".join((str(deal.size), *lines))


def _list(deal: Deal) -> str:
    return json.dumps([list(deal.deck_1), list(deal.deck_2)])


def _line(deal: Deal) -> str:
    return deal.text


WRITABLE: Final[dict[str, Callable[[Deal], str]]] = {
    "line": _line,
    "golf": _golf,
    "ranks": _ranks,
    "cards": _cards,
    "glyphs": _glyphs,
    "decimal": _decimal,
    "codingame": _codingame,
    "counted": _counted,
    "labelled": _labelled,
    "list": _list,
}
"""The formats a deal can be written in, and how."""
