"""Runs outside of any page: queued, played, watched, stopped, resumed.

A job is known by its key, so the same job asked for twice is one run. The runs with the least left go
first; the others wait and have a place in the queue. What comes back from the workers is added up here,
saved, then shown: a kill loses a block per worker, no more.
"""

import atexit
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import count
from threading import Condition, Lock
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from engine import numbers
from engine.jobs import job as jobs_job
from engine.jobs.compile_ahead import compile_in_background, is_compiling
from engine.jobs.job import LEAST_SECONDS, UNDER_WAY, Job, Pace, Run, State, kernels_of
from engine.jobs.scheduler import ActiveRun, Scheduler
from engine.jobs.settings import Settings, settings
from engine.jobs.store import Store
from engine.jobs.workers import Workers
from engine.simulation.tallies import bytes_at_hand

__all__ = ["UNDER_WAY", "LimitExceeded", "Run", "Runs", "State", "runs"]

T = TypeVar("T")

MOST_PACES: Final = 10_000

MOST_RECENT: Final = 128 * 10**6
"""Bytes of tallies kept in memory of runs that are not under way; the store has the others."""

MOST_TALLIES: Final = 100 * 10**6
"""Bytes of one run's tallies: they are there several times over while workers bring more."""

BYTES_OF_RUN: Final = 10_000
"""Bytes that a run takes in memory beside its tallies, roughly."""

SAVE_SECONDS: Final = 0.015
SAVE_COUNTS: Final = 8
"""Tallies of many rule sets that take longer to save than that are saved less often: that many times as
long lies between. A study is saved after every span, but the last block at once."""

AT_ONCE_SECONDS: Final = 1.0
"""How long a run that is over soon may take: where the workers are busy, what is done is shown."""

CLEAR_EVERY: Final = 20
"""Runs that finish between two checks of whether the store is too large."""


class LimitExceeded(ValueError):  # noqa: N818, it names what is wrong
    """More than the settings allow; the text names the value and the cap."""


class Paces:
    """The pace of every job by what decides it: rules and pack, neither seed nor number of games."""

    def __init__(self, store: Store, probe: Callable[[Job, int, Callable[[float], object]], object]) -> None:
        self._store = store
        self._probe = probe
        self._paces: dict[str, Pace] = {}

    def of(self, job: Job, *, probe: bool = False) -> Pace:
        """Return how fast a job was played, or else a guess; with `probe` a worker tries it then.

        The pace is the same object for all callers, and learns from whatever is played.
        """
        name = jobs_job.pace(job)
        if (pace := self._paces.get(name)) is not None:
            return pace
        seen = self._store.pace(name)
        pace = Pace(jobs_job.guess(job) if seen is None else seen, known=seen is not None)
        if len(self._paces) >= MOST_PACES:
            self._paces.clear()
        pace = self._paces.setdefault(name, pace)
        if probe and seen is None:
            games = min(pace.games_in(LEAST_SECONDS), job.games)
            self._probe(job, games, lambda seconds: pace.see(games, seconds))
        return pace

    def save(self, job: Job) -> None:
        """Store how fast a job goes, for after a restart."""
        self._store.save_pace(jobs_job.pace(job), self.of(job).per_second)


