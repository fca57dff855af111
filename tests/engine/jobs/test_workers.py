"""Worker processes: killed, they are replaced and only their own call is done again; alone, they end."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from queue import Empty
from threading import Event
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import chores
import pytest
from fakes import STUDY, Clock
from quick import slow
from there import there

from engine.cards import STANDARD_PACK, deal_cards
from engine.jobs import workers as jobs_workers
from engine.jobs.job import play_span
from engine.jobs.workers import LONG_SECONDS, Call, CallFuture, CallQueue, WorkerLost, Workers, WorkerThread
from engine.rules import PLAYABLE
from engine.worker_main import with_progress

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")


# The calls that wait, without any process.


class Queue:
    """A queue on a fake clock, whose calls are known by number."""

    def __init__(self, most: int, patch: pytest.MonkeyPatch) -> None:
        self.calls: list[Call] = []
        self.clock = Clock()
        self.queue = CallQueue(most)
        patch.setattr(jobs_workers, "time", self.clock)
        patch.setattr(jobs_workers, "IDLE_SECONDS", 0.0)
        patch.setattr(jobs_workers, "LONG_SECONDS", LONG_SECONDS)

    def put(self, *works: Callable[..., object], urgent: bool = False) -> None:
        for work in works:
            self.calls.append((CallFuture(), (work, (), {})))
            self.queue.put(self.calls[-1], urgent=urgent)

    def take(self, *, stands_in: bool = False, starts: bool = False) -> int | None:
        """Return which call is begun; None where a stand-in has none to begin."""
        try:
            call = there(self.queue.take(stands_in=stands_in))
        except Empty:
            return None
        if not starts:
            self.queue.began(call[0])
        return self.calls.index(call)

    def stand_in(self) -> int | None:
        return self.take(stands_in=True)


def test_no_more_short_calls_are_begun_than_there_are_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(2, monkeypatch)
    queue.put(*[abs] * 6)
    assert [queue.take(), queue.take(), queue.stand_in()] == [0, 1, None]
    queue.clock.now += LONG_SECONDS / 2
    queue.queue.done(queue.calls[0])
    assert queue.stand_in() is None, "what a stand-in might begin is for the worker that is free"
    assert [queue.take(), queue.stand_in()] == [2, None]
    queue.clock.now += LONG_SECONDS / 2
    assert [queue.stand_in(), queue.stand_in()] == [3, None], "beside the one that takes long"
    queue.queue.done(queue.calls[1])
    assert queue.stand_in() is None, "what took long kept no one waiting, and leaves no gap"
    queue.queue.done(queue.calls[2])
    assert queue.take() == 4


def test_calls_begin_by_rank_and_their_time_with_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(1, monkeypatch)
    queue.put(with_progress, with_progress, abs)
    queue.put(abs, urgent=True)
    assert queue.take(starts=True) == 3
    queue.clock.now += 100 * LONG_SECONDS
    assert queue.stand_in() is None, "its worker only starts"
    queue.queue.began(queue.calls[3][0])
    queue.clock.now += LONG_SECONDS
    assert queue.stand_in() == 0
    queue.queue.done(queue.calls[3])
    queue.clock.now += LONG_SECONDS
    assert queue.take() == 2, "of calls that report their progress no more than there are workers"
    queue.queue.done(queue.calls[2])
    queue.queue.done(queue.calls[0])
    assert queue.take() == 1


def test_diagnoses_leave_a_worker_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue(2, monkeypatch)
    queue.put(with_progress, with_progress, abs)
    assert [queue.take(), queue.take()] == [0, 2]


# Real processes.


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(2, nice=12)
    assert chores.pids(made) == [], "nothing is started before it is needed"
    yield made
    made.shutdown()
    assert chores.pids(made) == []
    with pytest.raises(RuntimeError, match="shut down"):
        made.submit(os.getpid)


@pytest.fixture(autouse=True)
def _nothing_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no stand-in come in, on however busy a machine, for tests that are not about them."""
    monkeypatch.setattr(jobs_workers, "LONG_SECONDS", 600.0)


def test_workers_are_other_processes_that_stand_back_and_answer_as_this_one(workers: Workers) -> None:
    assert workers.submit(os.getpid).result() in chores.pids(workers)
    assert len({os.getpid(), *chores.pids(workers)}) == 3
    assert workers.submit(os.nice, 0).result() == min(12 + os.nice(0), 19)
    there, _ = workers.submit(play_span, STUDY, 0, 2_000).result()
    assert there.sha256() == chores.undisturbed(STUDY).sha256()
    assert [workers.submit(chores.chatter, 50).result() for _ in range(3)] == [0, 0, 0], "stray output"
    for call, words in (((int, "x"), "invalid literal"), ((chores.raise_awkward,), "AwkwardError: this and")):
        with pytest.raises((ValueError, RuntimeError), match=words):
            workers.submit(*call).result()
    with pytest.raises(Exception, match="pickle"):
        workers.submit(Event().set).result()


@pytest.mark.skipif(sys.platform != "linux", reason="as Linux's C library keeps memory")
def test_a_worker_keeps_the_memory_that_it_asks_for_again_and_again(workers: Workers) -> None:
    deal = deal_cards(STANDARD_PACK, seed=3, number=1)
    given = workers.submit(chores.pages_given, deal, PLAYABLE["code-golf"]).result()
    assert given < 5_000  # without it 50,000


