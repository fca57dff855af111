"""What only a browser shows of the library: the menu on a phone, a point of a picture that opens its game."""

import pytest
from playwright.sync_api import expect
from steps import Opener, settled

pytestmark = [pytest.mark.browser, pytest.mark.slow]

POINTS = """() => [...document.querySelectorAll(".js-plotly-plot")[1].querySelectorAll(".points path")]
    .map((point) => point.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""


def test_a_point_of_the_picture_opens_its_game(open_page: Opener) -> None:
    page = open_page("/packs", height=1400)
    x, y = page.evaluate(POINTS)[5]
    page.mouse.move(x, y)
    said = page.locator(".hoverlayer text").first
    expect(said).to_contain_text("click to play it")
    deal = (said.text_content() or "").split("player")[0].strip()
    page.mouse.click(x, y)
    page.wait_for_url("**/?v=1&rules=code-golf&deal=*")
    settled(page)
    assert deal.replace("/", "%2F") in page.url


def test_on_a_phone_the_menu_leads_to_the_library_and_is_gone_there(open_page: Opener) -> None:
    page = open_page("/diagnose", width=390)
    for name, heading in (("Small packs", "Player 1 wins"), ("Literature", "published figures agree")):
        page.get_by_role("button", name="Library").click()
        page.get_by_role("link", name=name).click()
        expect(page.locator("h1")).to_contain_text(heading)
        settled(page)
        expect(page.get_by_role("link", name="Rules")).to_have_count(0)
