"""A real server and a real browser for tests of what only a browser can show."""

import os
from collections.abc import Iterator

import pytest
from chromium import QUICK, QUIET, WINDOWLESS
from playwright.sync_api import Browser, expect, sync_playwright
from serving_pages import ADDRESS, wait_for
from steps import TIMEOUT, Visitor

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if WINDOWLESS is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing: CI has to install it")
        pytest.skip("Chromium is not on the path: browser tests need it")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=WINDOWLESS, args=[*QUIET, *QUICK])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def server() -> str:
    address = os.environ[ADDRESS]
    wait_for(address)
    return address


@pytest.fixture(scope="session")
def somebody(browser: Browser, server: str) -> Iterator[Visitor]:
    with Visitor.arrived(browser, server) as somebody:
        yield somebody


@pytest.fixture
def visitor(somebody: Visitor) -> Iterator[Visitor]:
    """Give the same visitor to every test: the site has stored nothing, and no tab is open."""
    somebody.forget()
    yield somebody
    somebody.leave()
