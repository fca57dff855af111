"""Tables of comparisons and sweeps: who wins, how long games last, what differs deal by deal."""

from itertools import product
from math import log10
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import pandas as pd

from engine import simulation
from engine.kernels import EXACT_BELOW, OUTCOMES
from engine.numbers import capital
from engine.rules import PRESETS, description_of, rules_name
from engine.simulation import Compared, Comparison, Estimate, Ints, PairedDifference, Summary, Sweep
from engine.tables import bars
from engine.tables.outcomes import OUTCOME_NAMES
from engine.wording import named, rules_of

# Rule sets one below the other, as the tables of a comparison name them.


class Row(NamedTuple):
    """One rule set of a comparison."""

    letter: str
    """Its name where there is no room for the full one."""
    name: str
    beside: str
    by: str
    """The rule set in a sentence: `by Code golf’s rules`, or of a sweep `with 1 card face down`."""

    @property
    def heading(self) -> str:
        """The letter and the name."""
        return f"{self.letter} {self.name}"


Rows = tuple[Row, ...]

LETTERS: Final = "ABCDEFGHIJKL"


def rows_of(names: tuple[str, ...], asked: Comparison | Sweep | None = None) -> Rows:
    """Return a row for each rule set, by its preset's name or its code; of a sweep for each value.

    >>> rows_of(("code-golf",))
    (Row(letter='A', name='Code golf', beside='loser’s cards first', by='by Code golf’s rules'),)
    """
    if isinstance(asked, Sweep):
        base = named(rules_name(asked.comparison.rule_sets[asked.base]))[0]
        beside = {asked.base: f"as in {base}"}  # the value that the sweep started from is said to be
        values = enumerate(zip(LETTERS, map(description_of, asked.values), strict=False))
        return tuple(
            Row(letter, capital(value.brief), beside.get(place, ""), f"with {value.noun or value.brief}")
            for place, (letter, value) in values
        )
    return tuple(_row(*one, names) for one in zip(LETTERS, names, strict=False))


def _row(letter: str, name: str, names: tuple[str, ...]) -> Row:
    title, beside = named(name, names)
    return Row(
        letter, title, beside, f"by {rules_of(name) if name in PRESETS else f'changed rules ({title})'}"
    )


def _one_below_the_other(rows: Rows, tables: list[pd.DataFrame]) -> pd.DataFrame:
    """Return a table of each rule set as one, every row with its rule set's name in front."""
    whole = pd.concat(tables, keys=[row.name for row in rows], names=["rule set"])
    return whole.reset_index("rule set").reset_index(drop=True)


# A logarithmic axis of lengths from one round number to another, the same for charts side by side.

ROUND: Final = [size * 10**power for power in range(12) for size in (1, 2, 5)]
"""Lengths where an axis may end or have a tick."""

MOST_TICKS: Final = 7


class LengthAxis(NamedTuple):
    """Lengths from `low` to `high`, both round numbers; places on it are logarithms."""

    low: int
    high: int

    def at(self, length: float) -> float:
        """Return where a length is drawn; a game of no round, beside one of one.

        >>> LengthAxis(1, 100).at(0), LengthAxis(1, 100).at(10)
        (0.0, 1.0)
        """
        return log10(max(length, 1))

    @property
    def wide(self) -> float:
        """The distance between its ends as drawn."""
        return self.at(self.high) - self.at(self.low)

    def ticks(self) -> list[int]:
        """Return the lengths that are named, the ends among them.

        >>> LengthAxis(50, 5000).ticks()
        [50, 100, 200, 500, 1000, 2000, 5000]
        >>> LengthAxis(1, 10000).ticks()
        [1, 10, 100, 1000, 10000]
        """
        steps = [step for step in ROUND if self.low <= step <= self.high]
        if len(steps) <= MOST_TICKS:
            return steps
        tens = [step for step in steps if log10(step) % 1 == 0]
        ends = [self.low, self.high]
        far = [end for end in ends if all(abs(log10(end / ten)) > 0.4 for ten in tens)]
        return sorted({*tens, *far})


def length_axis(
    summaries: tuple[Summary, ...], unit: str, *, least: float = 0.05, most: float = 0.95
) -> LengthAxis:
    """Return an axis that holds the lengths of finished games between two quantiles, of every rule set."""
    ends = [
        simulation.quantile(summary.finished(unit), level) for summary in summaries for level in (least, most)
    ]
    return axis_through([end.value for end in ends if end is not None])


