"""Runs: one for all who ask, in order, within limits, and the same to the last bit whoever is killed."""

import os
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Barrier, Thread
from typing import Any, Final
from unittest.mock import Mock

import chores
import pytest

from engine.cards import Pack
from engine.jobs import job as jobs_job
from engine.jobs import runs, scheduler
from engine.jobs.job import UNDER_WAY, Job, Pace, State, job_text, kind_of
from engine.jobs.runs import LimitExceeded, Paces, Run, Runs
from engine.jobs.scheduler import ActiveRun
from engine.jobs.settings import Settings
from engine.jobs.store import Store
from engine.jobs.workers import WorkerLost, Workers
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.study import Comparison
from engine.simulation.tallies import tally

SMALL: Final = Study(rules=PLAYABLE["code-golf"], games=200_000, seed=3, pack=Pack(8, 4))
ENDLESS: Final = replace(SMALL, games=10**9, pack=Pack(13, 4))
"""Not done within any test."""
RANDOM: Final = Study(rules=PLAYABLE["jouets"], games=150_000, seed=3)
SHORT: Final = 0.05
"""Seconds of a span where a small run must have many."""


def known(study: Study) -> str:
    """Return the hash of an undisturbed run, played by this thread."""
    return str(chores.undisturbed(study).sha256())


