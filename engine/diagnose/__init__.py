"""Which rule a program got wrong, and where.

>>> from engine import Deal
>>> from engine.wording.sentences import plain
>>> deal = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
>>> diagnosis = diagnose([Case(deal, got=read_answer("2 334"), expected=read_answer("True"))])
>>> plain(diagnosis.explanations[0].sentence)
"Your program picks up the winner's cards first. The judge wants the loser's first."
>>> diagnosis.explanations[0].first_differences[0].words
'The same cards until round 24; in round 25 they part.'
"""

from engine.diagnose.answers import Answer, Claim, Grade, graded, read_answer
from engine.diagnose.deals import (
    PUBLISHED,
    THOROUGH,
    Disagreement,
    DistinguishingDeal,
    End,
    FirstDifference,
    differ,
    end_of,
    first_decks,
    first_difference,
    first_differences,
    may_be_the_same,
    rounds,
)
from engine.diagnose.diagnosis import Case, Diagnosis, Explanation, Judge, Near, diagnose, next_deal, settle
from engine.diagnose.log_difference import TraceDiff, trace_diff
from engine.diagnose.logs import check_log
from engine.diagnose.mistakes import Kind, mistake_called
from engine.diagnose.playing import PATIENCE, RULE_SETS
from engine.diagnose.programs import SUITED, Program
from engine.diagnose.search import chance_words

__all__ = [
    "PATIENCE",
    "PUBLISHED",
    "RULE_SETS",
    "SUITED",
    "THOROUGH",
    "Answer",
    "Case",
    "Claim",
    "Diagnosis",
    "Disagreement",
    "DistinguishingDeal",
    "End",
    "Explanation",
    "FirstDifference",
    "Grade",
    "Judge",
    "Kind",
    "Near",
    "Program",
    "TraceDiff",
    "chance_words",
    "check_log",
    "diagnose",
    "differ",
    "end_of",
    "first_decks",
    "first_difference",
    "first_differences",
    "graded",
    "may_be_the_same",
    "mistake_called",
    "next_deal",
    "read_answer",
    "rounds",
    "settle",
    "trace_diff",
]
