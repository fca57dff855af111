"""Estimates with their intervals: shares, means, quantiles, differences, the test of the coin."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import ceil, erfc, exp, expm1, floor, inf, lgamma, log, log1p, pi, sqrt, tan
from typing import Final, NamedTuple

import numpy as np

from engine.cards import Hands, Pack, shares
from engine.kernels import OUTCOMES
from engine.numbers import Estimate
from engine.rules import RANDOM_PICKUPS, SYMMETRIC_PICKUPS, BothOut, Rules
from engine.simulation.paired import Lengths
from engine.simulation.tallies import FINISHED, Denominator, Ints, Summary, bin_start

# Shares, means and quantiles of all games, estimated from tallies, each with its interval.
#
# Computed from a `Summary`'s integers and nothing else. Every interval is of 95 %, and holds so from the
# first game on: where games are too few for an end, that end is open (infinite). Measured coverage, of
# lengths too: `tests/engine/simulation/test_estimates.py`.

Z_95: Final = 1.959963984540054  # the 97.5 % point of the normal distribution
RARE: Final = erfc(Z_95 / sqrt(2)) / 2
"""How often a value lies beyond either end of an interval: one time in forty."""

SKEWED: Final = 6  # games' worth of width that a mean's interval gets in addition to Student's: see `reach`

SUMMED: Final = 60
"""Games seen, or not seen, up to which the ends of a share are made exact; formulas do for more."""

RANKED: Final = 1_000
"""Games up to which ranks are those of the binomial law itself; the normal one is wider for more."""


@lru_cache(maxsize=1 << 14)
def share(count: int, games: int) -> Estimate:
    """Estimate a share with the exact interval of Clopper & Pearson (1934).

    It holds for every share and any number of games, which shorter ones (Wilson's) do not: near 0 and 1
    they miss up to one time in six. What was never seen has an upper bound. Raises `ValueError` for no
    games or more counted than there were.

    >>> never = share(0, 1000)
    >>> never.value, never.low, round(never.high, 4)
    (0.0, 0.0, 0.0037)
    """
    if not 0 <= count <= games or games == 0:
        raise ValueError(f"share must be between 0 and 1: found {count} of {games} games")
    low, high = _least_share(count, games), 1 - _least_share(games - count, games)
    return Estimate(count / games, low, high, games)


def _least_share(count: int, games: int) -> float:
    """Return the share under which `count` games or more are as rare as one time in forty."""
    if count == 0:
        return 0.0
    rare = log(RARE)
    if count == games:
        return exp(rare / games)
    if min(count, games - count) > SUMMED:
        return _about_least_share(count, games)
    # Newton's steps on the logarithm of the tail, which is concave: all but the first come from below.
    ways = lgamma(games + 1) - lgamma(count + 1) - lgamma(games - count + 1)
    chance = _about_least_share(count, games)
    for _ in range(60):
        term = total = 1.0
        odds = chance / (1 - chance)
        for more in range(count + 1, games + 1):
            term *= (games - more + 1) / more * odds
            total += term
            if term < 1e-17 * total:
                break
        tail = ways + count * log(chance) + (games - count) * log1p(-chance) + log(total)
        step = (rare - tail) * total * chance / count
        chance = max(chance + step, chance / 8)
        if abs(step) < 1e-13 * chance:
            break
    return chance


def _about_least_share(count: int, games: int) -> float:
    """Return the same by Pratt's formula (1968, by way of Blyth 1986, JASA 81: 843-855)."""
    missed, seen = games - count + 1, count
    square = Z_95 * Z_95
    wide = 3 * Z_95 * sqrt(9 * missed * seen * (9 * games + 5 - square) + games + 1)
    part = (81 * missed * seen - 9 * games - 8 - wide) / (81 * missed**2 - 9 * missed * (2 + square) + 1)
    odds = (missed / seen) ** 2 * part**3
    return odds / (1 + odds)


def mean(games: int, total: int, squares: int, *, least: float = 0.0, most: float = inf) -> Estimate | None:
    """Estimate the mean of a count from its exact sum and sum of squares; None for no games.

    `least` and `most` are the bounds of the count: the interval ends there at the latest, unless it is open.

    >>> mean(4, 10, 30, least=1.0)  # doctest: +ELLIPSIS
    Estimate(value=2.5, low=1.0, high=7.63..., games=4)
    """
    if games == 0:
        return None
    value = total / games
    off = reach(games, games * squares - total * total)
    if off == inf:
        return Estimate(value, -inf, inf, games)
    return Estimate(value, max(value - off, least), min(value + off, most), games)


def mean_length(summary: Summary, unit: str, whole: Denominator = FINISHED) -> Estimate | None:
    """Estimate the mean of a unit over the games of `whole`, within what a game of the pack can take.

    A game has at least one round but may have no war; each war of a round takes a card of both players,
    so that none is deeper than half of the pack.
    """
    bounds = {"wars": (0.0, inf), "depth": (0.0, summary.cards / 2)}
    least, most = bounds.get(unit, (1.0, inf))
    return mean(*summary.sums_of(unit, whole), least=least, most=most)


def reach(games: int, spread: int) -> float:
    """Return how far a mean may be off to either side; `spread` is games * (games - 1) times a variance.

    Student's t, widened by `SKEWED` / games, for lengths are as skewed as exponential ones: t alone covers
    88 % of five, 90 % of ten, 92 % of twenty games (code-golf), so widened 94 % and more of any number of
    the games of every named rule set. Games that are all alike say nothing of rare ones that are not:
    open, as for one game alone.
    """
    if games < 2 or spread == 0:
        return inf
    return student(games - 1) * (1 + SKEWED / games) * sqrt(spread / (games - 1)) / games


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's t.

    Hill (1970), algorithm 396, Communications of the ACM 13: 619-620; five digits and more.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 3, 4, 10, 10**9)]
    [12.706, 4.303, 3.182, 2.776, 2.228, 1.96]
    """
    both = 2 * RARE
    if freedom == 1:
        return 1 / tan(both * pi / 2)
    if freedom == 2:
        return sqrt(2 / (both * (2 - both)) - 2)
    a = 1 / (freedom - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * pi / 2) * freedom
    y = (d * both) ** (2 / freedom)
    if y <= 0.05 + a:
        inner = ((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3
        y = ((1 / inner + 0.5 / (freedom + 4)) * y - 1) * (freedom + 1) / (freedom + 2) + 1 / y
        return sqrt(freedom * y)
    x, y = -Z_95, Z_95 * Z_95
    if freedom < 5:
        c += 0.3 * (freedom - 4.5) * (x + 0.6)
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
    return sqrt(freedom * expm1(a * y * y))


def deviation(games: int, total: int, squares: int) -> float | None:
    """Return the standard deviation of the games themselves, None for fewer than two.

    The difference is taken between whole numbers, so nothing cancels.
    """
    if games < 2:
        return None
    return sqrt((games * squares - total * total) / (games * (games - 1)))


def ranks(games: int, level: float) -> tuple[int, int]:
    """Return the ranks, from 1, of the games between which a quantile lies; 0 or one too many: open.

    Exact by the binomial law, whatever the games: six are needed for a median to lie between two.

    >>> ranks(5, 0.5), ranks(6, 0.5), ranks(100, 0.5), ranks(40, 0.95)
    ((0, 6), (1, 6), (40, 61), (35, 41))
    """
    return _rank_below(games, level), games + 1 - _rank_below(games, 1 - level)


@lru_cache(maxsize=1 << 14)
def _rank_below(games: int, level: float) -> int:
    """Return the rank of the last game that a quantile is hardly ever below, or 0."""
    if games > RANKED:
        return max(floor(games * level - Z_95 * sqrt(games * level * (1 - level))), 0)
    below = np.arange(1, games + 1)
    steps = np.log((games + 1 - below) / below * (level / (1 - level)))
    chances = np.exp(games * log1p(-level) + np.concatenate(([0.0], np.cumsum(steps))))
    return int(np.searchsorted(np.cumsum(chances), RARE, side="right"))


def quantile(histogram: Ints, level: float) -> Estimate | None:
    """Estimate a quantile; None for an empty histogram.

    The interval lies between the games of two `ranks`, and holds for any distribution. Below
    `EXACT_BELOW` all is exact; above it the interval reaches to the ends of the bins, and the value is
    where the rank falls in its bin, its games spread evenly.
    """
    below = np.cumsum(histogram)
    games = int(below[-1])
    if games == 0:
        return None
    rank, (lower, upper) = ceil(games * level), ranks(games, level)
    first, middle, last = np.searchsorted(below, np.clip((lower, rank, upper), 1, games)).tolist()
    start, end = bin_start(middle), bin_start(middle + 1)
    share_before = 1 - (int(below[middle]) - rank + 0.5) / int(histogram[middle])
    value = start + int((end - start) * share_before)
    low = float(bin_start(first)) if lower else -inf
    high = float(bin_start(last + 1) - 1) if upper <= games else inf
    return Estimate(float(value), low, high, games)


# Differences between two rule sets on the same deals, with intervals, paired and unpaired.
#
# The unpaired interval is the one the same games would give had each rule set been dealt cards of its
# own; compared with it the paired one shows what the same deals are worth. Differences are the second rule
# set's value less the first's.


class PairedDifference(NamedTuple):
    """One difference with both of its intervals."""

    paired: Estimate
    unpaired: Estimate


def changed(counts: Ints) -> Estimate:
    """Estimate in how many deals two rule sets give different outcomes.

    counts: outcomes x outcomes, as of `Compared.changes_of`; of at least one deal.
    """
    games = int(counts.sum())
    return share(games - int(np.trace(counts)), games)


def other_winner(counts: Ints) -> Estimate:
    """Estimate in how many deals the other player wins."""
    one, other = OUTCOMES.index("player_1"), OUTCOMES.index("player_2")
    return share(int(counts[one, other] + counts[other, one]), int(counts.sum()))


def share_difference(counts: Ints, outcome: str) -> PairedDifference:
    """Estimate the difference of the shares of an outcome (`OUTCOMES`).

    On the same deals it is the share of deals that come to this outcome less the share that leave it:
    two shares of the same deals; the larger one is, the smaller the other.
    """
    at, games = OUTCOMES.index(outcome), int(counts.sum())
    first, second, both = int(counts[at].sum()), int(counts[:, at].sum()), int(counts[at, at])
    leave, come = share(first - both, games), share(second - both, games)
    stay = (1 - leave.value) * (1 - come.value)
    together = -sqrt(leave.value * come.value / stay) if stay else -1.0
    one, other = share(first, games), share(second, games)
    value = other.value - one.value
    return PairedDifference(
        _square_and_add(leave, come, value, together), _square_and_add(one, other, value, 0.0)
    )


def _square_and_add(first: Estimate, second: Estimate, value: float, correlation: float) -> Estimate:
    """Return the difference of two shares with its interval from theirs, as Newcombe adds them.

    Method 10 of Newcombe (1998), Statistics in Medicine 17: 873-890, with exact intervals in place
    of Wilson's, which cover 88 to 92 % of few deals at worst; these do 93 % and more. They hold where a
    share is 0 or 1, as a share of endless games often is, and Wald's has no width.
    """
    down = second.value - second.low, first.high - first.value
    up = second.high - second.value, first.value - first.low
    reaches = [sqrt(max(a * a + b * b - 2 * correlation * a * b, 0.0)) for a, b in (down, up)]
    low, high = max(value - reaches[0], -1.0), min(value + reaches[1], 1.0)
    return Estimate(value, low, high, first.games)


def length_difference(lengths: Lengths) -> PairedDifference | None:
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
    paired, unpaired = reach(games, first + second - 2 * common), reach(games, first + second)
    return PairedDifference(
        Estimate(value, value - paired, value + paired, games),
        Estimate(value, value - unpaired, value + unpaired, games),
    )


# Is it a coin? Player 1's share of the decided games against one half, by an exact test.

ALARM: Final = 0.05
"""The p-value below which a coin is no longer believed: one false alarm in twenty fair rule sets."""
FEW: Final = 20  # games up to which outcomes are counted rather than given as shares

BLOCK: Final = 1 << 14
"""Terms of a tail that are added at a time."""


class CoinTest(NamedTuple):
    """Player 1's share of decided games, and how easily a fair coin strays as far from one half."""

    wins: int
    games: int
    share: Estimate
    """With its interval, as every share."""
    log10_p: float
    """Decimal logarithm of the exact two-sided p-value, which may be too small to write."""

    @property
    def p(self) -> float:
        """The p-value; 0 where it is below what a float can hold."""
        return float(10.0**self.log10_p)

    @property
    def fits_a_fair_coin(self) -> bool:
        """Whether fair coins differ from even at least this much in 5 % of runs or more."""
        return self.p >= ALARM


