"""The sheet for a class: guesses first, answers on a page of their own, nothing asked of any machine."""

import re
from dataclasses import replace
from html import unescape

import pytest

from dashboard.files.report import sheet
from engine.library import QUESTIONS, asked_by, beside
from engine.rules import PLAYABLE

ASKED = QUESTIONS.values()


@pytest.mark.parametrize("rule_set", PLAYABLE)
def test_no_answer_of_any_rule_set_waits_to_be_played(rule_set: str) -> None:
    told = unescape(sheet(asked_by(rule_set).values(), "").decode())
    assert "not played" not in told
    assert told.count("With one rule changed: ") == len(QUESTIONS)
    four = asked_by(rule_set)["four-aces"]
    for name, number in [*beside(four).items()][1:]:
        assert f"{name} {four.written(number.value)}\N{NO-BREAK SPACE}%" in told


def test_the_sheet_runs_and_asks_for_nothing_and_escapes_every_text() -> None:
    fair = QUESTIONS["fair"]
    planted = replace(fair, asks="<script>1</script>", others=(("<i>", fair.others[0][1]),))
    text = sheet([planted], "http://a/?q=<b>").decode()
    assert "<script" not in text
    assert "<i>" not in text
    assert "<b>." not in text
    assert "q=&lt;b&gt;" in text
    assert not re.search(r"(src|href)=|url\(|@import", text)
    assert "default-src &#x27;none&#x27;; style-src" in text
