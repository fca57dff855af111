"""What only the browser can do for every page: a v2 component.

One press of Back brings the former page where it was, another page begins at its top, what can be
pressed in a chart shows it, and so does the link that has the focus.
"""

from typing import Final

import streamlit as st

from dashboard.components import text_of

_COMPONENT: Final = st.components.v2.component(
    "war_room_history", js=text_of("history/points.js", "history/focus.js", "history/history.js")
)


def watch_history() -> None:
    """Keep half-changed addresses out of the browser's history, and go to the place of every page.

    From now on, as do the hands over points of charts and the rings round links; draws nothing.
    """
    _COMPONENT(key="history")
