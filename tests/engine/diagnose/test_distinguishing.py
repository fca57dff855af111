"""The deal to run a program on next, by hand: it tells its explanations apart."""

from dataclasses import replace
from unittest.mock import Mock

import pytest
from quick import slow
from there import there

from engine import Deal
from engine.diagnose import Case, Diagnosis, DistinguishingDeal, Program, diagnose, next_deal, read_answer
from engine.diagnose import diagnosis as diagnosing
from engine.diagnose.programs import answer_of
from engine.diagnose.suites import claim_of
from engine.game.fixed_deals import Plan
from engine.rules import PLAYABLE

DEAL = "53278755654663374474268322/A9KKKKTT9QJT8QJAJAQAJT98Q9"
GOLF_7 = "32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47"


def test_the_deal_of_the_first_example_confirms_the_likeliest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    diagnosis = diagnose([Case(Deal.parse(GOLF_7), got=read_answer("2 334"), expected=read_answer("True"))])
    deal = there(diagnosis.distinguishing_deal)
    assert (deal.deal.text, deal.proved, deal.together) == ("24/43", True, 1)
    answers = dict(deal.answers)
    assert answers.pop(diagnosis.explanations[0].program) == "PAT"
    assert answers[Program(PLAYABLE["code-golf"])] == "1 4"
    assert len(answers) == len(diagnosis.explanations)
    assert "PAT" not in answers.values()
    four = replace(diagnosis, explanations=diagnosis.explanations[:4])
    one, other = Deal.parse("2/3"), Deal.parse("3/2")
    four.__dict__["plan"] = Mock(distinguishing=lambda: [one], ordered=lambda: [other])
    said = iter(("aa", "aa", "ab", "bb", "cc"))
    monkeypatch.setattr(diagnosing, "_LIKELIEST", 0)
    monkeypatch.setattr(diagnosing, "answers_of", lambda *_: next(said))
    assert there(diagnosing._best(four, set(), None)).deal == other, "it leaves fewer with the first"
    monkeypatch.setattr(diagnosing, "_best", lambda *_: None)
    some = (replace(diagnosis, explanations=diagnosis.explanations[:number]) for number in (4, 5))
    assert [next_deal(of) is None for of in some] == [False, True], "of more than four it may be another"


@pytest.mark.parametrize("every", [3, slow(1)])
def test_on_the_deal_offered_the_likeliest_answers_otherwise_than_the_judge_who_would_ask_it(
    every: int,
) -> None:
    asked = (
        *(("code-golf", GOLF_7, "2 334", "True"), ("codingame", DEAL, "2 34", "2 26")),
        *(("codingame", DEAL, "PAT", "2 26"), ("codingame", DEAL, "1 30", "2 26")),
        ("codingame", DEAL, "1 40", "2 26"),  # one explanation, which may be chance
        *(("codeforces-546c", "1 3/4 2", "6 1", "6 2"), ("code-golf", "QQ/KK", "True", None)),
        *(("codingame", "AKQ/KQJ", "1 2", None), ("codeforces-546c", "1 3/4 2", "6 1", None)),
        *(("pyanitsa", "1 3 5 7 9/2 4 6 8 0", *two) for two in (("first 5", None), ("timeout", "second 5"))),
    )
    for judge, deal, got, expected in asked[::every]:
        case = Case(Deal.parse(deal), read_answer(got), read_answer(expected) if expected else None)
        diagnosis = diagnose([case], rules=PLAYABLE[judge])
        offered = there(next_deal(diagnosis))
        assert offered.deal != case.deal
        first, right = diagnosis.explanations[0].program, Program(PLAYABLE[judge])
        mine, judges = (answer_of(program, offered.deal, diagnosis.claim) for program in (first, right))
        assert dict(offered.answers)[first] == mine != judges
        assert not judges.startswith("player"), "it is written as it would be printed"
        assert there(diagnosis.plan).deals.has(offered.deal)
        assert there(diagnosis.plan).asks(offered.deal)
        if len(diagnosis.explanations) <= 4 and diagnosis.distinguishing_deal:
            assert offered == diagnosis.distinguishing_deal


