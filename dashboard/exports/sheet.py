"""The sheet for a class: HTML to print, every question with a box for the guess, then the answers."""

from collections.abc import Iterable
from datetime import date
from html import escape

from dashboard.exports.document import ON_PAPER, document
from dashboard.exports.footer import day
from engine.study.questions import AskedQuestion, beside, kept


def sheet(questions: Iterable[AskedQuestion], link: str, *, made: date | None = None) -> bytes:
    """Return the sheet as HTML (UTF-8): the questions on a first page, the answers on a second.

    `made` is today unless said.
    """
    asked = [*questions]
    rules = asked[0].by
    title = f"{len(asked)} questions people ask about War"
    words = {
        "title": title,
        "rules": escape(rules),
        "guesses": "\n".join(_guess(question, rules) for question in asked),
        "answers": "\n".join(map(_answer, asked)),
        "made": escape(f"Made {day(made or date.today())} by War Room; every number can be repeated: {link}"),
    }
    return document("sheet", words, title=title, looks=ON_PAPER)


def _guess(question: AskedQuestion, rules: str) -> str:
    by = "" if question.by == rules else f" (By the rules of {question.by}.)"
    prompt = f"{question.guess.prompt} {question.guess.hint}".strip() + by
    words = f"<div><b>{escape(question.asks)}</b><p>{escape(prompt)}</p></div>"
    return f'<li><div class="ask">{words}<div class="box">{escape(question.guess.unit)}</div></div></li>'


def _answer(question: AskedQuestion) -> str:
    answer = kept(question)
    _, *others = beside(question).items()
    changed = (f"{name} {question.written(number.value)}{question.unit}" for name, number in others)
    lines = (question.sure(answer), f"With one rule changed: {'; '.join(changed)}.")
    notes = "".join(f'<p class="note">{escape(line)}</p>' for line in lines)
    return f"<li><b>{escape(question.sentence(answer))}</b>{notes}</li>"
