"""One game by the readable law, as it is played and as it is kept."""

from engine.game.referee import (
    LIMIT,
    Beats,
    Move,
    Trace,
    comparison,
    pickup_order,
    play,
    play_round,
    play_rounds,
    record,
)
from engine.game.results import Cycle, Deck, Decks, Ending, Game, Lay, Outcome, Reason, Round, Rounds
