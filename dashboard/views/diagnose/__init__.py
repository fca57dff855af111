"""The Diagnose page: what a program with a wrong answer does wrong."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from dashboard.cache import answers
from dashboard.cache.answers import Waiting
from dashboard.cache.tasks import Unanswered, ask_again
from dashboard.examples.facts import EXAMPLES
from dashboard.files.card import Preview, text_preview
from dashboard.files.card import curly as curly_marks
from dashboard.ui.charts import folded
from dashboard.ui.frame import (
    heading,
    if_answered,
    marked,
    note,
    opens,
    rules_title,
    table,
    unanswered,
    verdict_row,
)
from dashboard.ui.state import DIAGNOSE, leave
from dashboard.ui.streamlit_fixes import OFTEN, poll
from dashboard.urls.codecs import case_of, judge_meant, named_judge, question
from dashboard.urls.screens import AskedCase, DiagnoseScreen
from dashboard.views.diagnose.answer import boards, chosen, command_line, draw_answer, menu, side
from dashboard.views.diagnose.inputs import LONGEST_LOG, Draft, box, boxes, draft, take
from dashboard.views.diagnose.words import ASK, LOOKING, LOST, STOPPED, curly, finding, how_far, trace_table
from engine.diagnose import Case, Diagnosis, Explanation, Program, TraceDiff, diagnose
from engine.formats import NotationError
from engine.numbers import count
from engine.rules import Rules
from engine.wording.sentences import Part, Sentence

# The part of the Diagnose page that follows a program's own log, round by round.

_EXAMPLE: Final = """round 1: 2298J5A7 | AK6TTK9335
round 2: 298J5A7 | K6TTK93352A"""


def section(case: AskedCase | None, judge: Rules) -> None:
    """Draw the box for the log, and what is found in it about the game of a case."""
    mine = draft()
    st.markdown(note("Paste what your program prints each round: both decks, the cards, or both sizes."))
    box(
        "trace",
        "What my program printed, round by round",
        mine.trace,
        _EXAMPLE,
        height=130,
        label_visibility="collapsed",
    )
    too_long = st.session_state.pop("trace_too_long", None)
    if too_long:
        most = f"paste at most {LONGEST_LOG:,}, from the first round on"
        st.text(f"{too_long:,} characters are too many: {most}.")
    if mine.fault is not None:
        st.text(str(mine.fault))
    if case is not None and case.trace:
        if mine.fault is not None:
            st.markdown(note("The last log that could be followed is still followed here."))
        with if_answered("trace"):
            _followed(case, judge)
    elif mine.trace and mine.fault is None:
        st.markdown(note(_waiting(mine)))


def _waiting(mine: Draft) -> str:
    """Return what a log waits for."""
    if not mine.deal.strip():
        return "Paste the deal too: the log is followed from there."
    if mine.one_deal is None and not mine.wrong:
        return "A log is followed for one deal: paste that one alone."
    return "The log is followed as soon as the boxes above can be read."


def _followed(case: AskedCase, judge: Rules) -> None:
    try:
        with st.spinner("Following the log"):
            log = answers.traced(case.deal, judge, case.trace)
    except NotationError as error:
        st.text(str(error))
        return
    deal = case.deal
    where = f"; the first difference is on its line {log.line:,}" if log.line else ""
    heading(title(log), f"Read as {log.read_as}{where}.")
    _shorter(case, log)
    if log.round is None:
        return
    if case.got:  # else the verdict above says it
        st.markdown(explained(log))
    table(trace_table(log, decimal=deal.decimal))
    number = max(log.round, 1)
    right = Program(judge)
    if log.program is None:
        side("The judge", "", deal, right, number, key="trace_judge")
    else:
        boards(deal, right, log.program, number, key="trace_")


def _shorter(case: AskedCase, log: TraceDiff) -> None:
    """Offer the beginning of a log that no link carries, where that tells the same and is carried."""
    screen = DIAGNOSE.current()
    if log.line is None or not DIAGNOSE.refused(screen):
        return
    beginning = up_to(case.trace, log.line)
    shorter = tuple(replace(asked, trace=beginning) if asked == case else asked for asked in screen.cases)
    if not DIAGNOSE.refused(screen.changed(cases=shorter)):
        st.button(
            f"Keep the log up to line {log.line:,}, which a link can carry",
            key="shorter_log",
            icon=":material/content_cut:",
            on_click=lambda: take(draft().typed({"trace": beginning})),
        )


def up_to(trace: str, line: int) -> str:
    """Return a log up to a line, and the one after it, on which the other deck may stand."""
    return "\n".join(trace.split("\n")[: line + 1])


def title(log: TraceDiff) -> str:
    """Return how far the log is right."""
    match log.round:
        case None:
            return "The log is the judge’s game, as far as it goes"
        case 0:
            return "The log differs from the deal before the first round"
        case 1:
            return "The log differs from the judge’s game in round 1"
        case number:
            return f"The log is right until round {number - 1:,}; in round {number:,} it differs"


def explained(log: TraceDiff) -> str:
    """Return what program would print such a log, as Markdown of our own words."""
    if log.program is None:
        return "No rule and no mistake we know goes along with the log any further."
    sentence = curly(marked(log.sentence))
    if log.explained:
        return f"{sentence} That gives the whole log."
    far = f"{log.reproduces:,} of the {log.states:,} entries"
    return f"{sentence} That goes along with {far}, further than all else we know."


# The Diagnose page: which rule a program got wrong, and where its game leaves the judge's.

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
        _verdict(screen, diagnosis, shown)
    else:
        nothing = LOST if lost else _nothing_yet(screen, judge, waiting=waiting, stopped=stopped)
        verdict_row(DIAGNOSE, *nothing)
    below = st.empty()
    if waiting:
        with below.container():
            _watch(cases, named)
    boxes(diagnosis)
    if lost is not None:
        unanswered(lost, "diagnosis")
    elif trouble is not None:
        st.text(f"This cannot be diagnosed: {trouble}.")
    if diagnosis:
        draw_answer(screen, diagnosis, shown)
    _log_and_command(screen, judge, is_answered=diagnosis is not None)


def _verdict(screen: DiagnoseScreen, diagnosis: Diagnosis, shown: Explanation | None) -> None:
    end = answers.judged(diagnosis.cases[0].deal, diagnosis.judge.rules)
    words, deal = finding(diagnosis, shown, end), (screen.shown or screen.cases[0]).deal
    verdict_row(DIAGNOSE, *words, beside=partial(menu, deal, diagnosis, shown, words))


def _log_and_command(screen: DiagnoseScreen, judge: Rules, *, is_answered: bool) -> None:
    """Draw the log and the command line that tests the program, which folds once there is an answer."""
    with st.expander("Compare a log, round by round", expanded=bool(draft().trace)):
        section(screen.shown, judge)
    if is_answered:
        folded("Test the program itself", "command", partial(command_line, judge))
    else:
        heading("Test the program itself", "War Room finds the smallest deal it gets wrong.")
        command_line(judge)


def _diagnosed(
    cases: tuple[Case, ...], judge: Rules | None
) -> tuple[Diagnosis | None, Exception | None, bool]:
    """Return the diagnosis or why there is none, and whether there is none yet; nothing of one stopped."""
    if not cases or _is_stopped(cases, judge):
        return None, None, False
    try:
        answer = answers.diagnosis(cases, judge, patience=answers.PATIENCE)
    except (ValueError, Unanswered) as error:
        return None, error, False
    return (None, None, True) if isinstance(answer, Waiting) else (answer, None, False)


def _leave_off(before: Asked | None, now: Asked) -> None:
    """Have the workers leave off what was asked before, if something else is asked now."""
    if before is not None and before != now:
        answers.TASKS.cancel(diagnose, before[0], judge=before[1])


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

    poll(look, OFTEN)


def _still_waiting(cases: tuple[Case, ...], judge: Rules | None) -> Waiting | None:
    try:
        answer = answers.diagnosis(cases, judge)
    except (ValueError, Unanswered):
        return None
    return answer if isinstance(answer, Waiting) else None


def _stop(cases: tuple[Case, ...], judge: Rules | None) -> None:
    st.session_state[_STOPPED] = (cases, judge)
    answers.TASKS.cancel(diagnose, cases, judge=judge)


def _is_stopped(cases: tuple[Case, ...], judge: Rules | None) -> bool:
    return st.session_state.get(_STOPPED) == (cases, judge)


def _judge(screen: DiagnoseScreen, *, asked: bool) -> Rules:
    """Return the judge's rules where the program gave no answer: they follow from what is expected."""
    case = screen.shown
    if not asked and not screen.judge and case is not None and case.expected:
        answered = case_of(replace(case, got=case.expected))
        with st.spinner("Looking for the judge’s rules"), suppress(ValueError, Unanswered):
            return answers.ask(diagnose, (answered,), judge=None).judge.rules
    return judge_meant(screen, case)


