"""Runs outside of any page: queued, played, watched, stopped, resumed."""

import atexit
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count
from threading import Condition, Lock
from typing import Any, Final, Self, TypeVar

from cachetools import LRUCache

from engine.jobs import job as jobs_job
from engine.jobs.compile_ahead import compile_beside, is_compiling
from engine.jobs.job import LEAST_SECONDS, Job, Pace, Spans, State, kernels_of
from engine.jobs.saved_runs import Entry, Ledger
from engine.jobs.scheduler import Foreman, Live, Standing
from engine.jobs.settings import Settings, settings
from engine.jobs.workers import Workers
from engine.rules import values
from engine.simulation.tallies import bytes_at_hand

# Runs as they are seen from outside, and the refusal of one that is too large.


class TooMuch(ValueError):  # noqa: N818, it names what is wrong
    """More than the settings allow; the text names the value and the cap."""


@dataclass(frozen=True)
class Run:
    """One run at one moment."""

    job: Job
    state: State
    summary: Any = field(default=None, compare=False)  # of one change there is only one
    """The tallies of the games that are done; None before the first."""
    games: int = 0
    spans: Spans = ()
    """Which games are done."""
    seconds: float = 0.0
    """How long it has been running."""
    per_second: float = 0.0
    seconds_left: float | None = None
    place: int = 0
    """Place in the queue: 1 is next, 0 does not wait."""
    change: int = 0
    """Larger whenever state or tallies are others: what was drawn for the same number is still right."""
    trouble: str = ""
    """The trouble it has, in one sentence."""

    @classmethod
    def of_entry(cls, entry: Entry, change: int) -> Self:
        """Return what the ledger has: finished or, whatever it was when it was written, stopped."""
        games = entry.summary.games
        return cls(
            job=entry.job,
            state=State.FINISHED if games == entry.job.games else State.STOPPED,
            summary=entry.summary,
            games=games,
            spans=entry.spans,
            seconds=entry.seconds,
            per_second=games / max(entry.seconds, 1e-9),
            change=change,
        )


# How fast jobs are played: guessed, tried with a few games, then seen, and remembered.

MOST_PACES: Final = 10_000


class Paces:
    """The pace of every job by what decides it: rules and pack, neither seed nor number of games."""

    def __init__(
        self, ledger: Ledger, probe: Callable[[Job, int, Callable[[float], object]], object]
    ) -> None:
        self._ledger = ledger
        self._probe = probe
        self._paces: dict[str, Pace] = {}

    def of(self, job: Job, *, probe: bool = False) -> Pace:
        """Return how a job goes as it was seen, or else a guess; with `probe` a worker tries it then.

        The pace is the same object for all who ask, and learns from whatever is played.
        """
        name = jobs_job.pace(job)
        if (pace := self._paces.get(name)) is not None:
            return pace
        seen = self._ledger.pace(name)
        pace = Pace(jobs_job.guess(job) if seen is None else seen, known=seen is not None)
        if len(self._paces) >= MOST_PACES:
            self._paces.clear()
        pace = self._paces.setdefault(name, pace)
        if probe and seen is None:
            games = min(pace.games_in(LEAST_SECONDS), job.games)
            self._probe(job, games, lambda seconds: pace.see(games, seconds))
        return pace

    def remember(self, job: Job) -> None:
        """Write down how a job goes, for after a restart."""
        self._ledger.set_pace(jobs_job.pace(job), self.of(job).per_second)


# Runs: jobs that go on whoever looks, in workers of their own, remembered by the ledger.
#
# A job is known by its key, so the same job asked for twice is one run. The runs with the least left
# go first; the others wait and are told their place. What comes back from the workers is added up here
# and written to the ledger, then shown: a kill loses a block a worker, no more.

__all__ = ["UNDER_WAY", "Run", "Runs", "State", "TooMuch", "runs"]

T = TypeVar("T")

UNDER_WAY: Final = (State.QUEUED, State.RUNNING)
"""States of a run that has not ended."""

