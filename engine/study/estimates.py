"""Shares, means and quantiles of all games, estimated from tallies, each with its interval.

Computed from a `Summary`'s integers and nothing else. Every interval is of 95 % unless a `z` says
otherwise.
"""

from dataclasses import dataclass
from math import ceil, floor, sqrt
from typing import Final

import numpy as np

from engine.study.summary import Ints, bin_start

Z_95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value between the ends of its interval, from `games` games."""

    value: float
    low: float
    high: float
    games: int


def share(count: int, games: int, *, z: float = Z_95) -> Estimate:
    """Estimate a share with Wilson's interval (Wilson 1927): something never seen has an upper bound.

    Raises `ValueError` for no games or more counted than there were.

    >>> never = share(0, 1000)
    >>> never.value, never.low, round(never.high, 4)
    (0.0, 0.0, 0.0038)
    """
    if not 0 <= count <= games or games == 0:
        raise ValueError(f"{count} of {games} games is no share: take 0 to all of at least one game")
    observed = count / games
    shrink = 1 + z * z / games
    centre = (observed + z * z / (2 * games)) / shrink
    reach = z / shrink * sqrt(observed * (1 - observed) / games + z * z / (4 * games * games))
    low = 0.0 if count == 0 else max(0.0, centre - reach)
    high = 1.0 if count == games else min(1.0, centre + reach)
    return Estimate(observed, low, high, games)


def mean(games: int, total: int, squares: int, *, z: float = Z_95) -> Estimate | None:
    """Estimate a mean from the exact sum and sum of squares; None when no game has a value.

    >>> mean(4, 10, 30)  # doctest: +ELLIPSIS
    Estimate(value=2.5, low=1.2348..., high=3.7651..., games=4)
    """
    if games == 0:
        return None
    value = total / games
    spread = deviation(games, total, squares)
    reach = z * spread / sqrt(games) if spread is not None else float("inf")
    return Estimate(value, value - reach, value + reach, games)


def deviation(games: int, total: int, squares: int) -> float | None:
    """Return the standard deviation of the games themselves, None for fewer than two.

    The difference is taken between whole numbers, so nothing cancels.
    """
    if games < 2:
        return None
    return sqrt((games * squares - total * total) / (games * (games - 1)))


def quantile(histogram: Ints, level: float, *, z: float = Z_95) -> Estimate | None:
    """Estimate a quantile; None for an empty histogram.

    The interval lies between the order statistics whose ranks the binomial spread reaches, and holds
    for any distribution. Below `EXACT_BELOW` all is exact; above it the interval reaches to the ends
    of the bins, and the value is where the rank falls in its bin, its games spread evenly.
    """
    below = np.cumsum(histogram)
    games = int(below[-1])
    if games == 0:
        return None

    rank, reach = ceil(games * level), z * sqrt(games * level * (1 - level))
    ranks = (floor(games * level - reach), rank, ceil(games * level + reach) + 1)
    first, middle, last = np.searchsorted(below, np.clip(ranks, 1, games)).tolist()
    start, end = bin_start(middle), bin_start(middle + 1)
    share_before = 1 - (int(below[middle]) - rank + 0.5) / int(histogram[middle])
    value = start + int((end - start) * share_before)
    return Estimate(float(value), float(bin_start(first)), float(bin_start(last + 1) - 1), games)
