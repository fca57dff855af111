"""The sheet for a class: guesses first, answers on a page of their own, nothing asked of any machine."""

import re
from dataclasses import replace
from datetime import date
from html import unescape

import pytest

from dashboard.files.report import sheet
from engine.library import QUESTIONS, asked_by, beside, saved_answer
from engine.rules import PLAYABLE

MADE = date(2026, 1, 2)
ASKED = QUESTIONS.values()


def test_every_question_has_a_box_and_its_answer_stands_on_the_second_page() -> None:
    text = sheet(ASKED, "", made=MADE).decode()
    guesses, answers = (unescape(part) for part in text.split("<h1>The answers</h1>"))
    assert guesses.count('class="box"') == len(QUESTIONS)
    for question in ASKED:
        assert question.asks in guesses
        assert f"{question.guess.prompt} {question.guess.hint}".strip() in guesses
        assert question.sentence(saved_answer(question)) not in guesses
        assert question.sentence(saved_answer(question)) in answers
        assert question.sure(saved_answer(question)) in answers
    assert "By the rules of Bicycle, where nothing else is said." in guesses
    assert "how many games in a hundred never end? (By the rules of Programming Challenges.)" in guesses
    assert guesses.count("(By the rules of ") == 2
    assert re.search(r"@media print \{[^@]*\.answers \{[^}]*break-before: page", text)
    assert "size: A4" in text


@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_no_answer_of_any_rule_set_waits_to_be_played(rule_set: str) -> None:
    told = unescape(sheet(asked_by(rule_set).values(), "", made=MADE).decode())
    assert "not played" not in told
    assert told.count("With one rule changed: ") == len(QUESTIONS)
    four = asked_by(rule_set)["four-aces"]
    for name, number in [*beside(four).items()][1:]:
        assert f"{name} {four.written(number.value)}\N{NO-BREAK SPACE}%" in told


def test_the_sheet_runs_and_asks_for_nothing_and_escapes_every_text() -> None:
    fair = QUESTIONS["fair"]
    planted = replace(fair, asks="<script>1</script>", others=(("<i>", fair.others[0][1]),))
    text = sheet([planted], "http://a/?q=<b>", made=MADE).decode()
    assert "<script" not in text
    assert "<i>" not in text
    assert "<b>." not in text
    assert "q=&lt;b&gt;" in text
    assert not re.search(r"(src|href)=|url\(|@import", text)
    assert "default-src &#x27;none&#x27;; style-src" in text