class Desk:
    """Makes runs of small settings, and ends them with the test."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "own" / "runs.sqlite"
        self.log = folder / "log"
        self._made: list[Runs] = []

    def runs(self, executor: Executor | None = None, **changed: Any) -> Runs:
        chosen = Settings(**{"workers": 2, "store": self.store, **changed})
        made = Runs(chosen, chores.Logged(executor or ThreadPoolExecutor(2), self.log))
        self._made.append(made)
        return made

    def close(self) -> None:
        for made in self._made:
            made.close()
        self._made.clear()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


def finished(made: Runs, job: Job, seconds: float = 60) -> Run:
    """Wait until a run is done and return it."""
    chores.until(lambda: made.get(job).state not in UNDER_WAY, seconds)
    run = made.get(job)
    assert run.state is State.FINISHED, run.trouble
    return run


def spans_begun(log: Path) -> list[tuple[int, int]]:
    return [(first, end) for first, end, _ in chores.spans_begun(log)]


def test_a_run_ends_with_the_tallies_of_its_study(desk: Desk) -> None:
    made = desk.runs()
    assert made.get(SMALL) == Run(SMALL, State.ABSENT)
    assert made.start(SMALL).state in UNDER_WAY
    run = finished(made, SMALL)
    assert run.summary.sha256() == known(SMALL)
    assert (run.games, run.spans, run.place, run.seconds_left) == (200_000, ((0, 200_000),), 0, 0.0)
    assert run.per_second > 0
    assert run.seconds > 0
    assert made.start(SMALL) == run
    begun = spans_begun(desk.log)
    assert len(begun) > 1
    assert jobs_job.count(tuple(begun)) == 200_000


def test_what_is_over_in_a_moment_is_written_and_shown_when_it_begins_and_when_it_is_over(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, written = Store.save, list[tuple[State, int]]()

    def noted(store: Store, run: Run) -> None:
        written.append((run.state, run.games))
        save(store, run)

    monkeypatch.setattr(Store, "save", noted)
    monkeypatch.setattr(scheduler, "SPAN_SECONDS", 60.0)  # all of it is a block, on a busy machine too
    made = desk.runs()
    made.start(SMALL)
    shown = set[int]()

    def is_over() -> bool:
        run = made.get(SMALL)
        shown.add(run.games)
        return run.state is State.FINISHED

    chores.until(is_over)
    assert len(spans_begun(desk.log)) > 1
    assert written == [(State.RUNNING, 0), (State.FINISHED, 200_000)]
    assert shown <= {0, 200_000}


def begun_shortly_before_the_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, *, at_once: float
) -> tuple[Runs, "Slow"]:
    """Start a run so short that it is written and shown with its end, and hold back what is played of it."""
    monkeypatch.setattr(scheduler, "SPAN_SECONDS", 60.0)
    monkeypatch.setattr(runs, "AT_ONCE_SECONDS", at_once)
    slow = Slow()
    made = desk.runs(slow)
    made.start(SMALL)
    chores.until(lambda: len(slow.held) > 2)
    return made, slow


def test_what_should_be_over_in_a_moment_and_is_not_is_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, slow = begun_shortly_before_the_end(desk, monkeypatch, at_once=0.0)
    slow.let_go()
    chores.until(lambda: 0 < made.get(SMALL).games < SMALL.games)


def test_what_costs_more_to_add_up_than_to_play_is_not_cut_up() -> None:
    pace = Pace(SMALL.games / 0.2, known=True)

    def cut() -> list[int]:
        run = ActiveRun(Run(SMALL, State.RUNNING), pace)
        while (span := run.next_span(2)) is not None:
            run.take(span, 1)
        return sorted(end - first for first, end in run.playing)

    assert len(cut()) > 2
    for _ in range(20):  # as earlier runs of these rules did
        pace.see_cost(0.25 / scheduler.COST_COUNTS)
    assert cut() == [SMALL.games]


def test_looking_starts_nothing(desk: Desk) -> None:
    made = desk.runs()
    for _ in range(3):
        assert made.get(SMALL).state is State.ABSENT
    assert spans_begun(desk.log) == []


def test_a_run_that_may_be_over_soon_is_waited_for(desk: Desk) -> None:
    made = desk.runs()
    made.start(SMALL)
    assert made.wait_for(SMALL, 60.0).state is State.FINISHED


def test_nobody_waits_for_one_that_takes_longer_or_does_not_go_on(desk: Desk) -> None:
    made = desk.runs()
    assert made.wait_for(SMALL, 600.0).state is State.ABSENT
    long = replace(SMALL, games=10**9)
    made.start(long)
    assert made.wait_for(long, 5.0).state in UNDER_WAY
    made.stop(long)
    assert made.wait_for(long, 600.0).state is State.STOPPED


class Held(Executor):
    """An executor that is for ever at work on whatever it was given."""

    def __init__(self) -> None:
        self.count = 2
        self.in_turn: list[Any] = []
        self.first: list[Any] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        self.in_turn.append(arguments[0] if arguments else work)
        return Future()

    def submit_first(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        self.first.append(arguments[0] if arguments else work)
        return Future()


def test_a_question_and_what_is_played_in_a_moment_go_before_the_spans_of_a_long_run(tmp_path: Path) -> None:
    held = Held()
    made = Runs(Settings(workers=2, store=tmp_path / "runs.sqlite"), held)
    long = replace(SMALL, games=10**9)
    made.start(long)
    chores.until(lambda: len(held.in_turn) == 3)
    made.start(SMALL)
    chores.until(lambda: held.first)
    made.ask(os.getpid)
    made.close()
    assert set(held.in_turn) == {long}
    assert set(held.first) == {SMALL, os.getpid}


@pytest.mark.parametrize(("runs_there", "spans_each"), [(1, 3), (2, 1)], ids=["alone", "two"])
def test_brief_runs_are_parted_among_the_workers_only_where_some_would_be_idle(
    tmp_path: Path, runs_there: int, spans_each: int
) -> None:
    held = Held()
    made = Runs(Settings(workers=2, store=tmp_path / "runs.sqlite"), held)
    jobs = [replace(SMALL, games=20_000, seed=seed) for seed in range(runs_there)]
    for job in jobs:
        made._paces.of(job).see(200_000, 1.0)  # a tenth of a second each
        with made._scheduler.lock:  # so that the scheduler meets them together
            made._scheduler.active[job.key()] = ActiveRun(Run(job, State.RUNNING), made._paces.of(job))
            made._show(made._scheduler.active[job.key()])
    made._scheduler.call(lambda: None)
    chores.until(lambda: len(held.first) == runs_there * spans_each)
    made.close()
    assert held.first == [job for job in jobs for _ in range(spans_each)]


def test_a_finished_run_opens_from_the_store(desk: Desk) -> None:
    made = desk.runs()
    made.start(SMALL)
    before = finished(made, SMALL)
    desk.close()
    again = desk.runs()
    run = again.get(SMALL)
    assert (run.state, run.games, run.spans) == (State.FINISHED, 200_000, ((0, 200_000),))
    assert run.summary.sha256() == before.summary.sha256()
    assert again.get(SMALL) == run
    assert again.start(SMALL) == run


@pytest.mark.parametrize(("room", "kept"), [(2.5, 2), (0.5, 1)], ids=["for two", "for none whole"])
def test_runs_looked_at_lately_are_in_memory_and_the_others_in_the_store(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, room: float, kept: int
) -> None:
    jobs = [replace(SMALL, games=2_000, seed=seed) for seed in range(3)]
    size = runs._size(Run(jobs[0], State.FINISHED, tally(jobs[0], 0, 2_000), spans=((0, 2_000),)))
    monkeypatch.setattr(runs, "MOST_RECENT", int(room * size))
    made = desk.runs()
    for job in jobs:
        made.start(job)
        finished(made, job)
    asked = Mock(wraps=made._store.load)
    monkeypatch.setattr(made._store, "load", asked)
    for job in (jobs[2], jobs[1], jobs[1], jobs[0], jobs[0]):
        assert made.get(job).summary.sha256() == known(job)
    loaded = [call.args[0] for call in asked.call_args_list]
    assert loaded == ([jobs[0]] if kept == 2 else [jobs[1], jobs[0]])


@pytest.mark.parametrize("job", [SMALL, Comparison(rule_sets=(SMALL.rules, RANDOM.rules), games=1_000)])
def test_what_a_run_takes_in_memory_is_known_without_writing_it_out(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(job, State.FINISHED, kind_of(job).tally(job, 0, 1_000), spans=((0, 1_000),))
    held = sum(len(pickle.dumps(vars(summary))) for summary in run.summary.summaries)
    monkeypatch.setattr(pickle, "dumps", None)
    assert 0.98 * held < runs._size(run) < 1.02 * held


def test_the_same_job_asked_for_by_thirty_is_played_once(desk: Desk) -> None:
    made = desk.runs()
    gate = Barrier(30)

    def ask() -> None:
        gate.wait()
        made.start(SMALL)
        finished(made, SMALL)

    threads = [Thread(target=ask) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert jobs_job.count(tuple(spans_begun(desk.log))) == SMALL.games


def test_what_is_shown_grows_and_never_parts_tallies_from_games(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "SPAN_SECONDS", SHORT / 10)  # the last of them are shown at once
    made = desk.runs()
    study = replace(SMALL, games=300_000)
    made.start(study)
    seen = [made.get(study)]
    while seen[-1].state in UNDER_WAY:
        if (run := made.get(study)) != seen[-1]:
            seen.append(run)
    assert len({run.games for run in seen}) > 4
    for before, after in pairwise(seen):
        assert after.games >= before.games
        assert after.change >= before.change
        same = (before.state, before.summary) == (after.state, after.summary)
        assert same == (before.change == after.change)
    for run in seen:
        assert run.games == jobs_job.count(run.spans) == (run.summary.games if run.summary else 0)


def test_a_stopped_run_keeps_what_it_has_and_goes_on_without_playing_it_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "SPAN_SECONDS", SHORT / 10)
    made = desk.runs()
    study = replace(SMALL, games=600_000)
    made.start(study)
    chores.until(lambda: made.get(study).games > 50_000)
    run = made.stop(study)
    assert run.state is State.STOPPED
    assert 50_000 < run.games < 600_000
    parts = [tally(study, first, end - first) for first, end in run.spans]
    assert sum(parts[1:], start=parts[0]).sha256() == run.summary.sha256()
    time.sleep(0.3)  # what was being played has landed by now, and is left out
    assert made.get(study) == run
    assert made.stop(study) == run
    begun = len(spans_begun(desk.log))
    made.start(study)
    assert finished(made, study).summary.sha256() == known(study)
    later = spans_begun(desk.log)[begun:]
    assert jobs_job.count(tuple(later)) <= 600_000 - run.games


def test_stopping_what_does_not_run_does_nothing(desk: Desk) -> None:
    made = desk.runs()
    assert made.stop(SMALL) == Run(SMALL, State.ABSENT)


def test_a_stopped_run_is_stopped_after_a_restart_too(desk: Desk) -> None:
    made = desk.runs()
    made.start(ENDLESS)
    chores.until(lambda: made.get(ENDLESS).games)
    busy, closed = Barrier(2), threading.Event()
    made._scheduler.call(lambda: (busy.wait(), closed.wait()))
    busy.wait()
    run = made.stop(ENDLESS)  # the scheduler writes it when it comes to it, after the server is closed
    threading.Timer(0.2, closed.set).start()
    desk.close()
    again = desk.runs()
    found = again.get(ENDLESS)
    assert found.state is State.STOPPED
    assert found.games >= run.games


def test_a_larger_job_begins_with_what_a_smaller_one_did(desk: Desk) -> None:
    made = desk.runs()
    made.start(SMALL)
    finished(made, SMALL)
    desk.close()
    made = desk.runs()
    larger = replace(SMALL, games=300_000)
    assert made.start(larger).games == 200_000
    assert finished(made, larger).summary.sha256() == known(larger)
    assert jobs_job.count(tuple(spans_begun(desk.log))) == 300_000
    other = replace(SMALL, seed=4)
    made.start(other)
    finished(made, other)
    assert jobs_job.count(tuple(spans_begun(desk.log))) == 500_000


def test_a_larger_job_begins_with_what_a_smaller_one_under_way_has(desk: Desk) -> None:
    made = desk.runs()
    made.start(ENDLESS)
    chores.until(lambda: made.get(ENDLESS).games > 10_000)
    larger = replace(ENDLESS, games=ENDLESS.games - 1)
    assert made.start(larger).games > 10_000
    made.stop(ENDLESS)
    made.stop(larger)
    assert made.start(replace(ENDLESS, games=10_000)).games == 0, "others have games that this one has not"


@pytest.mark.parametrize(("fewer", "begins_with"), [(0, 10_000), (1, 0)])
def test_a_job_begins_with_one_under_way_that_has_no_game_beyond_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, fewer: int, begins_with: int
) -> None:
    monkeypatch.setattr(Store, "largest_prefix", lambda *_: None)  # what is under way is not yet written
    made = desk.runs(Slow())
    job = replace(SMALL, games=10_000 - fewer)
    active = Run(SMALL, State.RUNNING, tally(SMALL, 0, 10_000), ((0, 10_000),))
    made._scheduler.active[SMALL.key()] = ActiveRun(active, Pace(1.0))
    made._shown[SMALL.key()] = active
    begin = made._furthest(job, Run(job, State.ABSENT))
    assert begin.games == begins_with
    made._scheduler.active.clear()


class Slow(Executor):
    """Holds every call back until it is let go, and remembers whose it is."""

    def __init__(self) -> None:
        self.held: list[tuple[Future[Any], tuple[Any, ...]]] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.held.append((future, (work, arguments)))
        return future

    def let_go(self, number: int = 1) -> None:
        for _ in range(number):
            future, (work, arguments) = self.held.pop(0)
            if future.set_running_or_notify_cancel():
                future.set_result(work(*arguments))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


def test_the_least_left_goes_first_and_the_others_know_their_place(desk: Desk) -> None:
    made = desk.runs(Slow())
    sizes = (10**8, 10**5, 10**6, 10**4, 10**7)
    jobs = {size: replace(SMALL, games=size, seed=size) for size in sizes}
    for job in jobs.values():
        made.start(job)
    places = {10**4: 0, 10**5: 0, 10**6: 1, 10**7: 2, 10**8: 3}
    chores.until(lambda: all(made.get(jobs[size]).place == place for size, place in places.items()))
    shown = {size: made.get(job) for size, job in jobs.items()}
    assert [shown[size].state for size in sorted(sizes)] == [State.RUNNING] * 2 + [State.QUEUED] * 3
    left = [seconds for size in sorted(sizes) if (seconds := shown[size].seconds_left) is not None]
    assert len(left) == len(sizes)
    assert left == sorted(left)
    made.stop(jobs[10**4])
    chores.until(lambda: made.get(jobs[10**6]).state is State.RUNNING)
    chores.until(lambda: made.get(jobs[10**8]).place == 2)
    assert made.get(jobs[10**4]).state is State.ABSENT or made.get(jobs[10**4]).games == 0


def test_what_waits_for_a_worker_when_a_run_is_stopped_is_never_played(desk: Desk) -> None:
    slow = Slow()
    made = desk.runs(slow)
    made.start(ENDLESS)
    chores.until(lambda: len(slow.held) == 3)
    made.stop(ENDLESS)
    chores.until(lambda: all(future.cancelled() for future, _ in slow.held))


def test_runs_played_at_once_take_turns(desk: Desk) -> None:
    slow = Slow()
    made = desk.runs(slow)
    jobs = [replace(SMALL, games=10**8, seed=seed) for seed in range(3)]
    for job in jobs:
        made.start(job)
    for _ in range(12):
        chores.until(lambda: len(slow.held) == 3)
        slow.let_go()
    begun = [made.get(job).games for job in jobs]
    assert min(begun[:2]) > 0
    assert begun[2] == 0


def test_when_a_run_ends_the_next_begins_though_nothing_else_happens(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "WAITING_COUNTS", 0)  # or the second has its turn before the first ends
    slow = Slow()
    made = desk.runs(slow, runs_at_once=1)
    one, other = (replace(SMALL, games=1_000, seed=seed) for seed in range(2))
    made.start(one)
    made.start(other)
    chores.until(lambda: len(slow.held) == 1 and made.get(other).place == 1)
    time.sleep(0.05)
    slow.let_go()
    finished(made, one)
    chores.until(lambda: slow.held, seconds=2)
    assert made.get(other).state is State.RUNNING


@pytest.mark.parametrize("patient", [True, False])
def test_a_large_run_has_its_turn_however_many_small_ones_come(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, patient: bool
) -> None:
    monkeypatch.setattr(scheduler, "WAITING_COUNTS", 500 if patient else 0)
    slow = Slow()
    made = desk.runs(slow, runs_at_once=1)
    large = replace(SMALL, games=10**8)

    def either_runs(small: Study) -> bool:
        return State.RUNNING in (made.get(small).state, made.get(large).state)

    small = [replace(SMALL, games=10**6, seed=seed) for seed in range(1, 20)]
    made.start(small[0])
    chores.until(lambda: made.get(small[0]).state is State.RUNNING)
    made.start(large)
    for before, after in pairwise(small):
        made.start(after)
        time.sleep(0.02)
        made.stop(before)
        chores.until(partial(either_runs, after))
    assert (made.get(large).state is State.RUNNING) == patient


def test_a_single_run_that_waits_is_said_to_be_one(desk: Desk) -> None:
    made = desk.runs(Slow(), runs_at_once=1, most_waiting=1)
    jobs = [replace(SMALL, seed=seed) for seed in range(3)]
    assert [made.start(job).place for job in jobs[:2]] == [0, 1]
    with pytest.raises(LimitExceeded, match=r"^1 run is waiting already and at most 1 may: try again later$"):
        made.start(jobs[2])


def test_limits_are_said_with_value_and_cap(desk: Desk) -> None:
    made = desk.runs(Slow(), most_games=10**6, runs_at_once=1, most_waiting=2)
    with pytest.raises(
        LimitExceeded, match="1,000,001 games are too many for one run: take at most 1,000,000"
    ):
        made.start(replace(SMALL, games=10**6 + 1))
    jobs = [replace(SMALL, seed=seed) for seed in range(4)]
    assert [made.start(job).place for job in jobs[:3]] == [0, 1, 2]
    with pytest.raises(LimitExceeded, match="2 runs are waiting already and at most 2 may"):
        made.start(jobs[3])
    made.start(jobs[2])
    made.stop(jobs[0])
    made.start(jobs[3])


@pytest.mark.parametrize("days", [-400.0, 400.0])
def test_a_clock_that_jumps_changes_no_run(desk: Desk, days: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "SPAN_SECONDS", SHORT / 10)  # it is shown before it is over
    made = desk.runs()
    study = replace(SMALL, games=10**6)
    made.start(study)
    chores.until(lambda: made.get(study).games)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 86_400 * days)
    run = finished(made, study)
    assert run.state is State.FINISHED
    assert 0 < run.seconds < 600
    assert run.summary.sha256() == known(study)
    desk.close()
    assert desk.runs().get(study).state is State.FINISHED


def test_tallies_of_a_large_pack_are_refused_with_their_size(desk: Desk) -> None:
    made = desk.runs()
    large = replace(SMALL, pack=Pack(999, 2))
    with pytest.raises(
        LimitExceeded, match=r"^the tallies of a pack of 999x2 take 178 MB a rule set: take fewer"
    ):
        made.start(large)
    assert made.get(large).state is State.ABSENT
    rules = tuple(map(PLAYABLE.__getitem__, ("code-golf", "codingame", "norvig", "spivey")))
    four = Comparison(rule_sets=rules, games=200, pack=Pack(500, 4), seed=1)
    with pytest.raises(LimitExceeded, match=r"take 99 MB a rule set, 395 MB for 4: .* for at most 100 MB$"):
        made.start(four)
    assert made.start(replace(four, games=10, pack=Pack(13, 154))).state is State.RUNNING
    made.stop(replace(four, games=10, pack=Pack(13, 154)))


def test_estimates_come_from_what_was_seen(desk: Desk) -> None:
    made = desk.runs()
    first = made.seconds_for(ENDLESS)
    assert first > 0
    made.start(SMALL)
    run = finished(made, SMALL)
    assert made.seconds_for(SMALL) == 0
    large = made.seconds_for(replace(SMALL, games=2_200_000))
    assert large == pytest.approx(2_000_000 * run.seconds / run.games, rel=4)
    one_more = replace(SMALL, games=SMALL.games + 1)
    whole = made.seconds_for(replace(one_more, seed=8))
    assert made.seconds_for(one_more) == pytest.approx(whole / one_more.games), "the others are done"
    chores.until(lambda: made.seconds_for(ENDLESS) != first)
    desk.close()
    again = desk.runs()
    assert again.seconds_for(replace(SMALL, seed=8, games=2_000_000)) == pytest.approx(large, rel=0.1)


@pytest.mark.parametrize(("seen", "probed"), [(None, [SMALL]), (10_000.0, [])])
def test_a_few_games_are_tried_where_no_pace_was_seen_and_only_there(
    seen: float | None, probed: list[Job]
) -> None:
    tried: list[Job] = []
    made = Paces(Mock(pace=Mock(return_value=seen)), lambda job, *_: tried.append(job))
    assert (made.of(SMALL, probe=True).per_second == seen) == (seen is not None)
    assert tried == probed


def test_paces_that_are_too_many_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MOST_PACES", 2)
    known_paces = Paces(Mock(pace=Mock(return_value=None)), Mock())
    packs = [replace(SMALL, pack=Pack(ranks, 4)) for ranks in (8, 9, 10)]
    first, second = map(known_paces.of, packs[:2])
    assert known_paces.of(packs[0]) is first
    third = known_paces.of(packs[2])
    assert known_paces.of(packs[2]) is third
    assert known_paces.of(packs[1]) is not second


@pytest.mark.parametrize(("lacks", "state"), [(0, State.FINISHED), (1, State.STOPPED)])
def test_a_run_that_lacks_one_game_in_the_store_is_not_finished(lacks: int, state: State) -> None:
    study = replace(SMALL, games=50)
    games = study.games - lacks
    stored = Run(study, State.RUNNING, tally(study, 0, games), ((0, games),), 1.0)
    assert runs.ended(stored, 1).state is state


def broken(_: Path, __: Job, first: int, count: int) -> Any:
    raise MemoryError(f"no room for {count} of {first}")


class Failing(Executor):
    """Does what it is told to with each call."""

    def __init__(self, *does: Callable[..., Any]) -> None:
        self.does = list(does)
        self.calls = 0

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        do = self.does.pop(0) if self.does else work
        if do is OSError:
            raise OSError("nobody there")
        future.set_running_or_notify_cancel()
        try:
            future.set_result(do(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


def test_what_cannot_be_played_fails_with_a_sentence_and_can_be_tried_again(desk: Desk) -> None:
    made = desk.runs(Failing(chores.logged_span, broken))
    made.start(SMALL)
    chores.until(lambda: made.get(SMALL).state is State.FAILED)
    run = made.get(SMALL)
    assert run.trouble.startswith("games ")
    assert "could not be played: no room for" in run.trouble
    assert 0 < run.games < SMALL.games
    desk.close()
    made = desk.runs()
    assert made.get(SMALL).state is State.STOPPED, "what failed is not begun by itself"
    made.start(SMALL)
    assert finished(made, SMALL).summary.sha256() == known(SMALL)


def raising(error: Exception) -> Callable[..., Any]:
    def work(*_: Any) -> Any:
        raise error

    return work


@pytest.mark.parametrize("lost", [CancelledError(), BrokenExecutor(), ConnectionError("gone")])
def test_spans_lost_with_their_workers_are_played_again(
    desk: Desk, lost: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "LOST_SECONDS", 0.05)
    executor = Failing(chores.logged_span, raising(lost), raising(lost), OSError, chores.logged_span)
    made = desk.runs(executor)
    made.start(SMALL)
    run = finished(made, SMALL)
    assert run.summary.sha256() == known(SMALL)
    assert run.trouble == ""


@pytest.mark.parametrize("pause", [0.05, 60.0])
def test_while_the_workers_are_away_the_run_says_so_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, pause: float
) -> None:
    monkeypatch.setattr(scheduler, "LOST_SECONDS", pause)
    made = desk.runs(Failing(*[OSError] * 10**4))
    made.start(SMALL)
    chores.until(lambda: made.get(SMALL).trouble)
    assert made.get(SMALL).trouble == "the workers cannot be reached: trying again"
    assert made.stop(SMALL).state is State.STOPPED


def test_once_they_are_back_it_says_nothing_any_more(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "LOST_SECONDS", 0.2)
    monkeypatch.setattr(scheduler, "SPAN_SECONDS", SHORT / 10)
    made = desk.runs(Failing(OSError, OSError, OSError))
    study = replace(SMALL, games=10**6)
    made.start(study)
    chores.until(lambda: made.get(study).trouble)
    chores.until(lambda: made.get(study).games)
    chores.until(lambda: not made.get(study).trouble)
    assert made.get(study).state is State.RUNNING


def test_a_call_that_kills_every_worker_fails_its_run_only(desk: Desk) -> None:
    made = desk.runs(Failing(raising(WorkerLost("3 worker processes died"))))
    made.start(SMALL)
    chores.until(lambda: made.get(SMALL).state is State.FAILED)
    other = replace(SMALL, seed=4)
    made.start(other)
    finished(made, other)


def test_a_mistake_in_the_books_fails_the_run_and_not_the_scheduler(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = desk.runs()
    with monkeypatch.context() as patch:
        patch.setattr(made, "progressed", raising(KeyError("oops")))
        made.start(SMALL)
        chores.until(lambda: made.get(SMALL).state is State.FAILED)
    assert "cannot go on (KeyError: 'oops')" in made.get(SMALL).trouble
    other = replace(SMALL, seed=4)
    made.start(other)
    finished(made, other)


def test_without_a_store_all_is_in_memory_and_no_file_is_made(desk: Desk) -> None:
    made = desk.runs(store=None)
    made.start(SMALL)
    assert finished(made, SMALL).summary.sha256() == known(SMALL)
    assert made.store_trouble() == ""
    assert not desk.store.parent.exists()


def test_a_store_that_cannot_be_used_stops_nobody(desk: Desk) -> None:
    desk.store.mkdir(parents=True)
    made = desk.runs()
    made.start(SMALL)
    assert finished(made, SMALL).summary.sha256() == known(SMALL)
    assert made.store_trouble().startswith("the store runs.sqlite ")


def test_what_was_under_way_goes_on_after_a_restart(desk: Desk) -> None:
    study = replace(SMALL, games=400_000)
    waiting = [replace(SMALL, seed=seed, games=400_000 + seed) for seed in range(5, 8)]
    made = desk.runs()
    made.start(study)
    for job in waiting:
        made.start(job)
    chores.until(lambda: made.get(study).games > 1_000)
    desk.close()
    longest = max(end - first for first, end in spans_begun(desk.log))
    made = desk.runs()
    for job in (study, *waiting):
        assert finished(made, job).summary.sha256() == known(job)
    begun = spans_begun(desk.log)
    assert jobs_job.count(tuple(begun)) <= 1_600_018 + 3 * longest, (
        "only what was being played is played again"
    )


def test_a_close_writes_what_is_done_even_shortly_before_the_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, slow = begun_shortly_before_the_end(desk, monkeypatch, at_once=60.0)
    slow.let_go()
    chores.until(lambda: len(slow.held) > 2)  # it was taken in, and the next one given
    desk.close()
    done = desk.runs(Slow()).get(SMALL)
    assert 0 < done.games < SMALL.games


def test_no_worker_is_asked_to_play_what_is_still_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would only wait; once the kernels are there the run goes on by itself."""
    asked, compiling = list[object](), [True]

    def is_compiling(wanted: object) -> bool:
        asked.append(wanted)
        return compiling[0]

    monkeypatch.setattr(runs, "is_compiling", is_compiling)
    monkeypatch.setattr(runs, "compile_in_background", lambda *_, **__: None)
    one = Workers(1)
    made = Runs(Settings(workers=1, store=None), one)
    made.start(SMALL)
    chores.until(lambda: len(asked) > 3)
    assert one.pids() == []
    compiling[0] = False
    chores.until(lambda: made.get(SMALL).state is State.FINISHED)
    made.close()


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(2)
    made.start()
    yield made
    made.shutdown()


