"""The striking facts as buttons, for any page: a question, what it is about, and the screen behind it."""

from typing import Any

import streamlit as st

from dashboard.address.screens import CompareScreen
from dashboard.shell.desk import COMPARE, SIMULATE, Desk
from dashboard.shell.marks import note
from dashboard.stories.facts import FACTS

COLUMNS = 3


def fact_links() -> None:
    """Draw every fact as a button with its story under it. The page has to `leave` at its start."""
    columns = st.columns(COLUMNS, gap="large")
    for place, fact in enumerate(FACTS):
        with columns[place % COLUMNS].container(gap=None):
            desk: Desk[Any] = COMPARE if isinstance(fact.screen, CompareScreen) else SIMULATE
            # Not a page link: one to the page it stands on would look as if it were chosen.
            st.button(fact.title, key=f"fact_{place}", type="tertiary", on_click=desk.go, args=(fact.screen,))
            st.markdown(note(fact.story))
