"""The numbers that answer questions, from the tallies of a run: each with its interval."""

from typing import Final

import numpy as np

from engine.cards import STANDARD_PACK
from engine.kernels.tallies import DRAW
from engine.study.estimates import Estimate, mean, quantile, share
from engine.study.summary import Summary

PLAYERS: Final = slice(0, DRAW)
MIDDLE: Final = STANDARD_PACK.copies * sum(range(STANDARD_PACK.ranks)) // 2
"""The strength of a deck that is as good as the other."""


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
