"""A server of runs without a page, to be killed: `python serving.py STORE SECONDS JOB [start]`.

SECONDS are those of a span, and after each the run is saved. It says how far its run is and which process
is its worker, a line for each change, at last the hash.
Without `start` it does only what a server does by itself after a restart.
"""

import sys
import time
from pathlib import Path

from chores import pids

from engine.jobs import Settings, Workers
from engine.jobs import job as jobs_job
from engine.jobs import registry as runs
from engine.jobs.job import job_of
from engine.jobs.registry import Runs, State


def main(store: str, span: str, text: str, *start: str) -> None:
    jobs_job.SPAN_SECONDS = float(span)  # type: ignore[misc]
    runs.SAVE_SECONDS = runs.SAVE_COUNTS = 0  # type: ignore[misc]
    workers = Workers(1, nice=0)  # or they wait behind all other tests
    made = Runs(Settings(workers=1, store=Path(store)), workers)
    job = job_of(text)
    run = made.start(job) if start else made.get(job)
    print("begins", run.state.value, run.games, flush=True)
    shown = -1
    while run.state in (State.QUEUED, State.RUNNING):
        run = made.get(job)
        if run.games != shown:
            shown = run.games
            print("games", shown, *pids(workers), flush=True)
        time.sleep(0.01)
    print("ends", run.state.value, run.summary.sha256(), flush=True)
    made.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
