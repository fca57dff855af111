"""Queue, play, show, stop and resume runs, without any page.

A job has a key, so the same job started twice is one run. The runs with the least left go first; the others
have a place in the queue. Tallies from the workers are added up, shown, and saved every second: a kill loses
what was played since.
"""

import atexit
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import replace
from itertools import count
from threading import Condition
from typing import Any, Final, TypeVar

from cachetools import LRUCache, cached

from engine import numbers
from engine.jobs import job as jobs_job
from engine.jobs.job import UNDER_WAY, ActiveRun, Job, Pace, Run, State, kernels_of
from engine.jobs.scheduler import Scheduler
from engine.jobs.settings import Settings, settings
from engine.jobs.store import Store
from engine.jobs.workers import Workers, compile_in_background, is_compiling
from engine.simulation import bytes_at_hand

T = TypeVar("T")

MOST_RECENT: Final = 128 * 10**6
"""Bytes of tallies in memory, of runs that are not under way; the store has the others."""

MOST_TALLIES: Final = 100 * 10**6
"""Most bytes of one run's tallies: several copies exist while workers bring more."""

BYTES_OF_RUN: Final = 10_000  # bytes that a run takes in memory besides its tallies, roughly

SAVE_SECONDS: Final = 1.0  # time between two saves of a run that is played,
SAVE_COUNTS: Final = 8
"""and at least as a multiple of what a save costs: tallies of a dozen rule sets are megabytes."""

CLEAR_EVERY: Final = 20  # finished runs between two checks of the size of the store


class LimitExceeded(ValueError):  # noqa: N818, it names what is wrong
    """More than the settings allow; the text names the value and the limit."""


