"""Parts that are drawn in the browser: Python, JavaScript, CSS."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import streamlit as st


def text_of(*files: str) -> str:
    """Return the texts of files of this room, one after the other."""
    return "\n".join((Path(__file__).parent / file).read_text(encoding="utf-8") for file in files)


def pressed_in(key: str) -> Any:
    """Return which of its links the part with this key says to be pressed; None where it says nothing."""
    state = st.session_state.get(key)
    return state.get("pressed") if isinstance(state, Mapping) else None


# Whether a page stands inside another site's page.


def is_embedded() -> bool:
    """Return whether the page is framed by another site's."""
    return bool(st.context.is_embedded)
