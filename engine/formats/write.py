"""Write decks and deals in every format, and links into the dashboard."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Final, NamedTuple
from urllib.parse import quote_plus

from engine.cards import LETTERS, Deal, deck_text, has_letter, rank_name
from engine.formats.text import SUIT_SIGNS, table
from engine.formats.tokens import HEX

# Deals written out in the formats of the judges, so that `read` gives them back.

MOST_ROUNDS: Final = 999_999
"""The most rounds that SPOJ HS08WAR lets a program play: a game that ends is over by then."""

_IN_HEX: Final = str.maketrans(LETTERS, HEX)
_IN_SIGNS: Final = str.maketrans({suit: sign for sign, suit in SUIT_SIGNS.items()})


class Writer(NamedTuple):
    """How a format writes a deal, and which deals it can."""

    write: Callable[[Deal], str]
    lettered: bool = False
    """Whether it has ranks 2 to 14 only."""
    filled: bool = False


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
        raise ValueError(f"format {format[:40]!r} cannot be written: use one of {', '.join(WRITABLE)}")
    writer = WRITABLE[format]
    other = next((rank for rank in (*deal.deck_1, *deal.deck_2) if not has_letter(rank)), None)
    if writer.lettered and other is not None:
        raise ValueError(
            f"{format} has no way to write rank {other}: it has 2 to 14 only; write decimal or line"
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


def _numbers(deck: Iterable[int]) -> str:
    return deck_text(deck, decimal=True)


def _suited(deal: Deal) -> tuple[list[str], list[str]]:
    """Return the cards of both decks with their suits in small letters."""
    ranks = *deal.deck_1, *deal.deck_2
    cards = [rank_name(rank) + suit for rank, suit in zip(ranks, deal.eye_suits(), strict=True)]
    return cards[: len(deal.deck_1)], cards[len(deal.deck_1) :]


def _cards(deal: Deal) -> str:
    return "\n".join(" ".join(deck) for deck in _suited(deal))


def _codingame(deal: Deal) -> str:
    return "\n".join(line for deck in _suited(deal) for line in (str(len(deck)), *deck)).upper()


def _labelled(deal: Deal) -> str:
    in_suits = (deal.suits_1 or deal.suits_2) and not deal.decimal
    decks = _cards(deal).upper().split("\n") if in_suits else deal.text.split("/")
    return "\n".join(f"Player {who}: {deck}".rstrip() for who, deck in enumerate(decks, start=1))


def _counted_decks(deal: Deal) -> str:
    return "\n".join(_numbers((len(deck), *deck)) for deck in (deal.deck_1, deal.deck_2))


WRITABLE: Final = {
    "line": Writer(attrgetter("text")),
    "golf": Writer(lambda deal: deal.text.translate(_IN_HEX).replace("/", ", "), lettered=True, filled=True),
    "ranks": Writer(lambda deal: deal.text.replace("/", "\n"), lettered=True, filled=True),
    "cards": Writer(_cards, lettered=True, filled=True),
    "glyphs": Writer(lambda deal: _cards(deal).translate(_IN_SIGNS), lettered=True, filled=True),
    "decimal": Writer(lambda deal: f"{_numbers(deal.deck_1)}\n{_numbers(deal.deck_2)}", filled=True),
    "codingame": Writer(_codingame, lettered=True),
    "counted": Writer(lambda deal: f"{deal.size}\n{_counted_decks(deal)}"),
    "spoj": Writer(lambda deal: f"1\n{MOST_ROUNDS}\n{_counted_decks(deal)}", filled=True),
    "labelled": Writer(_labelled, filled=True),
    "list": Writer(lambda deal: json.dumps([deal.deck_1, deal.deck_2]), filled=True),
}


# How a judge writes a deal for a program to read.


class Input(NamedTuple):
    """One form of input: what it is in a few words, and how it writes a deal."""

    brief: str
    write: Callable[[Deal], str]
    suits: bool = False

    def given(self, deal: Deal) -> Deal:
        """Return a deal as a program is given it: with suits where this form has them."""
        return deal.suited() if self.suits else deal


def _crab_combat(deal: Deal) -> str:
    decks = enumerate((deal.deck_1, deal.deck_2), start=1)
    return "\n\n".join("\n".join((f"Player {who}:", *map(str, deck))) for who, deck in decks)


_OWN_WRITERS: Final = {
    "golf-lines": lambda deal: write(deal, "golf").replace(", ", "\n"),
    "golf-letters": lambda deal: write(deal, "ranks").replace("\n", ", "),
    "suited": lambda deal: _cards(deal).replace("10", "T"),
    "crab-combat": _crab_combat,
}
"""Forms of input that are no format."""

INPUTS: Final = {
    row["name"]: Input(
        row["brief"],
        _OWN_WRITERS.get(row["name"], partial(write, format=row["name"])),
        suits=row["suits"] == "yes",
    )
    for row in table("inputs")
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
    "spoj-hs08war": "spoj",
}


# Links into the dashboard as text: the fields of an address, its version and its check letters.

VERSION: Final = 1
LONGEST_QUERY: Final = 1_900
"""Characters of a link after its host name, kept under 2,000 with room for the name."""
HOME: Final = "http://127.0.0.1:8501"

_PLAIN: Final = re.compile(r"[\w./~-]*", re.ASCII)
"""Texts that an address holds as they are."""


class AnsweredDeal(NamedTuple):
    """A deal of a question, what is expected of it, what the program said, and the format of the deal."""

    deal: Deal
    expected: str
    got: str
    format: str = ""


def check_letters(page: str, params: Mapping[str, str]) -> str:
    """Return eight letters that change with any change of a page's parameters, or of their order."""
    lines = [f"page={page}"] * bool(page) + [f"{name}={text}" for name, text in params.items()]
    number = int.from_bytes(hashlib.sha256("\n".join(lines).encode()).digest()[:5])
    letters = "abcdefghjkmnpqrstuvwxyz023456789"
    return "".join(letters[number >> shift & 31] for shift in range(0, 40, 5))


