"""Show the replay table on a page: a Streamlit v2 component that plays in the browser alone."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import streamlit as st

# Streamlit takes a component's script as one module, so the parts are joined in this order. Only the
# last one exports; the others are plain functions that it finds beside it.
PARTS: Final = ("replay.js", "words.js", "cards.js", "layout.js", "table.js", "transport.js", "board.js")

_HERE: Final = Path(__file__).parent
_COMPONENT = st.components.v2.component(
    "war_room_board",
    js="\n".join((_HERE / part).read_text(encoding="utf-8") for part in PARTS),
    css=(_HERE / "board.css").read_text(encoding="utf-8"),
)


def board(
    sent: Mapping[str, Any],
    *,
    key: str,
    goto: tuple[int, int] | None = None,
    on_round_change: Callable[[int], None] | None = None,
) -> int | None:
    """Show a game's `payload` and return the round on the table as last reported, None before that.

    `goto` is a round and a number that the caller changes whenever the table is to jump there; with
    the same number, or none, the player stays where they are. A game that is new on the table starts
    at `goto`'s round, or at its first. Steps stay in the browser: the round is reported 400 ms after
    it has come to rest (every 2 s during play), as a rerun with `on_round_change` called first.
    """

    def changed() -> None:
        number = _reported(st.session_state.get(key), sent)
        if number is not None and on_round_change is not None:
            on_round_change(number)

    result = _COMPONENT(key=key, data={"sent": sent, "goto": goto}, on_at_change=changed)
    return _reported(result, sent)


def _reported(state: Any, sent: Mapping[str, Any]) -> int | None:
    """Return the round in a browser's report, None where it is about another game or no such round."""
    at = state.get("at") if isinstance(state, Mapping) else None
    if not isinstance(at, Mapping) or at.get("game") != sent["game"]:
        return None
    number = at.get("round")
    last = len(sent["rounds"]) // sent["width"]
    return number if type(number) is int and 1 <= number <= last else None
