"""What every browser test does."""

from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

READY = '[data-testid="stApp"][data-test-script-state="notRunning"]'


class Opener(Protocol):
    """Opens the dashboard at a query, such as `?v=1&...`."""

    def __call__(self, query: str = "") -> Page: ...


def settled(page: Page) -> None:
    """Wait until no script has run for a moment and the page stands: on the Game page with its board."""
    page.wait_for_selector(READY)
    page.wait_for_timeout(300)
    page.wait_for_selector(READY)
    stands = ".board .heading" if urlsplit(page.url).path == "/" else "[data-testid=stMain] h1"
    page.locator(f"{stands}, [data-testid=stMain] button:has-text('afresh')").first.wait_for()


def saved(page: Page, label: str, folder: Path) -> Path:
    """Save what a button saves, under the name it gives."""
    with page.expect_download() as found:
        page.get_by_role("button", name=label).click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path


def elsewhere(context: BrowserContext, url: str) -> Page:
    """Open an address as somebody who was never here."""
    browser = context.browser
    assert browser
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(url)
    settled(page)
    return page
