"""How many games are played: chosen by tens, or typed."""

import re
from typing import Final

import streamlit as st

from dashboard.shell.controls import bound, said_below
from dashboard.shell.desk import Desk
from dashboard.shell.shown import R
from engine.runs.settings import settings

STEPS: Final = tuple(10**power for power in range(10))


def how_many(desk: Desk[R]) -> None:
    """Draw the choice of how many games: powers of ten, or any number that is typed."""
    steps = {str(step) for step in STEPS if step <= settings().most_games} | {str(desk.current().games)}
    bound(
        st.selectbox,
        desk,
        "games",
        str(desk.current().games),
        lambda text: {"games": typed_games(text or "")},
        say=said_below,
        label="Games",
        options=sorted(steps, key=int),
        format_func=lambda text: f"{int(text):,}" if text.isdigit() else text,
        accept_new_options=True,
    )


def typed_games(text: str) -> int:
    """Read how many games somebody typed. Raises `ValueError` with the repair.

    >>> typed_games("250,000"), typed_games("2.5 M"), typed_games("30k")
    (250000, 2500000, 30000)
    """
    most = settings().most_games
    written = re.fullmatch(r"(\d{1,15})(?:\.(\d{1,9}))?([km]?)", re.sub("[ ,_]", "", text).lower(), re.ASCII)
    if written:
        number, part, unit = written.groups(default="")
        zeros = {"": 0, "k": 3, "m": 6}[unit] - len(part)
        games: int = int(number + part) * 10 ** max(zeros, 0)
        if zeros >= 0 and 1 <= games <= most:
            return games
    raise ValueError(f"Games {text[:30]!r}: take a whole number, 1 to {most:,}, such as 250,000 or 2.5 M")
