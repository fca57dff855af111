"""Show the replay table on a page: a Streamlit v2 component that plays in the browser alone."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from dashboard.components import text_of
from dashboard.components.board.payload import Replay
from dashboard.components.framed import is_embedded

# Streamlit takes a component's script as one module, so the parts are joined in this order. Only the
# last one exports; the others are plain functions that it finds beside it.
PARTS: Final = (
    "replay.js",
    "words.js",
    "cards.js",
    "layout.js",
    "table.js",
    "transport.js",
    "keys.js",
    "board.js",
)

SCRIPT: Final = text_of(*(f"board/{part}" for part in PARTS))
_COMPONENT: Final = st.components.v2.component(
    "war_room_board", js=f"{text_of('quiet.js')}\n{SCRIPT}", css=text_of("board/board.css")
)


def board(
    replay: Replay,
    *,
    key: str,
    goto: tuple[int, int] | None = None,
    on_round_change: Callable[[int], None] | None = None,
    brief: bool = False,
    label: str = "",
) -> None:
    """Show a game's replay: the whole of it, or the stretch of a long game that holds `goto`'s round.

    `goto` is a round and a number that the caller changes whenever the table is to jump there; with
    the same number, or none, the player stays where they are. A game that is new on the table starts
    at `goto`'s round, or at its first. Steps stay in the browser: a round to which the player moved is
    reported 400 ms after coming to rest (every 2 s during play), by a rerun that first calls
    `on_round_change`; one outside of the stretch at once, and another stretch has to follow. Jumps asked
    for by `goto` are not reported back.

    `brief` leaves of the transport only the steps and reports nothing, for two boards beside each
    other; `label` is what a screen reader then calls each.
    """

    def changed() -> None:
        number = reported_round(st.session_state.get(key), replay, goto)
        if number is not None and on_round_change is not None:
            on_round_change(number)

    told = {"sent": replay, "goto": goto, "brief": brief, "label": label}
    data = {**told, "framed": is_embedded()}
    _COMPONENT(key=key, data=data, on_at_change=changed)


def reported_round(state: Any, replay: Replay, goto: tuple[int, int] | None) -> int | None:
    """Return a browser's round; None if it told none, or of another game, or before the jump `goto`."""
    at = state.get("at") if isinstance(state, Mapping) else None
    if not isinstance(at, Mapping) or at.get("game") != replay["game"]:
        return None
    if at.get("goto") != (goto[1] if goto else None):
        return None
    number, last = at.get("round"), replay["last"]
    return number if type(number) is int and 1 <= number <= last else None
