"""A ledger on a disk of its own that fills up or can only be read: `python storing.py FOLDER full|read-only`.

It mounts that disk, so it needs a namespace in which it may: `unshare --map-root-user --mount`. It says what
the ledger says, and how many of its runs are there, a line for each thing that happens.
"""

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from engine.cards import Pack
from engine.jobs import store
from engine.jobs.job import State
from engine.jobs.saved_runs import Ledger
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.tallies import tally

STUDIES = [Study(rules=PLAYABLE["code-golf"], games=300, seed=seed, pack=Pack(8, 4)) for seed in range(40)]


def mount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], check=True)


def put(ledger: Ledger, studies: list[Study]) -> None:
    for study in studies:
        ledger.record(study, State.STOPPED, ((0, 300),), tally(study, 0, 300), 1.0)


def say(event: str, ledger: Ledger) -> None:
    there = sum(ledger.load(study) is not None for study in STUDIES)
    print(f"{event}: {there} runs; {ledger.trouble}", flush=True)


def fill(folder: Path) -> Path:
    """Leave no byte free."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65_536, 4_096, 1):
            with suppress(OSError):
                while file.write(b"\0" * size):
                    pass
    return filler


def full(folder: Path, ledger: Ledger) -> None:
    filler = fill(folder)
    put(ledger, STUDIES[10:])
    say("full", ledger)
    filler.unlink()


def read_only(folder: Path, _: Ledger) -> None:
    subprocess.run(["mount", "-o", "bind", str(folder), str(folder)], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
    again = Ledger(folder / "own" / "runs.sqlite")
    put(again, STUDIES[10:])
    say("read-only", again)
    subprocess.run(["umount", str(folder)], check=True)
    time.sleep(2 * store.PAUSE_SECONDS)
    put(again, STUDIES[:1])
    again.close()


def main(name: str, how: str) -> None:
    folder = Path(name)
    store.PAUSE_SECONDS = 0.1  # type: ignore[misc]
    mount(folder, "size=2m,mode=700")
    path = folder / "own" / "runs.sqlite"
    ledger = Ledger(path)
    put(ledger, STUDIES[:10])
    say("at first", ledger)
    (full if how == "full" else read_only)(folder, ledger)
    time.sleep(2 * store.PAUSE_SECONDS)
    put(ledger, STUDIES[:1])
    say("mended", ledger)
    ledger.close()
    say("later", Ledger(path))
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
