"""Share workers between active runs: hand out spans of games and add up their tallies."""

import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Final, Protocol

from engine.jobs import job as jobs_job
from engine.jobs.job import (
    LEAST_SECONDS,
    Job,
    Pace,
    Run,
    Span,
    State,
    guess,
    kernels_of,
    play_span,
    probe,
)

# An active run: its finished games, the spans that workers play, its pace and its clock.

SPAN_SECONDS: Final = 0.25
"""Usual length of a span: short enough to lose or cancel, long enough to pay."""
MOST_SPAN_SECONDS: Final = 0.5
COST_COUNTS: Final = 12
"""Length of a span as a multiple of what it costs this process: tallies of a dozen rule sets are megabytes,
and visitors who read pages meanwhile should not notice."""
RATE_SECONDS: Final = 5.0
"""Seconds of the past that the shown rate covers."""


@dataclass(eq=False)
class ActiveRun:
    """A run that waits or is played. Only the scheduler's thread changes it."""

    run: Run
    """The run as of the last finished span, stop of its clock, or change of its place."""
    pace: Pace
    order: int = 0
    """Number of the run in the order of starts."""
    playing: set[Span] = field(default_factory=set)
    """The spans that workers have."""
    is_active: bool = True
    """Whether the run waits or is played; set with the scheduler's lock held."""
    last_task: int = 0
    """Number of its last task, in the order of all tasks."""
    waited: float = 0.0
    """Seconds in the queue."""
    running_since: float | None = None
    games_saved: int = 0
    """Finished games when it was last saved."""
    save_again: float = 0.0
    """Earliest time of the next save, by the monotonic clock."""
    _seen: deque[tuple[float, int]] = field(default_factory=deque)

    @property
    def job(self) -> Job:
        """The job that is played."""
        return self.run.job

    @cached_property
    def key(self) -> str:
        """The key of its job."""
        return self.job.key()

    @property
    def games(self) -> int:
        """Finished games."""
        return self.run.games

    @property
    def seconds(self) -> float:
        """Seconds it has been running, without its time in the queue."""
        since = self.running_since
        return self.run.seconds + (0.0 if since is None else time.monotonic() - since)

    @property
    def per_second(self) -> float:
        """Games per second over the last few seconds; 0 while that is not known."""
        if len(self._seen) < 2:
            return 0.0
        (then, before), (now, games) = self._seen[0], self._seen[-1]
        return (games - before) / max(now - then, 1e-9)

    @property
    def work(self) -> float:
        """Seconds that one worker needs for the rest."""
        return (self.job.games - self.games) / self.pace.per_second

    @property
    def is_brief(self) -> bool:
        """Whether the rest takes only a moment."""
        return self.work <= BRIEF_SECONDS

    @property
    def now(self) -> Run:
        """The run with its clock and rate as of now."""
        return replace(self.run, seconds=self.seconds, per_second=self.per_second)

    def ends_soon(self, workers: int) -> bool:
        """Return whether at most one span per worker is left, which a kill would lose anyway."""
        return self.work <= SPAN_SECONDS * workers

    def set_running(self, running: bool) -> None:
        """Start or stop its clock."""
        if running and self.running_since is None:
            self.running_since = time.monotonic()
            self._seen.clear()
            self._see()
        elif not running and self.running_since is not None:
            self.run = replace(self.run, seconds=self.seconds)
            self.running_since = None

    def next_span(self, workers: int) -> Span | None:
        """Return the next games to play, or None if none are left.

        As many as take a worker a quarter second; fewer near the end, so that no worker is idle, but enough
        to be worth what a span costs this process.
        """
        pays = COST_COUNTS * self.pace.cost
        worth = min(max(SPAN_SECONDS, pays), MOST_SPAN_SECONDS)
        taken = reduce(jobs_job.joined, self.playing, self.run.spans)
        left = self.job.games - jobs_job.count(taken)
        fair = max(-(-left // workers), self.pace.games_in(max(LEAST_SECONDS, pays)))
        size = min(self.pace.games_in(worth), fair)
        return jobs_job.gap(taken, self.job.games, size)

    def begin(self, span: Span, task: int) -> None:
        """Note that a worker has a span."""
        self.playing.add(span)
        self.last_task = task

    def add(self, span: Span, tallies: Any, seconds: float) -> None:
        """Add a finished span."""
        self.playing.remove(span)
        spans = jobs_job.joined(self.run.spans, span)
        summary = tallies if self.run.summary is None else self.run.summary + tallies
        self.run = replace(self.run, spans=spans, summary=summary, trouble="")
        self.pace.see(span[1] - span[0], seconds)
        self._see()

    def _see(self) -> None:
        now = time.monotonic()
        self._seen.append((now, self.games))
        while len(self._seen) > 2 and self._seen[0][0] < now - RATE_SECONDS:
            self._seen.popleft()


# The scheduler: hands spans of games to workers and adds up their tallies, in a thread of its own.
#
# It does not know where runs are stored or shown: it notifies a `Listener` of every change.

WAITING_COUNTS: Final = 0.25
"""Seconds of work that each second in the queue makes up for, so that a large run begins in the end however
many small ones come."""
RUNNING_COUNTS: Final = 0.75
"""Share of its remaining work that counts for a run that is played, so that equal runs do not change places
all the time."""

BRIEF_SECONDS: Final = 1.0
"""Seconds of work up to which a run is brief: its spans go before those of longer runs, as a page waits."""

UNREADY_SECONDS: Final = 0.25
"""Time between two checks of whether the kernels of a run are compiled."""

LOST_SECONDS: Final = 1.0
"""Pause before the next task after workers could not be reached."""


class Listener(Protocol):
    """Gets the changes of runs, in the scheduler's thread; `arranged` with the scheduler's lock held."""

    def arranged(self, runs: list[ActiveRun]) -> None:
        """Take the new places and times left of the runs."""

    def progressed(self, run: ActiveRun) -> None:
        """Take the new games of a run."""

    def failed(self, run: ActiveRun, why: str) -> None:
        """Take the failure of a run."""


Task = tuple[ActiveRun, Span]
"""A span of a run that a worker plays."""


class Scheduler:
    """Play the active runs, `at_once` at a time, those with the least left first."""

    def __init__(
        self,
        executor: Executor,
        workers: Callable[[], int],
        *,
        at_once: int,
        listener: Listener,
        ready: Callable[[Job], bool] = lambda _: True,
    ) -> None:
        self.lock = Lock()
        """Held while runs are added, removed or arranged."""
        self.active: dict[str, ActiveRun] = {}
        """The runs that wait or are played, by key."""
        self._executor = executor
        self._workers = workers
        self._at_once = at_once
        self._listener = listener
        self._ready = ready
        """Whether workers can play a job now; other jobs get no worker."""
        self._unready = False
        self._events: SimpleQueue[Future[Any] | Callable[[], object] | None] = SimpleQueue()
        self._tasks: dict[Future[Any], Task] = {}
        self._task_number = 0
        self._arranged_at = time.monotonic()
        self._pause_until = 0.0
        """Time of the next task after workers were lost, else 0. It stays until that task: without tasks
        there is no other event to wait for."""
        self._closing = False
        self._thread = Thread(target=self._work, name="war-room-scheduler", daemon=True)
        self._thread.start()

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the scheduler's thread, which then arranges the runs again."""
        self._events.put(function)

    def probe(self, job: Job, games: int, on_seconds: Callable[[float], object]) -> None:
        """Play a few games of a job in a worker; the scheduler's thread passes the seconds on."""

        def pass_on(future: Future[float]) -> None:
            if not future.cancelled() and future.exception() is None:
                on_seconds(future.result())

        def ask() -> None:
            with suppress(Exception):  # no worker can be reached: nothing is known then
                if not self._ready(job):
                    return
                future = self._executor.submit(probe, job, games)
                future.add_done_callback(lambda future: self.call(lambda: pass_on(future)))

        self.call(ask)

    def close(self) -> None:
        """End the thread after all earlier calls; the spans that workers have are lost."""
        self.call(self._end)
        self._thread.join()
        for future in self._tasks:
            future.cancel()

    def _end(self) -> None:
        self._closing = True

    def _work(self) -> None:
        while not self._closing:
            self.step(self._pause())

    def step(self, pause: float | None) -> None:
        """Wait for events at most `pause` seconds, handle them and hand out spans."""
        try:
            finished = self._wait(pause)
            self._cancel_stopped()
            # What is played and not yet saved is lost in a kill: no more of it than is ready now.
            self._take_in(finished)
            if not self._closing:
                self._arrange()
        except Exception as error:  # a mistake of ours must not leave every run waiting for ever
            for run in list(self.active.values()):
                self._listener.failed(run, f"it cannot go on ({type(error).__name__}: {error})")

    def _pause(self) -> float | None:
        """Return in how many seconds there is something to do without an event; None: never."""
        pause = max(0.0, self._pause_until - time.monotonic()) if self._pause_until else None
        if self._unready:
            return UNREADY_SECONDS if pause is None else min(pause, UNREADY_SECONDS)
        return pause

    def _wait(self, pause: float | None) -> list[tuple[Task, Future[Any]]]:
        """Wait for events, make the calls among them, and return the finished tasks."""
        events = []
        with suppress(Empty):
            events.append(self._events.get(timeout=pause))
            while True:
                events.append(self._events.get_nowait())
        finished = [(self._tasks.pop(event), event) for event in events if isinstance(event, Future)]
        for event in events:
            if event is not None and not isinstance(event, Future):
                event()
        return finished

    def _cancel_stopped(self) -> None:
        """Cancel the tasks of stopped runs that no worker has begun."""
        for future, (run, _) in self._tasks.items():
            if not run.is_active:
                future.cancel()

    def _arrange(self) -> None:
        """Choose the runs to play, and hand out enough tasks for all workers."""
        workers = self._workers()
        with self.lock:
            now = time.monotonic()
            passed, self._arranged_at = now - self._arranged_at, now
            for run in self.active.values():
                if run.running_since is None:
                    run.waited += passed
            order = sorted(self.active.values(), key=lambda run: (_urgency(run, workers), run.order))
            running, waiting = order[: self._at_once], order[self._at_once :]
            for run in order:
                run.set_running(run in running)
            _set_places(running, waiting, workers)
            self._listener.arranged(order)
            tasks: list[Task] = []
            ready = [run for run in running if self._ready(run.job)]
            self._unready = len(ready) < len(running)
            if now >= self._pause_until:
                self._pause_until = 0.0
                tasks = self._new_tasks(ready, workers)
        for run, span in tasks:
            self._hand_out(run, span)

    def _new_tasks(self, running: list[ActiveRun], workers: int) -> list[Task]:
        """Choose spans so that every worker has one and one more is ready, from each run in turn.

        Brief runs go first and count as if there were no others. They share the workers; with enough of
        them each is one span, since tallies of several spans have to be added up.
        """
        tasks: list[Task] = []
        share = -(-workers // max(1, sum(run.is_brief for run in running)))
        while True:
            playing = [run for run, _ in (*self._tasks.values(), *tasks)]
            has_room_for_brief = sum(run.is_brief for run in playing) <= workers
            spans = [
                (run, span)
                for run in running
                if (len(playing) <= workers or (has_room_for_brief and run.is_brief))
                and (span := run.next_span(share if run.is_brief else workers)) is not None
            ]
            if not spans:
                return tasks
            run, span = min(spans, key=lambda task: task[0].last_task)
            self._task_number += 1
            run.begin(span, self._task_number)
            tasks.append((run, span))

    def _hand_out(self, run: ActiveRun, span: Span) -> None:
        first, end = span
        submit = self._executor.submit
        if run.is_brief:
            submit = getattr(self._executor, "submit_first", submit)
        try:
            future = submit(play_span, run.job, first, end - first)
        except Exception:  # each executor has its own error where it has no workers
            self._lost(run, span)
        else:
            self._tasks[future] = run, span
            future.add_done_callback(self._events.put)

    def _take_in(self, finished: list[tuple[Task, Future[Any]]]) -> None:
        """Add up the finished spans, and notify the listener once per run."""
        start = time.thread_time()
        grown: dict[ActiveRun, None] = {}
        failed: list[tuple[ActiveRun, Span, Exception]] = []
        for (run, span), future in finished:
            try:
                tallies, seconds = future.result()
                if run.is_active:
                    run.add(span, tallies, seconds)
                    grown[run] = None
            except (CancelledError, BrokenExecutor, OSError):
                self._lost(run, span)
            except Exception as error:
                failed.append((run, span, error))
        for run in grown:
            self._listener.progressed(run)
            run.pace.see_cost((time.thread_time() - start) / len(finished))
        for run, (first, end), failure in failed:
            if run.is_active:
                why = str(failure) or type(failure).__name__
                self._listener.failed(run, f"games {first:,} to {end - 1:,} could not be played: {why}")
        if not all(run.is_active for (run, _), _ in finished):
            self._events.put(None)  # a run is over: the next one begins, even if nothing else happens

    def _lost(self, run: ActiveRun, span: Span) -> None:
        """Make a span available again that was lost with its worker."""
        if run.is_active:
            run.playing.remove(span)
            run.run = replace(run.run, trouble="the workers cannot be reached: trying again")
            self._pause_until = time.monotonic() + LOST_SECONDS
            self._events.put(None)  # to be shown before the pause is over


def _urgency(run: ActiveRun, workers: int) -> float:
    """Return the sort key of a run: the seconds left, as they count. The least comes first."""
    running = run.running_since is not None
    return (RUNNING_COUNTS if running else 1) * run.work / workers - WAITING_COUNTS * run.waited


def _set_places(running: list[ActiveRun], waiting: list[ActiveRun], workers: int) -> None:
    """Set each run's place and seconds left; the runs that are played share the workers evenly."""
    for run in running:
        left = sum(min(run.work, other.work) for other in running) / workers
        run.run = replace(run.run, state=State.RUNNING, place=0, seconds_left=left)
    ahead = sum(run.work for run in running)
    for place, run in enumerate(waiting, 1):
        ahead += run.work
        run.run = replace(run.run, state=State.QUEUED, place=place, seconds_left=ahead / workers)


# Play one job to its end while the caller waits: a scheduler with a single run, and no store.

POLL_SECONDS: Final = 0.25
"""Time between two reports of progress."""


class PlayingFailed(Exception):  # noqa: N818, it names what happened
    """A job cannot go on; the text names the games that could not be played, and the reason."""


def play_here(
    job: Job,
    *,
    workers: int | None = None,
    block: int | None = None,
    on_progress: Callable[[Run], object] = lambda _: None,
) -> Run:
    """Play a job to its end in this process, on `workers` threads (None: all cores); return the run.

    Raises `PlayingFailed`.
    """
    for kernel in kernels_of(job):
        kernel.warm()  # before the clock runs that measures how fast games are
    threads = workers or os.cpu_count() or 1
    # Threads: the kernels hold no lock, and nothing has to be compiled or sent twice.
    with ThreadPoolExecutor(threads) as executor:
        return play_to_the_end(job, executor, workers=threads, block=block, on_progress=on_progress)


def play_to_the_end(
    job: Job,
    executor: Executor,
    *,
    workers: int,
    block: int | None = None,
    on_progress: Callable[[Run], object] = lambda _: None,
) -> Run:
    """Play all games of a job and return the run.

    Spans take the executor's `workers` about a quarter second, or have `block` games. This thread calls
    `on_progress` now and then. Raises `PlayingFailed`.
    """
    active = ActiveRun(Run(job, State.RUNNING), Pace(guess(job), block=block))
    listener = _OneRun()
    scheduler = Scheduler(executor, lambda: workers, at_once=1, listener=listener)
    try:
        scheduler.call(lambda: scheduler.active.update({active.key: active}))
        while not listener.over.wait(POLL_SECONDS):
            if listener.run is not None:
                on_progress(listener.run)
    finally:
        scheduler.close()
        active.set_running(False)
    if listener.trouble:
        raise PlayingFailed(listener.trouble)
    return replace(active.now, state=State.FINISHED)


class _OneRun:
    """Listener of a scheduler with one run."""

    def __init__(self) -> None:
        self.over = Event()
        self.run: Run | None = None
        self.trouble = ""

    def arranged(self, runs: list[ActiveRun]) -> None:
        self.run = runs[0].now if runs else None

    def progressed(self, run: ActiveRun) -> None:
        if run.games == run.job.games:
            self.over.set()

    def failed(self, run: ActiveRun, why: str) -> None:
        run.is_active = False
        self.trouble = why
        self.over.set()
