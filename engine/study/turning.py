"""The rounds that turned a game: those in which the chance to win changed most, whatever changed it.

Between two points of a course of 200 games each a step of ten points is chance as likely as not, so
rounds are looked at one by one, the more closely the larger their changes may be.
"""

from collections.abc import Iterable
from math import hypot, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game import Reason
from engine.kernels import Course
from engine.kernels.codes import strengths
from engine.study.chance import CARDS, Chance, Start, at_the_end, played_from

HIGH: Final = 3
"""Ranks that are high: of a whole pack queens, kings and aces."""
LOOKS: Final = (1_000, 4_000, 10_000)
"""Games before and after a round: after each look those go on that may be among the largest."""
CLOSE: Final = 100_000
"""Games of rounds of which so many do not tell whether they changed the chance by five points."""
MOST: Final = 5
MOST_ROUNDS: Final = 100
"""Rounds that are looked at, those in which the strongest cards changed hands first, and the last ones."""
LAST: Final = 10
MOST_CELLS: Final = 1 << 22
"""Rounds x cards up to which it is looked for rounds that turned a game."""

OF: Final = 10_000
POINT: Final = OF // 100
LEAST: Final = 5 * POINT
"""How much a round that turned the game changed it."""
Z: Final = 2.0
"""Standard errors within which one change may be as large as another."""

Ranks = tuple[int, ...]
Lost = tuple[Ranks, Ranks]


class Turn(NamedTuple):
    """A round that turned a game."""

    round: int
    lost: Lost
    """The high cards that either player lost in it, or all where none was high: ranks, strongest first."""
    before: Chance
    after: Chance

    @property
    def change(self) -> int:
        """Of 10,000 games, how many more player 1 wins after it; one that nobody wins is half a win."""
        return round(OF * (_score(self.after) - _score(self.before)))

    @property
    def error(self) -> float:
        """The standard error of the change."""
        return OF * hypot(_error(self.before), _error(self.after))


def turns(course: Course) -> tuple[Turn, ...]:
    """Return the rounds that turned a game most, in their order: five or fewer, of five points or more.

    They are more where others cannot be told from the fifth: nothing is left out that is as large.
    """
    lost = cards_lost(course)
    chances: dict[int, Chance] = {course.game.rounds + 1: at_the_end(course)}
    rounds, turned = [*lost], list[Turn]()
    for games in LOOKS:
        _look(course, chances, rounds, games)
        turned = _largest(Turn(number, lost[number], *_around(chances, number)) for number in rounds)
        rounds = [turn.round for turn in turned]
    close = [turn.round for turn in turned if abs(abs(turn.change) - LEAST) < Z * turn.error]
    _look(course, chances, close, CLOSE)
    turned = _largest(Turn(number, lost[number], *_around(chances, number)) for number in rounds)
    return tuple(sorted(turn for turn in turned if abs(turn.change) >= LEAST))


def _around(chances: dict[int, Chance], number: int) -> tuple[Chance, Chance]:
    return chances[number], chances[number + 1]


def _largest(turned: Iterable[Turn]) -> list[Turn]:
    """Return the turns that may be of five points and more and as large as the fifth of them."""
    turned = sorted(turned, key=lambda turn: -abs(turn.change))
    if not turned:
        return []
    fifth = turned[:MOST][-1]
    return [
        turn
        for turn in turned
        if abs(turn.change) + Z * turn.error >= LEAST
        and abs(turn.change) + Z * hypot(turn.error, fifth.error) >= abs(fifth.change)
    ]


def cards_lost(course: Course) -> dict[int, Lost]:
    """Return the rounds that may have turned a game, ascending, and the ranks that either player lost.

    Where a high card was lost only the high ones are named. In the last round maybe none changes hands.
    The last round of an endless game and of one that is cut off settles nothing and is left out.

    >>> from engine.cards import Deal
    >>> from engine.kernels import decide
    >>> from engine.rules import Rules
    >>> cards_lost(Course(decide(Deal.parse("AK5/KQ3"), Rules())))
    {1: ((), (13,)), 2: ((), (12,)), 3: ((), (3,))}
    """
    game = course.game
    if not game.rounds or game.rounds * game.deal.size > MOST_CELLS:
        return {}
    ranks = np.array((*game.deal.deck_1, *game.deal.deck_2), np.int64)
    (strong,), _ = strengths(ranks[np.newaxis], game.rules.order)
    _, place = np.unique(strong, return_inverse=True)
    moved = np.diff(course.held(np.arange(game.rounds + 2, dtype=np.int64)), axis=1)
    weights = ((place + 1) ** 2) @ np.abs(moved)
    if game.outcome.reason in (Reason.CYCLE, Reason.LIMIT):
        weights = weights[:-1]
    weights[-LAST:] += weights.max(initial=0)
    looked_at = np.sort(np.argsort(-weights, kind="stable")[:MOST_ROUNDS])
    order = np.argsort(-strong, kind="stable")
    high = strong >= np.unique(strong)[-HIGH:][0]
    return {
        number + 1: _lost(ranks[order], high[order], moved[order, number]) for number in looked_at.tolist()
    }


def _lost(ranks: NDArray[np.int64], high: NDArray[np.bool_], moved: NDArray[np.int64]) -> Lost:
    """Return what either player lost in a round, of cards in the order of their strength."""
    named = (moved != 0) & high if (moved[high] != 0).any() else moved != 0
    player_1, player_2 = (tuple(ranks[named & (moved * sign > 0)].tolist()) for sign in (-1, 1))
    return player_1, player_2


def _look(course: Course, chances: dict[int, Chance], rounds: Iterable[int], games: int) -> None:
    """Play on from before and after some rounds until so many games were played from each."""
    numbers = sorted({number + after for number in rounds for after in (0, 1)})
    numbers = [number for number in numbers if number <= course.game.rounds]
    starts = []
    for number, position in zip(numbers, course.positions([number - 1 for number in numbers]), strict=True):
        done = chances[number].games if number in chances else 0
        starts.append(Start(number, position.decks, CARDS, done, games - done))
    for start, more in zip(starts, played_from(course, starts), strict=True):
        chances[start.round] = chances.get(start.round, Chance(0, 0, 0)) + more


def _score(chance: Chance) -> float:
    """Return what player 1 wins of a game, one that nobody wins for half."""
    return (chance.player_1 + chance.nobody / 2) / chance.games


def _error(chance: Chance) -> float:
    """Return the standard error of that; a chance that was not seen to fail may fail once more."""
    if chance.ended:
        return 0.0
    games, score = chance.games, _score(chance)
    spread = (chance.player_1 + chance.nobody / 4) / games - score * score
    return sqrt(max(spread, 1 / games) / games)
