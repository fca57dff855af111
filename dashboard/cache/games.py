"""Games that pages show, and their chances."""

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeVar

import pandas as pd
import plotly.graph_objects as go

from dashboard.cache import tasks
from dashboard.cache.tasks import (
    LOOK_UP,
    Key,
    Questions,
    Room,
    Stretch,
    Told,
    Unanswered,
    answer_of,
    is_lost,
    wait_a_look,
)
from dashboard.charts.game import decks
from dashboard.charts.game.chance import nobody_often
from dashboard.charts.game.charts import rounds_table
from dashboard.charts.style import THEMES, ThemeName
from dashboard.components.board import Replay, payload
from dashboard.urls.screens import GameScreen
from engine import kernels
from engine.cards import LARGEST_PACK
from engine.formats import NotationError, Question, Reading, read
from engine.game import Game, Reason
from engine.kernels import at_once
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.win_chance import Decided, Point, Turn, decided

# What pages take from a paste: deals that fit on a table.

PASTED_MOST_CARDS: Final = LARGEST_PACK
"""Cards of a deal that pages take: as many as can be dealt. A page of 4,096 cards takes the server a
tenth of a second at each click; of 32,000 it took two minutes and 4 GB."""


def read_paste(text: str, **how: Any) -> Reading | Question:
    """Read a paste as `engine.formats.read` does. Raises `NotationError` for too many cards, too."""
    result = read(text, **how)
    readings = [choice.reading for choice in result.readings] if isinstance(result, Question) else [result]
    most = max(item.deal.size for reading in readings for item in reading.deals)
    if most > PASTED_MOST_CARDS:
        wanted = f"a deal of at most {PASTED_MOST_CARDS:,} cards"
        raise NotationError.of("too-many-cards", f"{most:,} cards", wanted, "Paste a smaller deal.")
    return result


# Games played for pages, kept for the next rerun: bounded, shared by all visitors, keyed by value.
#
# A short game is decided and told here, in milliseconds, by kernels that hold no lock and, for what is read
# of its rounds, by the law. Every other one is a question to the workers, as those of Diagnose are: until
# it is answered the page has None, says so and looks again.

T = TypeVar("T")

SHORT: Final = 4_000_000
ROUND: Final = 500
"""What is played by the law at once: rounds x (cards + 500) up to 4,000,000, for a round takes 3 µs and
6 ns a card. At 52 cards these are 7,246 rounds in some 25 ms, at 4,096 cards 870."""

DECIDED_HERE: Final = 50_000
"""Rounds up to which the kernels decide a game here: a millisecond, in which nobody else's page waits."""

PLAYED_ROOM: Final = Room(8)
"""For all questions about games."""

PATIENCE: Final = 0.3
"""Seconds that a page waits for its answers before it says that there are none yet."""


def key_of(screen: GameScreen) -> Key:
    """Return the key of the game on a screen."""
    deal = screen.deal
    stream = (0, 0) if screen.rules.deterministic else (screen.seed, screen.game)
    return Key(deal.deck_1, deal.deck_2, deal.suits_1, deal.suits_2, screen.rules, *stream)


def digest(key: Key) -> str:
    """Return a short name for a game, for files."""
    return hashlib.sha256(repr(key).encode()).hexdigest()[:10]


def most_rounds(key: Key) -> int:
    """Return how many rounds are a stretch: a game of no more is told here and shown as a whole."""
    return SHORT // (len(key.deck_1) + len(key.deck_2) + ROUND)


_KEPT: Final[dict[Callable[..., Any], int]] = {
    tasks.decided: 512,
    tasks.told: 64,
    tasks.stretch: 64,
}
"""How many answers are kept: of 4,096 cards a game takes 100 kB, what is told of one a megabyte."""

_HERE: Final = {function: lru_cache(maxsize=most)(at_once()(function)) for function, most in _KEPT.items()}
_ASKED: Final = {function: Questions(most, PLAYED_ROOM) for function, most in _KEPT.items()}
_UNASKED: Final["Future[Any]"] = Future()
"""Stands for a question that waits until there is room for it."""


def _here(function: Callable[..., T], *arguments: Any) -> T:
    """Answer here, or return the answer from before."""
    answer: T = _HERE[function](*arguments)
    return answer


def _played_answer(function: Callable[..., T], *arguments: Any) -> "T | Future[T]":
    """Return a worker's answer, or the question while it is open or if no worker answered it."""
    question = _ASKED[function].look(function, *arguments) or _UNASKED
    return answer_of(question) if question.done() and not is_lost(question) else question


