"""How the dashboard bears visitors while a long run goes on; and whether its memory stays flat.

.venv/bin/python tests/benchmarks/bench_load.py                  # 30 visitors during 10^8 games
.venv/bin/python tests/benchmarks/bench_load.py --reruns 10000   # memory over so many reruns
.venv/bin/python tests/benchmarks/bench_load.py --pages          # processor time and bytes of each page
.venv/bin/python tests/benchmarks/bench_load.py --questions      # visitors beside questions of Diagnose
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path

from visitors import Visitor, cpu, keep_watching, memory, server

from dashboard.address import COMPARE, DIAGNOSE, GAME, SIMULATE
from dashboard.address.link import to_query
from dashboard.address.screens import AskedCase, CompareScreen, DiagnoseScreen, GameScreen, SimulateScreen
from engine import deal_cards
from engine.cards import STANDARD_PACK

LONG = SimulateScreen(rule_set="code-golf", games=10**8, seed=11)
PAGES = {
    "": to_query(GAME.to_params(GameScreen(seed=3, game=4))),
    "simulate": to_query(SIMULATE.to_params(SimulateScreen(rule_set="code-golf", games=20_000, seed=5))),
    "compare": to_query(COMPARE.to_params(CompareScreen(games=20_000, seed=5))),
}
OTHERS = {"diagnose": "", "rules": ""}
CHANGES = {"": "random_deal", "simulate": "new_seed", "compare": "new_seed"}
"""What a visitor presses on each page."""


async def _long_run(address: str) -> Visitor:
    """Start the run that goes on all the time."""
    visitor = await Visitor.arrive(address, "simulate", to_query(SIMULATE.to_params(LONG)))
    await visitor.press("run")
    return visitor


async def _thinking(address: str, number: int, until: float, times: list[float], lost: list[str]) -> None:
    """Open a page, then press something every two to eight seconds."""
    chance = random.Random(number)
    page = ("", "simulate", "", "compare")[number % 4]
    try:
        visitor = await Visitor.arrive(address, page, PAGES[page])
        while time.monotonic() < until:
            await asyncio.sleep(chance.uniform(2, 8))
            times.append(await visitor.press(CHANGES[page]))
        lost += visitor.errors
        await visitor.leave()
    except Exception as error:
        lost.append(f"visitor {number}: {error!r}")


async def load(address: str, pid: int, *, visitors: int, seconds: float) -> None:
    """Print how long visitors wait while a long run goes on."""
    watching = await _long_run(address)
    until = time.monotonic() + seconds
    times: list[float] = []
    ticks: list[float] = []
    lost: list[str] = []
    await asyncio.gather(
        keep_watching(watching, until, ticks),
        *(_thinking(address, number, until, times, lost) for number in range(visitors)),
    )
    times.sort()
    print(f"{visitors} visitors, {len(times)} interactions in {seconds:.0f} s beside {LONG.games:,} games")
    print(f"  seconds until drawn: {_levels(times)}, most {times[-1]:.3f}")
    print(f"  the page that watches the run: {_levels(ticks)}")
    print(f"  dropped or failed: {len(lost)}; server {memory(pid):.0f} MB")
    for line in lost[:10]:
        print(f"    {line}")


def _levels(times: list[float]) -> str:
    ordered = sorted(times)
    return ", ".join(f"p{level} {ordered[level * (len(ordered) - 1) // 100]:.3f}" for level in (50, 95))


async def questions(address: str, pid: int, *, visitors: int, seconds: float) -> None:
    """Print how long a question of Diagnose takes, one after the other, and what others notice of it."""
    until = time.monotonic() + seconds
    times: list[float] = []
    asked: list[float] = []
    lost: list[str] = []

    async def asking() -> None:
        number = 0
        while time.monotonic() < until:
            deal = deal_cards(STANDARD_PACK, seed=77, number=number)
            case = AskedCase(deal=deal, expected="2 1026", got="1 9")  # nearly always no explanation
            start = time.perf_counter()
            query = to_query(DIAGNOSE.to_params(DiagnoseScreen(cases=(case,))))
            visitor = await Visitor.arrive(address, "diagnose", query)
            asked.append(time.perf_counter() - start)
            lost.extend(visitor.errors)
            await visitor.leave()
            number += 1

    await asyncio.gather(
        asking(), *(_thinking(address, number, until, times, lost) for number in range(visitors))
    )
    print(f"{visitors} visitors, {len(times)} interactions in {seconds:.0f} s beside questions without pause")
    print(f"  seconds until drawn: {_levels(times)}, most {max(times):.3f}")
    print(f"  {len(asked)} questions answered: {_levels(asked)}, most {max(asked):.3f}")
    print(f"  dropped or failed: {len(lost)}; server {memory(pid):.0f} MB")


async def reruns(address: str, pid: int, count: int) -> None:
    """Print the server's memory while pages are drawn again and again."""
    visitors = [await Visitor.arrive(address, page, query) for page, query in PAGES.items()]
    presses = [CHANGES[page] for page in PAGES]
    for done in range(count + 1):
        if done % max(count // 10, 1) == 0:
            print(f"  {done:>6} reruns: {memory(pid):.0f} MB", flush=True)
        which = done % len(visitors)
        await visitors[which].press(presses[which])


async def pages(address: str, pid: int) -> None:
    """Print what drawing each page again costs, and how many bytes its charts are."""
    for page, query in {**PAGES, **OTHERS}.items():
        visitor = await Visitor.arrive(address, page, query)
        while visitor.timer:  # its first run is still going on
            await asyncio.sleep(1)
            await visitor.run(fragment=visitor.timer[0])
        await visitor.run()
        before, received, times = cpu(pid), visitor.received, []
        for _ in range(20):
            times.append(await visitor.run())
        print(
            f"  {page or 'game':<10} {1000 * (cpu(pid) - before) / 20:.0f} ms of processor time a rerun, "
            f"drawn in {1000 * statistics.median(times):.0f} ms, "
            f"{(visitor.received - received) / 20_000:.0f} kB"
        )
        for name, size in sorted(visitor.charts.items(), key=lambda item: -item[1]):
            print(f"      {name:<22}{size / 1000:>7.1f} kB")
        await visitor.leave()


def main() -> None:
    """Run one of the four."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--reruns", type=int, default=0)
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--questions", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        with server(Path(folder) / "store.sqlite", log=log) as (address, pid):
            if options.pages:
                asyncio.run(pages(address, pid))
            elif options.questions:
                asyncio.run(questions(address, pid, visitors=options.visitors, seconds=options.seconds))
            elif options.reruns:
                asyncio.run(reruns(address, pid, options.reruns))
            else:
                asyncio.run(load(address, pid, visitors=options.visitors, seconds=options.seconds))


if __name__ == "__main__":
    main()
