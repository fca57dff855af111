"""Striking facts, each a link with its story under it, drawn in the browser as one part of the page."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import streamlit as st

from dashboard.components import pressed_in, text_of

_COMPONENT: Final = st.components.v2.component(
    "war_room_facts", js=text_of("ways.js", "facts/facts.js"), css=text_of("facts/facts.css")
)


class Fact(NamedTuple):
    """What is told of a screen, and where it is."""

    title: str
    story: str
    address: str
    """Its page and query, for another tab."""


def facts(told: Sequence[Fact], *, key: str, label: str, on_press: Callable[[int], None]) -> None:
    """Draw the facts. `label` is what a screen reader calls them; a press calls `on_press` with a place."""

    def pressed() -> None:
        place = pressed_in(key)
        if isinstance(place, int) and place in range(len(told)):
            on_press(place)

    data = {"label": label, "facts": [fact._asdict() for fact in told]}
    _COMPONENT(key=key, data=data, on_pressed_change=pressed)
