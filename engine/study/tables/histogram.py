"""Games counted by whole numbers in bars: lengths, wars and cycles are counted alike."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from engine.kernels.tallies import DRAW
from engine.study.estimates import Estimate, mean, quantile, share
from engine.study.study import Study
from engine.study.summary import Ints, Summary, bin_of
from engine.study.tables.bars import BarAxis, bar_axis, expected_games
from engine.study.tables.columns import example_column, one_game, share_columns


@dataclass(frozen=True)
class Quantity:
    """A quantity that is counted of a game, in words."""

    noun: str
    """One of it: `round`."""
    wording: str = ""
    """The words for a bar's values where `20 to 39 rounds` will not do: `from round {}`."""
    title: str = ""
    """The words under the axis; the noun's plural unless given."""

    def said(self, low: int, high: int | None) -> str:
        """Say the values of a bar: those from `low` to `high`, or on without end."""
        span = f"{low:,} or more" if high is None else f"{low:,}" if low == high else f"{low:,} to {high:,}"
        if self.wording:
            return self.wording.format(span)
        return f"{span} {self.noun if (low, high) == (1, 1) else f'{self.noun}s'}"


@dataclass(frozen=True)
class Histogram:
    """Games counted by a quantity, in bars.

    `counts` and `example` have an entry a bar of `axis`, and one more at the end for everything
    beyond: the games, and the lowest number of one of them or `NOT_ONE`.
    """

    quantity: Quantity
    axis: BarAxis
    counts: list[int]
    example: list[int]
    games: int
    median: Estimate | None
    upper: Estimate | None
    """The 95 % quantile."""
    mean: Estimate | None

    @cached_property
    def shares(self) -> list[Estimate]:
        """Return the share of the games in each bar; nothing where there are no games."""
        return [share(games, self.games) for games in self.counts] if self.games else []

    def spans(self) -> list[tuple[int, int | None]]:
        """Return the first and last value of each bar; the last bar has no end."""
        edges = self.axis.edges.tolist()
        whole = [(low, high - 1) for low, high in pairwise(edges)]
        return [*whole, (edges[-1], None)]


def histogram(
    tally: Ints, firsts: Ints, quantity: Quantity, axis: BarAxis, mean: Estimate | None = None
) -> Histogram:
    """Count a tally (`BINS`) into bars, with the game numbers in `firsts` (`BINS`) as examples."""
    places = bin_of(axis.edges)
    places[0] = 0  # what lies below a logarithmic axis belongs to its first bar; nothing does today
    pieces = list(pairwise([*places.tolist(), len(tally)]))
    return Histogram(
        quantity=quantity,
        axis=axis,
        counts=[int(tally[start:end].sum()) for start, end in pieces],
        example=[one_game(firsts[start:end]) for start, end in pieces],
        games=int(tally.sum()),
        median=quantile(tally, 0.5),
        upper=quantile(tally, 0.95),
        mean=mean,
    )


def finished_firsts(summary: Summary, unit: str) -> Ints:
    """Return the lowest number of a finished game in each bin of a unit: `BINS`."""
    firsts: Ints = np.asarray(summary.firsts[unit])[: DRAW + 1].min(axis=0)
    return firsts


def finished_bars(summary: Summary, unit: str, axis: BarAxis) -> Histogram:
    """Count the finished games of a summary by a unit into the bars of an axis."""
    return histogram(
        summary.finished(unit),
        finished_firsts(summary, unit),
        Quantity(unit.removesuffix("s")),
        axis,
        mean(*summary.finished_sums(unit)),
    )


def lengths(study: Study, summary: Summary, *, unit: str = "rounds", log: bool = False) -> Histogram:
    """Work out what to draw of a unit, or of wars, which are counted alike."""
    axis = bar_axis(summary.finished(unit), expected_games(study, summary), log=log)
    return finished_bars(summary, unit, axis)


def span_columns(values: str, spans: list[tuple[int, int | None]]) -> dict[str, Any]:
    """Return the columns of a table that hold the first and the last value of bars."""
    return {
        f"{values} from": [low for low, _ in spans],
        f"{values} to": pd.array([high for _, high in spans], dtype="Int64"),
    }


def table(chart: Histogram) -> pd.DataFrame:
    """Return a row a bar: its values, its games, their share and its interval, one of the games."""
    return pd.DataFrame(
        {
            **span_columns(f"{chart.quantity.noun}s", chart.spans()),
            "games": chart.counts,
            **share_columns(chart.shares, len(chart.counts)),
            "a game": example_column(chart.example),
        }
    )
