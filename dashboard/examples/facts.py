"""Facts, contradictions and open questions, each with its screen."""

from dataclasses import dataclass
from typing import Final

from dashboard.examples import Story
from dashboard.examples.deals import FAMOUS
from dashboard.urls.screens import AskedCase, CompareScreen, DiagnoseScreen, SimulateScreen, Unit
from engine.cards import Deal
from engine.diagnose import End, Program, rounds

# Questions that show a first visitor what the Diagnose page does.


@dataclass(frozen=True, slots=True)
class Example:
    """A question with an answer worth seeing."""

    title: str
    screen: DiagnoseScreen


def _famous(title: str) -> Deal:
    return next(famous.screen.deal for famous in FAMOUS if famous.title == title)


GOLF: Final = _famous("A comeback, with a triple war")
CODINGAME: Final = _famous("CodinGame: 26 cards, medium length")


def _log() -> str:
    """Return what a program prints that picks the winner's cards up first, some noise around it."""
    program = Program.parse("3.WINNER_FIRST.DRAW.DRAW.HIGH")
    lines = ["reading 26 + 26 cards"]
    for this in rounds(program, CODINGAME):
        decks = (" ".join(CODINGAME.rank_text(rank) for rank in deck) for deck in this.decks)
        lines.append(f"after round {this.number}: {' | '.join(decks)}")
    return "\n".join(lines)


def _example(title: str, deal: Deal, expected: str, format: str, **said: str) -> Example:
    """Return an example with one test; `said` is what a program answered or printed."""
    case = AskedCase(deal=deal, expected=expected, format=format, **said)
    return Example(title, DiagnoseScreen(cases=(case,)))


EXAMPLES: Final = {
    "golf": _example("picks up in the wrong order", GOLF, "True", "golf", got="2 334"),
    "ten": _example("reads 10 as 1", _famous("Code golf, test 10 of 14"), "True", "golf", got="2 492"),
    "format": _example("wrong format", _famous("CodinGame: three cards each"), "1 3", "codingame", got="3 1"),
    "log": _example("a log", CODINGAME, "2 26", "codingame", trace=_log()),
}


# What the programs that the sources publish do otherwise than their own texts.


@dataclass(frozen=True, slots=True)
class Sighting:
    """A deal on which a program ends otherwise than by the text, seen by running the program itself.

    Told here because no model of ours plays such a game, so that none can look for its smallest deal.
    """

    what: str
    deal: str
    end: End


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A source whose program does not do what its text says.

    `whats`: in what its model (`engine.diagnose.deals.PUBLISHED`) is seen to differ; `seen`: on which
    deals the program itself does.
    """

    preset: str
    story: str
    whats: tuple[str, ...] = ()
    seen: tuple[Sighting, ...] = ()


CONTRADICTIONS: Final = (
    Contradiction(
        "programming-challenges",
        "Its program picks wars up war by war, not as laid, and gives player 2 a war in which both run out: "
        "of 52 cards, 59 % of deals end otherwise. We keep both, the text as one rule set and the program as "
        "another. With an odd number of cards it also takes a war from a player 1 who has one card left "
        "while player 2 has none; that we leave out.",
        whats=("winner", "rounds", "end"),
        seen=(Sighting("winner", "22/2", End(2, 1, endless=False)),),
    ),
    Contradiction(
        "code-golf",
        "Its program gives player 2 a war in which both run out, which the text excludes, and with an odd "
        "number of cards can let the player win who ran out. We call the first drawn and follow the text in "
        "the second.",
        whats=("winner",),
        seen=(Sighting("winner", "22/2", End(2, 1, endless=False)),),
    ),
    Contradiction(
        "codingame",
        "Its program tests for fewer than three cards where the rule needs four. With exactly three left it "
        "turns a card that does not exist, and player 2 takes the table: of 52 cards, 12 % of deals end "
        "otherwise. We follow the text.",
        whats=("winner",),
    ),
    Contradiction(
        "whats-in-a-game-steal",
        "Its program always steals; the base rule is in the text alone. When both decks together cannot pay "
        "for a war, its second theft can take back what the first one took, and with both decks empty it "
        "never comes to an end. Nobody steals then, we say: who runs out first loses, and it is drawn where "
        "both do.",
        seen=(
            Sighting("winner", "3/32", End(1, 1, endless=False)),
            Sighting("end", "2/2", End(0, 0, endless=True)),
        ),
    ),
)


# What nobody knows about War yet, as far as we know, each with what was tried.
#
# The numbers of what was tried are checked in `tests/dashboard/views/test_records_page.py`.


OPEN_QUESTIONS: Final = {
    "Is any deal of 52 cards endless when the winner’s go first, with one card down or none?": (
        "With three, five or eleven down it is: those deals were built. With one down, 100 million "
        "random deals all end, and none of the patterns with large wars that work for three has ranks."
    ),
    "And without any war?": (
        "Every pattern of winners of up to 34 rounds is proved to have no ranks for 13 x 4: 4.8 billion of "
        "them, cut into two decks in every way (war build --every goes through them again). With eleven "
        "ranks it works."
    ),
    "Does it matter that the winner of the round before leads the pick-up?": (
        "MathOverflow 11503 says it so, which is none of our orders. A cycle without a war was built of 25 "
        "cards against 27, which 26 against 26 cannot reach; for halves nobody knows."
    ),
    "Which packs of four cards a rank have endless deals?": (
        "The table below. Of 10 x 4 none of 1,000,000 shuffled deals is, whichever cards go first, with none "
        "to three down. Without wars that is proved of patterns of up to 32 rounds in both orders."
    ),
    "How long can a game be that ends?": (
        "Longer than those above. Lengths fall off by the same factor step by step: ten times as many "
        "shuffled deals buy about 530 rounds by Code golf’s rules, and 3,100 by Programming Challenges’."
    ),
}
"""Each question with what was tried. Both are Markdown of our own."""


# The striking facts of War, each one click away: a question and the screen that answers it.
#
# What a title or a story claims is checked against the engine in
# `tests/dashboard/examples/test_compare_facts.py`: the numbers are those of the run that the story opens,
# with the wider side of their 95 % interval rounded up.

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
        "A player short of cards for a war takes the missing ones from the other: games last 42.1 ± 1.0 "
        "rounds longer than the 180.4 ± 1.3 they last without.",
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
