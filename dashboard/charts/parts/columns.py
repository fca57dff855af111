"""Columns that tables of charts share: estimates with their intervals, examples."""

from collections.abc import Sequence
from math import inf, nan
from typing import Final

import pandas as pd

from dashboard.charts.parts.panel import NOT_ONE
from engine.study.estimates import Estimate

UNKNOWN: Final = Estimate(nan, nan, nan, 0)
"""Stands in a table where there are no games to estimate from."""


def example_column(games: Sequence[int]) -> "pd.arrays.IntegerArray":
    """Return game numbers as a column of a table, empty where there is none."""
    return pd.array([None if game == NOT_ONE else game for game in games], dtype="Int64")


def estimate_columns(name: str, estimates: Sequence[Estimate], ends: str = "") -> dict[str, list[float]]:
    """Return the columns of estimates and of the ends of their intervals, which `ends` may name otherwise."""
    return {name: [estimate.value for estimate in estimates], **end_columns(ends or name, estimates)}


def end_columns(name: str, estimates: Sequence[Estimate]) -> dict[str, list[float]]:
    """Return the columns of the ends of intervals, empty where they are open."""
    return {
        f"{name} low": [estimate.low if estimate.low > -inf else nan for estimate in estimates],
        f"{name} high": [estimate.high if estimate.high < inf else nan for estimate in estimates],
    }


def share_columns(shares: Sequence[Estimate], rows: int = 0) -> dict[str, list[float]]:
    """Return the columns of shares; of so many rows where there are no games, empty."""
    return estimate_columns("share", shares or [UNKNOWN] * rows)