MOST_KEPT: Final = 128 * 10**6
"""Bytes of tallies kept at hand of runs that are not under way; the ledger has the others."""

MOST_TALLIES: Final = 100 * 10**6
"""Bytes of one run's tallies: they are there several times over while workers bring more."""

ROOM_OF_RUN: Final = 10_000
"""Bytes that a run takes at hand beside its tallies, nearly."""

RECORD_SECONDS: Final = 0.015
RECORD_COUNTS: Final = 8
"""Tallies of many rule sets that take longer to write than that are written less often: so many times
as long lies between. A study is written after every span, but the last block at once."""

AT_ONCE_SECONDS: Final = 1.0
"""How long what is over soon may take: where the workers are kept from it, what is there is shown."""

CLEAR_EVERY: Final = 20
"""Runs that finish between two looks at whether the store is too large."""


class Runs:
    """All runs of this process. Any thread may ask; looking is cheap and waits for nothing."""

    def __init__(self, chosen: Settings, executor: Executor | None = None) -> None:
        self._settings = chosen
        self._executor = executor or _executor(chosen)
        self._ledger = Ledger(chosen.store, megabytes=chosen.store_megabytes, days=chosen.store_days)
        self._shown: dict[str, Run] = {}
        """Each run under way, as it is shown."""
        self._kept: LRUCache[str, Run] = LRUCache(MOST_KEPT, _size)
        """Other runs that somebody looked at lately."""
        self._changes = count(1)
        self._orders = count(1)
        self._finished = count(1)
        self._foreman = Foreman(
            self._executor, self._workers, at_once=chosen.runs_at_once, listener=self, ready=self._ready
        )
        self._lock = self._foreman.lock
        self._over = Condition(self._lock)
        """Told whenever a run is over."""
        self._paces = Paces(self._ledger, self._foreman.probe)
        for entry in self._ledger.unfinished():
            with suppress(TooMuch):
                self.start(entry.job)

    def look(self, job: Job) -> Run:
        """Return what there is of a job; nothing is started."""
        key = job.key()
        with self._lock:
            run = self._at_hand(key)
        if run is not None and run.state is not State.STOPPED:
            return run
        entry = self._ledger.load(job)
        if entry is None or entry.summary is None:
            return run or Run(job, State.ABSENT)
        with self._lock:
            now = self._at_hand(key)
            if now is not None and (now.state is not State.STOPPED or entry.summary.games < job.games):
                return now  # otherwise another server finished what was stopped here
            return self._keep(key, Run.of_entry(entry, next(self._changes)))

    def soon(self, job: Job, seconds: float) -> Run:
        """Return what there is of a job, but of a run that may be over so soon what there is in the end."""
        key, workers, lives = job.key(), self._workers(), self._foreman.lives
        with self._lock:
            live = lives.get(key)
            if live is not None:
                # Runs with less left go first, others take turns with it.
                ahead = sum(min(other.work, live.work) for other in lives.values())
                if ahead <= seconds * workers:
                    self._over.wait_for(lambda: lives.get(key) is not live, seconds)
        return self.look(job)

    def start(self, job: Job) -> Run:
        """Have a job played to its end, from what is done of it; asked twice, it is played once.

        Raises `TooMuch` for more games or tallies than a run may have, and where too many runs wait already.
        """
        self._refuse_if_large(job)
        run = self.look(job)
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
            live = Live(job, pace, order, begin.spans, begin.summary, begin.seconds)
            self._kept.pop(key, None)
            self._foreman.lives[key] = live
            run = self._show(live)
        self._foreman.do(lambda: self.progressed(live))
        return run

    def stop(self, job: Job) -> Run:
        """End a run and keep what is there."""
        with self._lock:
            live = self._foreman.lives.get(job.key())
            run = self._end(live, State.STOPPED) if live is not None else None
        if run is None:
            return self.look(job)
        self._foreman.do(lambda: self._record(run))
        return run

    def seconds_for(self, job: Job) -> float:
        """Return about how long a job takes once it is its turn, less what is done of it already.

        The first answer about new rules is a guess; a worker then plays a few games, and later ones know.
        """
        pace = self._paces.of(job, probe=True)
        done = max(self.look(job).games, self._ledger.games_of_prefix(job))
        return max(0, job.games - done) / (pace.per_second * self._workers())

    def ask(self, function: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """Have a worker answer a question that is no run; the first worker that is free takes it."""
        submit: Callable[..., Future[T]] = getattr(self._executor, "submit_first", self._executor.submit)
        return submit(function, *arguments, **named)

    def give_up(self, question: Future[Any]) -> None:
        """Stop a question whose answer nobody wants any more, where the workers can be told."""
        getattr(self._executor, "give_up", Future.cancel)(question)

    def kept(self, question: str) -> str | None:
        """Return what was answered to a question, before a restart too; None where that is not kept."""
        return self._ledger.answer(question)

    def keep(self, question: str, answer: str) -> None:
        """Keep what a worker answered, for whoever asks next."""
        self._ledger.keep_answer(question, answer)

    def store_trouble(self) -> str:
        """Return in one sentence what is wrong with the store, or nothing."""
        return self._ledger.trouble

    def warm(self) -> None:
        """Start the workers, so that the first run need not wait for them."""
        if isinstance(self._executor, Workers):
            self._executor.start()

    def close(self) -> None:
        """End workers and threads; what is done of runs under way is written, and goes on another time."""
        self._foreman.close()
        with self._lock:
            lives = list(self._foreman.lives.values())
        for live in lives:
            if live.games > live.written:
                self._write(live, State.RUNNING)
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._ledger.close()

    def arranged(self, standings: list[Standing]) -> None:
        """Show where everyone stands; the foreman tells, with the lock held."""
        for standing in standings:
            live = standing.live
            key = live.key
            run = self._shown[key]
            state = State.QUEUED if standing.place else State.RUNNING
            self._shown[key] = replace(
                run,
                state=state,
                place=standing.place,
                seconds=live.seconds,
                per_second=live.per_second,
                seconds_left=standing.seconds_left,
                trouble=live.trouble,
                change=run.change if state is run.state else next(self._changes),
            )

    def progressed(self, live: Live) -> None:
        """Write down and show what is done of a run; the foreman tells."""
        complete = live.games == live.job.games
        now = time.monotonic()
        lately = bool(live.record_again) and now < live.record_again + AT_ONCE_SECONDS
        if not complete and lately and live.ends_soon(self._workers()):
            return  # written and shown with the rest
        if complete or now >= live.record_again:
            start = time.thread_time()
            self._write(live, State.FINISHED if complete else State.RUNNING)
            cost = time.thread_time() - start
            pause = RECORD_COUNTS * cost if cost > RECORD_SECONDS else 0.0
            live.record_again = time.monotonic() + pause
        with self._lock:
            stopped = not live.wanted
            if not stopped:
                self._show(live)
            if complete and not stopped:
                self._end(live, State.FINISHED)
        if stopped and not complete:  # while it was written down
            self._write(live, State.STOPPED)
        if complete:
            self._paces.remember(live.job)
            if next(self._finished) % CLEAR_EVERY == 0:
                self._ledger.clear()

    def failed(self, live: Live, why: str) -> None:
        """End a run that cannot go on; the foreman tells."""
        with self._lock:
            if not live.wanted:
                return
            self._show(live)
            run = self._end(live, State.FAILED, why)
        # After a restart there is no reason left not to try again.
        self._record(replace(run, state=State.STOPPED))

    def _at_hand(self, key: str) -> Run | None:
        return self._shown.get(key) or self._kept.get(key)

    def _keep(self, key: str, run: Run) -> Run:
        self._kept[key] = run
        return run

    def _show(self, live: Live) -> Run:
        """Show the tallies of a run as they are now."""
        before = self._shown.get(live.key) or self._first_look(live.job)
        same = before.change and before.games == live.games
        run = replace(
            before,
            summary=live.summary,
            games=live.games,
            spans=live.done,
            seconds=live.seconds,
            per_second=live.per_second,
            change=before.change if same else next(self._changes),
        )
        self._shown[live.key] = run
        return run

    def _first_look(self, job: Job) -> Run:
        """Return what is seen of a run until the foreman has looked at it: at worst it is the last."""
        place = max(0, len(self._shown) - self._settings.runs_at_once + 1)
        return Run(job, State.QUEUED if place else State.RUNNING, place=place)

    def _end(self, live: Live, state: State, why: str = "") -> Run:
        """Take a run from those under way, with the tallies that are shown."""
        live.wanted = False
        del self._foreman.lives[live.key]
        self._over.notify_all()
        run = self._shown.pop(live.key)
        rate = run.games / max(run.seconds, 1e-9)
        left = 0.0 if state is State.FINISHED else None
        change = next(self._changes)
        run = replace(
            run, state=state, place=0, per_second=rate, seconds_left=left, trouble=why, change=change
        )
        return self._keep(live.key, run)

    def _record(self, run: Run) -> None:
        self._ledger.record(run.job, run.state, run.spans, run.summary, run.seconds)

    def _write(self, live: Live, state: State) -> None:
        self._ledger.record(live.job, state, live.done, live.summary, live.seconds)
        live.written = live.games

    def _furthest(self, job: Job, run: Run) -> Run | Entry:
        """Return what a job can begin with: the most that is done of it or of one with other games."""
        begun: list[Run | Entry] = [run]
        if (entry := self._ledger.largest_prefix(job)) is not None:
            begun.append(entry)
        stem = jobs_job.stem(job)
        with self._lock:
            lives = self._foreman.lives.values()
            others = [self._shown[live.key] for live in lives if jobs_job.stem(live.job) == stem]
        begun += [other for other in others if other.spans and other.spans[-1][1] <= job.games]
        return max(begun, key=lambda one: one.summary.games if one.summary else 0)

    def _refuse_if_large(self, job: Job) -> None:
        most = self._settings.most_games
        if job.games > most:
            raise TooMuch(f"{job.games:,} games are too many for one run: take at most {most:,}")
        studies = job.studies()
        of_one = bytes_at_hand(studies[0].pack) / 10**6
        of_all = of_one * len(studies)
        if of_all > MOST_TALLIES / 10**6:
            sets = f", {of_all:,.0f} MB for {len(studies)}" if len(studies) > 1 else ""
            raise TooMuch(
                f"the tallies of a pack of {studies[0].pack.text} take {of_one:,.0f} MB a rule set{sets}: "
                f"take fewer ranks, cards or rule sets, for at most {MOST_TALLIES // 10**6} MB"
            )

    def _refuse_if_full(self) -> None:
        waiting = len(self._shown) - self._settings.runs_at_once
        most = self._settings.most_waiting
        if waiting >= most:
            raise TooMuch(
                f"{values.count(waiting, 'run is', 'runs are')} waiting already and at most {most} may: "
                "try again later"
            )

    def _ready(self, job: Job) -> bool:
        """Return whether workers can play a job at once: its kernels are not being compiled for them."""
        return not isinstance(self._executor, Workers) or not is_compiling(kernels_of(job))

    def _prepare(self, job: Job) -> None:
        """Have the kernels of a job compiled that are missing. Other machines do so for themselves."""
        if isinstance(self._executor, Workers):
            compile_beside(kernels_of(job), self._settings.workers, nice=self._settings.nice)

    def _workers(self) -> int:
        return max(1, int(getattr(self._executor, "count", self._settings.workers)))


def _size(run: Run) -> int:
    """Return how many bytes a run takes at hand, nearly; one that is too large takes all the room."""
    tallies = 0 if run.summary is None else sum(bytes_at_hand(study.pack) for study in run.job.studies())
    return min(ROOM_OF_RUN + tallies, MOST_KEPT)


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