def even(outcomes: Mapping[str, int]) -> bool:
    """Return whether the wins of both players, by outcome, may be equal.

    >>> even({"player_1": 498, "player_2": 502}), even({"player_1": 400, "player_2": 600}), even({"draw": 99})
    (True, False, False)
    """
    won = [outcomes.get(f"player_{number}", 0) for number in (1, 2)]
    return sum(outcomes.values()) > FEW and all(won) and coin_test(won[0], sum(won)).fits_a_fair_coin


def evens(outcomes: Sequence[Mapping[str, int]], differ: Callable[[int, int], bool]) -> tuple[bool, ...]:
    """Return for each rule set on the same deals whether the wins of both players may be equal.

    They may not for two rule sets if player 1 surely wins more by one of them: `differ` says whether that is
    so of a lower and a higher place.
    """
    alone = [place for place, one in enumerate(outcomes) if even(one)]
    unlike = {place for pair in combinations(alone, 2) if differ(*pair) for place in pair}
    return tuple(place in alone and place not in unlike for place in range(len(outcomes)))


def coin_test(wins: int, games: int) -> CoinTest:
    """Test `wins` of `games` against a fair coin: the exact binomial test, two-sided.

    The p-value is the chance that a fair coin strays at least as far from half the games, to either
    side. Its relative error is below 1e-8 up to a million games, and grows with their number beyond.
    Raises `ValueError` for no games or more won than there were.

    >>> round(coin_test(8, 10).p, 6)  # 2 * (45 + 10 + 1) / 1024
    0.109375
    """
    observed = share(wins, games)
    fewer = min(wins, games - wins)
    if 2 * fewer == games:
        return CoinTest(wins, games, observed, 0.0)
    ways = lgamma(games + 1) - lgamma(fewer + 1) - lgamma(games - fewer + 1)
    log_p = log(2) + ways - games * log(2) + log(_tail(fewer, games))
    return CoinTest(wins, games, observed, min(0.0, log_p / log(10)))


