"""How estimates are written: with the digits their interval allows, and its ends rounded outward."""

from collections.abc import Iterable
from math import floor, inf, log10
from typing import Final

from engine.simulation.estimates import Estimate
from engine.wording.sentences import count, down, leading, up

FINEST: Final = 0.001
"""The finest share that a label of a few letters tells from none."""


def percent(share: Estimate, digits: int | None = None) -> str:
    """Write a share with the digits its interval allows; of none or of all games by the bound that is known.

    `digits` are those of other shares that stand beside it.

    Nothing that was seen is rounded to nothing, and nothing that can fail to happen to all.

    >>> from engine.simulation.estimates import share
    >>> percent(share(30_710, 100_000)), percent(share(9_999, 10_000))
    ('30.7 %', '99.99 %')
    >>> percent(share(0, 100_000)), percent(share(100_000, 100_000)), percent(share(0, 6))
    ('under 0.004 %', 'over 99.996 %', 'under 46 %')
    """
    if share.value in (0, 1):
        rare = share.value == 0
        beyond = 100 * (share.high if rare else 1 - share.low)
        digits = max(leading(beyond, 2), 0)
        bound = up(beyond, digits)
        return f"{'under' if rare else 'over'} {bound if rare else 100 - bound:.{digits}f} %"
    value = 100 * share.value
    digits = decimals(share) if digits is None else digits
    while f"{value:.{digits}f}" in (f"{0:.{digits}f}", f"{100:.{digits}f}"):
        digits += 1
    return f"{value:.{digits}f} %"


def brief(share: Estimate, digits: int | None = None) -> str:
    """Write a share as labels side by side have room for: to a tenth of a percent at the finest.

    >>> from engine.simulation.estimates import share
    >>> brief(share(307_104, 10**6)), brief(share(5, 10**6)), brief(share(10**6, 10**6)), brief(share(0, 6))
    ('30.7 %', '< 0.1 %', '> 99.9 %', 'under 46 %')
    """
    few, most = (share.high, share.low) if share.value in (0, 1) else (share.value, share.value)
    if few < FINEST / 2 or (share.value == 0 and few < FINEST):
        return "< 0.1 %"
    if most > 1 - FINEST / 2 or (share.value == 1 and most > 1 - FINEST):
        return "> 99.9 %"
    return percent(share, min(decimals(share) if digits is None else digits, 1))


def percent_range(share: Estimate) -> str:
    """Write the interval of a share in the digits of the share, rounded outward.

    >>> from engine.simulation.estimates import share
    >>> percent_range(share(30_710, 100_000))
    '30.4 to 31.0 %'
    """
    digits = decimals(share)
    return f"{down(100 * share.low, digits):.{digits}f} to {up(100 * share.high, digits):.{digits}f} %"


def counted(games: int, share: Estimate) -> str:
    """Write games with their share and its interval, as hover texts do.

    >>> from engine.simulation.estimates import share
    >>> counted(307, share(307, 1000))
    '307 games, 31 % (27 to 34 %)'
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
    """Return half the width of an interval."""
    return (estimate.high - estimate.low) / 2


def off(estimate: Estimate) -> float:
    """Return how far a value may be off, to the side where that is farther."""
    return max(estimate.high - estimate.value, estimate.value - estimate.low)


def plus_minus(value: float) -> str:
    """Write how far a value may be off, rounded up to the digits that matter.

    These are one, or two that begin with a 1 to 4: one alone could be off by as much as by half.

    >>> plus_minus(8.74), plus_minus(0.31), plus_minus(0.0138), plus_minus(1234.0), plus_minus(0.0)
    ('± 9', '± 0.31', '± 0.014', '± 1,234', '± 0')
    """
    digits = _digits(value)
    return f"± {up(value, digits):,.{digits}f}"


def _digits(reach: float) -> int:
    return min(max(leading(reach, 5), 0), 9) if 0 < reach < inf else 0


def within_points(*shares: Estimate) -> str:
    """Write in points how far some shares may be off at most.

    >>> within_points(Estimate(0.3, 0.2969, 0.3031, 1000), Estimate(0.2, 0.199, 0.201, 1000))
    '± 0.31 points'
    """
    return f"{plus_minus(100 * max(map(off, shares), default=0.0))} points"


def how_sure(share: Estimate) -> str:
    """Write in points how far one share may be off, or its interval where that would pass none or all.

    >>> how_sure(Estimate(0.3, 0.2969, 0.3031, 1000)), how_sure(Estimate(1.0, 0.025, 1.0, 1))
    ('± 0.31 points', '2 to 100 %')
    """
    inside = off(share) <= min(share.value, 1 - share.value)
    return within_points(share) if inside else percent_range(share)


def _power(value: float) -> int:
    """Return the power of ten of a value's leading digit, once 0.95 and more is rounded up to 1.

    >>> _power(0.31), _power(0.0968), _power(12)
    (-1, -1, 1)
    """
    return floor(log10(value / 0.95))


def between(length: Estimate) -> str:
    """Write the interval of a length, whose ends are whole or open.

    >>> between(Estimate(9, 7, 1200, 50)), between(Estimate(9, 7, inf, 9)), between(Estimate(9, -inf, inf, 1))
    ('7 to 1,200', '7 or more', 'too few games to tell')
    """
    if length.low == -inf:
        return "too few games to tell" if length.high == inf else f"{length.high:,.0f} or less"
    return f"{length.low:,.0f} or more" if length.high == inf else f"{length.low:,.0f} to {length.high:,.0f}"


def number(mean: Estimate) -> str:
    """Write a mean with the digits that `plus_minus` writes its interval with.

    >>> number(Estimate(1699.2, 1690.0, 1708.4, 100)), number(Estimate(16.926, 16.90, 16.95, 100))
    ('1,699', '16.926')
    """
    return f"{mean.value:,.{_digits(off(mean))}f}"


def number_within(mean: Estimate) -> str:
    """Write a mean and how far it may be off, what its own rounding adds included; nothing where any way.

    >>> number_within(Estimate(1699.2, 1690.0, 1708.4, 100)), number_within(Estimate(7, 1, 13, 2))
    ('1,699 ± 10', '7 ± 6')
    >>> number_within(Estimate(7, -2, 16, 2)), number_within(Estimate(7, -inf, inf, 1))
    ('', '')
    """
    reach = off(mean)
    if reach >= abs(mean.value):
        return ""
    digits = _digits(reach)
    reach += abs(round(mean.value, digits) - mean.value)
    return f"{mean.value:,.{digits}f} ± {up(reach, digits):,.{digits}f}"


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
