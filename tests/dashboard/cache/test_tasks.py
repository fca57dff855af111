"""Tasks are done once, as long as a page wants them."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from slow_workers import Slow

from dashboard.cache import tasks
from dashboard.cache.tasks import ABANDONED_SECONDS, Tasks, Unanswered
from engine.jobs import worker_main
from engine.jobs.runs import runs

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


def test_a_lost_task_is_retried_only_when_the_visitor_asks(slow: Slow) -> None:
    some = Tasks(2, 8)
    lost = some.poll(abs, 1)
    slow.lose()
    assert some.poll(abs, 1) is lost
    with pytest.raises(Unanswered, match="every worker that tried it ended"):
        tasks.answer_of(lost)
    tasks.ask_again()
    assert some.poll(abs, 1) is not lost
