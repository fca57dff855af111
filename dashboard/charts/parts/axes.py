"""Axes and bars at round numbers, so that a chart that fills in does not jump."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any, Final

import numpy as np

from dashboard.charts.parts.theme import Axis
from engine.kernels.tallies import EXACT_BELOW, PER_OCTAVE
from engine.study import Study
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


NARROWEST: Final = 240
"""Pixels of an axis beside names, on the narrowest phone: what fits there fits everywhere."""
LETTER: Final = 5.9
"""Pixels of a letter of a label, on average and rounded up."""
CLEAR: Final = 5
"""Pixels kept free between two names of an axis."""

QUARTERS: Final = {0: "0 %", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}
"""Shares named on an axis that holds all of them."""


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


def ticks(top: float, *, most: int = 4) -> list[float]:
    """Return round numbers from 0 up to `top`, at most `most` beside the 0.

    >>> ticks(7), ticks(0.025), ticks(1500)
    ([0, 2, 4, 6], [0.0, 0.01, 0.02], [0, 500, 1000, 1500])
    """
    if top <= 0:
        return [0]
    step = _round_step(top, most)
    places = [round(step * place, 12) for place in range(floor(top / step + 1e-9) + 1)]
    return [int(place) for place in places] if step >= 1 else places


def few_ticks(last: int) -> list[int]:
    """Return three to seven round numbers from 1 to `last`, both among them.

    >>> few_ticks(498)
    [1, 100, 200, 300, 400, 498]
    """
    if last <= 7:
        return list(range(1, last + 1))
    step = int(_round_step(last - 1, 6))
    inner = range(step, last, step)
    return [1, *(tick for tick in inner if tick - 1 > step / 3 and last - tick > step / 3), last]


def with_room(names: Mapping[Any, str], wide: float, pixels: float = NARROWEST) -> dict[Any, str]:
    """Return the names that do not meet on an axis so many pixels wide: both ends first, then each in turn.

    >>> with_room({0: "0", 2: "2,000,000", 3: "3,000,000", 4: "4,000,000"}, 4, 120)
    {0: '0', 2: '2,000,000', 4: '4,000,000'}
    """
    places = list(names)
    kept: list[Any] = []
    for place in [*places[:1], *places[:0:-1][:1], *places[1:-1]]:
        apart = (
            abs(place - other) / wide * pixels - LETTER * (len(names[place]) + len(names[other])) / 2 >= CLEAR
            for other in kept
        )
        if all(apart):
            kept.append(place)
    return {place: names[place] for place in sorted(kept)}


def _round_step(span: float, most: int) -> float:
    """Return the smallest round step of which at most so many fit in."""
    power = floor(log10(span / most))
    units = (10.0**exponent for exponent in range(power, power + 2))
    return next(size * unit for unit in units for size in (1, 2, 5) if span / (size * unit) <= most + 1e-9)


def named_axis(start: float, end: float, names: Mapping[Any, str]) -> Axis:
    """Return an axis from `start` to `end` on which these places are named."""
    return {"range": [start, end], "tickvals": list(names), "ticktext": list(names.values())}


def percent_axis(top: float) -> Axis:
    """Return an axis from 0 to `top`, a share, with few round percentages."""
    return named_axis(0, top, {tick / 100: f"{tick:g} %" for tick in ticks(100 * top)})


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

    def tick_values(self) -> list[int]:
        """Return the values named on the axis: round numbers, the first edge among them."""
        if self.log:
            low, high = self.start, self.end
            sizes = (1, 10) if high - low > 3 else (1, 2, 5, 10) if high - low < 2 else (1, 3, 10)
            powers = range(floor(low), ceil(high) + 1)
            named = sorted({size * 10**power for power in powers for size in sizes if power >= 0})
            return [value for value in named if low - 1e-9 <= log10(value) <= high + 1e-9]
        return [int(tick) for tick in ticks(float(self.edges[-1])) if tick == int(tick)]

    def names(self) -> dict[float, str]:
        """Return the places named on the axis."""
        return {self.at(value): f"{value:,}" for value in self.tick_values()}

    def drawn(self) -> Axis:
        """Return the axis of a figure."""
        return named_axis(self.start, self.end, self.names())


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
