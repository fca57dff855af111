"""The lengths of finished games under each rule set, over the same bars."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from engine.study.comparison import Comparison
from engine.study.pairs import Compared
from engine.study.tables.bars import bar_axis
from engine.study.tables.columns import UNKNOWN, example_column, share_columns
from engine.study.tables.compared.rows import Rows
from engine.study.tables.going import Unit
from engine.study.tables.histogram import Histogram, finished_bars, span_columns

NAME: Final = "length-strips"


@dataclass(frozen=True)
class LengthStrips:
    """The lengths under each rule set: a histogram for each row, all over the same bars."""

    rows: Rows
    strips: tuple[Histogram, ...]
    games: int
    unit: Unit


def length_strips(
    comparison: Comparison, compared: Compared, rows: Rows, *, unit: Unit = "rounds"
) -> LengthStrips:
    """Work out what to draw."""
    together = np.sum([summary.finished(unit) for summary in compared.summaries], axis=0)
    axis = bar_axis(together, comparison.games, log=True)
    strips = tuple(finished_bars(summary, unit, axis) for summary in compared.summaries)
    return LengthStrips(rows, strips, compared.games, unit)


def table(chart: LengthStrips) -> pd.DataFrame:
    """Return a row for every rule set and bar; shares are of its finished games."""
    strips = chart.strips
    shares = [share for strip in strips for share in strip.shares or [UNKNOWN] * len(strip.counts)]
    names = zip(chart.rows, strips, strict=True)
    return pd.DataFrame(
        {
            "rule set": [row.name for row, strip in names for _ in strip.counts],
            **span_columns(chart.unit, [span for strip in strips for span in strip.spans()]),
            "games": [games for strip in strips for games in strip.counts],
            **share_columns(shares),
            "a game": example_column([game for strip in strips for game in strip.example]),
        }
    )
