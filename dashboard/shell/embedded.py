"""A page inside of somebody else's: one part of it, what it is of, and the way to War Room; nothing else."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from dashboard.address.embed import SHOW, chosen
from dashboard.components.chart_image.still import still, without_clicks
from dashboard.shell.desk import Desk
from dashboard.shell.drawing import plot
from dashboard.shell.frame import heading
from dashboard.shell.marks import note


def shown_of(parts: Mapping[str, str]) -> str:
    """Return the name of the part that the address asks for, of those there are, by name and title."""
    return chosen(st.query_params.get(SHOW), parts)


def part(desk: Desk[Any], title: str, about: str, draw: Callable[[], None], foot: Sequence[str]) -> None:
    """Draw a part of a screen: title and note, the part, under it what it is of and the way to all of it."""
    heading(title, without_clicks(about))
    draw()
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(note(" · ".join(foot)), width="stretch")
        st.link_button(
            "Open in War Room", desk.whole_address(), icon=":material/open_in_new:", type="tertiary"
        )


def still_chart(figure: go.Figure, key: str, alt: str) -> None:
    """Draw a chart in which nothing can be clicked: its games are in War Room."""
    plot(go.Figure(still(figure)), key, alt=alt)
