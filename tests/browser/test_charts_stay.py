"""Charts stand under their titles: those that one sees first, and none waits for the script that draws it."""

from collections.abc import Callable
from itertools import count
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from steps import Elsewhere, Opener, settled

from dashboard.ui.streamlit_fixes import chart_script
from dashboard.urls import SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import SimulateScreen

pytestmark = pytest.mark.browser

SEEDS = count(7_700)

LOOK: Final = """() => {
    const watched = window.watched = { pressed: performance.now(), flat: {} };
    const look = () => {
        for (const title of document.querySelectorAll("[data-testid=stMain] h2")) {
            const place = title.closest("[data-testid=stLayoutWrapper]")?.nextElementSibling;
            const key = place?.className.match(/st-key-[a-z_]+/)?.[0];
            if (!key || key === "st-key-extremes" || place.offsetHeight) continue;
            watched.flat[key] = title.textContent;
        }
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes when it was, and on every frame from then on which titles stand without room for their chart; what
stands under the extreme games is a list."""

WATCHED: Final = """() => ({
    ...window.watched,
    fetched: performance.getEntriesByType("resource")
        .filter((file) => file.name.includes("/PlotlyChart.") && file.startTime > window.watched.pressed)
        .map((file) => file.name),
})"""


DRAWN: Final = """(() => {
    const frames = window.frames = [], known = new Set();
    const look = () => {
        const drawn = [...document.querySelectorAll(".stPrintGraphic")]
            .filter(place => place.querySelector(".main-svg"))
            .map(place => [place.className.match(/st-key-([a-z_]+)/)[1], place.getBoundingClientRect().top])
            .filter(([key]) => !known.has(key));
        drawn.forEach(([key]) => known.add(key));
        if (drawn.length) frames.push(drawn);
        requestAnimationFrame(look);
    };
    look();
})()"""
"""Notes for every frame of a page which charts stand there for the first time, and how far down."""


GIVEN: Final = """(() => {
    const worked = new WeakMap(), charts = new Map();
    window.given = () => [...charts.values()].map(([key, layouts]) => [key, layouts.size]);
    Object.defineProperty(HTMLElement.prototype, "_fullLayout", {
        get() { return worked.get(this); },
        set(layout) {
            worked.set(this, layout);
            const [, key] = this.closest(".stPrintGraphic").className.match(/st-key-([a-z_]+)/);
            if (!charts.has(this)) charts.set(this, [key, new Set()]);
            charts.get(this)[1].add(this.layout);
        },
    });
})()"""
"""Counts for each chart that is put up how many figures Plotly was given to work out; to make room for labels
it works out the same one again."""


def pressed(opened: Callable[[str], Page]) -> dict[str, Any]:
    """Open a page without charts, press Run, and return what was seen until the last chart stood."""
    screen = SimulateScreen(rule_set="codingame", games=200_000_000, seed=next(SEEDS))
    page = opened("simulate?" + to_query(SIMULATE.to_params(screen)))
    expect(page.locator("[data-charts=ready]")).to_be_attached()
    page.evaluate(LOOK)
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".st-key-cycle_lengths .main-svg").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped: ")).to_be_visible()
    watched: dict[str, Any] = page.evaluate(WATCHED)
    page.close()
    return watched


def test_charts_are_drawn_one_by_one_and_those_that_one_sees_first(
    context: BrowserContext, server: str
) -> None:
    page = context.new_page()
    page.add_init_script(DRAWN)
    page.goto(f"{server}/simulate?" + to_query(SIMULATE.to_params(SimulateScreen(games=2_000, seed=5))))
    expect(page.get_by_text("Finished: 2,000 games")).to_be_visible()
    settled(page)
    frames = page.evaluate("window.frames")
    assert {len(frame) for frame in frames} == {1}
    tops = [top for ((_, top),) in frames]
    seen = [top < 860 for top in tops]
    assert seen == sorted(seen, reverse=True)
    assert (sum(seen), len(tops)) == (3, page.locator(".stPrintGraphic").count())


def test_a_chart_that_is_put_up_is_worked_out_once(context: BrowserContext, server: str) -> None:
    page = context.new_page()
    page.add_init_script(GIVEN)
    page.goto(server)
    for chart in ("sizes_chart", "holders"):  # one that can be pressed, and one that cannot
        expect(page.locator(f".st-key-{chart} .main-svg").first).to_be_visible()
    settled(page)
    given = page.evaluate("window.given()")
    assert {"sizes_chart", "holders"} <= {chart for chart, _ in given}
    assert {figures for _, figures in given} == {1}


@pytest.mark.slow
def test_the_first_charts_of_a_visit_do_not_wait_for_their_script(elsewhere: Elsewhere) -> None:
    watched = pressed(elsewhere)
    assert watched["fetched"] == []
    assert watched["flat"] == {}


@pytest.mark.slow
def test_no_chart_waits_however_often_a_run_begins(open_page: Opener) -> None:
    for _ in range(5):
        watched = pressed(open_page)
        assert (watched["fetched"], watched["flat"]) == ([], {})


def test_streamlit_has_the_script_where_it_is_looked_for() -> None:
    assert chart_script()
