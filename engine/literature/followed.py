"""Figures that no tally holds: games looked at one by one, or round by round."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards import deal_cards
from engine.game import Reason
from engine.kernels import Course, decide
from engine.literature.figures import Figure
from engine.literature.won_pile import mean_turns, undecided
from engine.study import Study
from engine.study.estimates import Z_95

Floats = NDArray[np.float64]

DEEPEST: Final = 6
SHORT: Final = (Reason.SHORTFALL, Reason.BOTH_OUT)


def fought_depth(study: Study, depth: int, games: int | None) -> Figure:
    """Measure how many rounds of a game have exactly so deep a war, of those that are fought."""
    return _average(_fought(study)[:, min(depth, DEEPEST)], games)


@lru_cache(maxsize=1)
def _fought(study: Study) -> Floats:
    """Return for each game how many of its rounds are so deep: games x depths."""

    def rounds(course: Course) -> Floats:
        _, depths = course.line()
        if course.game.outcome.reason in SHORT and len(depths):
            depths[-1] -= 1
        return np.bincount(np.minimum(depths, DEEPEST), minlength=DEEPEST + 1).astype(np.float64)

    return np.array([rounds(course) for course in _courses(study)])


def loser_never(study: Study, cards: int, games: int | None) -> Figure:
    """Measure in which share of games the loser never holds so many cards."""

    def never(course: Course) -> bool:
        sizes, _ = course.line()
        held = sizes if course.game.outcome.winner == 2 else course.game.deal.size - sizes
        return int(held.max(initial=0)) < cards

    return _average(np.array([float(never(course)) for course in _courses(study)]), games)


def _average(values: Floats, games: int | None) -> Figure:
    """Return the average of a value of each game, with what as many games as theirs tell."""
    average, spread = float(values.mean()), float(values.std())
    ours, theirs = (Z_95 * spread / sqrt(number) if number else 0.0 for number in (len(values), games))
    return Figure(average, average - ours, average + ours, average - theirs, average + theirs)


def _courses(study: Study) -> Iterator[Course]:
    """Yield the games of a study, to be followed round by round."""
    for number in range(study.games):
        deal = deal_cards(study.pack, seed=study.seed, number=number)
        game = decide(deal, study.rules, seed=study.seed, number=number, limit=study.limit)
        yield Course(game, study.seed, number)


FOLLOWED: Final[dict[str, Callable[[Study, int, int | None], Figure]]] = {
    "fought-depth": fought_depth,
    "loser-never": loser_never,
    "won-pile": mean_turns,
    "won-pile-undecided": undecided,
}
"""What is measured of a study with a number."""
