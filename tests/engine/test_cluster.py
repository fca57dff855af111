"""Dask's executor gives the same tallies as this thread. Real workers in processes of their own."""

import pytest

from engine.presets import PLAYABLE
from engine.simulate import simulate
from engine.study import Study

distributed = pytest.importorskip("distributed", reason="needs the optional extra: cluster")


@pytest.mark.filterwarnings("default")  # its own start-up and shutdown are not ours to judge
def test_a_cluster_gives_the_same_tallies() -> None:
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", protocol="tcp"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        for name in ("code-golf", "codingame", "jouets"):
            study = Study(rules=PLAYABLE[name], games=2_000, seed=4)
            here, there = simulate(study).summary, simulate(study, executor=executor, block=300).summary
            assert here is not None
            assert there is not None
            assert here.sha256() == there.sha256()
