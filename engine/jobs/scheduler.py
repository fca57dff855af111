"""Share workers between active runs: hand out spans of games and add up their tallies."""

import os
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, Final

from engine.jobs.job import ActiveRun, Job, Pace, Run, Span, State, guess, kernels_of, play_span

# The scheduler: hands spans of games to workers and adds up their tallies, in a thread of its own.
#
# It does not know where runs are stored: it reports in its thread that a run has new games or failed.

WAITING_COUNTS: Final = 0.25
"""Seconds of work made up for by a second in the queue: large runs begin, however many small ones come."""
RUNNING_COUNTS: Final = 0.75
"""Share of its remaining work that counts for a run that is played: equal runs keep their places."""

CHECK_SECONDS: Final = 0.25
"""Time between two checks of whether kernels are compiled, and workers are asked again."""

LOST_SECONDS: Final = 1.0  # pause before the next task after workers could not be reached

Task = tuple[ActiveRun, Span]


class Scheduler:
    """Play the active runs, `at_once` at a time, those with the least left first.

    `progressed` is called with a run that has new games, `failed` with one that cannot go on and the reason.
    Jobs that are not `ready` get no worker.
    """

    def __init__(
        self,
        executor: Executor,
        workers: Callable[[], int],
        *,
        at_once: int,
        progressed: Callable[[ActiveRun], object],
        failed: Callable[[ActiveRun, str], object],
        ready: Callable[[Job], bool] = lambda _: True,
    ) -> None:
        self.lock = Lock()
        """Held while runs are added, removed or changed."""
        self.active: dict[str, ActiveRun] = {}
        self._executor = executor
        self._workers = workers
        self._at_once = at_once
        self._progressed = progressed
        self._failed = failed
        self._ready = ready
        self._unready = False
        self._events: SimpleQueue[Future[Any] | Callable[[], object]] = SimpleQueue()
        self._tasks: dict[Future[Any], Task] = {}
        self._task_number = 0
        self._arranged_at = time.monotonic()
        self._pause_until = 0.0
        """Time of the next task after workers were lost, else 0."""
        self._closing = Event()
        self._thread = Thread(target=self._work, name="war-room-scheduler", daemon=True)
        self._thread.start()

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the scheduler's thread, which then arranges the runs again."""
        self._events.put(function)

    def close(self) -> None:
        """End the thread after all earlier calls; the spans that workers have are lost."""
        self.call(self._closing.set)
        self._thread.join()
        for future in self._tasks:
            future.cancel()

    def _work(self) -> None:
        while not self._closing.is_set():
            self.step(self.pause)

    @property
    def pause(self) -> float | None:
        """How long events are waited for until it looks again by itself; None: for ever."""
        return CHECK_SECONDS if self._unready or self._pause_until else None

    def step(self, pause: float | None) -> None:
        """Wait for events at most `pause` seconds, handle them and hand out spans."""
        try:
            finished = self._wait(pause)
            for future, (run, _) in self._tasks.items():
                if not run.is_active:
                    future.cancel()
            # What is played and not yet saved is lost in a kill: no more of it than is ready now.
            self._take_in(finished)
            if not self._closing.is_set():
                self._arrange()
        except Exception as error:  # a mistake of ours must not leave every run waiting for ever
            for run in list(self.active.values()):
                self._failed(run, f"it cannot go on ({type(error).__name__}: {error})")

    def _wait(self, pause: float | None) -> list[tuple[Task, Future[Any]]]:
        """Wait for events, make the calls among them, and return the finished tasks."""
        events = []
        with suppress(Empty):
            events.append(self._events.get(timeout=pause))
            while True:
                events.append(self._events.get_nowait())
        finished = [(self._tasks.pop(event), event) for event in events if isinstance(event, Future)]
        for event in events:
            if not isinstance(event, Future):
                event()
        return finished

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
            can_take_brief = sum(run.is_brief for run in playing) <= workers
            spans = [
                (run, span)
                for run in running
                if (len(playing) <= workers or (can_take_brief and run.is_brief))
                and (span := run.next_span(share if run.is_brief else workers)) is not None
            ]
            if not spans:
                return tasks
            run, span = min(spans, key=lambda task: task[0].last_task)
            self._task_number += 1
            run.last_task = self._task_number
            run.playing.add(span)
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
        """Add up the finished spans, and report each run once."""
        grown: dict[ActiveRun, None] = {}
        failed: list[tuple[ActiveRun, Span, Exception]] = []
        for (run, span), future in finished:
            try:
                tallies, seconds = future.result()
                if run.run.summary is not None:
                    tallies = run.run.summary + tallies
            except (CancelledError, BrokenExecutor, OSError):
                self._lost(run, span)
            except Exception as error:
                failed.append((run, span, error))
            else:
                with self.lock:
                    if run.is_active:
                        run.add(span, tallies, seconds)
                        grown[run] = None
        for run in grown:
            self._progressed(run)
        for run, (first, end), failure in failed:
            why = str(failure) or type(failure).__name__
            self._failed(run, f"War Room could not play games {first:,} to {end - 1:,}: {why}")

    def _lost(self, run: ActiveRun, span: Span) -> None:
        """Make a span available again that was lost with its worker."""
        with self.lock:
            if run.is_active:
                run.playing.remove(span)
                run.run = replace(run.run, trouble="the workers cannot be reached: trying again")
                self._pause_until = time.monotonic() + LOST_SECONDS


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


def play_here(
    job: Job,
    *,
    workers: int | None = None,
    block: int | None = None,
    on_progress: Callable[[Run], object] = lambda _: None,
) -> Run:
    """Play all games of a job on `workers` threads of this process (None: all cores); return the run.

    Spans take a worker about a quarter second, or have `block` games. This thread calls `on_progress` now
    and then. Raises `RuntimeError` that names the games that could not be played, and the reason.
    """
    for kernel in kernels_of(job):
        kernel.warm()  # before the clock runs that measures how fast games are
    number = workers or os.cpu_count() or 1
    active = ActiveRun(Run(job, State.RUNNING), Pace(guess(job), block=block))
    over, troubles = Event(), list[str]()

    def progressed(run: ActiveRun) -> None:
        if run.is_complete:
            over.set()

    def failed(run: ActiveRun, why: str) -> None:
        run.is_active = False
        troubles.append(why)
        over.set()

    # Threads: the kernels hold no lock, and nothing has to be compiled or sent twice.
    with ThreadPoolExecutor(number) as players:
        scheduler = Scheduler(players, lambda: number, at_once=1, progressed=progressed, failed=failed)
        try:
            scheduler.call(lambda: scheduler.active.update({job.key(): active}))
            while not over.wait(POLL_SECONDS):
                with scheduler.lock:
                    now = active.now
                on_progress(now)
        finally:
            scheduler.close()
            active.set_running(False)
    if troubles:
        raise RuntimeError(troubles[0])
    return replace(active.now, state=State.FINISHED)