def test_where_the_likeliest_stands_alone_on_some_deal_no_other_is_offered() -> None:
    deal = Deal.parse("T358K4JQ47QJA7T43A69J3T864/626JT2K97Q8KA9A2K85Q923755")
    case = Case(deal, read_answer("PAT"), read_answer("PAT"))
    assert there(next_deal(diagnose([case], rules=PLAYABLE["codingame"]))).together == 1


def after_two(*answers: str) -> tuple[Diagnosis, DistinguishingDeal]:
    """Answer the two deals that CodinGame's are asked first; return the diagnosis and the next deal."""
    plan = Plan(PLAYABLE["codingame"], "codingame", "codingame", "line")
    cases = [
        Case(deal.suited(), read_answer(answer), read_answer(plan.expected(deal) or ""))
        for deal, answer in zip(plan.distinguishing(), answers, strict=False)
    ]
    diagnosis = diagnose(cases, rules=plan.rules)
    offered = there(next_deal(diagnosis))
    return diagnosis, offered


def test_where_the_likeliest_stands_alone_nowhere_the_deal_splits_what_is_left() -> None:
    diagnosis, offered = after_two("PAT", "PAT")
    assert len(diagnosis.explanations) > 100
    assert offered.together > 1
    assert len({answer for _, answer in offered.answers}) > 5
    _, offered = after_two("timeout", "PAT")
    assert len({answer for _, answer in offered.answers}) > 3, "another deal leaves fewer with the first"


def test_the_deal_shows_who_loses_if_both_are_short_where_the_judge_draws() -> None:
    diagnosis, offered = after_two("2 1944", "1 2659")
    loses = diagnosis.explanations[0].program
    assert loses.code == "3.PLAYER_1_FIRST.LOSES.DRAW.HIGH"
    settled = [
        Program(loses.rules, made) for made in ((), ("player-1-checked-first",), ("short-both-drawn",))
    ]
    answers = {answer_of(program, offered.deal, diagnosis.claim) for program in settled}
    assert len(answers) == len(settled)
    assert not {*settled[1:]} & {*dict(offered.answers)}, "they are no explanations of their own"


def test_a_program_that_says_too_soon_that_a_game_never_ends_is_asked_a_deal_where_it_does() -> None:
    answered = (("4 6 9 5 7/2 8 3 10 1", "23 2", "23 2"), ("4 6 3/2 1 5", "-1", "15 1"))
    cases = [
        Case(Deal.parse(deal).suited(), read_answer(got), read_answer(wanted))
        for deal, got, wanted in answered
    ]
    offered = there(next_deal(diagnose(cases, rules=PLAYABLE["codeforces-546c"])))
    assert [answer for _, answer in offered.answers[:2]] == ["-1", "6 2"]


def test_who_asks_other_deals_than_the_judge_may_be_told_to_run_others() -> None:
    asked = diagnose([Case(Deal.parse("32298J5/785"), got=read_answer("2 9"))], rules=PLAYABLE["code-golf"])
    assert asked.plan is None


@pytest.mark.parametrize("name", ["count-as-card", "count-for-last-card", "count-2-for-last-card"])
def test_a_count_taken_for_a_card_is_shown_by_the_deal_as_the_judge_writes_it(name: str) -> None:
    right, claim = Program(PLAYABLE["codeforces-546c"]), claim_of("codeforces-546c")
    wrong, cases = Program(right.rules, (name, "ties-to-2")), []
    for text in ("5 8 10 3 7/2 9 1 4 6", "3 4/1 6 2 5", "4 5 1/3 2"):
        deal = Deal.parse(text)
        got, expected = (read_answer(answer_of(program, deal, claim)) for program in (wrong, right))
        cases.append(Case(deal, got, expected))
    offered = there(next_deal(diagnose(cases, rules=right.rules)))
    (first, mine), *others = offered.answers
    assert (first, mine) == (wrong, answer_of(wrong, offered.deal, claim))
    assert mine != dict(others)[right]
