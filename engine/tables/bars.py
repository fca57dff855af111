"""Tables of how games go on: lengths, games still going, depth of wars, cycles, decks over the rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise
from math import ceil, floor, inf, log10, nan
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from engine import simulation
from engine.kernels import DRAW, EXACT_BELOW, NO_GAME, PER_OCTAVE
from engine.numbers import plural, span
from engine.simulation import FINISHED, Estimate, Ints, Study, Summary

# What the tables of charts share: estimates with their intervals, examples.

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


def counted(
    names: dict[str, Any],
    games: Sequence[int],
    whole: int,
    examples: Sequence[int],
    *,
    heading: str = "games",
    example: str = "a game",
) -> pd.DataFrame:
    """Return a table of counted games: how many in each row, their share with its interval, one of them.

    names: the columns that say what a row is of; whole: of how many games the shares are.
    """
    shares = [simulation.share(each, whole) if whole else UNKNOWN for each in games]
    return pd.DataFrame(
        {**names, heading: games, **estimate_columns("share", shares), example: example_column(examples)}
    )


def one_game(firsts: Ints) -> int:
    """Return the lowest game number among the cells of a tally's firsts, or `NOT_ONE`."""
    lowest = int(firsts.min(initial=NO_GAME))
    return NOT_ONE if lowest == NO_GAME else lowest


def games_of(firsts: Ints) -> list[int]:
    """Return the game numbers of cells as a figure carries them: whole numbers, `NOT_ONE` for none."""
    return [NOT_ONE if game == NO_GAME else game for game in firsts.tolist()]


def all_end(summary: Summary) -> bool:
    """Return whether every game ended by itself."""
    return FINISHED.games(summary) == summary.games


# Bars at round numbers over whole numbers, so that a histogram that fills in keeps its bars.

STEPS: Final = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
"""Where an axis may end, times a power of ten: at most a third of it stays empty."""


WIDTHS: Final = (1, 2, 4, 10, 20, 40, 50, 100, 200, 400, 500, 1_000)
"""Widths of a bar, even but for the first: odd lengths are rare, and every other bar would be higher."""


REACHED: Final = 0.99  # part of the games that a linear axis reaches


MOST_BARS: Final = 70


PER_DECADE: Final = 12  # bars in a decade of a logarithmic axis


def nice_up(value: float) -> float:
    """Return the next round number from a value on.

    >>> nice_up(4454), nice_up(0.021), nice_up(0)
    (5000, 0.025, 1)
    """
    if value <= 0:
        return 1
    power = floor(log10(value))
    unit: float = 10**power if power >= 0 else 1 / 10**-power
    return next(step * unit for step in STEPS if step * unit >= value * (1 - 1e-12))


class BarAxis(NamedTuple):
    """Where the bars of a histogram of whole numbers begin and end.

    `edges` (bars + 1) are first values of tally bins, so every bar is counted exactly. On a
    logarithmic axis they are drawn at their logarithms.
    """

    edges: Ints
    log: bool

    def at(self, value: float) -> float:
        """Return where on the axis a value is drawn."""
        return log10(max(value, 0.5)) if self.log else value

    def borders(self) -> list[float]:
        """Return where the bars begin and the last ends; a bar of a single value has it in its middle."""
        single = not self.log and self.edges[1] - self.edges[0] == 1
        return [self.at(edge - 0.5 if single else edge) for edge in self.edges.tolist()]

    @property
    def start(self) -> float:
        """Where the axis starts."""
        return self.borders()[0]

    @property
    def end(self) -> float:
        """Where the last bar ends."""
        return self.borders()[-1]

    @property
    def wide(self) -> float:
        """The distance between its ends."""
        return self.end - self.start


def expected_games(study: Study, summary: Summary) -> int:
    """Return how many games to choose bars for: those asked for, unless hardly any are there."""
    return min(study.games, 10 * summary.games)


def bar_axis(histogram: Ints, games: int, *, log: bool = False) -> BarAxis:
    """Choose bars for a histogram (`BINS`) of which `games` are expected in the end.

    A linear axis reaches all but the longest games (`REACHED`) and leaves these to one bar beyond; a
    logarithmic one reaches every game. More games get narrower bars; the number expected is asked, not the
    number so far, and the ends are round, so that bars keep their places while games come in.
    """
    below = np.cumsum(histogram)
    total = int(below[-1])
    if not total:
        return BarAxis(np.arange(0, 11, dtype=np.int64) * 10 + int(log), log)
    most = int(min(MOST_BARS, max(8, 2.2 * games ** (1 / 3))))
    rank = total if log else ceil(total * REACHED)
    reach = simulation.bin_start(int(np.searchsorted(below, rank)) + 1)
    if log:
        return BarAxis(_log_edges(simulation.bin_start(int(np.searchsorted(below, 1))), reach, games), log)
    return BarAxis(_linear_edges(reach, most), log)


