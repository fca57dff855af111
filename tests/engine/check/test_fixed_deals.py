"""The catching deals of a judge catch every wrong program that any of many other deals catches."""

from itertools import combinations

import pytest
from deal_choice import JUDGES, Answers, asked, catching, plan_of, wrong_programs
from quick import slow

from engine.game.fixed_deals import fixed_deals
from engine.game.judges import JUDGES as ANSWERING
from engine.rules import PLAYABLE


@pytest.mark.parametrize("judge", fixed_deals("distinguishing"))
def test_fixed_deals_are_such_as_the_judge_asks_small_ones_first(judge: str) -> None:
    plan = plan_of(judge)
    assert all(map(plan.asks, [*plan.catching(), *plan.distinguishing()]))
    sizes = [deal.size for deal in plan.catching()]
    assert sizes == sorted(sizes)
    assert len({*plan.distinguishing()}) == 3


def test_there_are_fixed_deals_for_every_judge() -> None:
    judges = {name for name in ANSWERING if name in PLAYABLE}
    assert {*JUDGES} == judges <= {*fixed_deals("distinguishing")}


OTHERS = [("codingame", 20, 5), ("codeforces-546c", 60, 5), *(slow(judge, 1_000, 77) for judge in JUDGES)]


@pytest.mark.parametrize(("judge", "most", "seed"), OTHERS)
def test_they_catch_what_other_deals_catch(judge: str, most: int, seed: int) -> None:
    chosen, others = plan_of(judge).catching(), asked(judge, most, seed=seed)
    caught = catching(judge, [*chosen, *others])
    missed = [program.code for program, places in caught.items() if places and min(places) >= len(chosen)]
    assert missed == []
    assert sum(map(bool, caught.values())) > len(wrong_programs(judge)) // 4


@pytest.mark.parametrize("judge", ["codingame", "code-golf"])
def test_without_its_largest_deal_something_gets_through(judge: str) -> None:
    *chosen, last = plan_of(judge).catching()
    caught = catching(judge, [*chosen, last])
    assert any(places == {len(chosen)} for places in caught.values())


def test_they_name_more_mistakes_first_than_any_three_of_others_do() -> None:
    few = asked("codingame", 8, seed=5)
    answers = Answers("codingame", [*plan_of("codingame").distinguishing(), *few])
    others = combinations(range(3, 3 + len(few)), 3)
    assert answers.first([0, 1, 2]) > 1.2 * max(map(answers.first, others))
