"""Wrong programs by somebody who had seen nothing of ours, each whole, as its judge would run it.

`pytest -m slow -s tests/engine/diagnose/test_strangers.py` prints the figures.
"""

from functools import lru_cache
from itertools import islice

import pytest
from natural_programs import STRANGERS, TIMEOUT, Natural
from quick import slow

from engine.cards import Deal
from engine.diagnose import Case, Diagnosis, Program, diagnose, next_deal, read_answer
from engine.diagnose.programs import answers_of
from engine.diagnose.suites import claim_of
from engine.game.fixed_deals import Plan
from engine.game.judges import FORM_OF
from engine.rules import PLAYABLE

WRONG = [natural for natural in STRANGERS if natural.edits]
OF_A_MISTAKE = {(natural.judge, natural.cause): natural for natural in WRONG}.values()
"""One program with each mistake, for each judge."""
SOME, ALL = 8, None
NEVER = (TIMEOUT, "-1", "botva", "no answer: it never ends")


def plan_of(natural: Natural) -> Plan:
    rules = FORM_OF[natural.judge].rule_set
    return Plan(PLAYABLE[rules], rules, natural.judge, "line", games=8, seed=5)


@lru_cache(1)
def answers(natural: Natural, most: int | None = None) -> list[tuple[Deal, str]]:
    """Return what a program answers to which deals, those first that tell most; a crash is no answer."""
    plan, solve = plan_of(natural), natural.solver()
    deals = dict.fromkeys((*plan.distinguishing(), *plan.catching(), *plan.ordered()))
    asked = islice(filter(plan.asks, deals), most)
    return [(deal, answer) for deal in map(Deal.suited, asked) if (answer := solve(deal)) is not None]


def differing(natural: Natural, program: Program, most: int | None = None) -> list[str]:
    """Return the deals on which a program of ours prints something else."""
    deals, his = zip(*answers(natural, most), strict=True)
    ours = answers_of(program, deals, claim_of(natural.judge), limit=100_000)
    return [of.text for of, mine, its in zip(deals, ours, his, strict=True) if _said(mine) != _said(its)]


def _said(answer: str) -> str:
    return TIMEOUT if answer in NEVER or answer.startswith("game tied") else " ".join(answer.split())


PLAYED = [
    *(pytest.param(of, SOME, id=f"{of.style.name} {of.cause}") for of in OF_A_MISTAKE),
    *(slow(of, ALL, id=f"{of.style.name} all") for of in WRONG),
]


@pytest.mark.parametrize(("natural", "most"), PLAYED)
def test_our_program_plays_the_games_of_the_strangers(natural: Natural, most: int | None) -> None:
    """With its mistake each does what our words for the mistake say."""
    right = Program(plan_of(natural).rules)
    assert differing(natural, right, most) or differing(natural, right)
    assert not natural.cause or not differing(natural, Program.parse(natural.cause), most)


@pytest.mark.slow
def test_without_their_mistakes_they_are_right() -> None:
    assert not [of.style for of in STRANGERS if not of.edits and differing(of, Program(plan_of(of).rules))]


def asked(natural: Natural) -> Diagnosis | None:
    """Diagnose two fixed deals and the one they lead to; None where the program fails none of them."""
    plan, solve = plan_of(natural), natural.solver()

    def cases_of(*deals: Deal) -> list[Case]:
        """Return what it says of some deals, but those on which it crashes."""
        answered = ((deal, solve(deal), plan.expected(deal)) for deal in deals)
        return [
            Case(deal, read_answer(answer), read_answer(expected) if expected else None)
            for deal, answer, expected in answered
            if answer is not None
        ]

    def fails(cases: list[Case]) -> bool:
        return any(case.expected and _said(case.got.text) != _said(case.expected.text) for case in cases)

    *two, third = [deal.suited() for deal in plan.distinguishing()]
    cases = cases_of(*two)
    following = next_deal(diagnose(cases, rules=plan.rules)) if fails(cases) else None
    cases += cases_of(following.deal if following else third)
    return diagnose(cases, rules=plan.rules) if fails(cases) else None


def test_every_explanation_gives_all_answers_by_whatever_cards_it_counts() -> None:
    """A program that takes counts for cards and stops by how many there are: by those of the deal."""
    (natural,) = (one for one in WRONG if one.style.name == "stranger-2-codeforces_03")
    found = asked(natural)
    assert found is not None
    assert any("count-as-card+stops" in one.program.code for one in found.explanations)
    deals = [case.deal for case in found.cases]
    for one in found.explanations:
        printed = answers_of(one.program, deals, found.claim, limit=100_000)
        assert [*map(_said, printed)] == [_said(case.got.text) for case in found.cases]


@pytest.mark.slow
def test_the_causes_of_strangers_are_named_and_never_falsely_as_sure() -> None:
    first = among = sure = partly = questions = 0
    for natural in WRONG:
        if (found := asked(natural)) is None:
            continue
        hits = [not differing(natural, one.program) for one in found.explanations[:40]]
        questions, first, among = questions + 1, first + (hits[:1] == [True]), among + any(hits)
        sure += found.sure and hits[0]
        partly += found.sure and not hits[0]
        print(natural.style.name, hits[:1], found.sure, [one.program.code for one in found.explanations[:1]])
    print(f"of {questions} first {first}, among {among}, sure and right {sure}, sure of a part {partly}")
    assert partly == 0
    assert first >= 200
    assert sure >= 90
