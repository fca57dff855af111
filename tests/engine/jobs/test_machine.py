"""Whatever happens to runs, in any order: no game is lost or counted twice, no time, no run."""

import sqlite3
from concurrent.futures import BrokenExecutor, CancelledError
from math import isclose
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fakes import GAMES_A_SECOND, Bench, Played, job
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.jobs.job import UNDER_WAY, Job, Run, State, are_sound, stem
from engine.jobs.registry import LimitExceeded
from engine.jobs.scheduler import LOST_SECONDS

JOBS: list[Job] = [*map(job, (1, 400, 1_999, 2_000, 9_000)), *(job(games, 4) for games in (600, 5_000))]
AT_ONCE: Final = 2
WORKERS: Final = 2
MOST_WAITING: Final = 3

NEW: Final = (State.ABSENT, State.STOPPED, State.FAILED)  # states from which a run can be started
FROM_TO: Final = {
    "start": {(before, after) for before in NEW for after in (*UNDER_WAY, State.FINISHED)},
    "stop": {(before, State.STOPPED) for before in UNDER_WAY},
    "play": {(before, State.FINISHED) for before in UNDER_WAY},
    "fail": {(before, State.FAILED) for before in UNDER_WAY},
    "restart": {
        (State.FAILED, State.STOPPED),
        *((before, State.ABSENT) for before in State),
        *((before, after) for before in UNDER_WAY for after in UNDER_WAY),
    },
}
"""What may become of a run by what is done; waiting and running may change places at any time."""
ALWAYS: Final = {(State.QUEUED, State.RUNNING), (State.RUNNING, State.QUEUED)}

jobs = st.sampled_from(JOBS)