class Shared(Executor):
    """Workers that outlast the runs they serve."""

    def __init__(self, inner: Workers) -> None:
        self.inner = inner
        self.count = inner.count

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        return self.inner.submit(work, *arguments)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


def seconds_to_stop(desk: Desk, workers: Workers, times: int) -> list[float]:
    """Return how long it took until a run was shown as stopped and every worker free for something else."""
    made = desk.runs(Shared(workers))
    chooser = random.Random(6)
    wait([workers.submit(time.sleep, 0.1) for _ in range(2)])
    took = []
    for _ in range(times):
        made.start(ENDLESS)
        time.sleep(chooser.uniform(0.05, 0.4))
        start = time.monotonic()
        assert made.stop(ENDLESS).state is State.STOPPED
        assert made.get(ENDLESS).state is State.STOPPED
        assert time.monotonic() - start < 0.1
        wait([workers.submit(time.sleep, 0.02) for _ in range(2)])
        took.append(time.monotonic() - start)
    assert made.get(ENDLESS).games > 0
    return sorted(took)


def test_a_run_is_stopped_while_spans_of_it_are_played_and_no_other_begins(desk: Desk) -> None:
    slow = Slow()
    made = desk.runs(slow)
    made.start(ENDLESS)
    chores.until(lambda: len(slow.held) == 3)
    played = slow.held[:2]
    for future, _ in played:
        assert future.set_running_or_notify_cancel()
    assert made.stop(ENDLESS).state is State.STOPPED
    assert made.get(ENDLESS).state is State.STOPPED
    chores.until(lambda: slow.held[2][0].cancelled())
    assert len(slow.held) == 3


