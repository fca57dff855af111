"""The card game War as a library: exact, reproducible, no screens.

>>> from engine import Deal, PRESETS, play
>>> game = play(Deal.parse("2234/2243"), PRESETS["programming-challenges"].rules)
>>> game.outcome.winner, game.outcome.reason.value, game.rounds
(2, 'deck_empty', 7)
"""
