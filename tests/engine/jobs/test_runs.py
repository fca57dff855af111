"""Runs on a fake clock: what `test_machine` does not see: figures, limits, memory, pace, the end."""

import os
import pickle
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from threading import Barrier, Thread, Timer
from threading import enumerate as enumerate_threads
from typing import Any, Final
from unittest.mock import Mock

import pytest
from fakes import STUDY, Bench, Played, job
from hypothesis import given
from hypothesis import strategies as st
from there import there

from engine import kernels
from engine.cards import Pack
from engine.jobs import job as jobs_job
from engine.jobs import registry as runs
from engine.jobs import scheduler
from engine.jobs.job import UNDER_WAY, ActiveRun, Job, Pace, Run, State
from engine.jobs.registry import SAVE_COUNTS, LimitExceeded
from engine.jobs.scheduler import play_here
from engine.jobs.settings import Settings
from engine.kernels.cache import EntryPoint
from engine.rules import PLAYABLE
from engine.simulation import Comparison, Study
from engine.simulation.paired import tally as tally_pairs
from engine.simulation.tallies import bytes_at_hand, tally

LONG: Final = job(10**6)  # at the bench's pace minutes of work: not done within any test
Make = Callable[..., Bench]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Bench] = []

    def bench(**chosen: Any) -> Bench:
        made.append(Bench(tmp_path, **chosen))
        return made[-1]

    yield bench
    for each in reversed(made):  # each takes its patches back
        each.close()


@pytest.fixture
def bench(make: Make) -> Bench:
    return make()


def spans(bench: Bench) -> list[tuple[int, int]]:
    return [task.span for task in bench.workers.to_play()]


def test_workers_are_as_many_as_is_set_and_stand_back_as_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "Workers", workers := Mock())
    runs._executor(Settings(workers=3, nice=7))
    workers.assert_called_once_with(3, nice=7)


def test_a_run_from_its_start_to_its_end_and_after_a_restart(bench: Bench) -> None:
    one, get = job(), bench.runs.get
    assert get(one) == bench.stop(one) == Run(one, State.ABSENT, place=0)
    assert bench.workers.waiting == [], "a look starts nothing"
    begun = bench.start(one)
    assert (begun.state, get(one).seconds_left) == (State.RUNNING, 1.0)
    bench.play(2)
    assert (get(one).games, get(one).seconds) == (500, 0.25)
    assert bench.start(job(500)).games == 500, "a shorter run begins with all games of one under way"
    assert get(one).seconds_left == pytest.approx(0.75)
    bench.play()
    run = get(one)
    assert (run.state, run.spans, run.summary) == (State.FINISHED, ((0, 2_000),), Played.of((0, 2_000)))
    assert (run.place, run.seconds, run.per_second, run.seconds_left) == (0, 1.0, 2_000.0, 0.0)
    bench.reopen()
    assert bench.runs.get(one) == bench.start(one) == run
    assert bench.workers.waiting == []


