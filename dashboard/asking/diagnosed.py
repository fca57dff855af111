"""What the Diagnose and Rules pages ask.

A question takes a second or two, some of it with the interpreter held, so the workers answer it
(`engine.runs.runs`): nobody else's page waits.
"""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from contextlib import nullcontext, suppress
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar

from dashboard.asking.questions import Questions, Room, Unanswered, answer_of, wait_a_look
from dashboard.asking.turns import passed_on
from engine.cards import Deal
from engine.diagnose import Case, Diagnosis, Program, diagnose
from engine.diagnose.differ import Disagreement, End, Separation, differ, end_of
from engine.diagnose.kept import is_kept, kept_difference
from engine.diagnose.telling import telling_deals
from engine.diagnose.trace_reading import read_log
from engine.diagnose.traces import TraceDiff, trace_diff
from engine.game import LIMIT
from engine.notation import NotationError
from engine.rules import Rules

T = TypeVar("T")

PATIENCE: Final = 1.0
"""Seconds that a page waits for a diagnosis, most of which take less, before it says how far it is."""

ROOM: Final = Room(8)
QUESTIONS: Final = Questions(256, ROOM, tells=(diagnose,))
OF_LOGS: Final = Questions(24, ROOM)
"""Logs are long: fewer are kept."""


def ask(function: Callable[..., T], *arguments: Any, questions: Questions = QUESTIONS, **named: Any) -> T:
    """Have a worker answer, or take the answer it gave before.

    Raises what the function raises, and `Unanswered` where no worker answers.
    """
    with questions.wanted(function, *arguments, **named) as question:
        answer: T = _answer(question)
        return answer


def _answer(question: "Future[T]") -> T:
    """Wait for an answer, but not for one that the visitor no longer wants."""
    with nullcontext() if question.done() else passed_on():
        while not question.done():
            wait_a_look([question])
    return answer_of(question)


class Waiting(NamedTuple):
    """How far a question is that is not answered yet."""

    begun: bool
    """Whether a worker is at it."""
    tried: tuple[int, int] | None
    """How many programs were tried, and of how many, once there is something to count."""


def diagnosis(cases: tuple[Case, ...], judge: Rules | None, *, patience: float = 0.0) -> Diagnosis | Waiting:
    """Return the diagnosis, or how far it is after a moment.

    Raises `ValueError` for what has none, and `Unanswered` where no worker answers.
    """
    question = QUESTIONS.look(diagnose, cases, judge=judge)
    if question is None:
        return Waiting(begun=False, tried=None)
    if patience and not question.done():
        with passed_on():
            _wait_shortly(question, patience)
    if not question.done():
        return Waiting(question.running(), getattr(question, "said", None))
    return answer_of(question)


def _wait_shortly(question: "Future[Any]", patience: float) -> None:
    until = time.monotonic() + patience
    while not question.done() and (left := until - time.monotonic()) > 0:
        wait_a_look([question], left)


def separations(diagnosis: Diagnosis) -> tuple[Separation, ...]:
    """Return the deals on which the explanations answer differently, first the likeliest ones."""
    return ask(telling_deals, diagnosis)


def difference(one: Program, other: Program, aspect: str = "any") -> Disagreement | None:
    """Return the smallest deal on which two programs differ: as it is kept, or as a worker finds it."""
    with suppress(KeyError):
        return kept_difference(one, other, aspect)
    return ask(differ, one, other, aspect)


def traced(deal: Deal, rules: Rules, text: str) -> TraceDiff:
    """Return how far a log agrees with the game by the rules. Raises `NotationError` for what is none."""
    return ask(trace_diff, deal, rules, text, questions=OF_LOGS)


def log_fault(deal: Deal, text: str) -> NotationError | None:
    """Return what is wrong with a log of which nothing can be followed; a long one takes a second to tell.

    None as well where no worker answers: whoever has the log followed then hears of it.
    """
    try:
        with OF_LOGS.wanted(read_log, text, deal) as question:
            wait([question])
            answer_of(question)
    except NotationError as error:
        return error
    except Unanswered:
        return None
    return None


@lru_cache(maxsize=64)
def judged(deal: Deal, rules: Rules) -> End:
    """Return how the game of a deal ends by rules."""
    return end_of(Program(rules), deal, limit=LIMIT)


def prepare_differences(one: Program, other: Program, aspects: Iterable[str]) -> None:
    """Have the workers look for several differences at once that are not kept, for those who ask next."""
    for aspect in aspects:
        if not is_kept(one, other, aspect):
            QUESTIONS.prepare(differ, one, other, aspect)
