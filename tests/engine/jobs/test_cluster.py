"""Dask's executor gives the same tallies as this thread. Real workers in processes of their own."""

import logging
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import Future
from contextlib import closing
from functools import partial
from pathlib import Path
from socketserver import BaseRequestHandler, TCPServer
from threading import Thread
from unittest.mock import Mock

import chores
import pytest
from serving_pages import free_port, serving

from engine.jobs.registry import Runs, State
from engine.jobs.settings import Settings
from engine.rules import PLAYABLE
from engine.simulation import Study

distributed = pytest.importorskip("distributed", reason="needs the optional extra: cluster")
cluster_module = pytest.importorskip("engine.jobs.cluster")

pytestmark = pytest.mark.usefixtures("plain_main")


@pytest.mark.filterwarnings("default")  # its own start-up and shutdown are not ours to judge
def test_a_cluster_gives_the_same_tallies() -> None:
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", protocol="tcp"
        ) as cluster,
        closing(Runs(Settings(scheduler=cluster.scheduler_address))) as runs,
    ):
        study = Study(rules=PLAYABLE["jouets"], games=2_000, seed=4)
        runs.start(study)
        assert chores.finished(runs, study).summary.sha256() == chores.undisturbed(study).sha256()


def test_calls_that_a_lost_client_leaves_pending_are_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that closes while it loses its scheduler forgets some."""
    calls = [Future[int](), Future[int]()]
    clients = [Mock(status="running") for _ in calls]
    for client, call in zip(clients, calls, strict=True):
        client.get_executor.return_value.submit.return_value = call
    monkeypatch.setattr(distributed, "Client", Mock(side_effect=clients))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        cluster = cluster_module.Cluster(f"tcp://127.0.0.1:{listener.getsockname()[1]}")
        cluster.submit(int)
        clients[0].status = "connecting"
        cluster.submit(int)
        assert [call.cancelled() for call in calls] == [True, False]


class Web(BaseRequestHandler):
    """Answers whatever it is asked as a server of web pages."""

    def handle(self) -> None:
        self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_a_scheduler_that_is_away_is_asked_again_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Mock(status="running", nthreads=Mock(return_value={"two": 2, "three": 3}))
    connect = Mock(return_value=client)
    monkeypatch.setattr(distributed, "Client", connect)
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    away = cluster_module.Cluster(address)
    for _ in range(2):
        with pytest.raises(OSError, match="refused"):
            away.submit(int)
    assert not connect.called, "where nothing listens Dask is not even tried"
    for name in ("distributed", "distributed.client", "distributed.comm.tcp", "tornado.application"):
        assert not logging.getLogger(name).isEnabledFor(logging.ERROR), "Dask prints nothing of its own"
    with socket.create_server(("127.0.0.1", port)):
        away.submit(int)
        away.submit(int, "7", base=8)
    client.get_executor.return_value.submit.assert_called_with(int, "7", base=8)
    assert (connect.call_count, away.count, away.count) == (1, 5, 5), "a client that runs is kept"
    assert client.nthreads.call_count == 1, "its threads are counted, but not at every look"
    client.nthreads.return_value, away._count_again = {}, 0.0
    assert away.count == 1, "one that has no workers yet"


def test_a_server_that_is_no_scheduler_is_away_and_no_mistake_of_ours() -> None:
    with TCPServer(("127.0.0.1", 0), Web) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(OSError, match=f"what answers at {address} is not a scheduler"):
            cluster_module.Cluster(address).submit(int)
        server.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_run_goes_on_when_workers_and_schedulers_are_killed_in_turn(tmp_path: Path) -> None:
    """Nothing is lost or counted twice: each game is in one block of the store."""
    study = Study(rules=PLAYABLE["code-golf"], games=10**7, seed=3)
    port = str(free_port())
    address = f"tcp://127.0.0.1:{port}"
    alone = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = partial(serving, "distributed.cli.dask_scheduler", "--port", port, *alone)
    worker = partial(serving, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", *alone)
    made = Runs(Settings(scheduler=address, store=tmp_path / "own" / "runs.sqlite"))
    made.start(study)

    def goes_on() -> None:
        """Wait for more games, however slow a busy machine plays them all."""
        so_far = made.get(study).games
        chores.until(lambda: made.get(study).games > so_far, 120)

    for killed in ("worker", "scheduler", "worker", "scheduler"):
        with scheduler() as first, worker() as one, worker():
            goes_on()
            (one if killed == "worker" else first).kill()
            if killed == "worker":
                goes_on()
        chores.until(lambda: bool(made.get(study).trouble), 60)
        assert made.get(study).state is State.RUNNING
    with scheduler(), worker(), worker():
        while made.get(study).games < study.games:
            goes_on()
        run = chores.finished(made, study)
    made.close()
    assert run.games == study.games
    assert run.summary.sha256() == chores.undisturbed(study).sha256()


ROOT = Path(__file__).parents[3]
LINES = re.findall(r"^    (.*(?:dask|WAR_ROOM_SCHEDULER).*)$", (ROOT / "README.md").read_text("utf-8"), re.M)


@pytest.mark.slow
def test_two_workers_started_as_the_readme_says_give_the_hash_of_one_process() -> None:
    *commands, room = LINES
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    bin_of = str(Path(sys.executable).parent)
    processes = [
        subprocess.Popen(line.replace(".venv/bin", bin_of).split(), env=env, stderr=subprocess.DEVNULL)
        for line in commands
    ]
    study = Study(rules=PLAYABLE["code-golf"], games=200_000, seed=4)
    with closing(Runs(Settings(scheduler=room.split()[0].removeprefix("WAR_ROOM_SCHEDULER=")))) as runs:
        runs.start(study)
        assert chores.finished(runs, study).summary.sha256() == chores.undisturbed(study).sha256()
    for process in reversed(processes):
        process.terminate()
        process.wait(30)
