"""`war questions`: what people ask about War, answered by games that are played for it."""

import argparse
import json
from typing import Any

from engine.study.playing.alone import play_here
from engine.study.questions import QUESTIONS, AskedQuestion
from engine.study.summary import Summary
from engine.terminal.progress import Progress
from engine.terminal.study_data import estimate_data
from engine.terminal.study_text import standing_line


def questions_command(options: argparse.Namespace) -> None:
    """Do `war questions`. Raises `ValueError` for a question that there is not."""
    if options.question and options.question not in QUESTIONS:
        raise ValueError(f"question {options.question[:40]!r} is unknown: take one of {', '.join(QUESTIONS)}")
    asked = [QUESTIONS[options.question]] if options.question else list(QUESTIONS.values())
    for question in asked:
        summary = _played(question, options)
        if options.json:
            print(json.dumps(question_data(question, summary), ensure_ascii=False))
        else:
            print(question_text(question, summary))


def _played(question: AskedQuestion, options: argparse.Namespace) -> Summary:
    with Progress() as progress:
        study = question.study(question.usual, options.games)
        summary: Summary = play_here(
            study,
            workers=options.workers,
            look=lambda standing: None if options.json else progress.say(lambda: standing_line(standing)),
        ).summary
    return summary


def question_text(question: AskedQuestion, summary: Summary) -> str:
    """Return a question and its answer for reading."""
    asked = f"{question.name}: {question.asks}"
    return "\n  ".join((asked, question.sentence(summary), question.sure(summary)))


def question_data(question: AskedQuestion, summary: Summary) -> dict[str, Any]:
    """Return a question and its answer as JSON-ready data; shares are of one."""
    value = question.value(summary)
    study = question.study(question.usual)
    return {
        "question": question.name,
        "asks": question.asks,
        "answer": question.sentence(summary),
        "unit": question.guess.unit,
        **(estimate_data(value) if value else {"value": None, "interval": None}),
        "rules": question.usual,
        "hands": question.hands or None,
        "games": summary.games,
        "seed": study.seed,
        "why": list(question.why),
        "teaches": question.teaches,
    }
