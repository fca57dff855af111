"""How the game on the page stood, round by round: drawn when it has been worked out, never waited for."""

import streamlit as st

from dashboard.address.link import to_query
from dashboard.address.screens import GameScreen
from dashboard.asking import chances
from dashboard.asking.telling import Key
from dashboard.charts.game import chance
from dashboard.charts.parts.theme import THEMES
from dashboard.components.rows import LinkRow, rows
from dashboard.shell import looks
from dashboard.shell.desk import GAME
from dashboard.shell.drawing import Point, plot
from dashboard.shell.frame import heading, theme, unanswered
from engine.game import Game
from engine.kernels import for_a_page
from engine.workers.ahead import waited_for


def standing(screen: GameScreen, key: Key, game: Game) -> None:
    """Draw the chance in the course of a game, as far as it is worked out."""
    points = chances.line(key, game)
    lost = chances.lost(key, game)
    if lost is not None:
        unanswered(lost, "chance")
    if points is None and lost is not None:
        return
    if points is None:
        heading(
            "The chance to win, round by round",
            "It is being reckoned: both decks are shuffled at a hundred rounds, 200 times each.",
        )
        with st.container(height=chance.HEIGHT, border=False):
            if waited_for(for_a_page()) is not None:
                looks.again(_preparing, looks.OFTEN)
        return
    turns = chances.turns(key, game)
    title, note = chance.finding(game, points, turns)
    heading(title, note)
    figure = chance.figure(points, turns or (), THEMES[theme()], shown=screen.round)
    plot(figure, "chance_chart", alt=f"{title}. {note}", on_click=_clicked)


def _preparing() -> None:
    """Say how far the kernels are that reckon it."""
    waited = waited_for(for_a_page())
    if waited is not None:
        st.progress(waited.done, text=waited.text)


def _clicked(point: Point) -> None:
    """Jump to the round of the point that was clicked, from the end to the last."""
    GAME.change(round=max(1, int(point["x"])))


def turned(screen: GameScreen, key: Key, game: Game) -> None:
    """Draw the rounds that turned a game, a row each, which leads there."""
    turns = chances.turns(key, game)
    if not turns:
        return
    title = chance.turns_title(game, turns)
    heading(title, "Player 1’s chance before the round and after it. A row puts the round on the table.")
    rows(
        chance.TURN,
        [
            LinkRow(number, cells, _query(screen, int(number)), chance.course(turn))
            for turn, (number, cells) in zip(turns, chance.turn_rows(game, turns).items(), strict=True)
        ],
        key="turns",
        label=title,
        on_press=lambda number: GAME.change(round=int(number)),
    )


def _query(screen: GameScreen, number: int) -> str | None:
    """Return the address of a round, but not of the one on the table."""
    if number == screen.round:
        return None
    params, _ = GAME.params_or_why(screen.changed(round=number))
    return to_query(params) or None
