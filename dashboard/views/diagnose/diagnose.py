"""The Diagnose page: which rule a program got wrong, and where its game leaves the judge's."""

from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard.address.question import case_of, judge_meant, named_judge, question
from dashboard.address.screens import DiagnoseScreen
from dashboard.asking import diagnosed
from dashboard.shell.desk import DIAGNOSE, leave
from dashboard.shell.frame import opens, verdict_row
from dashboard.views.diagnose import boxes as diagnose_boxes
from dashboard.views.diagnose import trace as diagnose_trace
from dashboard.views.diagnose.answer import answer, chosen
from dashboard.views.diagnose.words import ASK, STOPPED, finding
from engine.diagnose import Case, Diagnosis, diagnose
from engine.diagnose.grid import RULE_SETS
from engine.notation import NotationError
from engine.rules import Rules

_STOPPED: Final = "diagnose_stopped"
"""The question that the visitor stopped, while it is the one asked."""


def page() -> None:
    """Draw the page for the address it was opened with."""
    leave()
    if not opens(DIAGNOSE):
        return
    if st.session_state.get("diagnose"):  # the button was pressed
        st.session_state.pop(_STOPPED, None)
    screen = DIAGNOSE.current()
    cases, named = question(screen), named_judge(screen)
    stopped = bool(cases) and _is_stopped(cases, named)
    # Always there: what comes and goes above the boxes would make other boxes of them while one types.
    waiting = st.empty()
    with waiting.container():
        diagnosis, trouble = _diagnosed(cases, named)
        judge = diagnosis.judge.rules if diagnosis else _judge(screen, stopped=stopped)
    waiting.empty()
    shown = chosen(screen, diagnosis) if diagnosis else None
    if diagnosis:
        end = diagnosed.judged(diagnosis.cases[0].deal, diagnosis.judge.rules)
        verdict_row(DIAGNOSE, *finding(diagnosis, shown, end))
    else:
        verdict_row(DIAGNOSE, *(STOPPED if stopped else _log_or_nothing(screen, judge)))
    diagnose_boxes.boxes(diagnosis)
    if trouble:
        st.text(f"This cannot be diagnosed: {trouble}.")
    if diagnosis:
        answer(screen, diagnosis, shown)
    diagnose_trace.section(screen.shown, judge)


def _diagnosed(cases: tuple[Case, ...], judge: Rules | None) -> tuple[Diagnosis | None, str]:
    """Return the diagnosis, or why there is none; neither before the first answer, nor of one stopped."""
    if not cases or _is_stopped(cases, judge):
        return None, ""
    if diagnosed.QUESTIONS.answered(diagnose, cases, judge=judge) is None:
        # A click ends this run where it waits: then the worker, too, leaves off.
        st.button("Stop", key="diagnose_stop", on_click=_stop, args=(cases, judge))
    return _answered(cases, judge)


def _answered(cases: tuple[Case, ...], judge: Rules | None) -> tuple[Diagnosis | None, str]:
    with st.spinner(f"Playing your deal by {len(RULE_SETS):,} rule sets, with every usual mistake"):
        try:
            return diagnosed.ask(diagnose, cases, judge=judge), ""
        except ValueError as error:
            return None, str(error)


def _stop(cases: tuple[Case, ...], judge: Rules | None) -> None:
    st.session_state[_STOPPED] = (cases, judge)


def _is_stopped(cases: tuple[Case, ...], judge: Rules | None) -> bool:
    return st.session_state.get(_STOPPED) == (cases, judge)


def _judge(screen: DiagnoseScreen, *, stopped: bool) -> Rules:
    """Return the judge's rules where the program gave no answer: they follow from what is expected."""
    case = screen.shown
    if not stopped and not screen.judge and case is not None and case.expected:
        answered = case_of(replace(case, got=case.expected))
        diagnosis, _ = _answered((answered,), None)
        if diagnosis:
            return diagnosis.judge.rules
    return judge_meant(screen, case)


def _log_or_nothing(screen: DiagnoseScreen, judge: Rules) -> tuple[str, str]:
    """Return the title and the line under it where there is a log at most, and no answer."""
    case = screen.shown
    if case is None or not case.trace:
        return ASK
    try:
        log = diagnosed.traced(case.deal, judge, case.trace)
    except NotationError:
        return ASK
    return f"{diagnose_trace.title(log)}.", diagnose_trace.explained(log) if log.round is not None else ""


page()
