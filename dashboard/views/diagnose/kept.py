"""The boxes of the Diagnose page as each visitor left them, and how they come onto the screen."""

from dataclasses import replace
from typing import Any, Final

import streamlit as st

from dashboard.asking.diagnosed import log_fault
from dashboard.shell.desk import DIAGNOSE
from dashboard.views.diagnose.draft import Draft
from dashboard.views.diagnose.heard import Heard

LONGEST_LOG: Final = 200_000
"""Characters of the longest log that is taken: some 2,000 rounds with both decks."""
BOXES: Final = ("deal", "expected", "got", "trace")

_DRAFT: Final = "diagnose_draft"
_HEARD: Final = "diagnose_heard"


def draft() -> Draft:
    """Return what stands in the boxes: what was typed, or the screen's case where that is another."""
    screen = DIAGNOSE.current()
    mine: Draft | None = st.session_state.get(_DRAFT)
    if mine is None or mine.answers != screen.shown:
        mine = Draft.of(screen.shown)
        st.session_state[_DRAFT] = mine
    return mine


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


def box(name: str, label: str, value: str, example: str, *, height: int = 100, **how: Any) -> None:
    """Draw a box that says this; what is typed into it is read as soon as it is left."""
    if _heard().tell(name, value, says=st.session_state.get(_key(name), "")):
        st.session_state[_key(name)] = value
    st.text_area(label, key=_key(name), placeholder=example, height=height, on_change=read_boxes, **how)


def read_boxes() -> None:
    """Take what was typed into the boxes; where it makes cases, they are asked about at once."""
    texts = {name: st.session_state.get(_key(name)) or "" for name in BOXES}
    said = {name: text if text.strip() else "" for name, text in texts.items()}
    news = _heard().news(said, pressed=bool(st.session_state.get("diagnose")))
    if len(news.get("trace", "")) > LONGEST_LOG:
        st.session_state["trace_too_long"] = len(news.pop("trace"))
    DIAGNOSE.stay()
    if news:
        take(draft().typed(news))


def _heard() -> Heard:
    heard: Heard = st.session_state.setdefault(_HEARD, Heard())
    return heard


def _key(name: str) -> str:
    return f"diagnose_{name}"


def forget() -> None:
    """Fill the boxes from the screen again."""
    st.session_state.pop(_DRAFT, None)
