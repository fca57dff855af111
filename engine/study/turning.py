"""The rounds that turned a game: those in which the chance to win changed most, as a high card was lost.

Between two points of a course of 200 games each a step of ten points is chance as likely as not, so
rounds are looked at one by one, the more closely the more there seems to be.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from engine.kernels import Course
from engine.kernels.codes import strengths
from engine.study.chance import CARDS, GAMES, Chance, Start, at_the_end, played_from

HIGH: Final = 3
"""Ranks that are high: of a whole pack queens, kings and aces."""
LOOKS: Final = ((24, 1_000), (8, 10_000))
"""After `GAMES` games before and after each round: so many rounds go on, to so many games."""
MOST: Final = 5
MOST_ROUNDS: Final = 400
"""Rounds that are looked at, those in which the most was lost first."""
MOST_CELLS: Final = 1 << 22
"""Rounds x cards up to which it is looked for rounds that turned a game."""

OF: Final = 10_000
POINT: Final = OF // 100
LEAST: Final = 5 * POINT
"""How many more or fewer games of `OF` player 1 must win after a round that turned the game."""


class Turn(NamedTuple):
    """A round that turned a game."""

    round: int
    lost: tuple[tuple[int, ...], tuple[int, ...]]
    """The high cards that player 1 lost in it, and those that player 2 lost: ranks, the strongest first."""
    before: Chance
    after: Chance

    @property
    def change(self) -> int:
        """Of 10,000 games, how many more player 1 wins after it than before."""
        return _of_all(self.after) - _of_all(self.before)


def turns(course: Course) -> tuple[Turn, ...]:
    """Return the rounds that turned a game most, in their order: at most five of five points or more."""
    lost = high_cards_lost(course)
    rounds = sorted(lost, key=lambda number: (-sum(map(len, lost[number])), number))[:MOST_ROUNDS]
    chances = {course.game.rounds + 1: at_the_end(course)}
    turned: list[Turn] = []
    for most, games in ((len(rounds), GAMES), *LOOKS):
        _look(course, chances, rounds[:most], games)
        turned = [
            Turn(number, lost[number], chances[number], chances[number + 1]) for number in rounds[:most]
        ]
        # By whole points: what is less is within the error, and then the earlier round comes first.
        turned.sort(key=lambda turn: (-(abs(turn.change) // POINT), turn.round))
        rounds = [turn.round for turn in turned]
    return tuple(sorted(turn for turn in turned[:MOST] if abs(turn.change) >= LEAST))


def high_cards_lost(course: Course) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the rounds in which a high card was lost, and the ranks of those that either player lost.

    >>> from engine.cards import Deal
    >>> from engine.kernels import decide
    >>> from engine.rules import Rules
    >>> high_cards_lost(Course(decide(Deal.parse("AK5/KQ3"), Rules())))
    {1: ((), (13,)), 2: ((), (12,))}
    """
    game = course.game
    if not game.rounds or game.rounds * game.deal.size > MOST_CELLS:
        return {}
    ranks = np.array((*game.deal.deck_1, *game.deal.deck_2), np.int64)
    (strong,), _ = strengths(ranks[np.newaxis], game.rules.order)
    high = np.flatnonzero(strong >= np.unique(strong)[-HIGH:][0])
    high = high[np.argsort(-strong[high], kind="stable")]
    held = course.held(np.arange(game.rounds + 2, dtype=np.int64))[high]
    moved = np.diff(held, axis=1)
    return {
        place + 1: (
            tuple(ranks[high[moved[:, place] < 0]].tolist()),
            tuple(ranks[high[moved[:, place] > 0]].tolist()),
        )
        for place in np.flatnonzero(moved.any(axis=0)).tolist()
    }


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


def _of_all(chance: Chance) -> int:
    return chance.player_1 * OF // chance.games
