"""What a click on a chart of the Simulate page does: it opens a game that is really there."""

from typing import Final

import streamlit as st

from dashboard.address.screens import SimulateScreen
from dashboard.shell.desk import GAME, SIMULATE
from dashboard.shell.drawing import Point, named
from dashboard.views.simulate import shown

DECKS: Final = ("deck-sizes", "deck-density")
"""Charts whose points are deck sizes after a round: a game for one of them is searched for."""

_NOT_FOUND: Final = "not_found"


def clicked(name: str, point: Point) -> None:
    """Open a game of the point of a chart that was clicked, if it has one."""
    screen = SIMULATE.current()
    if name in DECKS:
        _search(screen, int(point["x"]), int(point["y"]))
        return
    number, _ = named(point)
    if number is not None:
        GAME.go(screen.game(number))


def _search(screen: SimulateScreen, after: int, size: int) -> None:
    game = shown.game_with_deck(screen, after, size)
    if game is None:
        st.session_state[_NOT_FOUND] = shown.none_with_deck(screen, after, size)
    else:
        GAME.go(game)


def say_if_none() -> None:
    """Say once that the click found no game. Not said in `clicked`: while a run goes on, a callback
    of the part that is drawn again may not draw."""
    said = st.session_state.pop(_NOT_FOUND, "")
    if said:
        st.toast(said)
