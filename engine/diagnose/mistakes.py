"""The programming mistakes people make with War, by name; their rows are in `engine.diagnose.catalogue`.

A wrong program is a rule set and a few of these. Each is of one kind, and a program makes at most
one mistake of a kind: how it reads the cards, plays, counts, names the winner, or stops.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.diagnose import catalogue
from engine.diagnose.catalogue import MistakeRow
from engine.kernels.odd_codes import FACE_DOWN, LAW, ONE_BEFORE, Odd
from engine.rules import Order, Rules, Shortfall


class Kind(StrEnum):
    """Where in a program a mistake sits."""

    READING = "reading"
    """The cards it plays with are not those of the deal (`engine.diagnose.misreading`)."""
    PLAYING = "playing"
    """A round goes otherwise than any rules say (`engine.kernels.odd`)."""
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
    odd: Odd = LAW
    """What is odd about the rounds it plays, or counts."""

    def means_something(self, rules: Rules) -> bool:
        """Say whether a program with this mistake can differ from these rules at all."""
        odd = self.odd
        if odd.steal:
            return rules.shortfall is Shortfall.STEAL
        if odd.ghost:
            # A card that does not exist is below all others only where higher cards win.
            return rules.shortfall in ENDS_WARS and rules.order is Order.HIGH
        if odd.spare or odd.checked:
            return rules.shortfall in ENDS_WARS
        if odd.compared == ONE_BEFORE or odd.later_need or odd.lost == FACE_DOWN:
            return rules.face_down > 0
        return True


ENDS_WARS: Final = (Shortfall.LOSES, Shortfall.DRAW)
"""Where a war that cannot be paid for ends the game; elsewhere a threshold one off has no one meaning."""

_ROWS: Final[dict[Kind, Sequence[MistakeRow]]] = {
    Kind.READING: catalogue.READING,
    Kind.PLAYING: catalogue.PLAYING,
    Kind.UNIT: catalogue.UNIT,
    Kind.OFFSET: catalogue.OFFSET,
    Kind.NAMING: catalogue.NAMING,
    Kind.STOPPING: catalogue.STOPPING,
}
MISTAKES: Final = {
    row.name: Mistake(row.name, kind, *row[1:]) for kind, rows in _ROWS.items() for row in rows
}
"""Every mistake by name, in the order in which a program's are written; those that stop, at usual numbers."""

MOST_STOP: Final = 10_000_000
_STOPS: Final = re.compile(
    r"stops-at-([1-9][0-9]{0,7})(?:-([1-9][0-9]{0,7}))?-(drawn|more|player-1|player-2)"
)


@lru_cache(maxsize=4_096)
def mistake_of(name: str) -> Mistake | None:
    """Return a mistake by its name, of programs that stop after any number of rounds too; None if unknown.

    >>> mistake_of("stops-at-301-512-drawn").does
    'stops after between 301 and 512 rounds and calls the game drawn'
    """
    stop = _STOPS.fullmatch(name)
    if name in MISTAKES or stop is None:
        return MISTAKES.get(name)
    first, last = int(stop[1]), int(stop[2] or stop[1])
    row = catalogue.stopping(first, last, stop[3])
    known = row.name == name and last <= MOST_STOP
    return Mistake(row.name, Kind.STOPPING, *row[1:]) if known else None


def mistake_called(name: str) -> Mistake:
    """Return a mistake by its name. Raises `KeyError` for a name that nobody knows."""
    mistake = mistake_of(name)
    if mistake is None:
        raise KeyError(name)
    return mistake


def stops_at(name: str) -> int:
    """Return after how many rounds a program with this stopping mistake gives up; 0 for none.

    Where only bounds are known, it is the lower one: what it says of the deals it was found by is the same.
    """
    return int(name.split("-")[2]) if name else 0


def stop_bounds(name: str) -> tuple[int, int]:
    """Return the numbers of rounds between which a program gives up.

    >>> stop_bounds("stops-at-301-512-drawn"), stop_bounds("stops-at-50-more")
    ((301, 512), (50, 50))
    """
    first, last = name.split("-")[2:4]
    return int(first), int(last) if last.isdigit() else int(first)


def of_kind(kind: Kind) -> tuple[str, ...]:
    """Return the names of the mistakes of one kind."""
    return tuple(name for name, mistake in MISTAKES.items() if mistake.kind is kind)
