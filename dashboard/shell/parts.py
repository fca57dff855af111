"""Parts of a page that are drawn again by themselves when what they show has come, and not the whole page."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

import streamlit as st
from streamlit.errors import StreamlitAPIException

from dashboard.asking.turns import turn
from dashboard.shell import desk
from dashboard.shell.frame import explained_once_more

try:  # Streamlit draws parts by name for clicks alone, lest a run be broken off half way: ours ends there
    from streamlit.runtime.scriptrunner_utils.script_run_context import RunLocation, ThreadState
except ImportError:
    _as_a_click = None
else:
    _as_a_click = partial(ThreadState.scoped, run_location=RunLocation.CALLBACK)


def part(name: str, draw: Callable[[], None], *, waits: bool = True) -> None:
    """Draw a part of the page, which `renew` draws again by its name; after a click in it the page is.

    `waits`: whether it may be drawn again. A part that is whole costs the page less and stands at the same
    place, so that its charts stay when the page is drawn next.
    """
    if not waits:
        with st.container():
            draw()
        return
    with_the_page = True
    words: set[str] = set()

    def drawn() -> None:
        nonlocal with_the_page
        if not with_the_page:
            desk.leave()
            if desk.has_changed():
                st.rerun()
        with_the_page = False
        with turn(), explained_once_more(words):
            draw()

    st.fragment(drawn, key=name)()


def renew(*names: str) -> None:
    """End a look by drawing parts of the page again; where that cannot be, or one is not there, all of it."""
    if _as_a_click is not None:
        with suppress(StreamlitAPIException), _as_a_click():
            st.rerun(names)
    st.rerun()