def axis_through(lengths: list[float]) -> LengthAxis:
    """Return an axis that holds these lengths; any axis for none."""
    if not lengths:
        return LengthAxis(1, 10)
    low = max(step for step in ROUND if step <= max(min(lengths), 1))
    high = min(step for step in ROUND if step >= max(lengths) and step > low)
    return LengthAxis(low, high)


# How long finished games last under each rule set: median, middle half, and 5 to 95 %.

LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


MEDIAN: Final = LEVELS.index(0.5)


class Spread(NamedTuple):
    """The lengths of the finished games of one rule set."""

    finished: int
    quantiles: tuple[Estimate, ...]
    """At `LEVELS`; empty where no game ends."""
    examples: tuple[int, ...]
    """For each of them the lowest number of a game of that length."""
    mean: Estimate | None
    endless: Estimate
    """The share of all games that never end or were cut off."""


class CompareLengths(NamedTuple):
    """The lengths under each rule set: a spread for each row."""

    rows: Rows
    spreads: tuple[Spread, ...]
    axis: LengthAxis
    unit: bars.Unit

    def table(self) -> pd.DataFrame:
        """Return a row per rule set: finished games, what is left out, quantiles, median, mean."""
        quantiles = [spread.quantiles or (bars.UNKNOWN,) * len(LEVELS) for spread in self.spreads]
        examples = [spread.examples[MEDIAN] if spread.examples else bars.NOT_ONE for spread in self.spreads]
        return pd.DataFrame(
            {
                "rule set": [row.name for row in self.rows],
                "finished games": [spread.finished for spread in self.spreads],
                "share not finished": [spread.endless.value for spread in self.spreads],
                **{
                    f"{self.unit} {100 * level:.0f} %": [levels[place].value for levels in quantiles]
                    for place, level in enumerate(LEVELS)
                },
                **bars.end_columns("median", [levels[MEDIAN] for levels in quantiles]),
                **bars.estimate_columns("mean", [spread.mean or bars.UNKNOWN for spread in self.spreads]),
                "a game": bars.example_column(examples),
            }
        )


def compare_lengths(compared: Compared, rows: Rows, *, unit: bars.Unit = "rounds") -> CompareLengths:
    """Compute the spread of lengths under each rule set."""
    spreads = tuple(_spread(summary, unit) for summary in compared.summaries)
    return CompareLengths(rows, spreads, length_axis(compared.summaries, unit), unit)


def _spread(summary: Summary, unit: bars.Unit) -> Spread:
    histogram, firsts = summary.finished(unit), bars.finished_firsts(summary, unit)
    reached = (simulation.quantile(histogram, level) for level in LEVELS)
    quantiles = tuple(estimate for estimate in reached if estimate is not None)
    bins = simulation.bin_of(np.array([int(estimate.value) for estimate in quantiles], np.int64))
    finished = simulation.FINISHED.games(summary)
    return Spread(
        finished=finished,
        quantiles=quantiles,
        examples=tuple(bars.one_game(firsts[place : place + 1]) for place in bins.tolist()),
        mean=simulation.mean_length(summary, unit),
        endless=simulation.share(summary.games - finished, summary.games),
    )


# The lengths of finished games under each rule set, over the same bars.


class LengthStrips(NamedTuple):
    """The lengths under each rule set: a histogram for each row, all over the same bars."""

    rows: Rows
    strips: tuple[bars.Histogram, ...]
    games: int
    unit: bars.Unit

    def table(self) -> pd.DataFrame:
        """Return a row for every rule set and bar; shares are of its finished games."""
        return _one_below_the_other(self.rows, [strip.table() for strip in self.strips])


def length_strips(
    comparison: Comparison, compared: Compared, rows: Rows, *, unit: bars.Unit = "rounds"
) -> LengthStrips:
    """Compute the lengths under each rule set, over the same bars."""
    together = np.sum([summary.finished(unit) for summary in compared.summaries], axis=0)
    axis = bars.bar_axis(together, comparison.games, log=True)
    strips = tuple(bars.finished_bars(summary, unit, axis) for summary in compared.summaries)
    return LengthStrips(rows, strips, compared.games, unit)


# The share of games that go on after each number of rounds, under each rule set.

