"""Ask workers for answers and cache them."""

import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future, wait
from math import inf
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakSet

import numpy as np
import streamlit as st
from cachetools import LRUCache
from cachetools.keys import hashkey

from dashboard.charts.game import Aces, DeckSizes, Holders, aces, deck_sizes, finding, holders
from engine.cards import Deal
from engine.game import LIMIT, Game, Trace
from engine.jobs import WorkerLost, runs
from engine.kernels import Course, decide
from engine.rules import Rules

# What a page shows of one game, computed here or by a worker.


class Key(NamedTuple):
    """All that a game on a page depends on, suits included: equal keys, equal screens."""

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
"""Limit of what the moves of a stretch take to send: a stretch has fewer rounds where moves are long."""

MOVE_BYTES: Final = 60
CARD_BYTES: Final = 6
"""Bytes of a move as JSON, and of each card that it picks up; a lay takes as much as four cards."""


class ChartData(NamedTuple):
    """A whole game, thinned for its charts."""

    sizes: DeckSizes
    title: str
    note: str
    aces: Aces
    holders: Holders


class Stretch(NamedTuple):
    """Rounds of a game, and the nearest wars on either side of them."""

    trace: Trace
    nearest: tuple[int | None, int | None]


def decided(key: Key, limit: int = LIMIT) -> Game:
    """Return the game of a key."""
    return decide(key.deal, key.rules, seed=key.seed, number=key.game, limit=limit)


def chart_data(key: Key, game: Game) -> ChartData:
    """Compute all that is drawn of a whole game."""
    course = key.course(game)
    return ChartData(deck_sizes(course), *finding(course), aces(course), holders(course))


def stretch(key: Key, game: Game, first: int, rounds: int) -> Stretch:
    """Return a number of rounds of a game; fewer at its end, or where they are too long to send at once."""
    course = key.course(game)
    trace = course.stretch(first, rounds)
    fitting = _fitting(trace)
    if fitting < len(trace.course):
        trace = course.stretch(first, fitting)
    wars = np.flatnonzero(course.line()[1]) + 1
    before, after = np.searchsorted(wars, (first, first + len(trace.course)))
    war_before = int(wars[before - 1]) if before else None
    war_after = int(wars[after]) if after < len(wars) else None
    return Stretch(trace, (war_before, war_after))


def _fitting(trace: Trace) -> int:
    """Return how many rounds of a stretch can be sent: moves are numbered as they first come."""
    sizes = [MOVE_BYTES + CARD_BYTES * (len(move.order) + 4 * len(move.lays)) for move in trace.moves]
    moves = int(np.searchsorted(np.cumsum(sizes), MOST_BYTES)) if sizes else 0
    return len(trace.course) if moves >= len(trace.moves) else max(1, trace.course.index(moves))


# Tasks to the workers and their answers, cached for the next rerun: bounded, shared by all visitors.
#
# The same task twice at once is done once. A page polls a task again and again, by a timer or while it waits
# for the answer. A task that no page polls any more is cancelled.

T = TypeVar("T")

_LOST: Final = (BrokenExecutor, CancelledError, OSError, WorkerLost)
"""Errors of a task that no worker answered: the server must not answer it either."""

POLL_SECONDS: Final = 0.25
"""Time between two polls of a page that waits, and between two checks of whether its visitor still does."""

ABANDONED_SECONDS: Final = 10.0
"""Time without a poll after which a page is gone: pages poll every half second at least."""


WAITING: Final["Future[Any]"] = Future()
"""Stands for a task that begins when there is room for it."""


class Unanswered(Exception):  # noqa: N818, it names what happened
    """No worker answered a task; the text is for the visitor, who may retry it (`ask_again`)."""

    def __init__(self, task: "Future[Any]") -> None:
        died = not task.cancelled() and isinstance(task.exception(), WorkerLost)
        super().__init__(
            "This has no answer: every worker that tried it ended. This machine may be short of memory."
            if died
            else "This has no answer: the workers cannot be reached."
        )


def is_lost(task: "Future[Any]") -> bool:
    """Return whether a task ended without a worker's answer."""
    return task.done() and (task.cancelled() or isinstance(task.exception(), _LOST))


def answer_of(task: "Future[T]") -> T:
    """Return the answer to a finished task. Raises what the worker raised, and `Unanswered`."""
    if is_lost(task):
        raise Unanswered(task)
    return task.result()


