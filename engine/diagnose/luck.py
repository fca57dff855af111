"""How many programs would be expected to give some answers by chance.

A wrong program that has nothing to do with the person's gives an answer as often as the usual wrong
programs do: the judge's own as often as these are right, any other as often as they name that
winner, and a count about as often as their counts lie near it. Of independent programs, so many
times the product over all answers are expected to fit by luck.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from engine.diagnose.box import READINGS, Clue, says
from engine.diagnose.misreading import read_deal
from engine.diagnose.odd_search import near_rules, odd_programs
from engine.diagnose.programs import Printed, counted
from engine.diagnose.records import never_ends
from engine.diagnose.wrong import OddGame, play_odd
from engine.kernels.odd_codes import LAW
from engine.rules import Rules

LIKELY: Final = 0.5
"""So many programs expected by chance are likely luck."""
SURE: Final = 0.05
"""Fewer are none."""
_NEAR: Final = 1.5
"""Counts within this factor are near."""
_ENOUGH: Final = 1e-9
"""A chance beyond which no further answer is looked at."""


def luck_words(by_chance: float) -> str:
    """Say how many programs would be expected to fit by luck.

    >>> luck_words(45.4), luck_words(0.6), luck_words(0.004)
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
    programs += [(judge, program.odd, "") for program in odd_programs(judge)]
    programs += [(judge, LAW, reading) for reading in READINGS[1:]]
    whole = 1.0
    for deal, claim in clues:
        read = {name: read_deal(name, deal) if name else deal for name in READINGS}
        records = play_odd([OddGame(read[reading], rules, odd, limit) for rules, odd, reading in programs])
        printed = Printed(records["winner"], counted(records, claim.unit, ""), never_ends(records))
        whole *= _chance(Clue(deal, claim), printed)
        if whole < _ENOUGH:
            break
    return whole


def _chance(clue: Clue, printed: Printed) -> float:
    """Return the chance of one answer; the first program that printed is the judge's own."""
    claim = clue.claim
    number = len(printed.winner)
    right = says(claim, printed)
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
