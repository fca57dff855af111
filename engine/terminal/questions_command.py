"""`war questions`: what people ask about War, answered from what is kept or by games played for it."""

import argparse
import json
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from engine.folders import write_whole
from engine.study import Study
from engine.study.decided import GAMES, Decided, decided
from engine.study.playing.alone import play_here
from engine.study.questions import AskedQuestion, CountedAnswer, asked_by, kept
from engine.study.questions.answers import kept_line, line, to_keep
from engine.study.questions.values import Player
from engine.study.summary import Summary
from engine.terminal.progress import Progress
from engine.terminal.study_data import estimate_data
from engine.terminal.study_text import standing_line


def questions_command(options: argparse.Namespace) -> None:
    """Do `war questions`. Raises `ValueError` for a question or a rule set that there is not."""
    if options.keep:
        _keep(Path(options.keep), options)
        return
    questions = asked_by(options.rules)
    if options.question and options.question not in questions:
        raise ValueError(f"question {options.question[:40]!r} is unknown: take one of {', '.join(questions)}")
    player = _player(options)
    for question in [questions[options.question]] if options.question else questions.values():
        answer = question.measure(question.study(games=options.games), player) if options.games else None
        if options.json:
            print(json.dumps(question_data(question, answer or kept(question)), ensure_ascii=False))
        else:
            print(question_text(question, answer or kept(question)))


def _player(options: argparse.Namespace) -> Player:
    """Return who plays games for answers, each run once."""

    @cache
    def tallies(study: Study) -> Summary:
        with Progress() as progress:
            summary: Summary = play_here(
                study,
                workers=options.workers,
                look=lambda at: None if options.json else progress.say(partial(standing_line, at)),
            ).summary
        return summary

    @cache
    def hands(study: Study) -> tuple[Decided, ...]:
        return decided(replace(study, games=1, followed=0), games=min(study.games, GAMES))

    return Player(tallies, hands)


def _keep(file: Path, options: argparse.Namespace) -> None:
    """Write everything that is kept to a file, and play what is not there yet.

    Each run that was played is in the file before the next begins. Raises `ValueError`.
    """
    runs = [*to_keep()]
    lines = [kept_line(study, questions, file) for study, questions in runs]
    missing = [place for place, there in enumerate(lines) if not there]
    try:
        write_whole(file, _text(lines))  # before an hour of playing: perhaps it cannot be written
        for place in missing:
            lines[place] = line(*runs[place], _player(options))
            write_whole(file, _text(lines))
    except OSError as error:
        raise ValueError(f"cannot write {str(file)!r}: {error.strerror}") from None


def _text(lines: list[str]) -> str:
    return "".join(f"{there}\n" for there in lines if there)


def question_text(question: AskedQuestion, answer: CountedAnswer) -> str:
    """Return a question and its answer for reading."""
    asked = f"{question.name}: {question.asks}"
    return "\n  ".join((asked, question.sentence(answer), question.sure(answer)))


def question_data(question: AskedQuestion, answer: CountedAnswer) -> dict[str, Any]:
    """Return a question and its answer as JSON-ready data; shares are of one."""
    value = answer.value
    return {
        "question": question.name,
        "asks": question.asks,
        "answer": question.sentence(answer),
        "unit": question.guess.unit,
        **(estimate_data(value) if value else {"value": None, "interval": None}),
        "rules": question.rule_set,
        "played": question.rules.code,
        "hands": question.hands or None,
        "games": answer.games,
        "seed": question.study().seed,
        "why": list(question.why),
        "teaches": question.teaches,
    }
