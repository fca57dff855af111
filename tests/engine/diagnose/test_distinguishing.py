"""Deals to run a program on by hand: between them they tell its explanations apart."""

import pytest

from engine import Deal
from engine.diagnose import Case, diagnose, distinguishing_deals, read_answer
from engine.diagnose.deals import answer_of
from engine.diagnose.settling import MOST_DEALS
from engine.rules import PLAYABLE

DEAL = Deal.parse("53278755654663374474268322/A9KKKKTT9QJT8QJAJAQAJT98Q9")


def test_each_deal_tells_on_where_the_ones_before_leave_programs_together() -> None:
    diagnosis = diagnose([Case(DEAL, got=read_answer("2 34"), expected=read_answer("2 26"))])
    deals = distinguishing_deals(diagnosis)
    assert 1 <= len(deals) <= MOST_DEALS
    assert len({telling.deal for telling in deals}) == len(deals)
    programs = [explanation.program for explanation in diagnosis.explanations[:40]]
    kinds = 1
    for number in range(1, len(deals) + 1):
        said = {
            tuple(answer_of(program, telling.deal, diagnosis.claim) for telling in deals[:number])
            for program in programs
        }
        assert len(said) > kinds
        kinds = len(said)


def test_where_nothing_is_left_to_tell_there_is_no_deal() -> None:
    right = diagnose([Case(DEAL, got=read_answer("2 26"), expected=read_answer("2 26"))])
    assert right.right
    assert len(distinguishing_deals(right)) <= MOST_DEALS


def test_where_few_are_left_the_first_is_the_smallest_that_tells_them_apart() -> None:
    asked = Case(Deal.parse("1 3/4 2"), got=read_answer("6 1"))
    diagnosis = diagnose([asked], judge=PLAYABLE["codeforces-546c"])
    assert 2 <= len(diagnosis.explanations) <= 4
    assert distinguishing_deals(diagnosis)[0] == diagnosis.distinguishing_deal


def test_where_many_are_left_a_deal_of_the_judges_leaves_fewer_together_than_a_small_one() -> None:
    diagnosis = diagnose([Case(DEAL, got=read_answer("PAT"), expected=read_answer("2 26"))])
    assert len(diagnosis.explanations) > 20
    first, *_ = distinguishing_deals(diagnosis)
    assert first.together > 1
    programs = [explanation.program for explanation in diagnosis.explanations[:40]]
    assert [program for program, _ in first.answers] == programs
    assert diagnosis.plan is not None
    assert diagnosis.plan.asks(first.deal)
    assert diagnosis.distinguishing_deal is not None

    def kinds(deal: Deal) -> int:
        return len({answer_of(program, deal.suited(), diagnosis.claim) for program in programs})

    assert kinds(first.deal) > kinds(diagnosis.distinguishing_deal.deal)


@pytest.mark.parametrize(
    ("judge", "line", "got"),
    [
        ("code-golf", "QQ/KK", "True"),
        ("codingame", "AKQ/KQJ", "1 2"),
        ("codeforces-546c", "1 3/4 2", "6 1"),
        ("pyanitsa", "1 3 5 7 9/2 4 6 8 0", "first 5"),
    ],
)
def test_they_are_such_as_the_judge_would_ask(judge: str, line: str, got: str) -> None:
    diagnosis = diagnose([Case(Deal.parse(line), got=read_answer(got))], judge=PLAYABLE[judge])
    deals = distinguishing_deals(diagnosis)
    assert deals
    assert diagnosis.plan is not None
    for telling in deals:
        assert diagnosis.plan.deals.has(telling.deal)
        assert diagnosis.plan.asks(telling.deal)


def test_who_asks_other_deals_than_the_judge_may_be_told_to_run_others() -> None:
    diagnosis = diagnose(
        [Case(Deal.parse("32298J5/785"), got=read_answer("2 9"))], judge=PLAYABLE["code-golf"]
    )
    assert diagnosis.plan is None
