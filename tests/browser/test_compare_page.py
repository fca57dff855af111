"""The Compare page in a real browser: what a click opens, what a phone shows, what runs leave clickable."""

import re

from playwright.sync_api import Page, expect
from steps import Opener, settled

from dashboard.addresses import COMPARE
from dashboard.link import to_query
from dashboard.screen import CompareScreen

THREE = CompareScreen(
    rule_sets=("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "codingame"), games=3_000, seed=41
)
MIDDLE = """chart => {
    for (const trace of chart._fullData) {
        const points = (trace.customdata || []).length;
        for (let step = 0; step < points; step++) {
            const place = (step + (points >> 1)) % points;  // from the middle, where bars are high
            const data = trace.customdata[place];
            if (data[0] < 0 || (WANTED !== null && data[1] !== WANTED)) continue;
            const axes = chart._fullLayout;
            const x = axes["xaxis" + (trace.xaxis || "x").slice(1)], y = axes.yaxis;
            let across = trace.x[place], down = trace.y[place];
            const base = Array.isArray(trace.base) || ArrayBuffer.isView(trace.base)
                ? trace.base[place] : trace.base || 0;
            if (trace.type === "bar" && trace.orientation === "h") across = base + across / 2;
            else if (trace.type === "bar") down = base + down / 2;
            return [x._offset + x.d2p(across), y._offset + y.d2p(down), data[0], data[1]];
        }
    }
}"""


def address(screen: CompareScreen) -> str:
    return f"compare?{to_query(COMPARE.to_params(screen))}"


def click_a_point(page: Page, chart: str, place: int | None = None) -> tuple[int, int]:
    """Click a point of a chart (of one rule set); return its game and its rule set."""
    plot = page.locator(f".st-key-{chart} .js-plotly-plot").first
    plot.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    x, y, game, rules = plot.evaluate(MIDDLE.replace("WANTED", "null" if place is None else str(place)))
    plot.hover(position={"x": x - 2, "y": y}, force=True)
    plot.locator(".hoverlayer text").first.wait_for()  # a click is on what is pointed at
    plot.click(position={"x": x, "y": y}, force=True)
    return int(game), int(rules)


def test_a_click_opens_the_deal_by_the_rule_set_it_stands_for(open_page: Opener) -> None:
    for chart, place in (("who_wins", 2), ("flow_a_c", None)):
        page = open_page(address(THREE))
        page.locator(".st-key-flow_a_c .js-plotly-plot").wait_for()
        game, rules = click_a_point(page, chart, place)
        assert rules == 2
        page.wait_for_url(re.compile(rf"/\?.*rules=codingame&.*seed=41&game={game}&"))
        page.close()


def test_a_fact_opens_its_screen(open_page: Opener) -> None:
    page = open_page(address(THREE))
    page.get_by_role("button", name="Four games in ten never end").click()
    page.wait_for_url(re.compile(r"/simulate\?.*rules=programming-challenges&"))


def test_charts_can_be_looked_at_and_clicked_while_the_run_goes_on(open_page: Opener) -> None:
    page = open_page(address(THREE.changed(games=3_000_000, seed=42)))
    page.get_by_role("button", name="Compare").click()
    plot = page.locator(".st-key-who_wins .js-plotly-plot").first
    plot.wait_for()
    page.get_by_role("button", name="Stop").wait_for()
    there = 0
    for _ in range(20):
        page.wait_for_timeout(250)
        there += plot.is_visible()
    assert there >= 15
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped:")).to_be_visible(timeout=10_000)


def test_a_phone_shows_the_verdict_first_and_nothing_beyond_its_edge(open_page: Opener) -> None:
    page = open_page(address(THREE))
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    page.locator(".st-key-flow_a_c .js-plotly-plot").wait_for()
    assert page.locator("[data-testid=stMain] h1").bounding_box()["y"] < 200  # type: ignore[index]
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth + 1")