class Runs:
    """All runs of this process. Any thread may call; `get` is cheap and does not wait."""

    def __init__(self, chosen: Settings, executor: Executor | None = None) -> None:
        self._settings = chosen
        self._executor = executor or _executor(chosen)
        self.store = Store(chosen.store, megabytes=chosen.store_megabytes, days=chosen.store_days)
        """What was played and answered, also before a restart."""
        self._recent: LRUCache[str, Run] = LRUCache(MOST_RECENT, _size)
        """Runs not under way that pages have shown lately."""
        self._orders = count(1)
        self._finished = count(1)
        self._scheduler = Scheduler(
            self._executor,
            self._workers,
            at_once=chosen.runs_at_once,
            progressed=self._progressed,
            failed=self._failed,
            ready=self._ready,
        )
        self._lock = self._scheduler.lock
        self._over = Condition(self._lock)
        for run in self.store.unfinished():
            with suppress(LimitExceeded):
                self.start(run.job)

    def get(self, job: Job) -> Run:
        """Return the run of a job as it is; start nothing."""
        key = job.key()
        with self._lock:
            if (run := self._in_memory(key)) is not None:
                return run
        stored = self.store.load(job)
        if stored is None or stored.summary is None:
            return Run(job, State.ABSENT)
        with self._lock:
            if (run := self._in_memory(key)) is None:
                run = self._recent[key] = ended(stored)
            return run

    def wait_for(self, job: Job, seconds: float) -> Run:
        """Return the run of a job; wait for its end if it may end within these seconds."""
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
        """Start a job, or go on with it; a run that is under way goes on.

        Raises `LimitExceeded` for too many games or too large tallies, and if too many runs wait.
        """
        self._refuse_if_large(job)
        run = self.get(job)
        if run.state in (*UNDER_WAY, State.FINISHED):
            return run
        begin = self._furthest(job, run)
        pace = self._pace(job)
        if isinstance(self._executor, Workers):  # the machines of a cluster compile by themselves
            compile_in_background(kernels_of(job), self._settings.workers, nice=self._settings.nice)
        key, under_way = job.key(), self._scheduler.active
        with self._lock:
            if key in under_way:
                return under_way[key].now
            self._refuse_if_full()
            # Until the scheduler arranges the runs: at worst it is the last.
            place = max(0, len(under_way) - self._settings.runs_at_once + 1)
            state = State.QUEUED if place else State.RUNNING
            run = Run(job, state, begin.summary, begin.spans, begin.seconds, place=place)
            active = under_way[key] = ActiveRun(run, pace, next(self._orders))
            self._recent.pop(key, None)
        self._scheduler.call(lambda: self._progressed(active))
        return run

    def stop(self, job: Job) -> Run:
        """Stop a run; its finished games stay."""
        with self._lock:
            active = self._scheduler.active.get(job.key())
            run = self._end(active) if active is not None else None
        if run is None:
            return self.get(job)
        self._scheduler.call(lambda: self.store.save(run))
        return run

    def seconds_for(self, job: Job) -> float:
        """Return about how many seconds the rest of a job takes, without its time in the queue.

        Of rules and packs that were never played it is a guess.
        """
        pace = self._pace(job)
        done = self._furthest(job, self.get(job)).games
        return max(0, job.games - done) / (pace.per_second * self._workers())

    def ask(self, function: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """Call a function in the next free worker, before the spans of runs."""
        submit: Callable[..., Future[T]] = getattr(self._executor, "submit_first", self._executor.submit)
        return submit(function, *arguments, **named)

    def cancel(self, task: Future[Any]) -> None:
        """Cancel a task of `ask`."""
        getattr(self._executor, "cancel", Future.cancel)(task)

    def warm(self) -> None:
        """Start the workers, so that the first run need not wait for them."""
        if isinstance(self._executor, Workers):
            self._executor.start()

    def close(self) -> None:
        """End workers and threads; save runs that are under way, which go on after a restart."""
        self._scheduler.close()
        with self._lock:
            left = [active.now for active in self._scheduler.active.values()]
        for run in left:
            self.store.save(run)
        self._executor.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    def _progressed(self, active: ActiveRun) -> None:
        """Save the finished games of a run, from time to time and in the end."""
        with self._lock:
            run = self._end(active) if active.is_active and active.is_complete else active.now
        if not active.is_complete and (not active.is_active or time.monotonic() < active.save_again):
            return
        start = time.thread_time()
        self.store.save(run)
        cost = time.thread_time() - start
        active.save_again = time.monotonic() + max(SAVE_SECONDS, SAVE_COUNTS * cost)
        self.store.save_pace(jobs_job.pace(active.job), active.pace.per_second)
        if active.is_complete and next(self._finished) % CLEAR_EVERY == 0:
            self.store.clear()

    def _failed(self, active: ActiveRun, why: str) -> None:
        """End a run that cannot go on."""
        with self._lock:
            if not active.is_active:
                return
            run = self._end(active)
            self._recent[run.job.key()] = replace(run, state=State.FAILED, trouble=why)
        self.store.save(run)  # as stopped: after a restart it may be tried again

    def _in_memory(self, key: str) -> Run | None:
        active = self._scheduler.active.get(key)
        return self._recent.get(key) if active is None else active.now

    def _end(self, active: ActiveRun) -> Run:
        """End a run that is under way."""
        active.is_active = False
        key = active.job.key()
        del self._scheduler.active[key]
        self._over.notify_all()
        run = self._recent[key] = ended(active.now)
        return run

    def _pace(self, job: Job) -> Pace:
        """Return the measured pace of jobs by the same rules and pack, or else a guess."""
        seen = self.store.pace(jobs_job.pace(job))
        return Pace(jobs_job.guess(job)) if seen is None else Pace(seen, known=True)

    def _furthest(self, job: Job, run: Run) -> Run:
        """Return the run with the most finished games that a job can begin with."""
        begun = [run, self.store.largest_prefix(job) or run]
        stem = jobs_job.stem(job)
        with self._lock:
            others = [other.run for other in self._scheduler.active.values()]
        for other in others:
            if other.spans and other.spans[-1][1] <= job.games and jobs_job.stem(other.job) == stem:
                begun.append(other)
        return max(begun, key=lambda one: one.games)

    def _refuse_if_large(self, job: Job) -> None:
        most = self._settings.most_games
        if job.games > most:
            raise LimitExceeded(f"{job.games:,} games are too many for one run: use at most {most:,}")
        studies = job.studies()
        of_one = bytes_at_hand(studies[0].pack) / 10**6
        of_all = of_one * len(studies)
        if of_all > MOST_TALLIES / 10**6:
            sets = f", {of_all:,.0f} MB for {len(studies)}" if len(studies) > 1 else ""
            raise LimitExceeded(
                f"the tallies of a pack of {studies[0].pack.text} take {of_one:,.0f} MB a rule set{sets}: "
                f"use fewer ranks, cards or rule sets, for at most {MOST_TALLIES // 10**6} MB"
            )

    def _refuse_if_full(self) -> None:
        waiting = len(self._scheduler.active) - self._settings.runs_at_once
        most = self._settings.most_waiting
        if waiting >= most:
            raise LimitExceeded(
                f"{numbers.count(waiting, 'run is', 'runs are')} waiting already and at most {most} may: "
                "try again later"
            )

    def _ready(self, job: Job) -> bool:
        """Return whether workers can play a job now: none of its kernels is being compiled."""
        return not isinstance(self._executor, Workers) or not is_compiling(kernels_of(job))

    def _workers(self) -> int:
        return max(1, int(getattr(self._executor, "count", self._settings.workers)))


def ended(run: Run) -> Run:
    """Return a run that is no longer under way: finished or, whatever its state was, stopped."""
    state, left = (State.FINISHED, 0.0) if run.games == run.job.games else (State.STOPPED, None)
    return replace(run, state=state, seconds_left=left, place=0, trouble="")


def _size(run: Run) -> int:
    """Return roughly how many bytes a run takes in memory; at most the whole cache."""
    tallies = 0 if run.summary is None else sum(bytes_at_hand(study.pack) for study in run.job.studies())
    return min(BYTES_OF_RUN + tallies, MOST_RECENT)


def _executor(chosen: Settings) -> Executor:
    if chosen.scheduler:
        from engine.jobs.cluster import Cluster

        return Cluster(chosen.scheduler)
    return Workers(chosen.workers, nice=chosen.nice)


@cached({}, condition=Condition())
def runs() -> Runs:
    """Return the runs of this process, made at the first call: it has one store, and sessions are threads."""
    made = Runs(settings())
    atexit.register(made.close)
    return made
