"""Tallies of a block of finished games, added up in one pass; numpy took longer than the games."""

from typing import Final, NamedTuple

import numpy as np
from numba import int64, typeof
from numpy.typing import NDArray

from engine.game import UNITS as UNITS  # handed on: tallies are asked by unit
from engine.kernels.cache import entry, inline
from engine.kernels.calls import RESULTS
from engine.kernels.codes import CYCLE, LIMIT
from engine.kernels.lanes import unlikely

OUTCOMES: Final = ("player_1", "player_2", "draw", "endless", "limit")
"""How a game can end, in the order of every tally's first axis."""

DRAW: Final = OUTCOMES.index("draw")
ENDLESS: Final = OUTCOMES.index("endless")
CAPPED: Final = OUTCOMES.index("limit")

EXACT_BELOW: Final = 4_096
"""Values below this have a bin of their own; above, a bin is 1/64 of a power of two wide (1.6 %)."""
PER_OCTAVE: Final = 64
FIRST_OCTAVE: Final = EXACT_BELOW.bit_length() - 1
BINS: Final = EXACT_BELOW + PER_OCTAVE * (40 - FIRST_OCTAVE)
"""Bins of a histogram: values below 2**40."""

EXTREME_GAMES: Final = 10
EXTREMES: Final = ("longest", "quickest", "most wars", "deepest war", "longest cycle")
"""Kinds of extreme games: the first four of finished games, the last of endless ones that are followed."""
OF_FINISHED: Final = 4

NO_GAME: Final = int(np.iinfo(np.int64).max)
"""In the place of a game's number where there is no game: larger than every number."""
NO_VALUE: Final = int(np.iinfo(np.int64).min)
"""Where no game is noted yet: less extreme than every value."""

LOW_HALF: Final = 0xFFFF_FFFF


class Cells(NamedTuple):
    """One number for every cell of every tally; the first axis is the outcome unless said otherwise."""

    histograms: NDArray[np.int64]
    """units x outcomes x `BINS`."""
    reasons: NDArray[np.int64]
    """outcomes x reason codes."""
    parity: NDArray[np.int64]
    aces: NDArray[np.int64]
    strength: NDArray[np.int64]

    @classmethod
    def of(cls, number: int, *, reasons: int, aces: int, strength: int) -> "Cells":
        """Put a number into every cell, for that many reason codes, aces and strengths."""
        outcomes = len(OUTCOMES)
        return cls(
            np.full((len(UNITS), outcomes, BINS), number),
            np.full((outcomes, reasons), number),
            np.full((outcomes, 2), number),
            np.full((outcomes, aces), number),
            np.full((outcomes, strength), number),
        )


class BlockTallies(NamedTuple):
    """The tallies of a block while it is added up."""

    counts: Cells
    firsts: Cells
    """The number of the first game in each cell, `NO_GAME` in an empty one."""
    sums: NDArray[np.int64]
    """units x outcomes x (sum, upper and lower half of the sum of squares)."""
    extremes: NDArray[np.int64]
    """kinds x `EXTREME_GAMES` x (value, large where more extreme; game's number), best first."""

    @classmethod
    def of(cls, *, reasons: int, aces: int, strength: int) -> "BlockTallies":
        """Make empty tallies for that many reason codes, aces and strengths."""
        return cls(
            Cells.of(0, reasons=reasons, aces=aces, strength=strength),
            Cells.of(NO_GAME, reasons=reasons, aces=aces, strength=strength),
            np.zeros((len(UNITS), len(OUTCOMES), 3), np.int64),
            np.full((OF_FINISHED, EXTREME_GAMES, 2), NO_VALUE),
        )


@inline
def bin_index(value: int) -> int:
    """Return the histogram bin of a value (0 or more, below 2**40)."""
    if value < EXACT_BELOW:
        return value
    octave = FIRST_OCTAVE
    while value >> (octave + 1):
        octave += 1
    piece = (value >> (octave - 6)) - PER_OCTAVE
    return EXACT_BELOW + (octave - FIRST_OCTAVE) * PER_OCTAVE + piece


@inline
def _mark(counts: NDArray[np.int64], firsts: NDArray[np.int64], outcome: int, cell: int, number: int) -> None:
    """Count a game in a cell, and note it if it is the first there: games come by ascending number."""
    before = counts[outcome, cell]
    if unlikely(before == 0):
        firsts[outcome, cell] = number
    counts[outcome, cell] = before + 1


@inline
def _count(tallies: BlockTallies, unit: int, outcome: int, value: int, number: int) -> None:
    """Add one game's value of a unit; squares in two halves, so that no block can overflow."""
    counts, firsts = tallies.counts.histograms[unit], tallies.firsts.histograms[unit]
    _mark(counts, firsts, outcome, bin_index(value), number)
    sums = tallies.sums
    sums[unit, outcome, 0] += value
    sums[unit, outcome, 1] += (value * value) >> 32
    sums[unit, outcome, 2] += (value * value) & LOW_HALF


@inline
def _insert(noted: NDArray[np.int64], value: int, number: int) -> None:
    """Put a game among the noted ones if it is more extreme than the last; of equals the earlier stays."""
    if value <= noted[EXTREME_GAMES - 1, 0]:
        return
    at = EXTREME_GAMES - 1
    while at > 0 and noted[at - 1, 0] < value:
        noted[at, 0], noted[at, 1] = noted[at - 1, 0], noted[at - 1, 1]
        at -= 1
    noted[at, 0], noted[at, 1] = value, number


@inline
def _outcome(winner: int, reason: int) -> int:
    if reason == CYCLE:
        return ENDLESS
    if reason == LIMIT:
        return CAPPED
    return winner - 1 if winner > 0 else DRAW


@entry(typeof(BlockTallies.of(reasons=1, aces=1, strength=1)), RESULTS, int64)
def add_games(tallies: BlockTallies, results: NDArray[np.void], first: int) -> None:
    """Add finished games, numbered from `first` on, to the tallies."""
    counts, firsts = tallies.counts, tallies.firsts
    for game in range(len(results)):
        result, number = results[game], first + game
        outcome = _outcome(np.int64(result.winner), np.int64(result.reason))
        _mark(counts.reasons, firsts.reasons, outcome, result.reason, number)
        _mark(counts.aces, firsts.aces, outcome, result.aces, number)
        _mark(counts.strength, firsts.strength, outcome, result.strength, number)
        if outcome == ENDLESS:
            continue
        _count(tallies, 0, outcome, result.rounds, number)
        _count(tallies, 1, outcome, result.battles, number)
        _count(tallies, 2, outcome, result.plays, number)
        _count(tallies, 3, outcome, result.wars, number)
        _count(tallies, 4, outcome, np.int64(result.depth), number)
        _mark(counts.parity, firsts.parity, outcome, result.rounds & 1, number)
        if outcome != CAPPED:
            _insert(tallies.extremes[0], result.rounds, number)
            _insert(tallies.extremes[1], -result.rounds, number)
            _insert(tallies.extremes[2], result.wars, number)
            _insert(tallies.extremes[3], np.int64(result.depth), number)
