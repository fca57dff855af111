"""How estimates are written: with the digits their interval allows, and never more."""

from collections.abc import Iterable
from math import ceil, floor, log10

from engine.study.estimates import Estimate
from engine.words.sentences import count


def percent(share: Estimate, digits: int | None = None) -> str:
    """Write a share with the digits its interval allows; one that was never seen by its upper bound.

    `digits` are those of other shares that stand beside it.

    Nothing that was seen is rounded to nothing, and nothing that can fail to happen to all.

    >>> from engine.study.estimates import share
    >>> percent(share(30_710, 100_000)), percent(share(0, 100_000)), percent(share(9_999, 10_000))
    ('30.7 %', 'under 0.004 %', '99.99 %')
    """
    if share.value == 0:
        return f"under {_significant(100 * share.high)} %"
    if share.value == 1:
        return "100 %"
    value = 100 * share.value
    digits = decimals(share) if digits is None else digits
    while f"{value:.{digits}f}" in (f"{0:.{digits}f}", f"{100:.{digits}f}"):
        digits += 1
    return f"{value:.{digits}f} %"


def percent_range(share: Estimate) -> str:
    """Write the interval of a share in the digits of the share.

    >>> from engine.study.estimates import share
    >>> percent_range(share(30_710, 100_000))
    '30.4 to 31.0 %'
    """
    digits = decimals(share)
    return f"{100 * share.low:.{digits}f} to {100 * share.high:.{digits}f} %"


def counted(games: int, share: Estimate) -> str:
    """Write games with their share and its interval, as hover texts do.

    >>> from engine.study.estimates import share
    >>> counted(307, share(307, 1000))
    '307 games, 31 % (28 to 34 %)'
    """
    interval = f" ({percent_range(share)})" if games else ""
    return f"{count(games, 'game')}, {percent(share)}{interval}"


def decimals(*shares: Estimate) -> int:
    """Return how many decimals of a percentage the widest of some intervals allows."""
    return min(max(-_power(max(50 * widest(shares), 1e-9)), 0), 6)


def widest(estimates: Iterable[Estimate]) -> float:
    """Return the width of the widest interval, 0 where there is none."""
    return max((estimate.high - estimate.low for estimate in estimates), default=0.0)


def half_width(estimate: Estimate) -> float:
    """Return half the width of an interval: how far the value may be off to either side."""
    return (estimate.high - estimate.low) / 2


def _significant(value: float) -> str:
    """Write a number rounded up to one digit that counts, or to two that begin with a 1.

    >>> _significant(0.0038), _significant(3.7), _significant(11.35)
    ('0.004', '4', '12')
    """
    place = floor(log10(value)) - (value < 2 * 10.0 ** floor(log10(value)))
    step = 10.0**place
    return f"{ceil(value / step - 1e-9) * step:.{max(-place, 0)}f}"


def plus_minus(value: float) -> str:
    """Write half the width of an interval with the digits that matter.

    >>> plus_minus(8.74), plus_minus(0.31), plus_minus(0.0138), plus_minus(1234.0), plus_minus(0.0)
    ('± 9', '± 0.3', '± 0.014', '± 1,234', '± 0')
    """
    if value == 0:
        return "± 0"
    return f"± {value:,.{_digits(value)}f}"


def within_points(*shares: Estimate) -> str:
    """Write half the width of the widest of some intervals in points.

    >>> within_points(Estimate(0.3, 0.297, 0.303, 1000), Estimate(0.2, 0.199, 0.201, 1000))
    '± 0.3 points'
    """
    return f"{plus_minus(50 * widest(shares))} points"


def _digits(reach: float) -> int:
    """Return the decimals of the digits that matter: one, or two that begin with a 1."""
    power = _power(reach)
    leads_with_1 = 1.05 < reach / 10.0**power < 1.95  # then one digit alone could be off by a third
    return min(max(leads_with_1 - power, 0), 9)


def _power(value: float) -> int:
    """Return the power of ten of a value's leading digit, once 0.95 and more is rounded up to 1.

    >>> _power(0.31), _power(0.0968), _power(12)
    (-1, -1, 1)
    """
    return floor(log10(value / 0.95))


def number(mean: Estimate) -> str:
    """Write a mean with the digits that `plus_minus` writes its interval with.

    >>> number(Estimate(1699.2, 1690.0, 1708.4, 100)), number(Estimate(16.926, 16.90, 16.95, 100))
    ('1,699', '16.93')
    """
    reach = half_width(mean)
    digits = _digits(reach) if 0 < reach < float("inf") else 0
    return f"{mean.value:,.{digits}f}"


def one_in(seen: int, games: int) -> str:
    """Write a small share as one game in so many, in two digits that count.

    >>> one_in(2480, 100_000), one_in(1, 100), one_in(1, 2)
    ('One game in 40', 'One game in 100', 'One game in 2')
    """
    return f"One game in {two_digits(games / seen):,}"


def two_digits(value: float) -> int:
    """Return a number of games rounded to two digits that count.

    >>> two_digits(1962218), two_digits(84), two_digits(2.5)
    (2000000, 84, 2)
    """
    step: int = 10 ** max(floor(log10(value)) - 1, 0)
    return round(value / step) * step
