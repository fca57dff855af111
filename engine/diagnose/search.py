"""Find the programs that fit the answers: by rules (`candidates`) or with a fault in playing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Final, NamedTuple

import numpy as np

from engine.diagnose.candidates import (
    MOST_DIFFERENCES,
    READINGS,
    READOUTS,
    Candidates,
    Clue,
    Fit,
    Paying,
    Tell,
    filter_alive,
    matches,
)
from engine.diagnose.mistakes import MISTAKES, Kind, mistake_called, of_kind, stops_at
from engine.diagnose.playing import (
    PATIENCE,
    PLACE,
    RULE_SETS,
    Bools,
    FaultyGame,
    GameCache,
    differing_rules,
    never_ends,
    play_faulty,
)
from engine.diagnose.programs import SCORES, Printed, Program, counted, read_deal, stops_with_more
from engine.kernels.codes import HIGHEST_FIRST, LAW, LOWEST_FIRST
from engine.rules import Rules, Shortfall, preset_of

# Which programs that play a round wrongly give these answers, alone and beside one thing more.
#
# Beside a fault in playing there is at most one rule, one misreading or one wrong readout; they are
# tried as far as the answers can tell them apart at all.

_SINGLE = np.array([len(readout.mistakes) < 2 for readout in READOUTS])
_PLAIN = np.array([len(readout.mistakes) == 0 for readout in READOUTS])


def near_rules(judge: Rules) -> list[Rules]:
    """Return every rule set that differs from the judge's in one rule."""
    return [RULE_SETS[place] for place in np.flatnonzero(differing_rules(judge).sum(axis=1) == 1)]


def faulty_programs(judge: Rules) -> Iterator[Program]:
    """Yield the judge's rules with each mistake in playing or counting rounds that means something there."""
    for name in chain(of_kind(Kind.PLAYING), of_kind(Kind.UNIT)):
        if MISTAKES[name].fault != LAW and MISTAKES[name].means_something(judge):
            yield Program(judge, (name,))


def pairs(judge: Rules) -> Iterator[Program]:
    """Yield these with one other rule, or with one misreading."""
    near = near_rules(judge)
    for program in faulty_programs(judge):
        (name,) = program.mistakes
        for rules in near:
            if MISTAKES[name].means_something(rules) and _apart(name, rules, judge):
                yield Program(rules, (name,))
        for reading in READINGS[1:]:
            yield Program(judge, (reading, name))


def _apart(name: str, rules: Rules, judge: Rules) -> bool:
    """Return whether a mistake and a changed rule are two things: not both about the pick-up, or about the
    end of a war that cannot be paid for.
    """
    fault = MISTAKES[name].fault
    changed = {*rules.apart(judge)}
    if fault.war_lead or fault.order in (LOWEST_FIRST, HIGHEST_FIRST):
        return "pickup" not in changed
    about_ends = fault.spare or fault.checked or fault.ghost or fault.steal
    return not (about_ends and {"shortfall", "both_out"} & changed)


class FaultyPrograms:
    """Programs that play wrongly and have given every answer so far. `alive`: programs x readouts."""

    def __init__(self, judge: Rules, *, deep: bool) -> None:
        self.judge = judge
        single = [*faulty_programs(judge)]
        self.programs = single + ([*pairs(judge)] if deep else [])
        self.alive: Bools = np.zeros((len(self.programs), len(READOUTS)), np.bool_)
        self.alive[: len(single)] = _SINGLE if deep else _PLAIN
        self.alive[len(single) :] = _PLAIN
        ends = [
            mistake_called(program.of(Kind.PLAYING)).fault for program in single if program.of(Kind.PLAYING)
        ]
        counting = np.array([readout.unit != "" or readout.offset != "" for readout in READOUTS])
        forgets = np.array([program.fault.forgets != 0 for program in self.programs])
        self.alive[np.ix_(forgets, counting)] = False
        naming = np.array([readout.naming != "" for readout in READOUTS])
        for place, fault in enumerate(ends):
            if fault.spare or fault.checked or fault.ghost:
                self.alive[place, naming] = False
        if judge.shortfall not in (Shortfall.LOSES, Shortfall.DRAW):
            self.alive[:, naming] = False
        if judge.symmetric:
            self.alive[:, [readout.naming == "winner-swapped" for readout in READOUTS]] = False
        self.tried = int(self.alive.sum())

    def filter(self, clue: Clue, limit: int) -> None:
        """Keep the programs that give this answer too."""
        left = np.flatnonzero(self.alive.any(axis=1))
        if not len(left):
            return
        deal, claim = clue
        read = {name: read_deal(name, deal) if name else deal for name in READINGS}
        if claim.count is not None and not claim.endless:
            limit = min(limit, 2 * claim.count + 8)
        games = [
            FaultyGame(read[program.of(Kind.READING)], program.rules, program.fault, limit)
            for program in (self.programs[place] for place in left)
        ]
        records = play_faulty(games)[:, None]
        alive = self.alive[left][:, None, :]
        paying = Paying.of([game.rules for game in games])
        filter_alive(alive, paying, READOUTS, records, claim)
        self.alive[left] = alive[:, 0, :]

    def fits(self, form: str) -> list[Fit]:
        """Return the programs left."""
        return [
            Fit(Program(program.rules, (*program.mistakes, *READOUTS[readout].mistakes)), self.judge, form)
            for program, readout in (
                (self.programs[place], readout) for place, readout in np.argwhere(self.alive).tolist()
            )
        ]


