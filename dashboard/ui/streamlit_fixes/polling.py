"""Redraw a part of a page by a timer while a result is pending, without losing the page.

A timer that was set by the page before may ask for its part after a new page was drawn but before all of that
was sent. Streamlit then drops what was not sent yet, timers included (streamlit/streamlit#9921), and the
visitor reads "waits for its turn" until they reload. Such a request comes sooner than any timer of the new
page could have asked: the whole page is drawn once more.
"""

import time
from collections.abc import Callable
from functools import wraps
from threading import Thread, current_thread
from typing import Final
from weakref import ref

import streamlit as st

OFTEN: Final = 0.5
"""Seconds between two polls of a result that is there within a few seconds."""
TOO_SOON: Final = 0.8
"""Share of the interval within which no timer of a page fires after that page is complete."""
ONCE_IN: Final = 10.0
"""Seconds in which a page is drawn once more at most: one that takes long to draw loses nothing."""

_COMPLETE: Final = "page_complete"
_REDRAWN: Final = "page_redrawn"


def poll(refresh: Callable[[], None], every: float, *, first: Callable[[], None] | None = None) -> None:
    """Draw a part of the page, by `first` if given, and redraw it by `refresh` every `every` seconds."""
    with_the_page = True

    @wraps(refresh)
    def draw() -> None:
        nonlocal with_the_page
        if with_the_page:
            with_the_page = False
            (first or refresh)()
            return
        if _may_have_cost_the_page(every):
            st.session_state[_REDRAWN] = time.monotonic()
            st.rerun()
        refresh()

    st.fragment(draw, run_every=every)()


def note_page_complete() -> None:
    """Note at the end of a run when, and in which thread, the whole page was drawn."""
    st.session_state[_COMPLETE] = time.monotonic(), ref(current_thread())


def _may_have_cost_the_page(every: float) -> bool:
    """Return whether this poll came before what the page's own run sent can have arrived."""
    complete: tuple[float, ref[Thread]] | None = st.session_state.get(_COMPLETE)
    if complete is None or complete[1]() is current_thread():
        return False  # a poll that the page's own run takes over drops nothing
    now = time.monotonic()
    return now < complete[0] + TOO_SOON * every and now >= st.session_state.get(_REDRAWN, -ONCE_IN) + ONCE_IN
