"""Questions are answered by workers, once each, and here where no worker is to be had."""

import os
from concurrent.futures import Future
from typing import Any

import pytest

from dashboard.asking import diagnosed
from engine.cards import Deal
from engine.diagnose import Program, parting
from engine.rules import PLAYABLE, Pickup, Rules
from engine.runs.runs import runs

DEAL = Deal.parse("3/23")
GOLF = Program(PLAYABLE["code-golf"])
ADVENT = Program(PLAYABLE["advent-of-code-22"])


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    diagnosed.QUESTIONS.forget()


def test_a_worker_answers() -> None:
    assert diagnosed.ask(os.getpid) != os.getpid()
    assert diagnosed.ask(parting, DEAL, GOLF, ADVENT) == parting(DEAL, GOLF, ADVENT)


def test_the_same_question_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    real = runs().ask

    def ask(function: Any, *arguments: Any, **named: Any) -> "Future[Any]":
        asked.append(function)
        return real(function, *arguments, **named)

    monkeypatch.setattr(runs(), "ask", ask)
    first = diagnosed.difference(GOLF, ADVENT)
    assert diagnosed.difference(GOLF, ADVENT) is first
    assert len(asked) == 1


def test_where_no_worker_is_to_be_had_the_question_is_answered_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: Any, **__: Any) -> "Future[Any]":
        raise OSError("no scheduler")

    monkeypatch.setattr(runs(), "ask", ask)
    assert diagnosed.ask(parting, DEAL, GOLF, ADVENT) == parting(DEAL, GOLF, ADVENT)
    assert diagnosed.traced(DEAL, GOLF.rules, "3 / 23\n32 / 3").round == 1
    diagnosed.prepare_differences(GOLF, ADVENT, ("winner",))


def test_what_cannot_be_asked_says_why() -> None:
    chance = Program(Rules(pickup=Pickup.RANDOM))
    with pytest.raises(ValueError, match="leaves games to chance"):
        diagnosed.difference(GOLF, chance)


class Asked:
    """Stands for the runs of this machine: their workers answer nothing."""

    def __init__(self) -> None:
        self.questions: list[Future[Any]] = []
        self.given_up: list[Future[Any]] = []

    def ask(self, *_: Any) -> "Future[Any]":
        self.questions.append(Future())
        return self.questions[-1]

    def give_up(self, question: "Future[Any]") -> None:
        self.given_up.append(question)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    made = Asked()
    monkeypatch.setattr(diagnosed, "runs", lambda: made)
    return made


def test_a_question_is_given_up_when_the_last_who_waits_for_it_has_left(asked: Asked) -> None:
    questions = diagnosed.Questions(2)
    with questions.wanted(os.getpid) as first:
        with questions.wanted(os.getpid) as second:
            assert second is first
        assert not asked.given_up
    assert asked.given_up == [first]
    with questions.wanted(os.getpid) as again:
        assert again is not first


def test_one_that_is_answered_or_prepared_is_not(asked: Asked) -> None:
    questions = diagnosed.Questions(2)
    questions.prepare(os.getpid)
    with questions.wanted(os.getpid) as question:
        question.set_result(1)
    with questions.wanted(os.getpid) as same:
        assert same is question
    assert (asked.questions, asked.given_up) == ([question], [])
