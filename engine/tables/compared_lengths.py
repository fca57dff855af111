"""Tables of how long games last by each rule set."""

from dataclasses import dataclass
from math import log10
from typing import Final

import numpy as np
import pandas as pd

from engine.kernels.tallies import EXACT_BELOW
from engine.rules import PRESETS
from engine.simulation.estimates import Estimate, mean_length, quantile, share
from engine.simulation.paired import Compared
from engine.simulation.study import Comparison
from engine.simulation.tallies import Summary, bin_of, bin_start
from engine.tables.bars import (
    NOT_ONE,
    UNKNOWN,
    Curve,
    Histogram,
    Unit,
    bar_axis,
    end_columns,
    estimate_columns,
    example_column,
    finished_bars,
    finished_firsts,
    finished_games,
    one_game,
    share_columns,
    span_columns,
    still_going,
)
from engine.wording.sentences import named, rules_of

# Rule sets one below the other, as the tables of a comparison name them.


@dataclass(frozen=True, slots=True)
class Row:
    """One rule set of a comparison."""

    letter: str
    """Its name where there is no room for the full one."""
    name: str
    beside: str
    """Its rules in a few words."""
    rules: str
    """Whose rules they are, in a sentence."""

    @property
    def heading(self) -> str:
        """The letter and the name."""
        return f"{self.letter} {self.name}"


Rows = tuple[Row, ...]
"""The rule sets of a comparison, in their order."""


def rows_of(names: tuple[str, ...]) -> Rows:
    """Return a row for each rule set, by its preset's name or its code.

    >>> rows_of(("code-golf",))
    (Row(letter='A', name='Code golf', beside='loser’s cards first', rules='Code golf’s rules'),)
    """
    return tuple(_row(*one, names) for one in zip("ABCDEFGHIJKL", names, strict=False))


def _row(letter: str, name: str, names: tuple[str, ...]) -> Row:
    title, beside = named(name, names)
    return Row(letter, title, beside, rules_of(name) if name in PRESETS else f"the rules “{title}”")


# A logarithmic axis of lengths from one round number to another, the same for charts side by side.

SIZES: Final = (1, 2, 5)


MOST_TICKS: Final = 7


@dataclass(frozen=True, slots=True)
class LengthAxis:
    """Lengths from `low` to `high`, both round numbers; places on it are logarithms."""

    low: int
    high: int

    def at(self, length: float) -> float:
        """Return where a length is drawn."""
        return log10(max(length, 1))

    @property
    def wide(self) -> float:
        """The distance between its ends as drawn."""
        return self.at(self.high) - self.at(self.low)

    def ticks(self) -> list[int]:
        """Return the lengths that are named, the ends among them.

        >>> LengthAxis(50, 5000).ticks()
        [50, 100, 200, 500, 1000, 2000, 5000]
        >>> LengthAxis(1, 10000).ticks()
        [1, 10, 100, 1000, 10000]
        """
        steps = [step for step in _steps() if self.low <= step <= self.high]
        if len(steps) <= MOST_TICKS:
            return steps
        tens = [step for step in steps if log10(step) % 1 == 0]
        ends = [self.low, self.high]
        far = [end for end in ends if all(abs(log10(end / ten)) > 0.4 for ten in tens)]
        return sorted({*tens, *far})


def _steps() -> list[int]:
    return [size * 10**power for power in range(12) for size in SIZES]


def length_axis(
    summaries: tuple[Summary, ...], unit: str, *, least: float = 0.05, most: float = 0.95
) -> LengthAxis:
    """Return an axis that holds the lengths of finished games between two quantiles, of every rule set."""
    histograms = [summary.finished(unit) for summary in summaries]
    lengths = [
        reached.value
        for histogram in histograms
        for level in (least, most)
        if (reached := quantile(histogram, level)) is not None
    ]
    return axis_through(lengths)


def axis_through(lengths: list[float]) -> LengthAxis:
    """Return an axis that holds these lengths; any axis for none."""
    if not lengths:
        return LengthAxis(1, 10)
    low = max((step for step in _steps() if step <= max(min(lengths), 1)), default=1)
    high = min(step for step in _steps() if step >= max(lengths))
    return LengthAxis(low, high) if low < high else LengthAxis(low, _steps()[_steps().index(low) + 1])


# How long finished games last under each rule set: median, middle half, and 5 to 95 %.

LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


MEDIAN: Final = LEVELS.index(0.5)


@dataclass(frozen=True)
class Spread:
    """The lengths of the finished games of one rule set."""

    finished: int
    quantiles: tuple[Estimate, ...]
    """At `LEVELS`; empty where no game ends."""
    examples: tuple[int, ...]
    """For each of them the lowest number of a game of that length."""
    mean: Estimate | None
    endless: Estimate
    """The share of all games that never end or were cut off."""


