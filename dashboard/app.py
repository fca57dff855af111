"""The dashboard's entry: page config and navigation, nothing else."""

from pathlib import Path

import streamlit as st

from dashboard import memory
from dashboard.history import whole_steps

_HERE = Path(__file__).parent

st.set_page_config(page_title="War Room", page_icon=str(_HERE / "assets" / "icon.svg"), layout="wide")
st.logo(str(_HERE / "assets" / f"logo-{st.context.theme.type or 'light'}.svg"), size="large")
st.navigation(
    [
        st.Page("views/game.py", title="Game", default=True),
        st.Page("views/simulate.py", title="Simulate"),
        st.Page("views/compare.py", title="Compare"),
        st.Page("views/diagnose.py", title="Diagnose"),
        st.Page("views/rules.py", title="Rules"),
    ],
    position="top",
).run()
whole_steps()
memory.settle()
