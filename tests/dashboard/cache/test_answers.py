"""Workers answer what pages ask, once each, as long as a page wants it, and no one else does."""

import os
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import cache, partial
from typing import Any
from unittest.mock import Mock

import pytest
from chores import as_asked
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from slow_workers import Slow

from dashboard.cache import answers, games, tasks
from dashboard.cache.tasks import ABANDONED_SECONDS, Key, Tasks, Unanswered
from dashboard.charts.packs import whole_game
from dashboard.server import previews
from dashboard.ui import charts
from dashboard.views import compare, literature
from dashboard.views.diagnose import inputs
from engine import Deal, Game, Pack, diagnose, worker_main
from engine.jobs import WorkerLost, runs
from engine.rules import PLAYABLE, Pickup, Rules
from engine.simulation import Study, chances, decided, exact, turning_points

DEAL = Deal.parse("3/23")
GOLF = diagnose.Program(PLAYABLE["code-golf"])
ADVENT = diagnose.Program(PLAYABLE["advent-of-code-22"])
CUSTOM = diagnose.Program(Rules(face_down=2))  # of which no difference is kept


pytestmark = pytest.mark.usefixtures("forgotten")


LONG = Key((2, 3, 4, 5), (6, 7, 8, 9), "", "", PLAYABLE["code-golf"], 0, 0)


@cache
def found() -> diagnose.Diagnosis:
    """Return a diagnosis. Nothing is played while tests are only read."""
    return diagnose.diagnose(
        (diagnose.Case(DEAL, expected=diagnose.read_answer("1 3"), got=diagnose.read_answer("2 3")),)
    )


@cache
def game() -> Game:
    return tasks.decided(LONG)


ASKED: list[tuple[Callable[..., Any], Callable[[], tuple[Any, ...]]]] = [
    (diagnose.diagnose, lambda: (found().cases,)),
    (diagnose.next_deal, lambda: (found(),)),
    (diagnose.differ, lambda: (GOLF, CUSTOM, "any")),
    (diagnose.first_difference, lambda: (DEAL, GOLF, ADVENT)),
    (diagnose.first_differences, lambda: ((DEAL,), GOLF, ADVENT)),
    (diagnose.first_decks, lambda: (GOLF, DEAL, 10)),
    (diagnose.check_log, lambda: ("3 / 23\n32 / 3", DEAL)),
    (diagnose.trace_diff, lambda: (DEAL, GOLF.rules, "3 / 23\n32 / 3")),
    (exact, lambda: (Pack(3, 2), GOLF.rules)),
    (whole_game, lambda: (Pack(3, 2), GOLF.rules)),
    (partial(decided, games=200), lambda: (Study(rules=GOLF.rules, games=1),)),
    (tasks.decided, lambda: (LONG,)),
    (tasks.chart_data, lambda: (LONG, game())),
    (tasks.stretch, lambda: (LONG, game(), 1, 3)),
    (chances, lambda: (LONG.course(game()),)),
    (turning_points, lambda: (LONG.course(game()),)),
]
"""Everything that pages ask of workers, and what they ask it with."""


@pytest.mark.parametrize(("function", "of"), ASKED)
def test_a_worker_answers_every_question(function: Callable[..., Any], of: Callable[[], Any]) -> None:
    asked = of()
    assert repr(answers.ask(function, *asked)) == repr(as_asked(function)(*asked))


def test_a_worker_answers_each_question_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers.ask(os.getpid) != os.getpid()
    ask = Mock(side_effect=runs().ask)
    monkeypatch.setattr(runs(), "ask", ask)
    assert answers.difference(GOLF, CUSTOM) is answers.difference(GOLF, CUSTOM)
    assert answers.known(Pack(5, 2), GOLF.rules) is None
    assert answers.counted(Pack(5, 2), GOLF.rules) is answers.known(Pack(5, 2), GOLF.rules)
    assert ask.call_count == 2


