"""Which programs that play a round wrongly give these answers, alone and beside one thing more.

Beside an odd way to play there is at most one rule, one misreading or one wrong readout; they are
tried as far as the answers can tell them apart at all.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from engine.diagnose.box import READINGS, READOUTS, Clue, Paying, keep
from engine.diagnose.explain import Fit
from engine.diagnose.grid import RULE_SETS, apart_from
from engine.diagnose.misreading import read_deal
from engine.diagnose.mistakes import MISTAKES, Kind, mistake_called, of_kind
from engine.diagnose.programs import Program
from engine.diagnose.records import Bools
from engine.diagnose.wrong import OddGame, play_odd
from engine.kernels.odd_codes import HIGHEST_FIRST, LOWEST_FIRST
from engine.rules import Rules, Shortfall

_SINGLE = np.array([len(readout.mistakes) < 2 for readout in READOUTS])
_PLAIN = np.array([len(readout.mistakes) == 0 for readout in READOUTS])


def near_rules(judge: Rules) -> list[Rules]:
    """Return every rule set that differs from the judge's in one rule."""
    return [RULE_SETS[place] for place in np.flatnonzero(apart_from(judge).sum(axis=1) == 1)]


def odd_programs(judge: Rules) -> Iterator[Program]:
    """Yield the judge's rules with each mistake in playing or counting rounds that means something there."""
    for name in chain(of_kind(Kind.PLAYING), ("forgets-wars",)):
        if MISTAKES[name].means_something(judge):
            yield Program(judge, (name,))


def pairs(judge: Rules) -> Iterator[Program]:
    """Yield these with one other rule, or with one misreading."""
    near = near_rules(judge)
    for program in odd_programs(judge):
        (name,) = program.mistakes
        for rules in near:
            if MISTAKES[name].means_something(rules) and _apart(name, rules, judge):
                yield Program(rules, (name,))
        for reading in READINGS[1:]:
            yield Program(judge, (reading, name))


def _apart(name: str, rules: Rules, judge: Rules) -> bool:
    """Say whether a mistake and a changed rule are two things: not both about the pick-up, or about the
    end of a war that cannot be paid for.
    """
    odd = MISTAKES[name].odd
    changed = {*rules.apart(judge)}
    if odd.war_lead or odd.order in (LOWEST_FIRST, HIGHEST_FIRST):
        return "pickup" not in changed
    about_ends = odd.spare or odd.checked or odd.ghost or odd.steal
    return not (about_ends and {"shortfall", "both_out"} & changed)


class OddPrograms:
    """Programs that play wrongly and have given every answer so far. `alive`: programs x readouts."""

    def __init__(self, judge: Rules, *, deep: bool) -> None:
        self.judge = judge
        single = [*odd_programs(judge)]
        self.programs = single + ([*pairs(judge)] if deep else [])
        self.alive: Bools = np.zeros((len(self.programs), len(READOUTS)), np.bool_)
        self.alive[: len(single)] = _SINGLE if deep else _PLAIN
        self.alive[len(single) :] = _PLAIN
        ends = [
            mistake_called(program.of(Kind.PLAYING)).odd for program in single if program.of(Kind.PLAYING)
        ]
        counting = np.array([readout.unit != "" or readout.offset != "" for readout in READOUTS])
        forgets = np.array([program.odd.forgets > 0 for program in self.programs])
        self.alive[np.ix_(forgets, counting)] = False
        naming = np.array([readout.naming != "" for readout in READOUTS])
        for place, odd in enumerate(ends):
            if odd.spare or odd.checked or odd.ghost:
                self.alive[place, naming] = False
        if judge.shortfall not in (Shortfall.LOSES, Shortfall.DRAW):
            self.alive[:, naming] = False
        if judge.symmetric:
            self.alive[:, [readout.naming == "winner-swapped" for readout in READOUTS]] = False
        self.tried = int(self.alive.sum())

    def narrow(self, clue: Clue, limit: int) -> None:
        """Keep the programs that give this answer too."""
        left = np.flatnonzero(self.alive.any(axis=1))
        if not len(left):
            return
        deal, claim = clue
        read = {name: read_deal(name, deal) if name else deal for name in READINGS}
        if claim.count is not None and not claim.endless:
            limit = min(limit, 2 * claim.count + 8)
        games = [
            OddGame(read[program.of(Kind.READING)], program.rules, program.odd, limit)
            for program in (self.programs[place] for place in left)
        ]
        records = play_odd(games)[:, None]
        alive = self.alive[left][:, None, :]
        paying = Paying.of([game.rules for game in games])
        keep(alive, paying, READOUTS, records, claim)
        self.alive[left] = alive[:, 0, :]

    def fits(self, form: str) -> list[Fit]:
        """Return the programs left."""
        return [
            Fit(Program(program.rules, (*program.mistakes, *READOUTS[readout].mistakes)), self.judge, form)
            for program, readout in (
                (self.programs[place], readout) for place, readout in np.argwhere(self.alive).tolist()
            )
        ]


def narrowed(judge: Rules, clues: Sequence[Clue], limit: int, *, deep: bool) -> OddPrograms:
    """Return what gives all these answers, the deals that cost least asked first."""
    programs = OddPrograms(judge, deep=deep)
    for clue in sorted(clues, key=_cost):
        programs.narrow(clue, limit)
    return programs


def _cost(clue: Clue) -> tuple[bool, int]:
    """Order answers by what it takes to look at them: those with a count tell most and are cut off early."""
    return clue.claim.count is None, clue.claim.count or clue.deal.size
