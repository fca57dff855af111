"""How much of the result is decided by who holds what, in the course of the games of a rule set.

Of a thousand games each is stopped before some of its rounds, both decks are shuffled, and the rest is
played a few times over. What the hands decide is how much more often two such endings of one game are the
same than those of two games: as a share of all that can be, the share of the variance of the result (who
wins, or nobody) that the hands explain. It is 0 where they say nothing and 1 where they settle it. Of the
pairs of endings none is counted with itself, so the share is not flattered by there being few.
"""

from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from engine import kernels
from engine.cards import deal_cards
from engine.kernels import Course
from engine.study.chance import CARDS, Start, at_the_end, cut_off, looked_at, played_from
from engine.study.estimates import Z_95, Estimate, share
from engine.study.study import Study

GAMES: Final = 1_000
POINTS: Final = 20
"""Rounds before which games are stopped, the first among them."""
ENDINGS: Final = 6
"""How often a game is played to its end from each of them."""
FIRST: Final = 50
"""Games by which it is told how long the others take."""
USUAL_ROUNDS: Final = 10_000
"""Rounds of a game on average, from which on fewer games are played."""
MOST_PART: Final = 0.95
"""The part of the games that end by the last round that is looked at."""

Floats = npt.NDArray[np.float64]


class Decided(NamedTuple):
    """How much is decided before one round."""

    round: int
    share: Estimate | None
    """Of the variance of the result; None where all games end alike."""
    going: int
    """Games that have not ended by then."""


def decided(study: Study, *, games: int = GAMES, points: int = POINTS) -> tuple[Decided, ...]:
    """Return how much of the result the hands decide, before round 1 and before some of the later rounds.

    Of so many games, or of fewer where they are very long; the number stands in every share.

    >>> from engine.cards import Hands
    >>> from engine.rules import Rules
    >>> study = Study(rules=Rules(), games=1, hands=Hands.parse("AA/K?"))
    >>> [(point.round, point.share) for point in decided(study, games=3, points=2)][0]
    (1, None)
    """
    courses = list(_courses(study, 0, min(games, FIRST)))
    rounds = sum(course.game.rounds for course in courses) / len(courses)
    enough = min(games, max(FIRST, round(games * USUAL_ROUNDS / max(rounds, 1))))
    courses += _courses(study, len(courses), enough)
    numbers = looked_at(_last_round(courses), points)
    endings = np.array([_endings(course, numbers) for course in courses])
    going = [
        sum(course.game.rounds >= number or _is_endless(course) for course in courses) for number in numbers
    ]
    return tuple(
        Decided(number, _share(endings[:, place]), games)
        for place, (number, games) in enumerate(zip(numbers, going, strict=True))
    )


def _courses(study: Study, first: int, end: int) -> Iterator[Course]:
    limit = min(study.limit, cut_off(study.cards))
    for number in range(first, end):
        deal = deal_cards(study.pack, seed=study.seed, number=number, hands=study.hands)
        game = kernels.decide(deal, study.rules, seed=study.seed, number=number, limit=limit)
        yield Course(game, study.seed, number)


def _is_endless(course: Course) -> bool:
    return course.game.cycle is not None


def _last_round(courses: list[Course]) -> int:
    """Return by which round most games that end have ended, or, if none does, are followed to."""
    ended = sorted(course.game.rounds for course in courses if not _is_endless(course))
    lengths = ended or sorted(course.game.rounds for course in courses)
    return max(1, lengths[int(MOST_PART * (len(lengths) - 1))])


def _endings(course: Course, numbers: list[int]) -> list[list[int]]:
    """Return how often nobody, player 1 and player 2 win from each of these rounds (rounds x 3)."""
    going = [
        number for number in (_met(course, number) for number in numbers) if number <= course.game.rounds
    ]
    positions = course.positions([number - 1 for number in sorted(set(going))])
    decks = {number: position.decks for number, position in zip(sorted(set(going)), positions, strict=True)}
    starts = [Start(number, decks[number], CARDS, 0, ENDINGS) for number in decks]
    chances = dict(zip(decks, played_from(course, starts), strict=True))
    end = at_the_end(course)
    ended = [ENDINGS * end.won_by(player) for player in range(3)]
    return [
        [chances[at].won_by(player) for player in range(3)] if at in chances else ended
        for at in (_met(course, number) for number in numbers)
    ]


def _met(course: Course, number: int) -> int:
    """Return the round before which an endless game was already where it is before this one."""
    cycle = course.game.cycle
    if cycle is None or number < cycle.start + cycle.length:
        return number
    return cycle.start + (number - cycle.start) % cycle.length


def _share(endings: npt.NDArray[np.int64]) -> Estimate | None:
    """Estimate the share that is decided, from the endings of every game (games x 3).

    (alike - apart) / (1 - apart), of how often two endings of one game, and two of two games, are the same.
    The error is that of the delta method over games, which do not hang on each other.
    """
    games = len(endings)
    parts = endings / ENDINGS
    alike: Floats = (endings * (endings - 1)).sum(axis=1) / (ENDINGS * (ENDINGS - 1))
    total = parts.sum(axis=0)
    apart = float((total**2).sum() - (parts**2).sum()) / (games * (games - 1)) if games > 1 else 1.0
    spread = 1 - apart
    if not (endings != endings[0]).any():
        return None
    mean = float(alike.mean())
    value = (mean - apart) / spread
    moves = alike / spread - (1 - mean) / spread**2 * 2 * (parts @ (total / games))
    reach = Z_95 * float(moves.std(ddof=1)) / sqrt(games)
    if mean == 1:  # no game was open any more, of so many: how many may be?
        reach = share(0, games).high / spread
    middle = min(max(value, 0.0), 1.0)
    return Estimate(middle, max(value - reach, 0.0), min(middle + reach, 1.0), games)
