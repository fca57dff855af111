"""Whether a server stays as it was: visitors come and go for an hour while its workers are killed.

.venv/bin/python tests/benchmarks/bench_soak.py                  # an hour, six visitors
.venv/bin/python tests/benchmarks/bench_soak.py --minutes 5      # a try

Visitors open links of their own on every page, press buttons, and leave well or break off, some while a
question or a run of theirs goes on; a run that outlasts them goes on all the time. Every half minute a worker
is killed. Each minute says what the server holds. At the end the visitors are gone, and so must be what was
theirs: memory is judged by the last third against the middle one, since caches fill first.
"""

import argparse
import asyncio
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bench_load import CHANGES, LONG, link
from visitors import Lost, Visitor, begin_long_run, memory, server

from dashboard.urls import DIAGNOSE, LITERATURE, PACKS, QUESTIONS, SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import AskedCase, DiagnoseScreen, LiteratureScreen, PacksScreen, QuestionsScreen
from engine import deal_cards
from engine.cards import STANDARD_PACK, Pack
from engine.library import QUESTIONS as ASKED
from engine.library.published import claims

PAGES: Final = (*CHANGES, "diagnose", "rules", "questions", "records", "literature", "packs")
HOURS: Final = LONG.changed(pack=Pack(13, 40))
"""A run that outlasts an hour: of 52 cards a thousand million games were over in three minutes."""
KILL_SECONDS: Final = 30.0
GONE_SECONDS: Final = 150.0
"""After so long Streamlit forgets everybody who left, as soon as somebody else comes."""
MOST_GROWTH: Final = 1.10
SLACK: Final = 4  # threads and handles that may be open at one moment and not at another


@dataclass(frozen=True)
class Held:
    """What a server holds at one moment."""

    megabytes: float
    threads: int
    handles: int
    workers: int
    zombies: int

    @classmethod
    def by(cls, pid: int) -> "Held":
        """Look at a server and the processes that it started."""
        states = [
            Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] for child in children(pid)
        ]
        return cls(
            memory(pid),
            len(list(Path(f"/proc/{pid}/task").iterdir())),
            len(list(Path(f"/proc/{pid}/fd").iterdir())),
            len(states) - states.count("Z"),
            states.count("Z"),
        )

    def __str__(self) -> str:
        return (
            f"{self.megabytes:6.0f} MB, {self.threads} threads, {self.handles} handles, "
            f"{self.workers} workers, {self.zombies} dead ones"
        )


@dataclass
class Soak:
    """What happened so far."""

    done: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)


def children(pid: int) -> list[int]:
    """Return the processes that a process started and that are there."""
    listed = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for path in listed for child in path.read_text().split()]


def query(page: str, number: int) -> str:
    """Return the query with which somebody comes to a page: another one for another number."""
    match page:
        case "diagnose":  # what no single rule answers
            deal = deal_cards(STANDARD_PACK, seed=77, number=number)
            case = AskedCase(deal=deal, expected="2 1026", got="1 9")
            return to_query(DIAGNOSE.to_params(DiagnoseScreen(cases=(case,))))
        case "questions":
            asked = [*ASKED][number % len(ASKED)]
            return to_query(QUESTIONS.to_params(QuestionsScreen(asked=asked, answered=True)))
        case "literature":
            claim = [*claims()][number % len(claims())]
            return to_query(LITERATURE.to_params(LiteratureScreen(claim=claim)))
        case "packs":
            pack = Pack(2 + number % 4, 1 + number % 2)
            return to_query(PACKS.to_params(PacksScreen(pack=pack)))
    return link(page, number) if page in CHANGES else ""


