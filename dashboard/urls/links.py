"""Links: what is on a screen as a query, checked against damage."""

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Final, Generic, NamedTuple, TypeVar
from unicodedata import normalize
from urllib.parse import unquote_plus, urlencode

from engine.formats import LONGEST_QUERY, VERSION, check_letters, to_query

# A long text as a short one that an address can carry.

LONGEST: Final = 65_536  # bytes of the longest text that is compressed or comes back

_SIGNS: Final = b"-."


def compressed(text: str) -> str:
    """Return a text in as few letters, digits, dashes and dots as it goes; nothing for nothing.

    >>> decompressed(compressed("Round 1: A K"))
    'Round 1: A K'
    """
    if not text:
        return ""
    packed = zlib.compress(text.encode(), 9)
    return base64.b64encode(packed, _SIGNS).decode().rstrip("=")


def decompressed(text: str) -> str:
    """Return what was compressed. Raises `ValueError` for what was not, and for more than `LONGEST`."""
    if not text:
        return ""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), _SIGNS, validate=True)
        reader = zlib.decompressobj()
        whole = reader.decompress(packed, LONGEST)
    except (binascii.Error, ValueError, zlib.error):
        raise ValueError("the text in the link is damaged: ask the sender for it again") from None
    if not reader.eof:
        raise ValueError(
            f"the text in the link is cut off or has over {LONGEST:,} bytes: ask the sender for it again"
        )
    return whole.decode()


# What is on the screen <-> the address of the page: versioned, checked, under 2,000 characters.
#
# An address is either exactly what somebody saw or refused with a reason. A checksum over every
# field catches what a mail program cut off and what a hand changed; nothing is ever replaced by a
# default in silence. What each page writes stands in `dashboard.urls`.

_MOST_WRAPPED: Final = 4
"""How many times over a link may have been percent-encoded and is still known for one."""

S = TypeVar("S")


TOO_LONG: Final = (
    f"This is more than a link can carry ({LONGEST_QUERY:,} characters). Send the deal itself, take fewer "
    "tests, or a log up to the round in question."
)
"""Why a screen does not fit a link: a deal of many cards, or many cases."""


class LinkError(ValueError):
    """A link that cannot be opened; the text says in plain words why."""


class Codec(NamedTuple, Generic[S]):
    """How one page's screens are written as parameters and read back."""

    page: str
    """Part of the checksum: no page opens another's link. Empty for Game, whose links are older."""
    names: tuple[str, ...]
    """The page's own parameters in the order in which they are written; others are not ours."""
    write: Callable[[S], dict[str, str]]
    read: Callable[[Mapping[str, str]], S]
    """Raises `ValueError` or `KeyError` for what cannot be shown."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Every parameter of a link, in order."""
        return ("v", *self.names, "check")

    def to_params(self, screen: S) -> dict[str, str]:
        """Write a screen as the parameters of an address, in order, checksum last.

        Raises `LinkError` when it does not fit a link.
        """
        written = self.write(screen)
        params = {"v": str(VERSION), **{name: written[name] for name in self.names if name in written}}
        params["check"] = self.checksum(params)
        if len(to_query(params)) > LONGEST_QUERY:
            raise LinkError(TOO_LONG)
        return params

    def from_params(self, params: Mapping[str, Sequence[str]]) -> S | None:
        """Read a screen back from an address; None when the address carries none.

        Parameters that are not ours (a mail program's, say) are passed over: the checksum answers
        for ours. Raises `LinkError` for anything damaged, doubled, newer or out of range.
        """
        self._refuse_damaged(params)
        ours = {name: params[name] for name in self.fields if name in params}
        if not ours:
            return None
        doubled = [name for name, values in ours.items() if len(values) != 1]
        if doubled:
            raise LinkError(
                f"The link contains “{doubled[0]}” {len(ours[doubled[0]])} times, "
                "so it could mean two different things."
            )
        fields = {name: values[0] for name, values in ours.items()}
        _check_version(fields.get("v"))
        given = fields.pop("check", None)
        if given is None or given != self.checksum(fields):
            raise LinkError(
                "Part of the link is missing or changed: its checksum is wrong. "
                "Copy the whole link, or ask the sender for it again."
            )
        try:
            return self.read(fields)
        except (ValueError, KeyError) as error:
            why = str(error).removesuffix(".")  # some are sentences
            raise LinkError(f"The link is whole, but War Room cannot show it: {why}.") from None

    def _refuse_damaged(self, names: Iterable[str]) -> None:
        """Raise `LinkError` for a name that was one of ours until something rewrote the address."""
        for name in names:
            if name not in self.fields and not _names_in(name).isdisjoint(self.fields):
                raise LinkError(
                    f"The link was changed in transit: it contains “{name[:40]}”, but names in "
                    "War Room links have only lower-case letters. Ask for it again, or copy it whole."
                )

    def checksum(self, params: Mapping[str, str]) -> str:
        """Return eight letters that change with any change of the parameters."""
        named = {name: params[name] for name in self.fields if name in params and name != "check"}
        return check_letters(self.page, named)


