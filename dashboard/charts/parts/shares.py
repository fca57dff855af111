"""Parts that charts of tallies share: axes of shares, whiskers, hatching, examples in tables."""

from math import nan
from typing import Any

import numpy as np
import pandas as pd

from dashboard.charts.parts.panel import NOT_ONE
from dashboard.charts.parts.scales import ticks
from dashboard.charts.parts.theme import Theme
from engine.study.estimates import Estimate


def percent_axis(top: float) -> dict[str, Any]:
    """Return an axis from 0 to `top`, a share, with few round percentages."""
    named = ticks(100 * top)
    return {
        "range": [0, top],
        "tickvals": [tick / 100 for tick in named],
        "ticktext": [f"{tick:g} %" for tick in named],
    }


def whiskers(shares: list[Estimate], theme: Theme, *, cap: int = 5) -> dict[str, Any]:
    """Return the error bars of a trace."""
    return {
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": np.array([found.high - found.value for found in shares]),
            "arrayminus": np.array([found.value - found.low for found in shares]),
            "color": theme.ink,
            "thickness": 1.3,
            "width": cap,
        }
    }


def widest(shares: list[Estimate]) -> float:
    """Return the width of the widest interval."""
    return max((found.high - found.low for found in shares), default=0.0)


def unfaded(opacity: float = 1) -> dict[str, Any]:
    """Keep marks as they are when one is clicked: a click opens a game, it selects nothing."""
    return {state: {"marker": {"opacity": opacity}} for state in ("selected", "unselected")}


def hatching(theme: Theme) -> dict[str, Any]:
    """Return the pattern of what never ends."""
    return {
        "shape": "/",
        "size": 7,
        "solidity": 0.22,
        "fgcolor": theme.endless_text,
        "bgcolor": theme.endless_ground,
    }


def example_column(games: list[int]) -> "pd.arrays.IntegerArray":
    """Return game numbers as a column of a table, empty where there is none."""
    return pd.array([None if game == NOT_ONE else game for game in games], dtype="Int64")


def share_columns(shares: list[Estimate], rows: int) -> dict[str, list[float]]:
    """Return the columns of a table that hold shares and their intervals; empty where there are none."""
    found = shares or [Estimate(nan, nan, nan, 0)] * rows
    return {
        "share": [each.value for each in found],
        "share low": [each.low for each in found],
        "share high": [each.high for each in found],
    }
