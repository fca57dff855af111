"""Charts outside of the page: there a click opens no game, so nothing may promise one."""

import json
import re
from typing import Any

import plotly.graph_objects as go


def without_clicks(text: str) -> str:
    """Return a note without what it says of clicks.

    >>> without_clicks("57,879 finished games; 42.1 % never end. Click a bar for a game.")
    '57,879 finished games; 42.1 % never end.'
    >>> without_clicks("A diamond is a war; click one to see it. All of them are shown.")
    'A diamond is a war. All of them are shown.'
    """
    text = re.sub(r"[;,]\s*click\b[^.;]*", "", text)
    return re.sub(r"\s*\bClick\b[^.]*\.", "", text).strip()


def still(figure: go.Figure) -> dict[str, Any]:
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
