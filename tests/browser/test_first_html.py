"""How pages come: the first answer shows what they are about, and policies forbid the rest."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from steps import Scheme, Visitor, assert_nothing_slips_in

from dashboard.charts.style import THEMES
from dashboard.components.window import COOKIE
from dashboard.ui.streamlit_fixes import LOADING

pytestmark = pytest.mark.browser

PAINTED = "name => performance.getEntriesByName(name).length"
# Milliseconds between two polls: without frames, as of a page that stands still, there are no others.
POLLING = 50


@pytest.fixture
def new_context(browser: Browser) -> Iterator[BrowserContext]:
    """Give a browser of its own: what other tests leave in theirs kept paints from being told."""
    context = browser.new_context()
    yield context
    context.close()


def first_answer(context: BrowserContext, address: str, scheme: Scheme, width: int, paint: str) -> Page:
    """Open a page of which nothing comes but the first answer, which has the right ground, and return it."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.route("**/static/**", lambda _: None)
    page.goto(address, wait_until="commit")
    page.wait_for_function(PAINTED, arg=paint, polling=POLLING)
    colour = "(of) => [...getComputedStyle(document.documentElement)[of].matchAll(/\\d+/g)].map(Number)"
    theme = THEMES[scheme]
    for of, shade in {"backgroundColor": theme.paper, "color": theme.ink}.items():
        assert bytes(page.evaluate(colour, of)).hex() == shade.removeprefix("#").lower()
    return page


STEPS = [("light", 390, "small"), ("light", 1_099, "medium"), ("dark", 1_100, "wide")]


@pytest.mark.parametrize(("scheme", "width", "step"), STEPS)
def test_ground_logo_and_verdict_come_before_any_script_or_style(
    new_context: BrowserContext, server: str, scheme: Scheme, width: int, step: str
) -> None:
    page = first_answer(new_context, server, scheme, width, "first-contentful-paint")
    early = page.locator(".early")
    expect(early.locator("p")).to_have_text(["By Bicycle’s rules player 1 wins after 498 rounds.", LOADING])
    expect(early.locator("svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # The first run is laid out for this width, which the socket's request tells.
    cookies = {(cookie.get("name"), cookie.get("value")) for cookie in new_context.cookies()}
    assert (COOKIE, step) in cookies


def test_inside_of_another_site_there_is_only_the_ground(new_context: BrowserContext, server: str) -> None:
    page = first_answer(new_context, f"{server}/?embed=true&show=board", "dark", 720, "first-paint")
    expect(page.locator(".early")).to_have_count(0)


def test_what_slips_into_a_page_can_run_nothing_and_ask_nobody(visitor: Visitor) -> None:
    assert_nothing_slips_in(visitor.open("/rules"))
