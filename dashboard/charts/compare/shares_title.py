"""The difference that rule sets make to who wins on the same deals, in one finding."""

from typing import Final

from dashboard.charts.compare.rows import FEW
from dashboard.charts.parts.written import decimals, percent
from engine.kernels.tallies import OUTCOMES
from engine.rules import RANDOM_PICKUPS, SYMMETRIC_PICKUPS
from engine.study.coin import even
from engine.study.comparison import Comparison
from engine.study.differences import share_difference
from engine.study.estimates import share
from engine.study.pairs import Compared
from engine.words.rounding import up

HARDLY: Final = "Shares hardly change"
UNSURE: Final = "Who wins differs by under"
NEAR: Final = 0.03
"""How far shares may surely differ at most where a title says that they hardly do."""
TOO_FEW: Final = "Too few deals to tell shares apart"
NO_FINDING: Final = (HARDLY, UNSURE, TOO_FEW)
"""How titles begin where there is no finding."""


def shares_title(comparison: Comparison, compared: Compared) -> str:
    """Say what the rule sets make of who wins: that a fixed order has no end, or what differs most."""
    ends = [summary.outcomes() for summary in compared.summaries]
    fixed = [rules.pickup not in RANDOM_PICKUPS | SYMMETRIC_PICKUPS for rules in comparison.rule_sets]
    endless = [outcomes["endless"] / compared.games for outcomes in ends]
    of_fixed = [part for part, fix in zip(endless, fixed, strict=True) if fix]
    of_others = [part for part, fix in zip(endless, fixed, strict=True) if not fix]
    surely = compared.games >= FEW and of_fixed and of_others and _apart(of_others, of_fixed, compared.games)
    if surely and min(of_fixed) >= 0.02 and max(of_others) < 0.002:
        low, high = round(100 * min(of_fixed)), round(100 * max(of_fixed))
        some = f"{low} to {high}" if low != high else f"{low}"
        return f"A fixed order makes {some} % of games endless"
    places = range(len(ends))
    order = {name: sorted(places, key=lambda place: ends[place][name]) for name in OUTCOMES}
    widest = max(order, key=lambda name: ends[order[name][-1]][name] - ends[order[name][0]][name])
    first, last = order[widest][0], order[widest][-1]
    least, most = (share(ends[place][widest], compared.games) for place in (first, last))
    digits = decimals(least, most)
    lowest = percent(least, digits) if least.value else "none"
    highest = percent(most, digits)
    # On the same deals less of a difference is chance than two intervals side by side would have it.
    paired = share_difference(compared.changes_of(first, last), widest).paired
    if compared.games < FEW:
        return TOO_FEW
    if paired.low > 0 and lowest != highest:
        return _SPANS[widest].format(lowest.removesuffix(" %"), highest)
    reach = max(-paired.low, paired.high)
    if reach > NEAR:
        return f"{UNSURE} {up(100 * reach, 0):.0f} points, if at all"
    who = "each wins about" if even(ends[0]) else "player 1 wins"
    return f"{HARDLY}: {who} {percent(share(ends[0]['player_1'], compared.games))}"


def _apart(lower: list[float], higher: list[float], games: int) -> bool:
    """Say whether the largest of some shares lies below the smallest of others, with their intervals."""
    low, high = share(round(max(lower) * games), games), share(round(min(higher) * games), games)
    return low.high < high.low


_SPANS: Final = {
    "player_1": "Player 1 wins {} to {} of deals",
    "player_2": "Player 2 wins {} to {} of deals",
    "draw": "From {} to {} of games are drawn",
    "endless": "From {} to {} of games never end",
    "limit": "From {} to {} of games were cut off",
}
