"""A replay saved from the Game page plays without a network, with its keys, in both themes."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from dashboard.charts.game.charts import headline, why
from dashboard.components.board import payload
from dashboard.examples.deals import OPENING
from dashboard.files.report import SHADES, Looks, replay_page
from engine.game import record

LOOKS: Looks = {"light": dict.fromkeys(SHADES, "#23221F"), "dark": dict.fromkeys(SHADES, "#EAE7DF")}


def test_a_saved_replay_plays_by_keys_and_asks_nobody(browser: Browser, tmp_path: Path) -> None:
    trace = record(OPENING.screen.deal, OPENING.screen.rules)
    half = {**payload(trace), "last": 2 * trace.game.rounds}  # as of a game too long to be sent whole
    file = tmp_path / "replay.html"
    file.write_bytes(
        replay_page(half, headline(trace.game, "bicycle"), (why(trace.game, "bicycle"),), ["Bicycle"], LOOKS)
    )
    context = browser.new_context(color_scheme="dark", offline=True)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    board = page.locator(".board")
    expect(page.locator("h1")).to_contain_text("By Bicycle’s rules player 1 wins after 498 rounds.")
    keys = {"ArrowRight": 2, "End": 498, "PageDown": 498, "ArrowLeft": 497, "Home": 1}
    for key, number in keys.items():
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-round", str(number))
    page.keyboard.press("w")
    expect(page.locator(".heading")).to_contain_text("a war")
    expect(page.locator(".keys")).not_to_contain_text("random deal", use_inner_text=True)
    page.keyboard.press("End")
    page.keyboard.press("Space")  # from the end it starts again
    page.keyboard.press("Space")
    expect(board).to_have_attribute("data-round", "1")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(234, 231, 223)"
    assert said == []
    context.close()
