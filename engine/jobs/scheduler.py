"""Share workers between active jobs."""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, reduce
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, Protocol

from engine.jobs import job
from engine.jobs.job import LEAST_SECONDS, Job, Pace, Span, Spans, play_span, probe

# A run under way: what is done of it, what is being played, how fast it goes, when it will be done.

SPAN_SECONDS: Final = 0.25
"""Play that a worker is given at a time: little enough to be lost or cancelled, much enough to pay."""
MOST_SPAN_SECONDS: Final = 0.5
COST_COUNTS: Final = 12
"""How many times what a span costs this process it must be worth: tallies of a dozen rule sets are
megabytes, and whoever looks at pages meanwhile should not notice."""
RATE_SECONDS: Final = 5.0
"""How far back the rate looks that is shown."""


@dataclass(eq=False)
class Live:
    """A run that is waiting or running. Only the foreman's thread changes it."""

    job: Job
    pace: Pace
    order: int = 0
    """How many runs were started before."""
    done: Spans = ()
    summary: Any = None
    """The tallies of what is done."""
    seconds_before: float = 0.0
    """How long it had been running when its clock was last stopped."""
    flying: set[Span] = field(default_factory=set)
    """The spans that are being played."""
    wanted: bool = True
    """Whether it still waits or runs; set with the foreman's lock held."""
    turn: int = 0
    """When it last had a span handed out, counted in spans."""
    waited: float = 0.0
    """Seconds it had to wait for its turn."""
    running_since: float | None = None
    written: int = 0
    """How many of its games were done when it was last written down."""
    record_again: float = 0.0
    """When it is to be written down again at the earliest, by the monotonic clock."""
    trouble: str = ""
    _seen: deque[tuple[float, int]] = field(default_factory=deque)

    @cached_property
    def key(self) -> str:
        """The name of its job."""
        return self.job.key()

    @property
    def games(self) -> int:
        """How many games are done."""
        return job.count(self.done)

    @property
    def seconds(self) -> float:
        """How long it has been running, waiting left out."""
        since = self.running_since
        return self.seconds_before + (0.0 if since is None else time.monotonic() - since)

    @property
    def per_second(self) -> float:
        """Games a second over the last few seconds; 0 until it can be told."""
        if len(self._seen) < 2:
            return 0.0
        (then, before), (now, games) = self._seen[0], self._seen[-1]
        return (games - before) / max(now - then, 1e-9)

    @property
    def work(self) -> float:
        """Seconds one worker would need for the rest."""
        return (self.job.games - self.games) / self.pace.per_second

    def ends_soon(self, workers: int) -> bool:
        """Say whether no more is left than a span for each worker: what a kill would lose anyhow."""
        return self.work <= SPAN_SECONDS * workers

    def run(self, running: bool) -> None:
        """Set its clock going, or stop it."""
        if running and self.running_since is None:
            self.running_since = time.monotonic()
            self._seen.clear()
            self._see()
        elif not running and self.running_since is not None:
            self.seconds_before = self.seconds
            self.running_since = None

    def next_span(self, workers: int) -> Span | None:
        """Return the games to be played next, or None if all are taken.

        About as many as take a worker a quarter second, fewer where the rest would keep one worker
        busy and leave the others idle, but as many as are worth what a span costs this process.
        """
        pays = COST_COUNTS * self.pace.cost
        worth = min(max(SPAN_SECONDS, pays), MOST_SPAN_SECONDS)
        taken = reduce(job.joined, self.flying, self.done)
        left = self.job.games - job.count(taken)
        fair = max(-(-left // workers), self.pace.games_in(max(LEAST_SECONDS, pays)))
        size = min(self.pace.games_in(worth), fair)
        return job.gap(taken, self.job.games, size)

    def take(self, span: Span, turn: int) -> None:
        """Note that a span is being played."""
        self.flying.add(span)
        self.turn = turn

    def lose(self, span: Span) -> None:
        """Note that a span was not played after all."""
        self.flying.remove(span)

    def add(self, span: Span, tallies: Any, seconds: float) -> None:
        """Take in a span that is done."""
        self.flying.remove(span)
        self.done = job.joined(self.done, span)
        self.summary = tallies if self.summary is None else self.summary + tallies
        self.trouble = ""
        self.pace.see(span[1] - span[0], seconds)
        self._see()

    def _see(self) -> None:
        now = time.monotonic()
        self._seen.append((now, self.games))
        while len(self._seen) > 2 and self._seen[0][0] < now - RATE_SECONDS:
            self._seen.popleft()


# The foreman: hands spans of games to workers and takes in what they bring, in a thread of its own.
#
# The foreman knows runs as `Live` and nothing of where they are written or shown: a `Listener` hears of them.

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


@dataclass(frozen=True)
class Standing:
    """Where a live run stands."""

    live: Live
    place: int
    """0 is being played, 1 is next."""
    seconds_left: float


class Listener(Protocol):
    """Hears how runs go on; from the foreman's thread alone, `arranged` with the foreman's lock held."""

    def arranged(self, standings: list[Standing]) -> None:
        """The runs stand so now."""

    def progressed(self, live: Live) -> None:
        """More games of a run are done."""

    def failed(self, live: Live, why: str) -> None:
        """A run cannot go on."""


Flight = tuple[Live, Span]
"""A span of a run that is being played."""


class Foreman:
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
        self.lives: dict[str, Live] = {}
        """The runs that wait or are played, by key."""
        self._executor = executor
        self._workers = workers
        self._at_once = at_once
        self._listener = listener
        self._ready = ready
        """Whether workers can play a job at once: no span of another is handed out."""
        self._unready = False
        self._events: SimpleQueue[Future[Any] | Callable[[], object] | None] = SimpleQueue()
        self._flights: dict[Future[Any], Flight] = {}
        self._turns = 0
        self._arranged_at = time.monotonic()
        self._pause_until = 0.0
        """When the workers are asked again, 0 where none were lost. It stands until they were asked: with
        nothing in flight there is no other event to wait for."""
        self._closing = False
        self._thread = Thread(target=self._work, name="war-room-foreman", daemon=True)
        self._thread.start()

    def do(self, task: Callable[[], object]) -> None:
        """Have the foreman's thread do something, then look at the runs again."""
        self._events.put(task)

    def probe(self, job: Job, games: int, told: Callable[[float], object]) -> None:
        """Have a worker play a few games of a job, and say in how many seconds, by the foreman's thread."""

        def tell(future: Future[float]) -> None:
            if not future.cancelled() and future.exception() is None:
                told(future.result())

        def ask() -> None:
            with suppress(Exception):  # no workers to be had: nothing is known then
                if not self._ready(job):
                    return
                future = self._executor.submit(probe, job, games)
                future.add_done_callback(lambda future: self.do(lambda: tell(future)))

        self.do(ask)

    def close(self) -> None:
        """End the thread; the spans that are being played are lost."""
        self._closing = True
        self._events.put(None)
        self._thread.join()
        for future in self._flights:
            future.cancel()

    def _work(self) -> None:
        while not self._closing:
            try:
                landed = self._wait()
                self._let_go()
                # What is played and not yet written down is lost in a kill: no more of it than lies ready.
                self._take_in(landed)
                if not self._closing:
                    self._arrange()
            except Exception as error:  # a mistake of ours must not leave everybody waiting for ever
                for live in list(self.lives.values()):
                    self._listener.failed(live, f"it cannot go on ({type(error).__name__}: {error})")

    def _wait(self) -> list[tuple[Flight, Future[Any]]]:
        """Wait until something happened, do what was asked for, and return the flights that landed."""
        pause = max(0.0, self._pause_until - time.monotonic()) if self._pause_until else None
        if self._unready:
            pause = UNREADY_SECONDS if pause is None else min(pause, UNREADY_SECONDS)
        events = []
        with suppress(Empty):
            events.append(self._events.get(timeout=pause))
            while True:
                events.append(self._events.get_nowait())
        landed = [(self._flights.pop(event), event) for event in events if isinstance(event, Future)]
        for event in events:
            if event is not None and not isinstance(event, Future):
                event()
        return landed

    def _let_go(self) -> None:
        """Take back what is still waiting for a worker of runs that are no more."""
        for future, (live, _) in self._flights.items():
            if not live.wanted:
                future.cancel()

    def _arrange(self) -> None:
        """Say which runs are played now, and give the workers enough to do."""
        workers = self._workers()
        with self.lock:
            now = time.monotonic()
            passed, self._arranged_at = now - self._arranged_at, now
            for live in self.lives.values():
                if live.running_since is None:
                    live.waited += passed
            order = sorted(self.lives.values(), key=lambda live: (_urgency(live, workers), live.order))
            running, waiting = order[: self._at_once], order[self._at_once :]
            for live in order:
                live.run(live in running)
            self._listener.arranged(_standings(running, waiting, workers))
            given: list[Flight] = []
            ready = [live for live in running if self._ready(live.job)]
            self._unready = len(ready) < len(running)
            if now >= self._pause_until:
                self._pause_until = 0.0
                given = self._spans(ready, workers)
        for live, span in given:
            self._hand_out(live, span)

    def _spans(self, running: list[Live], workers: int) -> list[Flight]:
        """Choose spans so that every worker has one and one more lies ready; the runs take turns.

        Those of brief runs, which go first, are chosen as if there were no others: these share the workers,
        each whole to one of them where there are enough, for what is parted has to be put together again.
        """
        given: list[Flight] = []
        share = -(-workers // max(1, sum(map(_is_brief, running))))
        while True:
            flying = [live for live, _ in (*self._flights.values(), *given)]
            eager = sum(map(_is_brief, flying)) <= workers
            spans = [
                (live, span)
                for live in running
                if (len(flying) <= workers or (eager and _is_brief(live)))
                and (span := live.next_span(share if _is_brief(live) else workers)) is not None
            ]
            if not spans:
                break
            live, span = min(spans, key=lambda pair: pair[0].turn)
            self._turns += 1
            live.take(span, self._turns)
            given.append((live, span))
        return given

    def _hand_out(self, live: Live, span: Span) -> None:
        first, end = span
        submit = self._executor.submit
        if _is_brief(live):
            submit = getattr(self._executor, "submit_first", submit)
        try:
            future = submit(play_span, live.job, first, end - first)
        except Exception:  # whatever an executor says when it has no workers
            self._lost(live, span)
        else:
            self._flights[future] = live, span
            future.add_done_callback(self._events.put)

    def _take_in(self, landed: list[tuple[Flight, Future[Any]]]) -> None:
        """Add up what came back, and say so once for each run."""
        start = time.thread_time()
        grown: dict[Live, None] = {}
        failed: list[tuple[Live, Span, Exception]] = []
        for (live, span), future in landed:
            try:
                tallies, seconds = future.result()
                if live.wanted:
                    live.add(span, tallies, seconds)
                    grown[live] = None
            except (CancelledError, BrokenExecutor, OSError):
                self._lost(live, span)
            except Exception as error:
                failed.append((live, span, error))
        for live in grown:
            self._listener.progressed(live)
            live.pace.see_cost((time.thread_time() - start) / len(landed))
        for live, (first, end), failure in failed:
            if live.wanted:
                why = str(failure) or type(failure).__name__
                self._listener.failed(live, f"games {first:,} to {end - 1:,} could not be played: {why}")
        if not all(live.wanted for (live, _), _ in landed):
            self._events.put(None)  # a run is over: whoever waits is next, even if nothing else happens

    def _lost(self, live: Live, span: Span) -> None:
        """Have a span played again that was lost with its workers."""
        if live.wanted:
            live.lose(span)
            live.trouble = "the workers cannot be reached: trying again"
            self._pause_until = time.monotonic() + LOST_SECONDS
            self._events.put(None)  # to be shown before the pause is over


def _is_brief(live: Live) -> bool:
    """Say whether what is left of a run is done in a moment."""
    return live.work <= BRIEF_SECONDS


def _urgency(live: Live, workers: int) -> float:
    """Return what decides who is next: the seconds left, as they count. The least comes first."""
    running = live.running_since is not None
    return (RUNNING_COUNTS if running else 1) * live.work / workers - WAITING_COUNTS * live.waited


def _standings(running: list[Live], waiting: list[Live], workers: int) -> list[Standing]:
    """Say where everyone stands and when he will be done: those being played share the workers evenly."""
    standings = [
        Standing(live, 0, sum(min(live.work, other.work) for other in running) / workers) for live in running
    ]
    ahead = sum(live.work for live in running)
    for number, live in enumerate(waiting, 1):
        ahead += live.work
        standings.append(Standing(live, number, ahead / workers))
    return standings
