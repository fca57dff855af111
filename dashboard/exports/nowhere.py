"""What is shown at an address at which there is no page: where one is, and the way to the game."""

from html import escape
from typing import Final

from dashboard.charts.parts.theme import THEMES
from dashboard.exports.document import document

TITLE: Final = "There is no page here."


def nowhere(path: str) -> bytes:
    """Return the page that says so as HTML (UTF-8)."""
    looks = {name: {"ink": theme.ink, "paper": theme.paper} for name, theme in THEMES.items()}
    words = {"title": TITLE, "path": escape(path)}
    return document("nowhere", words, title=TITLE.rstrip("."), looks=looks)
