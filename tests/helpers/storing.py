"""A store on a disk of its own that fills up or can only be read: `python storing.py FOLDER full|read-only`.

It mounts that disk, so it needs a namespace in which it may: `unshare --map-root-user --mount`. It says what
the store says, and how many of its runs are there, a line for each thing that happens.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from engine.cards import Pack
from engine.jobs import store as stores
from engine.jobs.job import Run, State
from engine.jobs.store import Store
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.tallies import tally

STUDIES = [Study(rules=PLAYABLE["code-golf"], games=300, seed=seed, pack=Pack(8, 4)) for seed in range(40)]


def mount(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], check=True)


def put(store: Store, studies: list[Study]) -> None:
    for study in studies:
        store.save(Run(study, State.STOPPED, tally(study, 0, 300), ((0, 300),), 1.0))


def say(event: str, store: Store) -> None:
    there = sum(store.load(study) is not None for study in STUDIES)
    print(f"{event}: {there} runs; {store.trouble}", flush=True)


def fill(folder: Path) -> Path:
    """Leave no byte free."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65_536, 4_096, 1):
            with suppress(OSError):
                while file.write(b"\0" * size):
                    pass
    return filler


def full(folder: Path, store: Store) -> None:
    filler = fill(folder)
    put(store, STUDIES[10:])
    say("full", store)
    filler.unlink()


def read_only(folder: Path, _: Store) -> None:
    subprocess.run(["mount", "-o", "bind", str(folder), str(folder)], check=True)
    subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
    again = Store(folder / "own" / "runs.sqlite")
    put(again, STUDIES[10:])
    say("read-only", again)
    subprocess.run(["umount", str(folder)], check=True)
    put(again, STUDIES[10:])
    again.close()


def main(name: str, how: str) -> None:
    folder = Path(name)
    stores.PAUSE_SECONDS = 0.0  # type: ignore[misc]
    mount(folder, "size=2m,mode=700")
    path = folder / "own" / "runs.sqlite"
    store = Store(path)
    put(store, STUDIES[:10])
    say("at first", store)
    (full if how == "full" else read_only)(folder, store)
    put(store, STUDIES[10:] if how == "full" else STUDIES[:1])
    say("mended", store)
    store.close()
    say("later", Store(path))
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
