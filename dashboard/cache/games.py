"""Games that pages show, and their chances."""

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from threading import Lock
from typing import Any, Final, TypeVar

import pandas as pd
from cachetools import LRUCache, cached

from dashboard.cache import tasks
from dashboard.cache.answers import ask
from dashboard.cache.tasks import WAITING, Key, Tasks, Unanswered, answer_of, finished, is_lost, wait_for
from dashboard.charts.game import nobody_often, rounds_table
from dashboard.components import Replay, payload
from dashboard.urls import GameScreen
from engine import kernels, simulation
from engine.cards import LARGEST_PACK
from engine.formats import NotationError, Question, Reading, read
from engine.game import Game, Reason
from engine.rules import PLAYABLE
from engine.simulation import Decided, Point, Study, TurningPoint

# Deals that pages read from a paste.

PASTED_MOST_CARDS: Final = LARGEST_PACK
"""Most cards of a deal on a page: those of the largest pack. A page of 4,096 cards takes the server a
tenth of a second per click; with 32,000 cards it took two minutes and 4 GB."""


LONG_PASTE: Final = 4_000  # characters that are read in at most 50 ms; a worker reads longer pastes


def read_paste(text: str, **how: Any) -> Reading | Question:
    """Read a paste as `engine.formats.read` does. Raises `NotationError` for too many cards, too."""
    try:
        result = ask(read, text, **how) if len(text) > LONG_PASTE else read(text, **how)
    except Unanswered:
        result = read(text, **how)
    readings = [choice.reading for choice in result.readings] if isinstance(result, Question) else [result]
    most = max(item.deal.size for reading in readings for item in reading.deals)
    if most > PASTED_MOST_CARDS:
        allowed = f"a deal of at most {PASTED_MOST_CARDS:,} cards"
        raise NotationError.of("too-many-cards", f"{most:,} cards", allowed, "Paste a smaller deal.")
    return result


# Games that pages show: cached for the next rerun, bounded, shared by all visitors, keyed by value.
#
# This process computes short games in milliseconds, by kernels that release the GIL. Workers compute the
# others; until they answer, a page gets None, shows that, and polls.

S = TypeVar("S")
T = TypeVar("T")

SHORT: Final = 4_000_000
ROUND: Final = 500
"""The reference plays at once up to 4,000,000 rounds x (cards + 500), for a round takes 3 µs plus 6 ns per
card. With 52 cards these are 7,246 rounds in some 25 ms, with 4,096 cards 870 rounds."""

DECIDED_HERE: Final = 50_000  # rounds up to which this process decides a game: it takes a millisecond

PATIENCE: Final = 0.3  # seconds that a page waits for its answers before it shows that there are none yet


def key_of(screen: GameScreen) -> Key:
    """Return the key of the game on a screen."""
    deal = screen.deal
    stream = (0, 0) if screen.rules.deterministic else (screen.seed, screen.game)
    return Key(deal.deck_1, deal.deck_2, deal.suits_1, deal.suits_2, screen.rules, *stream)


def digest(key: Key) -> str:
    """Return a short name for a game, for files."""
    return hashlib.sha256(repr(key).encode()).hexdigest()[:10]


def most_rounds(key: Key) -> int:
    """Return how many rounds a stretch has; a game of no more rounds is shown as a whole."""
    return SHORT // (len(key.deck_1) + len(key.deck_2) + ROUND)


GAMES: Final = Tasks(8, 512)
DRAWN: Final = Tasks(8, 64)
"""What is drawn of games: of 4,096 cards a game takes 100 kB, its chart data a megabyte."""


def _decided(key: Key) -> "Future[Game]":
    with kernels.at_once():  # kernels that are not compiled run as Python here
        task = GAMES.compute(tasks.decided, key, DECIDED_HERE)
    is_cut_off = task.result().outcome.reason is Reason.LIMIT
    return GAMES.poll(tasks.decided, key) if is_cut_off else task


