"""How a judge writes a deal for a program to read."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from engine.cards import LETTERS, Deal
from engine.notation.writing import write


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


def _suited(deal: Deal) -> str:
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
    "suited": Input("two lines of cards, 4d Ks Th", _suited, suits=True),
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
