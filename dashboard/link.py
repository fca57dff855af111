"""What is on the screen <-> the address of the page: versioned, checked, under 2,000 characters.

An address is either exactly what somebody saw or refused with a reason. A checksum over every
field catches what a mail program cut off and what a hand changed; nothing is ever replaced by a
default in silence.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from dashboard.screen import Screen, View
from engine.cards import Pack
from engine.deal import Deal
from engine.game import LIMIT
from engine.presets import rules_called
from engine.stream import LARGEST_SEED

VERSION: Final = 1
LONGEST_QUERY: Final = 1_900
"""Characters of a link after its host name, kept under 2,000 with room for the name."""

FIELDS: Final = ("v", "rules", "pack", "deal", "suits", "seed", "game", "round", "view", "check")
"""The parameters of a link in the order in which they are written; others are not ours."""


class LinkError(ValueError):
    """A link that cannot be opened; the text says in plain words why."""


def to_params(screen: Screen) -> dict[str, str]:
    """Write a screen as the parameters of an address, in order, checksum last.

    Raises `LinkError` when the deal has too many cards for a link.

    >>> to_query(to_params(Screen(given=Deal.parse("23/4"))))
    'v=1&rules=code-golf&deal=23/4&seed=0&game=0&round=1&view=holders&check=0djp4cdy'
    """
    params = {"v": str(VERSION), "rules": screen.rule_set}
    if screen.given is None:
        params["pack"] = screen.pack.text
    else:
        params["deal"] = screen.given.text
        suits = f"{screen.given.suits_1}/{screen.given.suits_2}"
        if suits != "/":
            params["suits"] = suits
    params["seed"] = str(screen.seed)
    params["game"] = str(screen.game)
    params["round"] = str(screen.round)
    params["view"] = screen.view.value
    params["check"] = checksum(params)
    if len(to_query(params)) > LONGEST_QUERY:
        raise LinkError(
            f"This deal has {screen.deal.size:,} cards, more than a link can carry "
            f"({LONGEST_QUERY:,} characters). Send the deal itself instead."
        )
    return params


def to_query(params: Mapping[str, str]) -> str:
    """Write parameters as the part of an address after the question mark."""
    return urlencode(params, safe="/")


def from_params(params: Mapping[str, Sequence[str]]) -> Screen | None:
    """Read a screen back from an address; None when the address carries none.

    Parameters that are not ours (a mail program's, say) are passed over: the checksum answers for
    ours. Raises `LinkError` for anything damaged, doubled, newer or out of range.
    """
    ours = {name: params[name] for name in FIELDS if name in params}
    if not ours:
        return None
    doubled = [name for name, values in ours.items() if len(values) != 1]
    if doubled:
        raise LinkError(
            f"The link says “{doubled[0]}” {len(ours[doubled[0]])} times, "
            "so it could mean two different games."
        )
    fields = {name: values[0] for name, values in ours.items()}
    _check_version(fields.get("v"))
    given = fields.pop("check", None)
    if given is None or given != checksum(fields):
        raise LinkError(
            "The link was changed or cut on its way: its check letters do not fit the rest. "
            "Ask for it again, or copy it whole."
        )
    try:
        return _screen(fields)
    except (ValueError, KeyError) as error:
        raise LinkError(f"The link is whole, but War Room cannot show it: {error}.") from None


def checksum(fields: Mapping[str, str]) -> str:
    """Return eight letters that change with any change of the fields."""
    text = "\n".join(f"{name}={fields[name]}" for name in FIELDS if name in fields and name != "check")
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:5])
    letters = "abcdefghjkmnpqrstuvwxyz023456789"
    return "".join(letters[number >> shift & 31] for shift in range(0, 40, 5))


def _check_version(version: str | None) -> None:
    if version == str(VERSION):
        return
    if version is None:
        raise LinkError("The link has lost its version, so it is not whole. Ask for it again.")
    if version.isascii() and version.isdigit() and len(version) < 6 and int(version) > VERSION:
        raise LinkError(
            f"The link was made by a newer War Room (link version {version}; this one reads {VERSION}). "
            "Update War Room to open it."
        )
    raise LinkError(
        f"The link has version “{version[:10]}”, which this War Room does not read (it reads {VERSION}). "
        "Ask for a new one."
    )


def _screen(fields: Mapping[str, str]) -> Screen:
    rules_called(fields["rules"])
    deal, pack = None, Screen().pack
    if "deal" in fields:
        bare = Deal.parse(fields["deal"])
        suits_1, _, suits_2 = fields.get("suits", "/").partition("/")
        deal = Deal(bare.deck_1, bare.deck_2, suits_1, suits_2)
    else:
        pack = Pack.parse(fields["pack"])
    return Screen(
        rule_set=fields["rules"],
        given=deal,
        pack=pack,
        seed=_number(fields, "seed", LARGEST_SEED),
        game=_number(fields, "game", LARGEST_SEED),
        round=_number(fields, "round", LIMIT),
        view=View(fields["view"]),
    )


def _number(fields: Mapping[str, str], name: str, largest: int) -> int:
    text = fields[name]
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= largest):
        raise ValueError(f"{name} {text[:30]!r} is out of range: 0 to {largest:,}")
    return int(text)
