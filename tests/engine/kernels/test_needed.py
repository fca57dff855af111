"""Which kernels are compiled for what: all that is used, each once, by whoever comes first."""

import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import chores
import pytest

from engine import kernels
from engine.cards import Pack, deal_cards
from engine.jobs import preparing, workers
from engine.jobs.job import Job, play_span
from engine.kernels import EntryPoint, lanes, window
from engine.kernels import play as needed
from engine.rules import PLAYABLE, Rules
from engine.simulation import FOLLOWED, Comparison, Study, chances, decided, turning_points

KERNELS = Path(needed.__file__).parent


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    kernels.warm()


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> set[EntryPoint]:
    """Return the kernels that are called, as they are."""
    seen: set[EntryPoint] = set()
    lanes.lookup_of.cache_clear()
    call = EntryPoint.__call__

    def watched(kernel: EntryPoint, *arguments: object) -> object:
        seen.add(kernel)
        return call(kernel, *arguments)

    monkeypatch.setattr(EntryPoint, "__call__", watched)
    return seen


DEFAULT = Study(rules=Rules(), games=2_000, followed=FOLLOWED)


def test_what_a_run_and_a_game_need_as_they_open_is_prepared(called: set[EntryPoint]) -> None:
    play_span(DEFAULT, 0, DEFAULT.games)
    of_a_run = set(called)
    course = kernels.Course(kernels.decide(deal_cards(Pack(13, 4), seed=1, number=0), Rules()))
    course.line()
    chances(course, games=4)
    turning_points(course)
    decided(replace(DEFAULT, games=1, followed=0), games=2)
    assert of_a_run == set(kernels.by_rules([Rules()]))
    assert called == set(kernels.for_a_page())


def test_no_run_needs_what_is_not_made_ready_for_it(called: set[EntryPoint]) -> None:
    jobs: list[Job] = [Study(rules=rules, games=200, followed=FOLLOWED) for rules in PLAYABLE.values()]
    for job in (*jobs, Comparison(rule_sets=(Rules(), PLAYABLE["norvig"]), games=200)):
        called.clear()
        play_span(job, 0, job.games)
        assert called <= set(kernels.by_rules(study.rules for study in job.studies()))


def test_every_kernel_is_among_those_that_are_compiled_ahead() -> None:
    modules = [import_module(f"engine.kernels.{path.stem}") for path in KERNELS.glob("*.py")]
    entries = {one for module in modules for one in vars(module).values() if isinstance(one, EntryPoint)}
    assert entries == set(needed.COST)
    assert set(kernels.for_a_page()) <= set(needed.every())


def test_progress_is_the_share_of_the_work_that_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    requested = kernels.by_rules([Rules()])
    compiled: set[EntryPoint] = set()
    monkeypatch.setattr(EntryPoint, "is_compiled", lambda kernel: kernel in compiled)
    assert preparing(requested) == (0, "Preparing the fast engine, once per installation")
    compiled.add(requested[0])
    done = needed.COST[requested[0]]
    so_far = preparing(requested)
    assert so_far is not None
    assert so_far.share == pytest.approx(done / (done + needed.cost(requested[1:])))
    compiled.update(requested)
    assert preparing(requested) is None


def test_two_batches_take_no_more_processes_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a run starts while the kernels of pages are compiled."""
    alive: list[Executor] = []
    most: list[int] = []

    class Counted(ThreadPoolExecutor):
        def __init__(self, *_: object, **__: object) -> None:
            super().__init__(1)
            alive.append(self)
            most.append(len(alive))

        def __exit__(self, *error: Any) -> None:
            super().__exit__(*error)
            alive.remove(self)

    monkeypatch.setattr(workers, "Workers", Counted)
    monkeypatch.setattr(workers, "_compile_one", lambda _: time.sleep(0.1))
    monkeypatch.setattr(EntryPoint, "is_compiled", lambda _: False)
    workers.compile_in_background((lanes.compile_lookup,), 1, nice=0)
    workers.compile_ahead((window.play_games,), 1)
    chores.until(lambda: not workers._BATCHES)
    assert most == [1, 1]