def _then(task: "Future[S]", follow: "Callable[[S], Future[T]]") -> "Future[T]":
    """Return the task that follows from the answer to another one; it waits with it, and is lost with it."""
    answer = _there(task)
    if answer is not None:
        return follow(answer)
    lost: Future[Any] = task
    return lost if is_lost(task) else WAITING


def _drawn(key: Key, game: Game, function: Callable[..., T], *arguments: Any) -> "Future[T]":
    """Return the task of something to draw of a game, computed here if the game is short."""
    if not is_short(key, game):
        return DRAWN.poll(function, key, game, *arguments)
    with kernels.at_once():
        return DRAWN.compute(function, key, game, *arguments)


def _chart_data(key: Key) -> "Future[tasks.ChartData]":
    return _then(_decided(key), lambda game: _drawn(key, game, tasks.chart_data))


def _stretch(key: Key, number: int) -> "Future[tasks.Stretch]":
    return _then(_decided(key), lambda game: _stretch_around(key, game, min(number, game.rounds)))


def _stretch_around(key: Key, game: Game, number: int) -> "Future[tasks.Stretch]":
    # Stretches overlap by half, so that a round is rarely at the edge of what is shown.
    half = most_rounds(key) // 2
    first = 1 if is_short(key, game) else max(0, round(number / half) - 1) * half + 1
    while True:
        found = _drawn(key, game, tasks.stretch, first, 2 * half)
        part = _there(found)
        if part is None or number < first + max(1, len(part.trace.course)):
            return found
        first += len(part.trace.course)  # of long moves fewer rounds could be sent


def is_short(key: Key, game: Game) -> bool:
    """Return whether this process computes a game, which is then shown as a whole."""
    return game.rounds <= most_rounds(key)


def _there(task: "Future[T]") -> T | None:
    """Return an answer; None while there is none, or if no worker gave it."""
    return answer_of(task) if task.done() and not is_lost(task) else None


def played_decided(key: Key) -> Game | None:
    """Return the game, or None while it is being played."""
    return _there(_decided(key))


def under_every_preset(key: Key) -> dict[str, Game | None]:
    """Return the deal's game under every preset, by name, without those that no worker could play.

    The key's own rules do not matter.
    """
    played = {name: _decided(key._replace(rules=rules)) for name, rules in PLAYABLE.items()}
    return {name: _there(task) for name, task in played.items() if not is_lost(task)}


def chart_data(key: Key) -> tasks.ChartData | None:
    """Return what is drawn of a whole game; None while a worker computes it."""
    return _there(_chart_data(key))


def stretch(key: Key, number: int) -> tasks.Stretch | None:
    """Return the rounds around one, all of a short game; None while a worker plays them."""
    return _there(_stretch(key, number))


def open_tasks(key: Key, number: int) -> "list[Future[Any]]":
    """Return the open tasks of a page that shows a round of a game."""
    return [task for task in _all_of(key, number) if not task.done()]


def played_lost(key: Key, number: int) -> Unanswered | None:
    """Return the error to show if no worker answered what a page waits for."""
    return _lost(*_all_of(key, number))


def _lost(*some: "Future[Any]") -> Unanswered | None:
    return next(map(Unanswered, filter(is_lost, some)), None)


def _all_of(key: Key, number: int) -> "Iterator[Future[Any]]":
    game = played_decided(key)
    # This process computes a short game when it is drawn.
    if game is None or not is_short(key, game):
        yield _chart_data(key)
        yield _stretch(key, number)
    for rules in PLAYABLE.values():
        yield _decided(key._replace(rules=rules))


def wait_shortly(key: Key, number: int) -> None:
    """Wait a moment: most answers are there before anybody could read that they are not."""
    wait_for(lambda: next(iter(open_tasks(key, number)), finished(None)), PATIENCE)


def decided_in_the_end(key: Key) -> Game:
    """Return the game; wait until it is played. Raises `Unanswered`."""
    return answer_of(wait_for(lambda: _decided(key)))


