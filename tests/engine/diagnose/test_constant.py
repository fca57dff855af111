"""Programs that say the same in every case: named as such, unless a mistake says more."""

import json
from functools import cache
from pathlib import Path

import pytest

from dashboard.views.diagnose.answer import finding
from engine.cards import Deal
from engine.cli.diagnose import diagnosis_data, diagnosis_text
from engine.diagnose import Case, Diagnosis, Program, diagnose, end_of, read_answer
from engine.formats import Reading, read
from engine.game import LIMIT

PUBLISHED = Path(__file__).parents[2] / "published" / "pastes.jsonl"
GOLF_LINES = [
    paste["text"]
    for paste in map(json.loads, PUBLISHED.read_text(encoding="utf-8").splitlines())
    if paste["name"].startswith(("golf-0", "golf-1"))
]


@cache
def diagnosed(said: str, cases: int = 14) -> Diagnosis:
    """Diagnose a program that says this of each of source 2's cases."""
    reading = read("\n".join(GOLF_LINES[:cases]))
    assert isinstance(reading, Reading)
    return diagnose(
        [
            Case(item.deal, read_answer(said), read_answer(item.expected or ""), "golf")
            for item in reading.deals
        ]
    )


def told(diagnosis: Diagnosis, place: int = 0) -> tuple[str, str]:
    deal = diagnosis.cases[0].deal
    shown = diagnosis.explanations[place] if diagnosis.explanations else None
    return finding(diagnosis, shown, end_of(Program(diagnosis.judge.rules), deal, limit=LIMIT))


@pytest.mark.parametrize(
    ("answer", "fitting"), [("True", "four of the simplest give"), ("False", "53 of the simplest give")]
)
def test_fourteen_times_the_same_is_always_so(answer: str, fitting: str) -> None:
    diagnosis = diagnosed(answer)
    title, line = told(diagnosis)
    assert title == f"Your program always says {answer}."
    assert f": {fitting} it in all 14 cases. The judge expects another answer in seven of them. " in line
    assert f"Your program always says {answer}.\n" in diagnosis_text(diagnosis)
    assert diagnosis_data(diagnosis)["always"] == answer


def test_another_explanation_that_is_looked_at_is_the_title() -> None:
    title, _ = told(diagnosed("False"), place=1)
    assert title.startswith("Your program ")
    assert "always" not in title


def test_of_few_cases_the_mistake_that_fits_is_told() -> None:
    for cases in (2, 3):
        diagnosis = diagnosed("True", cases)
        assert diagnosis.always is not None
        assert diagnosis.explanations
        assert "always" not in told(diagnosis)[0]
        assert "always" not in diagnosis_text(diagnosis)


def test_an_answer_right_in_every_case_or_in_one_is_no_constant() -> None:
    deals = [Deal((14, 13 - n), (12, 11)) for n in range(4)]
    right = diagnose([Case(deal, read_answer("True"), read_answer("True"), "golf") for deal in deals])
    assert (right.right, right.always, right.constant) == (True, None, False)
    assert diagnosed("True", 1).always is None


def test_the_same_wrong_answer_in_every_case_is_the_mistake_that_gives_it() -> None:
    deals = [Deal((14, 13 - n), (12, 11)) for n in range(4)]
    wrong = diagnose([Case(deal, read_answer("False"), read_answer("True"), "golf") for deal in deals])
    assert wrong.unexpected == 4
    assert wrong.always is not None
    assert not wrong.constant


def test_what_nothing_gives_is_always_said_even_twice() -> None:
    title, line = told(diagnosed("1 7", 2))
    assert title == "Your program always says 1 7."
    assert "none gives it in both cases. The judge expects another answer in every one of them." in line
