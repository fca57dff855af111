"""The dashboard's entry: page config and navigation, nothing else."""

from pathlib import Path

import streamlit as st

from dashboard.components.history import whole_steps
from dashboard.shell import memory

_HERE = Path(__file__).parent

st.set_page_config(page_title="War Room", page_icon=str(_HERE / "assets" / "icon.svg"), layout="wide")
st.logo(str(_HERE / "assets" / f"logo-{st.context.theme.type or 'light'}.svg"), size="large")
st.navigation(
    [
        st.Page("views/game/game.py", title="Game", default=True),
        st.Page("views/simulate/simulate.py", title="Simulate"),
        st.Page("views/compare/compare.py", title="Compare"),
        st.Page("views/diagnose/diagnose.py", title="Diagnose"),
        st.Page("views/rules/rules.py", title="Rules"),
    ],
    position="top",
).run()
whole_steps()
memory.settle()
