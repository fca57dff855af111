"""Which rule a program got wrong, and where.

>>> from engine import Deal
>>> from engine.wording import plain
>>> deal = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
>>> diagnosis = diagnose([Case(deal, got=read_answer("2 334"), expected=read_answer("True"))])
>>> plain(diagnosis.explanations[0].sentence)
'Your program picks up all of the winner’s cards first. The judge picks up all of the loser’s cards first.'
>>> diagnosis.explanations[0].first_differences[0].words
'The same cards come up in both games until round 24. The games first differ in round 25.'
"""

from engine.diagnose.answers import (
    Answer, Claim, CrashError, Grade, answer_within, crash_line, graded, read_answer,
)
from engine.diagnose.differences import (
    End, FirstDifference, end_of, first_decks, first_difference, first_differences, rounds,
)
from engine.diagnose.diagnosis import Case, Diagnosis, Explanation, Judge, Near, diagnose, next_deal, settle
from engine.diagnose.log_difference import TraceDiff, trace_diff
from engine.diagnose.logs import check_log
from engine.diagnose.mistakes import Kind, mistake_called, stops_at
from engine.diagnose.playing import PATIENCE, RULE_SETS
from engine.diagnose.programs import Program
from engine.diagnose.search import chance_words
from engine.diagnose.small_deals import THOROUGH, DistinguishingDeal, may_be_the_same
from engine.diagnose.suites import (
    MOST_STEPS, PUBLISHED, SHUFFLED, Disagreement, Suite, differ, is_stored, stored_difference, stored_suites,
    suite_files, suites_of,
)
