"""The question asked on: the program is run on the deal that tells the explanations left apart."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.cards import Deal
from engine.diagnose.diagnosis import Diagnosis, diagnose
from engine.diagnose.differ import answer_of
from engine.diagnose.judging import Case
from engine.rules import Rules

MOST_ASKED: Final = 12
"""Deals that a program is run on for the sake of its diagnosis."""
_COMPARED: Final = 4
"""Explanations that a spare deal is looked at for."""

Ask = Callable[[Deal], Case | None]
"""Runs the person's program on a deal; None where the judge would not ask it, or nothing can be read."""


def settle(cases: Sequence[Case], ask: Ask, *, judge: Rules, spare: Iterable[Deal] = ()) -> Diagnosis:
    """Diagnose, run the deal that separates the explanations left, and go on until nothing separates.

    spare: deals to look through where the smallest that separates is none that the judge would ask.
    """
    known = [*cases]
    diagnosis = diagnose(known, judge=judge)
    for _ in range(MOST_ASKED):
        case = _next_case(diagnosis, ask, spare)
        if case is None:
            break
        known.append(case)
        diagnosis = diagnose(known, judge=judge)
    return diagnosis


def _next_case(diagnosis: Diagnosis, ask: Ask, spare: Iterable[Deal]) -> Case | None:
    """Return the answer to a deal that tells explanations apart, None where there is none to ask."""
    if len(diagnosis.explanations) < 2:
        return None
    asked = {case.deal for case in diagnosis.cases}
    separating = diagnosis.separating
    if separating is not None and separating.deal not in asked:
        case = ask(separating.deal)
        if case is not None:
            return case
    apart = (deal for deal in spare if deal not in asked and _told_apart(diagnosis, deal))
    return next(filter(None, map(ask, apart)), None)


def _told_apart(diagnosis: Diagnosis, deal: Deal) -> bool:
    """Say whether the first explanations would not all print the same of a deal."""
    programs = [explanation.program for explanation in diagnosis.explanations[:_COMPARED]]
    return len({answer_of(program, deal, diagnosis.claim) for program in programs}) > 1
