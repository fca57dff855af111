"""A question asked on: the program answers the deals that separate, until one explanation is left."""

import pytest
from quick import slow

from engine.cards import Deal
from engine.diagnose import Answer, Case, Claim, Program, diagnose, read_answer, settle
from engine.diagnose.programs import answer_of
from engine.rules import PLAYABLE


def answer(program: Program, deal: Deal, form: Claim) -> Answer:
    return read_answer(answer_of(program, deal, form).replace("no answer: it never ends", "endless"))


CAUSES = [
    slow("codingame", "3.WINNER_FIRST.DRAW.DRAW.HIGH", "42/33"),
    slow("codingame", "3.PLAYER_1_FIRST.LOSES.DRAW.HIGH+player-1-checked-first", "T56655T6/T3538888"),
    ("code-golf", "code-golf+repeats-deck-1", "23/32"),  # the likeliest cause is never wrong itself
]


@pytest.mark.parametrize(("judge", "program", "shown_by"), CAUSES)
def test_one_explanation_is_left_and_it_is_the_cause(judge: str, program: str, shown_by: str) -> None:
    wrong, right, form = Program.parse(program), Program(PLAYABLE[judge]), Claim(judge, (1,), count=1)
    asked = []

    def ask(deal: Deal) -> Case | None:
        asked.append(deal)
        return Case(deal, answer(wrong, deal, form), answer(right, deal, form))

    first = ask(Deal.parse(shown_by))
    assert first is not None
    diagnosis = settle([first], ask, rules=right.rules)
    assert [explanation.program for explanation in diagnosis.explanations] == [wrong]
    assert len(asked) == len({*asked}) == len(diagnosis.cases)


def test_it_ends_where_nothing_can_be_asked() -> None:
    first = Case(Deal.parse("42/33"), read_answer("1 4"), read_answer("PAT"))
    assert len(settle([first], lambda _: None, rules=PLAYABLE["codingame"]).cases) == 1


def test_it_speaks_as_the_program_does_where_it_gives_a_count() -> None:
    cases = [Case(Deal.parse(deal), read_answer(got)) for deal, got in (("2/2", "PAT"), ("A/K", "1 2"))]
    assert diagnose(cases, rules=PLAYABLE["codingame"]).claim.count == 2
