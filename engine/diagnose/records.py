"""Games of wrong programs in the kernels' own records."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine import kernels
from engine.kernels.codes import BOTH_OUT, CYCLE, RECORD, SHORTFALL
from engine.kernels.codes import LIMIT as CUT_OFF
from engine.rules import Rules

STOPPED: Final = 9
"""The reason in a record of a game that the program gave up; the kernels know none of it."""

Records = NDArray[np.void]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Winners = NDArray[np.int8]


def play_rows(rows: Ints, cuts: Ints, rules: Rules, limit: int) -> Records:
    """Play deals of one size by rules, a row of ranks each."""
    return kernels.play_rows(rows, cuts, rules, terms=kernels.Terms(limit=limit))


def never_ends(records: Records) -> Bools:
    """Say which games go round for ever, or were not over when the search for their end was."""
    never: Bools = (records["reason"] == CYCLE) | (records["reason"] == CUT_OFF)
    return never


def inside(records: Records) -> Bools:
    """Say which games ended inside a round, for want of cards."""
    short: Bools = (records["reason"] == SHORTFALL) | (records["reason"] == BOTH_OUT)
    return short


def stopped_records(rounds: int, winners: Winners) -> Records:
    """Write down games that a program gave up after so many rounds, with whom it then names."""
    records = np.zeros(len(winners), RECORD)
    records["winner"], records["reason"] = winners, STOPPED
    for unit in ("rounds", "battles", "plays"):
        records[unit] = rounds
    return records
