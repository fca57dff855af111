"""How the dashboard bears visitors while a long run goes on; and whether its memory stays flat.

.venv/bin/python tests/benchmarks/bench_load.py                  # 30 visitors during 10^9 games
.venv/bin/python tests/benchmarks/bench_load.py --tree ../other  # the same of another checkout
.venv/bin/python tests/benchmarks/bench_load.py --reruns 10000   # memory over so many reruns
.venv/bin/python tests/benchmarks/bench_load.py --pages          # processor time and bytes of each page
.venv/bin/python tests/benchmarks/bench_load.py --looks          # processor time of a look at a run
.venv/bin/python tests/benchmarks/bench_load.py --questions      # visitors beside questions of Diagnose
.venv/bin/python tests/benchmarks/bench_load.py --files          # the scripts and styles of a first visit

All visitors arrive at once. Each opens a link of its own, thinks for five seconds, presses a button, waits
for the last chart of the answer (the run over, the page no longer looking), and thinks again. As all think
equally long, they press at once, too; with `--spread 3` each thinks for two to eight seconds. Whoever waits
for half a minute is lost. "First" is what is first seen of an answer.
"""

import argparse
import asyncio
import http.client
import random
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from visitors import HERE, Answer, Lost, Visitor, begin_long_run, cpu, memory, server, workers_cpu

from dashboard.urls import COMPARE, DIAGNOSE, GAME, SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import AskedCase, CompareScreen, DiagnoseScreen, GameScreen, SimulateScreen
from engine import deal_cards
from engine.cards import STANDARD_PACK

THOUGHT: Final = 5.0  # seconds between an answer and the next press
LONG: Final = SimulateScreen(rule_set="code-golf", games=10**9, seed=11)
"""A run that outlasts the visitors: a hundred million games were over in half a minute."""
ROUND: Final = ("", "simulate", "", "compare")
"""The pages that visitors are on, in turn."""
OTHERS: Final = {"diagnose": "", "rules": ""}
CHANGES: Final = {"": "random_deal", "simulate": "new_seed", "compare": "new_seed"}
"""What a visitor presses on each page."""


def link(page: str, number: int) -> str:
    """Return the query with which a visitor comes: each with games of his own."""
    match page:
        case "simulate":
            return to_query(
                SIMULATE.to_params(SimulateScreen(rule_set="code-golf", games=20_000, seed=number))
            )
        case "compare":
            return to_query(COMPARE.to_params(CompareScreen(games=20_000, seed=number)))
    return to_query(GAME.to_params(GameScreen(seed=3, game=number)))


class Tally:
    """What visitors met with."""

    def __init__(self) -> None:
        self.arrivals: list[Answer] = []
        self.answers: list[Answer] = []
        self.lost: list[str] = []
        self.drawn: dict[str, list[int]] = {}
        """Of each page: answers, whole pages drawn for them, and parts of one by themselves."""

    def left(self, page: str, answers: int, visitor: Visitor) -> None:
        """Note what a visitor had drawn who leaves."""
        drawn = self.drawn.setdefault(page or "game", [0, 0, 0])
        drawn[:] = map(sum, zip(drawn, (answers, visitor.pages, visitor.parts), strict=True))
        self.lost += visitor.errors

    def shown(self) -> None:
        """Print it."""
        for name, answers in (("arrivals", self.arrivals), ("presses", self.answers)):
            print(f"  {len(answers)} {name}, seconds until")
            print(f"    first   {levels([answer.first for answer in answers])}")
            print(f"    charts  {levels([answer.charts for answer in answers])}")
        for page, (answered, pages, parts) in self.drawn.items():
            print(f"  {page}: {pages / answered:.1f} pages drawn an answer, and {parts / answered:.1f} parts")
        print(f"  lost: {len(self.lost)}")
        for line in self.lost[:10]:
            print(f"    {line}")


