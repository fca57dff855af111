"""The catching deals of a judge catch every wrong program that any of many other deals catches."""

from itertools import combinations

import pytest
from deal_choice import JUDGES, Answers, asked, catching, plan_of, wrong_programs

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


@pytest.mark.parametrize(("judge", "most"), [("codingame", 20), ("codeforces-546c", 60)])
def test_they_catch_what_other_deals_catch(judge: str, most: int) -> None:
    chosen, others = plan_of(judge).catching(), asked(judge, most, seed=5)
    caught = catching(judge, [*chosen, *others])
    missed = [program.code for program, places in caught.items() if places and min(places) >= len(chosen)]
    assert missed == []
    assert sum(map(bool, caught.values())) > len(wrong_programs(judge)) // 4


@pytest.mark.slow
@pytest.mark.parametrize("judge", JUDGES)
def test_they_catch_all_that_a_thousand_deals_catch(judge: str) -> None:
    chosen, others = plan_of(judge).catching(), asked(judge, 1_000, seed=77)
    caught = catching(judge, [*chosen, *others])
    assert not [program.code for program, places in caught.items() if places and min(places) >= len(chosen)]


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
