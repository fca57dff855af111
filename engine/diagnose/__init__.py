"""Which rule a program got wrong, and where.

>>> from engine import Deal
>>> deal = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
>>> diagnosis = diagnose([Case(deal, got=read_answer("2 334"), expected=read_answer("True"))])
>>> plain(diagnosis.explanations[0].sentence)
"Your program picks up the winner's cards first. The judge wants the loser's first."
>>> diagnosis.explanations[0].partings[0].words
'The same cards until round 24; in round 25 they part.'
"""

from engine.diagnose.answers import Answer, Claim, read_answer
from engine.diagnose.deals import (
    ASPECTS,
    PUBLISHED,
    QUICK,
    THOROUGH,
    Aspect,
    Disagreement,
    Effort,
    End,
    Parting,
    Separation,
    differ,
    end_of,
    first_decks,
    parting,
    partings,
)
from engine.diagnose.diagnosis import Case, Diagnosis, Explanation, Judge, Near, diagnose, settle
from engine.diagnose.log_difference import TraceDiff, trace_diff
from engine.diagnose.mistakes import MISTAKES, Kind
from engine.diagnose.programs import Program
from engine.wording.sentences import plain

__all__ = [
    "ASPECTS",
    "MISTAKES",
    "PUBLISHED",
    "QUICK",
    "THOROUGH",
    "Answer",
    "Aspect",
    "Case",
    "Claim",
    "Diagnosis",
    "Disagreement",
    "Effort",
    "End",
    "Explanation",
    "Judge",
    "Kind",
    "Near",
    "Parting",
    "Program",
    "Separation",
    "TraceDiff",
    "diagnose",
    "differ",
    "end_of",
    "first_decks",
    "parting",
    "partings",
    "plain",
    "read_answer",
    "settle",
    "trace_diff",
]
