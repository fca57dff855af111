"""Parts that are drawn in the browser: Python, JavaScript, CSS."""

from pathlib import Path

import streamlit as st


def text_of(*files: str) -> str:
    """Return the texts of files of this room, one after the other."""
    return "\n".join((Path(__file__).parent / file).read_text(encoding="utf-8") for file in files)


def is_embedded() -> bool:
    """Return whether the page is framed by another site's."""
    return bool(st.context.is_embedded)
