"""What is shared of a screen: a v2 component, since only the browser knows its own address."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from dashboard.components import text_of

_COMPONENT: Final = st.components.v2.component(
    "war_room_copy_link",
    js=text_of("ways.js", "copy_link/copylink.js"),
    css=text_of("copy_link/copylink.css"),
)


def copy_link(
    query: str | None, text: str, *, why: str = "", public: str = "", frames: Mapping[str, str] | None = None
) -> None:
    """Draw a text with the address of this query, and what copies them; `why` where there is no address.

    `public` is the page as others open it; empty: as the visitor did. `frames` is HTML that shows a part
    of the screen elsewhere, by the part's title, the address in it left open as `{link}?`.
    """
    shown = {"query": query, "text": text, "why": why, "public": public}
    _COMPONENT(key="copy_link", data={**shown, "frames": list((frames or {}).items())})
