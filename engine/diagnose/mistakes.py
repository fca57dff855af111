"""The programming mistakes people make with War, as data. A new one is one more entry here.

A wrong program is a rule set and a few of these. Each is of one kind, and a program makes at most
one mistake of a kind: how it reads the cards, plays, counts, names the winner, or stops.
"""

from collections.abc import Iterator
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


CAPS: Final = (50, 100, 200, 250, 255, 256, 500, 512, 1000, 1024, 2000, 5000, 10000, 20000, 50000, 100000)
"""Rounds after which programs are known to give up."""

QUEUES: Final = (26, 32, 40, 50)
"""Places for the cards of one deck in programs with too few."""

Row = tuple[str, str, str, int]
"""A mistake without its kind."""


def _queue(places: int) -> Iterator[Row]:
    rare = 3 if places == 26 else 4
    for name, fate, rarer in (
        ("loses-new", "cards that do not fit are lost", 0),
        ("loses-old", "what does not fit pushes the top cards out", 0),
        ("looks-empty", "a full one looks empty", 1),
    ):
        does = f"has a queue of {places} places a deck: {fate}"
        yield f"queue-of-{places}-{name}", does, "has room for every card", rare + rarer


def _stopping(rounds: int) -> Iterator[Row]:
    rare = 3 if rounds in (1_000, 10_000, 100_000) else 4
    for name, verdict, rarer in (
        ("drawn", "calls the game drawn", 0),
        ("more", "names whoever holds more cards", 1),
    ):
        does = f"stops after {rounds:,} rounds and {verdict}"
        yield f"stops-at-{rounds}-{name}", does, "plays on", rare + rarer


_ROWS: Final[dict[Kind, tuple[Row, ...]]] = {
    Kind.READING: (
        ("10-as-1", "reads 10 as 1", "means ten", 1),
        ("10-as-two-cards", "reads 10 as two cards, 1 and 0", "means one card, ten", 3),
        ("10-left-out", "leaves out every 10", "plays with the tens", 4),
        ("both-upside-down", "reads both decks upside down", "has the first card on top", 2),
        ("deck-1-upside-down", "reads player 1's deck upside down", "has its first card on top", 4),
        ("deck-2-upside-down", "reads player 2's deck upside down", "has its first card on top", 4),
        ("players-swapped", "takes player 1 for player 2", "has player 1's deck first", 2),
        ("ten-as-ace", "takes the ten for an ace", "means ten", 2),
        ("ace-as-ten", "takes the ace for a ten", "means the ace", 3),
        ("letters-as-text", "compares T J Q K A as text", "ranks them T J Q K A", 2),
        ("numbers-as-text", "compares 2 to 10 J Q K A as text", "ranks them 2 to A", 2),
        ("decimals-as-text", "compares 2 to 14 as text", "compares numbers", 3),
        ("pictures-as-ten", "takes J, Q and K for tens", "ranks them J, Q, K", 4),
        ("last-cards-left-out", "reads one card of each deck too few", "plays with every card", 4),
    ),
    Kind.PLAYING: (
        (
            "needs-one-more",
            "wants one card more than a war takes",
            "lets a war be fought with the last cards",
            3,
        ),
        (
            "needs-one-fewer",
            "fights a war with one card too few, the missing card as the lowest",
            "ends the game there",
            4,
        ),
        (
            "needs-one-fewer-js",
            "fights a war with one card too few, and a missing card goes to player 2",
            "ends the game there",
            3,
        ),
        *(row for places in QUEUES for row in _queue(places)),
    ),
    Kind.UNIT: (
        ("counts-battles", "counts battles", "counts rounds", 1),
        ("counts-plays", "counts pairs of cards laid", "counts rounds", 2),
        ("counts-wars", "counts wars", "counts rounds", 4),
    ),
    Kind.OFFSET: (
        ("one-too-many", "counts one round too many", "counts each round once", 1),
        ("one-too-few", "counts one round too few", "counts each round once", 1),
        (
            "last-war-uncounted",
            "leaves out the round in which a war could not be finished",
            "counts that round too",
            2,
        ),
    ),
    Kind.NAMING: (
        ("winner-swapped", "names the loser", "names the winner", 3),
        (
            "player-1-checked-first",
            "looks at player 1's deck first when both are short for a war",
            "looks at who runs out first",
            3,
        ),
        (
            "player-2-checked-first",
            "looks at player 2's deck first when both are short for a war",
            "looks at who runs out first",
            3,
        ),
        (
            "card-in-the-air",
            "names player 1 only if cards are left when a war cannot be finished",
            "looks at who runs out first",
            4,
        ),
        ("drawn-as-1", "names player 1 where nobody wins", "calls the game drawn", 3),
        ("drawn-as-2", "names player 2 where nobody wins", "calls the game drawn", 2),
    ),
    Kind.STOPPING: (*(row for rounds in CAPS for row in _stopping(rounds)),),
}

MISTAKES: Final = {
    name: Mistake(name, kind, does, wants, rare)
    for kind, rows in _ROWS.items()
    for name, does, wants, rare in rows
}
"""Every mistake by name, in the order in which a program's are written."""


def stops_at(name: str) -> int:
    """Return after how many rounds a program with this stopping mistake gives up; 0 for none."""
    return int(name.split("-")[2]) if name else 0


def of_kind(kind: Kind) -> tuple[str, ...]:
    """Return the names of the mistakes of one kind."""
    return tuple(name for name, mistake in MISTAKES.items() if mistake.kind is kind)
