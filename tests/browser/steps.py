"""What every browser test does."""

from typing import Protocol

from playwright.sync_api import Page

READY = '[data-testid="stApp"][data-test-script-state="notRunning"]'


class Opener(Protocol):
    """Opens the dashboard at a query, such as `?v=1&...`."""

    def __call__(self, query: str = "") -> Page: ...


def settled(page: Page) -> None:
    """Wait until no script has run for a moment and the board, or a bad link's page, is drawn."""
    page.wait_for_selector(READY)
    page.wait_for_timeout(300)
    page.wait_for_selector(READY)
    page.locator(".board .heading, [data-testid=stMain] button:has-text('afresh')").first.wait_for()
