"""Answers to the questions of the Diagnose and Rules pages, kept for the next rerun: bounded, shared by all.

A question takes a second or two, some of it with the interpreter held, so the workers answer it
(`engine.runs.runs`): nobody else's page waits. The same question asked twice at once is answered once.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Future, wait
from contextlib import nullcontext, suppress
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar

import streamlit as st

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


def _submit(function: Callable[..., Any], *arguments: Any, **named: Any) -> "Future[Any]":
    return runs().ask(function, *arguments, **named)


_asked: Final = lru_cache(maxsize=256)(_submit)
_asked_of_log: Final = lru_cache(maxsize=24)(_submit)
"""Logs are long: fewer are kept."""


def ask(
    function: Callable[..., T], *arguments: Any, asked: Callable[..., "Future[Any]"] = _asked, **named: Any
) -> T:
    """Have a worker answer, or take the answer it gave before. Raises what the function raises."""
    with suppress(*UNREACHABLE):
        answer: T = _answer(asked(function, *arguments, **named))
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
    return ask(trace_diff, deal, rules, text, asked=_asked_of_log)


def log_fault(deal: Deal, text: str) -> NotationError | None:
    """Return what is wrong with a log of which nothing can be followed; a long one takes a second to tell."""
    try:
        with suppress(*UNREACHABLE):
            _asked_of_log(read_log, text, deal).result()
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
            _asked(differ, one, other, aspect)
