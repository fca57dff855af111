"""Short lists of links, each with its title: drawn in the browser as one part of the page."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import streamlit as st

from dashboard.components import pressed_in, text_of

_COMPONENT: Final = st.components.v2.component(
    "war_room_lists", js=text_of("ways.js", "lists/lists.js"), css=text_of("lists/lists.css")
)


class Link(NamedTuple):
    """A line of a list."""

    text: str
    address: str
    """Its page and query, for another tab."""


class Links(NamedTuple):
    """A list."""

    title: str
    links: tuple[Link, ...]


def lists(
    told: Sequence[Links], *, key: str, on_press: Callable[[int, int], None], inline: bool = False
) -> None:
    """Draw the lists beside each other, under their titles, or each `inline` after its title.

    A press calls `on_press` with the place of its list and its place in that.
    """
    there = {(place, line) for place, (_, links) in enumerate(told) for line in range(len(links))}

    def pressed() -> None:
        match pressed_in(key):
            case [int(place), int(line)] if (place, line) in there:
                on_press(place, line)

    data = [{"title": title, "links": [link._asdict() for link in links]} for title, links in told]
    _COMPONENT(key=key, data={"lists": data, "inline": inline}, on_pressed_change=pressed)
