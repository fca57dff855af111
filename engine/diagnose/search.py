"""Which programs give these answers: every rule set with every mistake, against every case.

Programs that play a round wrongly are few and are played one by one; all others are in the `Box`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import numpy as np

from engine.cards import Deal
from engine.diagnose.box import Box, Clue, Tell, says
from engine.diagnose.explain import Fit
from engine.diagnose.grid import PLACE, RULE_SETS, Played, play_all
from engine.diagnose.mistakes import MISTAKES, Kind, of_kind, stops_at
from engine.diagnose.programs import Printed, Program, counted
from engine.diagnose.records import Bools, never_ends
from engine.rules import Rules, preset_of

PATIENCE: Final = 20_000
"""Rounds after which a game that has not ended counts as one that does not, for these searches."""
MOST_PATIENCE: Final = 100_000
"""The same where an answer names a count that is larger; the longest game met in 20 million had 19,952."""
MOST_EXPLANATIONS: Final = 120


def patience(clues: Sequence[Clue]) -> int:
    """Return how many rounds a game is followed: twice any count claimed, but not for ever."""
    counts = (claim.count for _, claim in clues if claim.count is not None and not claim.endless)
    return min(max([PATIENCE, *(2 * count for count in counts)]), MOST_PATIENCE)


def fitting_rules(clues: Sequence[Clue]) -> Bools:
    """Say which rule sets alone give every answer. Shape (`RULE_SETS`,)."""
    fits = np.ones(len(RULE_SETS), np.bool_)
    limit = patience(clues)
    clues = different(clues)
    for some in _few_then_more(clues):
        records = play_all([deal for deal, _ in some], wanted=fits, limit=limit)
        for (_, claim), mine in zip(some, records.T, strict=True):
            fits &= says(claim, Printed(mine["winner"], counted(mine, claim.unit, ""), never_ends(mine)))
    if any(claim.score is not None for _, claim in clues):
        # A score takes the decks at the end: only named rules are asked for that.
        for place, rules in enumerate(RULE_SETS):
            fits[place] &= preset_of(rules) is not None and _scores(Program(rules), clues)
    return fits


def different(clues: Sequence[Clue]) -> list[Clue]:
    """Leave out clues that come again: suits play no part."""
    return [*dict.fromkeys(Clue(Deal(deal.deck_1, deal.deck_2), claim) for deal, claim in clues)]


def _few_then_more(clues: Sequence[Clue]) -> Iterator[Sequence[Clue]]:
    """Cut clues into parts that grow: the first ones leave few programs for the others."""
    start, size = 0, 1
    while start < len(clues):
        yield clues[start : start + size]
        start, size = start + size, 8 * size


def slow_programs(judge: Rules) -> tuple[Program, ...]:
    """Return the judge's rules with each mistake that has to be played round by round."""
    names = [*of_kind(Kind.PLAYING), *(name for name in of_kind(Kind.STOPPING) if name.endswith("-more"))]
    return tuple(Program(judge, (name,)) for name in names)


def one_step_programs(judge: Rules) -> tuple[Program, ...]:
    """Return the judge's rules and every program one rule or one quick mistake away from them."""
    names = [name for name, mistake in MISTAKES.items() if mistake.kind is not Kind.PLAYING]
    quick = [Program(judge, (name,)) for name in names if not name.endswith("-more")]
    rules = [Program(rules) for rules in RULE_SETS if len(rules.apart(judge)) == 1]
    return (Program(judge), *rules, *quick)


def programs_that_say(
    clues: Sequence[Clue], judge: Rules, played: Played, tell: Tell
) -> tuple[list[Fit], int]:
    """Return the programs that give every answer, the likeliest first, and how many were tried."""
    box = Box(judge, played, tell)
    clues = different(clues)
    limit = patience(clues)
    form = clues[0].claim.form
    for some in _few_then_more(clues):
        if box.alive.any():
            box.narrow(some, limit)
    slow = slow_programs(judge)
    if judge not in PLACE:
        # More cards face down than anybody would think of: the box has none of these rules.
        slow += one_step_programs(judge)
    fits = box.fits(form) + [Fit(program, judge, form) for program in slow if _gives(program, clues, limit)]
    fits.sort(key=lambda fit: (fit.order, _place(fit.program)))
    if any(claim.score is not None for _, claim in clues):
        scored = (fit for fit in fits if _scores(fit.program, clues))
        fits = [*islice(scored, MOST_EXPLANATIONS)]
    return fits, box.tried + len(slow)


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
