"""What a page tells of one game, worked out wherever there is room: here, or by a worker."""

from typing import Final, NamedTuple

import numpy as np

from dashboard.charts.game.deck_sizes import DeckSizes, deck_sizes
from dashboard.charts.game.findings import finding
from dashboard.charts.game.holders import Holders, holders
from engine.cards import Deal
from engine.game import LIMIT, Game, Trace
from engine.kernels import Course, decide
from engine.rules import Rules
from engine.study.chance import Point, chances
from engine.study.turning import Turn, turns


class Key(NamedTuple):
    """Everything a game on a page depends on, suits included: equal keys, equal screens."""

    deck_1: tuple[int, ...]
    deck_2: tuple[int, ...]
    suits_1: str
    suits_2: str
    rules: Rules
    seed: int
    game: int

    @property
    def deal(self) -> Deal:
        """The deal."""
        return Deal(self.deck_1, self.deck_2, self.suits_1, self.suits_2)

    def course(self, game: Game) -> Course:
        """Return the course of the game of this key."""
        return Course(game, self.seed, self.game)


MOST_BYTES: Final = 200_000
"""What the moves of a stretch may take to be sent: fewer rounds are one where they are many and long."""

MOVE_BYTES: Final = 60
CARD_BYTES: Final = 6
"""What a move takes as JSON, and each card of its pick-up; a lay as much as four cards."""


class Told(NamedTuple):
    """A whole game, thinned for its charts."""

    sizes: DeckSizes
    title: str
    """The finding of the chart of deck sizes."""
    note: str
    holders: Holders


class Stretch(NamedTuple):
    """Rounds of a game, and the nearest wars on either side of them."""

    trace: Trace
    war_before: int | None
    war_after: int | None


def decided(key: Key, limit: int = LIMIT) -> Game:
    """Return the game of a key."""
    return decide(key.deal, key.rules, seed=key.seed, number=key.game, limit=limit)


def told(key: Key, game: Game) -> Told:
    """Work out everything that is drawn of a whole game."""
    course = key.course(game)
    return Told(deck_sizes(course), *finding(course), holders(course))


def stretch(key: Key, game: Game, first: int, rounds: int) -> Stretch:
    """Return so many rounds of a game, or to its end, or as many as can be sent at once: one at least."""
    course = key.course(game)
    trace = course.stretch(first, rounds)
    fitting = _fitting(trace)
    if fitting < len(trace.course):
        trace = course.stretch(first, fitting)
    wars = np.flatnonzero(course.line()[1]) + 1
    before, after = np.searchsorted(wars, (first, first + len(trace.course)))
    return Stretch(
        trace,
        int(wars[before - 1]) if before else None,
        int(wars[after]) if after < len(wars) else None,
    )


def chance_line(key: Key, game: Game) -> tuple[Point, ...]:
    """Return the chance to win in the course of a game."""
    return chances(key.course(game))


def chance_turns(key: Key, game: Game) -> tuple[Turn, ...]:
    """Return the rounds that turned a game."""
    return turns(key.course(game))


def _fitting(trace: Trace) -> int:
    """Return how many rounds of a stretch can be sent: moves are numbered as they first come."""
    sizes = [MOVE_BYTES + CARD_BYTES * (len(move.order) + 4 * len(move.lays)) for move in trace.moves]
    moves = int(np.searchsorted(np.cumsum(sizes), MOST_BYTES)) if sizes else 0
    if moves >= len(trace.moves):
        return len(trace.course)
    return max(1, trace.course.index(moves))
