"""What somebody who opens a link of a very long game is felt by another visitor, and takes of the server.

.venv/bin/python tests/benchmarks/bench_links.py                  # this checkout
.venv/bin/python tests/benchmarks/bench_links.py --tree ../other  # another one

The other visitor presses "Random deal", waits for the answer, and presses again. Of the processor time of the
server, which is what all visitors share, his presses take about a tenth of a second each second.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from visitors import HERE, Visitor, cpu, server

from dashboard.urls import GAME
from dashboard.urls.links import to_query
from dashboard.urls.screens import GameScreen
from engine.cards import Pack

LINKS: Final = {
    "52 cards": GameScreen(rule_set="code-golf", seed=12, game=34),
    "52 cards, a cycle of 1,151,640 rounds": GameScreen(rule_set="codingame", seed=1, game=57_432),
    "4,096 cards": GameScreen(pack=Pack(64, 64), seed=5),
    "4,096 cards, 10,000,000 rounds": GameScreen(
        pack=Pack(64, 64), seed=6, rule_set="programming-challenges"
    ),
}

BEFORE: Final = 5.0  # seconds of presses before the link is opened, and at least while it is


async def press(other: Visitor, presses: list[tuple[float, float]]) -> None:
    """Press and wait, again and again; notes when each answer was there, and after how long."""
    while True:
        answer = await other.press("random_deal")
        presses.append((time.perf_counter(), answer.charts))
        await asyncio.sleep(0.2)


async def opened(address: str, pid: int, screen: GameScreen) -> str:
    """Open a link while another visitor presses; return what was measured."""
    other, _ = await Visitor.arrive(address)
    presses: list[tuple[float, float]] = []
    pressing = asyncio.create_task(press(other, presses))
    await asyncio.sleep(BEFORE)
    start, used = time.perf_counter(), cpu(pid)
    visitor, answer = await Visitor.arrive(address, query=to_query(GAME.to_params(screen)))
    await asyncio.sleep(max(0.0, start + BEFORE - time.perf_counter()))
    end, used = time.perf_counter(), cpu(pid) - used
    pressing.cancel()
    before = [seconds for at, seconds in presses if at < start]
    during = [seconds for at, seconds in presses if start <= at < start + max(answer.charts, 1.0)]
    for one in (visitor, other):
        assert not one.errors
        await one.leave()
    visit = f"first {answer.first:.2f} s, all of it {answer.charts:.2f} s"
    felt = f"{median(before):.3f} s before, {median(during):.3f} s meanwhile, at most {max(during):.3f} s"
    took = f"{used:.2f} of {end - start:.1f} s"
    return f"{visit}; the other's presses {felt}; the server's processor time {took}"


async def main(tree: Path) -> None:
    """Measure every link, each with a server of its own, on which nothing is kept."""
    for name, screen in LINKS.items():
        with tempfile.TemporaryDirectory() as folder:
            there = Path(folder)
            with server(there / "store", log=there / "log", tree=tree) as (address, pid):
                print(f"{name}: {await opened(address, pid, screen)}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tree", type=Path, default=HERE)
    asyncio.run(main(parser.parse_args().tree.resolve()))