def filter_faulty(judge: Rules, clues: Sequence[Clue], limit: int, *, deep: bool) -> FaultyPrograms:
    """Return what gives all these answers, the deals that cost least asked first."""
    programs = FaultyPrograms(judge, deep=deep)
    for clue in sorted(clues, key=_cost):
        programs.filter(clue, limit)
    return programs


def _cost(clue: Clue) -> tuple[bool, int]:
    """Order answers by what it takes to look at them: those with a count tell most and are cut off early."""
    return clue.claim.count is None, clue.claim.count or clue.deal.size


# How many programs would be expected to give some answers by chance.
#
# A wrong program that has nothing to do with the person's gives an answer as often as the usual wrong
# programs do: the judge's own as often as these are right, any other as often as they name that
# winner, and a count about as often as their counts lie near it. Of independent programs, as many
# times the product over all answers are expected to fit by luck.

LIKELY: Final = 0.5
"""From this number of programs expected by chance on, a match is likely chance."""
SURE: Final = 0.05
"""Fewer are none."""
_NEAR: Final = 1.5
"""Counts within this factor are near."""
_ENOUGH: Final = 1e-9
"""A chance beyond which no further answer is looked at."""


def chance_words(by_chance: float) -> str:
    """Return in words how many programs would be expected to fit by luck.

    >>> chance_words(45.4), chance_words(0.6), chance_words(0.004)
    ('some 45 such programs would fit by luck', 'one such program would fit by luck', \
'such a program fits by luck in one of 250 questions')
    """
    if by_chance >= 1.5:
        return f"some {by_chance:,.0f} such programs would fit by luck"
    if by_chance >= LIKELY:
        return "one such program would fit by luck"
    return f"such a program fits by luck in one of {1 / max(by_chance, 1e-6):,.0f} questions"


def chance(clues: Sequence[Clue], judge: Rules, limit: int) -> float:
    """Return the chance that a wrong program gives all these answers for no reason."""
    programs = [(judge, LAW, "")]
    programs += [(rules, LAW, "") for rules in near_rules(judge)]
    programs += [(judge, program.fault, "") for program in faulty_programs(judge)]
    programs += [(judge, LAW, reading) for reading in READINGS[1:]]
    whole = 1.0
    for deal, claim in clues:
        read = {name: read_deal(name, deal) if name else deal for name in READINGS}
        records = play_faulty(
            [FaultyGame(read[reading], rules, fault, limit) for rules, fault, reading in programs]
        )
        printed = Printed(records["winner"], counted(records, claim.unit, ""), never_ends(records))
        whole *= _chance(Clue(deal, claim), printed)
        if whole < _ENOUGH:
            break
    return whole


def _chance(clue: Clue, printed: Printed) -> float:
    """Return the chance of one answer; the first program that printed is the judge's own."""
    claim = clue.claim
    number = len(printed.winner)
    right = matches(claim, printed)
    if right[0] or claim.endless or claim.score is not None:
        return float(right.sum() + 1) / (number + 1)
    ends = ~printed.endless
    named = ends & np.isin(printed.winner, claim.winners) if claim.winners else ends
    share = float(named.sum() + 1) / (number + 1)
    if claim.count is None:
        return share
    near = ends & (printed.count >= claim.count / _NEAR) & (printed.count <= claim.count * _NEAR)
    width = claim.count * (_NEAR - 1 / _NEAR) + 1
    return share * float(near.sum() + 1) / (number + 1) / width


# Which programs give these answers: every rule set with every mistake, against every case.
#
# Programs that play a round wrongly are in `FaultyPrograms`; all others are in `Candidates`.

MOST_PATIENCE: Final = 100_000
"""The same where an answer names a count that is larger; the longest game met in 20 million had 19,952."""
MOST_EXPLANATIONS: Final = 120
SINGLE: Final = 200
"""Programs one rule or one mistake away from a judge's, about."""
DEEP: Final = 0.01
"""Chance of the answers up to which a mistake in playing is tried beside other mistakes."""


def patience(clues: Sequence[Clue]) -> int:
    """Return how many rounds a game is followed: twice any count claimed, but not for ever."""
    counts = (claim.count for _, claim in clues if claim.count is not None and not claim.endless)
    return min(max([PATIENCE, *(2 * count for count in counts)]), MOST_PATIENCE)


