"""Charts of a run that goes on, redrawn seldom enough to be looked at and clicked.

Streamlit takes a chart with other data for another chart: it is put up anew and is not there for up to
half a second. Redrawn every second it would be gone half of the time.
"""

from typing import Final

import streamlit as st

from dashboard.running import LIVE
from engine.runs import Run

GROWN: Final = 1.5
"""How many times as many games as when it was drawn a chart must be of to be drawn again."""
_DRAWN: Final = "drawn_run"


def steady(run: Run) -> Run:
    """Return the run to draw: itself, or while it goes on what was drawn of it until it has grown enough."""
    drawn = st.session_state.get(_DRAWN)
    if (
        isinstance(drawn, Run)
        and run.state in LIVE
        and drawn.job == run.job
        and drawn.games <= run.games < GROWN * drawn.games
    ):
        return drawn
    st.session_state[_DRAWN] = run
    return run
