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
from engine.study.estimates import Z_95, Estimate, reach, share
from engine.study.pairs import Lengths
from engine.study.summary import Ints


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """One difference with both of its intervals."""

    paired: Estimate
    unpaired: Estimate


def changed(counts: Ints, *, z: float = Z_95) -> Estimate:
    """Estimate in how many deals two rule sets give different outcomes.

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
    """Estimate the difference of the shares of an outcome (`OUTCOMES`).

    On the same deals it is the share of deals that come to this outcome less the share that leave it:
    two shares of the same deals, of which the one is the smaller, the larger the other.
    """
    at, games = OUTCOMES.index(outcome), int(counts.sum())
    first, second, both = int(counts[at].sum()), int(counts[:, at].sum()), int(counts[at, at])
    leave, come = share(first - both, games, z=z), share(second - both, games, z=z)
    stay = (1 - leave.value) * (1 - come.value)
    together = -sqrt(leave.value * come.value / stay) if stay else -1.0
    one, other = share(first, games, z=z), share(second, games, z=z)
    value = other.value - one.value
    return PairedDifference(
        _square_and_add(leave, come, value, together), _square_and_add(one, other, value, 0.0)
    )


def _square_and_add(first: Estimate, second: Estimate, value: float, correlation: float) -> Estimate:
    """Return the difference of two shares with its interval from theirs, as Newcombe adds them.

    Method 10 of Newcombe (1998), Statistics in Medicine 17: 873-890, with exact intervals for his
    (Wilson's), which cover 88 to 92 % of few deals at worst; these do 94 % and more. They hold where a
    share is 0 or 1, as a share of endless games often is, and Wald's has no width.
    """
    down = second.value - second.low, first.high - first.value
    up = second.high - second.value, first.value - first.low
    reaches = [sqrt(max(a * a + b * b - 2 * correlation * a * b, 0.0)) for a, b in (down, up)]
    low, high = max(value - reaches[0], -1.0), min(value + reaches[1], 1.0)
    return Estimate(value, low, high, first.games)


def length_difference(lengths: Lengths, *, z: float = Z_95) -> PairedDifference | None:
    """Estimate the difference of the mean lengths over the games that end under both rule sets.

    None when no game does. Both intervals are of the same games and the same means.
    """
    games = lengths.games
    if games == 0:
        return None
    value = (lengths.sum_2 - lengths.sum_1) / games
    # Of whole numbers, so that nothing cancels: games * (games - 1) times each variance.
    first = games * lengths.squares_1 - lengths.sum_1**2
    second = games * lengths.squares_2 - lengths.sum_2**2
    common = games * lengths.products - lengths.sum_1 * lengths.sum_2
    paired, unpaired = reach(games, first + second - 2 * common, z=z), reach(games, first + second, z=z)
    return PairedDifference(
        Estimate(value, value - paired, value + paired, games),
        Estimate(value, value - unpaired, value + unpaired, games),
    )