def payload_in_the_end(key: Key, number: int, *, named: bool) -> Replay:
    """Return the data of the replay board around a round; wait for them. Raises `Unanswered`."""
    whole = answer_of(wait_for(lambda: _chart_data(key)))
    part = answer_of(wait_for(lambda: _stretch(key, number)))
    return _payload(key, whole, part, named)


def board_payload(key: Key, number: int) -> Replay | None:
    """Return the data of the replay board around a round; None while a worker computes them."""
    whole, part = chart_data(key), stretch(key, number)
    return _payload(key, whole, part, False) if whole and part else None


@cached(LRUCache(64), key=lambda key, _, part, named: (key, part.trace.first, named), lock=Lock())
def _payload(key: Key, whole: tasks.ChartData, part: tasks.Stretch, named: bool) -> Replay:
    del key
    ticks = None if len(part.trace.course) == part.trace.game.rounds else whole.sizes.wars
    return payload(part.trace, named=named, nearest=part.nearest, ticks=ticks)


def rounds_of(key: Key, number: int) -> pd.DataFrame | None:
    """Return the table of the rounds around one, all of a short game; None while a worker plays them."""
    part = stretch(key, number)
    return None if part is None else _rounds(key, part)


@cached(LRUCache(8), key=lambda key, part: (key, part.trace.first), lock=Lock())
def _rounds(key: Key, part: tasks.Stretch) -> pd.DataFrame:
    del key
    return rounds_table(part.trace)


# Chances to win in the course of a game, and how much hands decide.
#
# Tasks of their own kind: no page waits for them, and they wait while the workers have too much to do.

CHANCES_MOST_CARDS: Final = 104
"""Cards of a game whose chance is shown: a quarter of a million games of two packs take seconds."""
CHANCES: Final = Tasks(10, 256)
"""With room for four, the workers were idle between the polls of thirty pages that all polled at once."""


def is_shown(game: Game | None) -> bool:
    """Return whether a page shows the chance in the course of a game."""
    return game is not None and game.rounds > 0 and game.deal.size <= CHANCES_MOST_CARDS


def line(key: Key, game: Game) -> tuple[Point, ...] | None:
    """Return the chance at a hundred rounds of a game; None while a worker computes it."""
    return _there(_chances(simulation.chances, key.course(game)))


def turning_points(key: Key, game: Game) -> tuple[TurningPoint, ...] | None:
    """Return the rounds that turned a game; None while a worker searches them."""
    return _there(_turning_points(key, game))


def _turning_points(key: Key, game: Game) -> "Future[tuple[TurningPoint, ...]]":
    def follow(points: tuple[Point, ...]) -> "Future[tuple[TurningPoint, ...]]":
        return finished(()) if nobody_often(points) else _chances(simulation.turning_points, key.course(game))

    return _then(_chances(simulation.chances, key.course(game)), follow)


def by_the_deal(study: Study) -> "Future[tuple[Decided, ...]]":
    """Return the task of how much of the result the hands decide, round by round."""
    one_game = replace(study, games=1, followed=0)  # its games do not matter for that
    return _chances(simulation.decided, one_game)


def awaited(key: Key, game: Game | None) -> tuple[str, ...]:
    """Return the names of the pending answers about a game."""
    if game is None or not is_shown(game) or chances_lost(key, game) is not None:
        return ()
    return tuple(name for name, task in _of_chances(key, game).items() if not task.done())


def chances_lost(key: Key, game: Game) -> Unanswered | None:
    """Return the error to show if no worker answered how a game stood, or what turned it."""
    return _lost(*_of_chances(key, game).values())


def _of_chances(key: Key, game: Game) -> "dict[str, Future[Any]]":
    return {"line": _chances(simulation.chances, key.course(game)), "turns": _turning_points(key, game)}


def _chances(function: Callable[..., T], *arguments: Any) -> "Future[T]":
    """Return the task of a worker's answer.

    None begins while kernels are missing: the workers would only wait for the processes that compile.
    """
    return WAITING if kernels.missing(kernels.for_a_page()) else CHANCES.poll(function, *arguments)
