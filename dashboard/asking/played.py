"""Games played for pages, kept for the next rerun: bounded, shared by all visitors, keyed by value.

A short game is decided and told here, in milliseconds, by kernels that hold no lock and, for what is read
of its rounds, by the law. Every other one is a question to the workers, as those of Diagnose are: until
it is answered the page has None, says so and looks again.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import lru_cache
from typing import Any, Final, TypeVar

import pandas as pd
import plotly.graph_objects as go

from dashboard.address.screens import GameScreen
from dashboard.asking import telling
from dashboard.asking.questions import (
    LOOK_UP,
    Questions,
    Room,
    Unanswered,
    answer_of,
    is_lost,
    wait_a_look,
)
from dashboard.asking.telling import Key, Stretch, Told
from dashboard.asking.turns import left_of, passed_on
from dashboard.charts.game import holders
from dashboard.charts.game.tables import rounds_table
from dashboard.charts.parts.theme import THEMES, ThemeName
from dashboard.components.board.payload import Replay, payload
from engine.game import Game, Reason
from engine.kernels import at_once
from engine.rules import PLAYABLE

T = TypeVar("T")

SHORT: Final = 4_000_000
ROUND: Final = 500
"""What is played by the law at once: rounds x (cards + 500) up to 4,000,000, for a round takes 3 µs and
6 ns a card. At 52 cards these are 7,246 rounds in some 25 ms, at 4,096 cards 870."""

DECIDED_HERE: Final = 50_000
"""Rounds up to which the kernels decide a game here: a millisecond, in which nobody else's page waits."""

ROOM: Final = Room(8)
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
    telling.decided: 512,
    telling.told: 64,
    telling.stretch: 64,
}
"""How many answers are kept: of 4,096 cards a game takes 100 kB, what is told of one a megabyte."""

_HERE: Final = {function: lru_cache(maxsize=most)(at_once()(function)) for function, most in _KEPT.items()}
_ASKED: Final = {function: Questions(most, ROOM) for function, most in _KEPT.items()}
_UNASKED: Final["Future[Any]"] = Future()
"""Stands for a question that waits until there is room for it."""


def _here(function: Callable[..., T], *arguments: Any) -> T:
    """Answer here, or return the answer from before."""
    answer: T = _HERE[function](*arguments)
    return answer


def _answer(function: Callable[..., T], *arguments: Any) -> "T | Future[T]":
    """Return a worker's answer, or the question while it is open or if no worker answered it."""
    question = _ASKED[function].look(function, *arguments) or _UNASKED
    return answer_of(question) if question.done() and not is_lost(question) else question


def _decided(key: Key) -> "Game | Future[Game]":
    game = _here(telling.decided, key, DECIDED_HERE)
    if game.outcome.reason is not Reason.LIMIT:
        return game
    return _answer(telling.decided, key)


def _told(key: Key) -> "Told | Future[Any]":
    game = _decided(key)
    if isinstance(game, Future):
        return game
    told: Told | Future[Any] = (_here if is_short(key, game) else _answer)(telling.told, key, game)
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
    place = _here if is_short(key, game) else _answer
    answer: Stretch | Future[Any] = place(telling.stretch, key, game, first, 2 * (most_rounds(key) // 2))
    return answer


def is_short(key: Key, game: Game) -> bool:
    """Say whether a game is told here and shown as a whole."""
    return game.rounds <= most_rounds(key)


def _is_lost(answer: "object | Future[Any]") -> bool:
    return isinstance(answer, Future) and is_lost(answer)


def _there(answer: "T | Future[Any]") -> T | None:
    return None if isinstance(answer, Future) else answer


def decided(key: Key) -> Game | None:
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


def lost(key: Key, number: int) -> Unanswered | None:
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
    until = time.monotonic() + left_of(PATIENCE)
    while (waiting := open_questions(key, number)) and (left := until - time.monotonic()) > 0:
        with passed_on():
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
        with passed_on():
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
    game = decided(key)
    assert game
    part = _there(_stretch_from(key, game, first))
    assert part
    return part


@lru_cache(maxsize=32)
def holders_figure(key: Key, theme: ThemeName) -> go.Figure:
    """Return the chart of who holds what in a game that was told."""
    whole = told(key)
    assert whole
    return holders.figure(whole.holders, THEMES[theme])
