"""Deals to run a program on so that fewer explanations of its answers are left."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final

from engine.cards import Deal
from engine.diagnose.deals import DistinguishingDeal, answer_of, answers_of
from engine.diagnose.diagnosis import Case, Diagnosis, diagnose
from engine.diagnose.programs import Program
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
    first, *others = (explanation.program for explanation in diagnosis.explanations)
    # Where no deal tells the first from the judge and from all others, one that tells it from some others.
    groups = (others, *([other] for other in others[: _SETTLING_COMPARED - 1]))
    found = chain([diagnosis.distinguishing_deal], (diagnosis.distinguish(first, group) for group in groups))
    small = (each.deal for each in found if each is not None and each.deal not in asked)
    if case := next(filter(None, map(ask, small)), None):
        return case
    distinguishing = (deal for deal in spare if deal not in asked and _distinguishes(diagnosis, deal))
    return next(filter(None, map(ask, distinguishing)), None)


def _distinguishes(diagnosis: Diagnosis, deal: Deal) -> bool:
    """Return whether the first explanations would not all print the same of a deal."""
    programs = [explanation.program for explanation in diagnosis.explanations[:_SETTLING_COMPARED]]
    return len({answer_of(program, deal, diagnosis.claim) for program in programs}) > 1


# Deals to run a program on by hand, all at once: together they show whether the first explanation is right.

MOST_DEALS: Final = 3
_MOST_COMPARED: Final = 40
"""Explanations that the deals are to tell apart, the likeliest."""
_FEW: Final = 4
"""Explanations up to which the smallest deal is offered."""
_LIKELIEST: Final = 24
_DIFFERENCE: Final = 8
"""A program is half as likely for each step of rarity, and a difference counts as n steps."""
_WORTH: Final = 16
"""A large deal has to tell so much of what is likely more than a small one: one part of n."""


def distinguishing_deals(diagnosis: Diagnosis) -> tuple[DistinguishingDeal, ...]:
    """Return one to three deals on which the first explanation answers otherwise than the judge and others.

    With few explanations left the first deal is the smallest on which it stands alone; with many it may be
    one that the judge publishes or shuffles, if after that the likeliest is more often the right one. Each
    further deal is for the explanations that answer as the first does on all before. Deals that are among
    the cases already are of no use; no deal where nothing is left to tell.
    """
    if not diagnosis.explanations:
        return ()
    asked = {case.deal for case in diagnosis.cases}
    first, *left = (explanation.program for explanation in diagnosis.explanations[:_MOST_COMPARED])
    deals: list[DistinguishingDeal] = []
    while len(deals) < MOST_DEALS and left:
        judge = Program(diagnosis.judge.rules)
        small = diagnosis.distinguish(first, [judge, *left]) if deals else diagnosis.distinguishing_deal
        if small is not None and small.deal in asked:
            small = None
        best = small if deals or (len(left) < _FEW and small) else _best(diagnosis, asked, small)
        if best is None:
            break
        deals.append(best)
        asked.add(best.deal)
        answers = dict(best.answers)
        left = [program for program in left if answers.get(program) == answers[first]]
    return tuple(deals)


def _best(
    diagnosis: Diagnosis, asked: set[Deal], small: DistinguishingDeal | None
) -> DistinguishingDeal | None:
    """Return the deal after which what is likeliest weighs most, or the small one if it is near.

    Among the small deal and those that the judge would ask: deals that distinguish and catch most,
    published and shuffled ones. On none of them does the first explanation answer as the judge does.
    """
    explanations = diagnosis.explanations[:_MOST_COMPARED]
    plan, judge = diagnosis.plan, Program(diagnosis.judge.rules)
    judges = dict.fromkeys(chain(plan.telling(), plan.ordered())) if plan else {}
    deals = [small.deal] if small else []
    deals += [deal.suited() for deal in judges if plan and plan.asks(deal) and deal.suited() not in asked]
    programs = dict.fromkeys((*(explanation.program for explanation in explanations), judge))
    printed = [answers_of(program, deals, diagnosis.claim) for program in programs]
    right = printed[[*programs].index(judge)]
    likely = [1 << max(0, _LIKELIEST - _DIFFERENCE * each.order[0] - each.order[1]) for each in explanations]

    def worth(place: int) -> int:
        by_answer: dict[str, int] = {}
        for weight, answers in zip(likely, printed, strict=False):
            by_answer[answers[place]] = max(weight, by_answer.get(answers[place], 0))
        return sum(by_answer.values())

    def together(place: int) -> int:
        return sum(answers[place] == printed[0][place] for answers in printed)

    wrong = explanations[0].program != judge
    useful = [place for place in range(len(deals)) if (printed[0][place] != right[place]) >= wrong]
    fewest = min(map(together, useful), default=0)
    if fewest == len(printed):
        return None
    best = max((place for place in useful if together(place) == fewest), key=worth, default=None)
    if best is None or (
        small and small.together <= fewest and _WORTH * (worth(best) - worth(0)) <= sum(likely)
    ):
        return small
    return DistinguishingDeal(
        deals[best], tuple(zip(programs, (answers[best] for answers in printed), strict=True)), proved=False
    )
