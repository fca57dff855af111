"""What the tables of charts share: estimates with their intervals, examples."""

from collections.abc import Sequence
from math import inf, nan
from typing import Final

import pandas as pd

from engine.kernels.tallies import NO_GAME
from engine.study.estimates import Estimate
from engine.study.summary import FINISHED, WON, Ints, Summary

NOT_ONE: Final = -1
"""Stands where a game's number would, of a point that no game is behind."""


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


def one_game(firsts: Ints) -> int:
    """Return the lowest game number among the cells of a tally's firsts, or `NOT_ONE`."""
    lowest = int(firsts.min(initial=NO_GAME))
    return NOT_ONE if lowest == NO_GAME else lowest


def games_of(firsts: Ints) -> list[int]:
    """Return the game numbers of cells as a figure carries them: whole numbers, `NOT_ONE` for none."""
    return [NOT_ONE if game == NO_GAME else game for game in firsts.tolist()]


def finished_games(summary: Summary) -> int:
    """Return how many games ended by themselves."""
    return FINISHED.games(summary)


def decided_games(summary: Summary) -> int:
    """Return how many games somebody won."""
    return WON.games(summary)


def all_end(summary: Summary) -> bool:
    """Tell whether every game ended by itself, so that those that ended are all."""
    return finished_games(summary) == summary.games
