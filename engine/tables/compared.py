"""Tables of comparisons and sweeps."""

from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np
import pandas as pd

from engine.kernels.tallies import NO_GAME, OUTCOMES
from engine.rules import rules_name
from engine.simulation.estimates import (
    Estimate,
    PairedDifference,
    changed,
    length_difference,
    mean_length,
    moved,
    share,
    share_difference,
)
from engine.simulation.paired import Compared
from engine.simulation.study import Sweep
from engine.simulation.tallies import Ints
from engine.tables.bars import (
    NOT_ONE,
    UNKNOWN,
    Unit,
    end_columns,
    estimate_columns,
    example_column,
    finished_firsts,
    finished_games,
    one_game,
    share_columns,
)
from engine.tables.compared_lengths import LengthAxis, Row, Rows, axis_through
from engine.tables.outcomes import OUTCOME_NAMES
from engine.wording.sentences import named

# In how many deals two rule sets give different results, for all pairs of them.


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

    def table(self) -> pd.DataFrame:
        """Return a row a pair."""
        pairs = self.pairs
        return pd.DataFrame(
            {
                "rule set": [self.rows[pair.first].name for pair in pairs],
                "other rule set": [self.rows[pair.second].name for pair in pairs],
                "deals": [pair.changed.games for pair in pairs],
                **estimate_columns("result differs, share", [pair.changed for pair in pairs]),
                **estimate_columns("the other player wins, share", [pair.winner for pair in pairs]),
                "a game": example_column([pair.example for pair in pairs]),
            }
        )


def changes(compared: Compared, rows: Rows) -> Changes:
    """Compute in how many deals each pair of rule sets differs."""
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


# Who wins under one rule set against who wins under another, deal by deal.


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

    def table(self) -> pd.DataFrame:
        """Return a row for every two outcomes."""
        ways = self.ways()
        return pd.DataFrame(
            {
                f"under {self.first.name}": [OUTCOME_NAMES[before] for before, _ in ways],
                f"under {self.second.name}": [OUTCOME_NAMES[after] for _, after in ways],
                "deals": [self.cell(*way)[0] for way in ways],
                **share_columns([self.share(*way) for way in ways]),
                "a game": example_column([self.example(*way) for way in ways]),
            }
        )


def flow(compared: Compared, rows: Rows, first: int, second: int) -> Flow:
    """Compute how outcomes change from one rule set to another."""
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


# The worth of dealing alike: each difference's interval with them and as if each had its own deals.

Of = Literal["wins", "lengths"]
"""The difference compared: player 1's share in points, or the mean length where both games end."""


@dataclass(frozen=True)
class Paired:
    """A rule set's difference from the one at the base; None where no game ends under both."""

    place: int
    difference: PairedDifference | None
    example: int


@dataclass(frozen=True)
class Pairing:
    """The differences from one rule set, the base: a row for every other one."""

    of: Of
    lasting: Unit
    """The unit of lengths."""
    rows: Rows
    """All rule sets."""
    base: int
    """The place of the one that the others are compared with."""
    pairs: tuple[Paired, ...]

    @property
    def others(self) -> Rows:
        """The rule sets but the one at the base."""
        return tuple(self.rows[pair.place] for pair in self.pairs)

    @property
    def unit(self) -> str:
        """The unit of the differences."""
        return "points" if self.of == "wins" else self.lasting

    def table(self) -> pd.DataFrame:
        """Return a row a rule set: the difference from the base with both intervals."""
        differences = [pair.difference or PairedDifference(UNKNOWN, UNKNOWN) for pair in self.pairs]
        paired = [difference.paired for difference in differences]
        unpaired = [difference.unpaired for difference in differences]
        columns = {
            "rule set": [row.name for row in self.others],
            "against": [self.rows[self.base].name] * len(self.pairs),
            "deals": [estimate.games for estimate in paired],
            **estimate_columns(f"difference in {self.unit}", paired, "paired"),
            **end_columns("unpaired", unpaired),
        }
        return pd.DataFrame(columns)