def _nothing_yet(screen: DiagnoseScreen, judge: Rules, *, waiting: bool, stopped: bool) -> tuple[str, str]:
    """Return the title and the line under it where there is a log at most, and no answer."""
    if waiting or stopped:
        return LOOKING if waiting else STOPPED
    case = screen.shown
    if case is None or not case.trace:
        return ASK
    try:
        log = answers.traced(case.deal, judge, case.trace)
    except (NotationError, Unanswered):
        return ASK
    return f"{title(log)}.", explained(log) if log.round is not None else ""


def preview(screen: DiagnoseScreen) -> Preview:
    """Return what is said of a link to a screen."""
    cases = question(screen)
    foot = f"{count(len(screen.cases), 'test case')}" if screen.cases else "Paste yours"
    diagnosis = answers.TASKS.answered(diagnose, cases, judge=named_judge(screen)) if cases else None
    line = "The rule that a program got wrong, and the round in which it shows."
    if diagnosis is None:
        case = screen.shown or EXAMPLES["golf"].screen.cases[0]
        return text_preview((Part("Why does my program lose at War?"),), line, foot, _case_lines(case))
    chosen = (one for one in diagnosis.explanations if one.program.code == screen.program)
    shown = next(chosen, next(iter(diagnosis.explanations), None))
    if diagnosis.right_outcome and diagnosis.wrong_form:
        title: Sentence = curly_marks(diagnosis.form_words)
    elif diagnosis.right:
        title = (Part("This program gives what the judge expects."),)
    elif shown is None:
        title = (Part("No rule set we know gives these answers."),)
    else:
        title = curly_marks(shown.sentence)
    judge = f"The judge’s rules: {rules_title(diagnosis.judge.name)}."
    return text_preview(title, judge, foot)


def _case_lines(case: AskedCase) -> list[str]:
    """Say what is asked about a deal; of what was pasted as much as there is room for."""
    said = {"The judge expects": case.expected, "The program says": case.got}
    pasted = [f"{who}: {' '.join(text[:80].split())}" for who, text in said.items() if text.strip()]
    return [case.deal.text.replace("/", " / "), *pasted]
