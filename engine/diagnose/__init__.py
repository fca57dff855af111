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
from engine.diagnose.diagnosis import Diagnosis, Explanation, Near, diagnose
from engine.diagnose.differ import ASPECTS, PUBLISHED, Aspect, Disagreement, End, Separation, differ, end_of
from engine.diagnose.judging import Case, Judge
from engine.diagnose.mistakes import MISTAKES, Kind
from engine.diagnose.parting import Parting, first_decks, parting, partings
from engine.diagnose.programs import Program
from engine.diagnose.settling import settle
from engine.diagnose.smallest import QUICK, THOROUGH, Effort
from engine.diagnose.traces import TraceDiff, trace_diff
from engine.words.sentences import plain

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
