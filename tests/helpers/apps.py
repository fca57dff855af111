"""What tests of pages do with Streamlit's own test of an app."""

import asyncio
import json
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs

from chores import until
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

import dashboard
from dashboard.ui.state import PAGE_STATES, PageState
from dashboard.urls.screens import Screen
from engine.jobs.job import UNDER_WAY, Job
from engine.jobs.registry import runs

S = TypeVar("S", bound=Screen)
_PAGES: dict[type, PageState[Any]] = {type(page.opening): page for page in PAGE_STATES}
APP = str(Path(dashboard.__file__).parent / "app.py")


def awaited(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run something to its end in a thread of its own: in this one a browser's event loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()


def switch_page(app: AppTest, name: str) -> AppTest:
    """Go to a page by its name in the address: Streamlit's own way knows pages that are files alone."""
    app._page_hash = calc_hash(name)
    return app


def at_address(app: AppTest, params: Mapping[str, Any]) -> AppTest:
    """Have these alone in the address, of which a page hears when it runs again."""
    app.query_params.clear()
    for name, value in params.items():
        app.query_params[name] = value
    return app


def opened_at(
    view: str, params: Mapping[str, str], *, width: str = "wide", folds: Iterable[str] = ()
) -> AppTest:
    """Open a page at an address, in a window of a width, and what it folds away by the keys of folds."""
    app = AppTest.from_file(APP, default_timeout=60)
    app.session_state["width"] = {"step": width}
    for key in folds:
        app.session_state[key] = True
    return at_address(switch_page(app, view), params).run()


def opened(screen: Screen, *folds: str, **params: str) -> AppTest:
    """Open the page of a screen at its link, with more parameters, and what it folds away."""
    page = _PAGES[type(screen)]
    return opened_at(page.name, {**page.params(screen), **params}, folds=folds)


def screen_at(page: PageState[S], query: str) -> S:
    """Return the screen that a link leads to."""
    screen = page.codec.from_params(parse_qs(query))
    assert screen is not None
    return screen


def when_over(app: AppTest, job: Job) -> AppTest:
    """Wait until a run is over and draw the page again."""
    until(lambda: runs().get(job).state not in UNDER_WAY)
    return app.run()


def labelled(boxes: Iterable[Any], label: str) -> Any:
    """Return the widget with a label: its key changes with what the page puts into it."""
    (box,) = (box for box in boxes if box.label == label)
    return box


def label_of(element: Any) -> str:
    """Return what is written on something that leads elsewhere, and that it looks as though it did."""
    label = str(element.proto.label)
    assert label.startswith(":primary[")
    assert label.endswith("]")
    return label.removeprefix(":primary[").removesuffix("]")


def components_of(app: AppTest, kind: str) -> list[Any]:
    """Return the parts of a page that are drawn in the browser, of one kind."""
    return [part for part in app.get("bidi_component") if part.proto.component_name == f"war_room_{kind}"]


def rows_of(app: AppTest, *, key: str = "rule_sets") -> dict[str, dict[str, Any]]:
    """Return the rows of a page's table of links, by their names: the texts of their cells, and the link."""
    (table,) = (part for part in components_of(app, "rows") if part.key == key)
    rows = {row["name"]: row for row in json.loads(table.proto.json)["rows"]}
    for row in rows.values():
        row["cells"] = ["".join(text for text, _ in cell) for cell in row["cells"]]
    return rows


def shown_text(app: AppTest) -> str:
    """Return what a page says in lines and headings."""
    return "\n".join(element.value for element in (*app.markdown, *app.text, *app.header))


def verdict(app: AppTest) -> str:
    """Return the headline of a page."""
    return str(app.title[0].value)


def behind(app: AppTest, press: str) -> AppTest:
    """Press a button, then tell the server what a browser says that has not heard of what it did."""
    before = app._tree.get_widget_states()
    lasting = [state for state in before.widgets if not state.HasField("trigger_value")]
    app.button(key=press).click().run()
    return app._run(WidgetStates(widgets=lasting))  # of buttons a browser says only that they are pressed
