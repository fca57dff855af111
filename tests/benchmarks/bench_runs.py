"""What runs cost beside playing the games: workers to start, spans to add up and write, stops, memory.

    python tests/benchmarks/bench_runs.py [--rules code-golf] [--games 10000000] [--workers 2]

Throughput is measured in turns, through `Runs` and by threads of this process without any store, so
that whatever else the machine does falls on both.
"""

import argparse
import os
import resource
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import kernels
from engine.jobs.registry import Run, Runs, State
from engine.jobs.scheduler import play_here
from engine.jobs.settings import Settings
from engine.jobs.workers import Workers
from engine.rules import rules_called
from engine.simulation import Study

TURNS = 3


def workers_here() -> list[int]:
    """Return the processes that this one has started."""
    lists = Path("/proc/self/task").glob("*/children")
    return [int(pid) for each in lists for pid in each.read_text(encoding="ascii").split()]


def resident(pid: int) -> int:
    """Return the memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) // 1024
    return 0


def start_up() -> float:
    """Return the seconds until one new worker has answered."""
    workers = Workers(1)
    start = time.perf_counter()
    workers.submit(int).result()
    seconds = time.perf_counter() - start
    workers.shutdown()
    return seconds


def through_runs(made: Runs, study: Study) -> tuple[Run, float, float]:
    """Return a finished run, the seconds it took and the processor time of this process."""
    start, used = time.perf_counter(), time.process_time()
    made.start(study)
    while (run := made.get(study)).state in (State.QUEUED, State.RUNNING):
        time.sleep(0.005)
    return run, time.perf_counter() - start, time.process_time() - used


def through_threads(study: Study, workers: int) -> float:
    start = time.perf_counter()
    play_here(study, workers=workers)
    return time.perf_counter() - start


def seconds_to_stop(made: Runs, workers: Workers, study: Study, times: int) -> list[float]:
    """Return how long it took until all workers were free again."""
    took = []
    for number in range(times):
        made.start(study)
        time.sleep(0.3 + number % 7 / 20)
        start = time.perf_counter()
        made.stop(study)
        for future in [workers.submit(time.sleep, 0.01) for _ in range(workers.count)]:
            future.result()
        took.append(time.perf_counter() - start)
    return sorted(took)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", default="code-golf")
    parser.add_argument("--games", type=int, default=10**7)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    kernels.warm()
    print(f"worker ready after       {min(start_up() for _ in range(TURNS)):8.2f} s")
    study = Study(rules=rules_called(options.rules), games=options.games)
    with TemporaryDirectory() as folder:
        workers = Workers(options.workers)
        store = Path(folder) / "own" / "runs.sqlite"
        made = Runs(Settings(workers=options.workers, store=store), workers)
        made.warm()
        runs_rate = threads_rate = 0.0
        for turn in range(TURNS):
            _, seconds, _ = through_runs(made, replace(study, seed=turn))
            runs_rate = max(runs_rate, study.games / seconds)
            threads_rate = max(threads_rate, study.games / through_threads(study, options.workers))
        print(f"through runs             {runs_rate:12,.0f} games/s")
        print(f"threads, no store        {threads_rate:12,.0f} games/s  ({runs_rate / threads_rate:.0%})")
        _, seconds, used = through_runs(made, replace(study, seed=TURNS))
        print(f"this process             {used / seconds:8.1%} of a core while the run goes on")
        endless = replace(study, games=10**9, seed=9)
        took = seconds_to_stop(made, workers, endless, 20)
        print(f"stop until workers free  {took[9]:8.3f} s median, {took[18]:.3f} s of 19 in 20")
        start = time.perf_counter()
        for _ in range(1000):
            made.get(study)
        print(f"one look                 {time.perf_counter() - start:8.3f} ms")
        start = time.perf_counter()
        for _ in range(100):
            made.seconds_for(replace(study, seed=99))
        print(f"one estimate             {(time.perf_counter() - start) * 10:8.3f} ms")
        print(
            f"memory                   {resident(os.getpid()):5d} MB here, "
            f"{max(resident(pid) for pid in workers_here())} MB a worker, "
            f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB here at most"
        )
        print(f"store                    {store.stat().st_size / 1e6:8.2f} MB for {TURNS + 2} runs")
        made.close()


if __name__ == "__main__":
    main()
