"""What every page does alike: open its address, say its verdict, show a chart with its title."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.address.link import LinkError
from dashboard.charts.parts.theme import ThemeName
from dashboard.components.copy_link import copy_link
from dashboard.shell.desk import GAME, Desk
from dashboard.shell.marks import note, together


def theme() -> ThemeName:
    """Return the theme the visitor looks at."""
    return "dark" if st.context.theme.type == "dark" else "light"


def opens(desk: Desk[Any], *, on_new: Callable[[], None] | None = None) -> bool:
    """Follow the address; say whether the page can be drawn. A link that cannot be opened says why.

    `on_new` is called when the address brought another screen than the visitor had.
    """
    try:
        if desk.open_address() and on_new is not None:
            on_new()
    except LinkError as error:
        _go_where_it_belongs()
        closed(desk, str(error))
        return False
    return True


def _go_where_it_belongs() -> None:
    """Open an address that is the Game page's own over there. Ends the run.

    Streamlit writes the links to its first page without a path: copied, or opened in a new tab, they
    lead to the page on which they stand.
    """
    with suppress(LinkError):
        screen = GAME.addressed()
        if screen is not None:
            st.switch_page(GAME.view, query_params=GAME.params(screen))


def closed(desk: Desk[Any], why: str) -> None:
    """Explain a link that cannot be opened; nothing else is shown in its place."""
    st.title("This link cannot be opened.", anchor=False)
    st.text(why)
    st.button("Open War Room afresh", type="primary", on_click=desk.forget)


def verdict_row(
    desk: Desk[Any],
    title: str,
    *lines: str,
    said: str | None = None,
    beside: Callable[[], None] | None = None,
) -> None:
    """Draw the row every page begins with: the sentence, a grey line, and the link to this screen.

    `title` and `lines` are Markdown of our own; `said` is plain text; `beside` draws what stands
    next to the link.
    """
    left, right = st.columns([0.76, 0.24] if beside else [0.88, 0.12], vertical_alignment="center")
    with left.container(gap=None):
        st.title(title, anchor=False)
        st.markdown(f":gray[{' '.join(filter(None, lines))}]")
        if said is not None:
            st.text(said)
    query, why = desk.write_address()
    if beside is None:
        with right:
            copy_link(query, why=why)
        return
    one, two = right.columns(2)
    with one:
        copy_link(query, why=why)
    with two:
        beside()


def table(frame: pd.DataFrame) -> None:
    """Draw a small table: all of it, with Markdown of our own in its cells."""
    st.table(frame, border="horizontal", hide_index=True)


def heading(title: str, about: str) -> None:
    """Draw a chart's title, which is its finding, and the note under it. Both are words of our own."""
    with st.container(gap=None):
        st.header(together(title), anchor=False)
        st.markdown(note(about))
