"""What a person waits for, in a real browser: pages to be there, a run to be found again, a run to stop.

.venv/bin/python tests/benchmarks/bench_browser.py [--runs | --pages] [--times 20]
"""

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright
from visitors import HERE, free_port, server, wait_until_it_answers

from dashboard.urls import COMPARE, GAME, SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import CompareScreen, GameScreen, SimulateScreen

sys.path.append(str(Path(__file__).parents[1] / "browser"))
from chromium import CHROMIUM, QUIET

SEEDS = count(9_000)
EDGE = 40
PAINTS = """(() => {
    const paints = window.paints = { drawn: 0 };
    const look = () => {
        const places = [...document.querySelectorAll(".stPrintGraphic")].filter(place => {
            const { top, bottom } = place.getBoundingClientRect();
            return top < innerHeight - EDGE && bottom > EDGE;
        });
        const drawn = places.filter(place => place.querySelector(".main-svg"));
        if (drawn.length) paints.chart ??= performance.now() / 1000;
        if (document.querySelector("[data-testid=stMain] h1")) paints.verdict ??= performance.now() / 1000;
        if (drawn.length > paints.drawn) paints.charts = performance.now() / 1000;
        paints.drawn = Math.max(paints.drawn, drawn.length);
        const over = document.querySelector("[data-test-script-state=notRunning]") !== null;
        const late = performance.now() / 1000 > paints.charts + 1;
        paints.over = over && late && drawn.length === places.length;
        requestAnimationFrame(look);
    };
    look();
})()""".replace("EDGE", str(EDGE))
"""Notes when the verdict, the first chart and the last chart stand there of which the first screen shows more
than an edge; it is over when a second later there is none to come."""
EMPTY = """
import plotly.graph_objects as go
import streamlit as st

st.plotly_chart(go.Figure({"data": [{"type": "bar", "y": [1, 2, 3]}]}))
"""
PAGES = {
    "game": "?" + to_query(GAME.to_params(GameScreen(seed=3, game=4))),
    "simulate": "simulate?" + to_query(SIMULATE.to_params(SimulateScreen(games=20_000, seed=5))),
    "compare": "compare?" + to_query(COMPARE.to_params(CompareScreen(games=20_000, seed=5))),
    "diagnose": "diagnose",
    "rules": "rules",
}
WITHOUT_CHARTS = ("diagnose", "rules")
GOING = re.compile(r"([\d,]+) of 500,000,000 games")
HEARD = """() => {
    window.pressed = window.heard = 0;
    addEventListener("click", event => { window.pressed = event.timeStamp }, {capture: true, once: true});
    const look = () => {
        const stopped = [...document.querySelectorAll("p")].some(p => p.textContent.startsWith("Stopped. "));
        if (stopped) window.heard = performance.now();
        else requestAnimationFrame(look);
    };
    look();
}"""
"""Notes when a hand pressed, though the page may have been busy, and in which frame it shows the answer."""


def long_run() -> str:
    """Return the link to a run that nobody started yet and that takes minutes."""
    screen = SimulateScreen(rule_set="codingame", games=500_000_000, seed=next(SEEDS))
    return "simulate?" + to_query(SIMULATE.to_params(screen))


def timed(*steps: Callable[[], object]) -> float:
    """Return how many seconds some steps take, one after the other."""
    start = time.perf_counter()
    for step in steps:
        step()
    return time.perf_counter() - start


