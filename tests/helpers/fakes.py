"""Runs without threads, processes or time: a clock that a test moves, and workers that do what it says."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self
from unittest.mock import Mock

import pytest

from engine.cards import Pack
from engine.jobs import Settings, Workers, scheduler, store
from engine.jobs import job as jobs_job
from engine.jobs import registry as runs
from engine.jobs.job import Job, Run, play_span
from engine.jobs.registry import Runs
from engine.jobs.store import Store
from engine.rules import PLAYABLE
from engine.simulation import Study

GAMES_A_SECOND: Final = 1_000  # what the bench says that one worker played before: a span is 250 games
STUDY: Final = Study(rules=PLAYABLE["code-golf"], games=2_000, seed=3, pack=Pack(8, 4))


def job(games: int = STUDY.games, seed: int = STUDY.seed) -> Study:
    return replace(STUDY, games=games, seed=seed)


class Clock:
    """Stands in for the module `time`."""

    now = 1_000.0
    ahead = 0.0
    """How much the clock on the wall is ahead of the one that only goes forward."""

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now + self.ahead

    def thread_time(self) -> float:
        return 0.0


@dataclass(frozen=True)
class Played:
    """Tallies that are just the games they are of, a bit a game: to count one twice fails."""

    bits: int

    @classmethod
    def of(cls, *spans: tuple[int, int]) -> Self:
        return cls(sum((1 << end) - (1 << first) for first, end in spans))

    @property
    def games(self) -> int:
        return self.bits.bit_count()

    def __add__(self, other: "Played") -> "Played":
        assert not self.bits & other.bits, "a game was counted twice"
        return Played(self.bits | other.bits)

    def to_bytes(self) -> bytes:
        return self.bits.to_bytes(self.bits.bit_length() // 8 + 1, "big")

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        return cls(int.from_bytes(content, "big"))


@dataclass(eq=False)
class Task:
    """A call that waits for a worker or is at one."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    first: bool = False
    """Whether it was to go before others."""
    future: "Future[Any]" = field(default_factory=Future)

    @property
    def job(self) -> Job:
        job: Job = self.arguments[0]
        return job

    @property
    def span(self) -> tuple[int, int]:
        _, first, count = self.arguments
        return first, first + count

    def finish(self, per_second: float = GAMES_A_SECOND) -> None:
        first, end = self.span
        self.future.set_result((Played.of(self.span), (end - first) / per_second))


class FakeWorkers(Workers):
    """Takes calls and leaves it to the test what becomes of them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.waiting: list[Task] = []
        self.begun: list[Task] = []
        self.away = False

    def start(self) -> None: ...

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> "Future[Any]":
        return self._insert(len(self.waiting), Task(work, arguments))

    def submit_first(self, work: Callable[..., Any], /, *arguments: Any, **_: Any) -> "Future[Any]":
        return self._insert(sum(task.first for task in self.waiting), Task(work, arguments, first=True))

    def _insert(self, place: int, task: Task) -> "Future[Any]":
        if self.away:
            raise OSError("no one there")
        self.waiting.insert(place, task)
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...

    def playing(self) -> list[Task]:
        """Return what is being played: calls are begun while a worker is free."""
        self.begun = [task for task in self.begun if not task.future.done()]
        while self.waiting and len(self.begun) < self.count:
            task = self.waiting.pop(0)
            if task.work is play_span and task.future.set_running_or_notify_cancel():
                self.begun.append(task)
        return self.begun

    def to_play(self) -> list[Task]:
        """Return what is being played and what waits for it."""
        return [task for task in (*self.playing(), *self.waiting) if not task.future.done()]


class Bench:
    """A server's runs on fake workers, whose scheduler takes a step only when told to.

    Its thread runs when it is waited for.
    """

    def __init__(self, folder: Path, **chosen: Any) -> None:
        self.clock = Clock()
        self.compiling = False
        self.patch = pytest.MonkeyPatch()
        for module in (jobs_job, runs, scheduler, store):
            self.patch.setattr(module, "time", self.clock)
        self.patch.setattr(store, "BUSY_SECONDS", 0.0)
        self.patch.setattr(scheduler, "Thread", lambda target, **_: Mock(join=target))
        self.patch.setattr(runs, "is_compiling", lambda _: self.compiling)
        self.patch.setattr(runs, "compile_in_background", Mock())
        self.patch.setattr(jobs_job, "_tallies_of", lambda _, content: Played.from_bytes(content))
        self.path = folder / "own" / "runs.sqlite"
        self._chosen = {"workers": 2, "store": self.path, **chosen}
        if self._chosen["store"] == self.path:
            with_pace = Store(self.path)
            with_pace.save_pace(jobs_job.pace(STUDY), GAMES_A_SECOND)
            with_pace.close()
        self.open()

    def open(self) -> None:
        """Start a server on the store."""
        chosen = Settings(**self._chosen)
        self.workers = FakeWorkers(chosen.workers)
        self.runs = Runs(chosen, self.workers)
        self.step()

    def step(self, seconds: float = 0.0) -> None:
        """Let time pass, and the scheduler do what it would do by itself."""
        self.clock.now += seconds
        made = self.runs._scheduler
        if made.pause is not None:
            made.step(0.0)
        while not made._events.empty():
            made.step(0.0)

    def wait(self, seconds: float) -> None:
        """Let time pass until something happens that is no run's concern."""
        self.runs._scheduler.call(lambda: None)
        self.step(seconds)

    def start(self, *jobs: Job) -> Run:
        """Start runs that the scheduler meets together."""
        for each in jobs:
            run = self.runs.start(each)
        self.step()
        return run

    def stop(self, job: Job) -> Run:
        run = self.runs.stop(job)
        self.step()
        return run

    def play(self, spans: int = 10_000, per_second: float = GAMES_A_SECOND) -> None:
        """Have spans played one after the other, the clock going on as the workers share the time."""
        for _ in range(spans):
            if not (playing := self.workers.playing()):
                return
            first, end = playing[0].span
            self.clock.now += (end - first) / per_second / self.workers.count
            playing[0].finish(per_second)
            self.step()

    def counts(self, task: Task) -> bool:
        """Return whether a task is of a run that is active, not of one stopped and begun again."""
        return self.runs._scheduler._tasks[task.future][0].is_active

    def saved(self, job: Job) -> Run | None:
        """Return what the file has of a job."""
        other = Store(self.path)
        run = other.load(job)
        other.close()
        return run

    def reopen(self, *, killed: bool = False) -> None:
        """End the server and start another; after a kill, what is not in the file by now is lost."""
        self.runs.store.close() if killed else self.runs.close()
        self.open()

    def close(self) -> None:
        self.runs.close()
        self.patch.undo()
