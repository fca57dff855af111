"""The boxes of the Diagnose page and the row under them: what is pasted, how it is read, what to do with it.

What was pasted is echoed by `st.text` alone, which renders nothing.
"""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard.address.screens import AskedCase, DiagnoseScreen
from dashboard.shell.controls import choice
from dashboard.shell.desk import DIAGNOSE
from dashboard.shell.frame import on_primary
from dashboard.shell.marks import marked, note, pressable
from dashboard.shell.phrases import rules_title
from dashboard.shell.readings import ask_which, passed_over, read_as, size_words
from dashboard.shell.rule_set import title_of
from dashboard.stories.examples import EXAMPLES
from dashboard.views.diagnose.draft import Draft
from dashboard.views.diagnose.kept import box, draft, forget, read_boxes, take
from engine.diagnose import Answer, Diagnosis
from engine.notation import NotationError, Question, Reading
from engine.rules import SETTLED, number_words
from engine.words.sentences import Part, Sentence, count


def boxes(diagnosis: Diagnosis | None) -> None:
    """Draw the three boxes, each with what was read in it, and what can be done with them."""
    mine = draft()
    screen = DIAGNOSE.current()
    deal, expected, got = st.columns([0.5, 0.25, 0.25])
    with deal:
        box("deal", "The deal, as the judge shows it", mine.deal, "3\nAD\nKC\nQC\n3\nKH\nQS\nJC")
        _deal_read(mine)
    with expected:
        box("expected", "The judge expects", mine.expected, "2 26")
        _answers_read(mine.read_answers(mine.expected))
    with got:
        box("got", "My program says", mine.got, "2 34")
        _answers_read(mine.read_answers(mine.got))
    missing = _missing(mine)
    if missing:
        st.markdown(note(missing))
    elif mine.wrong and screen.cases:
        st.markdown(note("The last question that could be read is still answered here."))
    _actions(screen, mine, diagnosis)
    too_long = DIAGNOSE.refused(screen)
    if too_long:
        st.markdown(note(too_long))


def _deal_read(mine: Draft) -> None:
    """Say how the deal was read, ask what it means, or say what is wrong with it."""
    result = mine.deals
    match result:
        case NotationError():
            st.text(str(result))
        case Question():
            ask_which(result, "diagnose", _chosen)
        case Reading():
            st.markdown(note(f"Read as {size_words(result)}." if mine.kept else read_as(result)))
            if result.notices:
                st.text("\n".join(result.notices))
            passed_over(result)


def _chosen(format: str) -> None:
    take(draft().chosen(format))


def _answers_read(answers: tuple[Answer, ...] | NotationError) -> None:
    """Say what was understood of a box of answers, in our own words."""
    if isinstance(answers, NotationError):
        st.text(str(answers))
    elif len(answers) == 1:
        words = answer_words(answers[0])
        st.markdown(f":small[:gray[Read as] {marked(words)}.]")
    elif answers:
        st.markdown(note(f"Read as {count(len(answers), 'answer')}."))


def answer_words(answer: Answer) -> Sentence:
    """Say everything an answer may mean."""
    parts: list[Part] = []
    # Two judges may mean the same by an answer: said once.
    for words in dict.fromkeys(tuple(claim.words) for claim in answer.readings):
        parts += [Part("; or "), *words] if parts else words
    return tuple(parts)


def _missing(mine: Draft) -> str:
    """Say what is still to be pasted, where all else could be read."""
    if mine.empty or mine.cases or mine.wrong:
        return ""
    return "Now paste what your program says." if mine.deal.strip() else "Now paste the deal."


def _actions(screen: DiagnoseScreen, mine: Draft, diagnosis: Diagnosis | None) -> None:
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
            st.button(
                pressable(label),
                icon=":material/close:",
                key="remove_case",
                type="tertiary",
                on_click=_remove,
            )
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
                st.button(pressable(example.title), key=f"example_{name}", type="tertiary", on_click=show)


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
