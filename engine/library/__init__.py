"""What is known about War: questions with their answers, published claims, records."""

from engine.library.question_answers import USUAL, AskedQuestion, CountedAnswer, beside, saved_answer
from engine.library.questions import LESSON, QUESTIONS, asked_by
