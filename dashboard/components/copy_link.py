"""The button that copies the link: a v2 component, since only the browser knows its own address."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from dashboard.components import text_of

_COMPONENT: Final = st.components.v2.component(
    "war_room_copy_link",
    js=text_of("copy_link/copylink.js"),
    css=text_of("copy_link/copylink.css"),
)


def copy_link(
    query: str | None, *, why: str = "", public: str = "", frames: Mapping[str, str] | None = None
) -> None:
    """Draw the button for the address with this query; disabled, saying `why`, when there is none.

    `public` is the page as others open it; empty: as the visitor did. `frames` is HTML that shows a part
    of the screen elsewhere, by the part's title, the address in it left open as `{link}?`.
    """
    told = {"query": query, "why": why, "public": public}
    _COMPONENT(key="copy_link", data={**told, "frames": list((frames or {}).items())})
