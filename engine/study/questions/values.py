"""The numbers that answer questions, from the games of a run: each with its interval."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor, inf, isfinite
from typing import Final

import numpy as np

from engine.cards import STANDARD_PACK
from engine.study import Study
from engine.study.decided import Decided
from engine.study.estimates import Estimate, mean, quantile, share
from engine.study.summary import EVERY, WON, Denominator, Ints, Summary

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


@dataclass(frozen=True, slots=True)
class Measure:
    """How the number that answers a question is counted, and of which games it is one."""

    whole: Denominator
    count: Callable[[Denominator, Study, Player], CountedAnswer]

    def __call__(self, study: Study, player: Player) -> CountedAnswer:
        """Return the answer of a run."""
        return self.count(self.whole, study, player)


Value = Callable[[Denominator, Summary], Estimate | None]


def tallied(whole: Denominator, value: Value) -> Measure:
    """Return the measure of a number that the tallies of a run hold."""
    return Measure(whole, partial(_tallied, value))


def _tallied(value: Value, whole: Denominator, study: Study, player: Player) -> CountedAnswer:
    summary = player.tallies(study)
    return CountedAnswer(value(whole, summary), summary.games, summary.outcomes()["endless"])


def _half_decided(_: Denominator, study: Study, player: Player) -> CountedAnswer:
    """Return before which round hands decide half of the result, and how much they do at the deal."""
    points = player.decided(study)
    known = [(point.round, point.share) for point in points if point.share is not None]
    return CountedAnswer(_crossing(known) if known else None, points[0].going, beside=points[0].share)


def _decided_at_the_deal(_: Denominator, study: Study, player: Player) -> CountedAnswer:
    """Return how much of the result hands decide before the first round, and player 1's share of the wins."""
    first = player.decided(study)[0]
    return CountedAnswer(first.share, first.going, beside=won_by(WON, player.tallies(study), player=0))


HALF_DECIDED: Final = Measure(EVERY, _half_decided)
DECIDED_AT_THE_DEAL: Final = Measure(EVERY, _decided_at_the_deal)


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


def level(whole: Denominator, summary: Summary, *, unit: str, level: float) -> Estimate | None:
    """Return the length within which this part of the games is over."""
    return quantile(_lengths(whole, summary, unit), level)


def average(whole: Denominator, summary: Summary, *, unit: str) -> Estimate | None:
    """Return the mean length."""
    total, squares = (sum(column) for column in zip(*summary.sums[unit][whole.outcomes], strict=True))
    return mean(whole.games(summary), total, squares)


def odd(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return the share of the games that take an odd number of rounds."""
    even, uneven = (int(count) for count in whole.of(summary.parity).sum(axis=0))
    return _of(uneven, even + uneven)


def won_by(whole: Denominator, summary: Summary, *, player: int) -> Estimate | None:
    """Return the share of the games that this player (0 or 1) wins."""
    return _of(int(summary.reasons[player].sum()), whole.games(summary))


def with_all_aces(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return how often the player wins who was dealt every card of the best rank."""
    first, second = summary.aces[0], summary.aces[1]
    return _of(int(first[-1] + second[0]), int(whole.of(summary.aces)[:, [0, -1]].sum()))


def stronger(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return how often the deck wins whose cards' places sum up to more.

    Of an ordinary pack dealt in halves: both decks together are twice the middle.
    """
    first, second = summary.strength[0], summary.strength[1]
    places = np.arange(len(first))
    wins = int(first[places > MIDDLE].sum() + second[places < MIDDLE].sum())
    return _of(wins, int(whole.of(summary.strength)[:, places != MIDDLE].sum()))


def at_least(whole: Denominator, summary: Summary, *, unit: str, least: int) -> Estimate | None:
    """Return the share of the games with at least so many of a unit, fewer than 4,096."""
    counts = _lengths(whole, summary, unit)
    return _of(int(counts[least:].sum()), int(counts.sum()))


def at_most(whole: Denominator, summary: Summary, *, unit: str, most: int) -> Estimate | None:
    """Return the share of the games with at most so many of a unit, fewer than 4,096."""
    counts = _lengths(whole, summary, unit)
    return _of(int(counts[: most + 1].sum()), int(counts.sum()))


def endless(whole: Denominator, summary: Summary) -> Estimate | None:
    """Return the share of the games that never end."""
    return _of(summary.outcomes()["endless"], whole.games(summary))


def _lengths(whole: Denominator, summary: Summary, unit: str) -> Ints:
    """Return the histogram of a unit over the games."""
    histogram: Ints = whole.of(summary.histograms[unit]).sum(axis=0)
    return histogram


def _of(hits: int, games: int) -> Estimate | None:
    return share(hits, games) if games else None
