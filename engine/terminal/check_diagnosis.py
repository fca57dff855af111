"""Which mistake is behind a failed check: asked of the diagnosis, and on of the program itself."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import Final

from engine.cards import Deal
from engine.check import Check, Command, Failure, Grade, Plan, ask
from engine.check.checking import Watch
from engine.diagnose import Case, Diagnosis, read_answer, settle
from engine.notation import NotationError

MOST_CASES: Final = 14
"""Deals of the check that the diagnosis begins with."""

MOST_SPARE: Final = 300
"""Deals that are looked through for one that tells explanations apart."""


def diagnosed(plan: Plan, command: Command, result: Check, watch: Watch) -> Diagnosis | None:
    """Find the mistake behind a wrong answer or none in time; None for any other verdict, or a right one.

    Raises `CommandError` where the program can no longer be started.
    """
    smallest = result.smallest
    if smallest is None or result.carried or smallest.verdict.kind not in (Grade.WRONG, Grade.TIMED_OUT):
        return None

    answered = {trial.deal for trial in result.answered}

    def tried(deal: Deal) -> Failure | None:
        expected = plan.expected(deal)
        if expected is None or deal in answered:
            return None
        result.telling += 1
        watch(result)
        return ask(plan, command, deal, expected)

    def asked(deal: Deal) -> Case | None:
        trial = tried(deal)
        return case_of(trial) if trial is not None else None

    if smallest.verdict.kind is Grade.WRONG:
        telling = dict.fromkeys((*plan.telling(), *plan.killers()))
        result.answered += [trial for trial in map(tried, telling) if trial is not None]
    cases = [*islice(_cases(plan, result), MOST_CASES)]
    if not cases or cases[0].deal != smallest.deal:
        return None  # what it says of the smallest deal is nothing to diagnose
    with suppress(ValueError):  # a deal that is too large to be diagnosed
        return settle(cases, asked, judge=plan.rules, spare=[*islice(plan.ordered(), MOST_SPARE)])
    return None


def _cases(plan: Plan, result: Check) -> Iterator[Case]:
    """Yield what the diagnosis begins with: the smallest failure, the first, what tells most, then others."""
    assert result.first is not None
    assert result.smallest is not None
    known = {*plan.telling(), *plan.killers()}
    telling = [trial for trial in result.answered if trial.deal in known]
    others = sorted(result.answered, key=lambda trial: (trial.verdict.kind is Grade.RIGHT, trial.deal.size))
    asked = set()
    for trial in chain((result.smallest, result.first), telling, others):
        case = None if trial.deal in asked else case_of(trial)
        if case is not None:
            asked.add(trial.deal)
            yield case


def case_of(trial: Failure) -> Case | None:
    """Return an answer as the diagnosis reads it, None where there is nothing to read."""
    got = {Grade.TIMED_OUT: "timeout", Grade.FORM: trial.expected, Grade.CRASHED: "", Grade.SILENT: ""}
    with suppress(NotationError):
        return Case(
            trial.deal,
            got=read_answer(got.get(trial.verdict.kind, trial.verdict.got)),
            expected=read_answer(trial.expected),
        )
    return None
