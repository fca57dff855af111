"""What the first visitor would otherwise wait for: some before serving, the rest once a first page stands."""

import gc
from functools import cache
from threading import Event, Thread
from typing import Final

import streamlit as st

from dashboard.cache import games
from dashboard.charts import THEMES
from dashboard.charts.game import decks
from dashboard.examples import OPENING
from engine import kernels
from engine.jobs import compile_ahead, limit_unused_memory, runs, settings

NICE: Final = 5
"""How far those stand back who compile: pages are served meanwhile, but all that is played waits for them."""

VISITOR_SECONDS: Final = 4.0  # how long a first visitor is waited for, whose page needs the processor more

NEW_OBJECTS: Final = 5_000
"""Objects that are made between two collections of garbage; a page makes some thousands."""

FIRST_PAGE: Final = Event()


@cache
def prepare() -> None:
    """Play the opening game and draw its charts, once; all else is prepared once a page stands.

    Most of it is importing what draws.
    """
    limit_unused_memory()
    key = games.key_of(OPENING.screen)
    games.under_every_preset(key)
    games.board_payload(key, OPENING.screen.round)
    whole = games.chart_data(key)
    assert whole is not None
    for theme in THEMES.values():
        decks.deck_sizes_figure(whole.sizes, theme, shown=OPENING.screen.round).to_json()
        decks.holders_figure(whole.holders, theme)
    # What was imported stays: walked again and again for garbage it would hold up thirty who come at once.
    gc.freeze()
    gc.set_threshold(max(NEW_OBJECTS, gc.get_threshold()[0]))
    Thread(target=_prepare, name="war-room-preparing", daemon=True).start()


def _prepare() -> None:
    """Have missing kernels compiled while pages are served, then start the workers."""
    FIRST_PAGE.wait(VISITOR_SECONDS)
    compile_ahead(kernels.for_a_page(), settings().workers, nice=NICE)
    for kernel in kernels.for_a_page():
        kernel.warm()  # what could not be compiled elsewhere is so here
    runs().warm()


@st.cache_resource(show_spinner="War Room is getting ready.")
def prepare_once() -> None:
    """Do so for the first visitor, unless `war-room` did before it served."""
    prepare()
