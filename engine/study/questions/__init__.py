"""What people ask about War: each question with the run that settles it and the number that answers it."""

from engine.study.questions.answers import beside, kept
from engine.study.questions.asked import AskedQuestion, Guess
from engine.study.questions.asked_by import USUAL
from engine.study.questions.catalogue import LESSON, QUESTIONS, asked_by
from engine.study.questions.values import CountedAnswer

__all__ = [
    "LESSON",
    "QUESTIONS",
    "USUAL",
    "AskedQuestion",
    "CountedAnswer",
    "Guess",
    "asked_by",
    "beside",
    "kept",
]
