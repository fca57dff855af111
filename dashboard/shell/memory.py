"""Keep the libraries out of the garbage collector's way, and the collector out of the pages'."""

import gc
from typing import Final

import streamlit as st

NEW_OBJECTS: Final = 5_000
"""Objects that are made between two looks for garbage. With 700, as Python has it, the pages of thirty who
come at once are walked six times, for some 100 ms in which none is drawn; with these, once."""


@st.cache_resource(show_spinner=False)
def settle() -> None:
    """Set aside, once, everything that the imports and the first run have made, and look seldom at the rest.

    Every time garbage is collected the objects of Streamlit's, Plotly's and pandas' modules are walked, none
    of which ever go away: 60 ms in which no page is drawn.
    """
    gc.set_threshold(max(NEW_OBJECTS, gc.get_threshold()[0]))
    gc.collect()
    gc.freeze()
