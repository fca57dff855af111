"""Figures of a study that others published: each with its interval, and with what fewer games can tell."""

from collections.abc import Callable
from math import ceil, isfinite, log, sqrt
from typing import Final, NamedTuple

import numpy as np

from engine.game import Reason
from engine.kernels.tallies import CAPPED, ENDLESS, EXACT_BELOW, OUTCOMES
from engine.study import Study
from engine.study.estimates import Z_95, Estimate, deviation, mean, quantile, share
from engine.study.summary import Ints, Summary, bin_start

LENGTHS: Final = ("rounds", "battles", "plays")
"""The units in which others count lengths."""
RARE: Final = 0.005
"""An extreme of a sample that is so unlikely either way is no extreme of ours."""
FEW: Final = 50
"""Games of a tail from which its rate is read."""
Z_PEAK: Final = 3.0
"""How far below the peak of a histogram a length may lie and still be the commonest of another sample."""


class Figure(NamedTuple):
    """A figure of ours with its interval, and between what that of as many games as theirs lies."""

    value: float
    low: float
    high: float
    told_low: float
    told_high: float

    def is_sound(self) -> bool:
        """Return whether the figure lies in its interval, and both intervals have two ends."""
        return isfinite(self.high - self.low) and (
            self.low <= self.value <= self.high and self.told_low <= self.told_high
        )


Measure = Callable[[Summary, Study, tuple[str, ...], int | None], Figure]


def figure_of(text: str, summary: Summary, study: Study, games: int | None) -> Figure:
    """Measure a figure, such as `mean rounds`; `games` are how many theirs is of, None where unsaid."""
    kind, *arguments = text.split()
    return MEASURES[kind](summary, study, tuple(arguments), games)


def _around(estimate: Estimate, spread: float, games: int | None) -> Figure:
    """Return an estimate with what so many games tell whose values spread so far."""
    off = Z_95 * spread / sqrt(games) if games else 0.0
    return Figure(estimate.value, estimate.low, estimate.high, estimate.value - off, estimate.value + off)


