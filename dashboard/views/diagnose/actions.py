"""The row under the boxes of the Diagnose page: cases added, chosen and removed, the judge named."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard.address.screens import AskedCase, DiagnoseScreen
from dashboard.shell.controls import choice, on_primary, title_of
from dashboard.shell.desk import DIAGNOSE
from dashboard.shell.marks import note
from dashboard.shell.phrases import rules_title
from dashboard.stories.examples import EXAMPLES
from dashboard.views.diagnose.draft import Draft
from dashboard.views.diagnose.kept import forget, read_boxes
from engine.diagnose import Diagnosis
from engine.rules import SETTLED, number_words
from engine.words.sentences import count


def actions(screen: DiagnoseScreen, mine: Draft, diagnosis: Diagnosis | None) -> None:
    """Draw the row under the boxes."""
    if not screen.cases:
        _first_actions(mine)
        return
    left, middle, right = st.columns([0.5, 0.25, 0.25], vertical_alignment="bottom")
    with left, st.container(horizontal=True, vertical_alignment="bottom"):
        _diagnose_button()
        if len(screen.cases) > 1 or screen.shown is None:
            _choice(screen)
        if screen.shown is not None:
            st.button("Add a case", icon=":material/add:", key="add_case", on_click=_add)
        if len(screen.cases) > 1 or screen.shown is None:
            label = "Remove this case" if screen.shown is not None else "Leave it out"
            st.button(label, icon=":material/close:", key="remove_case", type="tertiary", on_click=_remove)
    with middle:
        _judge(diagnosis)
    if diagnosis and not screen.judge and len(diagnosis.judge.presets) > 1:
        fitting = number_words(len(diagnosis.judge.presets)).capitalize()
        right.markdown(
            note(f"{fitting} named rule sets give what is expected; say which is meant if you know.")
        )


def _first_actions(mine: Draft) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        _diagnose_button()
        if mine.empty:
            st.markdown(note("or see an example:"), width="content")
            for name, example in EXAMPLES.items():
                show = partial(DIAGNOSE.show, example.screen)
                st.button(example.title, key=f"example_{name}", type="tertiary", on_click=show)


def _diagnose_button() -> None:
    # Leaving a box reads it; the button is for those who look for one.
    st.button(on_primary("Diagnose", "troubleshoot"), type="primary", key="diagnose", on_click=read_boxes)


def _choice(screen: DiagnoseScreen) -> None:
    label = f"{count(len(screen.cases), 'case')}, answered together; on the screen"
    words = partial(_case_words, screen.cases)
    choice(st.selectbox, DIAGNOSE, "case", label, range(len(screen.cases)), format_func=words)


def _case_words(cases: Sequence[AskedCase], place: int) -> str:
    if place == len(cases):
        return f"{place + 1}: a new case"
    case = cases[place]
    text = case.deal.text
    return f"{place + 1}: {text if len(text) <= 20 else f'{text[:19]}…'}"


def _add() -> None:
    DIAGNOSE.change(case=len(DIAGNOSE.current().cases))


def _remove() -> None:
    screen = DIAGNOSE.current()
    cases = screen.cases[: screen.case] + screen.cases[screen.case + 1 :]
    if screen.shown is None:
        DIAGNOSE.change(case=len(cases) - 1)
    else:
        DIAGNOSE.change(cases=cases, case=min(screen.case, len(cases) - 1))
    forget()


def _judge(diagnosis: Diagnosis | None) -> None:
    taken = f"Taken to be {rules_title(diagnosis.judge.name)}" if diagnosis else "Found from the answers"
    choice(
        st.selectbox,
        DIAGNOSE,
        "judge",
        "The judge’s rules",
        ("", *SETTLED),
        format_func=lambda name: title_of(name) if name else taken,
    )
