"""The dashboard's entry: page config, navigation and the page's frame, nothing else."""

import sys
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
# `streamlit run` puts this folder on the path and not the project's, which need not be installed.
if str(_HERE.parent) not in sys.path:
    sys.path.insert(0, str(_HERE.parent))


from dashboard.components.framed import is_embedded
from dashboard.components.history import whole_steps
from dashboard.components.width import note_width, watch_width
from dashboard.shell import memory, running, warm
from dashboard.shell.desk import page_stands
from dashboard.shell.frame import nothing_explained
from dashboard.shell.layout import LOOSE, frame, in_turn, opened_page

# First of all: each of many who come at once would else begin a page, and stand in the way of all others.
with in_turn():
    note_width()
    st.set_page_config(page_title="War Room", page_icon=str(_HERE / "assets" / "icon.svg"), layout="wide")
    if not is_embedded():
        st.logo(str(_HERE / "assets" / f"logo-{st.context.theme.type or 'light'}.svg"), size="large")
    warm.up_by_now()
    page = opened_page(
        {
            LOOSE: [
                st.Page("views/game/game.py", title="Game", default=True),
                st.Page("views/simulate/simulate.py", title="Simulate"),
                st.Page("views/compare/compare.py", title="Compare"),
                st.Page("views/diagnose/diagnose.py", title="Diagnose"),
                st.Page("views/questions/questions.py", title="Questions"),
            ],
            "Library": [
                st.Page("views/rules/rules.py", title="Rules"),
                st.Page("views/packs/packs.py", title="Small packs"),
                st.Page("views/records/records.py", title="Records"),
                st.Page("views/literature/literature.py", title="Literature"),
            ],
        }
    )
    nothing_explained()
    with frame():
        if not is_embedded():
            running.sign(page.url_path)
        page.run()
    page_stands()
    warm.FIRST_PAGE.set()
    watch_width()
    whole_steps()
    memory.settle()
