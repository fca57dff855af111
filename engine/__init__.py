"""The card game War as a library: exact, reproducible, no screens.

>>> from engine import PRESETS, Deal, play
>>> game = play(Deal.parse("2234/2243"), PRESETS["programming-challenges"].playable)
>>> game.outcome.winner, game.outcome.reason.value, game.rounds
(2, 'deck_empty', 8)
"""

from engine.cards import Pack
from engine.deal import Deal, deal_cards
from engine.game import Cycle, Game, Outcome, Reason, Round, play, play_rounds
from engine.presets import PRESETS, Preset, preset_of, rules_called
from engine.rules import BothOut, Order, Pickup, Rules, Shortfall
from engine.trace import Trace, record

__all__ = [
    "PRESETS",
    "BothOut",
    "Cycle",
    "Deal",
    "Game",
    "Order",
    "Outcome",
    "Pack",
    "Pickup",
    "Preset",
    "Reason",
    "Round",
    "Rules",
    "Shortfall",
    "Trace",
    "deal_cards",
    "play",
    "play_rounds",
    "preset_of",
    "record",
    "rules_called",
]
