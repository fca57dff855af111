"""Write decks and deals in every format."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple

from engine.cards import LETTERS, Deal, deck_text, has_letter, rank_name
from engine.formats.text import SUIT_SIGNS
from engine.formats.tokens import HEX

# Deals written out in the formats of the judges, so that `read` gives them back.

_SIGN: Final = {suit: sign for sign, suit in SUIT_SIGNS.items()}
_LETTER: Final = {suit: suit for suit in _SIGN}
_CAPITAL: Final = {suit: suit.upper() for suit in _SIGN}


class Writer(NamedTuple):
    """How a format writes a deal, and which deals it can."""

    write: Callable[[Deal], str]
    lettered: bool = False
    """Whether it has ranks 2 to 14 only."""
    filled: bool = False
    """Whether it has no empty deck."""


def write(deal: Deal, format: str) -> str:
    """Write a deal in a format, one of `WRITABLE`; suits that nobody gave are made up.

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
    writer = WRITABLE[format]
    odd = next((rank for rank in (*deal.deck_1, *deal.deck_2) if not has_letter(rank)), None)
    if writer.lettered and odd is not None:
        raise ValueError(
            f"{format} has no way to write rank {odd}: it has 2 to 14 only; write decimal or line"
        )
    if writer.filled and not (deal.deck_1 and deal.deck_2):
        raise ValueError(f"{format} cannot write an empty deck: write line, codingame or counted")
    return writer.write(deal)


def first_cards(deal: Deal) -> str:
    """Write the first cards of both decks, a line each, for somebody to recognise.

    >>> print(first_cards(Deal.parse("AKQJT98765/K2")))
    1  A K Q J 10 9 8 7 …
    2  K 2
    """
    decks = enumerate((deal.deck_1, deal.deck_2), start=1)
    return "\n".join(
        f"{who}  {' '.join(map(deal.rank_text, deck[:8]))}{' …' * (len(deck) > 8)}" for who, deck in decks
    )


def _golf(deal: Deal) -> str:
    return ", ".join("".join(HEX[rank - 2] for rank in deck) for deck in (deal.deck_1, deal.deck_2))


def _ranks(deal: Deal, *, decimal: bool) -> str:
    return "\n".join(deck_text(deck, decimal=decimal) for deck in (deal.deck_1, deal.deck_2))


def _writing_suited(deal: Deal, suits: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the cards of both decks, each suit written as the table says."""
    ranks = *deal.deck_1, *deal.deck_2
    cards = [rank_name(rank) + suits[suit] for rank, suit in zip(ranks, deal.eye_suits(), strict=True)]
    return cards[: len(deal.deck_1)], cards[len(deal.deck_1) :]


def _cards(deal: Deal, suits: Mapping[str, str]) -> str:
    return "\n".join(" ".join(deck) for deck in _writing_suited(deal, suits))


def _codingame(deal: Deal) -> str:
    return "\n".join(line for deck in _writing_suited(deal, _CAPITAL) for line in (str(len(deck)), *deck))


def _labelled(deal: Deal) -> str:
    if (deal.suits_1 or deal.suits_2) and not deal.decimal:
        decks: Sequence[str] = [" ".join(deck) for deck in _writing_suited(deal, _CAPITAL)]
    else:
        decks = deal.text.split("/")
    return "\n".join(f"Player {who}: {deck}".rstrip() for who, deck in enumerate(decks, start=1))


def _counted(deal: Deal) -> str:
    lines = [" ".join(map(str, (len(deck), *deck))) for deck in (deal.deck_1, deal.deck_2)]
    return "\n".join((str(deal.size), *lines))


def _list(deal: Deal) -> str:
    return json.dumps([list(deal.deck_1), list(deal.deck_2)])


WRITABLE: Final = {
    "line": Writer(attrgetter("text")),
    "golf": Writer(_golf, lettered=True, filled=True),
    "ranks": Writer(partial(_ranks, decimal=False), lettered=True, filled=True),
    "cards": Writer(partial(_cards, suits=_LETTER), lettered=True, filled=True),
    "glyphs": Writer(partial(_cards, suits=_SIGN), lettered=True, filled=True),
    "decimal": Writer(partial(_ranks, decimal=True), filled=True),
    "codingame": Writer(_codingame, lettered=True),
    "counted": Writer(_counted),
    "labelled": Writer(_labelled, filled=True),
    "list": Writer(_list, filled=True),
}
"""The formats a deal can be written in, and how."""


# How a judge writes a deal for a program to read.


class Input(NamedTuple):
    """One form of input: what it is in a few words, and how it writes a deal."""

    brief: str
    write: Callable[[Deal], str]
    suits: bool = False
    """Whether it gives the suits of the cards."""

    def given(self, deal: Deal) -> Deal:
        """Return a deal as a program is given it: with suits where this form has them."""
        return deal.suited() if self.suits else deal


def _golf_lines(deal: Deal) -> str:
    return write(deal, "golf").replace(", ", "\n")


def _golf_letters(deal: Deal) -> str:
    return write(deal, "ranks").replace("\n", ", ")


def _inputs_suited(deal: Deal) -> str:
    ranks = *deal.deck_1, *deal.deck_2
    cards = [LETTERS[rank - 2] + suit for rank, suit in zip(ranks, deal.eye_suits(), strict=True)]
    cut = len(deal.deck_1)
    return f"{' '.join(cards[:cut])}\n{' '.join(cards[cut:])}"


def _crab_combat(deal: Deal) -> str:
    return "\n\n".join(_crab(deal))


def _crab(deal: Deal) -> Iterator[str]:
    for player, deck in enumerate((deal.deck_1, deal.deck_2), start=1):
        yield "\n".join((f"Player {player}:", *map(str, deck)))


INPUTS: Final = {
    "codingame": Input(
        "N, N cards as 10H, M, M cards, a line each", partial(write, format="codingame"), suits=True
    ),
    "golf": Input(
        "two decks in hexadecimal digits on one line, a comma between", partial(write, format="golf")
    ),
    "golf-lines": Input("two decks in hexadecimal digits, a line each", _golf_lines),
    "golf-letters": Input("two decks in letters T J Q K A on one line, a comma between", _golf_letters),
    "ranks": Input("two decks in letters T J Q K A, a line each", partial(write, format="ranks")),
    "suited": Input("two lines of cards, 4d Ks Th", _inputs_suited, suits=True),
    "cards": Input("two lines of cards, 4d Ks 10h", partial(write, format="cards"), suits=True),
    "counted": Input(
        "how many cards in all, then two lines of a count and ranks", partial(write, format="counted")
    ),
    "crab-combat": Input("Player 1: and a rank a line, an empty line, Player 2: and his", _crab_combat),
    "labelled": Input(
        "Player 1: and his cards on a line, then Player 2's", partial(write, format="labelled")
    ),
    "decimal": Input("two lines of decimal ranks", partial(write, format="decimal")),
    "list": Input("both decks as a list of lists", partial(write, format="list")),
    "line": Input("one line, AKQ/KQJ", partial(write, format="line")),
}
"""Every form of input by its name, as `war check --input` takes it."""

INPUT_OF: Final = {
    "codingame": "codingame",
    "code-golf": "golf",
    "programming-challenges": "suited",
    "programming-challenges-code": "suited",
    "skiena": "suited",
    "codeforces-546c": "counted",
    "advent-of-code-22": "crab-combat",
    "pyanitsa": "decimal",
    "dailyprogrammer-320": "decimal",
}
"""The form in which each judge gives his deals."""
