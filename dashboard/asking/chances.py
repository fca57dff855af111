"""How a game stood, round by round, and what hands decide, asked of the workers for pages, and kept.

A question of its own kind: no page waits for it, and where the workers have too much to do it waits for them.
"""

from dataclasses import replace
from typing import Any, Final

from dashboard.asking import telling
from dashboard.asking.questions import Questions, Room, Unanswered, answer_of, is_lost
from dashboard.asking.telling import Key
from dashboard.charts.game.chance import nobody_often
from engine import kernels
from engine.game import Game
from engine.study import Study
from engine.study.chance import Point
from engine.study.decided import Decided, decided
from engine.study.turning import Turn

MOST_CARDS: Final = 104
"""Cards of a game whose chance is shown: a quarter of a million games of two packs take seconds."""
TOGETHER: Final = 2.0
"""Seconds for which what was worked out of a game waits for the rest of it."""
GAME: Final = "game"
"""Stands for a game that is awaited, beside what is worked out of one."""
ROOM: Final = Room(10)
"""With four the workers stood idle between the looks of thirty who came at once, all at the same instants."""
QUESTIONS: Final = Questions(256, ROOM)


def is_shown(game: Game | None) -> bool:
    """Say whether the chance in the course of a game is shown."""
    return game is not None and game.rounds > 0 and game.deal.size <= MOST_CARDS


def line(key: Key, game: Game) -> tuple[Point, ...] | None:
    """Return the chance at a hundred rounds of a game, or None while it is worked out."""
    points: tuple[Point, ...] | None = _answer(telling.chance_line, key, game)
    return points


def turns(key: Key, game: Game) -> tuple[Turn, ...] | None:
    """Return the rounds that turned a game, or None while they are looked for."""
    points = line(key, game)
    return None if points is None else _turns(key, game, points)


def _turns(key: Key, game: Game, points: tuple[Point, ...]) -> tuple[Turn, ...] | None:
    turned: tuple[Turn, ...] | None = () if nobody_often(points) else _answer(telling.chance_turns, key, game)
    return turned


def by_the_deal(study: Study) -> tuple[Decided, ...] | None:
    """Return how much of the result the hands decide, round by round, or None while it is worked out."""
    points: tuple[Decided, ...] | None = _answer(decided, _of_hands(study))
    return points


def _of_hands(study: Study) -> Study:
    """Return a study by what decides how much its hands do."""
    return replace(study, games=1, followed=0)


def awaited(key: Key, game: Game | None) -> tuple[str, ...]:
    """Name what is still worked out of a game."""
    if game is None or not is_shown(game):
        return ()
    if lost(key, game) is not None:
        return ()
    points = line(key, game)
    if points is None:
        return "line", "turns"
    return ("turns",) if _turns(key, game, points) is None else ()


def lost(key: Key, game: Game) -> Unanswered | None:
    """Return what is to be said where no worker could tell how a game stood, or what turned it."""
    return _lost(telling.chance_line, key, game) or _lost(telling.chance_turns, key, game)


def lost_by_the_deal(study: Study) -> Unanswered | None:
    """Return what is to be said where no worker could tell how much the hands decide."""
    return _lost(decided, _of_hands(study))


def _lost(function: Any, *asked: Any) -> Unanswered | None:
    question = QUESTIONS.asked(function, *asked)
    return Unanswered(question) if question is not None and is_lost(question) else None


def is_drawn_again(waiting: tuple[str, ...], left: tuple[str, ...], seconds: float) -> bool:
    """Say whether a page is drawn again that was drawn so long ago, and for what is still waited since.

    Once for the games and once for the rest, not for each answer.

    >>> is_drawn_again(("game", "line", "turns"), ("line", "turns"), 0.5)
    True
    >>> is_drawn_again(("line", "turns"), ("turns",), 0.5), is_drawn_again(("line", "turns"), (), 1.0)
    (False, True)
    """
    games_are_in = GAME in waiting and GAME not in left
    return left != waiting and (not left or games_are_in or seconds >= TOGETHER)


def _answer(function: Any, *asked: Any) -> Any:
    """Return a worker's answer; None while there is none, or if no worker gave one.

    None is asked before the kernels are there: the workers would only wait beside those who compile.
    """
    if kernels.missing(kernels.for_a_page()):
        return None
    question = QUESTIONS.look(function, *asked)
    there = question is not None and question.done() and not is_lost(question)
    return answer_of(question) if question is not None and there else None
