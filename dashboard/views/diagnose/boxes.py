"""The boxes of the Diagnose page: what is pasted, how it is read, and what is wrong with it.

What was pasted is echoed by `st.text` alone, which renders nothing.
"""

from collections.abc import Sequence

import streamlit as st

from dashboard.shell.desk import DIAGNOSE
from dashboard.shell.marks import marked, note
from dashboard.shell.phrases import begin
from dashboard.views.diagnose.actions import actions
from dashboard.views.diagnose.draft import Draft, deal_words
from dashboard.views.diagnose.kept import draft, read_boxes, take
from engine.diagnose import Answer, Diagnosis
from engine.notation import FORMATS, Fault, NotationError, Question, Reading
from engine.words.sentences import Part, Sentence, count


def boxes(diagnosis: Diagnosis | None) -> None:
    """Draw the three boxes, each with what was read in it, and what can be done with them."""
    mine = draft()
    screen = DIAGNOSE.current()
    deal, expected, got = st.columns([0.5, 0.25, 0.25])
    with deal:
        _box("deal", "The deal, as the judge shows it", mine.deal, "3\nAD\nKC\nQC\n3\nKH\nQS\nJC")
        _deal_read(mine)
    with expected:
        _box("expected", "The judge expects", mine.expected, "2 26")
        _answers_read(mine.read_answers(mine.expected))
    with got:
        _box("got", "My program says", mine.got, "2 34")
        _answers_read(mine.read_answers(mine.got))
    missing = _missing(mine)
    if missing:
        st.markdown(note(missing))
    elif mine.wrong and screen.cases:
        st.markdown(note("The last question that could be read is still answered here."))
    actions(screen, mine, diagnosis)
    too_long = DIAGNOSE.refused(screen)
    if too_long:
        st.markdown(note(too_long))


def _box(name: str, label: str, value: str, example: str) -> None:
    st.session_state[f"diagnose_{name}"] = value
    st.text_area(label, key=f"diagnose_{name}", height=100, placeholder=example, on_change=read_boxes)


def _deal_read(mine: Draft) -> None:
    """Say how the deal was read, ask what it means, or say what is wrong with it."""
    result = mine.deals
    match result:
        case NotationError():
            _faults(result.faults)
        case Question():
            _question(result)
        case Reading():
            words = deal_words(tuple(item.deal for item in result.deals))
            how = "" if mine.kept else f"{FORMATS[result.format].brief}: "
            st.markdown(note(f"Read as {how}{words}."))
            if result.notices:
                st.text("\n".join(result.notices))


def _faults(faults: Sequence[Fault]) -> None:
    st.text("\n".join(str(fault) for fault in faults))


def _question(question: Question) -> None:
    st.text(question.question)
    with st.container(horizontal=True):
        for choice in question.readings:
            st.button(
                begin(FORMATS[choice.format].brief),
                key=f"diagnose_{choice.format}",
                on_click=_chosen,
                args=(choice.format,),
            )


def _chosen(format: str) -> None:
    take(draft().chosen(format))


def _answers_read(answers: tuple[Answer, ...] | NotationError) -> None:
    """Say what was understood of a box of answers, in our own words."""
    if isinstance(answers, NotationError):
        _faults(answers.faults)
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