def finished(answer: T) -> "Future[T]":
    """Return a task that is answered already."""
    task: Future[T] = Future()
    task.set_result(answer)
    return task


class Tasks:
    """Tasks of one kind, for workers or computed here, and their answers.

    Pages poll at most `capacity` open ones, of all visitors: further tasks begin when one ends. The last
    `most` answers are cached.
    """

    def __init__(self, capacity: int, most: int) -> None:
        self.capacity = capacity
        self._lock = Lock()
        self._cached: LRUCache[Any, Future[Any]] = LRUCache(most)
        self._polled: dict[Any, float] = {}
        """When a page last polled each open task."""
        _KINDS.add(self)

    def clear(self) -> None:
        """Forget every answer."""
        with self._lock:
            self._cached.clear()
            self._polled.clear()

    def cancel(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> None:
        """Cancel a task that has no answer."""
        key = hashkey(function, *arguments, **named)
        with self._lock:
            task = self._cached.get(key)
            if task is None or _is_answered(task):
                return
            self._forget(key)
        runs().cancel(task)

    def prepare(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Begin a task for the pages that need its answer next."""
        with self._lock:
            self._task(function, *arguments)

    def compute(self, function: Callable[..., T], *arguments: Any) -> "Future[T]":
        """Return the cached answer, or compute it in this process."""
        task = self.begun(function, *arguments)
        if task is None or not _is_answered(task):
            task = finished(function(*arguments))
            with self._lock:
                self._cached[hashkey(function, *arguments)] = task
        return task

    def begun(self, function: Callable[..., T], *arguments: Any, **named: Any) -> "Future[T] | None":
        """Return a task if it has begun."""
        with self._lock:
            task: Future[T] | None = self._cached.get(hashkey(function, *arguments, **named))
        return task

    def answered(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T | None:
        """Return the cached answer to a task; None if there is none."""
        task = self.begun(function, *arguments, **named)
        return task.result() if task is not None and _is_answered(task) else None

    def poll(self, function: Callable[..., T], *arguments: Any, **named: Any) -> "Future[T]":
        """Return the task, which begins if it is new; `WAITING` while there is no room for it."""
        key, task = hashkey(function, *arguments, **named), WAITING
        with self._lock:
            abandoned = self._remove_abandoned()
            if key in self._cached or len(self._polled) < self.capacity:
                task = self._task(function, *arguments, **named)
                if not task.done():
                    self._polled[key] = time.monotonic()
        for unwanted in abandoned:
            runs().cancel(unwanted)
        return task

    def forget_lost(self) -> None:
        """Forget the tasks that no worker answered."""
        with self._lock:
            for key in [key for key, task in self._cached.items() if is_lost(task)]:
                self._forget(key)

    def _remove_abandoned(self) -> list["Future[Any]"]:
        """Remove finished and abandoned tasks from those polled; return those that are to be cancelled."""
        late = time.monotonic() - ABANDONED_SECONDS
        abandoned = []
        for key, polled in [*self._polled.items()]:
            task = self._cached.get(key)
            if task is None or task.done():
                del self._polled[key]
            elif polled < late:
                self._forget(key)
                abandoned.append(task)
        return abandoned

    def _forget(self, key: Any) -> None:
        self._cached.pop(key, None)
        self._polled.pop(key, None)

    def _task(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> "Future[Any]":
        key = hashkey(function, *arguments, **named)
        if key not in self._cached:
            try:
                self._cached[key] = runs().ask(function, *arguments, **named)
            except _LOST as error:  # no worker can be reached: it is lost at once
                self._cached[key] = Future()
                self._cached[key].set_exception(error)
        return self._cached[key]


_KINDS: Final[WeakSet[Tasks]] = WeakSet()


def ask_again() -> None:
    """Retry the tasks that no worker answered."""
    for kind in _KINDS:
        kind.forget_lost()


def wait_for(poll: "Callable[[], Future[T]]", seconds: float = inf) -> "Future[T]":
    """Poll a task until it is done, at most some seconds, and only as long as the visitor is there."""
    until = time.monotonic() + seconds
    while not (task := poll()).done() and (left := until - time.monotonic()) > 0:
        if not wait([task], min(left, POLL_SECONDS)).done:
            # Touching the session is where Streamlit ends a run in whose place another one is wanted.
            st.session_state.get("waiting")
    return task


def _is_answered(task: "Future[Any]") -> bool:
    return task.done() and not task.cancelled() and task.exception() is None