MOST_POINTS: Final = 400  # points of all lines together: a figure stays under 60 KB


class CompareSurvival(NamedTuple):
    """The games still going under each rule set: a curve for each row, all after the same lengths."""

    rows: Rows
    axis: LengthAxis
    curves: tuple[bars.Curve, ...]

    @property
    def after(self) -> tuple[int, ...]:
        """The lengths after which games are counted."""
        return self.curves[0].after

    def table(self) -> pd.DataFrame:
        """Return a row for every rule set and length."""
        return _one_below_the_other(self.rows, [curve.table() for curve in self.curves])


def compare_survival(compared: Compared, rows: Rows, *, unit: bars.Unit = "rounds") -> CompareSurvival:
    """Compute the survival curve under each rule set. Games that were cut off are taken to go on."""
    axis = length_axis(compared.summaries, unit, least=0.002, most=0.99)
    points = max(30, MOST_POINTS // len(rows))
    lengths = np.geomspace(axis.low, axis.high, points).astype(np.int64)
    named = np.array(counted_exactly(axis), dtype=np.int64)  # none where every game is long
    bins = np.unique(simulation.bin_of(np.concatenate((lengths, named)))).tolist()
    return CompareSurvival(
        rows, axis, tuple(bars.still_going(summary, unit, bins) for summary in compared.summaries)
    )


def counted_exactly(axis: LengthAxis) -> list[int]:
    """Return the lengths named on the axis up to which games are counted exactly."""
    return [tick for tick in axis.ticks() if tick < EXACT_BELOW]


# In how many deals two rule sets give different results, for all pairs of them.


class Pair(NamedTuple):
    """Two rule sets and in how many deals their results differ."""

    first: int
    second: int
    changed: Estimate
    winner: Estimate
    """The deals that one player wins by the first rule set and the other by the second."""
    example: int


class Changes(NamedTuple):
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
                **bars.estimate_columns("result differs, share", [pair.changed for pair in pairs]),
                **bars.estimate_columns("the other player wins, share", [pair.winner for pair in pairs]),
                "a game": bars.example_column([pair.example for pair in pairs]),
            }
        )


def changes(compared: Compared, rows: Rows) -> Changes:
    """Compute in how many deals each pair of rule sets differs."""
    pairs = []
    for first, second in compared.pairs():
        counts = compared.changes_of(first, second)
        changed, winner = simulation.changed(counts), simulation.other_winner(counts)
        pairs.append(Pair(first, second, changed, winner, one_difference(compared, first, second)))
    return Changes(rows, tuple(pairs), compared.games)


def one_difference(compared: Compared, first: int, second: int) -> int:
    """Return the lowest number of a deal that ends differently under two rule sets, or `NOT_ONE`."""
    differ = ~np.eye(len(OUTCOMES), dtype=np.bool_)
    return bars.one_game(compared.examples_of(first, second)[differ])


# Who wins under one rule set against who wins under another, deal by deal.


class Flow(NamedTuple):
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

    def deals(self, before: str, after: str) -> int:
        """Return how many deals have these two outcomes."""
        return int(self.counts[OUTCOMES.index(before), OUTCOMES.index(after)])

    def example(self, before: str, after: str) -> int:
        """Return the lowest number of a deal with these two outcomes, or `NOT_ONE`."""
        return bars.one_game(self.examples[OUTCOMES.index(before), OUTCOMES.index(after)])

    def share(self, before: str, after: str) -> Estimate:
        """Return the share of all deals that have these two outcomes."""
        return simulation.share(self.deals(before, after), int(self.counts.sum()))

    def table(self) -> pd.DataFrame:
        """Return a row for every two outcomes."""
        ways = self.ways()
        names = {
            f"under {self.first.name}": [OUTCOME_NAMES[before] for before, _ in ways],
            f"under {self.second.name}": [OUTCOME_NAMES[after] for _, after in ways],
        }
        deals, examples = [self.deals(*way) for way in ways], [self.example(*way) for way in ways]
        return bars.counted(names, deals, int(self.counts.sum()), examples, heading="deals")


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


class Paired(NamedTuple):
    """A rule set's difference from the one at the base; None where no game ends under both."""

    place: int
    difference: PairedDifference | None
    example: int


