"""Bars at round numbers over whole numbers, so that a histogram that fills in keeps its bars."""

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

import numpy as np

from engine.kernels.tallies import EXACT_BELOW, PER_OCTAVE
from engine.study.study import Study
from engine.study.summary import Ints, Summary, bin_of, bin_start

STEPS: Final = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
"""Where an axis may end, times a power of ten: at most a third of it stays empty."""


WIDTHS: Final = (1, 2, 4, 10, 20, 40, 50, 100, 200, 400, 500, 1_000)
"""Widths of a bar. Even but for the first: odd lengths are rare, and bars that hold one more or one
fewer of them would alternate."""


REACHED: Final = 0.99
"""Part of the games that a linear axis reaches."""


MOST_BARS: Final = 70


PER_DECADE: Final = 12
"""Bars in a decade of a logarithmic axis."""


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


@dataclass(frozen=True)
class BarAxis:
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
        return BarAxis(np.arange(0, 11, dtype=np.int64) * 10 + (1 if log else 0), log)
    most = int(min(MOST_BARS, max(8, 2.2 * games ** (1 / 3))))
    rank = total if log else ceil(total * REACHED)
    reach = bin_start(int(np.searchsorted(below, rank)) + 1)
    if log:
        return BarAxis(_log_edges(bin_start(int(np.searchsorted(below, 1))), reach, games), log)
    return BarAxis(_linear_edges(reach, most), log)


def _linear_edges(reach: int, most: int) -> Ints:
    """Return edges from 0 to a round number from `reach` on, at most about `most` bars."""
    if nice_up(reach) <= EXACT_BELOW:
        top = int(nice_up(reach))
        width = next(width for width in WIDTHS if ceil(top / width) <= most)
        return np.arange(0, ceil(top / width) + 1, dtype=np.int64) * width
    # Beyond, tally bins are powers of two wide, and so must bars be to be counted exactly.
    octave = 1 << (max(reach - 1, EXACT_BELOW).bit_length() - 1)
    top = ceil(reach / (octave // 8)) * (octave // 8)
    width = octave // PER_OCTAVE
    while ceil(top / width) > most:
        width *= 2
    return np.arange(0, ceil(top / width) + 1, dtype=np.int64) * width


def _log_edges(low: int, reach: int, games: int) -> Ints:
    """Return edges at equal ratios from a round number up to `low` to one from `reach` on."""
    every = 1 if games >= 3_000 else 2 if games >= 200 else 3
    first = floor(4 * log10(max(low, 1)) + 1e-9) * (PER_DECADE // 4)
    last = max(ceil(4 * log10(max(reach, 2)) - 1e-9) * (PER_DECADE // 4), first + PER_DECADE)
    exact = [10 ** (step / PER_DECADE) for step in range(first, last + every, every)]
    whole = np.array([_even(edge) for edge in exact], dtype=np.int64)
    return np.unique(whole)


def _even(edge: float) -> int:
    """Return a whole number near an edge: even where odd ones would make bars alternate."""
    if edge < 6:
        return round(edge)
    if edge < EXACT_BELOW:
        return 2 * round(edge / 2)
    return bin_start(int(bin_of(np.array([round(edge)]))[0]))
