"""Charts that are to come: the script that draws them is loaded while there is none yet.

Streamlit loads it for the first chart of a visit, which stood blank under its title for seconds.
"""

from typing import Final

import streamlit as st

from dashboard.components import text_of

_COMPONENT: Final = st.components.v2.component("war_room_charts_soon", js=text_of("charts_soon/soon.js"))


def charts_soon(script: str) -> None:
    """Have the browser load this file when it has nothing else to do. Draws nothing."""
    _COMPONENT(key="charts_soon", data={"script": script})
