"""Charts stand under their titles, and none waits for the script that draws it."""

from collections.abc import Callable
from itertools import count
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from steps import Elsewhere

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

LOADED: Final = """() => performance.getEntriesByType("resource")
    .some((file) => file.name.includes("/PlotlyChart.") && file.responseEnd)"""

WATCHED: Final = """() => ({
    ...window.watched,
    fetched: performance.getEntriesByType("resource")
        .filter((file) => file.name.includes("/PlotlyChart.") && file.startTime > window.watched.pressed)
        .map((file) => file.name),
})"""


def pressed(opened: Callable[[str], Page]) -> dict[str, Any]:
    """Open a page without charts, press Run, and return what was seen until the last chart stood."""
    screen = SimulateScreen(rule_set="codingame", games=200_000_000, seed=next(SEEDS))
    page = opened("simulate?" + to_query(SIMULATE.to_params(screen)))
    page.wait_for_function(LOADED, polling=50)  # a page that stands still has no frames
    page.evaluate(LOOK)
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".st-key-cycle_lengths .main-svg").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped: ")).to_be_visible()
    watched: dict[str, Any] = page.evaluate(WATCHED)
    page.close()
    return watched


@pytest.mark.slow
def test_the_first_charts_of_a_visit_do_not_wait_for_their_script(elsewhere: Elsewhere) -> None:
    watched = pressed(elsewhere)
    assert watched["fetched"] == []
    assert watched["flat"] == {}
