"""The dashboard's entry: page config, navigation and the page's frame, nothing else."""

import sys
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

_HERE = Path(__file__).parent
# `streamlit run` puts this folder on the path and not the project's, which need not be installed.
if str(_HERE.parent) not in sys.path:
    sys.path.insert(0, str(_HERE.parent))


from dashboard import ui
from dashboard.components import is_embedded, watch_window


def entry(name: str, title: str, about: str = "", *, also: str | None = None) -> list[st.Page]:
    """Return the pages of one entry of the navigation, which is that of `also` while that page is open.

    about: half a line of what the page has, in a menu.
    """
    opened = urlsplit(st.context.url or "").path.rpartition("/")[2]
    shown = also if opened == also else name
    title = f"{title} :small[:gray[{about}]]" if about else title
    return [named_page(one, title, is_shown=one == shown) for one in (name, also) if one]


def named_page(name: str, title: str, *, is_shown: bool) -> st.Page:
    """Return a page by its name in the address; its module is imported when it is first opened."""
    ui.PAGES[name] = st.Page(
        lambda: import_module(f"dashboard.views.{name}").page(),
        title=title,
        url_path=name,
        default=name == "game",
        visibility="visible" if is_shown else "hidden",
    )
    return ui.PAGES[name]


st.set_page_config(page_title="War Room", page_icon=str(_HERE / "assets" / "icon.svg"), layout="wide")
if not is_embedded():
    st.logo(str(_HERE / "assets" / f"logo-{st.context.theme.type or 'light'}.svg"), size="large")
ui.warm_up.prepare_once()
page = ui.opened_page(
    {
        ui.UNGROUPED: [
            *entry("game", "Game"),
            *entry("questions", "Questions"),
            *entry("simulate", "Simulate", also="compare"),
            *entry("diagnose", "Diagnose"),
        ],
        "More": [
            *entry("rules", "Rule sets", "what each says, and where they differ"),
            *entry("records", "Records", "longest games, published figures", also="literature"),
            *entry("packs", "Small packs", "every deal counted"),
        ],
    }
)
ui.reset_explained()
with ui.page_frame():
    if not is_embedded():
        ui.run_page.show_started_run(page.url_path)
    page.run()
ui.note_page_drawn()
ui.warm_up.FIRST_PAGE.set()
watch_window()