def _names_in(name: str) -> set[str]:
    """Return the names that a parameter's name folds to, or was before it was percent-encoded.

    >>> sorted(_names_in("V%3D1%26Rules%3Dcodingame"))
    ['rules', 'v']
    """
    for _ in range(_MOST_WRAPPED):
        name = unquote_plus(name)
    parts = re.split(r"[?&;]", normalize("NFKC", name).casefold())
    return {part.partition("=")[0].strip() for part in parts}


def whole(text: str, least: int, most: int) -> int | None:
    """Return the whole number that a text of ASCII digits writes, None if it is none or out of range."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most:
        return int(text)
    return None


def whole_number(name: str, text: str, most: int, *, least: int = 0) -> int:
    """Read the whole number of a parameter. Raises `ValueError` naming the value and the range."""
    number = whole(text, least, most)
    if number is None:
        raise ValueError(f"{name} {text[:30]!r} is not a whole number from {least} to {most:,}")
    return number


def _check_version(version: str | None) -> None:
    if version == str(VERSION):
        return
    if version is None:
        raise LinkError("The link is incomplete: its version number is missing. Ask the sender for it again.")
    if whole(version, VERSION + 1, 99_999):
        raise LinkError(
            f"A newer War Room made this link (link version {version}; yours reads version {VERSION}). "
            "Update War Room to open it."
        )
    raise LinkError(
        f"The link has version “{version[:10]}”, but this War Room reads only version {VERSION}. "
        "Ask the sender for a new link."
    )


# A page inside another site's page: which section of it is shown, and the HTML that frames it.

EMBED: Final = "embed"
"""The field of an address that asks for a section alone; the server lets such addresses be framed."""
SHOW: Final = "show"
REPLACED: Final = {"deck-density": "deck-sizes"}
"""Parts that older links name, and what is shown instead."""
_HEIGHT: Final = (530, 580)
"""Pixels of a frame, and of one on a phone: a chart with its title, what it is of, and the way to it."""
_HEIGHTS: Final = {"board": (680, 850)}
"""Those of sections that need more: the replay with its controls."""
_PHONE: Final = 390  # pixels that a phone is wide: there a frame is at its highest


def chosen(name: str | None, sections: Mapping[str, str]) -> str:
    """Return the name of the section that is shown: the one asked for, what replaced it, or the first.

    >>> chosen("lengths", {"outcomes": "", "lengths": ""}), chosen("?", {"outcomes": ""})
    ('lengths', 'outcomes')
    >>> chosen("deck-density", {"outcomes": "", "deck-sizes": ""})
    'deck-sizes'
    """
    name = REPLACED.get(name or "", name)
    return name if name is not None and name in sections else next(iter(sections))


def framed_html(link: str, section: str, title: str) -> str:
    """Return the HTML that shows a section of the screen behind a link.

    >>> framed_html("http://localhost/?v=1", "board", 'a "title"')  # doctest: +ELLIPSIS
    '<iframe src="http://localhost/?v=1&amp;embed=true&amp;show=board" title="a &quot;title&quot;" ...
    """
    least, most = _HEIGHTS.get(section, _HEIGHT)
    # Where a site takes no style the height stands; else the frame grows as the window becomes narrow.
    grown = f"height:clamp({least}px,{most + 4 * _PHONE // 10}px - 40vw,{most}px)"
    asked = f"{link}{'&' if '?' in link else '?'}{urlencode({EMBED: 'true', SHOW: section})}"
    return (
        f'<iframe src="{escape(asked)}" title="{escape(title)}" width="100%" height="{least}" '
        f'style="border:0;{grown}" loading="lazy"></iframe>'
    )