@pytest.fixture
def asked_here(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Note what is asked in this process of functions that are for workers."""
    noted = Mock()
    found()  # computed here, and so before it would be noted
    for name in ("diagnose", "differ", "trace_diff", "check_log"):
        monkeypatch.setattr(diagnose, name, getattr(noted, name))
    return noted


@pytest.mark.parametrize("trouble", [OSError("no scheduler"), WorkerLost("died"), CancelledError()])
@pytest.mark.parametrize("at_once", [True, False])
def test_what_no_worker_answers_is_told_and_never_answered_here(
    trouble: Exception, at_once: bool, asked_here: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost: Future[Any] = Future()
    lost.set_exception(trouble)
    ask = Mock(side_effect=trouble) if at_once else Mock(return_value=lost)
    monkeypatch.setattr(runs(), "ask", ask)
    cases = (diagnose.Case(DEAL, got=diagnose.read_answer("1 2")),)
    why = "every worker that tried it ended" if isinstance(trouble, WorkerLost) else "cannot be reached"
    asking: list[Callable[[], object]] = [
        lambda: answers.ask(diagnose.first_difference, DEAL, GOLF, ADVENT),
        lambda: answers.traced(DEAL, GOLF.rules, "3 / 23\n32 / 3"),
        lambda: answers.difference(GOLF, CUSTOM),
        lambda: answers.ask(diagnose.next_deal, found()),
        lambda: answers.diagnosis(cases, None),
        lambda: answers.counted(Pack(7, 2), GOLF.rules),
        lambda: answers.counted_beside(Pack(7, 2), [GOLF.rules]),
    ]
    for _ in range(2):
        for one in asking:
            with pytest.raises(Unanswered, match=why):
                one()
    assert answers.log_fault(DEAL, "nothing") is None
    assert asked_here.mock_calls == []
    first = len(asking)
    assert ask.call_count == first, "a lost question is asked once, whoever looks, and the count only once"
    tasks.ask_again()
    with pytest.raises(Unanswered):
        answers.diagnosis(cases, None)
    assert ask.call_count == first + 1


def test_what_cannot_be_asked_or_diagnosed_says_why() -> None:
    chance = Rules(pickup=Pickup.RANDOM)
    with pytest.raises(ValueError, match="pick up at random"):
        answers.difference(GOLF, diagnose.Program(chance))
    with pytest.raises(ValueError, match="random pick-up: no single answer is right"):
        answers.diagnosis((diagnose.Case(DEAL, got=diagnose.read_answer("1 2")),), chance, patience=60.0)
    assert answers.whole(Pack(13, 4), GOLF.rules) is None


def test_a_diagnosis_says_how_many_programs_were_tried(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "wait", None)  # nobody waits unasked
    cases = (diagnose.Case(DEAL, got=diagnose.read_answer("1 2")),)
    assert answers.diagnosis(cases, None) == answers.Waiting(begun=False, tried=None)
    ((question, function, arguments),) = slow.asked
    question.set_running_or_notify_cancel()
    assert answers.diagnosis(cases, None) == answers.Waiting(begun=True, tried=None)
    question.progress = 12_000, 19_665
    assert answers.diagnosis(cases, None) == answers.Waiting(begun=True, tried=(12_000, 19_665))
    question.set_result(function(*arguments))
    assert answers.diagnosis(cases, None) == diagnose.diagnose(cases)


def test_a_page_waits_a_moment_and_a_click_ends_that(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0, 0.0, 0.4, 0.8, 1.2]
    with monkeypatch.context() as patch:
        patch.setattr(tasks, "time", Mock(monotonic=lambda: now.pop(0)))
        patch.setattr(tasks, "wait", waited := Mock(return_value=Mock(done=True)))
        tasks.wait_for(Future, 1.0)
    assert now == []
    assert [call.args[1] for call in waited.mock_calls] == pytest.approx([0.25, 0.25, 0.2])
    ended = Mock(side_effect=InterruptedError)  # stands for what Streamlit raises where a run is to end
    monkeypatch.setattr("streamlit.session_state", Mock(get=ended))
    cases = (diagnose.Case(DEAL, got=diagnose.read_answer("1 2")),)
    with pytest.raises(InterruptedError):
        answers.diagnosis(cases, None, patience=60.0)
    slow.answer()
    assert answers.diagnosis(cases, None, patience=60.0) == diagnose.diagnose(cases)


MOST = 2
numbers = st.integers(1, 4)


class Visitors(RuleBasedStateMachine):
    """Pages that poll four tasks, and workers that answer or are lost, on a fake clock."""

    def __init__(self) -> None:
        super().__init__()
        self.patch, self.slow, self.now = pytest.MonkeyPatch(), Slow(), 0.0
        self.patch.setattr(tasks, "runs", lambda: self.slow)
        self.patch.setattr("time.monotonic", lambda: self.now)
        self.tasks = Tasks(MOST, 8)
        self.polled: dict[int, float] = {}
        """When each open task was polled last."""
        self.answers: set[int] = set()

    def teardown(self) -> None:
        self.patch.undo()

    def open_task(self, number: int) -> Any:
        task = self.tasks.begun(abs, number)
        return None if task is None or task.done() else task

    @rule(number=numbers)
    def poll(self, number: int) -> None:
        before = self.tasks.begun(abs, number)
        abandoned = [self.open_task(one) for one in self.polled]
        self.polled = {
            one: polled
            for one, polled in self.polled.items()
            if self.open_task(one) and polled >= self.now - ABANDONED_SECONDS
        }
        abandoned = [task for task in abandoned if task not in map(self.open_task, self.polled)]
        is_full = len(self.polled) >= MOST
        is_there = before is not None and (before.done() or number in self.polled)
        task = self.tasks.poll(abs, number)
        assert (task is tasks.WAITING) == (is_full and not is_there)
        assert not is_there or task is before, "it is done once"
        assert all(one in self.slow.cancelled for one in abandoned if one)
        if task is not tasks.WAITING and not task.done():
            self.polled[number] = self.now

    @rule(number=numbers)
    def cancel(self, number: int) -> None:
        task = self.open_task(number)
        self.tasks.cancel(abs, number)
        if task is not None:
            assert task in self.slow.cancelled
            self.polled.pop(number, None)

    @rule(number=numbers)
    def answer(self, number: int) -> None:
        if (task := self.open_task(number)) is not None:
            task.set_result(number)
            self.polled.pop(number, None)
            self.answers.add(number)

    @rule(seconds=st.sampled_from([1.0, ABANDONED_SECONDS + 1]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.tasks.forget_lost()

    @invariant()
    def answers_stay(self) -> None:
        assert all(self.tasks.answered(abs, number) == number for number in self.answers)


TestVisitors = Visitors.TestCase
TestVisitors.settings = settings(max_examples=100, stateful_step_count=30)


def test_a_prepared_task_goes_on_and_an_answer_is_not_computed_again(slow: Slow) -> None:
    some, calls = Tasks(2, 8), list[int]()
    some.prepare(abs, 1)
    slow.answer()
    assert (some.poll(abs, 1).result(), slow.cancelled) == (1, [])

    def compute(number: int) -> int:
        calls.append(number)
        return number

    answers = [some.compute(*asked).result() for asked in ((compute, 7), (compute, 7), (abs, 1))]
    assert answers == [7, 7, 1]
    assert (calls, some.answered(compute, 7)) == ([7], 7)
    some.clear()
    assert some.answered(compute, 7) is None


def test_a_worker_reports_its_progress() -> None:
    task = runs().ask(worker_main.with_progress, count_to, 3)
    assert task.result() == 3
    assert getattr(task, "progress", None) == (1, 3)  # the others followed within a tenth of a second


def count_to(most: int, *, tell: Any) -> int:
    for number in range(1, most + 1):
        tell(number, most)
    return most


def test_how_many_answers_each_cache_of_the_server_holds(reviewed: Callable[..., None]) -> None:
    held = []
    for module in (answers, games, charts, compare, literature, inputs, previews):
        for name, one in vars(module).items():
            parameters: dict[str, Any] = getattr(one, "cache_parameters", dict)()
            cache = getattr(one, "_cached", getattr(one, "cache", one))
            most = parameters.get("maxsize", getattr(cache, "maxsize", None))
            held += [f"{module.__name__}.{name}: {most}"] if isinstance(most, int) else []
    reviewed("\n".join(held))
