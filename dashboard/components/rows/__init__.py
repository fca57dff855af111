"""A table whose rows are links, drawn in the browser: a row opens its screen, and says so by its looks."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import streamlit as st

from dashboard.components import pressed_in, text_of
from engine.words.sentences import Sentence

_COMPONENT: Final = st.components.v2.component(
    "war_room_rows", js=text_of("ways.js", "rows/rows.js"), css=text_of("rows/rows.css")
)


class LinkRow(NamedTuple):
    """A row of such a table."""

    name: str
    """What is told when it is pressed."""
    cells: tuple[Sentence, ...]
    """The first names the row."""
    query: str | None
    """Its address, for another tab; None where it does not fit a link, or is the screen itself."""
    course: tuple[int, int] | None = None
    """Player 1's percentage before and after, drawn as an arrow behind the second cell, which says it."""


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
        name = pressed_in(key)
        if name in {row.name for row in table}:
            on_press(name)

    drawn = [
        {
            "name": row.name,
            "cells": [[(part.text, part.about) for part in cell] for cell in row.cells],
            "query": row.query,
            "course": row.course,
        }
        for row in table
    ]
    data = {"label": label, "headings": list(headings), "rows": drawn}
    _COMPONENT(key=key, data=data, on_pressed_change=pressed)
