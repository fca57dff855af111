"""The first answer of the server shows what the page is about, and nothing moves while the page comes."""

from collections.abc import Iterator

import pytest
from browser_pages import PAGES
from playwright.sync_api import Browser, BrowserContext, Page, expect
from steps import Opener, Scheme

from dashboard.charts.style import THEMES
from dashboard.components.window import COOKIE
from dashboard.ui.streamlit_fixes import LOADING

pytestmark = pytest.mark.browser

MOVES = """() => new Promise((done) => {
    const moved = [];
    new PerformanceObserver((list) => moved.push(...list.getEntries()))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(moved.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) => [
        value, ...sources.map(({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 40)}: ${previousRect.y} to ${currentRect.y}`)])), 50);
})"""
"""How far things moved since the page was asked for, and which."""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
WITHIN = 500
"""Milliseconds."""
POLLING = 50
"""Milliseconds between two looks: without frames, as of a page that stands still, there are no others."""
OTHERS = {"questions": "questions", "literature, all": "literature", "diagnose, nothing asked": "diagnose"}


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Give a browser of its own: what other tests leave in theirs kept paints from being told."""
    context = browser.new_context()
    yield context
    context.close()


def first_answer(context: BrowserContext, address: str, scheme: Scheme, width: int) -> Page:
    """Open a page of which nothing comes but the first answer: all that it asks for stays on its way."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.route("**/static/**", lambda _: None)
    page.goto(address, wait_until="commit")
    return page


def assert_ground(page: Page, scheme: Scheme) -> None:
    colour = "(of) => [...getComputedStyle(document.documentElement)[of].matchAll(/\\d+/g)].map(Number)"
    theme = THEMES[scheme]
    for of, shade in {"backgroundColor": theme.paper, "color": theme.ink}.items():
        assert bytes(page.evaluate(colour, of)).hex() == shade.removeprefix("#").lower()


@pytest.mark.parametrize(
    ("scheme", "width", "step"), [("light", 390, "small"), ("light", 820, "medium"), ("dark", 1440, "wide")]
)
def test_ground_logo_and_verdict_come_before_any_script_or_style(
    context: BrowserContext, server: str, scheme: Scheme, width: int, step: str
) -> None:
    page = first_answer(context, server, scheme, width)
    page.wait_for_function(PAINTED, polling=POLLING)  # nothing else came, so that it is this
    early = page.locator(".early")
    expect(early.locator("p")).to_have_text(["By Bicycle’s rules player 1 wins after 498 rounds.", LOADING])
    expect(early.locator("svg")).to_be_visible()
    assert_ground(page, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # The first run is laid out for this width, which the socket's request tells.
    assert (COOKIE, step) in {(cookie.get("name"), cookie.get("value")) for cookie in context.cookies()}


def test_there_is_something_to_read_within_half_a_second(context: BrowserContext, server: str) -> None:
    """Of a whole page, with all that it asks for; the best of five, as the machine may be busy."""
    took = []
    for _ in range(5):
        page = context.new_page()
        page.goto(server, wait_until="commit")
        page.wait_for_function(PAINTED, polling=POLLING)
        took.append(page.evaluate(PAINTED))
        page.close()
    assert min(took) < WITHIN, took


def test_inside_of_another_site_there_is_only_the_ground(context: BrowserContext, server: str) -> None:
    page = first_answer(context, f"{server}/?embed=true&show=board", "dark", 720)
    page.wait_for_function("() => performance.getEntriesByName('first-paint').length", polling=POLLING)
    assert_ground(page, "dark")
    expect(page.locator(".early")).to_have_count(0)


@pytest.mark.parametrize("name", [*PAGES, *OTHERS])
def test_nothing_moves_while_a_page_comes(open_page: Opener, name: str) -> None:
    for width in (1440, 390):
        page = open_page({**PAGES, **OTHERS}[name], width=width)
        moves = page.evaluate(MOVES)
        assert sum(value for value, *_ in moves) < 0.1, (width, moves)
        expect(page.locator(".early")).to_have_count(0)
        page.close()