def notes_in(folder: Path) -> list[str]:
    return (folder / "notes").read_text(encoding="utf-8").split() if (folder / "notes").exists() else []


def test_a_killed_worker_is_replaced_and_its_call_done_again(workers: Workers, tmp_path: Path) -> None:
    before = [workers.submit(os.getpid).result() and pid for pid in chores.pids(workers)]
    files = tmp_path / "notes", tmp_path / "gate"
    calls = [workers.submit(chores.noted_wait, files[0], str(number), files[1]) for number in range(5)]
    chores.until(lambda: len(notes_in(tmp_path)) == 2)
    os.kill(before[0], signal.SIGKILL)
    os.kill(before[1], signal.SIGINT)  # which is for its parent
    files[1].touch()
    assert [call.result() for call in calls] == ["0", "1", "2", "3", "4"]
    assert (len(notes_in(tmp_path)), {*notes_in(tmp_path)}) == (6, {"0", "1", "2", "3", "4"})
    assert {*before} & {*chores.pids(workers)} == {before[1]}
    for pid in chores.pids(workers):  # idle ones
        os.kill(pid, signal.SIGKILL)
    assert workers.submit(os.getpid).result() in chores.pids(workers)


@pytest.mark.slow
def test_what_kills_every_worker_fails_and_the_others_go_on(workers: Workers, tmp_path: Path) -> None:
    good = workers.submit(chores.die_once, tmp_path / "died")
    bad = workers.submit(chores.die, tmp_path / "notes")
    with pytest.raises(WorkerLost, match="3 worker processes died one after another"):
        bad.result()
    assert (good.result(), notes_in(tmp_path)) == ("alive", ["dies"] * 3)


def test_what_is_cancelled_ends_or_never_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "engine.py").write_text("raise SystemExit('the wrong engine')", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("page"))
    one = Workers(1, stand_ins=False)
    path, main = one.submit(chores.path_and_main).result()
    assert str(tmp_path) not in path
    assert main == "", "no file is its main module, neither a page nor a test"

    def noted(name: str) -> Any:
        return one.submit(chores.noted_wait, tmp_path / "notes", name, tmp_path / name)

    begun = noted("begun")
    chores.until(lambda: notes_in(tmp_path))
    (pid,) = chores.pids(one)
    waits, last = noted("waits"), noted("last")
    first = one.submit_first(os.getpid)
    for unwanted in (waits, begun):
        one.cancel(unwanted)
    assert isinstance(begun.exception(), CancelledError)
    assert waits.cancelled()
    assert first.result() != pid
    chores.until(lambda: notes_in(tmp_path)[-1] == "last")
    dropped = noted("dropped")
    one.shutdown(wait=False, cancel_futures=True)
    (tmp_path / "last").touch()
    one.shutdown()
    assert (last.result(), dropped.cancelled(), chores.pids(one)) == ("last", True, [])
    assert notes_in(tmp_path) == ["begun", "last"]


@pytest.mark.slow
def test_what_takes_long_keeps_no_one_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_workers, "LONG_SECONDS", 0.05)
    monkeypatch.setattr(jobs_workers, "IDLE_SECONDS", 0.2)
    one = Workers(1)
    long = one.submit(chores.noted_wait, tmp_path / "notes", "long", tmp_path / "never")
    chores.until(lambda: notes_in(tmp_path))
    (at_it,) = chores.pids(one)
    assert one.submit(os.getpid).result(60) != at_it
    chores.until(lambda: chores.pids(one) == [at_it])  # a stand-in with nothing to do goes
    one.cancel(long)
    late = one.submit(os.getpid)
    one.shutdown()
    assert late.result() != at_it


def test_what_cannot_start_fails_after_as_many_as_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by stand-ins: of real ones one more is started where the first has ended before the call."""
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    started = Mock(return_value=Mock(alive=True, is_ready=lambda: False))
    for process in (jobs_workers.Process, started):
        monkeypatch.setattr(jobs_workers, "Process", process)
        lame = Workers(1, stand_ins=False)
        with pytest.raises(WorkerLost, match="3 worker processes ended before they could begin"):
            lame.submit(os.getpid).result()
        lame.shutdown()
    assert started.call_count == 3


def test_a_stand_in_that_was_idle_takes_calls_again() -> None:
    queue = Mock(take=Mock(side_effect=[Empty, None]))
    WorkerThread(queue, 0, stands_in=True).run()
    assert queue.take.call_count == 2


PARENT = """
import sys, time, chores
from engine.jobs.workers import Workers
if __name__ == "__main__":
    workers = Workers(2)
    workers.submit(int).result()
    calls = [workers.submit(chores.busy, 60) for _ in range(2)]
    chores.until(lambda: all(call.running() for call in calls))
    print(*chores.pids(workers), flush=True)
    if sys.argv[1] == "killed":
        time.sleep(60)
"""


@pytest.mark.parametrize(("ending", "code"), [("killed", -signal.SIGKILL), slow("left", 0)])
def test_no_worker_outlives_its_parent(ending: str, code: int) -> None:
    with chores.python("-c", PARENT, ending, stderr=subprocess.PIPE) as parent:
        pids = [int(pid) for pid in there(parent.stdout).readline().split()]
        if ending == "killed":
            parent.kill()
        _, errors = parent.communicate(timeout=10)
        assert (parent.returncode, errors) == (code, "")
        chores.until(lambda: not any(map(chores.is_alive, pids)), seconds=5)
    assert len(pids) == 2
