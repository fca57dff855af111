"""What people ask about War: each question with the run that settles it and the number that answers it."""

from engine.study.questions.asked import AskedQuestion, Guess
from engine.study.questions.catalogue import LESSON, QUESTIONS

__all__ = ["LESSON", "QUESTIONS", "AskedQuestion", "Guess"]
