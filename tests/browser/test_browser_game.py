"""The Game page as a visitor uses it: real server, real browser."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from browser_pages import address
from playwright.sync_api import Page, expect
from steps import Visitor, settled
from there import there

from dashboard.examples.deals import OPENING
from dashboard.urls import GAME, GameScreen
from engine.kernels import Course, decide

pytestmark = pytest.mark.browser

SEED = re.compile(r"(?<=seed=)\d+")
# The link of what is on the table of somebody who comes without one.
OPENED = address(GAME, OPENING.screen)


PRESSED_AT_ONCE = """() => {
    const press = (key) => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
    press("End");
    setTimeout(press, 300, "r");
}"""
"""Presses End, and R while the board still rests before it reports its round, for 400 milliseconds: by the
same clock as the board, however busy the machine."""


def test_keys_work_wherever_one_is_on_the_page_and_reduced_motion_is_respected(visitor: Visitor) -> None:
    page = visitor.open(OPENED)
    board, title = page.locator(".board"), page.locator("h1")
    board.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")  # pages of these tests ask for reduced motion
    assert page.evaluate("document.getAnimations({subtree: true}).length") == 0
    assert board.evaluate("board => board.getAnimations({subtree: true}).length") == 0
    page.keyboard.press("End")
    expect(board).to_have_attribute("data-round", "498")
    page.get_by_role("button", name="Share").focus()
    page.keyboard.press("Home")
    expect(board).to_have_attribute("data-round", "1")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("a random deal")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
    page.keyboard.press("r")
    expect(title).not_to_contain_text("after 498 rounds")
    settled(page)
    before = SEED.findall(page.url)[0]
    page.evaluate(PRESSED_AT_ONCE)
    page.wait_for_function("before => !location.href.includes(`seed=${before}&`)", arg=before)
    settled(page)
    expect(page.get_by_label("Seed")).to_have_value(SEED.findall(page.url)[0])
    expect(title).to_contain_text("rules")
    page.get_by_role("button", name="Guess first").click()
    page.get_by_role("button", name="Player 1", exact=True).click()
    expect(title).to_contain_text(re.compile("after .* rounds"))  # at once
    page.get_by_role("link", name="Questions", exact=True).click()
    expect(board).to_have_count(0)
    page.evaluate("addEventListener('keydown', ({ key }) => { document.body.dataset.pressed = key; })")
    page.keyboard.press("End")
    assert page.evaluate("document.body.dataset.pressed") == "End", "the board takes no keys of other pages"


SWIPE = """([panel, by]) => {
    const touch = (x) => new Touch({ identifier: 1, target: panel, clientX: x, clientY: 300 });
    panel.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(200)] }));
    panel.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(200 + by)] }));
}"""


def test_what_a_page_tells_by_itself_does_not_call_it_back_once_it_is_left(visitor: Visitor) -> None:
    page, line = visitor.open_by_line(OPENED)
    with line.held_up():
        page.locator(".board").focus()
        page.keyboard.press("ArrowRight")
        page.get_by_role("link", name="Questions", exact=True).click()
        page.set_viewport_size({"width": 900, "height": 900})
        page.wait_for_timeout(1_000)  # the board would have told its round, and the page its width
    page.wait_for_url(re.compile("/questions"))
    settled(page)
    expect(page.get_by_role("heading", level=2)).to_have_count(4)  # kinds of questions, and a class
    assert urlsplit(page.url).path == "/questions"


def test_a_click_on_the_chart_moves_the_board(visitor: Visitor) -> None:
    page = visitor.open(OPENED)
    chart = page.locator(".js-plotly-plot").first
    box = there(chart.locator(".scatterlayer .trace").last.locator("path.point").first.bounding_box())
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    area = chart.locator(".nsewdrag").first
    expect(area).to_have_attribute("style", re.compile("cursor: pointer"))
    page.mouse.move(0, 0)
    expect(area).not_to_have_attribute("style", re.compile("cursor: pointer"))
    label = chart.locator(".hoverlayer")
    expect(label).not_to_contain_text("a war")
    page.mouse.move(x, y)
    # Plotly takes a click for the point it has just shown a label for.
    expect(label).to_contain_text("a war")
    page.mouse.click(x, y)
    board = page.locator(".board")
    expect(board).not_to_have_attribute("data-round", "231")
    settled(page)
    number = board.get_attribute("data-round")
    assert f"round={number}&" in page.url
    expect(chart).to_contain_text(f"round {number}")


def test_a_phone_shows_the_game_for_fingers_that_step_sideways(visitor: Visitor) -> None:
    page = visitor.open(OPENED, width=390, height=844)
    box = there(page.locator(".board button.play").bounding_box())
    assert box["y"] + box["height"] < 1.5 * 844
    keys = page.locator(".board .keys").bounding_box()  # which a phone does not show
    height = page.locator("[data-testid=stMain]").evaluate("main => main.scrollHeight")
    assert height - (keys["height"] if keys else 0) < 2.5 * 844
    assert page.get_by_role("link", name="Diagnose").is_visible()
    panel = page.locator(".board .panel").element_handle()
    for by, number in ((-80, "232"), (80, "231"), (20, "231")):
        page.evaluate(SWIPE, [panel, by])
        expect(page.locator(".board")).to_have_attribute("data-round", number)


@pytest.mark.slow
def test_every_round_of_a_game_of_a_million_can_be_reached(visitor: Visitor) -> None:
    screen = GameScreen(rule_set="codingame", seed=1, game=57_432, round=700_000)
    law = Course(decide(screen.deal, screen.rules))
    page = visitor.open(address(GAME, screen))
    board = page.locator(".board")
    heading = board.locator(".heading")
    expect(page.get_by_text("1,151,640 rounds repeat for ever")).to_be_visible()
    ways: tuple[tuple[Callable[[], object], int], ...] = (
        (lambda: None, 700_000),
        (lambda: page.keyboard.press("End"), law.game.rounds),
        (lambda: page.keyboard.press("ArrowLeft"), law.game.rounds - 1),
        (lambda: page.keyboard.press("Home"), 1),
        (lambda: scrub(page, 345_678), 345_678),
        (lambda: page.keyboard.press("w"), next_war(law, 345_678)),
    )
    for go, wanted in ways:
        go()
        expect(heading).to_contain_text(f"Round {wanted:,}")
        expect(board.locator(".told")).not_to_contain_text("Being fetched")
        expect(board).to_have_attribute("data-round", str(wanted))
        (there,) = law.stretch(wanted, 1).positions()
        sizes = [str(len(there.deck_1) - len(there.cards_1)), str(len(there.deck_2) - len(there.cards_2))]
        expect(board.locator(".count")).to_have_text(sizes)
        expect(board.locator(".told")).to_contain_text(f"Player {there.move.winner} takes")
    expect(page).to_have_url(re.compile(f"round={next_war(law, 345_678)}&"))


def scrub(page: Page, number: int) -> None:
    page.locator(".board input[type=range]").evaluate(
        "(range, number) => { range.value = number; range.dispatchEvent(new Event('input')); }", number
    )


def next_war(law: Course, after: int) -> int:
    return next(this.number for this in law.stretch(after + 1, 2_000).positions() if this.move.wars)
