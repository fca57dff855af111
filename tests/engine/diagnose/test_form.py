"""The right outcome in another form than the judge's is told as such, by every command alike."""

import json
from typing import Any

import pytest

from engine.cards import Deal
from engine.check import Grade
from engine.check.program import Ran, verdict_of
from engine.diagnose import Case, diagnose, plain, read_answer
from engine.rules import PLAYABLE

DEAL = "AKQ/KQJ"
WRONG_FORM = ["3 1", "Player 1 3", "1,3", "1 3.", "1\n3", "1", "Player 1 wins"]


@pytest.mark.parametrize("got", WRONG_FORM)
def test_check_and_diagnose_give_one_verdict(got: str, war: Any) -> None:
    assert verdict_of(Ran(got, "", 0), "1 3", "codingame").kind is Grade.FORM
    code, out, _ = war("diagnose", "--expected", "1 3", "--got", got, text=DEAL)
    printed = " / ".join(got.splitlines())
    assert code == 0
    assert (
        out.splitlines()[0]
        == f"1. Right outcome, wrong form: the judge wants “1 3”, your program printed “{printed}”."
    )
    assert "does what the judge does" not in out
    _, out, _ = war("diagnose", "--expected", "1 3", "--got", got, "--json", text=DEAL)
    found = json.loads(out)
    assert found["right"] is False
    assert found["wrong_form"] == found["explanations"][0]["sentence"]


@pytest.mark.parametrize(
    ("judge", "wanted", "got"), [("codingame", "PAT", "pat"), ("code-golf", "True", "1 2")]
)
def test_other_words_of_other_judges(judge: str, wanted: str, got: str) -> None:
    deal = Deal.parse("2222/22222" if wanted == "PAT" else "AK/QQ")
    case = Case(deal, got=read_answer(got), expected=read_answer(wanted))
    found = diagnose([case], judge=PLAYABLE[judge])
    assert not found.right
    assert f"wants “{wanted}”, your program printed “{got}”" in plain(found.form_words)


def test_the_judges_own_words_are_right() -> None:
    found = diagnose([Case(Deal.parse(DEAL), read_answer("1 3"), read_answer("1 3"))])
    assert (found.right, found.form_words) == (True, ())


@pytest.mark.parametrize("got", ["2 3", "1 4", "2", "Player 2 wins", "4", "PAT"])
def test_another_outcome_is_no_question_of_form(got: str) -> None:
    assert verdict_of(Ran(got, "", 0), "1 3", "codingame").kind is Grade.WRONG
