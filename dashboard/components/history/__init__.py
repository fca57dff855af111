"""One press of Back brings the former page, and every page begins at its top: a v2 component.

Only the browser keeps its history and knows how far a page is scrolled.
"""

from typing import Final

import streamlit as st

from dashboard.components import text_of

_COMPONENT: Final = st.components.v2.component("war_room_history", js=text_of("history/history.js"))


def whole_steps() -> None:
    """Keep half-changed addresses out of the browser's history, and go to the top of another page.

    From now on; draws nothing.
    """
    _COMPONENT(key="history")
