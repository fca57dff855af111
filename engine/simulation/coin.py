"""Is it a coin? Player 1's share of the decided games against one half, by an exact test."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import lgamma, log
from typing import Final

import numpy as np

from engine.cards import Hands, Pack, shares
from engine.rules import RANDOM_PICKUPS, SYMMETRIC_PICKUPS, BothOut, Rules
from engine.simulation.estimates import Estimate, ranks, share

ALARM: Final = 0.05
"""The p-value below which a coin is no longer believed: one false alarm in twenty fair rule sets."""
FEW: Final = 20
"""Games up to which outcomes are counted rather than given as shares."""

BLOCK: Final = 1 << 14
"""Terms of a tail that are added at a time."""


@dataclass(frozen=True, slots=True)
class CoinTest:
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


def even(outcomes: Mapping[str, int]) -> bool:
    """Return whether the wins of both players, by outcome, may be equal.

    >>> even({"player_1": 498, "player_2": 502}), even({"player_1": 400, "player_2": 600}), even({"draw": 99})
    (True, False, False)
    """
    won = [outcomes.get(f"player_{number}", 0) for number in (1, 2)]
    return sum(outcomes.values()) > FEW and all(won) and coin_test(won[0], sum(won)).p >= ALARM


def evens(outcomes: Sequence[Mapping[str, int]], apart: Callable[[int, int], bool]) -> tuple[bool, ...]:
    """Return for each rule set on the same deals whether the wins of both players may be equal.

    They may not for two rule sets if player 1 surely wins more by one of them: `apart` says whether that is
    so of a lower and a higher place.
    """
    alone = [place for place, one in enumerate(outcomes) if even(one)]
    differ = {place for pair in combinations(alone, 2) if apart(*pair) for place in pair}
    return tuple(place in alone and place not in differ for place in range(len(outcomes)))


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
