"""The striking facts of War, each one click away: a question and the screen that answers it.

What a title or a story claims is checked against the engine in `tests/dashboard/test_compare_facts.py`: the
numbers are those of the run that the story opens, with the wider side of their 95 % interval rounded up.
"""

from typing import Final

from dashboard.address.screens import CompareScreen, SimulateScreen, Unit
from dashboard.stories import Story

FACTS: Final[tuple[Story[CompareScreen | SimulateScreen], ...]] = (
    Story(
        "Who picks up first decides whether War ends",
        "With player 1’s cards always first, 82.5 ± 0.8 % of games never end. "
        "With the winner’s or the loser’s first, every one of 10,000 ends.",
        CompareScreen(rule_sets=("code-golf",), sweep="pickup", games=10_000),
    ),
    Story(
        "CodinGame’s rules: player 1 hardly ever wins",
        "Player 1 wins 1.7 ± 0.2 % of games. Put player 2’s cards first instead, and player 2 wins "
        "1.6 ± 0.2 %.",
        CompareScreen(rule_sets=("codingame", "3.PLAYER_2_FIRST.DRAW.DRAW.HIGH"), games=50_000),
    ),
    Story(
        "Four games in ten never end",
        "By the rules of Programming Challenges as they are written, 42.2 ± 0.4 % of shuffled games go "
        "round for ever.",
        SimulateScreen(rule_set="programming-challenges"),
    ),
    Story(
        "The text and its own program disagree",
        "Programming Challenges’ program picks wars up in another order than its text: "
        "59.0 ± 0.5 % of deals end otherwise.",
        CompareScreen(rule_sets=("programming-challenges", "programming-challenges-code"), games=50_000),
    ),
    Story(
        "The loser’s cards first, or the winner’s?",
        "With the winner’s first, games are 4.1 ± 2.7 rounds shorter, and 37.0 ± 0.5 % of deals have another "
        "winner. Both players go on winning equally often.",
        CompareScreen(rule_sets=("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH"), games=50_000),
    ),
    Story(
        "Does stealing make the game shorter?",
        "Who is short for a war takes the missing cards from the other: games last 42.1 ± 1.0 rounds longer "
        "than the 180.4 ± 1.3 they last without.",
        CompareScreen(rule_sets=("whats-in-a-game", "whats-in-a-game-steal"), games=50_000),
    ),
    Story(
        "One rule set, three lengths",
        "The same games last 235.5 ± 1.2 rounds, 249.8 ± 1.3 battles or 292.7 ± 1.5 pairs of cards laid, "
        "which is why published averages disagree.",
        SimulateScreen(rule_set="norvig", unit=Unit.PLAYS),
    ),
    Story(
        "More cards face down, shorter games",
        "With none a game lasts 353.9 ± 5.4 rounds, with six 90.8 ± 1.4; every card between shortens it.",
        CompareScreen(rule_sets=("code-golf",), sweep="face_down", games=10_000),
    ),
    Story(
        "How much is an ace worth?",
        "Without an ace player 1 wins 21.0 ± 1.1 % of decided games, with all four of them 79.4 ± 1.1 %.",
        SimulateScreen(rule_set="norvig"),
    ),
)
"""What a first visitor may be asked."""
