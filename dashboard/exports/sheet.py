"""The sheet for a class: HTML to print, every question with a box for the guess, then the answers."""

from collections.abc import Mapping
from datetime import date
from html import escape
from typing import Final

from dashboard.exports.document import ON_PAPER, document
from dashboard.exports.footer import day
from engine.study.estimates import Estimate
from engine.study.questions import QUESTIONS, AskedQuestion
from engine.study.summary import Summary

Answered = tuple[Summary | None, Mapping[str, Estimate]]
"""The tallies that answer a question, None without any, and its number by every rule set that is there."""

NOT_YET: Final = "not played yet"


def sheet(answered: Mapping[str, Answered], link: str, *, made: date | None = None) -> bytes:
    """Return the sheet as HTML (UTF-8): the questions on a first page, the answers on a second.

    `answered` says by the names of questions what is known of them; `made` is today unless said.
    """
    title = f"{len(QUESTIONS)} questions people ask about War"
    answers = (_answer(question, *answered.get(name, (None, {}))) for name, question in QUESTIONS.items())
    words = {
        "title": title,
        "guesses": "\n".join(map(_guess, QUESTIONS.values())),
        "answers": "\n".join(answers),
        "made": escape(f"Made {day(made or date.today())} by War Room; every number can be repeated: {link}"),
    }
    return document("sheet", words, title=title, looks=ON_PAPER)


def _guess(question: AskedQuestion) -> str:
    words = f"<div><b>{escape(question.asks)}</b><p>{escape(question.guess.prompt)}</p></div>"
    return f'<li><div class="ask">{words}<div class="box">{escape(question.guess.unit)}</div></div></li>'


def _answer(question: AskedQuestion, summary: Summary | None, numbers: Mapping[str, Estimate]) -> str:
    if summary is None or question.value(summary) is None:
        return f"<li><b>{escape(question.asks)}</b> {NOT_YET}</li>"
    beside = [
        f"{name} {question.written(numbers[name].value) + question.unit if name in numbers else NOT_YET}"
        for name, _ in question.others
    ]
    lines = (question.sure(summary), f"By other rules: {'; '.join(beside)}.")
    notes = "".join(f'<p class="note">{escape(line)}</p>' for line in lines)
    return f"<li><b>{escape(question.sentence(summary))}</b>{notes}</li>"
