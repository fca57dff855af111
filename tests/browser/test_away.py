"""What a page says while the server is gone or does not answer: one line, and no dialog over the page."""

from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, Route, WebSocketRoute, expect
from steps import Line, settled

pytestmark = pytest.mark.browser

AWAY: Final = ".war-room-away"
STOPPED: Final = (
    "War Room has stopped on this computer. Start it again with war-room; this page then goes on by itself. "
    "You can read on meanwhile."
)
CALLS: Final = 16
"""Requests without an answer, two a try, after which Streamlit has opened its dialog."""
DIALOGS: Final = """() => {
    window.dialogs = 0;
    const look = () => {
        window.dialogs += document.querySelectorAll("[data-testid=stDialog]").length;
        requestAnimationFrame(look);
    };
    look();
}"""
"""Counts on every frame from now on the dialogs that stand on the page."""


class Outage:
    """A server that a page loses: its socket ends, and nobody answers until it is back."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._sockets: list[WebSocketRoute] = []
        self.calls = 0
        page.route_web_socket("**", self._lay)

    def begin(self) -> None:
        """End the socket, and answer nothing that is asked from now on."""
        self._page.route("**/_stcore/*", self._leave)
        self._sockets[-1].close()

    def end(self) -> None:
        """Answer again."""
        self._page.unroute("**/_stcore/*")

    def _lay(self, browser: WebSocketRoute) -> None:
        browser.connect_to_server()
        self._sockets.append(browser)

    def _leave(self, route: Route) -> None:
        self.calls += 1
        route.abort("connectionrefused")


def test_a_server_that_is_gone_is_one_line_until_it_is_back(context: BrowserContext, server: str) -> None:
    page = context.new_page()
    outage = Outage(page)
    page.goto(f"{server}/questions")
    settled(page)
    page.evaluate(DIALOGS)
    title = page.locator("[data-testid=stMain] h1")
    outage.begin()
    expect(page.locator(AWAY)).to_have_text(STOPPED)
    line, below = page.locator(AWAY).bounding_box(), title.bounding_box()
    assert line
    assert below
    assert line["y"] + line["height"] <= below["y"]
    while outage.calls < CALLS:
        page.wait_for_event("requestfailed")
    assert page.evaluate("window.dialogs") == 0
    title.click()  # nothing lies over the page
    outage.end()
    expect(page.locator(AWAY)).to_have_count(0)
    settled(page)
    page.get_by_role("link", name="Game", exact=True).click()
    expect(page.locator("[data-testid=stMain] h1")).to_contain_text("wins after")


def test_a_click_that_is_not_answered_is_seen_to_have_been_taken(
    context: BrowserContext, server: str
) -> None:
    page = context.new_page()
    line = Line(page)
    page.goto(server)
    settled(page)
    expect(page.locator(AWAY)).to_have_count(0)
    with line.held_up():
        page.get_by_role("button", name="Swap").click()
        expect(page.locator(AWAY)).to_have_text("Working …")
        expect(page.get_by_role("status").filter(has_text="Working …")).to_be_visible()
    expect(page.locator(AWAY)).to_have_count(0)
