"""A failing deal is made small: fewer cards first, then lower ranks, never by more runs than allowed."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, cycle

import pytest
from there import there

from engine.cards import Deal
from engine.check import Check, Command, Grade, Plan
from engine.check.check import check, shrink
from engine.check.program import Ran, ask_many
from engine.rules import PLAYABLE

LARGE = Deal.parse("AKQJT98765432AKQJT98765432/23456789TJQKA23456789TJQKA")


def test_what_stays_is_what_fails() -> None:
    def fails(deal: Deal) -> bool:
        return deal.deck_1.count(14) > 0 and len(deal.deck_2) > 1

    assert shrink(LARGE, fails, askable=lambda _: True, runs=2_000) == Deal.parse("A/22")
    uneven = Deal((2,), (14, *(3,) * 64))  # whose first card has to stay, and many go at once
    assert shrink(uneven, lambda deal: deal.deck_2[:1] == (14,), askable=lambda _: True, runs=20).size == 1


def test_only_deals_that_the_judge_would_ask_are_run() -> None:
    def askable(deal: Deal) -> bool:
        return len(deal.deck_1) == len(deal.deck_2) > 2

    def fails(deal: Deal) -> bool:
        assert askable(deal)
        return True

    assert shrink(LARGE, fails, askable=askable, runs=2_000) == Deal.parse("222/222")


def test_small_deals_come_first_and_runs_are_bounded() -> None:
    asked = []

    def fails(deal: Deal) -> bool:
        asked.append(deal)
        return deal == Deal.parse("23/32")

    first = [Deal.parse("234/432"), Deal.parse("23/32")]
    assert shrink(LARGE, fails, askable=lambda _: True, first=first, runs=1_000) == first[1]
    assert asked[0] == first[1]
    asked.clear()
    shrink(LARGE, fails, askable=lambda _: True, runs=7)
    assert len(asked) == 7


class Slow(Command):
    """A program that has too little time on its first run, and is right from then on but for one deal."""

    def run(self, text: str) -> Ran:
        runs.append(text)
        if len(runs) == 1:
            return Ran("", "", None)
        ranks = [card[0] for card in text.split()[1:4]]
        return Ran("1 3" if ranks == ["A", "K", "Q"] else "nonsense", "", 0)


runs: list[str] = []


def test_a_time_out_that_does_not_come_again_is_none_and_hides_no_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[check.__module__], "MOST_RIGHT", 1)
    runs.clear()
    plan = Plan(PLAYABLE["codingame"], "codingame", "codingame", "codingame", games=0)
    result: Check = check(plan, Slow(("slow",)), jobs=3)
    assert there(result.first).verdict.kind is Grade.WRONG
    assert result.answered[0].verdict.kind is Grade.RIGHT
    assert result.first in result.answered, "only of right answers the first are enough"


@dataclass(frozen=True, slots=True)
class Said(Command):
    """A program that reads 30 lines a second and answers what a function says of them, None for nothing."""

    says: Callable[[str], str | None] = lambda _: ""
    code: int | None = 0

    def run(self, text: str) -> Ran:  # it takes none
        answer = self.says(text) if self.seconds > text.count("\n") / 30 else None
        return Ran(answer or "", "", None if answer is None else self.code)


PLAN = Plan(PLAYABLE["codingame"], "codingame", "codingame", "codingame", 4)


def test_a_wrong_answer_is_shown_rather_than_none_in_time() -> None:
    hangs_on_large = Said(("program",), says=lambda text: None if text.count("\n") > 9 else "1 99")
    result = check(PLAN._replace(games=0), hangs_on_large)
    assert result.first is not None
    assert there(result.smallest).verdict.kind is Grade.WRONG
    assert there(result.smallest).deal.size == 2
    told = list[int]()
    never = check(PLAN, Said(("program",), says=lambda _: None), watch=lambda far: told.append(far.shrinking))
    assert [*dict.fromkeys(told)] == [*range(never.shrinking + 1)], "after every run"
    assert there(never.smallest).verdict.kind is Grade.TIMED_OUT


def test_many_answers_of_a_program_that_does_not_end_are_not_taken() -> None:
    asked = [(Deal.parse("A/K"), "1 1")] * 20
    said = [Said(("program",), says=lambda _: "1 1\n" * 20, code=code) for code in (0, 1, None)]
    assert [ask_many(PLAN, program, asked) is None for program in said] == [False, True, True]


def test_two_answers_to_one_deal_are_a_verdict_of_their_own() -> None:
    answers = iter(f"1 {number}" for number in range(1, 99))
    result = check(PLAN, Said(("program",), says=lambda _: next(answers)))
    verdict = there(result.smallest).verdict
    assert (verdict.kind, result.shrinking) == (Grade.UNSTEADY, 0)
    assert verdict.said.startswith("asked again: 1 ")


def test_an_answer_that_changes_after_the_smallest_deal_is_found_is_noticed() -> None:
    answers = chain(["1 999"] * 3, cycle(["1 998", "1 999"]))
    result = check(PLAN, Said(("program",), says=lambda _: next(answers)))
    assert there(result.smallest).verdict.kind is Grade.UNSTEADY
