"""A chart on a page: its title and note, the figure, a click into a game, its table and its picture."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from dashboard.charts.parts.panel import Panel
from dashboard.components.chart_image.mount import Saved, chart_image
from dashboard.shell.frame import heading, theme

Point = dict[str, Any]


def draw(
    panel: Panel,
    figure: go.Figure,
    *,
    saved: Callable[[], Saved],
    on_click: Callable[[Point], None] | None = None,
    titled: bool = True,
    under: Callable[[], None] | None = None,
) -> None:
    """Draw a panel. `saved` says what its picture is called and of what it is, once somebody
    opens what lies under it; `under` follows the figure.
    """
    if titled:
        heading(panel.title, panel.note)
    key = panel.name.replace("-", "_")
    plot(figure, key, alt=panel.alt, on_click=on_click)
    if under is not None:
        under()
    folded(
        "Table, picture",
        f"{key}_more",
        partial(picture_and_table, key, saved, (panel.title, panel.note), lambda: panel.table),
    )


def picture_and_table(
    key: str, saved: Callable[[], Saved], words: tuple[str, str], tabled: Callable[[], pd.DataFrame]
) -> None:
    """Draw what a chart can be had as; `words` are its title and its note."""
    chart_image(key, saved(), *words)
    st.dataframe(tabled(), hide_index=True)


def folded(label: str, key: str, draw_inside: Callable[[], None]) -> None:
    """Draw a line that opens: what is inside is made once somebody wants to see it."""
    # A compact expander fades its label, ink to 4.2 : 1; pure black or white ends up at 5.7 : 1 or more.
    strongest = "#FFFFFF" if theme() == "dark" else "#000000"
    label = f':color[{label}]{{foreground="{strongest}"}}'
    more = st.expander(label, key=key, type="compact", on_change="rerun")
    if more.open:
        with more:
            draw_inside()


def plot(figure: go.Figure, key: str, *, alt: str, on_click: Callable[[Point], None] | None = None) -> None:
    """Draw a figure. `alt` says it to those who cannot see it."""
    st.plotly_chart(
        figure,
        key=key,
        theme=None,
        config={"displayModeBar": False},
        on_select=partial(_clicked, key, on_click) if on_click else "ignore",
        selection_mode="points",
        alt=alt,
    )


def _clicked(key: str, on_click: Callable[[Point], None]) -> None:
    for point in st.session_state[key].selection.points[:1]:
        on_click(point)


def named(point: Point) -> tuple[int | None, int]:
    """Return the game a point names, None if none, and what comes second: on Compare, the rule set."""
    data = point.get("customdata")
    first, second = (*data, 0, 0)[:2] if isinstance(data, list) and data else (data, 0)
    game = int(first) if isinstance(first, int | float) and first >= 0 else None
    return game, int(second) if isinstance(second, int | float) else 0
