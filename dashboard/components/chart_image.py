"""A chart as a picture to save or copy, made in the browser."""

import json
import re
from typing import Any, Final, NamedTuple

import plotly.graph_objects as go

from dashboard.components.window import component, text_of

# The scripts that make a picture of a chart and save it: for the page's buttons and for the report.

_PICTURE: Final = ("chart_image/picture.js", "chart_image/save.js")
PICTURE: Final = text_of(*_PICTURE)
"""Plain functions, without imports and exports: they are put before whatever uses them."""


# Charts outside of the page: there a click opens no game, so nothing may promise one.


def without_clicks(text: str) -> str:
    """Return a note without what it says of clicks.

    >>> without_clicks("57,879 finished games; 42.1 % never end. Click a bar for a game.")
    '57,879 finished games; 42.1 % never end.'
    >>> without_clicks("A diamond is a war; click one to see it. All of them are shown.")
    'A diamond is a war. All of them are shown.'
    """
    text = re.sub(r"[;,]\s*click\b[^.;]*", "", text)
    return re.sub(r"\s*\b(Click|Tap)\b[^.]*\.", "", text).strip()


def still_figure(figure: go.Figure) -> dict[str, Any]:
    """Return a figure as plain data, without what its labels say of clicks."""
    data: dict[str, Any] = _said(json.loads(figure.to_json()))
    return data


def _said(data: Any) -> Any:
    """Go through plain data; labels are anywhere: in templates, texts, and the rows of `customdata`."""
    if isinstance(data, dict):
        return {name: _said(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_said(value) for value in data]
    return re.sub(r"<br>click[^<]*", "", data) if isinstance(data, str) else data


# Show the buttons that save a chart as PNG or SVG: a v2 component, since the browser has the drawing.

_BUTTONS: Final = ("copy.js", "chart_image/buttons.js")
_COMPONENT: Final = component("chart_image", *_PICTURE, *_BUTTONS, style="chart_image/chartimage.css")


class Saved(NamedTuple):
    """What a picture is called, and what stands under the chart in it."""

    name: str
    footer: tuple[str, ...]
    """Lines that say what it is of; plain text."""
    text: str = ""


KINDS: Final = ("Save image", "Copy", "SVG", "Copy text")
"""The buttons: a PNG as a file, a PNG to paste, an SVG as a file, a text to paste."""


def chart_image(
    key: str, saved: Saved, title: str, note: str, finding: str = "", *, kinds: tuple[str, ...] = KINDS
) -> None:
    """Draw the buttons for the chart whose Streamlit key is `key`.

    `title`, `finding` and `note` stand above the chart in the picture. All of it is done in the browser:
    nothing is asked of the server.
    """
    words = {"title": title, "finding": finding, "note": without_clicks(note), "footer": saved.footer}
    own = f"{key}_{'svg' if kinds == KINDS[2:3] else 'image'}"
    data = {"chart": css_key(key), "name": saved.name, "text": saved.text, "kinds": kinds, **words}
    _COMPONENT(key=own, data=data, width="content")


def css_key(key: str) -> str:
    """Return a key as Streamlit writes it in the class of its element.

    >>> css_key("simulate lengths.log")
    'simulate-lengths-log'
    """
    return re.sub(r"[^a-zA-Z0-9_-]", "-", key.strip())
