"""A real server and a real browser for tests of what only a browser can show."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest
from chromium import CHROMIUM, QUIET
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from steps import Opener, settled

expect.set_options(timeout=15_000)  # a browser on a busy machine draws a page of charts in seconds


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "dashboard", "--no-browser", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}"
        _wait_for(f"{address}/_stcore/health", process)
        yield address
        process.terminate()


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(1_200):
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except OSError:
            assert process.poll() is None, "the server ended before it answered"
            time.sleep(0.1)
    raise AssertionError("the server did not answer within two minutes")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing: CI has to install it")
        pytest.skip("Chromium is not on the path: browser tests need it")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def open_page(context: BrowserContext, server: str) -> Opener:
    """Open an address of the dashboard and wait until it stands still."""

    def opened(query: str = "") -> Page:
        page = context.new_page()
        page.goto(f"{server}/{query}")
        settled(page)
        return page

    return opened
