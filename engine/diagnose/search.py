"""Which programs give these answers: every rule set with every mistake, against every case.

Programs that play a round wrongly are few and are played one by one; all others are in the `Box`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import numpy as np

from engine import kernels
from engine.cards import Deal
from engine.diagnose.box import Bools, Box, Found, Question, found_to_fit, says
from engine.diagnose.claims import Claim
from engine.diagnose.grid import PLACE, RULE_SETS, Played, play_all
from engine.diagnose.mistakes import MISTAKES, Kind, of_kind, stops_at
from engine.diagnose.programs import Printed, Program, counted
from engine.diagnose.records import never_ends
from engine.rules import Rules, preset_of

PATIENCE: Final = 20_000
"""Rounds after which a game that has not ended counts as one that does not, for these searches."""
MOST_PATIENCE: Final = 100_000
"""The same where an answer names a count that is larger; the longest game met in 20 million had 19,952."""
MOST_EXPLANATIONS: Final = 120


def patience(claims: Sequence[Claim]) -> int:
    """Return how many rounds a game is followed: twice any count claimed, but not for ever."""
    counts = [claim.count for claim in claims if claim.count is not None and not claim.endless]
    return min(max([PATIENCE, *(2 * count for count in counts)]), MOST_PATIENCE)


def fitting_rules(questions: Sequence[Question]) -> Bools:
    """Say which rule sets alone give every answer. Shape (`RULE_SETS`,)."""
    fits = np.ones(len(RULE_SETS), np.bool_)
    limit = patience([question.claim for question in questions])
    for some in _few_then_more(questions):
        records = play_all([question.deal for question in some], wanted=fits, limit=limit)
        for place, question in enumerate(some):
            mine = records[:, place]
            printed = Printed(mine["winner"], counted(mine, question.claim.unit, ""), never_ends(mine))
            fits &= says(question.claim, printed)
    if any(question.claim.score is not None for question in questions):
        # A score takes the decks at the end: only named rules are asked for that.
        for place, rules in enumerate(RULE_SETS):
            fits[place] &= preset_of(rules) is not None and _scores(Program(rules), questions)
    return fits


def _few_then_more(questions: Sequence[Question]) -> Iterator[Sequence[Question]]:
    """Cut questions into parts that grow: the first ones leave few programs for the others."""
    start, size = 0, 1
    while start < len(questions):
        yield questions[start : start + size]
        start, size = start + size, 2 * size


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


def programs_that_say(questions: Sequence[Question], judge: Rules, played: Played) -> tuple[list[Found], int]:
    """Return the programs that give every answer, the likeliest first, and how many were tried."""
    box = Box(judge, played)
    claims = [question.claim for question in questions]
    limit = patience(claims)
    form = claims[0].form
    for some in _few_then_more(questions):
        if box.alive.any():
            box.narrow(some, limit)
    slow = slow_programs(judge)
    if judge not in PLACE:
        # More cards face down than anybody would think of: the box has none of these rules.
        slow += one_step_programs(judge)
    left = [program for program in slow if _gives(program, questions, limit)]
    every = box.found(form) + [found_to_fit(program, judge, form) for program in left]
    every.sort(key=lambda each: (each.order, _place(each.program)))
    if any(claim.score is not None for claim in claims):
        scored = (each for each in every if _scores(each.program, questions))
        every = [*islice(scored, MOST_EXPLANATIONS)]
    return every, box.tried + len(slow)


def _place(program: Program) -> tuple[int, int, tuple[str, ...]]:
    """Settle which of several goes first: of programs that give up, the one that goes on longest."""
    return -stops_at(program.of(Kind.STOPPING)), PLACE.get(program.rules, -1), program.mistakes


def _gives(program: Program, questions: Sequence[Question], limit: int) -> bool:
    """Say whether a program gives every answer, looking no further than it has to."""
    for deal, claim in questions:
        enough = _enough(program, claim, limit)
        records = program.play([deal], limit=enough)
        if not says(claim, program.prints(records, claim.unit)).all():
            return False
    return True


def _enough(program: Program, claim: Claim, limit: int) -> int:
    if program.of(Kind.STOPPING) or claim.count is None or claim.endless:
        return limit
    return min(claim.count + 2, limit)


def _scores(program: Program, questions: Sequence[Question]) -> bool:
    return all(claim.score is None or score_of(program, deal) == claim.score for deal, claim in questions)


def score_of(program: Program, deal: Deal) -> int | None:
    """Return Advent of Code's score of the winner's deck, None where nobody wins."""
    first, second = kernels.final_decks(
        program.reads(deal), program.rules, terms=kernels.Terms(limit=PATIENCE)
    )
    if first and second:
        return None
    return sum(rank * worth for worth, rank in enumerate(reversed(first or second), 1))
