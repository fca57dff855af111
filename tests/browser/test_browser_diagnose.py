"""The Diagnose page as the person with the failing program uses it: real server, real browser."""

from urllib.parse import unquote

import pytest
from browser_pages import address
from playwright.sync_api import Page, expect
from steps import Visitor, settled

from dashboard.examples.facts import EXAMPLES
from dashboard.urls import DIAGNOSE, DiagnoseScreen

pytestmark = pytest.mark.browser

LOG = "What my program printed, round by round"
NO_QUESTION = address(DIAGNOSE, DiagnoseScreen())
"""The link of what stands before somebody who comes without one."""


def cards(page: Page, board: int) -> list[str]:
    shown = page.locator(".board").nth(board).locator("[data-card]")
    found: list[str] = shown.evaluate_all("cards => cards.map(card => card.dataset.card)")
    return found


def copied_link(visitor: Visitor, page: Page) -> str:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy link").click()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert len(link) < 2_000
    return link


def test_an_example_steps_and_leads_to_both_games(visitor: Visitor) -> None:
    page = visitor.open(NO_QUESTION)
    page.get_by_role("button", name=EXAMPLES["golf"].title).click()
    settled(page)
    expect(page.locator("h1")).to_have_text("Your program picks up all of the winner’s cards first.")
    assert unquote(copied_link(visitor, page)) == unquote(page.url)
    page.keyboard.press("Escape")
    page.get_by_text("Both games, round by round").click()
    settled(page)
    judge, program = page.locator(".board").nth(0), page.locator(".board").nth(1)
    for board in (judge, program):
        expect(board).to_have_attribute("data-round", "25")
    judge.get_by_role("button", name="Step back").click()
    expect(judge.locator(".heading")).to_have_text("Round 24, a war")
    expect(program.locator(".heading")).to_have_text("Round 25")
    parted = sorted(cards(page, 1))
    page.get_by_role("link", name="Open in Game").nth(1).click()
    expect(page.locator(".board")).to_have_count(1)
    settled(page)
    assert sorted(cards(page, 0)) == parted
    expect(page.locator("h1")).to_contain_text("player 2 wins after 334 rounds")
    expect(page.locator(".board")).to_have_attribute("data-round", "25")
    assert "rules=advent-of-code-22" in page.url


CONCLUSION = "[data-testid=stMain] :is(h1, h2, h3, table, [role=radiogroup], pre, .board)"
"""Where a conclusion stands: titles, tables, the explanations, deals to run, both boards."""


@pytest.mark.slow
def test_a_copied_link_reproduces_the_conclusion_elsewhere(visitor: Visitor) -> None:
    page = visitor.open(NO_QUESTION)
    page.get_by_role("button", name=EXAMPLES["log"].title).click()
    settled(page)
    expect(page.locator("h1")).to_contain_text("differs from the judge’s game in round 1")
    link = copied_link(visitor, page)
    visitor.forget()
    other = visitor.open(link)
    assert other.locator(CONCLUSION).all_inner_texts() == page.locator(CONCLUSION).all_inner_texts()
    assert cards(other, 0) == cards(page, 0)
    for label in ("Deal, as the judge gives it", "The judge expects", LOG):
        assert other.get_by_label(label).input_value() == page.get_by_label(label).input_value()
