"""The tallies of several rule sets on the same deals: what each pair makes of every deal, in integers.

As with a `Summary`, adding the tallies of two blocks gives those of the games of both, in any order.
Nothing here is estimated; `engine.study.differences` does that.
"""

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from itertools import combinations
from operator import add
from typing import Any, Final, Self

import numpy as np

from engine.kernels.tallies import OUTCOMES, UNITS
from engine.study.columns import Portable, pack, unpack
from engine.study.comparison import COMPARED_VERSION
from engine.study.summary import Ints, Summary

KIND: Final = f"war pairs {COMPARED_VERSION}".encode()
"""The first bytes of compared games."""

SHOWN: Final = 3
"""Games kept as examples of every way in which two rule sets part."""

LENGTHS_IN: Final = UNITS[:3]
"""Units of the lengths of a pair's games: rounds, battles and plays."""


@dataclass(frozen=True, slots=True)
class Lengths:
    """Lengths, in one unit, of the games that end under both rule sets of a pair: exact sums, of any size."""

    games: int = 0
    sum_1: int = 0
    sum_2: int = 0
    squares_1: int = 0
    squares_2: int = 0
    products: int = 0
    """Sum of the lengths under one times the lengths under the other."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(add, astuple(self), astuple(other)))

    def turned(self) -> Self:
        """Return the same with the two rule sets exchanged."""
        return type(self)(self.games, self.sum_2, self.sum_1, self.squares_2, self.squares_1, self.products)


@dataclass(frozen=True)
class Compared(Portable):
    """The tallies of some games of one comparison. Add two with `+`; both sides stay as they are."""

    games: int
    summaries: tuple[Summary, ...]
    """Each rule set's own tallies, as if it had been simulated alone."""
    changes: Ints
    """pairs x outcomes x outcomes: deals, by the outcome under the first and the second of a pair."""
    examples: Ints
    """pairs x outcomes x outcomes x `SHOWN`: the lowest game numbers of each cell, then `NO_GAME`."""
    lengths: Mapping[str, tuple[Lengths, ...]]
    """For each of `LENGTHS_IN`, one a pair."""

    def __add__(self, other: Self) -> Self:
        examples = np.concatenate((self.examples, other.examples), axis=-1)
        return type(self)(
            games=self.games + other.games,
            summaries=tuple(a + b for a, b in zip(self.summaries, other.summaries, strict=True)),
            changes=self.changes + other.changes,
            examples=np.sort(examples, axis=-1)[..., :SHOWN],
            lengths={
                unit: tuple(a + b for a, b in zip(self.lengths[unit], other.lengths[unit], strict=True))
                for unit in LENGTHS_IN
            },
        )

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of rule sets, by their places, in the order of the tallies."""
        return combinations(range(len(self.summaries)), 2)

    def changes_of(self, first: int, second: int) -> Ints:
        """Return outcomes x outcomes: deals, by their outcome under one rule set and under the other."""
        counts: Ints = self.changes[self._place(first, second)]
        return counts if first < second else counts.T

    def examples_of(self, first: int, second: int) -> Ints:
        """Return outcomes x outcomes x `SHOWN`: game numbers of such deals."""
        numbers: Ints = self.examples[self._place(first, second)]
        return numbers if first < second else numbers.transpose(1, 0, 2)

    def lengths_of(self, first: int, second: int, unit: str = "rounds") -> Lengths:
        """Return the sums of a unit (`LENGTHS_IN`) over the games that end under both."""
        lengths = self.lengths[unit][self._place(first, second)]
        return lengths if first < second else lengths.turned()

    def canonical(self) -> dict[str, Any]:
        """Return the tallies as plain data in one fixed form: equal tallies, equal data."""
        return {
            "version": COMPARED_VERSION,
            "games": self.games,
            "summaries": [summary.canonical() for summary in self.summaries],
            "changes": self.changes.tolist(),
            "examples": self.examples.tolist(),
            "lengths": self._sums(),
        }

    def _packed(self) -> bytes:
        facts = {"games": self.games, "lengths": self._sums()}
        inside = [np.frombuffer(summary.to_bytes(), np.uint8) for summary in self.summaries]
        tables = [self.changes.reshape(-1), self.examples.reshape(-1)]
        return pack(KIND, facts, [*tables, *(column.astype(np.int64) for column in inside)])

    @classmethod
    def _unpacked(cls, data: bytes) -> Self:
        facts, (changes, examples, *inside) = unpack(KIND, data)
        shape = (-1, len(OUTCOMES), len(OUTCOMES))
        return cls(
            games=facts["games"],
            summaries=tuple(Summary.from_bytes(column.astype(np.uint8).tobytes()) for column in inside),
            changes=changes.reshape(shape),
            examples=examples.reshape(*shape, SHOWN),
            lengths={unit: tuple(Lengths(*sums) for sums in facts["lengths"][unit]) for unit in LENGTHS_IN},
        )

    def _sums(self) -> dict[str, list[list[int]]]:
        """Return the sums of every unit and pair as plain data."""
        return {unit: [list(astuple(lengths)) for lengths in self.lengths[unit]] for unit in LENGTHS_IN}

    def _place(self, first: int, second: int) -> int:
        """Return where a pair stands in the tallies. Raises `ValueError` for what is no pair."""
        return list(self.pairs()).index((min(first, second), max(first, second)))


Tallies = Summary | Compared
"""The tallies of some games of a job."""
