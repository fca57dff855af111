"""Charts of a run that goes on, redrawn seldom enough to be looked at and clicked.

Streamlit takes a chart with other data for another chart: it is put up anew and is not there for up to
half a second. A page of charts takes a browser on a busy machine most of a second, in which nobody can
press anything. Redrawn every second they would be gone, and the page deaf, half of the time.
"""

import time
from typing import Final

import streamlit as st

from dashboard.shell.running import LIVE, STOPPING
from engine.runs.runs import Run

GROWN: Final = 2.0
"""How many times as many games as when it was drawn a chart must be of to be drawn again."""
REST: Final = 3.0
"""Seconds it stays at least."""
_DRAWN: Final = "drawn_run"


def steady(run: Run) -> Run:
    """Return the run to draw: itself, or while it goes on what was drawn of it until it has grown enough."""
    drawn, since = st.session_state.get(_DRAWN, (None, 0.0))
    if isinstance(drawn, Run) and drawn.job == run.job and 0 < drawn.games <= run.games:
        young = run.games < GROWN * drawn.games or time.monotonic() < since + REST
        if st.session_state.get(STOPPING) or (run.state in LIVE and young):
            return drawn
    st.session_state[_DRAWN] = run, time.monotonic()
    return run
