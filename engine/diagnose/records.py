"""Games of wrong programs in the kernels' own records: what a mistake can change is played again."""

from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.game import Ending, Game, Reason, Rounds
from engine.kernels.codes import BOTH_OUT, CYCLE, REASON_CODES, RECORD, SHORTFALL
from engine.kernels.codes import LIMIT as CUT_OFF
from engine.kernels.tallies import UNITS

STOPPED: Final = 9
"""The reason in a record of a game that the program gave up; the kernels know none of it."""

Records = NDArray[np.void]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Winners = NDArray[np.int8]
Record = Any
"""One record by itself: numpy has no name for the type of its arrays' entries."""


def never_ends(records: Records) -> Bools:
    """Say which games go round for ever, or were not over when the search for their end was."""
    never: Bools = (records["reason"] == CYCLE) | (records["reason"] == CUT_OFF)
    return never


def inside(records: Records) -> Bools:
    """Say which games ended inside a round, for want of cards."""
    short: Bools = (records["reason"] == SHORTFALL) | (records["reason"] == BOTH_OUT)
    return short


def record_of(game: Game) -> Record:
    """Write a game down as the kernels do; of an endless one, only that it is."""
    record = np.zeros((), RECORD)
    record["reason"] = REASON_CODES[game.outcome.reason]
    if game.outcome.reason is Reason.CYCLE:
        return record
    record["winner"] = game.outcome.winner
    record["size_1"], record["size_2"] = game.sizes
    for name in UNITS:
        record[name] = getattr(game, name)
    return record


def stopped_record(rounds: int, winner: int) -> Record:
    """Write down a game that a program gave up after so many rounds."""
    record = np.zeros((), RECORD)
    record["winner"], record["reason"] = winner, STOPPED
    for unit in ("rounds", "battles", "plays"):
        record[unit] = rounds
    return record


def leader_after(played: Rounds[Ending], rounds: int) -> int:
    """Return who holds more cards after so many rounds of a game that lasts longer, an endless one too."""
    sizes = [(0, 0)]
    for this in islice(played, rounds):
        if this.number == 1:
            sizes[0] = this.sizes
        sizes.append((len(this.decks[0]), len(this.decks[1])))
    if len(sizes) <= rounds and played.ending.cycle is not None:
        start, length = played.ending.cycle.start, played.ending.cycle.length
        rounds = start - 1 + (rounds - start + 1) % length
    size_1, size_2 = sizes[min(rounds, len(sizes) - 1)]
    return 1 if size_1 > size_2 else 2 if size_2 > size_1 else 0