@dataclass(frozen=True)
class CompareLengths:
    """The lengths under each rule set: a spread for each row."""

    rows: Rows
    spreads: tuple[Spread, ...]
    axis: LengthAxis
    unit: Unit

    def table(self) -> pd.DataFrame:
        """Return a row per rule set: finished games, what is left out, quantiles, median, mean."""
        quantiles = [spread.quantiles or (UNKNOWN,) * len(LEVELS) for spread in self.spreads]
        examples = [spread.examples[MEDIAN] if spread.examples else NOT_ONE for spread in self.spreads]
        return pd.DataFrame(
            {
                "rule set": [row.name for row in self.rows],
                "finished games": [spread.finished for spread in self.spreads],
                "share not finished": [spread.endless.value for spread in self.spreads],
                **{
                    f"{self.unit} {100 * level:.0f} %": [levels[place].value for levels in quantiles]
                    for place, level in enumerate(LEVELS)
                },
                **end_columns("median", [levels[MEDIAN] for levels in quantiles]),
                **estimate_columns("mean", [spread.mean or UNKNOWN for spread in self.spreads]),
                "a game": example_column(examples),
            }
        )


def compare_lengths(compared: Compared, rows: Rows, *, unit: Unit = "rounds") -> CompareLengths:
    """Compute the spread of lengths under each rule set."""
    spreads = tuple(_spread(summary, unit) for summary in compared.summaries)
    return CompareLengths(rows, spreads, length_axis(compared.summaries, unit), unit)


def _spread(summary: Summary, unit: Unit) -> Spread:
    histogram, firsts = summary.finished(unit), finished_firsts(summary, unit)
    reached = (quantile(histogram, level) for level in LEVELS)
    quantiles = tuple(estimate for estimate in reached if estimate is not None)
    bins = bin_of(np.array([int(estimate.value) for estimate in quantiles], np.int64))
    finished = finished_games(summary)
    return Spread(
        finished=finished,
        quantiles=quantiles,
        examples=tuple(one_game(firsts[place : place + 1]) for place in bins.tolist()),
        mean=mean_length(summary, unit),
        endless=share(summary.games - finished, summary.games),
    )


# The lengths of finished games under each rule set, over the same bars.


@dataclass(frozen=True)
class LengthStrips:
    """The lengths under each rule set: a histogram for each row, all over the same bars."""

    rows: Rows
    strips: tuple[Histogram, ...]
    games: int
    unit: Unit

    def table(self) -> pd.DataFrame:
        """Return a row for every rule set and bar; shares are of its finished games."""
        strips = self.strips
        shares = [share for strip in strips for share in strip.shares or [UNKNOWN] * len(strip.counts)]
        names = zip(self.rows, strips, strict=True)
        return pd.DataFrame(
            {
                "rule set": [row.name for row, strip in names for _ in strip.counts],
                **span_columns(self.unit, [span for strip in strips for span in strip.spans()]),
                "games": [games for strip in strips for games in strip.counts],
                **share_columns(shares),
                "a game": example_column([game for strip in strips for game in strip.example]),
            }
        )


def length_strips(
    comparison: Comparison, compared: Compared, rows: Rows, *, unit: Unit = "rounds"
) -> LengthStrips:
    """Compute the lengths under each rule set, over the same bars."""
    together = np.sum([summary.finished(unit) for summary in compared.summaries], axis=0)
    axis = bar_axis(together, comparison.games, log=True)
    strips = tuple(finished_bars(summary, unit, axis) for summary in compared.summaries)
    return LengthStrips(rows, strips, compared.games, unit)


# The share of games that go on after each number of rounds, under each rule set.

MOST_POINTS: Final = 400
"""Points of all lines together: a figure stays under 60 KB."""


@dataclass(frozen=True)
class CompareSurvival:
    """The games still going under each rule set: a curve for each row over the lengths in `after`."""

    rows: Rows
    axis: LengthAxis
    after: tuple[int, ...]
    curves: tuple[Curve, ...]
    unit: Unit

    def table(self) -> pd.DataFrame:
        """Return a row for every rule set and length."""
        curves = self.curves
        return pd.DataFrame(
            {
                "rule set": [row.name for row in self.rows for _ in self.after],
                f"after {self.unit}": list(self.after) * len(curves),
                "games still going": [left for curve in curves for left in curve.left],
                **share_columns([share for curve in curves for share in curve.shares]),
                "a game that ended": example_column([game for curve in curves for game in curve.examples]),
            }
        )


def compare_survival(compared: Compared, rows: Rows, *, unit: Unit = "rounds") -> CompareSurvival:
    """Compute the survival curve under each rule set. Games that were cut off are taken to go on."""
    axis = length_axis(compared.summaries, unit, least=0.002, most=0.99)
    points = max(30, MOST_POINTS // len(rows))
    lengths = np.geomspace(axis.low, axis.high, points).astype(np.int64)
    named = np.array(counted_exactly(axis), dtype=np.int64)  # none where every game is long
    bins = np.unique(bin_of(np.concatenate((lengths, named)))).tolist()
    return CompareSurvival(
        rows=rows,
        axis=axis,
        after=tuple(bin_start(place + 1) - 1 for place in bins),
        curves=tuple(still_going(summary, unit, bins) for summary in compared.summaries),
        unit=unit,
    )


def counted_exactly(axis: LengthAxis) -> list[int]:
    """Return the lengths named on the axis up to which games are counted exactly."""
    return [tick for tick in axis.ticks() if tick < EXACT_BELOW]
