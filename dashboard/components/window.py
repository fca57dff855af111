"""What only the browser knows or can do for every page: its window's width, its history, its own address."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import streamlit as st


def text_of(*files: str) -> str:
    """Return the texts of files of this package, one after the other."""
    return "\n".join((Path(__file__).parent / file).read_text(encoding="utf-8") for file in files)


def component(name: str, *scripts: str, style: str = "") -> Any:
    """Return what draws a part of a page by these scripts, the last of which exports it, in this style."""
    css = text_of(style) if style else None
    return st.components.v2.component(f"war_room_{name}", js=text_of(*scripts), css=css)


def is_embedded() -> bool:
    """Return whether the page is framed by another site's."""
    return bool(st.context.is_embedded)


# How wide the visitor's window is, in three steps.

_KEY: Final = "width"
COOKIE: Final = "war_room_width"
"""Where a page notes its step as it begins, so that the first run is laid out for it."""
_WIDTH: Final = component("width", "quiet.js", "width/steps.js", "width/width.js")


class Width(StrEnum):
    """A step of a window's width: the screen is laid out otherwise in each."""

    SMALL = "small"
    """A phone: under 768 pixels, where Streamlit too changes its layout."""
    MEDIUM = "medium"
    """A tablet, half a desktop screen, or one zoomed to 200 %: under 1,100 pixels."""
    WIDE = "wide"


def width() -> Width:
    """Return the width that the browser reported; before it did, what the page noted in a cookie."""
    reported = st.session_state.get(_KEY)
    step = reported.get("step") if isinstance(reported, Mapping) else None
    noted = st.context.cookies.get(COOKIE)
    return next((known for one in (step, noted) for known in Width if known == one), Width.WIDE)


# One press of Back brings the former page where it was, another page begins at its top, what can be pressed
# in a chart shows it, and so does the link that has the focus.

_HISTORY: Final = component("history", "history/points.js", "history/focus.js", "history/history.js")


def watch_window() -> None:
    """Have the browser tell its width and theme, now and whenever it changes to another; draws nothing.

    Mounted last: the answer, where the guess was wrong, runs the page once more. Half-changed addresses stay
    out of its history from now on, and it goes to the place of every page.
    """
    _WIDTH(key=_KEY, data={"drawn": width().value, "theme": st.context.theme.type})
    _HISTORY(key="history")


# What is copied: the link to a screen with its text, or a text alone.

_COPY_LINK: Final = component(
    "copy_link", "ways.js", "copy.js", "copy_link/copylink.js", style="copy_link/copylink.css"
)
_COPY_BUTTON: Final = component(
    "copy_button", "copy.js", "copy_button/copybutton.js", style="copy_button/copybutton.css"
)


def copy_button(label: str, text: str, *, key: str) -> None:
    """Draw a button that copies a text."""
    _COPY_BUTTON(key=key, data={"label": label, "text": text}, width="content")


def print_button(label: str, *, key: str) -> None:
    """Draw a button that prints the page."""
    _COPY_BUTTON(key=key, data={"label": label, "text": None}, width="content")


def copy_link(query: str | None, text: str, *, why: str, public: str, frames: Mapping[str, str]) -> None:
    """Draw a text with the address of this query, and what copies them; `why` where there is no address.

    `public` is the page as others open it; empty: as the visitor did. `frames` is HTML that shows a section
    of the screen elsewhere, by the section's title, the address in it left open as `{link}?`.
    """
    shown = {"query": query, "text": text, "why": why, "public": public}
    _COPY_LINK(key="copy_link", data={**shown, "frames": list(frames.items())})
