""""""

from engine.library.question_answers import LESSON, QUESTIONS, asked_by, beside, saved_answer
from engine.library.question_kinds import USUAL, AskedQuestion, CountedAnswer, Guess

__all__ = [
    "LESSON",
    "QUESTIONS",
    "USUAL",
    "AskedQuestion",
    "CountedAnswer",
    "Guess",
    "asked_by",
    "beside",
    "saved_answer",
]
