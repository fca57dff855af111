"""A page inside of somebody else's: which part of it is shown, and the HTML that frames it."""

from collections.abc import Mapping
from html import escape
from typing import Final
from urllib.parse import urlencode

EMBED: Final = "embed"
"""The field of an address that asks for a part alone; the server lets such addresses be framed."""
SHOW: Final = "show"
"""The field that names the part."""
_HEIGHT: Final = (530, 580)
"""Pixels of a frame, and of one on a phone: a chart with its title, what it is of, and the way to it."""
_HEIGHTS: Final = {"board": (680, 850)}
"""Those of parts that need more: the replay with its controls."""
_PHONE: Final = 390
"""Pixels that a phone is wide: there a frame is at its highest."""


def chosen(name: str | None, parts: Mapping[str, str]) -> str:
    """Return the name of the part that is shown: the one asked for, or the first.

    >>> chosen("lengths", {"outcomes": "", "lengths": ""}), chosen("?", {"outcomes": ""})
    ('lengths', 'outcomes')
    """
    return name if name is not None and name in parts else next(iter(parts))


def framed_html(link: str, part: str, title: str) -> str:
    """Return the HTML that shows a part of the screen behind a link.

    >>> framed_html("http://localhost/?v=1", "board", 'a "title"')  # doctest: +ELLIPSIS
    '<iframe src="http://localhost/?v=1&amp;embed=true&amp;show=board" title="a &quot;title&quot;" ...
    """
    least, most = _HEIGHTS.get(part, _HEIGHT)
    # Where a site takes no style the height stands; else the frame grows as the window becomes narrow.
    grown = f"height:clamp({least}px,{most + 4 * _PHONE // 10}px - 40vw,{most}px)"
    asked = f"{link}{'&' if '?' in link else '?'}{urlencode({EMBED: 'true', SHOW: part})}"
    return (
        f'<iframe src="{escape(asked)}" title="{escape(title)}" width="100%" height="{least}" '
        f'style="border:0;{grown}" loading="lazy"></iframe>'
    )
