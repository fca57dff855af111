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


@dataclass(frozen=True, slots=True)
class Separation:
    """The shortest deal that tells programs apart, and what each would print."""

    deal: Deal
    answers: tuple[tuple[Program, str], ...]
    proved: bool
    """Whether every smaller deal was tried."""


def separate(programs: Sequence[Program], claim: Claim) -> Separation | None:
    """Return a deal on which the first programs answer differently, as many as one deal can.

    claim: an answer of the person's program, for what it prints and how.
    """
    programs = list(_one_of_a_kind(programs))
    words, counted = _words(claim)
    most = MOST_TOLD_APART if any(counted) else len({*words})
    for number in range(min(most, MOST_TOLD_APART, len(programs)), 1, -1):
        some = tuple(programs[:number])
        # A deal found by chance is long: worth it only where there is no other.
        effort = QUICK if number == 2 else QUICK._replace(deals=0)
        telling = smallest(some, lambda printed: _all_apart(printed, claim), effort)
        if telling is not None:
            answers = tuple((program, answer_of(program, telling.deal, claim)) for program in some)
            return Separation(telling.deal, answers, telling.proved)
    return None


def _words(claim: Claim) -> tuple[list[str], list[bool]]:
    """Return what is printed for nobody, player 1 and player 2 after one round; and whether rounds count."""
    words, later = ([claim.written(who, rounds, endless=False) for who in range(3)] for rounds in (1, 2))
    return words, [one != other for one, other in zip(words, later, strict=True)]


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
    keys = [_key(answers, claim) for answers in printed]
    apart: Bools = ~np.logical_or.reduce([answers.endless for answers in printed])
    for place, key in enumerate(keys):
        for other in keys[:place]:
            apart &= key != other
    return apart


def _key(printed: Printed, claim: Claim) -> NDArray[np.int64]:
    """Return one number for each answer as it is printed: equal answers have equal numbers."""
    words, counted = _words(claim)
    named = np.array([words.index(word) for word in words])[printed.winner]
    key: NDArray[np.int64] = named + 3 * np.where(np.array(counted)[printed.winner], printed.count, 0)
    return key


def answer_of(program: Program, deal: Deal, claim: Claim) -> str:
    """Return what a program prints for a small deal, written as in the claim."""
    printed = program.prints(program.play([deal], limit=ROUNDS), claim.unit)
    winner, number, endless = printed.first()
    return claim.written(winner, number, endless=endless)
