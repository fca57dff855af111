"""Who wins under each rule set on the same deals."""

from dataclasses import dataclass
from typing import Final

import pandas as pd

from engine.kernels.tallies import OUTCOMES
from engine.study.estimates import Estimate, share
from engine.study.pairs import Compared
from engine.study.tables.columns import NOT_ONE, example_column, one_game, share_columns
from engine.study.tables.compared.rows import Rows
from engine.study.tables.endings import OUTCOME_NAMES

NAME: Final = "who-wins"


@dataclass(frozen=True)
class Segment:
    """The games of one rule set that ended in one way."""

    row: int
    outcome: str
    games: int
    start: int
    """Games in the segments before it."""
    example: int


@dataclass(frozen=True)
class CompareShares:
    """The outcomes under each rule set, segment by segment."""

    games: int
    rows: Rows
    segments: tuple[Segment, ...]
    """Every outcome seen, rule set by rule set in the order of `OUTCOMES`."""

    def outcomes(self) -> list[str]:
        """Return the outcomes that any rule set had, in their order."""
        return [name for name in OUTCOMES if any(segment.outcome == name for segment in self.segments)]

    def tabled(self) -> list[str]:
        """Return the outcomes of a table: all, but being cut off only where a game was."""
        return [name for name in OUTCOMES if name != "limit" or name in self.outcomes()]

    def segment(self, row: int, outcome: str) -> Segment:
        """Return the games of one rule set that ended in one way, which may be none."""
        none = Segment(row, outcome, 0, 0, NOT_ONE)
        return next((one for one in self.segments if (one.row, one.outcome) == (row, outcome)), none)

    def share(self, segment: Segment) -> Estimate:
        """Return a segment's share of all games."""
        return share(segment.games, self.games)

    def shares(self, row: int) -> dict[str, Estimate]:
        """Return the share of every outcome that a rule set had."""
        return {segment.outcome: self.share(segment) for segment in self.segments if segment.row == row}

    def boundaries(self, row: int) -> list[Estimate]:
        """Return where one segment ends and the next begins, as shares of all games."""
        starts = [segment.start for segment in self.segments if segment.row == row]
        return [share(start, self.games) for start in starts[1:]]


def compare_shares(compared: Compared, rows: Rows) -> CompareShares:
    """Work out what to draw."""
    segments: list[Segment] = []
    for row, summary in enumerate(compared.summaries):
        start = 0
        for outcome, firsts in zip(OUTCOMES, summary.firsts["reasons"], strict=True):
            games = summary.outcomes()[outcome]
            if games:
                segments.append(Segment(row, outcome, games, start, one_game(firsts)))
                start += games
    return CompareShares(compared.games, rows, tuple(segments))


def table(chart: CompareShares) -> pd.DataFrame:
    """Return a row for every rule set and way to end, those never seen with their upper bound."""
    segments = [chart.segment(row, name) for row in range(len(chart.rows)) for name in chart.tabled()]
    return pd.DataFrame(
        {
            "rule set": [chart.rows[segment.row].name for segment in segments],
            "rules": [chart.rows[segment.row].beside for segment in segments],
            "outcome": [OUTCOME_NAMES[segment.outcome] for segment in segments],
            "games": [segment.games for segment in segments],
            **share_columns([chart.share(segment) for segment in segments]),
            "a game": example_column([segment.example for segment in segments]),
        }
    )