@pytest.mark.parametrize("cost", [0.0, 10.0], ids=["cheap", "dear"])
@pytest.mark.parametrize("per_second", [10.0, 10.0**3, 10.0**6])
def test_no_span_keeps_a_worker_from_what_is_next_for_more_than_half_a_second(
    per_second: float, cost: float
) -> None:
    pace = Pace(per_second, known=True)
    for _ in range(20):
        pace.see_cost(cost)
    span = ActiveRun(Run(ENDLESS, State.RUNNING), pace).next_span(2)
    assert span is not None
    assert (span[1] - span[0]) / per_second <= 0.5


@pytest.mark.slow
def test_stopping_acts_within_half_a_second_19_times_of_20(desk: Desk, workers: Workers) -> None:
    """On a machine that does nothing else: the workers stand back behind whatever it does."""
    assert seconds_to_stop(desk, workers, 20)[18] < 0.5


def test_looking_is_cheap(desk: Desk) -> None:
    made = desk.runs(Slow())
    made.start(SMALL)
    start = time.process_time()
    for _ in range(1_000):
        made.get(SMALL)
    assert time.process_time() - start < 0.5


def check_that_killed_workers_change_nothing(study: Study, desk: Desk, workers: Workers, kills: int) -> None:
    made = desk.runs(Shared(workers))
    made.start(study)

    def has_played(enough: float) -> bool:
        return made.get(study).games > enough

    for number in range(kills):
        chores.until(partial(has_played, (number + 0.3) * study.games / kills / 1.1))
        chores.until(lambda: chores.killed_while_playing(desk.log, workers.pids()))
    assert made.get(study).state is State.RUNNING, "the last kill came too late"
    assert finished(made, study).summary.sha256() == known(study)
    again, begun = chores.begun_again(desk.log)
    assert 0 < again <= kills
    assert begun > kills


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_killed_workers_change_nothing(desk: Desk, workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "SPAN_SECONDS", SHORT)
    study = replace(RANDOM, games=2 * RANDOM.games)  # of the last tenth of a second nothing is shown
    check_that_killed_workers_change_nothing(study, desk, workers, kills=2)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_twenty_killed_workers_change_nothing_in_ten_million_games(
    desk: Desk, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        scheduler, "SPAN_SECONDS", SHORT
    )  # of the usual length they would be fewer than the kills
    study = Study(rules=PLAYABLE["code-golf"], games=10**7, seed=1)
    check_that_killed_workers_change_nothing(study, desk, workers, kills=20)