def _linear_edges(reach: int, most: int) -> Ints:
    """Return edges from 0 to a round number from `reach` on, at most about `most` bars."""
    top = int(nice_up(reach))
    widths: Iterable[int] = WIDTHS
    if top > EXACT_BELOW:
        # Beyond, tally bins are powers of two wide, and so must bars be to be counted exactly.
        octave = 1 << (max(reach - 1, EXACT_BELOW).bit_length() - 1)
        top = ceil(reach / (octave // 8)) * (octave // 8)
        widths = (octave // PER_OCTAVE << doubled for doubled in count())
    width = next(width for width in widths if ceil(top / width) <= most)
    return np.arange(0, ceil(top / width) + 1, dtype=np.int64) * width


def _log_edges(low: int, reach: int, games: int) -> Ints:
    """Return edges at equal ratios from a round number up to `low` to one from `reach` on."""
    every = 1 if games >= 3_000 else 2 if games >= 200 else 3
    first = floor(4 * log10(max(low, 1)) + 1e-9) * (PER_DECADE // 4)
    last = max(ceil(4 * log10(max(reach, 2)) - 1e-9) * (PER_DECADE // 4), first + PER_DECADE)
    exact = [10 ** (step / PER_DECADE) for step in range(first, last + every, every)]
    return np.unique(np.array([_even(edge) for edge in exact], dtype=np.int64))


def _even(edge: float) -> int:
    """Return a whole number near an edge: even where odd ones would make bars alternate."""
    if edge < 6:
        return round(edge)
    if edge < EXACT_BELOW:
        return 2 * round(edge / 2)
    return simulation.bin_start(int(simulation.bin_of(np.array([round(edge)]))[0]))


# Games counted by whole numbers in bars: lengths, wars and cycles are counted alike.


class Quantity(NamedTuple):
    """A quantity that is counted of a game, in words."""

    noun: str
    """One of it: `round`."""
    wording: str = ""
    """The words for a bar's values where `20 to 39 rounds` will not do: `from round {}`."""
    title: str = ""
    """The words under the axis; the noun's plural unless given."""

    def values_text(self, low: int, high: int | None) -> str:
        """Return the values of a bar in words: those from `low` to `high`, or on without end."""
        values = f"{low:,} or more" if high is None else span(f"{low:,}", f"{high:,}")
        if self.wording:
            return self.wording.format(values)
        return f"{values} {plural(values, self.noun)}"


@dataclass(frozen=True)
class Bars:
    """Games counted in bars, the last of them for everything beyond."""

    counts: list[int]
    example: list[int]
    """The lowest number of a game in each bar, or `NOT_ONE`."""
    games: int

    @cached_property
    def shares(self) -> list[Estimate]:
        """Return the share of the games in each bar; nothing where there are no games."""
        return [simulation.share(games, self.games) for games in self.counts] if self.games else []


@dataclass(frozen=True)
class Histogram(Bars):
    """Games counted by a quantity: a bar for each of its axis, and one more at the end."""

    quantity: Quantity
    axis: BarAxis
    median: Estimate | None
    upper: Estimate | None
    """The 95 % quantile."""
    mean: Estimate | None

    def spans(self) -> list[tuple[int, int | None]]:
        """Return the first and last value of each bar; the last bar has no end."""
        edges = self.axis.edges.tolist()
        return [*((low, high - 1) for low, high in pairwise(edges)), (edges[-1], None)]

    def table(self) -> pd.DataFrame:
        """Return a row a bar: its values, its games, their share and its interval, one of the games."""
        lows, highs = zip(*self.spans(), strict=True)
        values = f"{self.quantity.noun}s"
        spans = {f"{values} from": lows, f"{values} to": pd.array(highs, dtype="Int64")}
        return counted(spans, self.counts, self.games, self.example)


def histogram(
    tally: Ints, firsts: Ints, quantity: Quantity, axis: BarAxis, mean: Estimate | None = None
) -> Histogram:
    """Count a tally (`BINS`) into bars, with the game numbers in `firsts` (`BINS`) as examples."""
    # What lies below a logarithmic axis belongs to its first bar; nothing does today.
    pieces = list(pairwise([0, *simulation.bin_of(axis.edges).tolist()[1:], len(tally)]))
    return Histogram(
        quantity=quantity,
        axis=axis,
        counts=[int(tally[start:end].sum()) for start, end in pieces],
        example=[one_game(firsts[start:end]) for start, end in pieces],
        games=int(tally.sum()),
        median=simulation.quantile(tally, 0.5),
        upper=simulation.quantile(tally, 0.95),
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
        simulation.mean_length(summary, unit),
    )


def histogram_lengths(
    study: Study, summary: Summary, *, unit: str = "rounds", log: bool = False
) -> Histogram:
    """Compute the histogram of a unit, or of wars, which are counted alike."""
    axis = bar_axis(summary.finished(unit), expected_games(study, summary), log=log)
    return finished_bars(summary, unit, axis)


# Games that still go on after so long, counted along a line.

Unit = Literal["rounds", "battles", "plays"]


POINTS: Final = 160  # points of the line: one for every two or three pixels


@dataclass(frozen=True)
class Curve:
    """The games that go on after each of some lengths: a point each."""

    unit: Unit
    after: tuple[int, ...]
    left: tuple[int, ...]
    """Those without an end among them, and those that were cut off."""
    examples: tuple[int, ...]
    """The lowest number of a game that ended since the length before, or `NOT_ONE`."""
    games: int
    """All games, on which the shares are taken."""

    @cached_property
    def shares(self) -> list[Estimate]:
        """Return the share of all games that go on, at each length."""
        return [simulation.share(left, self.games) for left in self.left]

    @property
    def noun(self) -> str:
        """One of its unit: `round`."""
        return self.unit.removesuffix("s")

    def table(self) -> pd.DataFrame:
        """Return a row a point of the line."""
        after, ended = {f"after {self.unit}": self.after}, "a game that ended"
        return counted(
            after, self.left, self.games, self.examples, heading="games still going", example=ended
        )


class Survival(NamedTuple):
    """The games still going of one study, over the axis of its lengths."""

    axis: BarAxis
    curve: Curve
    endless: int
    capped: int

    def table(self) -> pd.DataFrame:
        """Return a row a point of the line."""
        return self.curve.table()


def still_going(summary: Summary, unit: Unit, bins: list[int]) -> Curve:
    """Count the games that go on after each of some tally bins, in ascending order."""
    ended = np.cumsum(summary.finished(unit))[bins]
    firsts = finished_firsts(summary, unit)
    starts = [0, *(place + 1 for place in bins[:-1])]
    return Curve(
        unit=unit,
        after=tuple(simulation.bin_start(place + 1) - 1 for place in bins),
        left=tuple(summary.games - games for games in ended.tolist()),
        examples=tuple(one_game(firsts[start : end + 1]) for start, end in zip(starts, bins, strict=True)),
        games=summary.games,
    )


def survival(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Survival:
    """Compute the survival curve. Games that were cut off are taken to go on."""
    tally = summary.finished(unit)
    axis = bar_axis(tally, expected_games(study, summary), log=log)
    outcomes = summary.outcomes()
    curve = still_going(summary, unit, _bins(tally, axis))
    return Survival(axis, curve, outcomes["endless"], outcomes["limit"])


def _bins(tally: Ints, axis: BarAxis) -> list[int]:
    """Return the tally bins at whose ends the line is drawn, from before the first to the axis' end.

    Every bin with a game in it where these are few, or else some at equal distances on the axis.
    Within a bin nothing is known; at its end it is.
    """
    lowest, highest = int(axis.edges[0]), int(axis.edges[-1])
    first, last = simulation.bin_of(np.array([max(lowest - 1, 0), highest])).tolist()
    inner = np.flatnonzero(tally[:last])
    if len(inner) > POINTS:
        places = np.linspace(axis.start, axis.end, POINTS)
        inner = simulation.bin_of((10**places if axis.log else places).astype(np.int64))
    bins: list[int] = np.unique(np.concatenate(([first], inner, [last]))).tolist()
    return bins


# Finished games by the depth of their deepest war.

DEEPEST: Final = 7  # the last bar holds everything from here on


FEWEST_BARS: Final = 5


@dataclass(frozen=True)
class Depth(Bars):
    """Games by the depth of their deepest war, from 0; those of the last bar are as deep or deeper."""

    @property
    def names(self) -> list[str]:
        """The names under the bars."""
        last = f"{DEEPEST}+" if len(self.counts) > DEEPEST else str(len(self.counts) - 1)
        return ["no war", *(str(depth) for depth in range(1, len(self.counts) - 1)), last]

    def table(self) -> pd.DataFrame:
        """Return a row a bar."""
        return counted({"deepest war": self.names}, self.counts, self.games, self.example)


def depth(summary: Summary) -> Depth:
    """Compute the depths of rounds."""
    tally = summary.finished("depth")
    firsts = finished_firsts(summary, "depth")
    deepest = int(np.flatnonzero(tally).max(initial=0))
    last = min(max(deepest + 1, FEWEST_BARS), DEEPEST + 1) - 1
    return Depth(
        counts=[*tally[:last].tolist(), int(tally[last:].sum())],
        example=[*games_of(firsts[:last]), one_game(firsts[last:])],
        games=int(tally.sum()),
    )


# Where the cycles of endless games begin and how long they are, in bars.


BEGINS: Final = Quantity("round", wording="begins in round {}", title="first round of the loop")
REPEATS: Final = Quantity("round", wording="the same {} rounds", title="rounds until the same rounds repeat")


def cycles(study: Study, summary: Summary, name: str, quantity: Quantity, *, log: bool) -> Histogram:
    """Count a tally of cycles over an axis for the games that will be followed."""
    tally, games = getattr(summary, name), expected_games(study, summary)
    # Those are the early ones, and every `sample`th.
    axis = bar_axis(tally, min(games, study.followed + games // study.sample), log=log)
    return histogram(tally, np.asarray(summary.firsts[name]), quantity, axis)


# Player 1's deck round by round, over the games that are followed and still going.

FAN_LEVELS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


FAN_FEWEST: Final = (20, 8, 1, 8, 20)
"""Games that must be going for each level: with fewer, the outer ones would be single games."""


FINE: Final = 500  # rounds on the axis up to which every second one is drawn; with more, every fourth


MOST_ROUNDS: Final = 1_000  # rounds on the axis: the round number below what is followed


FEWEST_SHOWN: Final = 0.05
"""Part of the followed games down to which rounds are shown, where more than a few are followed."""


class Fan(NamedTuple):
    """Player 1's decks after some of the even rounds, an entry each: sizes alternate in parity."""

    after: Ints
    """Rounds played: 0, 2, 4, ... or 0, 4, 8, ..."""
    going: Ints
    """Followed games that go on after each number of rounds, of `followed`."""
    quantiles: dict[float, list[int | None]]
    """Player 1's deck at each level; None where too few games are going to tell."""
    median_interval: list[tuple[int | None, int | None]]
    """The 95 % interval of the median; None for an end that is open."""
    last: int
    """The round in which the last of them ends, of those that are counted."""
    followed: int
    cards: int
    end: int

    def table(self) -> pd.DataFrame:
        """Return a row a round."""
        return pd.DataFrame(
            {
                "after rounds": self.after,
                "games going": self.going,
                **{
                    f"{100 * level:.0f} %": pd.array(sizes, dtype="Int64")
                    for level, sizes in self.quantiles.items()
                },
                "median low": pd.array([low for low, _ in self.median_interval], dtype="Int64"),
                "median high": pd.array([high for _, high in self.median_interval], dtype="Int64"),
            }
        )


def fan(study: Study, summary: Summary) -> Fan:
    """Compute the sizes of decks by round."""
    going = summary.sizes.sum(axis=1)
    followed = int(going[0])
    end = last_round(summary.sizes)
    shown = np.flatnonzero(going[: end + 1])[:: 2 if end <= FINE else 4]
    below = np.cumsum(summary.sizes[shown], axis=1)
    counts = going[shown]
    quantiles: dict[float, list[int | None]] = {}
    for level, fewest in zip(FAN_LEVELS, FAN_FEWEST, strict=True):
        sizes = zip(_of_rank(below, np.ceil(counts * level)), counts.tolist(), strict=True)
        quantiles[level] = [size if games >= fewest else None for size, games in sizes]
    return Fan(
        after=shown,
        going=counts,
        quantiles=quantiles,
        median_interval=_quantile_interval(below, 0.5),
        last=int(np.count_nonzero(going)),
        followed=followed,
        cards=study.cards,
        end=end,
    )


def last_round(sizes: Ints) -> int:
    """Return up to how many rounds enough of the followed games go on, a round number."""
    going = sizes.sum(axis=1)
    enough = max(1, int(FEWEST_SHOWN * going[0]))
    last = int(np.count_nonzero(going >= enough)) - 1
    return min(int(nice_up(last)), MOST_ROUNDS) if last > 10 else 10


def _of_rank(below: Ints, ranks: NDArray[np.float64]) -> list[int]:
    """Return for each row of running sums the first place that reaches the row's rank."""
    inside = np.clip(ranks, 1, below[:, -1])
    places: list[int] = (below < inside[:, np.newaxis]).sum(axis=1).tolist()
    return places


def _quantile_interval(below: Ints, level: float) -> list[tuple[int | None, int | None]]:
    """Return between which sizes a quantile lies, row by row.

    >>> _quantile_interval(np.array([[0, 60, 100]]), 0.5), _quantile_interval(np.array([[0, 9]]), 0.01)
    ([(1, 2)], [(None, 1)])
    """
    counts = below[:, -1]
    ends = np.array([simulation.ranks(games, level) for games in counts.tolist()]).reshape(-1, 2).T
    low, high = (_of_rank(below, rank.astype(np.float64)) for rank in ends)
    found = zip(low, high, *ends.tolist(), counts.tolist(), strict=True)
    return [
        (lowest if lower else None, highest if upper <= games else None)
        for lowest, highest, lower, upper, games in found
    ]
