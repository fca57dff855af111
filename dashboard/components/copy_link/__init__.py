"""The button that copies the link: a v2 component, since only the browser knows its own address."""

from pathlib import Path
from typing import Final

import streamlit as st

_HERE: Final = Path(__file__).parent
_COMPONENT = st.components.v2.component(
    "war_room_copy_link",
    js=(_HERE / "copylink.js").read_text(encoding="utf-8"),
    css=(_HERE / "copylink.css").read_text(encoding="utf-8"),
)


def copy_link(query: str | None, *, why: str = "") -> None:
    """Draw the button for the address with this query; disabled, saying `why`, when there is none."""
    _COMPONENT(key="copy_link", data={"query": query, "why": why})