async def visits(address: str, soak: Soak, number: int, until: float) -> None:
    """Come, press, and leave, again and again."""
    chance = random.Random(number)
    while time.monotonic() < until:
        page = chance.choice(PAGES)
        seed = chance.randrange(10**6)
        charts = page in CHANGES
        try:
            visitor, _ = await Visitor.arrive(address, page, query(page, seed), charts=charts)
            try:
                for _ in range(chance.randrange(4) if charts else 0):
                    await asyncio.sleep(chance.uniform(1, 4))
                    await visitor.press(CHANGES[page])
                    soak.done["presses"] += 1
                soak.lost += visitor.errors
            finally:
                await leave(visitor, chance)
        except (Lost, OSError, TimeoutError) as error:
            soak.lost.append(f"{page or 'game'}: {error}")
        soak.done["visits"] += 1
        await asyncio.sleep(chance.uniform(1, 4))


async def leave(visitor: Visitor, chance: random.Random) -> None:
    """Leave well, or break off, perhaps in the middle of an answer."""
    if chance.random() < 0.3 and "random_deal" in visitor.widgets:
        pressing = asyncio.create_task(visitor.press("random_deal"))
        await asyncio.sleep(0.01)
        visitor.socket.transport.abort()
        await asyncio.gather(pressing, return_exceptions=True)
    await visitor.leave()


async def kills(pid: int, soak: Soak, until: float) -> None:
    """Kill a worker now and then."""
    chance = random.Random(0)
    while time.monotonic() + KILL_SECONDS < until:
        await asyncio.sleep(KILL_SECONDS)
        os.kill(chance.choice(children(pid)), signal.SIGKILL)
        soak.done["kills"] += 1


async def watch(pid: int, soak: Soak, until: float) -> None:
    """Say each minute what the server holds."""
    start = time.monotonic()
    while time.monotonic() < until:
        await asyncio.sleep(min(60.0, max(1.0, until - time.monotonic())))
        soak.held.append(Held.by(pid))
        print(f"{(time.monotonic() - start) / 60:6.1f} min {soak.held[-1]}  {dict(soak.done)}", flush=True)


async def soaked(address: str, pid: int, *, minutes: float, visitors: int) -> bool:
    """Soak a server; say whether it held out."""
    soak = Soak()
    runs = await begin_long_run(address, "simulate", to_query(SIMULATE.to_params(HOURS)), "run")
    before = Held.by(pid)
    print(f"   at first {before}")
    until = time.monotonic() + 60 * minutes
    await asyncio.gather(
        kills(pid, soak, until),
        watch(pid, soak, until),
        *(visits(address, soak, number, until) for number in range(visitors)),
    )
    outlasted = runs.watching
    await runs.leave()
    await asyncio.sleep(GONE_SECONDS)
    last, _ = await Visitor.arrive(address, "rules", charts=False)
    await last.leave()
    await asyncio.sleep(1)
    after = Held.by(pid)
    print(f"     at end {after}, {len(soak.lost)} lost")
    for line in soak.lost[:10]:
        print(f"    {line}")
    third = max(1, len(soak.held) // 3)
    middle, end = (
        statistics.median(held.megabytes for held in part)
        for part in (soak.held[third : 2 * third] or soak.held, soak.held[-third:])
    )
    print(f"memory: {middle:.0f} MB in the middle third, {end:.0f} MB in the last: {end / middle - 1:+.1%}")
    print("the run went on until the end" if outlasted else "THE RUN WAS OVER BEFORE THE END")
    same = after.workers == before.workers and not after.zombies
    flat = after.threads <= before.threads + SLACK and after.handles <= before.handles + SLACK
    return end <= MOST_GROWTH * middle and same and flat and outlasted and not soak.lost


def main() -> int:
    """Soak a server of our own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--visitors", type=int, default=6)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        with server(Path(folder) / "own" / "store.sqlite", log=log) as (address, pid):
            held_out = asyncio.run(soaked(address, pid, minutes=options.minutes, visitors=options.visitors))
        print(log.read_text())
    print("held out" if held_out else "did not hold out")
    return 0 if held_out else 1


if __name__ == "__main__":
    sys.exit(main())
