"""How the game on the page stood, round by round: drawn when it has been worked out, never waited for."""

from typing import Final

import streamlit as st

from dashboard.address.screens import GameScreen
from dashboard.asking import chances
from dashboard.asking.telling import Key
from dashboard.charts.game import chance
from dashboard.charts.parts.theme import THEMES
from dashboard.components.look_again import look_again
from dashboard.shell.desk import GAME, leave
from dashboard.shell.drawing import Point, plot
from dashboard.shell.frame import heading, theme
from engine.game import Game

_LOOKS: Final = "chance_looks"


def standing(screen: GameScreen, key: Key, game: Game) -> None:
    """Draw the chance in the course of a game; until it is there this part of the page looks again alone."""
    if chances.turns(key, game) is not None:
        _draw(screen, key, game)
        return

    def look() -> None:
        leave()  # a click while it is worked out runs this part of the page alone
        if GAME.current() != screen:
            st.rerun()
        _draw(screen, key, game)
        if chances.turns(key, game) is None:
            look_again("chance_look", st.session_state.get(_LOOKS, 0), on_look=_looked)

    st.fragment(look)()


def _looked() -> None:
    st.session_state[_LOOKS] = st.session_state.get(_LOOKS, 0) + 1


def _draw(screen: GameScreen, key: Key, game: Game) -> None:
    points = chances.line(key, game)
    if points is None:
        heading(
            "The chance to win, round by round",
            "It is being reckoned: both decks are shuffled at a hundred rounds, 200 times each.",
        )
        st.container(height=chance.HEIGHT, border=False)
        return
    turns = chances.turns(key, game)
    title, note = chance.finding(game, points, turns)
    heading(title, note)
    figure = chance.figure(points, turns or (), THEMES[theme()], shown=screen.round)
    plot(figure, "chance_chart", alt=f"{title}. {note}", on_click=_clicked)


def _clicked(point: Point) -> None:
    """Jump to the round of the point that was clicked, from the end to the last."""
    GAME.change(round=max(1, int(point["x"])))
