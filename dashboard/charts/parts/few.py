"""What a title may say of few games: figures whose interval is short, or the interval itself, or nothing."""

from typing import Final

from dashboard.charts.parts.panel import fitted
from dashboard.charts.parts.written import half_width, one_in, percent
from engine.study.estimates import Estimate, share
from engine.study.summary import Summary
from engine.study.tables.columns import decided_games

SURE: Final = 0.102
"""Half width of an interval up to which a share is told."""

ENOUGH: Final = 100
"""Games from which every share is known so well, even one half."""

CLOSE: Final = 0.05
"""Part of a length up to which its interval may be wide for the length to be told without it."""

TWICE: Final = 2.0
"""How many times its lower end the upper end of an interval may be for one game in so many to be told."""


def sure(*shares: Estimate) -> bool:
    """Tell whether shares are known well enough to be told.

    >>> sure(share(0, 30)), sure(share(ENOUGH - 1, 2 * ENOUGH)), sure(share(1, 1))
    (True, True, False)
    """
    return all(half_width(one) <= SURE for one in shares)


def told(*wordings: str, share: Estimate, what: str, of: str = "games") -> str:
    """Put a share into the first wording that fits, as `{} of games`, where it is known well enough."""
    if not sure(share):
        return too_few(what, of=of)
    written = fitted(*(wording.format(percent(share)) for wording in wordings))
    return written[0].upper() + written[1:]


def too_few(what: str, enough: int | str = ENOUGH, *, of: str = "games") -> str:
    """Say that so few games do not tell, and how many would.

    >>> too_few("how long", 6)
    'Too few games to tell how long: 6 would do'
    """
    return fitted(
        f"Too few {of} to tell {what}: {enough} would do", f"Too few {of} to tell: {enough} would do"
    )


def span(length: Estimate) -> str:
    """Write a length as its interval, or alone where that is short; nothing where an end is open.

    >>> span(Estimate(250, 200, 310, 40)), span(Estimate(250, 246, 255, 10_000))
    ('200 to 310', '250')
    """
    wide = length.high - length.low
    if wide <= CLOSE * length.value:
        return f"{length.value:,.0f}"
    return f"{length.low:,.0f} to {length.high:,.0f}" if wide < float("inf") else ""


def rarely(seen: int, games: int) -> str:
    """Write a small share as one game in so many where that is known, or by what it is at most.

    >>> rarely(2_480, 100_000), rarely(0, 100), rarely(3, 100)
    ('One game in 40', 'Under 4 % of games', 'Under 9 % of games')
    """
    estimate = share(seen, games)
    if estimate.high <= TWICE * estimate.low:
        return one_in(seen, games)
    return f"{percent(Estimate(0, 0, estimate.high, games)).capitalize()} of games"


def all_decided(summary: Summary) -> bool:
    """Tell whether somebody won every game."""
    return decided_games(summary) == summary.games