def check_that_killed_servers_change_nothing(
    study: Study, desk: Desk, *, kills: int, span: float = scheduler.SPAN_SECONDS
) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = Path(chores.__file__).with_name("serving.py")
    command = [
        sys.executable,
        "-W",
        "error",
        str(script),
        str(desk.store),
        str(desk.log),
        str(span),
        job_text(study),
    ]
    start = ["start"]
    orphans: list[int] = []
    done = 0
    for number in range(kills + 1):
        with subprocess.Popen(
            [*command, *start], stdout=subprocess.PIPE, text=True, env=environment
        ) as server:
            assert server.stdout is not None
            word, state, games = server.stdout.readline().split()
            assert (word, state in UNDER_WAY) == ("begins", True), "a restart goes on by itself"
            assert int(games) >= done, "what was shown once is not lost"
            for line in server.stdout:
                what, *said = line.split()
                if what == "ends":
                    assert (number, said) == (kills, [State.FINISHED.value, known(study)])
                    continue
                done = int(said[0])
                if number < kills and done > (number + 0.5) * study.games / (kills + 1):
                    orphans += map(int, said[1:])
                    server.kill()
                    break
        start = []
    chores.until(lambda: not any(map(chores.is_alive, orphans)), seconds=2)
    assert len(orphans) == 2 * kills
    again, _ = chores.begun_again(desk.log)
    # Each of the two workers was at one span, and one more may have been on its way into the store.
    assert 0 < again <= 3 * kills


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_a_killed_server_changes_nothing(desk: Desk) -> None:
    check_that_killed_servers_change_nothing(RANDOM, desk, kills=1, span=SHORT)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_eight_killed_servers_change_nothing_in_ten_million_games(desk: Desk) -> None:
    study = Study(rules=PLAYABLE["code-golf"], games=10**7, seed=1)
    check_that_killed_servers_change_nothing(study, desk, kills=8)
