"""Which programs give these answers: every rule set with every mistake, against every case.

Programs that play a round wrongly are in `OddPrograms`; all others are in the `Box`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from engine.diagnose.box import Box, Clue, Tell, says
from engine.diagnose.explain import Fit
from engine.diagnose.grid import PLACE, RULE_SETS, Played
from engine.diagnose.luck import chance
from engine.diagnose.mistakes import MISTAKES, Kind, stops_at
from engine.diagnose.odd_search import narrowed, near_rules
from engine.diagnose.programs import Printed, Program, counted
from engine.diagnose.records import Bools, never_ends
from engine.diagnose.stops import stops_with_more
from engine.rules import Rules, preset_of

PATIENCE: Final = 20_000
"""Rounds after which a game that has not ended counts as one that does not, for these searches."""
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


def fitting_rules(clues: Sequence[Clue], played: Played) -> Bools:
    """Say which rule sets alone give every answer. Shape (`RULE_SETS`,)."""
    fits = np.ones(len(RULE_SETS), np.bool_)
    limit = patience(clues)
    clues = different(clues)
    for some in _few_then_more(clues):
        records = played.play_all([deal for deal, _ in some], wanted=fits, limit=limit)
        for (_, claim), mine in zip(some, records.T, strict=True):
            fits &= says(claim, Printed(mine["winner"], counted(mine, claim.unit, ""), never_ends(mine)))
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
    return (
        Program(judge),
        *map(Program, near_rules(judge)),
        *(Program(judge, (name,)) for name in names),
    )


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


def programs_that_say(clues: Sequence[Clue], judge: Rules, played: Played, tell: Tell) -> Found:
    """Return the programs that give every answer, the likeliest first."""
    box = Box(judge, played, tell)
    clues = different(clues)
    limit = patience(clues)
    form = clues[0].claim.form
    for some in _few_then_more(clues):
        if not box.empty:
            box.narrow(some, limit)
    luck = chance(clues, judge, limit)
    # Where a simple program fits by luck already, pairs would fit by the hundred and say nothing.
    odd = narrowed(judge, clues, limit, deep=luck < DEEP)
    fits = box.fits(form) + odd.fits(form)
    if name := stops_with_more(judge, clues, limit):
        fits.append(Fit(Program(judge, (name,)), judge, form))
    tried = box.tried + odd.tried + 1
    if judge not in PLACE:
        # More cards face down than anybody would think of: the box has none of these rules.
        near = one_step_programs(judge)
        fits += [Fit(program, judge, form) for program in near if _gives(program, clues, limit)]
        tried += len(near)
    fits.sort(key=lambda fit: (fit.order, _place(fit.program)))
    if any(claim.score is not None for _, claim in clues):
        scored = (fit for fit in fits if _scores(fit.program, clues))
        fits = [*islice(scored, MOST_EXPLANATIONS)]
    return Found(fits, tried, luck)


def _place(program: Program) -> tuple[int, int, tuple[str, ...]]:
    """Settle which of several goes first: of programs that give up, the one that goes on longest."""
    return -stops_at(program.of(Kind.STOPPING)), PLACE.get(program.rules, -1), program.mistakes


def _gives(program: Program, clues: Sequence[Clue], limit: int) -> bool:
    """Say whether a program gives every answer, looking no further than it has to."""
    for deal, claim in clues:
        cut_off = claim.count is not None and not claim.endless and not program.of(Kind.STOPPING)
        enough = min((claim.count or 0) + 2, limit) if cut_off else limit
        if not says(claim, program.prints(program.play([deal], limit=enough), claim.unit)).all():
            return False
    return True


def _scores(program: Program, clues: Sequence[Clue]) -> bool:
    return all(claim.score in (None, program.score(deal, limit=PATIENCE)) for deal, claim in clues)
