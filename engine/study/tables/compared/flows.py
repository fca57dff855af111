"""Who wins under one rule set against who wins under another, deal by deal."""

from dataclasses import dataclass
from itertools import product

import pandas as pd

from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.study.estimates import Estimate, share
from engine.study.pairs import Compared
from engine.study.summary import Ints
from engine.study.tables.columns import NOT_ONE, example_column, share_columns
from engine.study.tables.compared.rows import Row, Rows
from engine.study.tables.endings import OUTCOME_NAMES


@dataclass(frozen=True)
class Flow:
    """Deals by their outcomes under two rule sets."""

    first: Row
    second: Row
    place: int
    """The second rule set's place in the comparison: a click opens the deal by its rules."""
    before: tuple[str, ...]
    after: tuple[str, ...]
    """The outcomes that the first and the second rule set had."""
    counts: Ints
    """outcomes x outcomes, all of them."""
    examples: Ints
    """outcomes x outcomes x games."""

    @property
    def name(self) -> str:
        """The name of its chart."""
        return f"flow-{self.first.letter.lower()}-{self.second.letter.lower()}"

    def ways(self) -> list[tuple[str, str]]:
        """Return every outcome under the first with every one under the second, the first going slower."""
        return list(product(self.before, self.after))

    def cell(self, before: str, after: str) -> tuple[int, list[int]]:
        """Return the deals with these two outcomes, and the numbers of some of them."""
        at = OUTCOMES.index(before), OUTCOMES.index(after)
        return int(self.counts[at]), [game for game in self.examples[at].tolist() if game != NO_GAME]

    def example(self, before: str, after: str) -> int:
        """Return the number of a deal with these two outcomes, or `NOT_ONE`."""
        return next(iter(self.cell(before, after)[1]), NOT_ONE)

    def share(self, before: str, after: str) -> Estimate:
        """Return the share of all deals that have these two outcomes."""
        return share(self.cell(before, after)[0], int(self.counts.sum()))


def flow(compared: Compared, rows: Rows, first: int, second: int) -> Flow:
    """Work out what to draw."""
    counts = compared.changes_of(first, second)
    return Flow(
        rows[first],
        rows[second],
        second,
        before=tuple(name for name, deals in zip(OUTCOMES, counts.sum(axis=1), strict=True) if deals),
        after=tuple(name for name, deals in zip(OUTCOMES, counts.sum(axis=0), strict=True) if deals),
        counts=counts,
        examples=compared.examples_of(first, second),
    )


def table(chart: Flow) -> pd.DataFrame:
    """Return a row for every two outcomes."""
    ways = chart.ways()
    return pd.DataFrame(
        {
            f"under {chart.first.name}": [OUTCOME_NAMES[before] for before, _ in ways],
            f"under {chart.second.name}": [OUTCOME_NAMES[after] for _, after in ways],
            "deals": [chart.cell(*way)[0] for way in ways],
            **share_columns([chart.share(*way) for way in ways]),
            "a game": example_column([chart.example(*way) for way in ways]),
        }
    )
