"""Counts of games that several rule sets play on the same deals."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass
from itertools import combinations
from operator import add
from typing import Any, Final, Self

import numpy as np

from engine.kernels import DRAW, NO_GAME, OUTCOMES, UNITS
from engine.simulation import tallies
from engine.simulation.study import COMPARED_VERSION, Comparison, canonical_sha256
from engine.simulation.tallies import Ints, Outcomes, Summary

# The tallies of several rule sets on the same deals: what each pair makes of every deal, in integers.
#
# As with a `Summary`, adding the tallies of two blocks gives those of the games of both, in any order.
# Nothing here is estimated; `engine.simulation.estimates` does that.

KIND: Final = f"war pairs {COMPARED_VERSION}".encode()

SHOWN: Final = 3  # examples of every way in which two rule sets differ

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
class Compared:
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

    def sha256(self) -> str:
        """Return the hash of the canonical tallies."""
        return canonical_sha256(self.canonical())

    def __reduce__(self) -> tuple[Callable[[bytes], Self], tuple[bytes]]:
        # Three megabytes, nearly all of them zeros, are what a worker would send after every span.
        return type(self).from_bytes, (self.to_bytes(),)

    def to_bytes(self) -> bytes:
        """Return the tallies in a form to store or to send."""
        facts = {"games": self.games, "lengths": self._sums()}
        inside = [np.frombuffer(summary.to_bytes(), np.uint8) for summary in self.summaries]
        tables = [self.changes.reshape(-1), self.examples.reshape(-1)]
        return tallies.to_content(KIND, facts, [*tables, *(column.astype(np.int64) for column in inside)])

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the tallies that `to_bytes` wrote. Raises `ValueError` for other bytes."""
        facts, (changes, examples, *inside) = tallies.of_content(KIND, data)
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


# One block of a comparison: every rule set plays the same deals, each once, and every pair is tallied.


def tally(comparison: Comparison, first: int, count: int) -> Compared:
    """Play games `first` to `first + count - 1` by every rule set, each once, and tally every pair."""
    summaries, outcomes, lasted = [], [], []
    for study in comparison.studies():
        results = tallies.play(study, first, count)
        summaries.append(tallies.tally_results(study, first, results))
        outcomes.append(tallies.outcomes_of(results))
        lasted.append({unit: results[unit].copy() for unit in LENGTHS_IN})  # views would keep all results
    places = list(combinations(range(len(summaries)), 2))
    cells = [outcomes[one] * np.int8(len(OUTCOMES)) + outcomes[other] for one, other in places]
    both = [np.flatnonzero((outcomes[one] <= DRAW) & (outcomes[other] <= DRAW)) for one, other in places]
    size = len(OUTCOMES) ** 2
    shape = (len(places), len(OUTCOMES), len(OUTCOMES))
    return Compared(
        games=count,
        summaries=tuple(summaries),
        changes=np.stack([np.bincount(pair, minlength=size) for pair in cells]).reshape(shape),
        examples=np.stack([_lowest(pair, size, first) for pair in cells]).reshape(*shape, SHOWN),
        lengths={
            unit: tuple(
                _lengths(lasted[one][unit][ended], lasted[other][unit][ended])
                for (one, other), ended in zip(places, both, strict=True)
            )
            for unit in LENGTHS_IN
        },
    )


def _lowest(cells: Outcomes, size: int, first: int) -> Ints:
    """Return size x `SHOWN`: the lowest game numbers in each cell; the games are in order."""
    order = np.argsort(cells, kind="stable")
    ends = np.cumsum(np.bincount(cells, minlength=size))
    places = np.concatenate(([0], ends[:-1]))[:, np.newaxis] + np.arange(SHOWN)
    there = places < ends[:, np.newaxis]
    lowest = np.full((size, SHOWN), NO_GAME)
    lowest[there] = first + order[places[there]]
    return lowest


def _lengths(one: Ints, other: Ints) -> Lengths:
    """Return the sums over the games that end under both rule sets, given how long each lasts."""
    return Lengths(
        games=len(one),
        sum_1=int(one.sum()),
        sum_2=int(other.sum()),
        squares_1=_products(one, one),
        squares_2=_products(other, other),
        products=_products(one, other),
    )


def _products(one: Ints, other: Ints) -> int:
    """Return the exact sum of products: by machine integers where these can hold it."""
    largest = int(one.max(initial=0)) * int(other.max(initial=0)) * len(one)
    return int(one @ other if largest < 2**63 else one.astype(object) @ other.astype(object))
