"""The share of games that go on after so many rounds, under each rule set."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from engine.kernels.tallies import EXACT_BELOW
from engine.study.pairs import Compared
from engine.study.summary import bin_of, bin_start
from engine.study.tables.columns import example_column, share_columns
from engine.study.tables.compared.length_axis import LengthAxis, length_axis
from engine.study.tables.compared.rows import Rows
from engine.study.tables.going import Curve, Unit, still_going

NAME: Final = "still-going"

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


def compare_survival(compared: Compared, rows: Rows, *, unit: Unit = "rounds") -> CompareSurvival:
    """Work out what to draw. Games that were cut off are taken to go on."""
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


def table(chart: CompareSurvival) -> pd.DataFrame:
    """Return a row for every rule set and length."""
    curves = chart.curves
    return pd.DataFrame(
        {
            "rule set": [row.name for row in chart.rows for _ in chart.after],
            f"after {chart.unit}": list(chart.after) * len(curves),
            "games still going": [left for curve in curves for left in curve.left],
            **share_columns([share for curve in curves for share in curve.shares]),
            "a game that ended": example_column([game for curve in curves for game in curve.examples]),
        }
    )
