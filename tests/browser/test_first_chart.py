"""What follows the first chart of a page waits until that stands: `early.js`, by messages made up here."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from dashboard.ui import streamlit_fixes

pytestmark = pytest.mark.browser

FIGURE = 'a figure: {"data":[],"layout":{}}'
EARS = """() => {
    const socket = new WebSocket("ws://127.0.0.1:9");
    window.heard = [];
    socket.addEventListener("message", ({ data }) => heard.push(new TextDecoder().decode(data)));
    window.say = (said) => said.forEach((text) => socket.dispatchEvent(
        new MessageEvent("message", { data: new TextEncoder().encode(text).buffer })));
}"""
CHART = """document.body.insertAdjacentHTML("beforeend",
    '<div class="stPrintGraphic"><svg class="main-svg"></svg></div>')"""


@pytest.fixture
def blank(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    yield page
    page.close()


def listening(page: Page, path: str) -> Page:
    page.set_content(streamlit_fixes.tag(path))
    page.evaluate(EARS)
    return page


def heard(page: Page, *said: str) -> list[str]:
    """Have the server say something, and return all that the page heard so far."""
    page.evaluate("(said) => say(said)", said)
    texts: list[str] = page.evaluate("heard")
    return texts


def test_what_follows_the_first_chart_is_put_up_when_that_stands(blank: Page) -> None:
    page = listening(blank, "/simulate")
    assert heard(page, "a title", FIGURE, "more", FIGURE) == ["a title", FIGURE]
    assert heard(page, "the end") == ["a title", FIGURE]
    page.evaluate(CHART)
    page.wait_for_function("heard.length === 5")
    assert heard(page) == ["a title", FIGURE, "more", FIGURE, "the end"]
    assert heard(page, FIGURE, "later")[5:] == [FIGURE, "later"]


def test_a_chart_that_does_not_come_is_not_waited_for_long(blank: Page) -> None:
    patience = re.search(r"const HELD = (\d+);", streamlit_fixes.SCRIPT)
    assert patience
    blank.clock.install()
    page = listening(blank, "/simulate")
    assert heard(page, FIGURE, "more") == [FIGURE]
    page.clock.run_for(int(patience[1]))
    assert heard(page, "later") == [FIGURE, "more", "later"]


def test_a_page_without_charts_holds_nothing_back(blank: Page) -> None:
    assert heard(listening(blank, "/rules"), FIGURE, "more") == [FIGURE, "more"]


def opened(page: Page, path: str) -> Page:
    """Open an address at which nothing stands but what every page runs first."""
    script = {"body": "window.hasCharts = true", "content_type": "text/javascript"}
    page.route("http://war.example/static/**", lambda route: route.fulfill(**script))
    body = f'<meta charset="utf-8">{streamlit_fixes.tag(path)}<main data-testid="stMain"></main>'
    page.route(f"http://war.example{path}", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(f"http://war.example{path}")
    return page


def test_the_script_of_charts_is_run_while_games_are_played_but_after_a_verdict_that_is_kept(
    blank: Page,
) -> None:
    connected = "document.body.dataset.testConnectionState = 'CONNECTED'"
    turn = "(on) => requestAnimationFrame(() => setTimeout(on))"
    for path in ("/simulate", "/records", "/packs"):
        page = opened(blank, path)
        page.evaluate(connected)
        if path != "/simulate":
            page.evaluate(f"() => new Promise({turn}).then(() => new Promise({turn}))")
            assert not page.evaluate("window.hasCharts")
            page.evaluate("document.querySelector('main').append(document.createElement('h1'))")
        page.wait_for_function("window.hasCharts")