class Runs:
    """All runs of this process. Any thread may call; `get` is cheap and waits for nothing."""

    def __init__(self, chosen: Settings, executor: Executor | None = None) -> None:
        self._settings = chosen
        self._executor = executor or _executor(chosen)
        self._store = Store(chosen.store, megabytes=chosen.store_megabytes, days=chosen.store_days)
        self._shown: dict[str, Run] = {}
        """Each run under way, as it is shown."""
        self._recent: LRUCache[str, Run] = LRUCache(MOST_RECENT, _size)
        """Other runs that were shown lately."""
        self._changes = count(1)
        self._orders = count(1)
        self._finished = count(1)
        self._scheduler = Scheduler(
            self._executor, self._workers, at_once=chosen.runs_at_once, listener=self, ready=self._ready
        )
        self._lock = self._scheduler.lock
        self._over = Condition(self._lock)
        """Notified whenever a run is over."""
        self._paces = Paces(self._store, self._scheduler.probe)
        for run in self._store.unfinished():
            with suppress(LimitExceeded):
                self.start(run.job)

    def get(self, job: Job) -> Run:
        """Return what there is of a job; nothing is started."""
        key = job.key()
        with self._lock:
            run = self._in_memory(key)
        if run is not None and run.state is not State.STOPPED:
            return run
        stored = self._store.load(job)
        if stored is None or stored.summary is None:
            return run or Run(job, State.ABSENT)
        with self._lock:
            now = self._in_memory(key)
            if now is not None and (now.state is not State.STOPPED or stored.games < job.games):
                return now  # otherwise another server finished what was stopped here
            run = self._recent[key] = ended(stored, next(self._changes))
            return run

    def wait_for(self, job: Job, seconds: float) -> Run:
        """Return a job's run, at its end if it may be over in these seconds."""
        key, workers, active = job.key(), self._workers(), self._scheduler.active
        with self._lock:
            run = active.get(key)
            if run is not None:
                # Runs with less left go first, others take turns with it.
                ahead = sum(min(other.work, run.work) for other in active.values())
                if ahead <= seconds * workers:
                    self._over.wait_for(lambda: active.get(key) is not run, seconds)
        return self.get(job)

    def start(self, job: Job) -> Run:
        """Have a job played to its end, from what is done of it; asked twice, it is played once.

        Raises `LimitExceeded` for more games or tallies than a run may have, and where too many runs wait.
        """
        self._refuse_if_large(job)
        run = self.get(job)
        if run.state in (*UNDER_WAY, State.FINISHED):
            return run
        begin = self._furthest(job, run)
        pace = self._paces.of(job)
        self._prepare(job)
        key = job.key()
        with self._lock:
            if key in self._shown:
                return self._shown[key]
            self._refuse_if_full()
            order = next(self._orders)
            # Until the scheduler arranges the runs: at worst it is the last.
            place = max(0, len(self._shown) - self._settings.runs_at_once + 1)
            state = State.QUEUED if place else State.RUNNING
            begin = Run(job, state, begin.summary, begin.spans, begin.seconds, place=place)
            active = ActiveRun(begin, pace, order)
            self._recent.pop(key, None)
            self._scheduler.active[key] = active
            run = self._show(active)
        self._scheduler.call(lambda: self.progressed(active))
        return run

    def stop(self, job: Job) -> Run:
        """Stop a run; what is done of it stays."""
        with self._lock:
            active = self._scheduler.active.get(job.key())
            run = self._end(active, State.STOPPED) if active is not None else None
        if run is None:
            return self.get(job)
        self._scheduler.call(lambda: self._store.save(run))
        return run

    def seconds_for(self, job: Job) -> float:
        """Return about how long a job takes once it is its turn, less what is done of it already.

        The first answer about new rules is a guess; a worker then plays a few games, and later ones know.
        """
        pace = self._paces.of(job, probe=True)
        done = max(self.get(job).games, self._store.games_of_prefix(job))
        return max(0, job.games - done) / (pace.per_second * self._workers())

    def ask(self, function: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """Have a worker answer a question that is no run; the first worker that is free takes it."""
        submit: Callable[..., Future[T]] = getattr(self._executor, "submit_first", self._executor.submit)
        return submit(function, *arguments, **named)

    def cancel(self, question: Future[Any]) -> None:
        """Cancel a question whose answer is not needed any more."""
        getattr(self._executor, "cancel", Future.cancel)(question)

    def stored_answer(self, question: str) -> str | None:
        """Return what was answered to a question, before a restart too; None where that is not stored."""
        return self._store.answer(question)

    def save_answer(self, question: str, answer: str) -> None:
        """Store what a worker answered, for the next time it is asked."""
        self._store.save_answer(question, answer)

    def store_trouble(self) -> str:
        """Return in one sentence what is wrong with the store, or nothing."""
        return self._store.trouble

    def warm(self) -> None:
        """Start the workers, so that the first run need not wait for them."""
        if isinstance(self._executor, Workers):
            self._executor.start()

    def close(self) -> None:
        """End workers and threads; what is done of runs under way is written, and goes on another time."""
        self._scheduler.close()
        with self._lock:
            left = list(self._scheduler.active.values())
        for active in left:
            if active.games > active.games_saved:
                self._save(active, State.RUNNING)
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._store.close()

    def arranged(self, runs: list[ActiveRun]) -> None:
        """Show the place of every run; the scheduler calls it, with the lock held."""
        for active in runs:
            run, now = self._shown[active.key], active.now
            change = run.change if now.state is run.state else next(self._changes)
            # Not yet what is done: it is saved before it is shown.
            self._shown[active.key] = replace(now, summary=run.summary, spans=run.spans, change=change)

    def progressed(self, active: ActiveRun) -> None:
        """Save and show what is done of a run; the scheduler calls it."""
        complete = active.games == active.job.games
        now = time.monotonic()
        lately = bool(active.save_again) and now < active.save_again + AT_ONCE_SECONDS
        if not complete and lately and active.ends_soon(self._workers()):
            return  # saved and shown with the rest
        if complete or now >= active.save_again:
            start = time.thread_time()
            self._save(active, State.FINISHED if complete else State.RUNNING)
            cost = time.thread_time() - start
            pause = SAVE_COUNTS * cost if cost > SAVE_SECONDS else 0.0
            active.save_again = time.monotonic() + pause
        with self._lock:
            stopped = not active.is_active
            if not stopped:
                self._show(active)
            if complete and not stopped:
                self._end(active, State.FINISHED)
        if stopped and not complete:  # while it was saved
            self._save(active, State.STOPPED)
        if complete:
            self._paces.save(active.job)
            if next(self._finished) % CLEAR_EVERY == 0:
                self._store.clear()

    def failed(self, active: ActiveRun, why: str) -> None:
        """End a run that cannot go on; the scheduler calls it."""
        with self._lock:
            if not active.is_active:
                return
            self._show(active)
            run = self._end(active, State.FAILED, why)
        # After a restart there is no reason left not to try again.
        self._store.save(replace(run, state=State.STOPPED))

    def _in_memory(self, key: str) -> Run | None:
        return self._shown.get(key) or self._recent.get(key)

    def _show(self, active: ActiveRun) -> Run:
        """Show a run with its tallies as they are now."""
        before, now = self._shown.get(active.key), active.now
        same = before is not None and before.games == now.games
        change = before.change if before is not None and same else next(self._changes)
        self._shown[active.key] = run = replace(now, change=change)
        return run

    def _end(self, active: ActiveRun, state: State, why: str = "") -> Run:
        """Take a run from those under way, with the tallies that are shown."""
        active.is_active = False
        del self._scheduler.active[active.key]
        self._over.notify_all()
        run = self._shown.pop(active.key)
        rate = run.games / max(run.seconds, 1e-9)
        left = 0.0 if state is State.FINISHED else None
        change = next(self._changes)
        run = replace(
            run, state=state, place=0, per_second=rate, seconds_left=left, trouble=why, change=change
        )
        self._recent[active.key] = run
        return run

    def _save(self, active: ActiveRun, state: State) -> None:
        self._store.save(replace(active.now, state=state))
        active.games_saved = active.games

    def _furthest(self, job: Job, run: Run) -> Run:
        """Return what a job can begin with: the most that is done of it or of one with other games."""
        begun = [run]
        if (stored := self._store.largest_prefix(job)) is not None:
            begun.append(stored)
        stem = jobs_job.stem(job)
        with self._lock:
            active = self._scheduler.active.values()
            others = [self._shown[other.key] for other in active if jobs_job.stem(other.job) == stem]
        begun += [other for other in others if other.spans and other.spans[-1][1] <= job.games]
        return max(begun, key=lambda one: one.games)

    def _refuse_if_large(self, job: Job) -> None:
        most = self._settings.most_games
        if job.games > most:
            raise LimitExceeded(f"{job.games:,} games are too many for one run: take at most {most:,}")
        studies = job.studies()
        of_one = bytes_at_hand(studies[0].pack) / 10**6
        of_all = of_one * len(studies)
        if of_all > MOST_TALLIES / 10**6:
            sets = f", {of_all:,.0f} MB for {len(studies)}" if len(studies) > 1 else ""
            raise LimitExceeded(
                f"the tallies of a pack of {studies[0].pack.text} take {of_one:,.0f} MB a rule set{sets}: "
                f"take fewer ranks, cards or rule sets, for at most {MOST_TALLIES // 10**6} MB"
            )

    def _refuse_if_full(self) -> None:
        waiting = len(self._shown) - self._settings.runs_at_once
        most = self._settings.most_waiting
        if waiting >= most:
            raise LimitExceeded(
                f"{numbers.count(waiting, 'run is', 'runs are')} waiting already and at most {most} may: "
                "try again later"
            )

    def _ready(self, job: Job) -> bool:
        """Return whether workers can play a job at once: its kernels are not being compiled for them."""
        return not isinstance(self._executor, Workers) or not is_compiling(kernels_of(job))

    def _prepare(self, job: Job) -> None:
        """Compile the kernels that a job needs and that are missing. Other machines do so themselves."""
        if isinstance(self._executor, Workers):
            compile_in_background(kernels_of(job), self._settings.workers, nice=self._settings.nice)

    def _workers(self) -> int:
        return max(1, int(getattr(self._executor, "count", self._settings.workers)))


def ended(stored: Run, change: int) -> Run:
    """Return what the store has: finished or, whatever it was when it was saved, stopped."""
    return replace(
        stored,
        state=State.FINISHED if stored.games == stored.job.games else State.STOPPED,
        per_second=stored.games / max(stored.seconds, 1e-9),
        change=change,
    )


def _size(run: Run) -> int:
    """Return how many bytes a run takes in memory, roughly; one that is too large takes all the space."""
    tallies = 0 if run.summary is None else sum(bytes_at_hand(study.pack) for study in run.job.studies())
    return min(BYTES_OF_RUN + tallies, MOST_RECENT)


def _executor(chosen: Settings) -> Executor:
    if chosen.scheduler:
        from engine.jobs.cluster import Cluster

        return Cluster(chosen.scheduler)
    return Workers(chosen.workers, nice=chosen.nice)


_MAKING = Lock()


def runs() -> Runs:
    """Return the runs of this process, made when they are first asked for."""
    with _MAKING:  # sessions are threads, and two stores of one process would be one too many
        return _made()


@cache
def _made() -> Runs:
    made = Runs(settings())
    atexit.register(made.close)
    return made
