"""More than one machine, by the README's own lines: a scheduler, two workers, the hash of one process."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import chores
import pytest

from engine.jobs.runs import Runs, State
from engine.jobs.settings import Settings
from engine.rules import Rules
from engine.simulation import Study

ROOT = Path(__file__).parents[3]
LINES = re.findall(r"^    (.*(?:dask|WAR_ROOM_SCHEDULER).*)$", (ROOT / "README.md").read_text("utf-8"), re.M)

pytest.importorskip("distributed", reason="needs the optional extra: cluster")
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("plain_main")]


@pytest.fixture
def scheduler() -> Iterator[str]:
    """Start what the README says; return the scheduler's address that it tells War Room."""
    serve, work, room = LINES
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    bin_of = Path(sys.executable).parent
    started = [
        subprocess.Popen(line.replace(".venv/bin", str(bin_of)).split(), env=env, stderr=subprocess.DEVNULL)
        for line in (serve, work)
    ]
    yield room.split()[0].removeprefix("WAR_ROOM_SCHEDULER=")
    for process in reversed(started):
        process.terminate()
        process.wait(30)


def test_two_workers_of_a_cluster_give_the_hash_of_one_process(scheduler: str) -> None:
    study = Study(rules=Rules(), games=200_000, seed=4)
    with closing(Runs(Settings(scheduler=scheduler))) as runs:
        runs.start(study)
        for _ in range(600):
            run = runs.get(study)
            if run.state is State.FINISHED:
                break
            time.sleep(0.1)
        assert run.state is State.FINISHED
        assert run.summary.sha256() == chores.undisturbed(study).sha256()
