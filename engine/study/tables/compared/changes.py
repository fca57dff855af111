"""In how many deals two rule sets give different results, for all pairs of them."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd

from engine.kernels.tallies import OUTCOMES
from engine.study.differences import changed, moved
from engine.study.estimates import Estimate
from engine.study.pairs import Compared
from engine.study.tables.columns import estimate_columns, example_column, one_game
from engine.study.tables.compared.rows import Rows

NAME: Final = "changes"


@dataclass(frozen=True)
class Pair:
    """Two rule sets and in how many deals their results differ."""

    first: int
    second: int
    changed: Estimate
    winner: Estimate
    """The deals that one player wins by the first rule set and the other by the second."""
    example: int


@dataclass(frozen=True)
class Changes:
    """Every pair of rule sets once, the first before the second."""

    rows: Rows
    pairs: tuple[Pair, ...]
    games: int

    def name(self, pair: Pair) -> str:
        """Name both rule sets of a pair."""
        return f"{self.rows[pair.first].name} and {self.rows[pair.second].name}"


def changes(compared: Compared, rows: Rows) -> Changes:
    """Work out what to draw."""
    return Changes(rows, tuple(_pair(compared, *pair) for pair in compared.pairs()), compared.games)


def _pair(compared: Compared, first: int, second: int) -> Pair:
    counts = compared.changes_of(first, second)
    players = OUTCOMES[:2]
    return Pair(
        first,
        second,
        changed=changed(counts),
        winner=moved(counts, before=players, after=players),
        example=one_parting(compared, first, second),
    )


def one_parting(compared: Compared, first: int, second: int) -> int:
    """Return the lowest number of a deal that ends differently under two rule sets, or `NOT_ONE`."""
    apart = ~np.eye(len(OUTCOMES), dtype=np.bool_)
    return one_game(compared.examples_of(first, second)[apart])


def table(chart: Changes) -> pd.DataFrame:
    """Return a row a pair."""
    pairs = chart.pairs
    return pd.DataFrame(
        {
            "rule set": [chart.rows[pair.first].name for pair in pairs],
            "other rule set": [chart.rows[pair.second].name for pair in pairs],
            "deals": [pair.changed.games for pair in pairs],
            **estimate_columns("result differs, share", [pair.changed for pair in pairs]),
            **estimate_columns("the other player wins, share", [pair.winner for pair in pairs]),
            "a game": example_column([pair.example for pair in pairs]),
        }
    )
