"""Lists that lead elsewhere: rows of a table, lists of games, switches between pages."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import streamlit as st

from dashboard.components.window import component
from engine.wording import Sentence


def _pressed_in(key: str) -> Any:
    """Return which of its links the part with this key says to be pressed; None where it says nothing."""
    state = st.session_state.get(key)
    return state.get("pressed") if isinstance(state, Mapping) else None


_ROWS: Final = component("rows", "ways.js", "rows/rows.js", style="rows/rows.css")
_LISTS: Final = component("lists", "ways.js", "lists/lists.js", style="lists/lists.css")
_SWITCH: Final = component("switch", "ways.js", "switch/switch.js", style="switch/switch.css")


class LinkRow(NamedTuple):
    """A row of such a table."""

    name: str
    """What a press reports."""
    cells: tuple[Sentence, ...]
    """The first names the row."""
    query: str | None
    """Its address, for another tab; None where it does not fit a link, or is the screen itself."""
    course: tuple[int, int] | None = None
    """Player 1's percentage before and after, drawn as an arrow behind the second cell, which says it."""
    group: str = ""
    """The heading below which it stands, with the rows after it of the same group."""


def rows(
    headings: Sequence[str],
    table: Sequence[LinkRow],
    *,
    key: str,
    label: str,
    on_press: Callable[[str], None],
) -> None:
    """Draw the table. `label` is what a screen reader calls it; a press calls `on_press` with a row's name.

    The cells are shown as text, whatever is in them.
    """

    def pressed() -> None:
        name = _pressed_in(key)
        if name in {row.name for row in table}:
            on_press(name)

    drawn = [
        {**row._asdict(), "cells": [[(part.text, part.about) for part in cell] for cell in row.cells]}
        for row in table
    ]
    data = {"label": label, "headings": list(headings), "rows": drawn}
    _ROWS(key=key, data=data, on_pressed_change=pressed)


class Link(NamedTuple):
    """A line of a list."""

    text: str
    address: str
    story: str = ""
    """What stands below it; such a list has its title above it on the page."""


class Links(NamedTuple):
    """A list."""

    title: str
    links: tuple[Link, ...]


def lists(
    drawn: Sequence[Links], *, key: str, on_press: Callable[[int, int], None], inline: bool = False
) -> None:
    """Draw the lists beside each other, under their titles, or each `inline` after its title.

    A press calls `on_press` with the place of its list and its place in that.
    """
    there = {(place, line) for place, (_, links) in enumerate(drawn) for line in range(len(links))}

    def pressed() -> None:
        match _pressed_in(key):
            case [int(place), int(line)] if (place, line) in there:
                on_press(place, line)

    data = [{"title": title, "links": [link._asdict() for link in links]} for title, links in drawn]
    _LISTS(key=key, data={"lists": data, "inline": inline}, on_pressed_change=pressed)


def switch(
    links: Sequence[Link], *, opened: int, key: str, label: str, on_press: Callable[[int], None]
) -> None:
    """Draw links side by side, the one at `opened` as where the visitor is."""

    def pressed() -> None:
        place = _pressed_in(key)
        if place in range(len(links)):
            on_press(place)

    data = {"label": label, "open": opened, "links": [link._asdict() for link in links]}
    _SWITCH(key=key, data=data, on_pressed_change=pressed)
