"""Deals to run a program on by hand, all at once: between them they tell its explanations apart."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from engine.cards import Deal
from engine.diagnose.diagnosis import Diagnosis, Explanation
from engine.diagnose.differ import MOST_TOLD_APART, Separation
from engine.diagnose.suites import answers_of

MOST_DEALS: Final = 3
_COMPARED: Final = 40
"""Explanations that the deals are to tell apart, the likeliest."""
_LIKELIEST: Final = 24
_DIFFERENCE: Final = 8
"""A program is half as likely for each step of rarity, and for each difference as for so many steps."""
_WORTH: Final = 16
"""A large deal has to tell so much of what is likely more than a small one: one part of so many."""

Said = dict[Deal, list[str]]
"""What each explanation says of deals."""
Group = list[int]
"""Places of explanations that say the same of the deals so far."""


def telling_deals(diagnosis: Diagnosis) -> tuple[Separation, ...]:
    """Return one to three deals, each with what the programs print that it tells from one another.

    With few explanations left each is the smallest that tells the likeliest apart; with many it may be
    one that the judge publishes or shuffles, if after that the likeliest is more often the right one.
    Deals that are among the cases already are of no use; no deal where nothing is left to tell.
    """
    explanations = diagnosis.explanations[:_COMPARED]
    asked = {case.deal for case in diagnosis.cases}
    said: Said = {}
    groups: list[Group] = [[*range(len(explanations))]]
    deals: list[Separation] = []
    while len(deals) < MOST_DEALS and any(len(group) > 1 for group in groups):
        small = _smallest(diagnosis, groups, asked)
        if small is not None:
            _hear(said, diagnosis, [small.deal])
        if not deals and (small is None or len(explanations) > MOST_TOLD_APART):
            _hear(said, diagnosis, [deal for deal in _judges_deals(diagnosis) if deal not in asked])
        best = _best(explanations, groups, said, small)
        if best is None:
            break
        split = _split(groups, said[best])
        together = max(map(len, split))
        answers = zip((explanation.program for explanation in explanations), said.pop(best), strict=True)
        deals.append(
            small if small and small.deal == best else Separation(best, tuple(answers), False, together)
        )
        asked.add(best)
        groups = split
    return tuple(deals)


def _judges_deals(diagnosis: Diagnosis) -> list[Deal]:
    """Return deals that the judge would ask: those that tell and catch most, published and shuffled ones."""
    plan = diagnosis.plan
    deals = chain(plan.telling(), plan.ordered()) if plan else ()
    return [deal.suited() for deal in dict.fromkeys(deals) if plan and plan.asks(deal)]


def _hear(said: Said, diagnosis: Diagnosis, deals: Sequence[Deal]) -> None:
    """Add what every explanation says of some deals."""
    programs = [explanation.program for explanation in diagnosis.explanations[:_COMPARED]]
    heard = [answers_of(program, deals, diagnosis.claim) for program in programs]
    said.update({deal: [answers[place] for answers in heard] for place, deal in enumerate(deals)})


def _smallest(diagnosis: Diagnosis, groups: Sequence[Group], asked: set[Deal]) -> Separation | None:
    """Return the smallest deal that tells the first of a group apart, for the first group that has one."""
    programs = [explanation.program for explanation in diagnosis.explanations[:_COMPARED]]
    for group in groups:
        if len(group) > 1:
            whole = len(group) == len(programs)
            apart = diagnosis.separating if whole else diagnosis.apart([programs[place] for place in group])
            if apart is not None and apart.deal not in asked:
                return apart
    return None


def _best(
    explanations: Sequence[Explanation], groups: Sequence[Group], said: Said, small: Separation | None
) -> Deal | None:
    """Return the deal after which the likeliest of each group weigh most, or the small one if it is near."""
    likely = [1 << max(0, _LIKELIEST - _DIFFERENCE * each.order[0] - each.order[1]) for each in explanations]

    def first(deal: Deal) -> int:
        return sum(max(likely[place] for place in group) for group in _split(groups, said[deal]))

    parting = [deal for deal in said if len(_split(groups, said[deal])) > len(groups)]
    best = max(parting, key=first, default=None)
    if small and best and _WORTH * (first(best) - first(small.deal)) <= sum(likely):
        return small.deal
    return best


def _split(groups: Sequence[Group], answers: Sequence[str]) -> list[Group]:
    """Part groups of programs by what they print for a deal."""
    parts: list[Group] = []
    for group in groups:
        by_answer: dict[str, Group] = {}
        for place in group:
            by_answer.setdefault(answers[place], []).append(place)
        parts += by_answer.values()
    return parts
