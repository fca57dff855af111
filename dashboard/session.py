"""The screen of one visitor: read from the address when it says something new, written back at the end.

The screen is the only truth. Widgets are set from it before they are drawn and change it in their
callbacks, so a link, a click on the chart and a button all take the same way.
"""

from dataclasses import replace
from typing import Any, Final

import streamlit as st

from dashboard.famous import OPENING
from dashboard.link import FIELDS, LinkError, from_params, to_params, to_query
from dashboard.screen import Screen

_SCREEN: Final = "screen"
_WRITTEN: Final = "written"
_ACTED: Final = "acted"
_JUMPS: Final = "jumps"


def current() -> Screen:
    """Return the screen of this visitor."""
    screen: Screen = st.session_state[_SCREEN]
    return screen


def show(screen: Screen, *, jump: bool = True) -> None:
    """Show another screen from the next run on; `jump` makes the replay go to its round."""
    st.session_state[_SCREEN] = screen
    st.session_state[_ACTED] = True
    if jump:
        st.session_state[_JUMPS] = jumps() + 1


def change(*, jump: bool = True, **fields: Any) -> None:
    """Show the current screen with some fields changed; anything but a new round starts at round 1."""
    if not {"round", "view"} & fields.keys():
        fields["round"] = 1
    show(replace(current(), **fields), jump=jump)


def jumps() -> int:
    """Return how often the page, not the replay's own controls, has chosen the round."""
    count: int = st.session_state.get(_JUMPS, 0)
    return count


def open_address() -> bool:
    """Make the screen follow the address where it differs from what we last wrote there; say if it did.

    A run that a widget started keeps its screen: the browser may still be one address behind.
    Raises `LinkError` for an address that cannot be opened.
    """
    acted = st.session_state.pop(_ACTED, False)
    params = _address()
    if _SCREEN in st.session_state and (acted or params == st.session_state.get(_WRITTEN)):
        return False
    screen = from_params(params)
    st.session_state[_SCREEN] = screen or st.session_state.get(_SCREEN) or OPENING.screen
    st.session_state[_JUMPS] = jumps() + 1
    return True


def write_address(screen: Screen) -> tuple[str | None, str]:
    """Put the screen into the address; returns the query, or None and why it does not fit a link."""
    params, why = {}, ""
    try:
        params = to_params(screen)
    except LinkError as error:
        why = str(error)
    wanted = {name: [value] for name, value in params.items()}
    if _address() != wanted:
        st.query_params.from_dict(params)
    st.session_state[_WRITTEN] = wanted
    return to_query(params) or None, why


def forget() -> None:
    """Start afresh: an empty address and the opening game."""
    st.query_params.clear()
    show(OPENING.screen)


def _address() -> dict[str, list[str]]:
    return {name: st.query_params.get_all(name) for name in FIELDS if name in st.query_params}
