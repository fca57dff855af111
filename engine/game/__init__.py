"""One game by the readable law, as it is played and as it is kept."""

from engine.game.fixed_deals import SHAPES, DealShape, Plan
from engine.game.judges import (
    FORM_OF, FORMS, JUDGES, NOBODY, SKIENA_STEPS, Verdict, answer_at, deck_score, judge_answer,
)
from engine.game.referee import (
    LIMIT, Beats, Move, Trace, ascending, comparison, pickup_order, play, play_round, play_rounds, stretch_of,
)
from engine.game.results import (
    UNITS, Cycle, Deck, Decks, Ending, Game, Lay, Outcome, Reason, Round, Rounds, html_table,
)