def levels(times: Sequence[float]) -> str:
    """Say the median, what one in twenty and one in a hundred waits, and the most."""
    if not times:
        return "none"
    ordered = sorted(times)
    output = [f"p{level} {ordered[level * (len(ordered) - 1) // 100]:.3f}" for level in (50, 95, 99)]
    return f"{', '.join(output)}, most {ordered[-1]:.3f}"


async def _thinking(address: str, number: int, until: float, tally: Tally, spread: float = 0.0) -> None:
    """Arrive, then think and press, and again."""
    page = ROUND[number % len(ROUND)]
    chance = random.Random(number)

    async def think() -> None:
        await asyncio.sleep(chance.uniform(THOUGHT - spread, THOUGHT + spread))

    try:
        visitor, arrival = await Visitor.arrive(address, page, link(page, number))
        tally.arrivals.append(arrival)
        answers = 1
        await think()
        while time.monotonic() < until:
            tally.answers.append(await visitor.press(CHANGES[page]))
            answers += 1
            await think()
        tally.left(page, answers, visitor)
        await visitor.leave()
    except (Lost, OSError, TimeoutError, KeyError) as error:
        tally.lost.append(f"visitor {number} on {page or 'game'!r}: {error!r}")


async def load(address: str, pid: int, *, visitors: int, seconds: float, spread: float) -> None:
    """Print how long visitors wait while a long run goes on."""
    query = to_query(SIMULATE.to_params(LONG))
    watching = await begin_long_run(address, "simulate", query, "run")
    tally, before, worked = Tally(), cpu(pid), workers_cpu(pid)
    start = time.monotonic()
    await asyncio.gather(
        *(_thinking(address, number, start + seconds, tally, spread) for number in range(visitors))
    )
    print(f"{visitors} visitors at once, {seconds:.0f} s, beside {LONG.games:,} games")
    tally.shown()
    print(f"  looks at the long run: {len(watching.looks)}, {levels(watching.looks)}")
    passed = time.monotonic() - start
    share, work = (100 * (spent / passed) for spent in (cpu(pid) - before, workers_cpu(pid) - worked))
    pressed = 1000 * (cpu(pid) - before) / max(1, len(tally.answers) + len(tally.arrivals))
    print(f"  server {memory(pid):.0f} MB, most {memory(pid, 'VmHWM'):.0f} MB")
    print(f"  processor: server {share:.0f} %, {pressed:.0f} ms an answer, workers {work:.0f} %")
    await watching.leave()


async def questions(address: str, pid: int, *, visitors: int, seconds: float) -> None:
    """Print how long a question of Diagnose takes, one after the other, and what others notice of it."""
    until = time.monotonic() + seconds
    tally, asked = Tally(), list[float]()

    async def asking() -> None:
        number = 0
        while time.monotonic() < until:
            deal = deal_cards(STANDARD_PACK, seed=77, number=number)
            case = AskedCase(deal=deal, expected="2 1026", got="1 9")  # nearly always no explanation
            query = to_query(DIAGNOSE.to_params(DiagnoseScreen(cases=(case,))))
            visitor, arrival = await Visitor.arrive(address, "diagnose", query, charts=False)
            asked.append(arrival.charts)
            tally.lost += visitor.errors
            await visitor.leave()
            number += 1

    await asyncio.gather(asking(), *(_thinking(address, number, until, tally) for number in range(visitors)))
    print(f"{visitors} visitors, {seconds:.0f} s, beside questions without pause")
    tally.shown()
    print(f"  {len(asked)} questions answered: {levels(asked)}")
    print(f"  server {memory(pid):.0f} MB")


