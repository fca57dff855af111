"""The tallies of many games: integers that add up, in memory that does not grow with the games.

A `Summary` is what is left of a block of games. Adding two gives what the games of both would have
left, in any order, so a study can be cut into blocks, spread over workers and put together again.
Nothing here is estimated; `engine.estimates` does that, from these tallies and nothing else.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from engine.kernels.tallies import (
    EXACT_BELOW,
    EXTREMES,
    FIRST_OCTAVE,
    KEPT,
    OUTCOMES,
    PER_OCTAVE,
    UNITS,
)
from engine.study import TALLIES_VERSION

Ints = npt.NDArray[np.int64]


def bin_of(values: Ints) -> Ints:
    """Return the histogram bin of each value (0 or more, below 2**40).

    >>> bin_of(np.array([0, 4095, 4096, 4160, 8192])).tolist()
    [0, 4095, 4096, 4097, 4160]
    """
    large = np.maximum(values, EXACT_BELOW)
    octave = np.frexp(large.astype(np.float64))[1] - 1  # exact: values below 2**53
    piece = (large >> (octave - PER_OCTAVE.bit_length() + 1)) - PER_OCTAVE
    coarse = EXACT_BELOW + (octave - FIRST_OCTAVE) * PER_OCTAVE + piece
    return np.where(values < EXACT_BELOW, values, coarse).astype(np.int64)


def bin_start(index: int) -> int:
    """Return the smallest value of a bin; one past the last bin is allowed.

    >>> bin_start(4095), bin_start(4096), bin_start(4097), bin_start(4160)
    (4095, 4096, 4160, 8192)
    """
    if index < EXACT_BELOW:
        return index
    octave, piece = divmod(index - EXACT_BELOW, PER_OCTAVE)
    return (PER_OCTAVE + piece) << (FIRST_OCTAVE + octave - PER_OCTAVE.bit_length() + 1)


@dataclass(frozen=True)
class Summary:
    """The tallies of some games of one study. Add two with `+`; both sides stay as they are.

    The first axis of every array but the last three is the outcome, in the order of `OUTCOMES`.
    """

    games: int
    reasons: Ints
    """outcomes x reasons: games."""
    histograms: Mapping[str, Ints]
    """For each unit, outcomes x `BINS`: games."""
    sums: Mapping[str, tuple[tuple[int, int], ...]]
    """For each unit and outcome the exact sum and sum of squares, of any size."""
    parity: Ints
    """outcomes x (even, odd number of rounds): games."""
    aces: Ints
    """outcomes x cards of the best rank (aces, where high cards win) dealt to player 1: games."""
    strength: Ints
    """outcomes x strength of player 1's deck, the sum of its cards' places from 0 for the worst: games."""
    extremes: Mapping[str, tuple[tuple[int, int], ...]]
    """For each kind the (value, game number) of at most `KEPT` games, the most extreme first."""
    cycle_starts: Ints
    cycle_lengths: Ints
    """`BINS`: sampled endless games by the first round of their cycle, and by its length."""
    sizes: Ints
    """rounds x cards + 1: sampled games still going before round 1, 2, ... by player 1's deck."""

    def __add__(self, other: Self) -> Self:
        return type(self)(
            games=self.games + other.games,
            reasons=self.reasons + other.reasons,
            histograms={unit: self.histograms[unit] + other.histograms[unit] for unit in UNITS},
            sums={
                unit: tuple(
                    (mine[0] + theirs[0], mine[1] + theirs[1])
                    for mine, theirs in zip(self.sums[unit], other.sums[unit], strict=True)
                )
                for unit in UNITS
            },
            parity=self.parity + other.parity,
            aces=self.aces + other.aces,
            strength=self.strength + other.strength,
            extremes={
                kind: _most_extreme({*self.extremes[kind], *other.extremes[kind]}, kind) for kind in EXTREMES
            },
            cycle_starts=self.cycle_starts + other.cycle_starts,
            cycle_lengths=self.cycle_lengths + other.cycle_lengths,
            sizes=self.sizes + other.sizes,
        )

    def outcomes(self) -> dict[str, int]:
        """Return how many games ended in each way."""
        counts = self.reasons.sum(axis=1)
        return {name: int(count) for name, count in zip(OUTCOMES, counts, strict=True)}

    def finished(self, unit: str) -> Ints:
        """Return the histogram of a unit over the games that ended by themselves: `BINS`."""
        ended = OUTCOMES.index("draw") + 1
        found: Ints = self.histograms[unit][:ended].sum(axis=0)
        return found

    def finished_sums(self, unit: str) -> tuple[int, int, int]:
        """Return games, exact sum and exact sum of squares of a unit over those games."""
        ended = OUTCOMES.index("draw") + 1
        pairs = self.sums[unit][:ended]
        games = int(self.reasons[:ended].sum())
        return games, sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)

    def canonical(self) -> dict[str, Any]:
        """Return the tallies as plain data in one fixed form: equal tallies, equal data."""
        return {
            "version": TALLIES_VERSION,
            "games": self.games,
            "reasons": _sparse(self.reasons),
            "histograms": {unit: _sparse(self.histograms[unit]) for unit in UNITS},
            "sums": {unit: [list(pair) for pair in self.sums[unit]] for unit in UNITS},
            "parity": _sparse(self.parity),
            "aces": _sparse(self.aces),
            "strength": _sparse(self.strength),
            "extremes": {kind: [list(pair) for pair in self.extremes[kind]] for kind in EXTREMES},
            "cycle_starts": _sparse(self.cycle_starts[np.newaxis]),
            "cycle_lengths": _sparse(self.cycle_lengths[np.newaxis]),
            "sizes": _sparse(self.sizes),
        }

    def sha256(self) -> str:
        """Return the hash of the canonical tallies."""
        text = json.dumps(self.canonical(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _most_extreme(pairs: set[tuple[int, int]], kind: str) -> tuple[tuple[int, int], ...]:
    """Keep the most extreme games; of equal ones those with the lowest number."""
    sign = 1 if kind == "quickest" else -1
    return tuple(sorted(pairs, key=lambda pair: (sign * pair[0], pair[1]))[:KEPT])


def _sparse(table: Ints) -> list[list[list[int]]]:
    """Return each row as (index, count) pairs without the zeros."""
    return [[[int(at), int(row[at])] for at in np.flatnonzero(row)] for row in table]
