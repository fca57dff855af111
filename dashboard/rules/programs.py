"""What the programs that the sources publish do otherwise than their own texts."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A source whose program does not do what its text says.

    `whats`: in what the two are seen to differ. `deal`: one that shows it where no model of the program
    can look for one; `program` says what the program does with it.
    """

    preset: str
    story: str
    whats: tuple[str, ...] = ("winner",)
    deal: str = ""
    program: str = ""


CONTRADICTIONS: Final = (
    Contradiction(
        "programming-challenges",
        "Its program picks wars up war by war, not as laid, and gives player 2 a war in which both run out. "
        "We keep both: the text is one rule set, what the program does another.",
        whats=("winner", "rounds", "end"),
    ),
    Contradiction(
        "code-golf",
        "Its program says that player 2 wins when both run out in the same war, which the text excludes, and "
        "with an odd number of cards can give the game to the player who ran out. We call it drawn.",
    ),
    Contradiction(
        "codingame",
        "Its program tests for fewer than three cards where the rule needs four: with exactly three left it "
        "plays a card that does not exist. We follow the text.",
    ),
    Contradiction(
        "whats-in-a-game",
        "Its program never ends when both decks are empty at a tie. We call it drawn.",
        whats=("end",),
        deal="2/2",
        program="goes round for ever",
    ),
)
