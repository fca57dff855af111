"""A whole class under an answer: its guesses, pasted, as points against the answer. Nothing is stored."""

from typing import Final

import streamlit as st

from dashboard.charts.parts.theme import THEMES
from dashboard.charts.questions.strip import class_strip
from dashboard.shell.drawing import plot
from dashboard.shell.frame import theme
from dashboard.shell.marks import note
from engine.study.questions import AskedQuestion, CountedAnswer
from engine.study.questions.guesses import MOST, compared, left_out, read_guesses

LONGEST: Final = 10_000
"""Letters that the box takes: more than the most numbers need."""


def draw_class(question: AskedQuestion, answer: CountedAnswer) -> None:
    """Draw the box in which a teacher pastes the guesses, and what they come to."""
    unit = "percent" if question.guess.unit == "%" else question.guess.unit
    text = st.text_area(
        f"Everybody's guess, in {unit}",
        key=f"class_{question.name}",
        height=100,
        max_chars=LONGEST,
        placeholder="One number a pupil: on lines of their own, or with spaces or commas between them",
    )
    most = f"At most {MOST} numbers, thousands without a comma."
    st.markdown(note(f"{most} They are not stored, and are no part of the link."))
    read = read_guesses(text, question)
    if read.guesses and answer.value is not None:
        first, second = compared(read.guesses, question, answer.value)
        accent = str(st.get_option(f"theme.{theme()}.primaryColor"))
        figure = class_strip(question, read.guesses, answer.value, accent, THEMES[theme()])
        plot(figure, "class_strip", alt=f"{first} {second}")
        st.markdown(f"{first} {second}")
    if read.left_out:
        st.text(left_out(read))
