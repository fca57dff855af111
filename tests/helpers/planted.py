"""The bench of planted mistakes: wrong programs, random deals, what judge and program say to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from published import lines

from engine.cards import Deal, Pack, deal_cards
from engine.diagnose import Case, Claim, Diagnosis, Kind, Program, diagnose, read_answer
from engine.diagnose.mistakes import stop_bounds
from engine.game import judge_answer, play
from engine.rules import PLAYABLE, Rules

DEALS: Final = 50
CASES: Final = 3
ALIKE: Final = 500  # games in which two programs print the same that are one
WORDS: Final = Claim("words", (1,), count=1)
FORMS: Final = {
    "codingame": Claim("codingame", (1,), count=1),
    "programming-challenges": Claim("programming-challenges", (1,), count=1),
}
"""How a program writes its answers for a judge; elsewhere `player 2, 334 rounds`."""


@dataclass(frozen=True)
class Planted:
    """A wrong program and whose rules it should follow."""

    judge: str
    program: Program
    pack: Pack
    seed: int

    @property
    def right(self) -> Program:
        return Program(PLAYABLE[self.judge])

    def says(self, program: Program, deal: Deal) -> str | None:
        """Return what a program prints for this judge, None where it never answers."""
        winner, number, endless = program.prints(program.play([deal], limit=20_000)).at(0)
        return None if endless else FORMS.get(self.judge, WORDS).written(winner, number, endless=False)

    def cases(self) -> Iterator[tuple[Case, bool]]:
        """Yield random deals that both answer, as test cases, and whether the program fails them."""
        rules = PLAYABLE[self.judge]
        found = number = 0
        while found < DEALS:
            deal = deal_cards(self.pack, seed=self.seed, number=number)
            number += 1
            right, got = self.says(self.right, deal), self.says(self.program, deal)
            if right is None or got is None:
                continue
            found += 1
            expected = judge_answer(play(deal, rules), self.judge) or right
            yield Case(deal, got=read_answer(got), expected=read_answer(expected)), got != right

    def questions(self) -> Iterator[tuple[Case, ...]]:
        """Yield three cases after three of the deals, where the program fails one of them."""
        cases = self.cases()
        for _ in range(DEALS // CASES):
            three = [*islice(cases, CASES)]
            if any(fails for _, fails in three):
                yield tuple(case for case, _ in three)

    def asked(self, cases: tuple[Case, ...]) -> tuple[bool, bool, Diagnosis]:
        """Diagnose: is the true cause named first, is it among the explanations?"""
        found = diagnose(cases)
        named = [each.program for each in found.explanations]
        first = bool(named) and (names(named[0], self.program) or self.plays_alike(named[0]))
        return first, first or any(names(program, self.program) for program in named), found

    def plays_alike(self, program: Program) -> bool:
        """Say whether another program prints the same in many games: then it is this one by another name."""
        deals = [deal_cards(self.pack, seed=self.seed + 1, number=number) for number in range(ALIKE)]
        one, other = (each.prints(each.play(deals, limit=20_000)) for each in (program, self.program))
        ends = (one.winner, other.winner), (one.count, other.count), (one.endless, other.endless)
        return all(np.array_equal(mine, others) for mine, others in ends)


def give_up_alike(one: Program, other: Program) -> bool:
    """Say whether two programs give up after some rounds and say the same then, whatever the rounds."""
    mine, others = one.of(Kind.STOPPING), other.of(Kind.STOPPING)
    return bool(mine and others) and mine.rpartition("-")[2] == others.rpartition("-")[2]


def names(program: Program, cause: Program) -> bool:
    """Say whether an explanation is the cause: the same program, or one that gives up after as many rounds.

    Answers seldom tell after how many: what is said then are the bounds.
    """
    if not give_up_alike(program, cause):
        return program == cause
    first, last = stop_bounds(program.of(Kind.STOPPING))
    within = first <= stop_bounds(cause.of(Kind.STOPPING))[0] <= last
    return within and _but_for_rounds(program) == _but_for_rounds(cause)


def _but_for_rounds(program: Program) -> tuple[Rules, list[str]]:
    """Return what a program does until it gives up."""
    return program.rules, [name for name in program.mistakes if name != program.of(Kind.STOPPING)]


def planted() -> list[Planted]:
    """Return every wrong program of the bench."""
    return [
        Planted(line["judge"], Program.parse(line["program"]), Pack.parse(line["pack"]), line["seed"])
        for line in lines("planted_mistakes")
    ]
