"""What is kept of suites and of smallest differences is what working them out gives."""

import json
from itertools import permutations, product
from pathlib import Path

import pytest
from quick import quick

from engine.diagnose import Program, differ, suites
from engine.diagnose.suites import ASPECTS, PUBLISHED, Aspect
from engine.rules import PLAYABLE, SETTLED, Rules

REPAIR = "make it anew: python -c 'from engine.diagnose.suites import save; save()'"


def test_it_is_made_for_the_rule_sets_mistakes_and_deals_of_today() -> None:
    stored = json.loads(suites.STORED.read_text("utf-8").splitlines()[0])
    assert stored["sha256"] == suites.made_for(), REPAIR


def test_every_two_named_rule_sets_are_kept_and_every_text_with_its_program() -> None:
    settled = dict.fromkeys(Program(PLAYABLE[name]) for name in SETTLED)
    told_apart = [
        *permutations(settled, 2),
        *((Program(PLAYABLE[name]), program) for name, program in PUBLISHED.items()),
    ]
    assert all(suites.is_stored(*pair, aspect) for pair, aspect in product(told_apart, ASPECTS)), REPAIR
    rows = len(suites.JUDGES) + len([*suites.pairs()]) * len(ASPECTS)
    assert len(suites.STORED.read_text("utf-8").splitlines()) == 1 + rows


def test_other_rules_are_not_kept() -> None:
    custom = Program(Rules(face_down=2)), Program(PLAYABLE["code-golf"])
    assert not suites.is_stored(*custom, "any")
    with pytest.raises(KeyError):
        suites.stored_difference(*custom, "any")


@pytest.mark.parametrize("judge", quick(suites.JUDGES, lambda judge: judge in ("codingame", "pyanitsa")))
def test_the_suites_of_a_judge_are_what_is_worked_out(judge: str) -> None:
    worked_out = suites.suites_of(suites.plan_of(judge))
    assert [*map(_as_said, suites.stored_suites(judge))] == [*map(_as_said, worked_out)], REPAIR


def _as_said(suite: object) -> str:
    """Return a suite in words: with its suits, and its mistakes in the order of its files."""
    return repr(suite)


SOME = {"code-golf": "advent-of-code-22", "programming-challenges-code": "bicycle", "spivey": "pyanitsa"}


@pytest.mark.parametrize(("one", "other"), SOME.items())
def test_differences_are_what_is_worked_out_in_either_order(one: str, other: str) -> None:
    first, second = Program(PLAYABLE[one]), Program(PLAYABLE[other])
    aspects: tuple[Aspect, ...] = ("any", "winner")
    for aspect in aspects:
        assert suites.stored_difference(first, second, aspect) == differ(first, second, aspect), REPAIR
        assert suites.stored_difference(second, first, aspect) == differ(second, first, aspect), REPAIR


@pytest.mark.slow
def test_all_of_it_is_what_is_worked_out(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    suites.save(file)
    assert file.read_text("utf-8") == suites.STORED.read_text("utf-8"), REPAIR
    for (one, other), aspect in product(suites.pairs(), ASPECTS):
        assert suites.stored_difference(one, other, aspect) == differ(one, other, aspect)
        assert suites.stored_difference(other, one, aspect) == differ(other, one, aspect)