class Server(RuleBasedStateMachine):
    """One server after another on a store, with two workers and up to five runs under way."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
        self.bench = Bench(
            Path(self.folder.name), workers=WORKERS, runs_at_once=AT_ONCE, most_waiting=MOST_WAITING
        )
        self.locker: sqlite3.Connection | None = None
        self.shown: dict[Job, Run] = {one: self.bench.runs.get(one) for one in JOBS}
        self.seconds: dict[Job, float] = dict.fromkeys(JOBS, 0.0)
        self.done: dict[Job, Played] = {one: Played(0) for one in JOBS}
        """The games of each run under way that workers have brought."""
        self.ask_again = 0.0
        """When workers are handed something again at the latest, after some were lost."""
        self.are_saved = True
        """Whether all that was shown has reached the file."""
        self.cause = ""

    def teardown(self) -> None:
        self.unlock() if self.locker else None
        self.bench.close()
        self.folder.cleanup()

    def pass_time(self, seconds: float, *, until_event: bool = True) -> None:
        for one, run in self.shown.items():
            if run.state is State.RUNNING:
                self.seconds[one] += seconds
        self.bench.wait(seconds) if until_event else self.bench.step(seconds)

    def under_way(self) -> list[Job]:
        return [one for one, run in self.shown.items() if run.state in UNDER_WAY]

    @rule(one=jobs)
    def start(self, one: Job) -> None:
        self.cause, before, others = "start", self.shown[one], self.under_way()
        is_full = len(others) >= AT_ONCE + MOST_WAITING
        try:
            run = self.bench.start(one)
        except LimitExceeded:
            assert is_full
            assert before.state in NEW
            return
        assert not is_full or before.state not in NEW
        if before.state in NEW:
            known = [self.shown[other] for other in _kin(one) if self.are_saved or other in (one, *others)]
            within = [known.games for known in known if _reach(known) <= one.games]
            assert run.games >= max(within, default=0), "a longer run begins with a shorter one"
            assert run.seconds <= max(self.seconds[other] for other in _kin(one)) + 1e-6
            self.seconds[one], self.done[one] = run.seconds, Played.of(*run.spans)

    @rule(one=jobs)
    def stop(self, one: Job) -> None:
        self.cause = "stop"
        assert self.bench.stop(one).state not in UNDER_WAY

    @rule(seconds=st.sampled_from([0.01, 0.3, 4.0, 20.0]))
    def wait(self, seconds: float) -> None:
        self.cause = "wait"
        self.pass_time(seconds)

    @precondition(lambda self: self.bench.workers.playing())
    @rule(which=st.integers(0, 1), speed=st.sampled_from([0.2, 1, 1, 1, 5]), times=st.integers(1, 12))
    def play(self, which: int, speed: float, times: int) -> None:
        self.cause = "play"
        for _ in range(times):
            if not (tasks := self.bench.workers.playing()):
                break
            task = tasks[which % len(tasks)]
            first, end = task.span
            self.pass_time((end - first) / (speed * GAMES_A_SECOND) / WORKERS)
            if self.bench.counts(task):
                self.done[task.job] += Played.of(task.span)
            task.finish(speed * GAMES_A_SECOND)
            self.bench.step()
            self.look()

    @precondition(lambda self: self.bench.workers.playing())
    @rule(error=st.sampled_from([CancelledError(), BrokenExecutor(), ConnectionError("gone")]))
    def lose_a_worker(self, error: Exception) -> None:
        self.cause = "lose"
        self.ask_again = self.bench.clock.now + LOST_SECONDS
        task = self.bench.workers.playing()[0]
        counts = self.bench.counts(task)
        task.future.set_exception(error)
        self.bench.step()
        if counts:
            assert self.bench.runs.get(task.job).trouble == "the workers cannot be reached: trying again"
            self.pass_time(LOST_SECONDS - 0.1)
            again = [other for other in self.bench.workers.to_play() if other.job == task.job]
            assert task.span not in [other.span for other in again], "it is handed out after a pause"
            self.pass_time(0.2, until_event=False)

    @precondition(lambda self: self.bench.workers.playing())
    @rule()
    def fail(self) -> None:
        self.cause = "fail"
        task = self.bench.workers.playing()[-1]
        counts = self.bench.counts(task)
        task.future.set_exception(MemoryError("no room"))
        self.bench.step()
        if counts:
            run, (first, end) = self.bench.runs.get(task.job), task.span
            assert run.state is State.FAILED
            assert run.trouble == f"War Room could not play games {first:,} to {end - 1:,}: no room"

    @rule()
    def workers_go_or_come(self) -> None:
        self.cause = "wait"
        self.bench.workers.away = not self.bench.workers.away
        self.ask_again = self.bench.clock.now + LOST_SECONDS
        self.pass_time(LOST_SECONDS)

    @precondition(lambda self: self.locker is None)
    @rule()
    def lock(self) -> None:
        self.cause, self.are_saved = "wait", False
        self.locker = sqlite3.connect(self.bench.path, isolation_level=None)
        self.locker.execute("BEGIN IMMEDIATE")

    @precondition(lambda self: self.locker is not None)
    @rule()
    def unlock(self) -> None:
        self.cause = "wait"
        assert self.locker is not None
        self.locker.close()
        self.locker = None
        self.pass_time(6.0)

    @precondition(lambda self: self.locker is None)
    @rule(killed=st.booleans())
    def restart(self, killed: bool) -> None:
        self.cause, before, seconds = "restart", self.shown, self.seconds.copy()
        saved = {one: self.bench.saved(one) for one in self.under_way()} if killed else {}
        self.bench.reopen(killed=killed)
        self.shown = {one: self.bench.runs.get(one) for one in JOBS}
        for one, run in self.shown.items():
            was = before[one]
            if self.are_saved:
                stays = was if one not in saved else saved[one] or Run(one, State.ABSENT)
                assert run.games >= stays.games, "what was saved stays, and all of what was closed or over"
                assert run.state in UNDER_WAY or was.state not in UNDER_WAY
                assert run.state is State.FINISHED or was.state is not State.FINISHED
            if was.state in UNDER_WAY and run.state in UNDER_WAY:
                assert run.seconds <= max(seconds[other] for other in _kin(one)) + 1e-6
            self.done[one], self.seconds[one] = Played.of(*run.spans), run.seconds
        self.are_saved = True

    @invariant()
    def look(self) -> None:
        """Compare what is shown with what was shown before, and with what was done."""
        before, self.shown = self.shown, {one: self.bench.runs.get(one) for one in JOBS}
        for one, run in self.shown.items():
            was, step = before[one], (before[one].state, run.state)
            same = {(was.state, was.state)}
            assert step in same | ALWAYS | FROM_TO.get(self.cause, set()), (step, self.cause)
            assert are_sound(run.spans, one.games)
            assert (run.summary or Played(0)) == Played.of(*run.spans)
            assert (run.state is State.FINISHED) == (run.games == one.games)
            assert run.games >= was.games or step == (State.STOPPED, State.QUEUED)
            if run.state in UNDER_WAY:
                assert run.games <= self.done[one].games
                assert not Played.of(*run.spans).bits & ~self.done[one].bits
                assert isclose(run.seconds, self.seconds[one], abs_tol=1e-6)
            elif run.state in (State.FINISHED, State.STOPPED) and was.state in UNDER_WAY:
                assert isclose(run.seconds, self.seconds[one], abs_tol=1e-6)

    @invariant()
    def queue_is_in_order(self) -> None:
        under_way = [self.shown[one] for one in self.under_way()]
        running = [run for run in under_way if run.state is State.RUNNING]
        queued = sorted((run for run in under_way if run.state is State.QUEUED), key=lambda run: run.place)
        assert len(running) == min(AT_ONCE, len(under_way))
        assert [run.place for run in running] == [0] * len(running)
        assert [run.place for run in queued] == list(range(1, len(queued) + 1))
        left = [run.seconds_left or 0.0 for run in (*running, *queued)]
        assert all(seconds > 0 for seconds in left)
        assert [run.seconds_left for run in queued] == sorted(left[len(running) :])
        assert not queued or max(left[: len(running)]) <= (queued[0].seconds_left or 0.0) + 1e-9

    @invariant()
    def no_worker_is_idle(self) -> None:
        workers = self.bench.workers
        running = [one for one in self.under_way() if self.shown[one].state is State.RUNNING]
        tasks = [task for task in (*workers.playing(), *workers.waiting) if not task.future.done()]
        counted = [task for task in tasks if task.job in running and self.bench.counts(task)]
        bits = [Played.of(task.span).bits for task in counted]
        left = sum(one.games - self.done[one].games for one in running)
        assert sum(map(int.bit_count, bits)) <= left
        is_asked = not workers.away and self.bench.clock.now >= self.ask_again
        if is_asked and len(tasks) < WORKERS:
            assert sum(map(int.bit_count, bits)) == left, "there is more to do"


def _kin(one: Job) -> list[Job]:
    """Return the jobs that play the same games."""
    return [other for other in JOBS if stem(other) == stem(one)]


def _reach(run: Run) -> int:
    return run.spans[-1][1] if run.spans else 0


TestServer = Server.TestCase
TestServer.settings = settings(max_examples=60, stateful_step_count=40, report_multiple_bugs=False)
