"""Which rule a program got wrong, and where.

>>> from engine import Deal
>>> deal = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
>>> diagnosis = diagnose([Case(deal, got=read_answer("2 334"), expected=read_answer("True"))])
>>> plain(diagnosis.explanations[0].sentence)
"Your program picks up the winner's cards first. The judge wants the loser's first."
>>> diagnosis.explanations[0].first_differences[0].words
'The same cards until round 24; in round 25 they part.'
"""

from engine.diagnose.answers import Answer, Claim, Grade, graded, read_answer
from engine.diagnose.deals import (
    ASPECTS,
    PUBLISHED,
    QUICK,
    THOROUGH,
    Aspect,
    Disagreement,
    DistinguishingDeal,
    Effort,
    differ,
    may_be_the_same,
)
from engine.diagnose.diagnosis import Case, Diagnosis, Explanation, Judge, Near, diagnose
from engine.diagnose.differences import (
    End,
    FirstDifference,
    end_of,
    first_decks,
    first_difference,
    first_differences,
    rounds,
)
from engine.diagnose.log_difference import TraceDiff, trace_diff
from engine.diagnose.logs import read_log
from engine.diagnose.mistakes import MISTAKES, Kind, mistake_called
from engine.diagnose.playing import PATIENCE, RULE_SETS
from engine.diagnose.programs import SUITED, Program
from engine.diagnose.search import MOST_EXPLANATIONS, chance_words
from engine.diagnose.settling import distinguishing_deals, settle
from engine.diagnose.suites import (
    MOST_STEPS,
    SHUFFLED,
    Suite,
    is_stored,
    stored_difference,
    stored_suites,
    suite_files,
    suites_of,
)
from engine.wording.sentences import plain

__all__ = [
    "ASPECTS",
    "MISTAKES",
    "MOST_EXPLANATIONS",
    "MOST_STEPS",
    "PATIENCE",
    "PUBLISHED",
    "QUICK",
    "RULE_SETS",
    "SHUFFLED",
    "SUITED",
    "THOROUGH",
    "Answer",
    "Aspect",
    "Case",
    "Claim",
    "Diagnosis",
    "Disagreement",
    "DistinguishingDeal",
    "Effort",
    "End",
    "Explanation",
    "FirstDifference",
    "Grade",
    "Judge",
    "Kind",
    "Near",
    "Program",
    "Suite",
    "TraceDiff",
    "chance_words",
    "diagnose",
    "differ",
    "distinguishing_deals",
    "end_of",
    "first_decks",
    "first_difference",
    "first_differences",
    "graded",
    "is_stored",
    "may_be_the_same",
    "mistake_called",
    "plain",
    "read_answer",
    "read_log",
    "rounds",
    "settle",
    "stored_difference",
    "stored_suites",
    "suite_files",
    "suites_of",
    "trace_diff",
]
