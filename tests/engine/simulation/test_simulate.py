"""A study played to its end by workers: its progress, and workers that are lost or fail."""

import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from threading import enumerate as enumerate_threads
from typing import Any, ClassVar

import pytest

from engine import kernels
from engine.jobs import scheduler
from engine.jobs.job import Run
from engine.jobs.scheduler import play_to_the_end
from engine.kernels.cache import EntryPoint
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.tallies import tally

GOLF = Study(rules=PLAYABLE["code-golf"], games=3_000, seed=7)


def summary_of(study: Study, executor: Executor, *, workers: int = 2, block: int | None = None) -> str:
    run = play_to_the_end(study, executor, workers=workers, block=block)
    assert run.spans == ((0, study.games),)
    return str(run.summary.sha256())


def test_progress_counts_up_to_all_games_and_never_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "POLL_SECONDS", 0.001)
    seen: list[tuple[int, float]] = []

    def on_progress(run: Run) -> None:
        assert run.place == 0
        seen.append((run.games, run.seconds_left or 0))

    with ThreadPoolExecutor(2) as executor:
        run = play_to_the_end(
            replace(GOLF, games=200_000), executor, workers=2, block=2_000, on_progress=on_progress
        )
    games = [number for number, _ in seen]
    assert games == sorted(games)
    assert len(set(games)) > 5
    assert all(left >= 0 for _, left in seen)
    seconds = run.seconds
    assert seconds > 0
    assert (run.games, run.seconds) == (200_000, seconds), "its clock has stopped"


class Breaking(Executor):
    """Loses its workers at the third call, and has none at the fourth."""

    def __init__(self) -> None:
        self.spans: list[tuple[int, int]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.spans.append(arguments[1:])
        future: Future[Any] = Future()
        if len(self.spans) == 4:
            raise OSError("nobody there")
        if len(self.spans) == 3:
            future.set_exception(BrokenProcessPool("a worker was killed"))
        else:
            future.set_result(work(*arguments, **named))
        return future


def test_lost_workers_lose_nothing_that_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "LOST_SECONDS", 0.01)
    executor = Breaking()
    assert summary_of(GOLF, executor, block=400) == tally(GOLF, 0, GOLF.games).sha256()
    assert sorted(executor.spans) == sorted([*{*executor.spans}, executor.spans[2], executor.spans[3]])
    assert len(executor.spans) == 8 + 2


def test_what_cannot_be_played_is_said_with_its_games() -> None:
    class Failing(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(MemoryError("no room"))
            return future

    with pytest.raises(scheduler.PlayingFailed, match="games 0 to 399 could not be played: no room"):
        play_to_the_end(GOLF, Failing(), workers=1, block=400)


def test_an_interrupt_leaves_at_once_what_is_not_begun() -> None:
    class Holding(Executor):
        held: ClassVar[list[Future[Any]]] = []

        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            self.held.append(Future())
            return self.held[-1]

    def on_progress(_: Run) -> None:
        raise KeyboardInterrupt

    before = set(enumerate_threads())  # pages tested in this process have a scheduler of their own
    with pytest.raises(KeyboardInterrupt):
        play_to_the_end(GOLF, Holding(), workers=2, block=400, on_progress=on_progress)
    assert [future.cancelled() for future in Holding.held] == [True] * 3
    left = [thread.name for thread in enumerate_threads() if thread not in before]
    assert "war-room-scheduler" not in left


def test_how_fast_games_are_is_told_of_playing_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of the kernels that were compiled, or read from the disk, before."""
    kernels.warm()

    def slow(_: EntryPoint) -> None:
        if not ready:
            time.sleep(1.5)
        ready.append(True)

    ready: list[bool] = []
    monkeypatch.setattr(EntryPoint, "warm", slow)
    run = scheduler.play_here(replace(GOLF, games=100), workers=1)
    assert ready
    assert run.seconds < 1.5
