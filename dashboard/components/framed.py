"""Whether a page stands inside of somebody else's."""

import streamlit as st


def is_embedded() -> bool:
    """Say whether the page is framed by somebody else's."""
    return bool(st.context.is_embedded)
