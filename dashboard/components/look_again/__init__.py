"""Draws a part of a page again in a moment: a v2 component, since only a browser's clock ends with its page.

A fragment that repeats itself goes on until the page is drawn again; this asks once, and is no more when
what it waited for is there.
"""

from collections.abc import Callable
from typing import Final

import streamlit as st

from dashboard.components import text_of

_COMPONENT: Final = st.components.v2.component("war_room_look_again", js=text_of("look_again/look_again.js"))
MOMENT: Final = 400
"""Milliseconds until the next look."""


def look_again(key: str, look: int, *, on_look: Callable[[], None]) -> None:
    """Have the fragment in which this stands drawn again in a moment; `look` numbers its looks."""
    _COMPONENT(key=key, data={"look": look, "moment": MOMENT}, on_looked_change=on_look)
