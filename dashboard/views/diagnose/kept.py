"""The boxes of the Diagnose page as each visitor left them, and how they come onto the screen."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard.asking.diagnosed import log_fault
from dashboard.shell.desk import DIAGNOSE
from dashboard.views.diagnose.draft import Draft

_DRAFT: Final = "diagnose_draft"
BOXES: Final = ("deal", "expected", "got")


def draft() -> Draft:
    """Return what stands in the boxes: what was typed, or the screen's case where that is another."""
    screen = DIAGNOSE.current()
    mine: Draft | None = st.session_state.get(_DRAFT)
    if mine is None or mine.answers != screen.shown:
        mine = Draft.of(screen.shown)
        st.session_state[_DRAFT] = mine
    return mine


def typed(texts: Mapping[str, str]) -> None:
    """Take what was typed into some of the boxes; where it makes cases, they are asked about at once."""
    take(draft().typed(texts))


def take(mine: Draft) -> None:
    """Put a draft into the boxes, and on the screen if it is whole."""
    deal = mine.one_deal
    known = mine.answers is not None and (mine.answers.deal, mine.answers.trace) == (deal, mine.trace)
    fault = log_fault(deal, mine.trace) if deal is not None and mine.trace and not known else None
    mine = replace(mine, fault=fault)
    screen = DIAGNOSE.current()
    before, after = screen.cases[: screen.case], screen.cases[screen.case + 1 :]
    cases = mine.cases
    if mine.empty and screen.shown is not None:
        st.session_state[_DRAFT] = mine
        DIAGNOSE.change(cases=before + after, case=len(before + after))
    elif cases:
        st.session_state[_DRAFT] = replace(mine, answers=cases[0]) if len(cases) == 1 else Draft.of(cases[0])
        DIAGNOSE.change(cases=before + cases + after)
    else:
        st.session_state[_DRAFT] = mine


def read_boxes() -> None:
    """Take what is in the boxes now."""
    typed({name: st.session_state[f"diagnose_{name}"] or "" for name in BOXES})


def forget() -> None:
    """Fill the boxes from the screen again."""
    st.session_state.pop(_DRAFT, None)
