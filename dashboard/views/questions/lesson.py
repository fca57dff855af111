"""A lesson on the list of questions: which ones in which order, how long each takes, what each teaches."""

from functools import partial

import streamlit as st

from dashboard.address.library import QuestionsScreen
from dashboard.shell.desk import QUESTIONS
from dashboard.shell.marks import note, pressable
from engine.rules import count
from engine.study.questions import LESSON


def way(label: str, screen: QuestionsScreen, name: str, key: str) -> None:
    """Draw the way to a question by the rule set of a screen; empty, to the list."""
    asked = QuestionsScreen(asked=name, rule_set=screen.rule_set)
    st.button(pressable(label), key=key, type="tertiary", on_click=partial(QUESTIONS.show, asked))


def draw_lesson(screen: QuestionsScreen) -> None:
    """Draw the order of the lesson, and what the questions teach that are not in it."""
    questions = screen.questions
    st.markdown(
        "Everybody guesses before anybody looks. Under each answer, A whole class shows all guesses at once."
    )
    for place, (name, minutes) in enumerate(LESSON.items(), 1):
        with st.container(gap=None):
            way(f"{place}. {questions[name].asks}", screen, name, f"lesson_{name}")
            st.markdown(note(f"{count(minutes, 'minute')}. {questions[name].teaches}"))
    st.markdown("What the others teach, for another day:")
    for name, question in questions.items():
        if name not in LESSON:
            with st.container(gap=None):
                way(question.asks, screen, name, f"lesson_{name}")
                st.markdown(note(question.teaches))