def levels(times: list[float]) -> str:
    """Say the median, the 95 % and the worst."""
    ordered = sorted(times)
    middle, late = (ordered[level * (len(ordered) - 1) // 100] for level in (50, 95))
    return f"p50 {middle:.2f} s, p95 {late:.2f} s, most {ordered[-1]:.2f} s of {len(ordered)}"


def paints(browser: Browser, address: str, empty: str, turns: int) -> None:
    """Print when each page's first screen is there, at the first visit of a browser and later.

    In turns with a page of Streamlit's that holds one chart and nothing else, the least there can be.
    """
    pages = {"empty": empty, **{name: f"{address}/{at}" for name, at in PAGES.items()}}
    times: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for _ in range(turns):
        for name, at in pages.items():
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            for visit in ("first visit", "later", "later"):
                page = context.new_page()
                times[name, visit].append(_opened(page, name, at))
                page.close()
            context.close()
    least: dict[str, list[float]] = {}
    for (name, visit), taken in times.items():
        middle = [median(seconds) for seconds in zip(*taken, strict=True)]
        floor = least.setdefault(visit, middle)
        output = ", ".join(
            f"{what} {seconds:.2f} s ({seconds / of:.2f})"
            for what, seconds, of in zip(("first chart", "first screen"), middle, floor, strict=True)
        )
        print(f"  {name:<10}{visit:<12} {output}", flush=True)


@contextmanager
def empty_page(folder: Path) -> Iterator[str]:
    """Serve a page with one chart; yields its address."""
    script = folder / "empty.py"
    script.write_text(EMPTY, encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    quiet = [
        "--server.headless",
        "true",
        "--browser.gatherUsageStats",
        "false",
        "--server.fileWatcherType",
        "none",
    ]
    with (
        (folder / "empty.log").open("w") as log,
        subprocess.Popen([*command, *quiet], stdout=log, stderr=log) as process,
    ):
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until_it_answers(address)
            yield address
        finally:
            process.terminate()


def _opened(page: Page, name: str, address: str) -> tuple[float, float]:
    """Return the seconds until a page's first chart and its first screen are there; all of those that have
    no charts is their verdict.
    """
    charts = [] if name in WITHOUT_CHARTS else ["chart", "charts"]
    wanted = [*charts, *([] if name == "empty" else ["verdict"])]
    page.add_init_script(PAINTS)
    page.goto(address, wait_until="commit")
    while True:
        paints = page.evaluate("window.paints ?? {}")
        if all(paint in paints for paint in wanted) and (not charts or paints["over"]):
            return paints[wanted[0]], max(paints[paint] for paint in wanted)
        page.wait_for_timeout(50)


def runs(context: BrowserContext, address: str, times: int) -> None:
    """Print how soon a run starts, is found by a refreshed and a second tab, and stops.

    Each is done at some moment of the first twenty seconds, when charts are drawn most often.
    """
    begun, refreshed, second, stopped = [], [], [], []
    chance = random.Random(1)
    for _ in range(times):
        page = context.new_page()
        page.goto(f"{address}/{long_run()}")
        button = page.get_by_role("button", name="Run")
        button.wait_for()
        going = page.get_by_text(GOING)
        begun.append(timed(button.click, going.wait_for))
        _look(page, chance)
        refreshed.append(timed(page.reload, going.wait_for))
        _look(page, chance)
        other = context.new_page()
        second.append(timed(partial(other.goto, page.url), other.get_by_text(GOING).wait_for))
        other.close()
        _look(page, chance)
        stop = page.get_by_role("button", name="Stop")
        stopped.append(_stopped(page, stop))
        page.close()
    for what, taken in (
        ("started, games shown", begun),
        ("refreshed, run found", refreshed),
        ("second tab, run found", second),
        ("stopped", stopped),
    ):
        print(f"  {what:<24}{levels(taken)}", flush=True)


def _stopped(page: Page, stop: Locator) -> float:
    """Press Stop as a hand does and return the seconds until the page shows that it was heard."""
    page.evaluate(HEARD)
    box = stop.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => window.heard")
    return float(page.evaluate("(window.heard - window.pressed) / 1000"))


def _look(page: Page, chance: random.Random) -> None:
    """Look at a page for a while."""
    page.wait_for_timeout(1_000 * chance.uniform(3, 8))


def main() -> None:
    """Serve, look, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", action="store_true", help="only the runs, not the pages")
    parser.add_argument("--pages", action="store_true", help="only the pages, not the runs")
    parser.add_argument("--tree", type=Path, default=HERE, help="the checkout that is served (this one)")
    parser.add_argument("--turns", type=int, default=3, help="how often each page is opened anew (3)")
    parser.add_argument("--times", type=int, default=20, help="how often each is done (20)")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        server(
            Path(folder) / "store.sqlite", log=Path(folder) / "server.log", tree=options.tree.resolve()
        ) as (address, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        if not options.runs:
            with empty_page(Path(folder)) as empty:
                paints(browser, address, empty, options.turns)
        if not options.pages:
            runs(browser.new_context(viewport={"width": 1440, "height": 900}), address, options.times)
        browser.close()


if __name__ == "__main__":
    main()
