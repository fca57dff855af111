"""The Diagnose page: which rule a program got wrong, and where its game leaves the judge's."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from dashboard.address.question import case_of, judge_meant, named_judge, question
from dashboard.address.screens import DiagnoseScreen
from dashboard.asking import diagnosed
from dashboard.asking.diagnosed import Waiting
from dashboard.asking.questions import Unanswered, ask_again
from dashboard.shell import looks
from dashboard.shell.desk import DIAGNOSE, leave
from dashboard.shell.frame import opens, unanswered, verdict_row
from dashboard.shell.marks import note
from dashboard.views.diagnose import boxes as diagnose_boxes
from dashboard.views.diagnose import saving
from dashboard.views.diagnose import trace as diagnose_trace
from dashboard.views.diagnose.answer import answer, chosen
from dashboard.views.diagnose.words import ASK, LOOKING, LOST, STOPPED, finding, how_far
from engine.diagnose import Case, Diagnosis, diagnose
from engine.notation import NotationError
from engine.rules import Rules

Asked = tuple[tuple[Case, ...], Rules | None]
"""A question: the cases, and the rules of the judge that was named."""

_STOPPED: Final = "diagnose_stopped"
"""The question that the visitor stopped, while it is the one asked."""
_WAITED_FOR: Final = "diagnose_waited_for"
"""The question whose answer the visitor waits for."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(DIAGNOSE):
        return
    if st.session_state.get("diagnose"):  # the button was pressed
        st.session_state.pop(_STOPPED, None)
        ask_again()
    screen = DIAGNOSE.current()
    cases, named = question(screen), named_judge(screen)
    stopped = bool(cases) and _is_stopped(cases, named)
    _leave_off(st.session_state.get(_WAITED_FOR), (cases, named))
    diagnosis, trouble, waiting = _diagnosed(cases, named)
    lost = trouble if isinstance(trouble, Unanswered) else None
    st.session_state[_WAITED_FOR] = (cases, named) if waiting else None
    # Always there: what comes and goes above the boxes would make other boxes of them while one types.
    above = st.empty()
    with above.container():
        judge = diagnosis.judge.rules if diagnosis else _judge(screen, asked=bool(waiting or stopped or lost))
    above.empty()
    shown = chosen(screen, diagnosis) if diagnosis else None
    if diagnosis:
        end = diagnosed.judged(diagnosis.cases[0].deal, diagnosis.judge.rules)
        words, deal = finding(diagnosis, shown, end), (screen.shown or screen.cases[0]).deal
        verdict_row(DIAGNOSE, *words, beside=partial(saving.menu, deal, diagnosis, shown, words))
    else:
        nothing = LOST if lost else _nothing_yet(screen, judge, waiting=waiting, stopped=stopped)
        verdict_row(DIAGNOSE, *nothing)
    below = st.empty()
    if waiting:
        with below.container():
            _watch(cases, named)
    diagnose_boxes.boxes(diagnosis)
    if lost is not None:
        unanswered(lost, "diagnosis")
    elif trouble is not None:
        st.text(f"This cannot be diagnosed: {trouble}.")
    if diagnosis:
        answer(screen, diagnosis, shown)
    diagnose_trace.section(screen.shown, judge)


def _diagnosed(
    cases: tuple[Case, ...], judge: Rules | None
) -> tuple[Diagnosis | None, Exception | None, bool]:
    """Return the diagnosis or why there is none, and whether there is none yet; nothing of one stopped."""
    if not cases or _is_stopped(cases, judge):
        return None, None, False
    try:
        answer = diagnosed.diagnosis(cases, judge, patience=diagnosed.PATIENCE)
    except (ValueError, Unanswered) as error:
        return None, error, False
    return (None, None, True) if isinstance(answer, Waiting) else (answer, None, False)


def _leave_off(before: Asked | None, now: Asked) -> None:
    """Have the workers leave off what was asked before, if something else is asked now."""
    if before is not None and before != now:
        diagnosed.QUESTIONS.drop(diagnose, before[0], judge=before[1])


def _watch(cases: tuple[Case, ...], judge: Rules | None) -> None:
    """Draw how far the diagnosis is, look again and again, and draw the page when it is there."""

    def look() -> None:
        leave()  # a click meanwhile runs this part of the page alone
        waiting = None if _is_stopped(cases, judge) else _still_waiting(cases, judge)
        if waiting is None:
            st.rerun()
        stop = partial(_stop, cases, judge)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Stop", icon=":material/stop:", key="diagnose_stop", on_click=stop)
            st.markdown(note(how_far(waiting)))

    looks.again(look, looks.OFTEN)


def _still_waiting(cases: tuple[Case, ...], judge: Rules | None) -> Waiting | None:
    try:
        answer = diagnosed.diagnosis(cases, judge)
    except (ValueError, Unanswered):
        return None
    return answer if isinstance(answer, Waiting) else None


def _stop(cases: tuple[Case, ...], judge: Rules | None) -> None:
    st.session_state[_STOPPED] = (cases, judge)
    diagnosed.QUESTIONS.drop(diagnose, cases, judge=judge)


def _is_stopped(cases: tuple[Case, ...], judge: Rules | None) -> bool:
    return st.session_state.get(_STOPPED) == (cases, judge)


def _judge(screen: DiagnoseScreen, *, asked: bool) -> Rules:
    """Return the judge's rules where the program gave no answer: they follow from what is expected."""
    case = screen.shown
    if not asked and not screen.judge and case is not None and case.expected:
        answered = case_of(replace(case, got=case.expected))
        with st.spinner("Looking for the judge’s rules"), suppress(ValueError, Unanswered):
            return diagnosed.ask(diagnose, (answered,), judge=None).judge.rules
    return judge_meant(screen, case)


def _nothing_yet(screen: DiagnoseScreen, judge: Rules, *, waiting: bool, stopped: bool) -> tuple[str, str]:
    """Return the title and the line under it where there is a log at most, and no answer."""
    if waiting or stopped:
        return LOOKING if waiting else STOPPED
    case = screen.shown
    if case is None or not case.trace:
        return ASK
    try:
        log = diagnosed.traced(case.deal, judge, case.trace)
    except (NotationError, Unanswered):
        return ASK
    return f"{diagnose_trace.title(log)}.", diagnose_trace.explained(log) if log.round is not None else ""
