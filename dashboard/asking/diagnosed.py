"""Answers to the questions of the Diagnose and Rules pages, kept for the next rerun: bounded, shared by all.

A question takes a second or two, some of it with the interpreter held, so the workers answer it
(`engine.runs.runs`): nobody else's page waits. The same question asked twice at once is answered once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache
from operator import attrgetter
from threading import Lock
from typing import Any, Final, TypeVar

import streamlit as st
from cachetools import LRUCache
from cachetools.keys import hashkey

from dashboard.asking.turns import passed_on
from engine.cards import Deal
from engine.diagnose import Diagnosis, Program
from engine.diagnose.differ import Disagreement, End, Separation, differ, end_of
from engine.diagnose.trace_reading import read_log
from engine.diagnose.traces import TraceDiff, trace_diff
from engine.game import LIMIT
from engine.notation import NotationError
from engine.rules import Rules
from engine.runs.runs import runs
from engine.workers.pool import WorkerLost

T = TypeVar("T")

UNREACHABLE: Final = (BrokenExecutor, CancelledError, OSError, WorkerLost)
"""What is raised where no worker is to be had: then the question is answered here."""

LOOK_UP: Final = 0.25
"""Seconds between two looks at whether the visitor still wants the answer."""

_SEPARATING: Final = attrgetter("separating")


class Questions:
    """Questions and their answers, so many of them kept. One that nobody waits for any more is given up."""

    def __init__(self, most: int) -> None:
        self._asked: LRUCache[Any, Future[Any]] = LRUCache(most)
        self._waiting: Counter[Future[Any]] = Counter()
        self._lock = Lock()

    def forget(self) -> None:
        """Forget every answer."""
        self._asked.clear()

    def prepare(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have a question answered for those who ask it next."""
        with self._lock:
            self._question(hashkey(function, *arguments), function, *arguments)

    def answered(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T | None:
        """Return the answer to a question that was asked before; None where there is none, or none yet."""
        with self._lock:
            question: Future[T] | None = self._asked.get(hashkey(function, *arguments, **named))
        there = question is not None and question.done() and not question.cancelled()
        return question.result() if there and question and not question.exception() else None

    @contextmanager
    def wanted(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Iterator["Future[Any]"]:
        """Ask a question, or take the one that was asked before, and want its answer for a while."""
        key = hashkey(function, *arguments, **named)
        with self._lock:
            question = self._question(key, function, *arguments, **named)
            self._waiting[question] += 1
        try:
            yield question
        finally:
            with self._lock:
                self._waiting -= Counter((question,))
                unwanted = question not in self._waiting and not question.done()
                if unwanted:
                    self._asked.pop(key, None)
            if unwanted:
                runs().give_up(question)

    def _question(
        self, key: Any, function: Callable[..., Any], *arguments: Any, **named: Any
    ) -> "Future[Any]":
        if key not in self._asked:
            self._asked[key] = runs().ask(function, *arguments, **named)
        return self._asked[key]


QUESTIONS: Final = Questions(256)
OF_LOGS: Final = Questions(24)
"""Logs are long: fewer are kept."""


def ask(function: Callable[..., T], *arguments: Any, questions: Questions = QUESTIONS, **named: Any) -> T:
    """Have a worker answer, or take the answer it gave before. Raises what the function raises."""
    with suppress(*UNREACHABLE), questions.wanted(function, *arguments, **named) as question:
        answer: T = _answer(question)
        return answer
    return function(*arguments, **named)


def _answer(future: "Future[T]") -> T:
    """Wait for an answer, but not for one that the visitor no longer wants."""
    with nullcontext() if future.done() else passed_on():
        while not wait([future], timeout=LOOK_UP).done:
            # Touching the session is where Streamlit ends a run in whose place another one is wanted.
            st.session_state.get("waiting")
    return future.result()


def separation(diagnosis: Diagnosis) -> Separation | None:
    """Return the deal on which the first explanations answer differently, if there is one."""
    separation: Separation | None = ask(_SEPARATING, diagnosis)
    return separation


def difference(one: Program, other: Program, aspect: str = "any") -> Disagreement | None:
    """Return the smallest deal on which two programs differ."""
    return ask(differ, one, other, aspect)


def traced(deal: Deal, rules: Rules, text: str) -> TraceDiff:
    """Return how far a log agrees with the game by the rules. Raises `NotationError` for what is none."""
    return ask(trace_diff, deal, rules, text, questions=OF_LOGS)


def log_fault(deal: Deal, text: str) -> NotationError | None:
    """Return what is wrong with a log of which nothing can be followed; a long one takes a second to tell."""
    try:
        with suppress(*UNREACHABLE):
            with OF_LOGS.wanted(read_log, text, deal) as question:
                question.result()
            return None
        read_log(text, deal)
    except NotationError as error:
        return error
    return None


@lru_cache(maxsize=64)
def judged(deal: Deal, rules: Rules) -> End:
    """Return how the game of a deal ends by rules."""
    return end_of(Program(rules), deal, limit=LIMIT)


def prepare_differences(one: Program, other: Program, aspects: Iterable[str]) -> None:
    """Have the workers look for several differences at once, for those who ask for them next."""
    with suppress(*UNREACHABLE):
        for aspect in aspects:
            QUESTIONS.prepare(differ, one, other, aspect)
