"""Deals to run a program on by hand, all at once: between them they tell its explanations apart."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import Deal
from engine.diagnose.answers import Claim
from engine.diagnose.diagnosis import Diagnosis
from engine.diagnose.differ import Separation, answer_of, separate
from engine.diagnose.programs import Program

MOST_DEALS: Final = 3
_COMPARED: Final = 8
"""Explanations that the deals are to tell apart, the likeliest."""


def telling_deals(diagnosis: Diagnosis) -> tuple[Separation, ...]:
    """Return one to three deals, each with what the programs print that it tells from one another.

    The first tells the likeliest explanations apart, the next those that the ones before leave together.
    Deals that are among the cases already are of no use; no deal where nothing is left to tell.
    """
    asked = {case.deal for case in diagnosis.cases}
    alike = [[explanation.program for explanation in diagnosis.explanations[:_COMPARED]]]
    deals: list[Separation] = []
    while len(deals) < MOST_DEALS and (group := next((some for some in alike if len(some) > 1), None)):
        apart = separate(group, diagnosis.claim) if deals else diagnosis.separating
        if apart is None or apart.deal in asked:
            alike.remove(group)
            continue
        asked.add(apart.deal)
        deals.append(apart)
        alike = _split(alike, apart.deal, diagnosis.claim)
    return tuple(deals)


def _split(groups: Iterable[Sequence[Program]], deal: Deal, claim: Claim) -> list[list[Program]]:
    """Part groups of programs by what they print for a deal."""
    parts: list[list[Program]] = []
    for group in groups:
        by_answer: dict[str, list[Program]] = {}
        for program in group:
            by_answer.setdefault(answer_of(program, deal, claim), []).append(program)
        parts += by_answer.values()
    return parts
