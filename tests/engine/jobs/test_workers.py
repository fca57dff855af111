"""Worker processes: killed, they are replaced and only their own call is done again; alone, they end."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, wait
from pathlib import Path
from threading import Event
from types import ModuleType

import chores
import pytest

from engine.cards import STANDARD_PACK, deal_cards
from engine.jobs import workers as jobs_workers
from engine.jobs.job import play_span
from engine.jobs.worker_main import with_progress
from engine.jobs.workers import WorkerLost, Workers
from engine.rules import PLAYABLE
from engine.simulation import Study

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    made = Workers(2, nice=7)
    yield made
    made.shutdown()


@pytest.fixture(autouse=True)
def _nothing_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no stand-in come in, on however busy a machine, for tests that are not about them."""
    monkeypatch.setattr(jobs_workers, "LONG_SECONDS", 600.0)


def test_nothing_is_started_before_it_is_needed() -> None:
    idle = Workers(2)
    assert idle.pids() == []
    idle.shutdown()
    with pytest.raises(RuntimeError, match="shut down"):
        idle.submit(os.getpid)


def test_workers_are_other_processes_and_stand_back(workers: Workers) -> None:
    assert workers.submit(os.getpid).result() in workers.pids()
    assert os.getpid() not in workers.pids()
    assert len(set(workers.pids())) == 2
    assert workers.submit(chores.niceness).result() == 7 + os.nice(0)


def test_results_are_those_of_this_process(workers: Workers) -> None:
    study = Study(rules=PLAYABLE["code-golf"], games=2_000, seed=5)
    there, _ = workers.submit(play_span, study, 0, 2_000).result()
    here, _ = play_span(study, 0, 2_000)
    assert there.sha256() == here.sha256()


@pytest.mark.skipif(sys.platform != "linux", reason="as Linux's C library keeps memory")
def test_a_worker_keeps_the_memory_that_it_asks_for_again_and_again(workers: Workers) -> None:
    deal = deal_cards(STANDARD_PACK, seed=3, number=1)
    given = workers.submit(chores.pages_given, deal, PLAYABLE["code-golf"]).result()
    assert given < 5_000  # without it 50,000


def test_what_is_submitted_first_is_done_next(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    one = Workers(1)
    begun = one.submit(chores.noted_sleep, notes, "begun", 0.5)
    chores.until(notes.exists)
    later = [one.submit(chores.noted_sleep, notes, name, 0) for name in ("third", "fourth")]
    wait([begun, *later, one.submit_first(chores.noted_sleep, notes, "first", 0)])
    one.shutdown()
    names = [line.split()[0] for line in notes.read_text(encoding="utf-8").splitlines()]
    assert names == ["begun", "first", "third", "fourth"]


def test_without_stand_ins_there_are_no_more_processes_than_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_workers, "LONG_SECONDS", 0.0)
    notes = tmp_path / "notes"
    one = Workers(1, stand_ins=False)
    long = one.submit(chores.noted_sleep, notes, "long", 600)
    waits = one.submit(os.getpid)
    chores.until(notes.exists)
    (pid,) = one.pids()
    assert len(one._threads) == 1
    one.cancel(long)
    assert waits.result(60) != pid
    one.shutdown()


def test_what_takes_long_keeps_nobody_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_workers, "LONG_SECONDS", 0.05)
    monkeypatch.setattr(jobs_workers, "IDLE_SECONDS", 0.2)
    notes = tmp_path / "notes"
    one = Workers(1)
    long = [
        one.submit_first(with_progress, chores.told_sleep, notes, name, 600) for name in ("first", "second")
    ]
    chores.until(notes.exists)
    (at_it,) = one.pids()
    for _ in range(3):
        assert one.submit(os.getpid).result(60) != at_it
    assert notes.read_text(encoding="utf-8") == "first\n", "who asks twice for what takes long has it in turn"
    chores.until(lambda: one.pids() == [at_it])  # a stand-in with nothing to do goes
    assert one.submit(os.getpid).result(60) != at_it
    one.cancel(long[0])
    chores.until(lambda: "second" in notes.read_text(encoding="utf-8"))
    one.cancel(long[1])
    one.shutdown()


def call_of(work: Callable[..., object]) -> jobs_workers.Call:
    return jobs_workers.CallFuture(), (work, (), {})


def test_no_more_short_calls_are_begun_than_there_are_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    queue, calls = jobs_workers.CallQueue(2), [call_of(abs) for _ in range(5)]
    for call in calls:
        queue.put(jobs_workers.IN_TURN, call)
    assert [queue.take(), queue.take()] == calls[:2]
    assert queue._next() == (None, None), "a worker that only starts is not at it"
    for future, _ in calls[:2]:
        queue.began(future)
    assert queue._next() == (None, jobs_workers.LONG_SECONDS)
    now = 1.0
    assert not queue._has_free_worker
    queue.done(calls[0])
    assert queue._has_free_worker, "what a stand-in might begin is for that worker"
    assert queue.take() is calls[2]
    queue.began(calls[2][0])
    now = jobs_workers.LONG_SECONDS
    assert queue.take(stands_in=True) is calls[3], "beside one that takes long"
    queue.began(calls[3][0])
    assert queue._next() == (None, 1.0)
    queue.done(calls[1])
    assert queue._next() == (None, 1.0), "what took long keeps nobody waiting, and leaves no gap"
    queue.done(calls[2])
    assert queue._next() == (0, None)


