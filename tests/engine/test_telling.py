"""Deals to run a program on by hand: between them they tell its explanations apart."""

from engine import Deal
from engine.diagnose import Case, diagnose, read_answer
from engine.diagnose.differ import answer_of
from engine.diagnose.telling import MOST_DEALS, telling_deals

DEAL = Deal.parse("53278755654663374474268322/A9KKKKTT9QJT8QJAJAQAJT98Q9")


def test_each_deal_tells_on_where_the_ones_before_leave_programs_together() -> None:
    diagnosis = diagnose([Case(DEAL, got=read_answer("2 34"), expected=read_answer("2 26"))])
    deals = telling_deals(diagnosis)
    assert 1 <= len(deals) <= MOST_DEALS
    assert len({telling.deal for telling in deals}) == len(deals)
    assert deals[0] == diagnosis.separating
    programs = [explanation.program for explanation in diagnosis.explanations[:8]]
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
    assert len(telling_deals(right)) <= MOST_DEALS
