"""What the first visitor would otherwise wait for, done before serving."""

from contextlib import suppress
from functools import cache
from typing import Final

import streamlit as st

from dashboard.asking import played
from dashboard.charts.game import deck_sizes
from dashboard.charts.parts.theme import THEMES
from dashboard.stories.famous import OPENING
from engine import kernels
from engine.runs.room import keep_little
from engine.runs.runs import runs
from engine.workers.pool import Workers

_FIRST_TIME: Final = "War Room is getting ready. Only its very first page takes this long: fifteen seconds."


@cache
def up() -> None:
    """Compile or load the kernels, play the opening game and draw its charts; once.

    Most of the drawing is importing what draws. The kernels take some fifteen seconds once per
    installation, then half a second.
    """
    keep_little()
    if not kernels.kept():
        # What a compiler takes, some 150 MB, goes with its process; what fails there is done here.
        with suppress(Exception), Workers(1, nice=0) as compiler:
            compiler.submit(kernels.warm).result()
    kernels.warm()
    runs().warm()
    key = played.key_of(OPENING.screen)
    played.under_every_preset(key)
    played.board_payload(key, OPENING.screen.round)
    told = played.told(key)
    assert told is not None
    for name, theme in THEMES.items():
        deck_sizes.figure(told.sizes, theme, shown=OPENING.screen.round).to_json()
        played.holders_figure(key, name)


@st.cache_resource(show_spinner=_FIRST_TIME)
def up_by_now() -> None:
    """Do so for the first visitor, and say it, unless `war-room` did before it served."""
    up()
