"""The dashboard's entry: page config, navigation and the page's frame, nothing else."""

import sys
from importlib import import_module
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent
# `streamlit run` puts this folder on the path and not the project's, which need not be installed.
if str(_HERE.parent) not in sys.path:
    sys.path.insert(0, str(_HERE.parent))


from dashboard.components import is_embedded
from dashboard.components.history import watch_history
from dashboard.components.width import watch_width
from dashboard.ui import run_page, warm_up
from dashboard.ui.frame import UNGROUPED, frame, opened_page, reset_explained
from dashboard.ui.state import PAGES, note_page_drawn


def named_page(name: str, title: str, *, default: bool = False) -> st.Page:
    """Return a page by its name in the address; its module is imported once, when it is first opened."""
    PAGES[name] = st.Page(
        lambda: import_module(f"dashboard.views.{name}").page(),
        title=title,
        url_path=name,
        default=default,
    )
    return PAGES[name]


st.set_page_config(page_title="War Room", page_icon=str(_HERE / "assets" / "icon.svg"), layout="wide")
if not is_embedded():
    st.logo(str(_HERE / "assets" / f"logo-{st.context.theme.type or 'light'}.svg"), size="large")
warm_up.prepare_once()
page = opened_page(
    {
        UNGROUPED: [
            named_page("game", "Game", default=True),
            named_page("simulate", "Simulate"),
            named_page("compare", "Compare"),
            named_page("diagnose", "Diagnose"),
            named_page("questions", "Questions"),
        ],
        "Library": [
            named_page("rules", "Rules"),
            named_page("packs", "Small packs"),
            named_page("records", "Records"),
            named_page("literature", "Literature"),
        ],
    }
)
reset_explained()
with frame():
    if not is_embedded():
        run_page.show_started_run(page.url_path)
    page.run()
note_page_drawn()
warm_up.FIRST_PAGE.set()
watch_width()
watch_history()
