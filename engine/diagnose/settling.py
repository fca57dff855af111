"""Deals to run a program on so that fewer explanations of its answers are left."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final

from engine.cards import Deal
from engine.diagnose.deals import MOST_DISTINGUISHED, DistinguishingDeal, answer_of, answers_of
from engine.diagnose.diagnosis import Case, Diagnosis, Explanation, diagnose
from engine.rules import Rules

# The question asked on: the program is run on the deal that tells the explanations left apart.

MOST_ASKED: Final = 12
"""Deals that a program is run on for the sake of its diagnosis."""
_SETTLING_COMPARED: Final = 4
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
    distinguishing_deal = diagnosis.distinguishing_deal
    if distinguishing_deal is not None and distinguishing_deal.deal not in asked:
        case = ask(distinguishing_deal.deal)
        if case is not None:
            return case
    distinguishing = (deal for deal in spare if deal not in asked and _distinguishes(diagnosis, deal))
    return next(filter(None, map(ask, distinguishing)), None)


def _distinguishes(diagnosis: Diagnosis, deal: Deal) -> bool:
    """Say whether the first explanations would not all print the same of a deal."""
    programs = [explanation.program for explanation in diagnosis.explanations[:_SETTLING_COMPARED]]
    return len({answer_of(program, deal, diagnosis.claim) for program in programs}) > 1


# Deals to run a program on by hand, all at once: between them they tell its explanations apart.

MOST_DEALS: Final = 3
_MOST_COMPARED: Final = 40
"""Explanations that the deals are to tell apart, the likeliest."""
_LIKELIEST: Final = 24
_DIFFERENCE: Final = 8
"""A program is half as likely for each step of rarity, and for each difference as for so many steps."""
_WORTH: Final = 16
"""A large deal has to tell so much of what is likely more than a small one: one part of so many."""

Printouts = dict[Deal, list[str]]
"""What each explanation says of deals."""
Group = list[int]
"""Places of explanations that say the same of the deals so far."""


def distinguishing_deals(diagnosis: Diagnosis) -> tuple[DistinguishingDeal, ...]:
    """Return one to three deals, each with what the programs print that it tells from one another.

    With few explanations left each is the smallest that tells the likeliest apart; with many it may be
    one that the judge publishes or shuffles, if after that the likeliest is more often the right one.
    Deals that are among the cases already are of no use; no deal where nothing is left to tell.
    """
    explanations = diagnosis.explanations[:_MOST_COMPARED]
    asked = {case.deal for case in diagnosis.cases}
    printouts: Printouts = {}
    groups: list[Group] = [[*range(len(explanations))]]
    deals: list[DistinguishingDeal] = []
    while len(deals) < MOST_DEALS and any(len(group) > 1 for group in groups):
        small = _smallest(diagnosis, groups, asked)
        if small is not None:
            _add_printouts(printouts, diagnosis, [small.deal])
        if not deals and (small is None or len(explanations) > MOST_DISTINGUISHED):
            _add_printouts(
                printouts, diagnosis, [deal for deal in _judges_deals(diagnosis) if deal not in asked]
            )
        best = _best(explanations, groups, printouts, small)
        if best is None:
            break
        split = _split(groups, printouts[best])
        together = max(map(len, split))
        answers = zip((explanation.program for explanation in explanations), printouts.pop(best), strict=True)
        deals.append(
            small
            if small and small.deal == best
            else DistinguishingDeal(best, tuple(answers), False, together)
        )
        asked.add(best)
        groups = split
    return tuple(deals)


def _judges_deals(diagnosis: Diagnosis) -> list[Deal]:
    """Return deals that the judge would ask: those that tell and catch most, published and shuffled ones."""
    plan = diagnosis.plan
    deals = chain(plan.telling(), plan.ordered()) if plan else ()
    return [deal.suited() for deal in dict.fromkeys(deals) if plan and plan.asks(deal)]


def _add_printouts(printouts: Printouts, diagnosis: Diagnosis, deals: Sequence[Deal]) -> None:
    """Add what every explanation says of some deals."""
    programs = [explanation.program for explanation in diagnosis.explanations[:_MOST_COMPARED]]
    printed = [answers_of(program, deals, diagnosis.claim) for program in programs]
    printouts.update({deal: [answers[place] for answers in printed] for place, deal in enumerate(deals)})


def _smallest(diagnosis: Diagnosis, groups: Sequence[Group], asked: set[Deal]) -> DistinguishingDeal | None:
    """Return the smallest deal that tells the first of a group apart, for the first group that has one."""
    programs = [explanation.program for explanation in diagnosis.explanations[:_MOST_COMPARED]]
    for group in groups:
        if len(group) > 1:
            whole = len(group) == len(programs)
            distinguishing = (
                diagnosis.distinguishing_deal
                if whole
                else diagnosis.distinguishing([programs[place] for place in group])
            )
            if distinguishing is not None and distinguishing.deal not in asked:
                return distinguishing
    return None


def _best(
    explanations: Sequence[Explanation],
    groups: Sequence[Group],
    printouts: Printouts,
    small: DistinguishingDeal | None,
) -> Deal | None:
    """Return the deal after which the likeliest of each group weigh most, or the small one if it is near."""
    likely = [1 << max(0, _LIKELIEST - _DIFFERENCE * each.order[0] - each.order[1]) for each in explanations]

    def first(deal: Deal) -> int:
        return sum(max(likely[place] for place in group) for group in _split(groups, printouts[deal]))

    useful = [deal for deal in printouts if len(_split(groups, printouts[deal])) > len(groups)]
    best = max(useful, key=first, default=None)
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