async def reruns(address: str, pid: int, count: int) -> None:
    """Print the server's memory while pages are drawn again and again."""
    visitors = [(await Visitor.arrive(address, page, link(page, 5)))[0] for page in CHANGES]
    presses = list(CHANGES.values())
    for done in range(count + 1):
        if done % max(count // 10, 1) == 0:
            print(f"  {done:>6} reruns: {memory(pid):.0f} MB", flush=True)
        place = done % len(visitors)
        await visitors[place].press(presses[place])


async def pages(address: str, pid: int) -> None:
    """Print what drawing each page again costs, and a look at a run, and how many bytes charts are."""
    for page in (*CHANGES, *OTHERS):
        visitor, _ = await Visitor.arrive(address, page, OTHERS.get(page, link(page, 5)), charts=False)
        await visitor.again()
        before, received, times = cpu(pid), visitor.received, []
        for _ in range(50):
            times.append(await visitor.again())
        print(
            f"  {page or 'game':<10} {1000 * (cpu(pid) - before) / 50:.0f} ms of processor time a rerun, "
            f"drawn in {1000 * statistics.median(times):.0f} ms, "
            f"{(visitor.received - received) / 50_000:.0f} kB"
        )
        for name, size in sorted(visitor.charts.items(), key=lambda item: -item[1]):
            print(f"      {name:<22}{size / 1000:>7.1f} kB")
        await visitor.leave()


async def looks(address: str, pid: int, *, visitors: int, seconds: float) -> None:
    """Print what a look at a run that goes on costs: what the server needs more for many who watch it."""
    query = to_query(SIMULATE.to_params(LONG))
    watching = [await begin_long_run(address, "simulate", query, "run")]
    spent, seen = [], []
    for watchers in (1, visitors):
        while len(watching) < watchers:
            watching.append(await Visitor.watch(address, "simulate", query))
        await asyncio.sleep(20)  # charts are drawn often at first
        before, earlier = cpu(pid), sum(len(visitor.looks) for visitor in watching)
        await asyncio.sleep(seconds)
        spent.append(cpu(pid) - before)
        seen.append(sum(len(visitor.looks) for visitor in watching) - earlier)
    cost = (spent[1] - spent[0]) / max(1, seen[1] - seen[0])
    looked = f"{seen[1]} by {visitors} visitors in {seconds:.0f} s"
    print(f"  {1000 * cost:.1f} ms of processor time a look; {looked}")


def files(address: str, pid: int) -> None:
    """Print what the scripts and styles cost that a browser asks for before it shows a first page."""
    first = http.client.HTTPConnection(address.rpartition("/")[2])
    first.request("GET", "/")
    answer = first.getresponse()
    named = r"static/(?:js|css)/[\w.-]+"
    asked = sorted({*re.findall(named, answer.headers["Link"]), *re.findall(named, answer.read().decode())})
    for times in (1, 20, 20):
        before, received = cpu(pid), 0
        for _ in range(times):
            for path in asked:
                first.request("GET", f"/{path}", headers={"Accept-Encoding": "gzip, deflate, br"})
                received += len(first.getresponse().read())
        spent = 1000 * (cpu(pid) - before) / times
        print(
            f"  {times:>2} visits, {spent:.0f} ms of processor time and {received / times / 1e6:.2f} MB each"
        )


def main() -> None:
    """Run one of the six."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--spread", type=float, default=0, help="seconds more or less of thought (0)")
    parser.add_argument("--reruns", type=int, default=0)
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--questions", action="store_true")
    parser.add_argument("--looks", action="store_true")
    parser.add_argument("--files", action="store_true")
    parser.add_argument("--tree", type=Path, default=HERE, help="the checkout that is served (this one)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        with server(Path(folder) / "store.sqlite", log=log, tree=options.tree.resolve()) as (address, pid):
            if options.pages:
                asyncio.run(pages(address, pid))
            elif options.questions:
                asyncio.run(questions(address, pid, visitors=options.visitors, seconds=options.seconds))
            elif options.files:
                files(address, pid)
            elif options.looks:
                asyncio.run(looks(address, pid, visitors=options.visitors, seconds=options.seconds))
            elif options.reruns:
                asyncio.run(reruns(address, pid, options.reruns))
            else:
                how = {name: getattr(options, name) for name in ("visitors", "seconds", "spread")}
                asyncio.run(load(address, pid, **how))


if __name__ == "__main__":
    main()
