"""A deal to run the program on, when several explanations fit: each would print another answer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import Deal
from engine.diagnose.claims import Claim
from engine.diagnose.mistakes import Kind
from engine.diagnose.programs import Printed, Program
from engine.diagnose.records import Bools
from engine.diagnose.smallest import QUICK, ROUNDS, smallest

MOST_TOLD_APART: Final = 4
"""Explanations one deal is asked to tell apart; if it cannot, three, then two."""


_ANSWERS: Final = {"code-golf": 2, "words": 3, "programming-challenges": 3}
"""How many different answers there are in words that have no count."""


@dataclass(frozen=True, slots=True)
class Separation:
    """The shortest deal that tells programs apart, and what each would print."""

    deal: Deal
    programs: tuple[Program, ...]
    answers: tuple[str, ...]
    proved: bool
    """Whether every smaller deal was tried."""


def separate(programs: Sequence[Program], claim: Claim) -> Separation | None:
    """Return a deal on which the first programs answer differently, as many as one deal can.

    claim: an answer of the person's program, for what it prints and how.
    """
    programs = list(_one_of_a_kind(programs))
    most = _ANSWERS.get(claim.form, MOST_TOLD_APART) if claim.count is None else MOST_TOLD_APART
    for number in range(min(most, len(programs)), 1, -1):
        some = tuple(programs[:number])
        # A deal found by chance is long: worth it only where there is no other.
        effort = QUICK if number == 2 else QUICK._replace(deals=0)
        found = smallest(some, lambda printed: _all_apart(printed, claim), effort)
        if found is not None:
            answers = tuple(answer_of(program, found.deal, claim) for program in some)
            return Separation(found.deal, some, answers, found.proved)
    return None


def _one_of_a_kind(programs: Sequence[Program]) -> Iterator[Program]:
    """Leave out programs that give up, or lose cards, only later than one before: no small deal shows it."""
    kinds = set()
    for program in programs:
        queue = program.of(Kind.PLAYING).startswith("queue")
        kind = "queue" if queue else "stops" if program.of(Kind.STOPPING) else ""
        if not kind or kind not in kinds:
            yield program
        kinds.add(kind)


def _all_apart(printed: Sequence[Printed], claim: Claim) -> Bools:
    """Say on which deals every program answers, and each otherwise."""
    keys = [_key(each, claim) for each in printed]
    apart: Bools = ~np.logical_or.reduce([each.endless for each in printed])
    for place, key in enumerate(keys):
        for other in keys[:place]:
            apart &= key != other
    return apart


def _key(printed: Printed, claim: Claim) -> NDArray[np.int64]:
    """Return one number for each answer as it is printed: equal answers have equal numbers."""
    winner = printed.winner.astype(np.int64)
    match claim.form:
        case "code-golf":
            key: NDArray[np.int64] = (winner == 1).astype(np.int64)
        case "codingame":
            key = np.where(winner == 0, 0, 3 * printed.count + winner)
        case "words" | "programming-challenges":
            number = printed.count if claim.count is not None else np.zeros_like(printed.count)
            named = winner if claim.winners or claim.count is None else np.zeros_like(winner)
            key = 3 * number + named
        case _:
            key = 3 * printed.count + winner
    return key


def answer_of(program: Program, deal: Deal, claim: Claim) -> str:
    """Return what a program prints for a small deal, written as in the claim."""
    printed = program.prints(program.play([deal], limit=ROUNDS), claim.unit)
    winner, number, endless = printed.first()
    return claim.written(winner, number, endless=endless)
