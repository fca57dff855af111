"""Show the buttons that save a chart as PNG or SVG: a v2 component, since the browser has the drawing."""

import re
from typing import Final

import streamlit as st

from dashboard.components import text_of
from dashboard.components.chart_image.scripts import PICTURE
from dashboard.components.chart_image.still import without_clicks

_COMPONENT: Final = st.components.v2.component(
    "war_room_chart_image",
    js=f"{PICTURE}\n{text_of('chart_image/buttons.js')}",
    css=text_of("chart_image/chartimage.css"),
)


def chart_image(key: str, name: str, title: str, note: str) -> None:
    """Draw the buttons for the chart whose Streamlit key is `key`.

    `name` is the file's name without its ending; `title` and `note` stand above the chart in the
    picture as they do on the page. All of it is done in the browser: nothing is asked of the server.
    """
    data = {"chart": css_key(key), "name": name, "title": title, "note": without_clicks(note)}
    _COMPONENT(key=f"{key}_image", data=data)


def css_key(key: str) -> str:
    """Return a key as Streamlit writes it in the class of its element.

    >>> css_key("simulate lengths.log")
    'simulate-lengths-log'
    """
    return re.sub(r"[^a-zA-Z0-9_-]", "-", key.strip())
