"""The Rules page in a browser: choose two rule sets, follow the way to a game."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from steps import SCREENS, Follower, Scheme, settled, violations

from dashboard.urls import RULES
from dashboard.urls.links import to_query
from dashboard.urls.screens import RulesScreen

pytestmark = pytest.mark.browser

LINK = f"rules?{to_query(RULES.to_params(RulesScreen()))}"


def complete(page: Page) -> Page:
    """Wait for the last section, which looks for deals for some seconds the first time it is asked."""
    page.get_by_text("2/2 by the text").nth(2).wait_for(timeout=60_000)
    settled(page)
    return page


def test_the_tables_deals_open_on_a_page_of_their_own(
    context: BrowserContext, follow: Follower, follow_elsewhere: Follower
) -> None:
    page = complete(follow(LINK))
    of_a_rule_set, of_what_a_source_is_silent_about = "Pyanitsa", "23/2234567"
    for link, end in (
        (of_a_rule_set, "Player 2 wins after 23 rounds"),
        (of_what_a_source_is_silent_about, "Player 2 wins after 1 round"),
    ):
        with context.expect_page() as waiting:
            page.get_by_role("link", name=link, exact=True).click()
        opened = waiting.value
        opened.wait_for_url(re.compile(r"/\?v="), wait_until="commit")
        address = opened.url
        opened.close()  # what stands there is seen as soon where somebody else has a page open
        other = follow_elsewhere(address)
        other.locator(".board .heading").wait_for()
        expect(other.locator("h1")).to_contain_text(end)


HIDDEN = """tables => tables.flatMap(table => [table, ...table.querySelectorAll("*")])
    .map(part => part.scrollWidth - part.clientWidth)
    .filter(over => over > 1).length"""
"""How many parts of tables do not show all that they hold."""


@pytest.mark.parametrize(("scheme", "width"), SCREENS)
def test_axe_finds_nothing_and_a_phone_shows_the_whole_table_without_sideways_scrolling(
    follow: Follower, scheme: Scheme, width: int
) -> None:
    page = complete(follow(LINK, width=width, scheme=scheme))
    if width == 390:
        assert page.locator("[data-testid=stTable]").evaluate_all(HIDDEN) == 0
    page.get_by_text("Every rule set in words, with its source").click()
    expect(page.get_by_text("From Michael Spivey", exact=False)).to_be_visible()
    settled(page)
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
    assert violations(page) == []
