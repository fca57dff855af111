"""A question asked on: the program answers the deals that separate, until one explanation is left."""

from engine.cards import Deal
from engine.diagnose import Answer, Case, Claim, Program, read_answer, settle
from engine.diagnose.deals import answer_of
from engine.rules import PLAYABLE


def answer(program: Program, deal: Deal, form: Claim) -> Answer:
    return read_answer(answer_of(program, deal, form).replace("no answer: it never ends", "endless"))


def test_one_explanation_is_left_and_it_is_the_cause() -> None:
    wrong, right = Program.parse("3.WINNER_FIRST.DRAW.DRAW.HIGH"), Program(PLAYABLE["codingame"])
    form = Claim("codingame", (1,), count=1)
    asked = []

    def ask(deal: Deal) -> Case | None:
        asked.append(deal)
        return Case(deal, answer(wrong, deal, form), answer(right, deal, form))

    first = ask(Deal.parse("42/33"))
    assert first is not None
    diagnosis = settle([first], ask, judge=right.rules)
    assert [explanation.program for explanation in diagnosis.explanations] == [wrong]
    assert len(asked) == len({*asked}) == len(diagnosis.cases)


def test_a_deal_that_the_judge_would_not_ask_gives_way_to_a_spare_one() -> None:
    wrong, rules = Program.parse("3.WINNER_FIRST.DRAW.DRAW.HIGH"), PLAYABLE["codingame"]
    form = Claim("codingame", (1,), count=1)
    spare = [Deal.parse(line) for line in ("AKQ/KQJ", "QTJQ/JJTJ", "5K666/Q6K55", "JJT/T44")]

    def ask(deal: Deal) -> Case | None:
        return Case(deal, answer(wrong, deal, form)) if deal in spare else None

    first = Case(Deal.parse("42/33"), read_answer("1 4"), read_answer("PAT"))
    diagnosis = settle([first], ask, judge=rules, spare=spare)
    assert {case.deal for case in diagnosis.cases[1:]} <= {*spare}
    assert len(diagnosis.cases) > 1
    assert len(settle([first], lambda _: None, judge=rules).cases) == 1
