"""Keep the libraries out of the garbage collector's way."""

import gc

import streamlit as st


@st.cache_resource(show_spinner=False)
def settle() -> None:
    """Set aside, once, everything that the imports and the first run have made.

    Every time garbage is collected the objects of Streamlit's, Plotly's and pandas' modules are walked, none
    of which ever go away: 60 ms in which no page is drawn.
    """
    gc.collect()
    gc.freeze()