def test_a_run_is_saved_at_start_every_second_and_end(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def saved() -> Run:
        return there(bench.saved(LONG))

    bench.start(LONG)
    assert saved() == Run(LONG, State.RUNNING)
    shown = [0]
    for _ in range(40):  # eight spans a second
        bench.play(1)
        assert saved().games >= shown[-9 if len(shown) > 8 else 0]
        shown.append(bench.runs.get(LONG).games)
    assert shown == [250 * number for number in range(41)], "each span is shown at once"
    monkeypatch.setattr(bench.clock, "thread_time", count(0.0, 0.25).__next__)  # what a save costs
    times = {0: bench.clock.now}
    while bench.clock.now < times[0] + 9.0:
        bench.play(1)
        times.setdefault(saved().games, bench.clock.now)
    later = sorted(times.values())[2:]
    assert all(after - before >= SAVE_COUNTS * 0.25 for before, after in pairwise(later))
    last = bench.runs.get(LONG).games
    bench.runs.close()
    assert saved().games == last


def test_a_page_waits_for_what_may_be_over_soon_and_for_nothing_else(bench: Bench) -> None:
    get_in_time = bench.runs.wait_for
    assert get_in_time(job(), 600.0).state is State.ABSENT
    bench.start(LONG, job())
    assert get_in_time(LONG, 60.0).state is State.RUNNING
    player = Timer(0.2, bench.play, (40,))
    player.start()
    assert get_in_time(job(), 2.5).state is State.FINISHED, "of two runs two workers play two seconds each"
    player.join()
    assert get_in_time(job(), 2.5).state is State.FINISHED, "it was over before"


def test_thirty_who_ask_for_the_same_job_get_one_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Barrier(30)  # at which all have seen that there is no run yet
    monkeypatch.setattr(runs, "compile_in_background", lambda *_, **__: gate.wait())
    threads = [Thread(target=bench.runs.start, args=(STUDY,)) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    bench.step()
    assert spans(bench) == [(0, 250), (250, 500), (500, 750)]


def test_a_mistake_of_ours_fails_only_the_run(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(bench.runs._scheduler, "_ready", Mock(side_effect=KeyError("oops")))
        bench.start(STUDY)
    run = bench.runs.get(STUDY)
    assert (run.state, run.trouble) == (State.FAILED, "it cannot go on (KeyError: 'oops')")
    bench.start(job(seed=4))
    bench.play()
    assert bench.runs.get(job(seed=4)).state is State.FINISHED


def test_no_worker_gets_what_is_still_being_compiled(bench: Bench) -> None:
    bench.compiling = True
    bench.start(LONG)
    bench.step(600.0)
    assert spans(bench) == []
    bench.compiling = False
    bench.step(scheduler.CHECK_SECONDS)
    assert spans(bench) == [(0, 250), (250, 500), (500, 750)]


@pytest.mark.parametrize("trouble", ["", "the store own is no file: War Room cannot save runs"])
def test_without_a_usable_store_runs_are_in_memory(make: Make, tmp_path: Path, trouble: str) -> None:
    (tmp_path / "own").mkdir(mode=0o700)
    bench = make(store=tmp_path / "own" if trouble else None)
    bench.start(STUDY)
    bench.play(per_second=10**6)
    assert bench.runs.get(STUDY).state is State.FINISHED
    assert bool(bench.runs.store.trouble) == bool(trouble)
    assert [*(tmp_path / "own").iterdir()] == []


@pytest.mark.parametrize(("room", "in_memory"), [(2.5, 2), (0.5, 1)], ids=["for two", "for none whole"])
def test_runs_shown_lately_are_in_memory_and_the_others_in_the_store(
    make: Make, monkeypatch: pytest.MonkeyPatch, room: float, in_memory: int
) -> None:
    size = runs.BYTES_OF_RUN + bytes_at_hand(STUDY.pack)
    assert 30 * size < runs.MOST_RECENT
    monkeypatch.setattr(runs, "MOST_RECENT", int(room * size))
    monkeypatch.setattr(runs, "CLEAR_EVERY", 2)
    bench, jobs = make(), [job(seed=seed) for seed in range(3)]
    monkeypatch.setattr(bench.runs.store, "clear", cleared := Mock())
    for one in jobs:
        bench.start(one)
        bench.play()
    assert [bench.runs.get(one).state for one in jobs] == [State.FINISHED] * 3
    assert cleared.call_count == 1
    with sqlite3.connect(bench.path) as file:
        file.execute("DELETE FROM run")
    file.close()
    there = [bench.runs.get(one).state is State.FINISHED for one in jobs]
    assert there == [False] * (3 - in_memory) + [True] * in_memory


def test_runs_are_kept_for_as_many_days_as_was_asked(make: Make) -> None:
    bench = make(store_days=3)
    bench.start(STUDY)
    bench.play()
    for days, is_kept in ((2, True), (2, False)):
        bench.clock.now += 86_400.0 * days
        bench.reopen()
        assert (bench.saved(STUDY) is not None) == is_kept


def test_the_memory_of_tallies_is_known_without_writing_them_out() -> None:
    both = Comparison(rule_sets=(STUDY.rules, PLAYABLE["jouets"]), games=900)
    for one, tallies in ((STUDY, tally(STUDY, 0, 900)), (both, tally_pairs(both, 0, 900))):
        held = sum(len(pickle.dumps(vars(summary))) for summary in tallies.summaries)
        assert held == pytest.approx(sum(bytes_at_hand(study.pack) for study in one.studies()), rel=0.02)


# The queue.


def test_the_least_left_goes_first_and_the_others_know_their_place(bench: Bench) -> None:
    sizes = (10**8, 10**5, 10**6, 10**4, 10**7)
    jobs = {size: job(size, seed=size) for size in sizes}
    bench.start(*jobs.values())
    shown = [bench.runs.get(jobs[size]) for size in sorted(sizes)]
    assert [run.place for run in shown] == [0, 0, 1, 2, 3]
    # Two that run share the workers until the shorter ends; the others come one after another.
    assert [run.seconds_left for run in shown] == pytest.approx([10, 55, 555, 5_555, 55_555])


def test_equal_runs_keep_the_order_in_which_they_came_and_change_no_places(make: Make) -> None:
    bench = make(runs_at_once=1)
    first, second, third = (job(20_000, seed=seed) for seed in (5, 1, 9))
    bench.start(first, second, third)
    for _ in range(5):
        assert [bench.runs.get(one).place for one in (first, second, third)] == [0, 1, 2]
        bench.play(1)
    smaller = job(18_000, seed=7)
    bench.start(smaller)
    assert bench.runs.get(smaller).place == 1, "what runs is ahead of what is a little shorter"
    bench.start(job(9_000, seed=8))
    assert [bench.runs.get(one).place for one in (job(9_000, seed=8), first)] == [0, 1]


def test_a_large_run_has_its_turn_however_many_small_ones_come(make: Make) -> None:
    bench, large = make(runs_at_once=1), job(100_000)  # 50 seconds: as they count, none are left after 200
    bench.start(job(4_000, seed=100), large)
    begun = bench.clock.now
    for seed in range(101, 400):
        bench.start(job(4_000, seed=seed))
        bench.play(1)
        if bench.runs.get(large).state is State.RUNNING:
            break
        bench.step(1.9)
        bench.stop(job(4_000, seed=seed - 1))
    assert 150 < bench.clock.now - begun < 210
    assert bench.runs.get(large).seconds < 1.0, "waiting is no running"


def test_runs_played_at_once_take_turns(bench: Bench) -> None:
    jobs = [job(20_000, seed=seed) for seed in range(3)]
    bench.start(*jobs)
    bench.play(12)
    assert [bench.runs.get(one).games for one in jobs] == [1_500, 1_500, 0]
    bench.stop(jobs[0])
    bench.play(12)
    assert abs(bench.runs.get(jobs[1]).games - 1_500 - bench.runs.get(jobs[2]).games) <= 250


def test_a_question_and_what_is_brief_go_before_the_spans_of_a_long_run(bench: Bench) -> None:
    bench.start(LONG)
    bench.start(job(400, seed=4))
    asked = bench.runs.ask(os.getpid)
    assert {(task.first, task.arguments[:1]) for task in (*bench.workers.begun, *bench.workers.waiting)} == {
        *((False, (LONG,)), (True, (job(400, seed=4),)), (True, ()))
    }
    asked.set_running_or_notify_cancel()
    bench.workers._threads = [at_it := Mock()]
    bench.runs.cancel(asked)
    at_it.cancel.assert_called_once_with(asked)


@pytest.mark.parametrize(("runs_there", "sizes"), [(1, [100, 50, 25]), (2, [200, 200])])
def test_brief_runs_are_divided_among_idle_workers(bench: Bench, runs_there: int, sizes: list[int]) -> None:
    bench.start(*(job(200, seed=seed) for seed in range(runs_there)))
    assert [end - first for first, end in spans(bench)] == sizes


def test_limits_are_named_with_value_and_cap(make: Make) -> None:
    bench = make(most_games=10**6, runs_at_once=1, most_waiting=2)
    jobs = [job(10**6, seed=seed) for seed in range(4)]
    bench.start(*jobs[:3])
    bench.start(jobs[1])
    rules = tuple(map(PLAYABLE.__getitem__, ("code-golf", "codingame", "norvig", "spivey")))
    four = Comparison(rule_sets=rules, games=10, pack=Pack(500, 4))
    too_much: dict[Job, str] = {
        job(10**6 + 1): r"^1,000,001 games are too many for one run: use at most 1,000,000$",
        jobs[3]: r"^2 runs are waiting already and at most 2 may: try again later$",
        replace(STUDY, pack=Pack(999, 2)): r"^the tallies of a pack of 999x2 take 178 MB a rule set: use",
        four: r"take 99 MB a rule set, 395 MB for 4: use fewer .* for at most 100 MB$",
    }
    for one, words in too_much.items():
        with pytest.raises(LimitExceeded, match=words):
            bench.start(one)
        assert bench.runs.get(one).state is State.ABSENT
    bench.stop(jobs[0])
    assert bench.start(replace(four, pack=Pack(13, 154))).state in UNDER_WAY


def test_how_long_a_job_takes_is_guessed_then_seen(bench: Bench) -> None:
    unknown = Study(rules=PLAYABLE["jouets"], games=10**6, seed=1)
    assert bench.runs.seconds_for(unknown) == 2.0, "a guess: 250,000 games a second, two workers"
    assert bench.runs.seconds_for(job(4_000)) == 2.0, "as it was seen before"
    bench.start(STUDY)
    bench.play(per_second=500)
    assert bench.runs.seconds_for(STUDY) == 0.0
    assert bench.runs.seconds_for(job(4_000)) == pytest.approx(2.0, rel=0.1), "half as fast, half as many"
    bench.reopen()
    assert bench.runs.seconds_for(job(4_000, seed=9)) == pytest.approx(4.0, rel=0.1)


def test_a_pace_is_the_mean_of_the_last_second_of_work_and_spans_grow_until_it_is_known() -> None:
    pace, known = Pace(1_000.0), Pace(1_000.0, known=True)
    for games, seconds, mean, error in (
        *((100, 0.5, 200, 0.01), (1_000, 0.5, 1_100, 0.01), (1_000, 0.5, 1_550, 0.06)),
        *((1_000, 0.5, 1_775, 0.06), (1_000, 0.5, 1_900, 0.06), (1, 0.1, 1_750, 0.08)),
    ):
        pace.see(games, seconds)
        assert pace.per_second == pytest.approx(mean, rel=error)
    unknown, sizes = Pace(1_000.0), []
    for _ in range(4):
        sizes.append(unknown.games_in(0.25))
        unknown.see(sizes[-1], sizes[-1] / 100_000)
    assert (sizes, known.games_in(0.25)) == ([20, 160, 1_280, 10_240], 250)


@given(st.floats(10, 10**5), st.integers(1, 64))
def test_a_span_of_two_rule_sets_is_twice_as_long_to_the_end(per_second: float, workers: int) -> None:
    both = Comparison(rule_sets=(STUDY.rules, PLAYABLE["jouets"]), games=10**9)
    for one, seconds, least in ((job(10**9), 0.25, 100), (both, 0.5, 200)):
        span = there(ActiveRun(Run(one, State.RUNNING), Pace(per_second, known=True)).next_span(workers))
        assert span[1] - span[0] == pytest.approx(seconds * per_second, abs=1)
        few = ActiveRun(Run(replace(one, games=250), State.RUNNING), Pace(5_000.0, known=True))
        assert few.next_span(64) == (0, least)


def test_jobs_of_other_versions_and_other_texts_are_refused() -> None:
    stem, pace, pack = jobs_job.stem, jobs_job.pace, Pack(9, 4)
    assert stem(job(5)) == stem(job()) != stem(job(seed=4))
    assert pace(job(5, seed=9)) == pace(job()) != pace(replace(job(), pack=pack))
    text = jobs_job.job_text(STUDY)
    for bad in (text.replace('"tallies":', '"tallies":9'), text.replace("study", "party"), "[]", "{", "7"):
        with pytest.raises(ValueError, match=r"is (not a job|a job of another version)"):
            jobs_job.job_of(bad)


# A job played to its end while the caller waits.


def players(monkeypatch: pytest.MonkeyPatch, submit: Any) -> None:
    """Have games played here handed to something else than threads."""
    executor = nullcontext(Mock(spec=Executor, submit=submit))
    monkeypatch.setattr(scheduler, "ThreadPoolExecutor", lambda _: executor)


def test_games_that_cannot_be_played_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(MemoryError("no room"))
        return future

    players(monkeypatch, fail)
    with pytest.raises(RuntimeError, match="War Room could not play games 0 to 399: no room"):
        play_here(STUDY, workers=1, block=400)


def test_progress_never_goes_back_and_an_interrupt_leaves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "POLL_SECONDS", 0.001)
    seen: list[int] = []

    def on_progress(run: Run) -> None:
        assert (run.place, (run.seconds_left or 0) >= 0) == (0, True)
        seen.append(run.games)

    run = play_here(replace(STUDY, games=200_000), workers=2, block=2_000, on_progress=on_progress)
    assert (seen, run.games, len({*seen}) > 5) == (sorted(seen), 200_000, True)

    held = [Future[Any]() for _ in range(3)]
    submit, before = Mock(side_effect=held), {*enumerate_threads()}
    players(monkeypatch, submit)

    def interrupt(_: Run) -> None:
        if submit.call_count == len(held):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_here(STUDY, workers=2, block=400, on_progress=interrupt)
    assert [future.cancelled() for future in held] == [True] * 3
    left = [thread.name for thread in enumerate_threads() if thread not in before]
    assert "war-room-scheduler" not in left


def test_the_time_of_a_run_leaves_out_what_makes_kernels_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels.warm()
    ready: list[EntryPoint] = []
    monkeypatch.setattr(EntryPoint, "warm", lambda kernel: ready.append(kernel))
    clock = Mock(perf_counter=time.perf_counter, monotonic=lambda: 100.0 * bool(ready))
    monkeypatch.setattr(jobs_job, "time", clock)
    assert play_here(replace(STUDY, games=100), workers=1).seconds == 0.0
    assert ready