def _mean(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    fought = arguments[0] == "fought"
    ended, total, squares = summary.finished_sums("wars" if fought else arguments[0])
    estimate, spread = mean(ended, total, squares), deviation(ended, total, squares)
    assert estimate
    if fought:  # the last tie of a game that ends for want of cards is not fought
        off = _short(summary) / ended
        estimate = Estimate(estimate.value - off, estimate.low - off, estimate.high - off, ended)
    return _around(estimate, spread or 0.0, games)


def _short(summary: Summary) -> int:
    places = [[*Reason].index(reason) for reason in (Reason.SHORTFALL, Reason.BOTH_OUT)]
    return int(summary.reasons[:, places].sum())


def _deviation(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    ended, total, squares = summary.finished_sums(arguments[0])
    spread = deviation(ended, total, squares) or 0.0
    histogram = summary.finished(arguments[0])
    cells = np.flatnonzero(histogram)
    values = np.array([bin_start(int(cell)) for cell in cells]) - total / ended
    fourth = float((values**4 * histogram[cells]).sum()) / ended
    # Of the variance the deviation is (fourth - spread^4) / n; of its root half of that by the root.
    one = sqrt(max(fourth - spread**4, 0.0)) / (2 * spread)
    off = Z_95 * one / sqrt(ended)
    return _around(Estimate(spread, spread - off, spread + off, ended), one, games)


def _quantile(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    unit, level = arguments[0], float(arguments[1]) if len(arguments) > 1 else 0.5
    histogram = summary.finished(unit)
    estimate = quantile(histogram, level)
    assert estimate
    off = Z_95 * sqrt(level * (1 - level) / games) if games else 0.0
    below = np.cumsum(histogram)
    ends = [int(np.searchsorted(below, ceil(below[-1] * at))) for at in (max(level - off, 0), level + off)]
    told = (float(bin_start(ends[0])), float(bin_start(min(ends[1], len(below) - 1))))
    return Figure(estimate.value, estimate.low, estimate.high, *(told if games else (estimate.value,) * 2))


def _mode(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    histogram = summary.finished(arguments[0])[:EXACT_BELOW]
    ours = _peak(histogram, int(histogram.sum()))
    told = _peak(histogram, games) if games else ours
    return Figure(float(histogram.argmax()), *ours, *told)


def _peak(histogram: Ints, games: int) -> tuple[float, float]:
    """Return the shortest and the longest length that may be the commonest of so many games."""
    most = int(histogram.max())
    scale = games / int(histogram.sum())
    near = np.flatnonzero((most - histogram) * scale <= Z_PEAK * np.sqrt(2 * most * scale))
    return float(near[0]), float(near[-1])


def _shortest(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    histogram = summary.finished(arguments[0])
    below, number = np.cumsum(histogram), games or summary.games
    value = float(np.flatnonzero(histogram)[0])
    # Below that a shortest game is rare; above it, it is rare that none is shorter.
    low = int(np.searchsorted(below, RARE * summary.games / number, side="right"))
    high = int(np.searchsorted(below, -log(RARE) * summary.games / number))
    if low <= value and summary.games <= number * 20:
        low = 1  # what was never seen in so few games may be in others
    return Figure(value, value, value, float(low), float(high))


def _longest(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    histogram = summary.finished(arguments[0])
    above = np.cumsum(histogram[::-1])[::-1]
    value = float(summary.extremes["longest"][0][0])
    number = games or summary.games
    # The tail is exponential: its rate from where a hundredth of the games is left to a ten-thousandth,
    # or earlier where these are too few.
    far = max(1e-4, FEW / summary.games)
    first, last = (int(np.searchsorted(-above, -summary.games * left)) for left in (min(100 * far, 0.5), far))
    rate = log(above[first] / above[last]) / (bin_start(last) - bin_start(first))
    start, left = bin_start(last), float(above[last]) / summary.games
    low, high = (start + log(number * left / expected) / rate for expected in (-log(RARE), RARE))
    return Figure(value, value, value, low, high)


def _of(counted: int, whole: int, games: int | None) -> Figure:
    estimate = share(counted, whole)
    return _around(estimate, sqrt(max(estimate.value * (1 - estimate.value), 0.0)), games)


def _share(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    return _of(summary.outcomes()[arguments[0]], summary.games, games)


def _wins_aces(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    aces, all_aces = int(arguments[0]), summary.aces.shape[1] - 1
    player_1, player_2 = OUTCOMES.index("player_1"), OUTCOMES.index("player_2")
    won = summary.aces[player_1, aces] + summary.aces[player_2, all_aces - aces]
    return _of(int(won), int(summary.aces[:, [aces, all_aces - aces]].sum()), games)


def _share_depth(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    return _of(int(summary.histograms["depth"][:, int(arguments[0]) :].sum()), summary.games, games)


def _share_wars(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    return _of(int(summary.histograms["wars"][:, int(arguments[0])].sum()), summary.games, games)


def _share_within(summary: Summary, _: Study, arguments: tuple[str, ...], games: int | None) -> Figure:
    first, last = map(int, arguments)
    return _of(int(summary.finished("rounds")[first : last + 1].sum()), summary.games, games)


def _share_odd(summary: Summary, _: Study, __: tuple[str, ...], games: int | None) -> Figure:
    ended = summary.parity[:ENDLESS]
    return _of(int(ended[:, 1].sum()), int(ended.sum()), games)


def _share_cut(summary: Summary, _: Study, __: tuple[str, ...], games: int | None) -> Figure:
    return _of(int(summary.reasons[[ENDLESS, CAPPED]].sum()), summary.games, games)


def _stronger_wins(summary: Summary, study: Study, __: tuple[str, ...], games: int | None) -> Figure:
    player_1, player_2 = (summary.strength[OUTCOMES.index(f"player_{number}")] for number in (1, 2))
    both = study.pack.copies * study.pack.ranks * (study.pack.ranks - 1) // 2  # both hands together
    twice = 2 * np.arange(len(player_1))
    won = player_1[twice > both].sum() + player_2[twice < both].sum()
    lost = player_2[twice > both].sum() + player_1[twice < both].sum()
    return _of(int(won), int(won + lost), games)


MEASURES: Final[dict[str, Measure]] = {
    "mean": _mean,
    "deviation": _deviation,
    "median": _quantile,
    "quantile": _quantile,
    "mode": _mode,
    "shortest": _shortest,
    "longest": _longest,
    "share": _share,
    "wins-aces": _wins_aces,
    "share-depth": _share_depth,
    "share-wars": _share_wars,
    "share-within": _share_within,
    "share-odd": _share_odd,
    "share-cut": _share_cut,
    "stronger-wins": _stronger_wins,
}
"""What is read from the tallies of a study."""
