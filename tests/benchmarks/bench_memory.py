"""What the server and its processes hold from the first start on, as a host with 1 GB of memory sees it.

`python tests/benchmarks/bench_memory.py` starts Streamlit alone on a checkout whose kernels were never
compiled, with one worker, and measures all processes together, ten times a second: until the first page
is there, while a run of 10^9 games goes on, and while every page is opened beside it.
"""

import asyncio
import os
import subprocess
import sys
import threading
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import visitors
from visitors import HERE, Visitor, begin_long_run, free_port, wait_until_it_answers

from dashboard import urls
from dashboard.server.previews import PAGES
from dashboard.urls.links import to_query
from dashboard.urls.screens import SimulateScreen

LONG: Final = to_query(urls.SIMULATE.to_params(SimulateScreen(games=1_000_000_000)))
MOST: Final = 700  # megabytes that they may take of a machine with 1 GB


def processes(pid: int) -> list[int]:
    """Return a process and all that it started, and those in turn."""
    pids = [pid]
    for process in pids:  # it grows while it is gone through
        for listed in Path(f"/proc/{process}/task").glob("*/children"):
            pids += map(int, listed.read_text().split())
    return pids


def held(pid: int, kind: str) -> float:
    """Return what a process and all that it started hold together, in MB."""
    total = 0
    for process in processes(pid):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        total += sum(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:"))
    return total / 1024


class Watch(threading.Thread):
    """Keeps the most that was held in each part of the measurement."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.part = ""
        self.most: dict[str, dict[str, float]] = defaultdict(lambda: {"Rss": 0.0, "Pss": 0.0})
        self.over = threading.Event()
        self._pid = pid

    def run(self) -> None:
        """Measure until it is over."""
        while not self.over.wait(0.1):
            most = self.most[self.part]
            for kind in most:
                try:
                    most[kind] = max(most[kind], held(self._pid, kind))
                except OSError:  # one of them ended just now
                    continue


async def use(server: str, watch: Watch) -> None:
    """Be the first visitor, start a long run, and open every page beside it."""
    visitors.TIMEOUT = 300.0  # type: ignore[misc]
    wait_until_it_answers(server)
    watch.part = "until the first page is there, the kernels compiled"
    await Visitor.arrive(server)
    watch.part = "while a run goes on"
    running = await begin_long_run(server, "simulate", LONG, "run")
    await asyncio.sleep(10)
    watch.part = "while every page is opened beside it"
    for page in PAGES:
        visitor, _ = await Visitor.arrive(server, page, charts=False)
        await visitor.leave()
    await asyncio.sleep(5)
    await running.leave()


def main() -> int:
    """Print the most that was held; 1 where that is too much."""
    port = free_port()
    flags = [f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true"]
    command = [sys.executable, "-P", "-m", "streamlit", "run", "dashboard/app.py", *flags]
    with TemporaryDirectory() as place:
        env = os.environ | {"WAR_ROOM_KERNEL_CACHE": f"{place}/kernels", "WAR_ROOM_STORE": f"{place}/store"}
        env |= {"WAR_ROOM_WORKERS": "1"}
        env.pop("PYTHONPATH", None)
        with subprocess.Popen(command, cwd=HERE, env=env, stdout=subprocess.DEVNULL) as process:
            watch = Watch(process.pid)
            watch.start()
            try:
                asyncio.run(use(f"http://127.0.0.1:{port}", watch))
            finally:
                watch.over.set()
                process.terminate()
    for part, most in watch.most.items():
        if part:
            print(f"{part}: RSS {most['Rss']:.0f} MB, PSS {most['Pss']:.0f} MB")
    return int(max(most["Rss"] for most in watch.most.values()) > MOST)


if __name__ == "__main__":
    sys.exit(main())
