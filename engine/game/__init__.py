"""One game by the readable law, as it is played and as it is kept."""

from engine.game.referee import (
    LIMIT,
    Beats,
    Move,
    Position,
    Trace,
    comparison,
    play,
    play_round,
    play_rounds,
    record,
)
from engine.game.results import Cycle, Deck, Decks, Ending, Game, Outcome, Reason, Round, Rounds, count_rounds

__all__ = [
    "LIMIT",
    "Beats",
    "Cycle",
    "Deck",
    "Decks",
    "Ending",
    "Game",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Round",
    "Rounds",
    "Trace",
    "comparison",
    "count_rounds",
    "play",
    "play_round",
    "play_rounds",
    "record",
]
