"""A page inside of somebody else's: which part of it is shown, and the HTML that frames it."""

from collections.abc import Mapping
from html import escape
from typing import Final
from urllib.parse import urlencode

EMBED: Final = "embed"
"""The field of an address that asks for a part alone; the server lets such addresses be framed."""
SHOW: Final = "show"
"""The field that names the part."""
HEIGHT: Final = 460
"""Pixels of a frame: a chart with its title and what it is of."""
_HEIGHTS: Final = {"board": 680}
"""Those of parts that need more: the replay with its controls."""


def chosen(name: str | None, parts: Mapping[str, str]) -> str:
    """Return the name of the part that is shown: the one asked for, or the first.

    >>> chosen("lengths", {"outcomes": "", "lengths": ""}), chosen("?", {"outcomes": ""})
    ('lengths', 'outcomes')
    """
    return name if name is not None and name in parts else next(iter(parts))


def height_of(part: str) -> int:
    """Return how high the frame of a part is, in pixels."""
    return _HEIGHTS.get(part, HEIGHT)


def framed_html(link: str, part: str, title: str) -> str:
    """Return the HTML that shows a part of the screen behind a link.

    >>> framed_html("http://localhost/?v=1", "board", 'a "title"')  # doctest: +ELLIPSIS
    '<iframe src="http://localhost/?v=1&amp;embed=true&amp;show=board" title="a &quot;title&quot;" ...
    """
    asked = f"{link}{'&' if '?' in link else '?'}{urlencode({EMBED: 'true', SHOW: part})}"
    return (
        f'<iframe src="{escape(asked)}" title="{escape(title)}" width="100%" height="{height_of(part)}" '
        'style="border:0" loading="lazy"></iframe>'
    )
