"""How long finished games last under each rule set: median, middle half, and 5 to 95 %."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from engine.study.estimates import Estimate, mean, quantile, share
from engine.study.pairs import Compared
from engine.study.summary import Summary, bin_of
from engine.study.tables.columns import (
    NOT_ONE,
    UNKNOWN,
    end_columns,
    estimate_columns,
    example_column,
    finished_games,
    one_game,
)
from engine.study.tables.compared.length_axis import LengthAxis, length_axis
from engine.study.tables.compared.rows import Rows
from engine.study.tables.going import Unit
from engine.study.tables.histogram import finished_firsts

NAME: Final = "length-spreads"

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


def compare_lengths(compared: Compared, rows: Rows, *, unit: Unit = "rounds") -> CompareLengths:
    """Work out what to draw."""
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
        mean=mean(*summary.finished_sums(unit)),
        endless=share(summary.games - finished, summary.games),
    )


def table(chart: CompareLengths) -> pd.DataFrame:
    """Return a row a rule set: finished games, what is left out, mean and quantiles, median and mean sure."""
    quantiles = [spread.quantiles or (UNKNOWN,) * len(LEVELS) for spread in chart.spreads]
    examples = [spread.examples[MEDIAN] if spread.examples else NOT_ONE for spread in chart.spreads]
    return pd.DataFrame(
        {
            "rule set": [row.name for row in chart.rows],
            "finished games": [spread.finished for spread in chart.spreads],
            "share not finished": [spread.endless.value for spread in chart.spreads],
            **{
                f"{chart.unit} {100 * level:.0f} %": [levels[place].value for levels in quantiles]
                for place, level in enumerate(LEVELS)
            },
            **end_columns("median", [levels[MEDIAN] for levels in quantiles]),
            **estimate_columns("mean", [spread.mean or UNKNOWN for spread in chart.spreads]),
            "a game": example_column(examples),
        }
    )
