"""Charts that are to come: the script that draws them is loaded while there is none yet.

Streamlit loads it, 4.7 MB, for the first chart of a visit, which stood blank under its title for seconds.
"""

from functools import cache
from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.components import text_of

_SCRIPTS: Final = Path(st.__file__).parent / "static" / "static" / "js"
_COMPONENT: Final = st.components.v2.component("war_room_charts_soon", js=text_of("charts_soon/soon.js"))


@cache
def script() -> str:
    """Return the file name of the script that draws charts, empty if Streamlit has it elsewhere."""
    return next((path.name for path in _SCRIPTS.glob("PlotlyChart.*.js")), "")


def charts_soon() -> None:
    """Have the browser load it when it has nothing else to do. Draws nothing."""
    _COMPONENT(key="charts_soon", data={"script": script()})
