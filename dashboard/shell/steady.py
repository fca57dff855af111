"""Charts of a run that goes on, redrawn seldom enough to be looked at and clicked.

Streamlit takes a chart with other data for another chart: it is put up anew and is not there for up to
half a second. A page of charts takes a browser on a busy machine most of a second, in which nobody can
press anything. Redrawn every second they would be gone, and the page deaf, half of the time.
"""

import time
from typing import Final

import streamlit as st

from engine.runs.runs import UNDER_WAY, Run

GROWN: Final = 2.0
"""How many times as many games as when it was drawn a chart must be of to be drawn again."""
REST: Final = 3.0
"""Seconds it stays at least."""
_DRAWN: Final = "drawn_run"


def steady(run: Run) -> Run:
    """Return the run to draw: itself, or while it goes on what was drawn of it until it has grown enough."""
    if run.state not in UNDER_WAY or not run.games:
        st.session_state.pop(_DRAWN, None)  # its tallies are megabytes
        return run
    if grown(run):
        st.session_state[_DRAWN] = run, time.monotonic()
    drawn: Run = st.session_state[_DRAWN][0]
    return drawn


def grown(run: Run) -> bool:
    """Say whether there is so much more of a run than was drawn that it is to be drawn again."""
    drawn, since = st.session_state.get(_DRAWN, (None, 0.0))
    if not isinstance(drawn, Run) or drawn.job != run.job or run.games < drawn.games:
        return run.games > 0
    return run.games >= GROWN * drawn.games and time.monotonic() >= since + REST
