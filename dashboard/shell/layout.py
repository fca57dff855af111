"""Where things stand on a screen of each width: navigation, page, rail and what lies beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from dashboard.asking.turns import turn
from dashboard.components.framed import is_embedded
from dashboard.components.width import Width, width
from dashboard.shell import looks
from dashboard.shell.frame import if_answered

WIDEST: Final = 1360
"""Pixels a page takes at most: longer lines and wider charts are harder to read."""
LOOSE: Final = ""
"""The group of pages that stand by themselves; Streamlit makes every other one a menu of its name."""
_RAIL: Final = 270
"""Pixels of the rail on a wide screen: its labels whole, and the rest for the charts."""


def opened_page(groups: Mapping[str, Sequence[StreamlitPage]]) -> StreamlitPage:
    """Draw the way between the pages, along the top or on a phone in words; return the one that is open.

    Inside of somebody else's page there is none.
    """
    if is_embedded():
        return st.navigation(groups, position="hidden")
    if width() is not Width.SMALL:
        return st.navigation(groups, position="top")
    opened = st.navigation(groups, position="hidden")  # Streamlit's own would stand behind a sign
    row = st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="pages")
    for group, pages in groups.items():
        shown = [page for page in pages if page.visibility == "visible"]
        place = row
        if group != LOOSE:
            name = f"**{group}**" if opened in shown else group
            # A key a page: a menu that led to another page would stay open over it.
            place = row.popover(name, type="tertiary", key=f"{group} {opened.url_path}")
        for page in shown:
            place.page_link(page)
    return opened


@contextmanager
def in_turn() -> Iterator[None]:
    """Wait for the turn of a visitor's page."""
    with turn(arrives=not looks.has_stood()):
        yield


@contextmanager
def frame() -> Iterator[None]:
    """Draw a page in the middle of the window."""
    with (
        st.container(horizontal_alignment="center").container(width=WIDEST),
        if_answered("page"),
    ):
        yield


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a page go that has a rail, in the order in which a screen has them."""

    rules: DeltaGenerator
    """The choice of rules."""
    given: DeltaGenerator
    """The choice of what is played by them."""
    action: DeltaGenerator
    """What starts it: never folded away."""
    main: DeltaGenerator
    """What comes out."""


def beside_rail(asked: str) -> Places:
    """Return the places of a page with a rail. Where there is no room for one, it folds into the line
    `asked`, Markdown of our own that says what is asked for.
    """
    if width() is Width.WIDE:
        row = st.container(horizontal=True, gap="large")
        rail = row.container(width=_RAIL)
        return Places(rail.container(), rail.container(), rail.container(), row.container(width="stretch"))
    rules, given = st.expander(asked, key="asked").columns(2, gap="medium")
    # A button across the whole of a tablet would outshout what it leads to.
    action = st.container(width="stretch" if width() is Width.SMALL else _RAIL)
    return Places(rules, given, action, st.container())


def abreast(number: int, *, fits: bool) -> list[DeltaGenerator]:
    """Return places beside each other where they fit, else one below the other, as columns are by
    themselves on the narrowest phones alone.
    """
    return st.columns(number, gap="large") if fits else [st.container() for _ in range(number)]


def in_pairs(draws: Sequence[Callable[[], None]]) -> None:
    """Draw charts two in a row; one in a row on a phone, and the last one where it would stand alone."""
    paired = 0 if width() is Width.SMALL else len(draws) // 2 * 2
    for left, right in zip(draws[:paired:2], draws[1:paired:2], strict=True):
        for column, draw_chart in zip(st.columns(2, gap="large"), (left, right), strict=True):
            with column:
                draw_chart()
    for draw_chart in draws[paired:]:
        draw_chart()
