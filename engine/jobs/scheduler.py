"""Share workers between active runs: hand out spans of games, take in what comes back."""

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

# An active run: what is done of it, what is being played, how fast it goes, when it will be done.

SPAN_SECONDS: Final = 0.25
"""Play that a worker is given at a time: little enough to be lost or cancelled, much enough to pay."""
MOST_SPAN_SECONDS: Final = 0.5
COST_COUNTS: Final = 12
"""How many times what a span costs this process it must be worth: tallies of a dozen rule sets are
megabytes, and visitors who read pages meanwhile should not notice."""
RATE_SECONDS: Final = 5.0
"""How many seconds of the past the rate that is shown covers."""


@dataclass(eq=False)
class ActiveRun:
    """A run that waits or is played, and what the scheduler knows of it. Only its thread changes it."""

    run: Run
    """The run when a span was last added, its clock was last stopped, or its place was last set."""
    pace: Pace
    order: int = 0
    """How many runs were started before."""
    playing: set[Span] = field(default_factory=set)
    """The spans that are being played."""
    is_active: bool = True
    """Whether it still waits or runs; set with the scheduler's lock held."""
    turn: int = 0
    """When it last had a span handed out, counted in spans."""
    waited: float = 0.0
    """Seconds it had to wait for its turn."""
    running_since: float | None = None
    games_saved: int = 0
    """How many of its games were done when it was last saved."""
    save_again: float = 0.0
    """When it is to be saved again at the earliest, by the monotonic clock."""
    _seen: deque[tuple[float, int]] = field(default_factory=deque)

    @property
    def job(self) -> Job:
        """What is played."""
        return self.run.job

    @cached_property
    def key(self) -> str:
        """The name of its job."""
        return self.job.key()

    @property
    def games(self) -> int:
        """How many games are done."""
        return self.run.games

    @property
    def seconds(self) -> float:
        """How long it has been running, waiting left out."""
        since = self.running_since
        return self.run.seconds + (0.0 if since is None else time.monotonic() - since)

    @property
    def per_second(self) -> float:
        """Games a second over the last few seconds; 0 while that is not known."""
        if len(self._seen) < 2:
            return 0.0
        (then, before), (now, games) = self._seen[0], self._seen[-1]
        return (games - before) / max(now - then, 1e-9)

    @property
    def work(self) -> float:
        """Seconds one worker would need for the rest."""
        return (self.job.games - self.games) / self.pace.per_second

    @property
    def is_brief(self) -> bool:
        """Whether what is left is done in a moment."""
        return self.work <= BRIEF_SECONDS

    @property
    def now(self) -> Run:
        """The run as it is now, by its clock."""
        return replace(self.run, seconds=self.seconds, per_second=self.per_second)

    def ends_soon(self, workers: int) -> bool:
        """Return whether no more is left than a span for each worker: what a kill would lose anyhow."""
        return self.work <= SPAN_SECONDS * workers

    def set_running(self, running: bool) -> None:
        """Start its clock, or stop it."""
        if running and self.running_since is None:
            self.running_since = time.monotonic()
            self._seen.clear()
            self._see()
        elif not running and self.running_since is not None:
            self.run = replace(self.run, seconds=self.seconds)
            self.running_since = None

    def next_span(self, workers: int) -> Span | None:
        """Return the games to be played next, or None if all are taken.

        About as many as take a worker a quarter second, fewer where the rest would keep one worker
        busy and leave the others idle, but as many as are worth what a span costs this process.
        """
        pays = COST_COUNTS * self.pace.cost
        worth = min(max(SPAN_SECONDS, pays), MOST_SPAN_SECONDS)
        taken = reduce(jobs_job.joined, self.playing, self.run.spans)
        left = self.job.games - jobs_job.count(taken)
        fair = max(-(-left // workers), self.pace.games_in(max(LEAST_SECONDS, pays)))
        size = min(self.pace.games_in(worth), fair)
        return jobs_job.gap(taken, self.job.games, size)

    def take(self, span: Span, turn: int) -> None:
        """Note that a span is being played."""
        self.playing.add(span)
        self.turn = turn

    def add(self, span: Span, tallies: Any, seconds: float) -> None:
        """Take in a span that is done."""
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


# The scheduler: hands spans of games to workers and takes in what they bring, in a thread of its own.
#
# It knows nothing of where runs are stored or shown: a `Listener` is told of every change.

WAITING_COUNTS: Final = 0.25
"""How many seconds less a run seems to need for each second it waited, so that a large one gets its
turn in the end however many small ones come."""
RUNNING_COUNTS: Final = 0.75
"""How much of the time a run needs seems to be left once it runs, so that equal ones do not change
places all the time."""

BRIEF_SECONDS: Final = 1.0
"""Work, as one worker does it, that is handed out at once and goes before the spans of longer runs: a page
waits for it."""

UNREADY_SECONDS: Final = 0.25
"""Pause before it is asked again whether the kernels of a run are there."""

LOST_SECONDS: Final = 1.0
"""Pause before the workers are asked again after they could not be reached."""


class Listener(Protocol):
    """Is told how runs go on; by the scheduler's thread alone, `arranged` with the scheduler's lock held."""

    def arranged(self, runs: list[ActiveRun]) -> None:
        """These runs have this place and time left now."""

    def progressed(self, run: ActiveRun) -> None:
        """More games of a run are done."""

    def failed(self, run: ActiveRun, why: str) -> None:
        """A run cannot go on."""


Task = tuple[ActiveRun, Span]
"""A span of a run that a worker plays."""


class Scheduler:
    """Plays the runs that are added, `at_once` at a time, those with the least left first."""

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
        """Whether workers can play a job at once: no span of another is handed out."""
        self._unready = False
        self._events: SimpleQueue[Future[Any] | Callable[[], object] | None] = SimpleQueue()
        self._tasks: dict[Future[Any], Task] = {}
        self._turns = 0
        self._arranged_at = time.monotonic()
        self._pause_until = 0.0
        """When the workers are asked again, 0 where none were lost. It stays until they were asked: with
        no task under way there is no other event to wait for."""
        self._closing = False
        self._thread = Thread(target=self._work, name="war-room-scheduler", daemon=True)
        self._thread.start()

    def call(self, function: Callable[[], object]) -> None:
        """Have the scheduler's thread call a function, then arrange the runs again."""
        self._events.put(function)

    def probe(self, job: Job, games: int, on_seconds: Callable[[float], object]) -> None:
        """Have a worker play a few games of a job, and its seconds passed on by the scheduler's thread."""

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
        """End the thread once it has done what it was asked; the spans that are being played are lost."""
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
        """Wait for what happens, at most `pause` seconds, take it in and hand out spans."""
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
        """Return in how many seconds there is something to do even if nothing happens; None: never."""
        pause = max(0.0, self._pause_until - time.monotonic()) if self._pause_until else None
        if self._unready:
            return UNREADY_SECONDS if pause is None else min(pause, UNREADY_SECONDS)
        return pause

    def _wait(self, pause: float | None) -> list[tuple[Task, Future[Any]]]:
        """Wait for events, call what was asked for, and return the tasks that finished."""
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
        """Cancel the tasks of stopped runs that still wait for a worker."""
        for future, (run, _) in self._tasks.items():
            if not run.is_active:
                future.cancel()

    def _arrange(self) -> None:
        """Choose the runs that are played now, and give the workers enough to do."""
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
        """Choose spans so that every worker has one and one more is ready; the runs take turns.

        Those of brief runs, which go first, are chosen as if there were no others: these share the workers,
        each whole to one of them where there are enough, for what is parted has to be put together again.
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
            run, span = min(spans, key=lambda task: task[0].turn)
            self._turns += 1
            run.take(span, self._turns)
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
        """Add up what came back, and tell the listener once for each run."""
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
        """Have a span played again that was lost with its workers."""
        if run.is_active:
            run.playing.remove(span)
            run.run = replace(run.run, trouble="the workers cannot be reached: trying again")
            self._pause_until = time.monotonic() + LOST_SECONDS
            self._events.put(None)  # to be shown before the pause is over


def _urgency(run: ActiveRun, workers: int) -> float:
    """Return what decides which run is next: the seconds left, as they count. The least comes first."""
    running = run.running_since is not None
    return (RUNNING_COUNTS if running else 1) * run.work / workers - WAITING_COUNTS * run.waited


def _set_places(running: list[ActiveRun], waiting: list[ActiveRun], workers: int) -> None:
    """Set each run's place and its seconds left: those being played share the workers evenly."""
    for run in running:
        left = sum(min(run.work, other.work) for other in running) / workers
        run.run = replace(run.run, state=State.RUNNING, place=0, seconds_left=left)
    ahead = sum(run.work for run in running)
    for place, run in enumerate(waiting, 1):
        ahead += run.work
        run.run = replace(run.run, state=State.QUEUED, place=place, seconds_left=ahead / workers)


# One job played to its end while the caller waits: a scheduler with a single run, and no store.

POLL_SECONDS: Final = 0.25
"""Time between two reports of how far the job is."""


class PlayingFailed(Exception):  # noqa: N818, it names what happened
    """A job cannot go on; the text says which games could not be played, and why."""


def play_here(
    job: Job,
    *,
    workers: int | None = None,
    block: int | None = None,
    on_progress: Callable[[Run], object] = lambda _: None,
) -> Run:
    """Play a job to its end in this process, on `workers` threads (all cores if None); return the run.

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

    The executor's `workers` are given spans of about a quarter second, or of `block` games. This thread
    calls `on_progress` now and then with how far the job is. Raises `PlayingFailed`.
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
    """Is told by the scheduler how the only run goes on."""

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