def pairing(compared: Compared, rows: Rows, of: Of, *, base: int = 0, unit: Unit = "rounds") -> Pairing:
    """Compute the differences from the base; `unit` is what lengths are counted in."""
    pairs = []
    for place in range(len(rows)):
        if place == base:
            continue
        difference = (
            _in_points(share_difference(compared.changes_of(base, place), "player_1"))
            if of == "wins"
            else length_difference(compared.lengths_of(base, place, unit))
        )
        pairs.append(Paired(place, difference, one_parting(compared, base, place)))
    return Pairing(of, unit, rows, base, tuple(pairs))


def _in_points(difference: PairedDifference) -> PairedDifference:
    def points(share: Estimate) -> Estimate:
        return Estimate(100 * share.value, 100 * share.low, 100 * share.high, share.games)

    return PairedDifference(points(difference.paired), points(difference.unpaired))


# Who wins under each rule set on the same deals.


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

    def table(self) -> pd.DataFrame:
        """Return a row for every rule set and way to end, those never seen with their upper bound."""
        segments = [self.segment(row, name) for row in range(len(self.rows)) for name in self.tabled()]
        return pd.DataFrame(
            {
                "rule set": [self.rows[segment.row].name for segment in segments],
                "rules": [self.rows[segment.row].beside for segment in segments],
                "outcome": [OUTCOME_NAMES[segment.outcome] for segment in segments],
                "games": [segment.games for segment in segments],
                **share_columns([self.share(segment) for segment in segments]),
                "a game": example_column([segment.example for segment in segments]),
            }
        )


def compare_shares(compared: Compared, rows: Rows) -> CompareShares:
    """Compute the outcomes under each rule set."""
    segments: list[Segment] = []
    for row, summary in enumerate(compared.summaries):
        start = 0
        for outcome, firsts in zip(OUTCOMES, summary.firsts["reasons"], strict=True):
            games = summary.outcomes()[outcome]
            if games:
                segments.append(Segment(row, outcome, games, start, one_game(firsts)))
                start += games
    return CompareShares(compared.games, rows, tuple(segments))


# One rule varied over its values: who wins and how long finished games last, a row a value.


@dataclass(frozen=True)
class SweepChart:
    """Shares and mean lengths for each value of the rule."""

    swept: Sweep
    shares: CompareShares
    means: tuple[Estimate | None, ...]
    """Mean lengths of finished games, None where none ends."""
    finished: tuple[int, ...]
    examples: tuple[int, ...]
    """For each value the lowest number of a finished game."""
    axis: LengthAxis
    ordered: bool
    """Whether the values are numbers, so that a line may join them."""
    unit: Unit

    def table(self) -> pd.DataFrame:
        """Return a row a value: every share and the mean length, each with its interval."""
        shares = self.shares
        columns: dict[str, Any] = {
            self.swept.rule: [str(value) for value in self.swept.values],
            "games": [shares.games] * len(self.means),
        }
        for name in shares.tabled():
            words = name.replace("_", " ")
            segments = [shares.segment(row, name) for row in range(len(self.means))]
            columns |= estimate_columns(f"{words} share", list(map(shares.share, segments)), words)
        columns["finished games"] = list(self.finished)
        means = [mean or UNKNOWN for mean in self.means]
        return pd.DataFrame({**columns, **estimate_columns(f"mean {self.unit}", means, "mean")})


def rows_of_sweep(swept: Sweep) -> Rows:
    """Return a row for each value; the one that the sweep started from is said to be."""
    base = named(rules_name(swept.comparison.rule_sets[swept.base]))[0]
    return tuple(
        Row(
            letter,
            label[0].upper() + label[1:],
            f"as in {base}" if place == swept.base else "",
            f"the rule “{label}”",
        )
        for place, (letter, label) in enumerate(zip("ABCDEFGHIJKL", swept.labels, strict=False))
    )


def sweep_chart(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> SweepChart:
    """Compute shares and mean lengths for each value."""
    means = tuple(mean_length(summary, unit) for summary in compared.summaries)
    return SweepChart(
        swept=swept,
        shares=compare_shares(compared, rows_of_sweep(swept)),
        means=means,
        finished=tuple(finished_games(summary) for summary in compared.summaries),
        examples=tuple(one_game(finished_firsts(summary, unit)) for summary in compared.summaries),
        axis=axis_through([mean.value for mean in means if mean is not None]),
        ordered=swept.rule == "face_down",
        unit=unit,
    )
