"""What a click on a chart of the Simulate page does: it opens a game that is really there."""

from math import ceil
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.address.screens import GameScreen, SimulateScreen
from dashboard.asking.played import decided_in_the_end, key_of
from dashboard.asking.questions import Unanswered
from dashboard.shell.desk import GAME
from dashboard.shell.drawing import Point, named
from engine.kernels.grid import ROUNDS, first_with_size
from engine.study import Study
from engine.words.sentences import count

DECKS: Final = ("deck-sizes", "deck-density")
"""Charts whose points are deck sizes after a round: a game for one of them is searched for."""

MOST_TRIED: Final = 32_768
"""Games looked through for one with a certain deck, in about a second: every game followed of a
study of seven million."""

_NOT_FOUND: Final = "not_found"


def clicked(screen: SimulateScreen, chart: str, point: Point) -> None:
    """Open a game of the point of a chart that was clicked, if it has one."""
    if chart in DECKS:
        game = _searched(screen, int(point["x"]), int(point["y"]))
    else:
        number, _ = named(point)
        game = None if number is None else screen.game(number)
    if game is not None:
        GAME.go(game)


def _searched(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return a game with such a deck; if none is found, have it said, though a chart may show some."""
    try:
        game = game_with_deck(screen, after, size)
    except Unanswered as lost:
        st.session_state[_NOT_FOUND] = str(lost)
        return None
    if game is None:
        st.session_state[_NOT_FOUND] = (
            f"Player 1 holds {count(size, 'card')} after {count(after, 'round')} in none of the "
            f"{count(len(followed_games(screen.job)), 'game')} looked through. "
            "Such games are rare: take a point with more of them."
        )
    return game


def say_if_none() -> None:
    """Say once that the click found no game. Not said in `clicked`: while a run goes on, a callback
    of the part that is drawn again may not draw."""
    said = st.session_state.pop(_NOT_FOUND, "")
    if said:
        st.toast(said)


def game_with_deck(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return a followed game in which player 1 holds so many cards after so many rounds, there.

    None if none of the first `MOST_TRIED` of them is one.
    """
    study = screen.job
    if not 0 <= after < ROUNDS:
        return None
    number = first_with_size(
        study.rules,
        study.pack,
        seed=study.seed,
        numbers=followed_games(study),
        played=after,
        size=size,
        hands=study.hands,
    )
    if number is None:
        return None
    game = screen.game(number)
    cycle = decided_in_the_end(key_of(game)).cycle
    upcoming = after + 1
    if cycle is not None and upcoming >= cycle.start:  # each round of a cycle is shown once
        upcoming = cycle.start + (upcoming - cycle.start) % cycle.length
    return game.changed(round=upcoming)


def followed_games(study: Study) -> NDArray[np.uint64]:
    """Return the numbers of the first `MOST_TRIED` games of a study that are followed."""
    early = np.arange(min(study.games, study.followed), dtype=np.uint64)
    first = ceil(len(early) / study.sample) * study.sample
    end = min(study.games, first + study.sample * MOST_TRIED)
    later = np.arange(first, end, study.sample, dtype=np.uint64)
    return np.concatenate((early, later))[:MOST_TRIED]
