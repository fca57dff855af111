"""A logarithmic axis of lengths from one round number to another, the same for charts side by side."""

from dataclasses import dataclass
from math import log10
from typing import Final

from engine.study.estimates import quantile
from engine.study.summary import Summary

SIZES: Final = (1, 2, 5)


MOST_TICKS: Final = 7


@dataclass(frozen=True, slots=True)
class LengthAxis:
    """Lengths from `low` to `high`, both round numbers; places on it are logarithms."""

    low: int
    high: int

    def at(self, length: float) -> float:
        """Return where a length is drawn."""
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
        steps = [step for step in _steps() if self.low <= step <= self.high]
        if len(steps) <= MOST_TICKS:
            return steps
        tens = [step for step in steps if log10(step) % 1 == 0]
        ends = [self.low, self.high]
        far = [end for end in ends if all(abs(log10(end / ten)) > 0.4 for ten in tens)]
        return sorted({*tens, *far})


def _steps() -> list[int]:
    return [size * 10**power for power in range(12) for size in SIZES]


def length_axis(
    summaries: tuple[Summary, ...], unit: str, *, least: float = 0.05, most: float = 0.95
) -> LengthAxis:
    """Return an axis that holds the lengths of finished games between two quantiles, of every rule set."""
    histograms = [summary.finished(unit) for summary in summaries]
    lengths = [
        reached.value
        for histogram in histograms
        for level in (least, most)
        if (reached := quantile(histogram, level)) is not None
    ]
    return axis_through(lengths)


def axis_through(lengths: list[float]) -> LengthAxis:
    """Return an axis that holds these lengths; any axis for none."""
    if not lengths:
        return LengthAxis(1, 10)
    low = max((step for step in _steps() if step <= max(min(lengths), 1)), default=1)
    high = min(step for step in _steps() if step >= max(lengths))
    return LengthAxis(low, high) if low < high else LengthAxis(low, _steps()[_steps().index(low) + 1])
