"""The striking facts of War, each one click away: a question and the screen that answers it.

What a title or a story claims is checked against the engine in `tests/dashboard/test_compare_facts.py`.
"""

from typing import Final

from dashboard.address.screens import CompareScreen, SimulateScreen, Unit
from dashboard.stories import Story

FACTS: Final[tuple[Story[CompareScreen | SimulateScreen], ...]] = (
    Story(
        "Who picks up first decides whether War ends",
        "With the same player’s cards always first, four games in five never end. "
        "With the winner’s or the loser’s first, all of these do.",
        CompareScreen(rule_sets=("code-golf",), sweep="pickup", games=10_000),
    ),
    Story(
        "CodinGame’s rules: player 1 hardly ever wins",
        "Put player 2’s cards first instead, and it is player 2 who hardly ever wins.",
        CompareScreen(rule_sets=("codingame", "3.PLAYER_2_FIRST.DRAW.DRAW.HIGH"), games=50_000),
    ),
    Story(
        "Four games in ten never end",
        "The rules of Programming Challenges as they are written, on shuffled cards.",
        SimulateScreen(rule_set="programming-challenges"),
    ),
    Story(
        "The text and its own program disagree",
        "Programming Challenges’ program picks wars up in another order than its text: "
        "more than half of the deals end otherwise.",
        CompareScreen(rule_sets=("programming-challenges", "programming-challenges-code"), games=50_000),
    ),
    Story(
        "The loser’s cards first, or the winner’s?",
        "It changes neither the shares nor the lengths, only who wins: in more than a third of the deals.",
        CompareScreen(rule_sets=("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH"), games=50_000),
    ),
    Story(
        "Does stealing make the game shorter?",
        "Who is short for a war takes the missing cards from the other: games get longer by a fifth.",
        CompareScreen(rule_sets=("whats-in-a-game", "whats-in-a-game-steal"), games=50_000),
    ),
    Story(
        "One rule set, three lengths",
        "Counted in rounds, in battles or in pairs of cards laid, the same games are of three lengths, "
        "which is why published averages disagree.",
        SimulateScreen(rule_set="norvig", unit=Unit.PLAYS),
    ),
    Story(
        "More cards face down, shorter games",
        "Every card more that a war takes makes the game shorter, from no card to six.",
        CompareScreen(rule_sets=("code-golf",), sweep="face_down", games=10_000),
    ),
    Story(
        "How much is an ace worth?",
        "Without an ace player 1 wins one game in five, with all four of them four in five.",
        SimulateScreen(rule_set="norvig"),
    ),
)
"""What a first visitor may be asked."""
