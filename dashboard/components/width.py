"""How wide the visitor's window is, in three steps: a v2 component, since only the browser knows."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import streamlit as st

from dashboard.components import text_of

_KEY: Final = "width"
_NOTED: Final = "width_noted"
COOKIE: Final = "war_room_width"
"""Where a page notes its step as it begins, so that the first run is laid out for it."""
_COMPONENT: Final = st.components.v2.component(
    "war_room_width", js=text_of("quiet.js", "width/steps.js", "width/width.js")
)


class Width(StrEnum):
    """A step of a window's width: the screen is laid out otherwise in each."""

    SMALL = "small"
    """A phone: under 768 pixels, where Streamlit too changes its layout."""
    MEDIUM = "medium"
    """A tablet, half a desk's screen, or a desk zoomed to 200 %: under 1,100 pixels."""
    WIDE = "wide"


def note_width() -> None:
    """Note the width for a run of the page: to look up what a component told takes ten times as long."""
    st.session_state[_NOTED] = _width()


def width() -> Width:
    """Return the width as the browser told it; before it did, as its page began or by what kind of browser
    it is.
    """
    noted: Width | None = st.session_state.get(_NOTED)
    return noted or _width()


def _width() -> Width:
    told = st.session_state.get(_KEY)
    step = told.get("step") if isinstance(told, Mapping) else None
    return _named(step) or _named(st.context.cookies.get(COOKIE)) or _guessed(st.context.headers)


def _named(step: object) -> Width | None:
    return next((known for known in Width if known == step), None)


def _guessed(headers: Mapping[str, str]) -> Width:
    phone = headers.get("Sec-Ch-Ua-Mobile") == "?1" or "Mobi" in headers.get("User-Agent", "")
    return Width.SMALL if phone else Width.WIDE


def watch_width() -> None:
    """Have the browser tell its width, now and whenever it steps into another. Draws nothing.

    Mounted last: the answer, where the guess was wrong, runs the page once more.
    """
    _COMPONENT(key=_KEY, data={"drawn": width().value})
