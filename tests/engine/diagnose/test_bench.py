"""The bench of planted mistakes: the true cause is named first, and is always among the explanations.

The bench is `tests/published/planted_mistakes.jsonl`; more can be added there. A part of it runs
always, all of it (some 15 minutes) with `-m slow`.
"""

from collections.abc import Iterable
from itertools import islice

import pytest
from planted import Planted, planted

from engine.diagnose import Kind
from engine.diagnose.mistakes import MISTAKES
from engine.rules import PLAYABLE, RULE_NAMES

BENCH = planted()


def named_first(programs: Iterable[Planted]) -> tuple[int, int, list[str]]:
    """Ask; return how many questions, how many named the true cause first, and those that missed it."""
    asked = first = 0
    lost = []
    for wrong in programs:
        for cases in wrong.questions():
            is_first, among, _ = wrong.asked(cases)
            asked += 1
            first += is_first
            if not among:
                lost.append(f"{wrong.judge} {wrong.program.code}: {[case.deal.text for case in cases]}")
    return asked, first, lost


def test_the_bench_has_every_kind_of_mistake_each_program_once() -> None:
    assert len(BENCH) == len({(wrong.judge, wrong.program) for wrong in BENCH}) >= 40
    assert len({wrong.seed for wrong in BENCH}) == len(BENCH)
    assert {MISTAKES[name].kind for wrong in BENCH for name in wrong.program.mistakes} == set(Kind)
    changed = [wrong.program.rules.differing(PLAYABLE[wrong.judge]) for wrong in BENCH]
    assert {name for names in changed for name in names} == {*RULE_NAMES}
    assert all(len(one.program.mistakes) + bool(of) == 1 for one, of in zip(BENCH, changed, strict=True))


@pytest.mark.slow
def test_the_cause_is_named_first_in_95_of_100_and_always_among_the_explanations() -> None:
    asked, first, lost = named_first(BENCH)
    assert asked >= 11 * len(BENCH)
    print(f"the true cause first: {first} of {asked} questions")
    assert not lost
    assert first >= min(0.95 * asked, asked - 1)


@pytest.mark.slow
def test_one_case_is_enough_to_have_the_cause_among_the_explanations() -> None:
    for wrong in BENCH:
        failing = (case for case, fails in wrong.cases() if fails)
        for case in islice(failing, 4):
            assert wrong.asked((case,))[1], (wrong.program.code, case.deal.text, case.got.text)
