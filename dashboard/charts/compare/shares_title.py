"""The difference that rule sets make to who wins on the same deals, in one finding."""

from typing import Final

from dashboard.charts.parts.written import decimals, percent
from engine.kernels.tallies import OUTCOMES
from engine.rules import RANDOM_PICKUPS, SYMMETRIC_PICKUPS
from engine.study.comparison import Comparison
from engine.study.estimates import share
from engine.study.pairs import Compared

HARDLY: Final = "Shares hardly change"
"""The beginning of a title where there is no finding."""


def shares_title(comparison: Comparison, compared: Compared) -> str:
    """Say what the rule sets make of who wins: that a fixed order has no end, or what differs most."""
    ends = [summary.outcomes() for summary in compared.summaries]
    fixed = [rules.pickup not in RANDOM_PICKUPS | SYMMETRIC_PICKUPS for rules in comparison.rule_sets]
    endless = [outcomes["endless"] / compared.games for outcomes in ends]
    of_fixed = [part for part, fix in zip(endless, fixed, strict=True) if fix]
    of_others = [part for part, fix in zip(endless, fixed, strict=True) if not fix]
    if of_fixed and of_others and min(of_fixed) >= 0.02 and max(of_others) < 0.002:
        low, high = round(100 * min(of_fixed)), round(100 * max(of_fixed))
        some = f"{low} to {high}" if low != high else f"{low}"
        return f"A fixed order makes {some} % of games endless"
    seen = {name: sorted(outcomes[name] for outcomes in ends) for name in OUTCOMES}
    widest = max(seen, key=lambda name: seen[name][-1] - seen[name][0])
    least, most = (share(seen[widest][place], compared.games) for place in (0, -1))
    if most.low <= least.high:
        wins = percent(share(ends[0]["player_1"], compared.games))
        return f"{HARDLY}: player 1 wins {wins}"
    digits = decimals(least, most)
    lowest = percent(least, digits).removesuffix(" %") if least.value else "none"
    return _SPANS[widest].format(lowest, percent(most, digits))


_SPANS: Final = {
    "player_1": "Player 1 wins {} to {} of deals",
    "player_2": "Player 2 wins {} to {} of deals",
    "draw": "From {} to {} of games are drawn",
    "endless": "From {} to {} of games never end",
    "limit": "From {} to {} of games were cut off",
}