class Pairing(NamedTuple):
    """The differences from one rule set, the base: a row for every other one."""

    of: Of
    lasting: bars.Unit
    rows: Rows
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
        differences = [pair.difference or PairedDifference(bars.UNKNOWN, bars.UNKNOWN) for pair in self.pairs]
        paired = [difference.paired for difference in differences]
        unpaired = [difference.unpaired for difference in differences]
        columns = {
            "rule set": [row.name for row in self.others],
            "against": [self.rows[self.base].name] * len(self.pairs),
            "deals": [estimate.games for estimate in paired],
            **bars.estimate_columns(f"difference in {self.unit}", paired, "paired"),
            **bars.end_columns("unpaired", unpaired),
        }
        return pd.DataFrame(columns)


def pairing(compared: Compared, rows: Rows, of: Of, *, base: int = 0, unit: bars.Unit = "rounds") -> Pairing:
    """Compute the differences from the base; `unit` is what lengths are counted in."""
    pairs = []
    for place in range(len(rows)):
        if place == base:
            continue
        difference = simulation.length_difference(compared.lengths_of(base, place, unit))
        if of == "wins":
            shares = simulation.share_difference(compared.changes_of(base, place), "player_1")
            difference = PairedDifference(shares.paired.scaled(100), shares.unpaired.scaled(100))
        pairs.append(Paired(place, difference, one_difference(compared, base, place)))
    return Pairing(of, unit, rows, base, tuple(pairs))


# Who wins under each rule set on the same deals.


class Segment(NamedTuple):
    """The games of one rule set that ended in one way."""

    row: int
    outcome: str
    games: int
    start: int
    example: int


class CompareShares(NamedTuple):
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
        none = Segment(row, outcome, 0, 0, bars.NOT_ONE)
        return next((one for one in self.segments if (one.row, one.outcome) == (row, outcome)), none)

    def share(self, segment: Segment) -> Estimate:
        """Return a segment's share of all games."""
        return simulation.share(segment.games, self.games)

    def shares(self, row: int) -> dict[str, Estimate]:
        """Return the share of every outcome that a rule set had."""
        return {segment.outcome: self.share(segment) for segment in self.segments if segment.row == row}

    def table(self) -> pd.DataFrame:
        """Return a row for every rule set and way to end, those never seen with their upper bound."""
        segments = [self.segment(row, name) for row in range(len(self.rows)) for name in self.tabled()]
        names = {
            "rule set": [self.rows[segment.row].name for segment in segments],
            "rules": [self.rows[segment.row].beside for segment in segments],
            "outcome": [OUTCOME_NAMES[segment.outcome] for segment in segments],
        }
        games, examples = [segment.games for segment in segments], [segment.example for segment in segments]
        return bars.counted(names, games, self.games, examples)


def compare_shares(compared: Compared, rows: Rows) -> CompareShares:
    """Compute the outcomes under each rule set."""
    segments: list[Segment] = []
    for row, summary in enumerate(compared.summaries):
        start = 0
        for outcome, firsts in zip(OUTCOMES, summary.firsts["reasons"], strict=True):
            games = summary.outcomes()[outcome]
            if games:
                segments.append(Segment(row, outcome, games, start, bars.one_game(firsts)))
                start += games
    return CompareShares(compared.games, rows, tuple(segments))


# One rule varied over its values: who wins and how long finished games last, a row a value.


class SweepChart(NamedTuple):
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
    unit: bars.Unit

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
            columns |= bars.estimate_columns(f"{words} share", list(map(shares.share, segments)), words)
        columns["finished games"] = list(self.finished)
        means = [mean or bars.UNKNOWN for mean in self.means]
        return pd.DataFrame({**columns, **bars.estimate_columns(f"mean {self.unit}", means, "mean")})


def sweep_chart(swept: Sweep, compared: Compared, *, unit: bars.Unit = "rounds") -> SweepChart:
    """Compute shares and mean lengths for each value."""
    means = tuple(simulation.mean_length(summary, unit) for summary in compared.summaries)
    return SweepChart(
        swept=swept,
        shares=compare_shares(compared, rows_of((), swept)),
        means=means,
        finished=tuple(simulation.FINISHED.games(summary) for summary in compared.summaries),
        examples=tuple(bars.one_game(bars.finished_firsts(summary, unit)) for summary in compared.summaries),
        axis=axis_through([mean.value for mean in means if mean is not None]),
        ordered=swept.rule == "face_down",
        unit=unit,
    )
