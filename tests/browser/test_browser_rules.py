"""The Rules page in a browser: choose two rule sets, follow the way to a game."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect
from steps import READY, elsewhere

pytestmark = pytest.mark.browser


def opened(context: BrowserContext, server: str) -> Page:
    page = context.new_page()
    page.goto(f"{server}/rules")
    # The last section looks for deals for some seconds, the first time it is asked.
    page.get_by_text("2/2 by the text").nth(2).wait_for(timeout=60_000)
    page.wait_for_selector(READY)
    return page


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_label(label, exact=True).click()
    page.keyboard.type(option)
    page.get_by_role("option", name=option, exact=True).first.click()
    page.wait_for_timeout(300)
    page.wait_for_selector(READY, timeout=30_000)


def test_two_rule_sets_are_told_apart_and_the_deal_opens(context: BrowserContext, server: str) -> None:
    page = opened(context, server)
    expect(page.locator("h1")).to_contain_text("named rule sets")
    choose(page, "The other", "Bicycle")
    page.get_by_role("link", name="3/222 by Bicycle").last.click()
    page.locator(".board .heading").wait_for()
    expect(page.locator("h1")).to_contain_text("Player 1 wins after 2 rounds")
    assert "rules=bicycle" in page.url
    page.go_back()
    expect(page.get_by_role("link", name="3/222 by Bicycle").last).to_be_visible()


@pytest.mark.parametrize(
    ("link", "end"),
    [("Pyanitsa", "Player 2 wins after 23 rounds"), ("23/2234567", "Player 2 wins after 1 round")],
    ids=["a rule set", "what a source is silent about"],
)
def test_the_tables_deals_open_on_a_page_of_their_own(
    context: BrowserContext, server: str, link: str, end: str
) -> None:
    page = opened(context, server)
    with context.expect_page() as waiting:
        page.get_by_role("link", name=link, exact=True).click()
    other = waiting.value
    other.locator(".board .heading").wait_for()
    expect(other.locator("h1")).to_contain_text(end)


def test_the_link_shows_the_same_two_rule_sets_elsewhere(context: BrowserContext, server: str) -> None:
    page = opened(context, server)
    choose(page, "The other", "Bicycle")
    expect(page.get_by_role("link", name="3/222 by Bicycle")).to_have_count(2)
    page.get_by_text("2/2 by the text").nth(2).wait_for(timeout=60_000)
    other = elsewhere(context, page.url)
    other.get_by_text("2/2 by the text").nth(2).wait_for(timeout=60_000)
    other.wait_for_selector(READY)
    assert (
        other.locator("h1, h2, h3, table").all_inner_texts()
        == page.locator("h1, h2, h3, table").all_inner_texts()
    )
    other.context.close()


def test_a_phone_shows_the_whole_table_and_every_rule_set_in_words(
    context: BrowserContext, server: str
) -> None:
    page = opened(context, server)
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(300)
    hidden = page.locator("[data-testid=stTable]").evaluate_all(
        """tables => tables.flatMap(table => [table, ...table.querySelectorAll("*")])
            .map(part => part.scrollWidth - part.clientWidth)
            .filter((over, place, all) => over > 1).length"""
    )
    assert hidden == 0
    page.get_by_text("Every rule set in words, with its source").click()
    expect(page.get_by_text("From Michael Spivey", exact=False)).to_be_visible()


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scrolling(
    context: BrowserContext, server: str, scheme: str, width: int
) -> None:
    page = opened(context, server)
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    page.reload()
    page.wait_for_selector(READY)
    page.get_by_text("2/2 by the text").nth(2).wait_for(timeout=60_000)
    page.get_by_text("Every rule set in words, with its source").click()
    expect(page.get_by_text("From Michael Spivey", exact=False)).to_be_visible()
    page.wait_for_timeout(400)
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
    found = Axe().run(page).response["violations"]
    ours = [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in found
        for node in violation["nodes"]
        if 'data-testid="stMainMenu' not in node["html"]
    ]
    assert ours == []
