"""Two servers on one store: each shows what the other finished, and no run is lost."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

import chores
import pytest

from engine.jobs.job import job_text
from engine.jobs.runs import Runs, State
from engine.jobs.settings import Settings
from engine.rules import PLAYABLE
from engine.simulation import Study

ONE: Final = Study(rules=PLAYABLE["jouets"], games=20_000, seed=3)
OTHER: Final = replace(ONE, seed=4)
LONG: Final = replace(ONE, games=200_000)
SPAN: Final = "0.05"
"""Seconds of a span: a run has many, so that both servers write in turn."""


def server(folder: Path, study: Study, *start: str) -> subprocess.Popen[str]:
    script = str(Path(chores.__file__).with_name("serving.py"))
    store, log = str(folder / "own" / "runs.sqlite"), str(folder / f"log-{study.seed}")
    return subprocess.Popen(
        [sys.executable, "-W", "error", script, store, log, SPAN, job_text(study), *start],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def known(study: Study) -> str:
    return str(chores.undisturbed(study).sha256())


def shown(folder: Path, *studies: Study) -> list[tuple[State, str]]:
    """Return what a later server shows of each run."""
    later = Runs(Settings(workers=1, store=folder / "own" / "runs.sqlite"), ThreadPoolExecutor(1))
    try:
        assert later.store_trouble() == ""
        runs = [later.get(study) for study in studies]
        return [(run.state, run.summary.sha256() if run.summary else "") for run in runs]
    finally:
        later.close()


@pytest.mark.parametrize("studies", [(ONE, OTHER), (ONE, ONE)], ids=["different", "same"])
def test_two_servers_at_once_finish_their_runs_and_a_later_one_shows_both(
    tmp_path: Path, studies: tuple[Study, Study]
) -> None:
    both = [server(tmp_path, study, "start") for study in studies]
    for running, study in zip(both, studies, strict=True):
        said, _ = running.communicate(timeout=60)
        assert said.splitlines()[-1] == f"ends {State.FINISHED.value} {known(study)}"
    assert shown(tmp_path, *studies) == [(State.FINISHED, known(study)) for study in studies]


def test_a_run_that_was_stopped_here_is_shown_as_another_server_finished_it(tmp_path: Path) -> None:
    first = Runs(Settings(workers=1, store=tmp_path / "own" / "runs.sqlite"), ThreadPoolExecutor(1))
    first.start(LONG)
    chores.until(lambda: first.get(LONG).games > 0, seconds=60)
    first.stop(LONG)
    assert first.get(LONG).state is State.STOPPED
    with server(tmp_path, LONG, "start") as second:
        second.communicate(timeout=60)
    run = first.get(LONG)
    assert (run.state, run.summary.sha256()) == (State.FINISHED, known(LONG))
    assert first.get(LONG) is run
    first.close()


def test_what_a_killed_server_had_done_is_gone_on_with_by_another(tmp_path: Path) -> None:
    living = Runs(Settings(workers=2, store=tmp_path / "own" / "runs.sqlite"), ThreadPoolExecutor(2))
    with server(tmp_path, LONG, "start") as killed:
        assert killed.stdout is not None
        done = 0
        for line in killed.stdout:
            what, games, *_ = line.split()
            done = int(games) if what == "games" else 0
            if done:
                break
        killed.kill()
    assert 0 < done < LONG.games
    run = living.get(LONG)
    assert done <= run.games < LONG.games
    living.start(LONG)
    chores.until(lambda: living.get(LONG).state is State.FINISHED, seconds=60)
    assert living.get(LONG).summary.sha256() == known(LONG)
    living.close()
    assert shown(tmp_path, LONG) == [(State.FINISHED, known(LONG))]
