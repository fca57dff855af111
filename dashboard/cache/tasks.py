"""Ask workers for answers and cache them."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakSet

import numpy as np
import streamlit as st
from cachetools import LRUCache
from cachetools.keys import hashkey

from dashboard.charts.game.charts import finding
from dashboard.charts.game.decks import DeckSizes, Holders, deck_sizes, holders
from engine.cards import Deal
from engine.game import LIMIT, Game, Trace
from engine.jobs.runs import runs
from engine.jobs.worker_main import with_progress
from engine.jobs.workers import WorkerLost
from engine.kernels import Course, decide
from engine.rules import Rules
from engine.simulation.win_chance import Point, Turn, chances, turns

# What a page tells of one game, worked out wherever there is room: here, or by a worker.


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


# Questions to the workers and their answers, kept for the next rerun: bounded, shared by all visitors.
#
# The same question asked twice at once is answered once. A page waits for its answer (`wanted`), or says that
# there is none yet and looks again (`look`). One that nobody waits for or looks at any more is given up.

T = TypeVar("T")

_LOST: Final = (BrokenExecutor, CancelledError, OSError, WorkerLost)
"""What a question ends with that no worker answered: nobody else does, least of all the server."""

LOOK_UP: Final = 0.25
"""Seconds between two looks at whether the visitor still wants the answer."""

LEFT: Final = 10.0
"""Seconds after which somebody has left who did not look again: pages do every half second."""


class Unanswered(Exception):  # noqa: N818, it names what happened
    """No worker answered a question; the text says so to a visitor, who may ask again (`ask_again`)."""

    def __init__(self, question: "Future[Any]") -> None:
        ended = not question.cancelled() and isinstance(question.exception(), WorkerLost)
        super().__init__(
            "This has no answer: every worker that tried it ended. This machine may be short of memory."
            if ended
            else "This has no answer: the workers cannot be reached."
        )


def is_lost(question: "Future[Any]") -> bool:
    """Return whether a question ended without a worker's answer."""
    return question.done() and (question.cancelled() or isinstance(question.exception(), _LOST))


def answer_of(question: "Future[T]") -> T:
    """Return the answer to a question that is over. Raises what the worker raised, and `Unanswered`."""
    if is_lost(question):
        raise Unanswered(question)
    return question.result()


class Room:
    """Room for so many questions that pages look at, of all visitors: others are asked when there is some."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lock = Lock()
        self.waiting: Counter[Future[Any]] = Counter()
        """How many pages wait for a question."""
        self.looked: dict[Future[Any], tuple[Callable[[], None], float]] = {}
        """How each open question is forgotten, and when somebody last looked at it."""

    def tidy(self) -> list["Future[Any]"]:
        """Forget what is answered, and return what nobody looks at any more: it is to be given up."""
        late = time.monotonic() - LEFT
        over = [
            question
            for question, (_, looked) in self.looked.items()
            if question.done() or (looked < late and question not in self.waiting)
        ]
        left = [(question, self.looked.pop(question)[0]) for question in over]
        for question, forget in left:
            if not question.done():
                forget()
        return [question for question, _ in left if not question.done()]


class Questions:
    """Questions of one kind and their answers, so many of them kept.

    `tells` are the functions that say how far they are.
    """

    def __init__(self, most: int, room: Room, *, tells: Collection[Callable[..., Any]] = ()) -> None:
        self._asked: LRUCache[Any, Future[Any]] = LRUCache(most)
        self._room = room
        self._tells = tells
        _KINDS.add(self)

    def forget(self) -> None:
        """Forget every answer."""
        with self._room.lock:
            self._asked.clear()
            self._room.looked.clear()

    def drop(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> None:
        """Forget a question that has no answer, and give it up: whoever still wants one asks anew."""
        key = hashkey(function, *arguments, **named)
        with self._room.lock:
            question = self._asked.get(key)
            if question is None or _is_answered(question) or question in self._room.waiting:
                return
            self._pop(key)
            self._room.looked.pop(question, None)
        if not question.done():
            runs().cancel(question)

    def prepare(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have a question answered for those who ask it next."""
        with self._room.lock:
            self._question(hashkey(function, *arguments), function, *arguments)

    def asked(self, function: Callable[..., T], *arguments: Any, **named: Any) -> "Future[T] | None":
        """Return a question if it was asked before."""
        with self._room.lock:
            question: Future[T] | None = self._asked.get(hashkey(function, *arguments, **named))
        return question

    def answered(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T | None:
        """Return the answer to a question that was asked before; None where there is none, or none yet."""
        question = self.asked(function, *arguments, **named)
        return question.result() if question is not None and _is_answered(question) else None

    def look(self, function: Callable[..., T], *arguments: Any, **named: Any) -> "Future[T] | None":
        """Return the question, asked now if it was not; None while there is no room for it."""
        key = hashkey(function, *arguments, **named)
        with self._room.lock:
            left = self._room.tidy()
            if key not in self._asked and len(self._room.looked) >= self._room.most:
                question = None
            else:
                question = self._question(key, function, *arguments, **named)
                if not question.done():
                    self._room.looked[question] = (lambda: self._pop(key)), time.monotonic()
        for unwanted in left:
            runs().cancel(unwanted)
        return question

    @contextmanager
    def wanted(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Iterator["Future[Any]"]:
        """Ask a question, or take the one that was asked before, and want its answer for a while."""
        key = hashkey(function, *arguments, **named)
        with self._room.lock:
            question = self._question(key, function, *arguments, **named)
            self._room.waiting[question] += 1
        try:
            yield question
        finally:
            with self._room.lock:
                self._room.waiting -= Counter((question,))
                others = question in self._room.waiting or question in self._room.looked
                unwanted = not others and not question.done()
                if unwanted:
                    self._pop(key)
            if unwanted:
                runs().cancel(question)

    def _pop(self, key: Any) -> None:
        self._asked.pop(key, None)

    def _question(
        self, key: Any, function: Callable[..., Any], *arguments: Any, **named: Any
    ) -> "Future[Any]":
        if key not in self._asked:
            call = (with_progress, function) if function in self._tells else (function,)
            self._asked[key] = _asked(*call, *arguments, **named)
        return self._asked[key]

    def forget_lost(self) -> None:
        """Forget what no worker answered."""
        with self._room.lock:
            for key in [key for key, question in self._asked.items() if is_lost(question)]:
                self._pop(key)


_KINDS: Final[WeakSet[Questions]] = WeakSet()


def ask_again() -> None:
    """Have asked anew what no worker answered."""
    for kind in _KINDS:
        kind.forget_lost()


def _asked(*call: Any, **named: Any) -> "Future[Any]":
    """Ask the workers; where none is to be had, the question is lost at once."""
    try:
        return runs().ask(*call, **named)
    except _LOST as error:
        lost: Future[Any] = Future()
        lost.set_exception(error)
        return lost


def wait_a_look(questions: "Sequence[Future[Any]]", seconds: float = LOOK_UP) -> None:
    """Wait for one of the answers, at most until the visitor is looked for again."""
    if not wait(questions, min(seconds, LOOK_UP), FIRST_COMPLETED).done:
        # Touching the session is where Streamlit ends a run in whose place another one is wanted.
        st.session_state.get("waiting")


def _is_answered(question: "Future[Any]") -> bool:
    return question.done() and not question.cancelled() and question.exception() is None
