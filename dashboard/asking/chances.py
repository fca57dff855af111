"""How a game stood, round by round, asked of the workers for pages, and kept.

A question of its own kind: no page waits for it, and where the workers have too much to do it waits for them.
"""

from concurrent.futures import Future
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache

from dashboard.asking import telling
from dashboard.asking.diagnosed import UNREACHABLE
from dashboard.asking.telling import Key
from dashboard.charts.game.chance import nobody_often
from engine.game import Game
from engine.runs.runs import runs
from engine.study.chance import Point
from engine.study.turning import Turn

MOST_CARDS: Final = 104
"""Cards of a game whose chance is shown: a quarter of a million games of two packs take seconds."""
AT_ONCE: Final = 4
"""Questions that are open at once, of all visitors: half of those about the games themselves."""

_ASKED: Final[LRUCache[Any, "Future[Any]"]] = LRUCache(256)
_ASKING: Final = Lock()


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
    if points is None:
        return None
    if nobody_often(points):
        return ()
    turned: tuple[Turn, ...] | None = _answer(telling.chance_turns, key, game)
    return turned


def awaited(key: Key, game: Game | None) -> tuple[str, ...]:
    """Name what is still worked out of a game."""
    if game is None or not is_shown(game) or turns(key, game) is not None:
        return ()
    return ("turns",) if line(key, game) is not None else ("line", "turns")


def forget() -> None:
    """Forget every answer."""
    _ASKED.clear()


def _answer(function: Any, key: Key, game: Game) -> Any:
    """Return a worker's answer, None while there is none; a question that failed is asked again."""
    with _ASKING:
        future = _ASKED.get((function, key))
        if future is None:
            if sum(not asked.done() for asked in _ASKED.values()) >= AT_ONCE:
                return None
            try:
                future = _ASKED[function, key] = runs().ask(function, key, game)
            except UNREACHABLE:
                return None
    if not future.done():
        return None
    try:
        return future.result()
    except UNREACHABLE:
        with _ASKING:
            _ASKED.pop((function, key), None)
        return None
