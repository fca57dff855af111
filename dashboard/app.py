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
from dashboard.components.history import whole_steps
from dashboard.components.width import watch_width
from dashboard.ui import run_page, warm_up
from dashboard.ui.frame import LOOSE, frame, nothing_explained, opened_page
from dashboard.ui.state import PAGES, page_stands


def page_called(name: str, title: str, *, default: bool = False) -> st.Page:
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
warm_up.up_by_now()
page = opened_page(
    {
        LOOSE: [
            page_called("game", "Game", default=True),
            page_called("simulate", "Simulate"),
            page_called("compare", "Compare"),
            page_called("diagnose", "Diagnose"),
            page_called("questions", "Questions"),
        ],
        "Library": [
            page_called("rules", "Rules"),
            page_called("packs", "Small packs"),
            page_called("records", "Records"),
            page_called("literature", "Literature"),
        ],
    }
)
nothing_explained()
with frame():
    if not is_embedded():
        run_page.sign(page.url_path)
    page.run()
page_stands()
warm_up.FIRST_PAGE.set()
watch_width()
whole_steps()
