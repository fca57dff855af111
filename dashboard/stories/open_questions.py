"""What nobody knows about War yet, as far as we know, each with what was tried.

The numbers of what was tried are checked in `tests/dashboard/test_records_page.py`.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question without an answer, and what was tried. Both are Markdown of our own."""

    asked: str
    tried: str


OPEN_QUESTIONS: Final = (
    OpenQuestion(
        "Is any deal of 52 cards endless when the winner’s go first, with one card down or none?",
        "With three, five or eleven down it is: those deals were built. With one down, 100 million "
        "random deals all end, and none of the patterns with large wars that work for three has ranks.",
    ),
    OpenQuestion(
        "And without any war?",
        "Every pattern of winners of up to 34 rounds is proved to have no ranks for 13 x 4: 4.8 billion of "
        "them, cut into two decks in every way (war build --every goes through them again). With eleven "
        "ranks it works.",
    ),
    OpenQuestion(
        "Does it matter that the winner of the round before leads the pick-up?",
        "MathOverflow 11503 says it so, which is none of our orders. A cycle without a war was built of 25 "
        "cards against 27, which 26 against 26 cannot reach; for halves nobody knows.",
    ),
    OpenQuestion(
        "Which packs of four cards a rank have endless deals?",
        "The table below. Of 10 x 4 none of 1,000,000 shuffled deals is, whoever’s cards go first, with none "
        "to three down. Without wars that is proved of patterns of up to 32 rounds in both orders.",
    ),
    OpenQuestion(
        "How long can a game be that ends?",
        "Longer than those above. Lengths fall off by the same factor step by step: ten times as many "
        "shuffled deals buy about 530 rounds by Code golf’s rules, and 3,100 by Programming Challenges’.",
    ),
)
