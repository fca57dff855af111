"""The dashboard's entry: page config, navigation and the page's frame, nothing else."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Literal

import streamlit as st

_HERE = Path(__file__).parent
# `streamlit run` puts this folder on the path and not the project's, which need not be installed.
if str(_HERE.parent) not in sys.path:
    sys.path.insert(0, str(_HERE.parent))


from dashboard.components import is_embedded, watch_window
from dashboard.ui import (
    PAGES,
    UNGROUPED,
    note_page_drawn,
    opened_page,
    page_frame,
    reset_explained,
    run_page,
    warm_up,
)


def named_page(
    name: str, title: str, *, default: bool = False, visibility: Literal["visible", "hidden"] = "visible"
) -> st.Page:
    """Return a page by its name in the address; its module is imported when it is first opened.

    visibility: hidden pages have no entry in the navigation; links to them open.
    """
    PAGES[name] = st.Page(
        lambda: import_module(f"dashboard.views.{name}").page(),
        title=title,
        url_path=name,
        default=default,
        visibility=visibility,
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
            named_page("questions", "Questions"),
            named_page("simulate", "Simulate"),
            named_page("diagnose", "Diagnose"),
            named_page("compare", "Several rule sets", visibility="hidden"),
        ],
        "More": [
            named_page("rules", "Rule sets"),
            named_page("records", "Records"),
            named_page("literature", "Published figures", visibility="hidden"),
            named_page("packs", "Small packs"),
        ],
    }
)
reset_explained()
with page_frame():
    if not is_embedded():
        run_page.show_started_run(page.url_path)
    page.run()
note_page_drawn()
warm_up.FIRST_PAGE.set()
watch_window()
