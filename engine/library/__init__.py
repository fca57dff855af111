"""What is known about War: questions with their answers, published claims, records."""

from engine.library import published, records
from engine.library.endless import Built, Tried, build, construction, gone_through, patterns_of
from engine.library.hunt import Hunt, HuntResult, found_by, go_hunting, gone_on_with, record_of
from engine.library.published import (
    ClaimVerdict, PublishedClaim, Title, claim_called, claim_data, claims, headline, json_lines,
)
from engine.library.question_answers import (
    USUAL, AskedQuestion, CountedAnswer, Player, beside, compared, left_out, played_line, read_guesses,
    saved_answer, saved_line,
)
from engine.library.questions import LESSON, QUESTIONS, asked_by, runs_to_save
from engine.library.records import (
    LONGEST_PATTERN, MOST_BUILT, RECORD_KINDS, Beaten, EndlessDeal, Record, RecordKind, beaten, best,
    endless_deal,
)
