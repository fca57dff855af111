"""The striking facts as buttons, for any page: a question, what it is about, and the screen behind it."""

import streamlit as st

from dashboard.address.screens import CompareScreen
from dashboard.shell.desk import COMPARE, SIMULATE
from dashboard.shell.marks import note
from dashboard.stories.facts import FACTS, Fact

COLUMNS = 3


def fact_links() -> None:
    """Draw every fact as a button with its story under it. The page has to `leave` at its start."""
    columns = st.columns(COLUMNS, gap="large")
    for place, fact in enumerate(FACTS):
        with columns[place % COLUMNS].container(gap=None):
            # Not a page link: one to the page it stands on would look as if it were chosen.
            st.button(fact.title, key=f"fact_{place}", type="tertiary", on_click=_go, args=(fact,))
            st.markdown(note(fact.story))


def _go(fact: Fact) -> None:
    if isinstance(fact.screen, CompareScreen):
        COMPARE.go(fact.screen)
    else:
        SIMULATE.go(fact.screen)