def to_query(params: Mapping[str, str]) -> str:
    """Write parameters as the part of an address after the question mark.

    >>> to_query({"deal": "AK/QJ", "said": "1 + 1"})
    'deal=AK/QJ&said=1+%2B+1'
    """
    return "&".join(f"{name}={_quoted(text)}" for name, text in params.items())


def _quoted(text: str) -> str:
    # Nearly all are plain, and a page writes hundreds: looking is ten times quicker than quoting.
    return text if _PLAIN.fullmatch(text) else quote_plus(text, safe="/")


def joined(texts: Iterable[str]) -> str:
    """Write several texts as one; what parts them stands for itself as `~1`.

    >>> joined(["a_b", "", "~"])
    'a~1b__~0'
    """
    return "_".join(text.replace("~", "~0").replace("_", "~1") for text in texts)


def game_link(deal: Deal, rules: str, *, round: int = 1, home: str = HOME) -> str:
    """Return the link that opens a deal on the Game page, played by rules of that name; too long: nothing."""
    fields = {"rules": rules, "deal": deal.text, "seed": "0", "game": "0"}
    return _link(home, "", {**fields, "round": str(round), "view": "other-rules"})


def question_link(cases: Sequence[AnsweredDeal], judge: str, *, home: str = HOME, suits: bool = False) -> str:
    """Return the link that asks Diagnose about as many of the cases as it can carry; of none: nothing.

    suits: whether they matter; they take the room of cases.
    """
    for most in range(len(cases), 0, -1):
        some = cases[:most]
        params = {
            "deals": joined(case.deal.text for case in some),
            "suits": joined(suits_text(case.deal) for case in some) if suits else "",
            "expected": joined(case.expected for case in some),
            "got": joined(case.got for case in some),
            "forms": joined(case.format for case in some),
            "judge": judge,
            "case": "1",
        }
        link = _link(home, "diagnose", {name: text for name, text in params.items() if text.strip("_")})
        if link:
            return link
    return ""


def suits_text(deal: Deal) -> str:
    """Return the suits of a deal as one text; empty when there are none."""
    return f"{deal.suits_1}/{deal.suits_2}" if deal.suits_1 or deal.suits_2 else ""


def _link(home: str, page: str, fields: Mapping[str, str]) -> str:
    params = {"v": str(VERSION), **fields}
    query = to_query({**params, "check": check_letters(page, params)})
    return f"{home.rstrip('/')}/{page}?{query}" if len(query) <= LONGEST_QUERY else ""
