"""How wide the visitor's window is, in three steps: a v2 component, since only the browser knows."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import streamlit as st

from dashboard.components import text_of

_KEY: Final = "width"
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
    """A tablet, half a desktop screen, or one zoomed to 200 %: under 1,100 pixels."""
    WIDE = "wide"


def width() -> Width:
    """Return the width that the browser reported; before it did, what the page noted in a cookie."""
    told = st.session_state.get(_KEY)
    step = told.get("step") if isinstance(told, Mapping) else None
    noted = st.context.cookies.get(COOKIE)
    return next((known for one in (step, noted) for known in Width if known == one), Width.WIDE)


def watch_width() -> None:
    """Have the browser tell its width, now and whenever it steps into another. Draws nothing.

    Mounted last: the answer, where the guess was wrong, runs the page once more.
    """
    _COMPONENT(key=_KEY, data={"drawn": width().value})