def _decided(key: Key) -> "Game | Future[Game]":
    game = _here(tasks.decided, key, DECIDED_HERE)
    if game.outcome.reason is not Reason.LIMIT:
        return game
    return _played_answer(tasks.decided, key)


def _told(key: Key) -> "Told | Future[Any]":
    game = _decided(key)
    if isinstance(game, Future):
        return game
    told: Told | Future[Any] = (_here if is_short(key, game) else _played_answer)(tasks.told, key, game)
    return told


def _stretch(key: Key, number: int) -> "Stretch | Future[Any]":
    game = _decided(key)
    if isinstance(game, Future):
        return game
    number = min(number, game.rounds)
    # Half of a stretch before the next one begins, so that a round is seldom at the edge of what is shown.
    half = most_rounds(key) // 2
    first = 1 if is_short(key, game) else max(0, round(number / half) - 1) * half + 1
    while True:
        answer = _stretch_from(key, game, first)
        if isinstance(answer, Future) or number < first + max(1, len(answer.trace.course)):
            return answer
        first += len(answer.trace.course)  # of long moves fewer rounds could be sent


def _stretch_from(key: Key, game: Game, first: int) -> "Stretch | Future[Any]":
    place = _here if is_short(key, game) else _played_answer
    answer: Stretch | Future[Any] = place(tasks.stretch, key, game, first, 2 * (most_rounds(key) // 2))
    return answer


def is_short(key: Key, game: Game) -> bool:
    """Say whether a game is told here and shown as a whole."""
    return game.rounds <= most_rounds(key)


def _is_lost(answer: "object | Future[Any]") -> bool:
    return isinstance(answer, Future) and is_lost(answer)


def _there(answer: "T | Future[Any]") -> T | None:
    return None if isinstance(answer, Future) else answer


def played_decided(key: Key) -> Game | None:
    """Return the game, or None while it is being played."""
    return _there(_decided(key))


def under_every_preset(key: Key) -> dict[str, Game | None]:
    """Return the deal's game under every preset, by name; those are left out that no worker could play.

    The key's own rules take no part.
    """
    answers = {name: _decided(key._replace(rules=rules)) for name, rules in PLAYABLE.items()}
    return {name: _there(answer) for name, answer in answers.items() if not _is_lost(answer)}


def told(key: Key) -> Told | None:
    """Return what is drawn of a whole game, or None while it is worked out."""
    return _there(_told(key))


def stretch(key: Key, number: int) -> Stretch | None:
    """Return the rounds around one, of a short game all of them, or None while they are played."""
    return _there(_stretch(key, number))


def open_questions(key: Key, number: int) -> "list[Future[Any]]":
    """Return the questions for which a page waits that shows a round of a game."""
    answers = _answers(key, number)
    return [answer for answer in answers if isinstance(answer, Future) and not is_lost(answer)]


def played_lost(key: Key, number: int) -> Unanswered | None:
    """Return what is to be said where no worker answered what a page waits for."""
    lost = (answer for answer in _answers(key, number) if isinstance(answer, Future) and is_lost(answer))
    return next(map(Unanswered, lost), None)


def _answers(key: Key, number: int) -> Iterator[Any]:
    game = _decided(key)
    if isinstance(game, Future) or not is_short(key, game):  # a short one is told here when it is drawn
        yield _told(key)
        yield _stretch(key, number)
    for rules in PLAYABLE.values():
        yield _decided(key._replace(rules=rules))


def wait_shortly(key: Key, number: int) -> None:
    """Wait a moment: most answers are there before anybody could read that they are not."""
    until = time.monotonic() + PATIENCE
    while (waiting := open_questions(key, number)) and (left := until - time.monotonic()) > 0:
        wait(waiting, timeout=left, return_when=FIRST_COMPLETED)


def decided_in_the_end(key: Key) -> Game:
    """Return the game, waiting for it if it has to be played. Raises `Unanswered`."""
    while isinstance(game := _decided(key), Future):
        wait([game], timeout=LOOK_UP)
        _raise_if_lost(game)
    return game


def _raise_if_lost(question: "Future[Any]") -> None:
    if is_lost(question):
        raise Unanswered(question)


def wait_for(key: Key, number: int) -> None:
    """Wait for what is told of a game and for the rounds around one of it. Raises `Unanswered`."""
    while waiting := [answer for answer in (_told(key), _stretch(key, number)) if isinstance(answer, Future)]:
        for question in waiting:
            _raise_if_lost(question)
        wait_a_look(waiting)


def board_payload(key: Key, number: int, *, named: bool = False) -> Replay | None:
    """Return what the replay board is drawn from around a round, or None while that is played."""
    whole, part = told(key), stretch(key, number)
    return _payload(key, part.trace.first, named) if whole and part else None


@lru_cache(maxsize=64)
def _payload(key: Key, first: int, named: bool) -> Replay:
    whole, part = told(key), _from(key, first)
    assert whole
    ticks = None if len(part.trace.course) == part.trace.game.rounds else whole.sizes.wars
    return payload(part.trace, named=named, nearest=part[1:], ticks=ticks)


def rounds_of(key: Key, number: int) -> pd.DataFrame | None:
    """Return the table of the rounds around one, of a short game all, or None while they are played."""
    part = stretch(key, number)
    return None if part is None else _rounds(key, part.trace.first)


@lru_cache(maxsize=8)
def _rounds(key: Key, first: int) -> pd.DataFrame:
    return rounds_table(_from(key, first).trace)


def _from(key: Key, first: int) -> Stretch:
    """Return a stretch that is there."""
    game = played_decided(key)
    assert game
    part = _there(_stretch_from(key, game, first))
    assert part
    return part


@lru_cache(maxsize=32)
def holders_figure(key: Key, theme: ThemeName) -> go.Figure:
    """Return the chart of who holds what in a game that was told."""
    whole = told(key)
    assert whole
    return decks.holders_figure(whole.holders, THEMES[theme])


# How a game stood, round by round, and what hands decide, asked of the workers for pages, and kept.
#
# A question of its own kind: no page waits for it, and where the workers have too much to do it waits for
# them.

CHANCES_MOST_CARDS: Final = 104
"""Cards of a game whose chance is shown: a quarter of a million games of two packs take seconds."""
TOGETHER: Final = 2.0
"""Seconds for which what was worked out of a game waits for the rest of it."""
GAME: Final = "game"
"""Stands for a game that is awaited, beside what is worked out of one."""
CHANCES_ROOM: Final = Room(10)
"""With four the workers stood idle between the looks of thirty who came at once, all at the same instants."""
QUESTIONS: Final = Questions(256, CHANCES_ROOM)


def is_shown(game: Game | None) -> bool:
    """Say whether the chance in the course of a game is shown."""
    return game is not None and game.rounds > 0 and game.deal.size <= CHANCES_MOST_CARDS


def line(key: Key, game: Game) -> tuple[Point, ...] | None:
    """Return the chance at a hundred rounds of a game, or None while it is worked out."""
    points: tuple[Point, ...] | None = _chances_answer(tasks.chance_line, key, game)
    return points


def turns(key: Key, game: Game) -> tuple[Turn, ...] | None:
    """Return the rounds that turned a game, or None while they are looked for."""
    points = line(key, game)
    return None if points is None else _turns(key, game, points)


def _turns(key: Key, game: Game, points: tuple[Point, ...]) -> tuple[Turn, ...] | None:
    turned: tuple[Turn, ...] | None = (
        () if nobody_often(points) else _chances_answer(tasks.chance_turns, key, game)
    )
    return turned


def by_the_deal(study: Study) -> tuple[Decided, ...] | None:
    """Return how much of the result the hands decide, round by round, or None while it is worked out."""
    points: tuple[Decided, ...] | None = _chances_answer(decided, _of_hands(study))
    return points


def _of_hands(study: Study) -> Study:
    """Return a study by what decides how much its hands do."""
    return replace(study, games=1, followed=0)


def awaited(key: Key, game: Game | None) -> tuple[str, ...]:
    """Name what is still worked out of a game."""
    if game is None or not is_shown(game):
        return ()
    if chances_lost(key, game) is not None:
        return ()
    points = line(key, game)
    if points is None:
        return "line", "turns"
    return ("turns",) if _turns(key, game, points) is None else ()


def chances_lost(key: Key, game: Game) -> Unanswered | None:
    """Return what is to be said where no worker could tell how a game stood, or what turned it."""
    return _lost(tasks.chance_line, key, game) or _lost(tasks.chance_turns, key, game)


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


def _chances_answer(function: Any, *asked: Any) -> Any:
    """Return a worker's answer; None while there is none, or if no worker gave one.

    None is asked before the kernels are there: the workers would only wait beside those who compile.
    """
    if kernels.missing(kernels.for_a_page()):
        return None
    question = QUESTIONS.look(function, *asked)
    there = question is not None and question.done() and not is_lost(question)
    return answer_of(question) if question is not None and there else None
