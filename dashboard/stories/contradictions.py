"""What the programs that the sources publish do otherwise than their own texts."""

from dataclasses import dataclass
from typing import Final

from engine.diagnose.differ import End


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

    `whats`: in what its model (`engine.diagnose.differ.PUBLISHED`) is seen to differ; `seen`: on which
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
