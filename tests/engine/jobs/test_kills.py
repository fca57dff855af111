"""Real processes, killed while they play: the tallies stay the same to the last bit."""

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Final

import chores
import pytest
from quick import slow
from there import there

from engine.jobs import Settings, Workers, job
from engine.jobs.job import UNDER_WAY, State, job_text
from engine.jobs.registry import Runs
from engine.rules import PLAYABLE
from engine.simulation import Study

pytestmark = pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")

GAMES: Final = Study(rules=PLAYABLE["jouets"], games=250_000, seed=3)
MANY: Final = Study(rules=PLAYABLE["code-golf"], games=10**7, seed=1)
SHORT: Final = 0.05  # seconds of a span where a small run must have many
STUDIES = [pytest.param(GAMES, 1, id="small"), slow(MANY, 20, id="large")]

until = partial(chores.until, seconds=300)  # processes start slowly on a busy machine


@cache
def known(study: Study) -> str:
    """Return the hash of an undisturbed run, played by this thread."""
    return str(chores.undisturbed(study).sha256())


@pytest.mark.parametrize(("study", "kills"), STUDIES)
def test_killed_workers_change_nothing(study: Study, kills: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "SPAN_SECONDS", SHORT)
    workers = Workers(2, nice=0)
    made = Runs(Settings(workers=2, store=None), workers)
    made.start(study)
    for number in range(kills):
        enough = (number + 0.3) * study.games / kills / 1.1
        until(lambda: made.get(study).games > enough)  # noqa: B023, called at once
        os.kill(until(lambda: chores.pids(workers, begun=True))[-1], signal.SIGKILL)
    assert made.get(study).state is State.RUNNING, "the last kill came too late"
    assert chores.finished(made, study).summary.sha256() == known(study)
    made.close()


def server(folder: Path, study: Study, *start: str) -> "subprocess.Popen[str]":
    """Start a server of runs without a page on the folder's store."""
    script, store = Path(chores.__file__).with_name("serving.py"), folder / "own" / "runs.sqlite"
    return chores.python(script, store, SHORT, job_text(study), *start)


def killed_after(games: float, running: "subprocess.Popen[str]") -> tuple[int, list[int]]:
    """Kill a server once it has shown more games; return how many it had shown, and its worker."""
    for line in there(running.stdout):
        what, *shown = line.split()
        assert what != "ends", "the kill came too late"
        if what == "games" and int(shown[0]) > games:
            break
    running.kill()
    return int(shown[0]), [*map(int, shown[1:])]


@pytest.mark.slow
@pytest.mark.parametrize(("study", "kills"), STUDIES)
def test_killed_servers_change_nothing(study: Study, kills: int, tmp_path: Path) -> None:
    orphans, done = list[int](), 0
    for number in range(kills + 1):
        with server(tmp_path, study, *[] if number else ["start"]) as running:
            word, state, games = there(running.stdout).readline().split()
            assert (word, state in UNDER_WAY) == ("begins", True), "a restart goes on by itself"
            assert int(games) >= done / 2, "from what was saved"
            if number < kills:
                done, worker = killed_after((number + 0.5) * study.games / (kills + 1), running)
                orphans += worker
            else:
                *_, last = there(running.stdout)
                assert last.split() == ["ends", State.FINISHED.value, known(study)]
    until(lambda: not any(map(chores.is_alive, orphans)))
    assert len(orphans) == kills


@pytest.mark.slow
def test_servers_on_one_store_finish_their_runs_and_another_shows_them(tmp_path: Path) -> None:
    here = Runs(Settings(workers=2, store=tmp_path / "own" / "runs.sqlite"), ThreadPoolExecutor(2))
    both = [(server(tmp_path, study, "start"), study) for study in (GAMES, GAMES)]
    for running, study in both:
        output, _ = running.communicate(timeout=300)
        assert output.splitlines()[-1] == f"ends {State.FINISHED.value} {known(study)}"
        run = here.get(study)
        assert (run.state, run.summary.sha256()) == (State.FINISHED, known(study))
    assert here.store.trouble == ""
    here.close()
