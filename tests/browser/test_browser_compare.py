"""A click on a chart in a real browser: the game it opens, and what Back brings back."""

import re

import pytest
from playwright.sync_api import Page, expect
from steps import Line, Opener, Visitor, settled

from dashboard.urls import COMPARE, SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import CompareScreen, Group, SimulateScreen, Unit

pytestmark = pytest.mark.browser

THREE = CompareScreen(
    rule_sets=("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "codingame"), games=3_000, seed=41
)
STUDY = SimulateScreen(rule_set="codingame", games=2_000, seed=44, unit=Unit.PLAYS, charts=Group.RECORDS)
MIDDLE = """chart => {
    for (const trace of chart._fullData.filter((one) => one.customdata && one.type === "bar")) {
        const place = trace.customdata.findIndex((data) => data[0] >= 0 && data[1] === 2);
        if (place < 0) continue;
        const { xaxis, yaxis } = chart._fullLayout, base = trace.base?.[place] ?? 0;
        const [x, y] = trace.orientation === "h"
            ? [base + trace.x[place] / 2, trace.y[place]] : [trace.x[place], base + trace.y[place] / 2];
        return [xaxis._offset + xaxis.d2p(x), yaxis._offset + yaxis.d2p(y), trace.customdata[place][0]];
    }
}"""
"""Finds the middle of a bar of the third rule set, and the game that it opens."""


def address(screen: CompareScreen) -> str:
    return f"compare?{to_query(COMPARE.to_params(screen))}"


def test_a_click_opens_the_deal_by_the_rule_set_it_stands_for(open_page: Opener) -> None:
    page = open_page(address(THREE.changed(charts=Group.WINNERS)))
    plot = page.locator(".st-key-flow_a_c .js-plotly-plot").first
    plot.wait_for()
    plot.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    x, y, game = plot.evaluate(MIDDLE)
    plot.hover(position={"x": x - 2, "y": y}, force=True)
    plot.locator(".hoverlayer text").first.wait_for()  # a click is on what is pointed at
    plot.click(position={"x": x, "y": y}, force=True)
    page.wait_for_url(re.compile(rf"/\?.*rules=codingame&.*seed=41&game={game}&"))


MAIN = "document.querySelector('[data-testid=stMain]')"
PLACE = f"() => {MAIN}.scrollTop"
"""How far the page is scrolled."""

NOTE_THE_PRESS = f"""() => {{
    addEventListener("pointerdown", () => {{ window.pressedAt = ({PLACE})(); }}, true);
}}"""
"""A press brings what is pressed into view first."""


def back(page: Page, before: str) -> None:
    """Go back once: the screen that was there before is there again, and its link."""
    page.go_back()
    page.wait_for_function("title => document.querySelector('h1')?.textContent === title", arg=before)
    settled(page)
    assert page.locator("[data-testid=stMain] h1").inner_text() == before


def test_back_brings_the_study_of_a_clicked_bar_and_where_one_was_on_its_page(open_page: Opener) -> None:
    page = open_page(f"simulate?{to_query(SIMULATE.to_params(STUDY))}")
    expect(page.get_by_text("2,000 games played, each")).to_be_visible()
    came, title = page.url, page.locator("[data-testid=stMain] h1").inner_text()
    page.evaluate(NOTE_THE_PRESS)
    bar = page.locator(".st-key-lengths .bars .point path").nth(6)
    farther_down = page.get_by_role("link", name=re.compile(r"^[\d,]+ rounds$")).last
    for place_of_game in (bar, farther_down):
        page.mouse.wheel(0, 1)  # nobody presses what is farther down before they have scrolled
        if place_of_game is bar:  # a chart is drawn in its turn: it answers when its words stand there
            bar.hover(force=True)
            page.locator(".st-key-lengths .hoverlayer text").first.wait_for()
        place_of_game.click(force=True)
        page.wait_for_url(re.compile(r"/\?.*seed=44&game="))
        settled(page)
        assert page.evaluate(PLACE) == 0
        place = page.evaluate("() => window.pressedAt")
        back(page, title)
        assert page.url == came
        page.wait_for_function(f"place => Math.abs(({PLACE})() - place) < 2", arg=place)
        settled(page)  # a page as long stood there until it was left
        assert page.evaluate(PLACE) == pytest.approx(place, abs=2)
    assert place > 100


def test_back_keeps_the_place_however_long_the_server_takes(visitor: Visitor) -> None:
    page = visitor.context.new_page()
    line = Line(page)
    page.goto(f"{visitor.server}/simulate?{to_query(SIMULATE.to_params(STUDY))}")
    settled(page)
    page.evaluate(NOTE_THE_PRESS)
    page.get_by_role("link", name=re.compile(r"^[\d,]+ rounds$")).first.click()
    page.wait_for_url(re.compile(r"/\?.*seed=44&game="))
    settled(page)
    page.set_viewport_size({"width": 1440, "height": 300})
    assert page.evaluate(f"() => {MAIN}.scrollHeight - 300 > window.pressedAt && window.pressedAt > 100")
    with line.held_up():
        page.go_back()
        page.wait_for_timeout(1_500)  # the page that is left stands there all the while, and is long enough
    page.wait_for_function(f"() => Math.abs(({PLACE})() - window.pressedAt) < 2")
    settled(page)
    assert page.evaluate(PLACE) == pytest.approx(page.evaluate("() => window.pressedAt"), abs=2)
