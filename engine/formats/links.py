"""Links into the dashboard as text: the fields of an address, its version and its check letters."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import quote_plus

from engine.cards import Deal

VERSION: Final = 1
LONGEST_QUERY: Final = 1_900
"""Characters of a link after its host name, kept under 2,000 with room for the name."""
HOME: Final = "http://127.0.0.1:8501"
"""Where `war-room` serves, unless told otherwise."""

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
    return _link(home, "", {**fields, "round": str(round), "view": "holders"})


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
