"""The numbers that answer questions, from the games of a run: each with its interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor, inf, isfinite
from typing import Final

import numpy as np

from engine.cards import STANDARD_PACK
from engine.kernels.tallies import DRAW
from engine.study import Study
from engine.study.decided import Decided
from engine.study.estimates import Estimate, mean, quantile, share
from engine.study.summary import Summary

PLAYERS: Final = slice(0, DRAW)
MIDDLE: Final = STANDARD_PACK.copies * sum(range(STANDARD_PACK.ranks)) // 2
"""The strength of a deck that is as good as the other."""
HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class CountedAnswer:
    """The number that answers a question, and what its games tell besides."""

    value: Estimate | None
    games: int
    endless: int = 0
    beside: Estimate | None = None
    """A second number, of questions that tell one."""


@dataclass(frozen=True, slots=True)
class Player:
    """Plays what answers a question: the tallies of a run, and what hands decide in its games."""

    tallies: Callable[[Study], Summary]
    decided: Callable[[Study], tuple[Decided, ...]]


Measure = Callable[[Study, Player], CountedAnswer]


def tallied(value: Callable[[Summary], Estimate | None]) -> Measure:
    """Return the measure of a number that the tallies of a run hold."""
    return partial(_tallied, value)


def _tallied(value: Callable[[Summary], Estimate | None], study: Study, player: Player) -> CountedAnswer:
    summary = player.tallies(study)
    return CountedAnswer(value(summary), summary.games, summary.outcomes()["endless"])


def half_decided(study: Study, player: Player) -> CountedAnswer:
    """Return before which round hands decide half of the result, and how much they do at the deal."""
    points = player.decided(study)
    known = [(point.round, point.share) for point in points if point.share is not None]
    return CountedAnswer(_crossing(known) if known else None, points[0].going, beside=points[0].share)


def decided_at_the_deal(study: Study, player: Player) -> CountedAnswer:
    """Return how much of the result hands decide before the first round, and player 1's share of the wins."""
    first = player.decided(study)[0]
    return CountedAnswer(first.share, first.going, beside=won_by(player.tallies(study), player=0))


def _crossing(known: Sequence[tuple[int, Estimate]]) -> Estimate:
    """Estimate the round before which half is decided, on straight lines between the rounds looked at.

    Its interval is of the rounds whose own interval has a half in it: those that no test of one round by
    itself refuses. So it holds as often as theirs. An end that the games do not reach is open.
    """
    rounds = [number for number, _ in known]
    value = _reached(rounds, [share.value for _, share in known])
    low = _reached(rounds, [share.high for _, share in known])
    back = [-number for number in reversed(rounds)]
    last_in_doubt = -_reached(back, [1 - share.low for _, share in reversed(known)])
    high = inf if last_in_doubt == rounds[-1] else max(last_in_doubt, value)
    games = known[0][1].games
    return Estimate(_whole(value, round), _whole(min(low, value), floor), _whole(high, ceil), games)


def _reached(rounds: Sequence[int], shares: Sequence[float]) -> float:
    """Return where the shares first reach a half, infinite where they do not."""
    place = next((place for place, share in enumerate(shares) if share >= HALF), None)
    if not place:
        return inf if place is None else rounds[0]
    part = (HALF - shares[place - 1]) / (shares[place] - shares[place - 1])
    return rounds[place - 1] + part * (rounds[place] - rounds[place - 1])


def _whole(number: float, to: Callable[[float], int]) -> float:
    return float(to(number)) if isfinite(number) else number


def level(summary: Summary, *, unit: str, level: float) -> Estimate | None:
    """Return the length within which this part of the games that end is over."""
    return quantile(summary.finished(unit), level)


def average(summary: Summary, *, unit: str) -> Estimate | None:
    """Return the mean length of the games that end."""
    return mean(*summary.finished_sums(unit))


def odd(summary: Summary) -> Estimate | None:
    """Return the share of the games that end after an odd number of rounds."""
    even, uneven = (int(count) for count in summary.parity[: DRAW + 1].sum(axis=0))
    return _of(uneven, even + uneven)


def won_by(summary: Summary, *, player: int) -> Estimate | None:
    """Return the share of the games that somebody wins that this player (0 or 1) does."""
    wins = summary.reasons.sum(axis=1)[PLAYERS]
    return _of(int(wins[player]), int(wins.sum()))


def with_all_aces(summary: Summary) -> Estimate | None:
    """Return how often the player wins who was dealt every card of the best rank."""
    first, second = summary.aces[PLAYERS]
    return _of(int(first[-1] + second[0]), int(first[-1] + second[-1] + first[0] + second[0]))


def stronger(summary: Summary) -> Estimate | None:
    """Return how often the deck wins whose cards' places sum up to more, where somebody wins.

    Of an ordinary pack dealt in halves: both decks together are twice the middle.
    """
    first, second = summary.strength[PLAYERS]
    places = np.arange(len(first))
    above, below = places > MIDDLE, places < MIDDLE
    wins = int(first[above].sum() + second[below].sum())
    return _of(wins, wins + int(second[above].sum() + first[below].sum()))


def at_least(summary: Summary, *, unit: str, least: int) -> Estimate | None:
    """Return the share of the games that end with at least so many of a unit, fewer than 4,096."""
    counts = summary.finished(unit)
    return _of(int(counts[least:].sum()), int(counts.sum()))


def at_most(summary: Summary, *, unit: str, most: int) -> Estimate | None:
    """Return the share of the games that end with at most so many of a unit, fewer than 4,096."""
    counts = summary.finished(unit)
    return _of(int(counts[: most + 1].sum()), int(counts.sum()))


def endless(summary: Summary) -> Estimate | None:
    """Return the share of all games that never end."""
    return _of(summary.outcomes()["endless"], summary.games)


def _of(count: int, games: int) -> Estimate | None:
    return share(count, games) if games else None
