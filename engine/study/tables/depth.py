"""Finished games by the depth of their deepest war."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import pandas as pd

from engine.study.estimates import Estimate, share
from engine.study.summary import EVERY, FINISHED, Summary
from engine.study.tables.columns import all_end, example_column, one_game, share_columns
from engine.study.tables.histogram import finished_firsts

DEEPEST: Final = 7
"""The last bar holds everything from here on."""


FEWEST_BARS: Final = 5


@dataclass(frozen=True)
class Depth:
    """Games by the depth of their deepest war, from 0; those of the last bar are as deep or deeper."""

    counts: list[int]
    example: list[int]
    games: int
    all_end: bool
    of: str = f"{EVERY.noun}s"
    """What these games are called in a title."""

    @property
    def names(self) -> list[str]:
        """The names under the bars."""
        last = f"{DEEPEST}+" if len(self.counts) > DEEPEST else str(len(self.counts) - 1)
        return ["no war", *(str(depth) for depth in range(1, len(self.counts) - 1)), last]

    @cached_property
    def shares(self) -> list[Estimate]:
        """Return the share of each bar; nothing where no game has finished."""
        return [share(games, self.games) for games in self.counts] if self.games else []


def depth(summary: Summary) -> Depth:
    """Work out what to draw."""
    tally = summary.finished("depth")
    firsts = finished_firsts(summary, "depth")
    deepest = int(np.flatnonzero(tally).max(initial=0))
    bars = min(max(deepest + 1, FEWEST_BARS), DEEPEST + 1)
    return Depth(
        counts=[*tally[: bars - 1].tolist(), int(tally[bars - 1 :].sum())],
        example=[
            *(one_game(firsts[bar : bar + 1]) for bar in range(bars - 1)),
            one_game(firsts[bars - 1 :]),
        ],
        games=int(tally.sum()),
        all_end=all_end(summary),
        of=FINISHED.nouns(summary),
    )


def table(chart: Depth) -> pd.DataFrame:
    """Return a row a bar."""
    return pd.DataFrame(
        {
            "deepest war": chart.names,
            "games": chart.counts,
            **share_columns(chart.shares, len(chart.counts)),
            "a game": example_column(chart.example),
        }
    )
