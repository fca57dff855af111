"""The part of the Diagnose page that follows a program's own log, round by round."""

from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard.address.screens import AskedCase
from dashboard.asking import diagnosed
from dashboard.shell.desk import DIAGNOSE
from dashboard.shell.frame import heading, if_answered, table
from dashboard.shell.marks import marked, note
from dashboard.views.diagnose import kept
from dashboard.views.diagnose.boards import boards, side
from dashboard.views.diagnose.draft import Draft
from dashboard.views.diagnose.kept import box, draft, take
from dashboard.views.diagnose.tables import trace_table
from dashboard.views.diagnose.words import curly
from engine.diagnose import Program, TraceDiff
from engine.notation import NotationError
from engine.rules import Rules

_EXAMPLE: Final = """round 1: 2298J5A7 | AK6TTK9335
round 2: 298J5A7 | K6TTK93352A"""


def section(case: AskedCase | None, judge: Rules) -> None:
    """Draw the box for the log, and what is found in it about the game of a case."""
    mine = draft()
    heading(
        "Round by round",
        "Paste what your program prints on the way: both decks, the cards turned, or both sizes.",
    )
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
        most = f"paste at most {kept.LONGEST_LOG:,}, from the first round on"
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
    """Say what a log waits for."""
    if not mine.deal.strip():
        return "Paste the deal too: the log is followed from there."
    if mine.one_deal is None and not mine.wrong:
        return "A log is followed for one deal: paste that one alone."
    return "The log is followed as soon as the boxes above can be read."


def _followed(case: AskedCase, judge: Rules) -> None:
    try:
        with st.spinner("Following the log"):
            log = diagnosed.traced(case.deal, judge, case.trace)
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
    """Say how far the log is right."""
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
    """Say what program would print such a log, as Markdown of our own words."""
    if log.program is None:
        return "No rule and no mistake we know goes along with the log any further."
    sentence = curly(marked(log.sentence))
    if log.explained:
        return f"{sentence} That gives the whole log."
    far = f"{log.reproduces:,} of the {log.states:,} entries"
    return f"{sentence} That goes along with {far}, further than all else we know."
