"""Axes and bars at round numbers, so that a chart that fills in does not jump."""

from collections.abc import Mapping
from math import ceil, floor, log10
from typing import Any, Final

from dashboard.charts.parts.theme import Axis
from engine.study.tables.bars import BarAxis

NARROWEST: Final = 240
"""Pixels of an axis beside names, on the narrowest phone: what fits there fits everywhere."""
LETTER: Final = 5.9
"""Pixels of a letter of a label, on average and rounded up."""
CLEAR: Final = 5
"""Pixels kept free between two names of an axis."""

QUARTERS: Final = {0: "0 %", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}
"""Shares named on an axis that holds all of them."""


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


def bar_ticks(axis: BarAxis) -> list[int]:
    """Return the values named on an axis of bars: round numbers, the first edge among them."""
    if axis.log:
        low, high = axis.start, axis.end
        sizes = (1, 10) if high - low > 3 else (1, 2, 5, 10) if high - low < 2 else (1, 3, 10)
        powers = range(floor(low), ceil(high) + 1)
        named = sorted({size * 10**power for power in powers for size in sizes if power >= 0})
        return [value for value in named if low - 1e-9 <= log10(value) <= high + 1e-9]
    return [int(tick) for tick in ticks(float(axis.edges[-1])) if tick == int(tick)]


def bar_names(axis: BarAxis) -> dict[float, str]:
    """Return the places named on an axis of bars."""
    return {axis.at(value): f"{value:,}" for value in bar_ticks(axis)}


def under_bars(axis: BarAxis) -> Axis:
    """Return the axis of a figure under bars."""
    return named_axis(axis.start, axis.end, bar_names(axis))
