"""Show the buttons that save a chart as PNG or SVG: a v2 component, since the browser has the drawing."""

import re
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Saved:
    """What a picture is called, and what stands under the chart in it."""

    name: str
    """The file's name without its ending."""
    footer: tuple[str, ...]
    """Lines that say what it is of; plain text."""


def chart_image(key: str, saved: Saved, title: str, note: str) -> None:
    """Draw the buttons for the chart whose Streamlit key is `key`.

    `title` and `note` stand above the chart in the picture as they do on the page. All of it is done in
    the browser: nothing is asked of the server.
    """
    words = {"title": title, "note": without_clicks(note), "footer": saved.footer}
    _COMPONENT(key=f"{key}_image", data={"chart": css_key(key), "name": saved.name, **words})


def css_key(key: str) -> str:
    """Return a key as Streamlit writes it in the class of its element.

    >>> css_key("simulate lengths.log")
    'simulate-lengths-log'
    """
    return re.sub(r"[^a-zA-Z0-9_-]", "-", key.strip())
