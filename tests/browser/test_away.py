"""What a page says while the server is gone or does not answer: one line, and no dialog over the page."""

from typing import Final

import pytest
from playwright.sync_api import expect
from steps import Visitor, settled
from there import there

from dashboard.examples.facts import EXAMPLES

pytestmark = pytest.mark.browser

AWAY: Final = ".war-room-away"
STOPPED: Final = (
    "War Room has stopped on this computer. Start it again with war-room; this page then goes on by itself. "
    "You can read on meanwhile."
)
CALLS: Final = 16  # requests without an answer, two a try, after which Streamlit has opened its dialog


def test_a_server_that_is_gone_is_one_line_until_it_is_back(visitor: Visitor) -> None:
    page, line = visitor.open_by_line("questions")
    title = page.locator("[data-testid=stMain] h1")
    with line.cut() as calls:
        notice = page.locator(AWAY)
        expect(notice).to_have_text(STOPPED)
        above, below = there(notice.bounding_box()), there(title.bounding_box())
        assert above["y"] + above["height"] <= below["y"]
        while len(calls) < CALLS:
            page.wait_for_event("requestfailed")
        expect(page.get_by_test_id("stDialog")).to_have_count(0)
        title.click()  # nothing lies over the page
    expect(page.locator(AWAY)).to_have_count(0)
    settled(page)
    page.get_by_role("link", name="Game", exact=True).click()
    expect(page.locator("[data-testid=stMain] h1")).to_contain_text("wins after")


def test_a_click_that_is_not_answered_is_seen_to_have_been_taken(visitor: Visitor) -> None:
    page, line = visitor.open_by_line("diagnose")
    expect(page.locator(AWAY)).to_have_count(0)
    with line.held_up():
        page.get_by_role("button", name=EXAMPLES["golf"].title).click()
        expect(page.locator(AWAY)).to_have_text("Working …")
        expect(page.get_by_role("status").filter(has_text="Working …")).to_be_visible()
    expect(page.locator(AWAY)).to_have_count(0)
