"""The sheet for a class: guesses first, answers on a page of their own, nothing asked of any machine."""

import re
from dataclasses import replace
from datetime import date
from html import escape, unescape

import pytest

from dashboard.exports import sheet as module
from dashboard.exports.sheet import NOT_YET, sheet
from engine.study.estimates import share
from engine.study.playing.alone import play_here
from engine.study.questions import QUESTIONS

MADE = date(2026, 1, 2)


def test_every_question_has_a_box_and_no_answer_until_it_was_played() -> None:
    guesses, answers = sheet({}, "", made=MADE).decode().split("<h1>The answers</h1>")
    assert guesses.count('class="box"') == len(QUESTIONS) == answers.count(NOT_YET)
    for question in QUESTIONS.values():
        assert escape(question.asks) in guesses
        assert escape(question.guess.prompt) in guesses


def test_an_answer_stands_on_the_second_page_with_its_interval_and_other_rules() -> None:
    question = QUESTIONS["four-aces"]
    summary = play_here(question.study(question.usual, 500)).summary
    (first, _), *others = question.others
    text = sheet({question.name: (summary, {first: share(1, 4)})}, "", made=MADE).decode()
    guesses, answers = text.split("<h1>The answers</h1>")
    told = unescape(answers)
    assert question.sentence(summary) in told
    assert question.sentence(summary) not in unescape(guesses)
    assert question.sure(summary) in told
    assert f"{first} 25.0\N{NO-BREAK SPACE}%; {others[0][0]} {NOT_YET};" in told
    assert re.search(r"@media print \{[^@]*\.answers \{[^}]*break-before: page", text)
    assert "size: A4" in text


def test_the_sheet_runs_and_asks_for_nothing_and_escapes_every_text(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = replace(QUESTIONS["fair"], asks="<script>1</script>", others=(("<i>", "norvig"),))
    monkeypatch.setattr(module, "QUESTIONS", {"fair": planted})
    summary = play_here(planted.study(planted.usual, 100)).summary
    text = sheet({"fair": (summary, {})}, "http://a/?q=<b>", made=MADE).decode()
    assert "<script" not in text
    assert "<i>" not in text
    assert "<b>." not in text
    assert "q=&lt;b&gt;" in text
    assert not re.search(r"(src|href)=|url\(|@import", text)
    assert "default-src &#x27;none&#x27;; style-src" in text
    assert '<meta name="color-scheme" content="light">' in text
