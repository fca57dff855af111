"""Games that still go on after so long, counted along a line."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
import pandas as pd

from engine.study.estimates import Estimate, share
from engine.study.study import Study
from engine.study.summary import Ints, Summary, bin_of, bin_start
from engine.study.tables.bars import BarAxis, bar_axis, expected_games
from engine.study.tables.columns import example_column, one_game, share_columns
from engine.study.tables.histogram import finished_firsts

Unit = Literal["rounds", "battles", "plays"]


POINTS: Final = 160
"""Points of the line: one for every two or three pixels."""


@dataclass(frozen=True)
class Curve:
    """The games that go on after each of some lengths."""

    left: tuple[int, ...]
    """Those without an end among them, and those that were cut off."""
    examples: tuple[int, ...]
    """The lowest number of a game that ended since the length before, or `NOT_ONE`."""
    games: int
    """All games, on which the shares are taken."""

    @cached_property
    def shares(self) -> list[Estimate]:
        """Return the share of all games that go on, at each length."""
        return [share(left, self.games) for left in self.left]


@dataclass(frozen=True)
class Survival:
    """The games still going, counted after each length in `after`: a point each."""

    noun: str
    axis: BarAxis
    after: list[int]
    curve: Curve
    """The games that go on after each of those lengths."""
    endless: int
    capped: int


def still_going(summary: Summary, unit: Unit, bins: list[int]) -> Curve:
    """Count the games that go on after each of some tally bins, in ascending order."""
    ended = np.cumsum(summary.finished(unit))[bins]
    firsts = finished_firsts(summary, unit)
    starts = [0, *(place + 1 for place in bins[:-1])]
    return Curve(
        left=tuple(summary.games - games for games in ended.tolist()),
        examples=tuple(one_game(firsts[start : end + 1]) for start, end in zip(starts, bins, strict=True)),
        games=summary.games,
    )


def survival(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Survival:
    """Work out what to draw. Games that were cut off are taken to go on."""
    tally = summary.finished(unit)
    axis = bar_axis(tally, expected_games(study, summary), log=log)
    bins = _bins(tally, axis)
    outcomes = summary.outcomes()
    return Survival(
        noun=unit.removesuffix("s"),
        axis=axis,
        after=[bin_start(index + 1) - 1 for index in bins],
        curve=still_going(summary, unit, bins),
        endless=outcomes["endless"],
        capped=outcomes["limit"],
    )


def _bins(tally: Ints, axis: BarAxis) -> list[int]:
    """Return the tally bins at whose ends the line is drawn, from before the first to the axis' end.

    Every bin with a game in it where these are few, or else some at equal distances on the axis.
    Within a bin nothing is known; at its end it is.
    """
    lowest, highest = int(axis.edges[0]), int(axis.edges[-1])
    first, last = bin_of(np.array([max(lowest - 1, 0), highest])).tolist()
    inner = np.flatnonzero(tally[:last])
    if len(inner) > POINTS:
        places = np.linspace(axis.start, axis.end, POINTS)
        inner = bin_of((10**places if axis.log else places).astype(np.int64))
    bins: list[int] = np.unique(np.concatenate(([first], inner, [last]))).tolist()
    return bins


def table(chart: Survival) -> pd.DataFrame:
    """Return a row a point of the line."""
    return pd.DataFrame(
        {
            f"after {chart.noun}s": chart.after,
            "games still going": chart.curve.left,
            **share_columns(chart.curve.shares),
            "a game that ended": example_column(chart.curve.examples),
        }
    )
