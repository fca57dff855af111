"""What is looked at again and again while a page waits: a part of it that its browser asks for by a timer.

A browser that asks for a look just before it hears of the whole page drawn anew may cost it that page: where
the run that drew it is over and not all is sent yet, Streamlit runs the look by itself and drops the rest
(streamlit/streamlit#9921), timers with it. The visitor would read "waits for its turn" for ever. Such a look
comes sooner than any timer of the new page could have asked for it: the page is drawn once more.
"""

import time
from collections.abc import Callable
from functools import wraps
from threading import Thread, current_thread
from typing import Final
from weakref import ref

import streamlit as st

OFTEN: Final = 0.5
"""Seconds between two looks at what is over within a few of them."""

TOO_SOON: Final = 0.8
"""The part of the time between two looks that none of a page comes within after it: what is drawn
below the first of them takes the rest."""
ONCE_IN: Final = 10.0
"""Seconds in which a page is drawn once more at most: one that takes long to draw is not lost by that."""

_STOOD: Final = "page_stood"
_ANEW: Final = "page_drawn_anew"


def again(look: Callable[[], None], every: float, *, first: Callable[[], None] | None = None) -> None:
    """Draw a part of the page now, by `first` if given, and again after every so many seconds."""
    with_the_page = True

    @wraps(look)
    def looked() -> None:
        nonlocal with_the_page
        if with_the_page:
            with_the_page = False
            (first or look)()
            return
        if _may_have_cost_the_page(every):
            st.session_state[_ANEW] = time.monotonic()
            st.rerun()
        look()

    st.fragment(looked, run_every=every)()


def page_stands() -> None:
    """Note at the end of a run that the whole page is drawn, when, and by which thread."""
    st.session_state[_STOOD] = time.monotonic(), ref(current_thread())


def has_stood() -> bool:
    """Say whether this visitor has seen a whole page."""
    return _STOOD in st.session_state


def _may_have_cost_the_page(every: float) -> bool:
    """Say whether this look, run by itself, came before what the page's own run sent can have arrived."""
    stood: tuple[float, ref[Thread]] | None = st.session_state.get(_STOOD)
    if stood is None or stood[1]() is current_thread():
        return False  # a look that the page's own run takes over drops nothing
    now = time.monotonic()
    return now < stood[0] + TOO_SOON * every and now >= st.session_state.get(_ANEW, -ONCE_IN) + ONCE_IN