def fitting_rules(clues: Sequence[Clue], played: GameCache) -> Bools:
    """Return which rule sets alone give every answer. Shape (`RULE_SETS`,)."""
    fits = np.ones(len(RULE_SETS), np.bool_)
    limit = patience(clues)
    clues = different(clues)
    for some in _few_then_more(clues):
        records = played.play_all([deal for deal, _ in some], wanted=fits, limit=limit)
        for (_, claim), mine in zip(some, records.T, strict=True):
            fits &= matches(claim, Printed(mine["winner"], counted(mine, claim.unit, ""), never_ends(mine)))
    if any(claim.score is not None for _, claim in clues):
        # A score takes the decks at the end: only named rules are asked for that.
        for place, rules in enumerate(RULE_SETS):
            fits[place] &= preset_of(rules) is not None and _scores(Program(rules), clues)
    return fits


def different(clues: Sequence[Clue]) -> list[Clue]:
    """Leave out clues that come again, whatever their suits."""
    return [*dict.fromkeys(clues)]


def _few_then_more(clues: Sequence[Clue]) -> Iterator[Sequence[Clue]]:
    """Cut clues into parts that grow: the first ones leave few programs for the others."""
    start, size = 0, 1
    while start < len(clues):
        yield clues[start : start + size]
        start, size = start + size, 8 * size


def one_step_programs(judge: Rules) -> tuple[Program, ...]:
    """Return the judge's rules and every program one rule or one mistake away from them."""
    names = [name for name, mistake in MISTAKES.items() if mistake.means_something(judge)]
    return (Program(judge), *map(Program, near_rules(judge)), *(Program(judge, (name,)) for name in names))


class Found(NamedTuple):
    """What gives every answer, and how much was tried for it."""

    fits: list[Fit]
    tried: int
    chance: float
    """That a wrong program gives these answers for no reason."""

    def by_chance(self, fit: Fit) -> float:
        """Return how many programs as simple as this one would be expected to fit by luck."""
        differences = len(fit.differences)
        programs = SINGLE if differences == 1 else self.tried if differences else 0
        return programs * self.chance


def programs_that_say(clues: Sequence[Clue], judge: Rules, played: GameCache, tell: Tell) -> Found:
    """Return the programs that give every answer, the likeliest first."""
    clues = different(clues)
    scored = any(claim.score is not None for _, claim in clues)
    candidates = Candidates(judge, played, tell, counts=not scored)
    limit = patience(clues)
    form = clues[0].claim.form
    for some in _few_then_more(clues):
        if not candidates.empty:
            candidates.filter(some, limit)
    chance_alone = chance(clues, judge, limit)
    # Where a simple program fits by luck already, pairs would fit by the hundred and say nothing.
    fault = filter_faulty(judge, clues, limit, deep=chance_alone < DEEP)
    fits = candidates.fits(form) + fault.fits(form)
    if name := stops_with_more(judge, clues, limit):
        fits.append(Fit(Program(judge, (name,)), judge, form))
    tried = candidates.tried + fault.tried + 1
    if judge not in PLACE:
        # More cards face down than anybody would think of: the box has none of these rules.
        near = one_step_programs(judge)
        fits += [Fit(program, judge, form) for program in near if _gives(program, clues, limit)]
        tried += len(near)
    fits.sort(key=lambda fit: (fit.order, _place(fit.program)))
    if scored:
        fits = [*islice(_that_score(fits, clues), MOST_EXPLANATIONS)]
    return Found(fits, tried, chance_alone)


def _place(program: Program) -> tuple[int, int, tuple[str, ...]]:
    """Settle which of several goes first: of programs that give up, the one that goes on longest."""
    return -stops_at(program.of(Kind.STOPPING)), PLACE.get(program.rules, -1), program.mistakes


def _gives(program: Program, clues: Sequence[Clue], limit: int) -> bool:
    """Return whether a program gives every answer, looking no further than it has to."""
    for deal, claim in clues:
        cut_off = claim.count is not None and not claim.endless and not program.of(Kind.STOPPING)
        enough = min((claim.count or 0) + 2, limit) if cut_off else limit
        if not matches(claim, program.prints(program.play([deal], limit=enough), claim.unit)).all():
            return False
    return True


def _that_score(fits: Sequence[Fit], clues: Sequence[Clue]) -> Iterator[Fit]:
    """Yield the programs that give these scores, counted rightly or wrongly, the likeliest first."""
    ways = [
        replace(fit, program=Program(fit.program.rules, (*fit.program.mistakes, name)))
        for fit in fits
        for name in SCORES
        if not fit.program.of(Kind.UNIT) and len(fit.differences) < MOST_DIFFERENCES
    ]
    every = sorted((*fits, *ways), key=lambda fit: (fit.order, _place(fit.program)))
    return (fit for fit in every if _scores(fit.program, clues))


def _scores(program: Program, clues: Sequence[Clue]) -> bool:
    return all(claim.score in (None, program.score(deal, limit=PATIENCE)) for deal, claim in clues)
