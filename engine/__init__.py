"""The card game War as a library: exact, reproducible, no screens.

>>> from engine import PRESETS, Deal, play
>>> game = play(Deal.parse("2234/2243"), PRESETS["programming-challenges"].playable)
>>> game.outcome.winner, game.outcome.reason.value, game.rounds
(2, 'deck_empty', 8)
"""

from engine.cards import Deal, Hands, Pack, deal_cards
from engine.game import Cycle, Game, Outcome, Reason, Round, Trace, play, play_rounds
from engine.rules import PRESETS, BothOut, Order, Pickup, Preset, Rules, Shortfall, preset_of, rules_called

__version__ = "0.1.0"