def test_of_what_says_how_far_it_is_as_many_are_begun_as_there_are_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    queue, calls = jobs_workers.CallQueue(1), [call_of(with_progress), call_of(with_progress), call_of(abs)]
    for call in calls:
        queue.put(jobs_workers.FIRST, call)
    assert queue.take() is calls[0]
    monkeypatch.setattr(jobs_workers, "LONG_SECONDS", 0.0)
    queue.began(calls[0][0])
    assert queue.take(stands_in=True) is calls[2]
    queue.done(calls[2])
    assert queue._next() == (None, None)
    queue.done(calls[0])
    assert queue.take() is calls[1]


def test_what_nobody_wants_any_more_is_not_done(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    one = Workers(1)
    begun = one.submit(chores.noted_sleep, notes, "begun", 600)
    later = one.submit(chores.noted_sleep, notes, "later", 0)
    chores.until(notes.exists)
    (pid,) = one.pids()
    one.cancel(later)
    one.cancel(begun)
    assert isinstance(begun.exception(), CancelledError)
    assert later.cancelled()
    assert one.submit(os.getpid).result() != pid
    one.cancel(begun)
    one.shutdown()
    assert notes.read_text(encoding="utf-8") == "begun\n"


def test_what_goes_wrong_comes_back_as_it_is(workers: Workers) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        workers.submit(int, "x").result()
    with pytest.raises(RuntimeError, match="AwkwardError: this and that"):
        workers.submit(chores.raise_awkward).result()
    with pytest.raises(Exception, match="pickle"):
        workers.submit(Event().set).result()


def test_stray_output_gets_between_no_messages(workers: Workers) -> None:
    assert [workers.submit(chores.chatter, 50).result() for _ in range(3)] == [0, 0, 0]


def test_workers_care_neither_for_the_main_module_nor_the_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "engine.py").write_text("raise SystemExit('the wrong engine')", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("page"))
    fresh = Workers(1)
    path, main = fresh.submit(chores.path_and_main).result()
    fresh.shutdown()
    assert str(tmp_path) not in path
    assert main == "", "no file is its main module, neither a page nor a test"


def test_a_killed_worker_is_replaced_and_only_its_call_is_done_again(
    workers: Workers, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    workers.submit(os.getpid).result()
    before = set(workers.pids())
    calls = [workers.submit(chores.noted_sleep, log, str(number), 0.3) for number in range(5)]
    chores.until(log.exists)
    chores.until(lambda: len(log.read_text().split()) == 2)
    victim = workers.pids()[0]
    os.kill(victim, signal.SIGKILL)
    assert [call.result() for call in calls] == ["0", "1", "2", "3", "4"]
    begun = log.read_text().split()
    assert len(begun) == 6
    assert set(begun) == {"0", "1", "2", "3", "4"}
    assert len(before & set(workers.pids())) == 1
    assert victim not in workers.pids()


def test_an_idle_worker_that_was_killed_is_replaced(workers: Workers) -> None:
    for pid in workers.pids():
        os.kill(pid, signal.SIGKILL)
    assert {workers.submit(chores.noted_sleep, Path(os.devnull), str(i), 0.05).result() for i in (1, 2)}
    assert workers.submit(os.getpid).result() in workers.pids()


def test_what_kills_every_worker_is_given_up_and_the_others_go_on(workers: Workers, tmp_path: Path) -> None:
    good = workers.submit(chores.die_once, tmp_path / "died")
    bad = workers.submit(chores.die)
    with pytest.raises(WorkerLost, match="3 worker processes died one after another"):
        bad.result()
    assert good.result() == "alive"


def test_workers_that_cannot_start_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    lame = Workers(1)
    with pytest.raises(WorkerLost, match="10 worker processes ended before they could begin"):
        lame.submit(os.getpid).result()
    lame.shutdown()


def test_calls_that_have_not_begun_can_be_cancelled(tmp_path: Path) -> None:
    one = Workers(1)
    log = tmp_path / "log"
    calls = [one.submit(chores.noted_sleep, log, str(number), 0.2) for number in range(3)]
    chores.until(log.exists)
    assert not calls[0].cancel()
    assert calls[1].cancel()
    start = time.monotonic()
    one.shutdown(cancel_futures=True)
    assert time.monotonic() - start < 4
    wait(calls, timeout=5)
    assert calls[0].result() == "0"
    assert calls[2].cancelled()
    assert log.read_text().split() == ["0"]
    assert one.pids() == []


PARENT = """
import sys, time, chores
from engine.jobs.workers import Workers
if __name__ == "__main__":
    workers = Workers(2)
    workers.submit(int).result()
    for _ in range(2):
        workers.submit(chores.busy, 60)
    time.sleep(0.3)
    print(*workers.pids(), flush=True)
    if sys.argv[1] == "stay":
        time.sleep(60)
"""


@pytest.mark.parametrize("ending", ["killed", "left"])
def test_no_worker_outlives_its_parent(ending: str, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="ascii")
    command = [sys.executable, "-W", "error", str(script), "stay" if ending == "killed" else "go"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        start = time.monotonic()
        if ending == "killed":
            parent.kill()
        assert parent.wait(5) == (-signal.SIGKILL if ending == "killed" else 0)
        chores.until(lambda: not any(map(chores.is_alive, pids)), seconds=4)
    assert len(pids) == 2
    assert time.monotonic() - start < 4
