"""The question led on by hand: deals to run the program on, each with a box for what it says there."""

from collections.abc import Sequence
from contextlib import suppress

import streamlit as st

from dashboard.address.screens import AskedCase, DiagnoseScreen
from dashboard.shell.desk import DIAGNOSE
from dashboard.shell.marks import note
from engine.cards import Deal
from engine.diagnose import Diagnosis, read_answer
from engine.notation import WRITABLE, NotationError, write
from engine.notation.inputs import INPUT_OF, INPUTS
from engine.rules import number_words


def by_hand(screen: DiagnoseScreen, diagnosis: Diagnosis, deals: Sequence[Deal]) -> None:
    """Draw the deals as the judge gives them, ready to be copied, and what the program says to each."""
    more = len(deals) - 1
    if more:
        others = "the next deal tells" if more == 1 else f"the next {number_words(more)} deals tell"
        st.markdown(note(f"Where it leaves some together, {others} on. Answers may come in any order."))
    for column, deal in zip(st.columns(max(len(deals), 2)), deals, strict=False):
        with column:
            _one(screen, diagnosis, deal)


def _one(screen: DiagnoseScreen, diagnosis: Diagnosis, deal: Deal) -> None:
    st.code(as_given(deal, diagnosis), language=None, wrap_lines=True)
    # One box a question: after an answer another deal may stand in the place of this one.
    key = f"told {len(screen.cases)} {deal.text}"
    format = diagnosis.cases[0].format
    st.text_area("My program says here", key=key, height=68, on_change=_told, args=(key, deal, format))
    fault = _fault(str(st.session_state.get(key) or "").strip())
    if fault:
        st.text(fault)


def _fault(text: str) -> str:
    """Say what is wrong with an answer; nothing of one that can be read, or of none."""
    try:
        if text:
            read_answer(text)
    except NotationError as error:
        return str(error)
    return ""


def _told(key: str, deal: Deal, format: str) -> None:
    """Ask again with what the program says to a deal, where it can be read."""
    text = str(st.session_state.get(key) or "").strip()
    if not text or _fault(text):
        return
    screen = DIAGNOSE.current()
    case = AskedCase(deal=deal, got=text, format=format)
    # A new case that is being typed stays the last one.
    place = screen.case + (screen.shown is None)
    DIAGNOSE.change(cases=(*screen.cases, case), case=place)


def as_given(deal: Deal, diagnosis: Diagnosis) -> str:
    """Return a deal as the person's deals were written or, of one in our own line, as the judge writes it."""
    format, judge = diagnosis.cases[0].format or "line", diagnosis.judge.name
    with suppress(ValueError):  # a format without words for these ranks
        if format != "line" and format in WRITABLE:
            return write(deal, format)
        if judge in INPUT_OF:
            return INPUTS[INPUT_OF[judge]].write(deal)
    return deal.text
