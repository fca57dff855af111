"""The programming mistakes people make with War, as data. A new one is one more entry here.

A wrong program is a rule set and a few of these. Each is of one kind, and a program makes at most
one mistake of a kind: how it reads the cards, plays, counts, names the winner, or stops.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """Where in a program a mistake sits."""

    READING = "reading"
    """The cards it plays with are not those of the deal (`engine.diagnose.misreading`)."""
    PLAYING = "playing"
    """A round goes otherwise than any rules say (`engine.diagnose.wrong`)."""
    UNIT = "unit"
    """It counts something else."""
    OFFSET = "offset"
    """It counts one too many or too few."""
    NAMING = "naming"
    """It names another winner than the one who won."""
    STOPPING = "stopping"
    """It gives up after some rounds."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: its name for links and the terminal, what the program does, what it should do.

    `does` goes on after "Your program", `wants` after "The judge"; `rare` orders explanations that
    are otherwise as likely, the lower the more often we have met it.
    """

    name: str
    kind: Kind
    does: str
    wants: str
    rare: int


CAPS: Final = (
    50,
    100,
    200,
    250,
    255,
    256,
    500,
    512,
    1_000,
    1_024,
    2_000,
    5_000,
    10_000,
    20_000,
    50_000,
    100_000,
)
"""Rounds after which programs are known to give up."""

QUEUES: Final = (26, 32, 40, 50)
"""Places for the cards of one deck in programs with too few."""


def _stopping(rounds: int) -> tuple[Mistake, Mistake]:
    common = rounds in (1_000, 10_000, 100_000)
    return (
        Mistake(
            f"stops-at-{rounds}-drawn",
            Kind.STOPPING,
            f"stops after {rounds:,} rounds and calls the game drawn",
            "plays on",
            3 if common else 4,
        ),
        Mistake(
            f"stops-at-{rounds}-more",
            Kind.STOPPING,
            f"stops after {rounds:,} rounds and names whoever holds more cards",
            "plays on",
            4 if common else 5,
        ),
    )


def _queue(places: int) -> tuple[Mistake, Mistake, Mistake]:
    wants = "has room for every card"
    rare = 3 if places == 26 else 4
    return (
        Mistake(
            f"queue-of-{places}-loses-new",
            Kind.PLAYING,
            f"has a queue of {places} places a deck: cards that do not fit are lost",
            wants,
            rare,
        ),
        Mistake(
            f"queue-of-{places}-loses-old",
            Kind.PLAYING,
            f"has a queue of {places} places a deck: what does not fit pushes the top cards out",
            wants,
            rare,
        ),
        Mistake(
            f"queue-of-{places}-looks-empty",
            Kind.PLAYING,
            f"has a queue of {places} places a deck: a full one looks empty",
            wants,
            rare + 1,
        ),
    )


_ALL: Final = (
    Mistake("10-as-1", Kind.READING, "reads 10 as 1", "means ten", 1),
    Mistake("10-as-two-cards", Kind.READING, "reads 10 as two cards, 1 and 0", "means one card, ten", 3),
    Mistake("10-left-out", Kind.READING, "leaves out every 10", "plays with the tens", 4),
    Mistake("both-upside-down", Kind.READING, "reads both decks upside down", "has the first card on top", 2),
    Mistake(
        "deck-1-upside-down",
        Kind.READING,
        "reads player 1's deck upside down",
        "has its first card on top",
        4,
    ),
    Mistake(
        "deck-2-upside-down",
        Kind.READING,
        "reads player 2's deck upside down",
        "has its first card on top",
        4,
    ),
    Mistake("players-swapped", Kind.READING, "takes player 1 for player 2", "has player 1's deck first", 2),
    Mistake("ten-as-ace", Kind.READING, "takes the ten for an ace", "means ten", 2),
    Mistake("ace-as-ten", Kind.READING, "takes the ace for a ten", "means the ace", 3),
    Mistake("letters-as-text", Kind.READING, "compares T J Q K A as text", "ranks them T J Q K A", 2),
    Mistake("numbers-as-text", Kind.READING, "compares 2 to 10 J Q K A as text", "ranks them 2 to A", 2),
    Mistake("decimals-as-text", Kind.READING, "compares 2 to 14 as text", "compares numbers", 3),
    Mistake("pictures-as-ten", Kind.READING, "takes J, Q and K for tens", "ranks them J, Q, K", 4),
    Mistake(
        "last-cards-left-out", Kind.READING, "reads one card of each deck too few", "plays with every card", 4
    ),
    Mistake(
        "needs-one-more",
        Kind.PLAYING,
        "wants one card more than a war takes",
        "lets a war be fought with the last cards",
        3,
    ),
    Mistake(
        "needs-one-fewer",
        Kind.PLAYING,
        "fights a war with one card too few, the missing card as the lowest",
        "ends the game there",
        4,
    ),
    Mistake(
        "needs-one-fewer-js",
        Kind.PLAYING,
        "fights a war with one card too few, and a missing card goes to player 2",
        "ends the game there",
        3,
    ),
    *(mistake for places in QUEUES for mistake in _queue(places)),
    Mistake("counts-battles", Kind.UNIT, "counts battles", "counts rounds", 1),
    Mistake("counts-plays", Kind.UNIT, "counts pairs of cards laid", "counts rounds", 2),
    Mistake("counts-wars", Kind.UNIT, "counts wars", "counts rounds", 4),
    Mistake("one-too-many", Kind.OFFSET, "counts one round too many", "counts each round once", 1),
    Mistake("one-too-few", Kind.OFFSET, "counts one round too few", "counts each round once", 1),
    Mistake(
        "last-war-uncounted",
        Kind.OFFSET,
        "leaves out the round in which a war could not be finished",
        "counts that round too",
        2,
    ),
    Mistake("winner-swapped", Kind.NAMING, "names the loser", "names the winner", 3),
    Mistake(
        "player-1-checked-first",
        Kind.NAMING,
        "looks at player 1's deck first when both are short for a war",
        "looks who runs out first",
        3,
    ),
    Mistake(
        "player-2-checked-first",
        Kind.NAMING,
        "looks at player 2's deck first when both are short for a war",
        "looks who runs out first",
        3,
    ),
    Mistake(
        "card-in-the-air",
        Kind.NAMING,
        "names player 1 only if cards are left when a war cannot be finished",
        "looks who runs out first",
        4,
    ),
    Mistake("drawn-as-1", Kind.NAMING, "names player 1 where nobody wins", "calls the game drawn", 3),
    Mistake("drawn-as-2", Kind.NAMING, "names player 2 where nobody wins", "calls the game drawn", 2),
    *(mistake for rounds in CAPS for mistake in _stopping(rounds)),
)

MISTAKES: Final[dict[str, Mistake]] = {mistake.name: mistake for mistake in _ALL}
"""Every mistake by name, in the order in which a program's are written."""


def stops_at(name: str) -> int:
    """Return after how many rounds a program with this stopping mistake gives up; 0 for none."""
    return int(name.split("-")[2]) if name else 0


def of_kind(kind: Kind) -> tuple[str, ...]:
    """Return the names of the mistakes of one kind."""
    return tuple(name for name, mistake in MISTAKES.items() if mistake.kind is kind)