def _tail(fewer: int, games: int) -> float:
    """Return the chance of at most `fewer` heads in units of the chance of exactly that many."""
    total = term = 1.0
    heads = fewer
    while heads > 0 and term > 1e-18 * total:
        down = np.arange(heads, max(heads - BLOCK, 0), -1, dtype=np.float64)
        terms = term * np.cumprod(down / (games + 1 - down))
        total += float(terms.sum())
        term = float(terms[-1])
        heads -= len(down)
    return total


def coin_band(games: int) -> tuple[float, float]:
    """Return the shares of heads between which a fair coin stays in at least 95 % of runs.

    >>> coin_band(5), coin_band(6)
    ((0.0, 1.0), (0.16666666666666666, 0.8333333333333334))
    """
    fewest, _ = ranks(games, 0.5)
    return fewest / games, (games - fewest) / games


def fair_by_symmetry(rules: Rules, pack: Pack, hands: Hands | None = None) -> bool:
    """Return whether both players win equally often by proof: exchanging the decks exchanges the winner.

    Orders that look only at who won, and shuffled or tossed ones, treat the players alike; both must also
    be dealt alike, and neither be given the wars in which both run out.

    >>> fair_by_symmetry(Rules(), Pack(13, 4)), fair_by_symmetry(Rules(), Pack(3, 1))
    (True, False)
    >>> [fair_by_symmetry(Rules(), Pack(13, 4), Hands.parse(text)) for text in ("A?{9}/A?{9}", "A?{25}/*")]
    [True, False]
    """
    blind = rules.pickup in SYMMETRIC_PICKUPS | RANDOM_PICKUPS
    return blind and rules.both_out is BothOut.DRAW and shares(pack, hands).alike(pack)
