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
    diagnosed._asked.cache_clear()


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
