"""The button that copies the link: a v2 component, since only the browser knows its own address."""

from typing import Final

import streamlit as st

from dashboard.components import text_of

_COMPONENT: Final = st.components.v2.component(
    "war_room_copy_link",
    js=text_of("copy_link/copylink.js"),
    css=text_of("copy_link/copylink.css"),
)


def copy_link(query: str | None, *, why: str = "", public: str = "") -> None:
    """Draw the button for the address with this query; disabled, saying `why`, when there is none.

    `public` is the page as others open it; empty: as the visitor did.
    """
    _COMPONENT(key="copy_link", data={"query": query, "why": why, "public": public})
