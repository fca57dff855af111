"""A whole game as a trace, played by the reference alone."""

from typing import Any

from engine.cards import Deal
from engine.game import Round, Trace, play, stretch_of
from engine.rules import Rules


def record(deal: Deal, rules: Rules, **terms: Any) -> Trace:
    """Play a deal and record every round; `terms` as in `engine.game.play`."""
    rounds: list[Round] = []
    game = play(deal, rules, **terms, watch=rounds.append)
    split = len(deal.deck_1)
    before = tuple(range(split)), tuple(range(split, deal.size))
    return stretch_of(game, rounds, first=1, before=before)
