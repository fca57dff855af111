"""Tallies of a block of finished games, added up in one pass; numpy took longer than the games."""

from typing import Final, NamedTuple

import numpy as np
from numba import from_dtype, typeof
from numpy.typing import NDArray

from engine.kernels.cache import entry, inner
from engine.kernels.codes import CYCLE, LIMIT, RECORD

OUTCOMES: Final = ("player_1", "player_2", "draw", "endless", "limit")
"""How a game can end, in the order of every tally's first axis."""
UNITS: Final = ("rounds", "battles", "plays", "wars", "depth")

DRAW: Final = OUTCOMES.index("draw")
ENDLESS: Final = OUTCOMES.index("endless")
CAPPED: Final = OUTCOMES.index("limit")

EXACT_BELOW: Final = 4_096
"""Values below this have a bin of their own; above, a bin is 1/64 of a power of two wide (1.6 %)."""
PER_OCTAVE: Final = 64
FIRST_OCTAVE: Final = EXACT_BELOW.bit_length() - 1
BINS: Final = EXACT_BELOW + PER_OCTAVE * (40 - FIRST_OCTAVE)
"""Bins of a histogram: values below 2**40."""

KEPT: Final = 10
"""Extreme games kept of each kind."""
EXTREMES: Final = ("longest", "quickest", "most wars", "deepest war")
"""Kinds of extreme games; endless and capped games are none."""

LOW_HALF: Final = 0xFFFF_FFFF


class Tallies(NamedTuple):
    """Where a block is added up; the first axis is the outcome unless said otherwise."""

    histograms: NDArray[np.int64]
    """units x outcomes x `BINS`."""
    sums: NDArray[np.int64]
    """units x outcomes x (sum, upper and lower half of the sum of squares)."""
    reasons: NDArray[np.int64]
    """outcomes x reason codes."""
    parity: NDArray[np.int64]
    aces: NDArray[np.int64]
    strength: NDArray[np.int64]
    extremes: NDArray[np.int64]
    """kinds x `KEPT` x (value, large where more extreme; game's place in the block), best first."""

    @classmethod
    def of(cls, *, reasons: int, aces: int, strength: int) -> "Tallies":
        """Make empty tallies for that many reason codes, aces and strengths."""
        outcomes, units = len(OUTCOMES), len(UNITS)
        extremes = np.full((len(EXTREMES), KEPT, 2), np.iinfo(np.int64).min)
        return cls(
            np.zeros((units, outcomes, BINS), np.int64),
            np.zeros((units, outcomes, 3), np.int64),
            np.zeros((outcomes, reasons), np.int64),
            np.zeros((outcomes, 2), np.int64),
            np.zeros((outcomes, aces), np.int64),
            np.zeros((outcomes, strength), np.int64),
            extremes,
        )


@inner
def bin_index(value: int) -> int:
    """Return the histogram bin of a value (0 or more, below 2**40)."""
    if value < EXACT_BELOW:
        return value
    octave = FIRST_OCTAVE
    while value >> (octave + 1):
        octave += 1
    piece = (value >> (octave - 6)) - PER_OCTAVE
    return EXACT_BELOW + (octave - FIRST_OCTAVE) * PER_OCTAVE + piece


@inner
def _count(tallies: Tallies, unit: int, outcome: int, value: int) -> None:
    """Add one value of a unit; squares in two halves, so that no block can overflow."""
    tallies.histograms[unit, outcome, bin_index(value)] += 1
    sums = tallies.sums
    sums[unit, outcome, 0] += value
    sums[unit, outcome, 1] += (value * value) >> 32
    sums[unit, outcome, 2] += (value * value) & LOW_HALF


@inner
def _keep(kept: NDArray[np.int64], value: int, place: int) -> None:
    """Put a game among the kept ones if it is more extreme than the last; of equals the earlier stays."""
    if value <= kept[KEPT - 1, 0]:
        return
    at = KEPT - 1
    while at > 0 and kept[at - 1, 0] < value:
        kept[at, 0], kept[at, 1] = kept[at - 1, 0], kept[at - 1, 1]
        at -= 1
    kept[at, 0], kept[at, 1] = value, place


@inner
def _outcome(winner: int, reason: int) -> int:
    if reason == CYCLE:
        return ENDLESS
    if reason == LIMIT:
        return CAPPED
    return winner - 1 if winner > 0 else DRAW


@entry(
    typeof(Tallies.of(reasons=1, aces=1, strength=1)),
    from_dtype(RECORD)[::1],
)
def add_games(tallies: Tallies, records: NDArray[np.void]) -> None:
    """Add finished games to the tallies."""
    for game in range(len(records)):
        record = records[game]
        outcome = _outcome(np.int64(record.winner), np.int64(record.reason))
        tallies.reasons[outcome, record.reason] += 1
        tallies.aces[outcome, record.aces] += 1
        tallies.strength[outcome, record.strength] += 1
        if outcome == ENDLESS:
            continue
        _count(tallies, 0, outcome, record.rounds)
        _count(tallies, 1, outcome, record.battles)
        _count(tallies, 2, outcome, record.plays)
        _count(tallies, 3, outcome, record.wars)
        _count(tallies, 4, outcome, np.int64(record.depth))
        tallies.parity[outcome, record.rounds & 1] += 1
        if outcome != CAPPED:
            _keep(tallies.extremes[0], record.rounds, game)
            _keep(tallies.extremes[1], -record.rounds, game)
            _keep(tallies.extremes[2], record.wars, game)
            _keep(tallies.extremes[3], np.int64(record.depth), game)
