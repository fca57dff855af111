"""Differences between two rule sets on the same deals, with intervals, paired and unpaired.

The unpaired interval is the one the same games would give had each rule set been dealt cards of its
own; beside it the paired one shows what the same deals are worth. Differences are the second rule
set's value less the first's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from engine.kernels.tallies import OUTCOMES
from engine.study.estimates import Z_95, Estimate, share
from engine.study.pairs import Lengths
from engine.study.summary import Ints


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """One difference with both of its intervals."""

    paired: Estimate
    unpaired: Estimate

    @property
    def worth(self) -> float | None:
        """How many times as many unpaired games an interval of the paired one's width would take.

        None where one of the two has no width to compare.
        """
        paired, unpaired = (interval.high - interval.low for interval in (self.paired, self.unpaired))
        if not 0 < paired < float("inf") or not 0 < unpaired < float("inf"):
            return None
        return (unpaired / paired) ** 2


def changed(counts: Ints, *, z: float = Z_95) -> Estimate:
    """Estimate in how many deals two rule sets give different outcomes (Wilson's interval).

    counts: outcomes x outcomes, as of `Compared.changes_of`; of at least one deal.
    """
    games = int(counts.sum())
    return share(games - int(np.trace(counts)), games, z=z)


def moved(
    counts: Ints,
    *,
    before: Sequence[str] = OUTCOMES,
    after: Sequence[str] = OUTCOMES,
    z: float = Z_95,
) -> Estimate:
    """Estimate in how many deals the outcome changes from one of `before` to one of `after`."""
    cells = [
        int(counts[OUTCOMES.index(one), OUTCOMES.index(other)])
        for one in before
        for other in after
        if one != other
    ]
    return share(sum(cells), int(counts.sum()), z=z)


def share_difference(counts: Ints, outcome: str, *, z: float = Z_95) -> PairedDifference:
    """Estimate the difference of the shares of an outcome (`OUTCOMES`)."""
    at, games = OUTCOMES.index(outcome), int(counts.sum())
    first, second, both = int(counts[at].sum()), int(counts[:, at].sum()), int(counts[at, at])
    one, other = share(first, games, z=z), share(second, games, z=z)
    correlation = _correlation(both, first - both, second - both, games)
    return PairedDifference(_square_and_add(one, other, correlation), _square_and_add(one, other, 0.0))


def _square_and_add(first: Estimate, second: Estimate, correlation: float) -> Estimate:
    """Return the difference of two shares with Newcombe's interval from their Wilson intervals.

    Method 10 of Newcombe (1998), Statistics in Medicine 17: 873-890 for independent shares and, with
    their correlation, of Newcombe (1998), 17: 2635-2650 for paired ones. The two are one formula but
    for the correlation, so all that their widths differ by is what pairing does; and they hold where
    a share is 0 or 1, as a share of endless games often is, and Wald's has no width.
    """
    value = second.value - first.value
    down = second.value - second.low, first.high - first.value
    up = second.high - second.value, first.value - first.low
    reaches = [sqrt(max(a * a + b * b - 2 * correlation * a * b, 0.0)) for a, b in (down, up)]
    low, high = max(value - reaches[0], -1.0), min(value + reaches[1], 1.0)
    return Estimate(value, low, high, first.games)


def _correlation(both: int, only_first: int, only_second: int, games: int) -> float:
    """Return the correlation of two yes-or-no results, drawn towards 0 as Newcombe's method 10 asks."""
    neither = games - both - only_first - only_second
    margins = (both + only_first) * (both + only_second) * (neither + only_second) * (neither + only_first)
    if margins == 0:
        return 0.0
    cross = both * neither - only_first * only_second
    shrunk = max(cross - games / 2, 0.0) if cross > 0 else float(cross)
    return shrunk / sqrt(margins)


def length_difference(lengths: Lengths, *, z: float = Z_95) -> PairedDifference | None:
    """Estimate the difference of the mean lengths over the games that end under both rule sets.

    None when no game does. Both intervals are of the same games and the same means.
    """
    games = lengths.games
    if games == 0:
        return None
    value = (lengths.sum_2 - lengths.sum_1) / games
    if games == 1:
        endless = Estimate(value, -float("inf"), float("inf"), games)
        return PairedDifference(endless, endless)
    # Of whole numbers, so that nothing cancels: games * (games - 1) times each variance.
    first = games * lengths.squares_1 - lengths.sum_1**2
    second = games * lengths.squares_2 - lengths.sum_2**2
    common = games * lengths.products - lengths.sum_1 * lengths.sum_2
    scale = games * (games - 1) * games
    paired = z * sqrt((first + second - 2 * common) / scale)
    unpaired = z * sqrt((first + second) / scale)
    return PairedDifference(
        Estimate(value, value - paired, value + paired, games),
        Estimate(value, value - unpaired, value + unpaired, games),
    )
