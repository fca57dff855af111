"""Simulate and Compare in a real browser: runs, a second tab, files, clicks into a replay, and Back."""

import io
import re
from pathlib import Path

import pandas as pd
import pytest
from browser_pages import address
from playwright.sync_api import Page, expect
from steps import Visitor, frames_sent, saved, settled

from dashboard.urls import COMPARE, SIMULATE, CompareScreen, Group, SimulateScreen, Unit

pytestmark = pytest.mark.browser

LONG = SimulateScreen(rule_set="codingame", games=900_000_000, seed=500, charts=Group.RECORDS)
# Names the charts in view under whose titles nothing is drawn.
BLANK = """() => [...document.querySelectorAll("[data-testid=stMain] h2")]
    .map((title) => title.closest("[data-testid=stLayoutWrapper]")?.nextElementSibling)
    .filter((place) => /st-key-/.test(place?.className) && place.getBoundingClientRect().top < innerHeight)
    .filter((place) => ![...place.querySelectorAll(".main-svg .trace path, .main-svg image")]
        .some((mark) => mark.getClientRects().length))
    .map((place) => place.className)"""
DONE = re.compile(r"([\d,]+) of 900,000,000 games played")
STOPPED = re.compile(r"^Stopped after [\d,]+ of 900,000,000 games")


def games_done(page: Page) -> int:
    found = DONE.search(page.get_by_text(DONE).first.inner_text())
    assert found
    return int(found[1].replace(",", ""))


def test_a_run_is_watched_found_again_and_stopped(visitor: Visitor) -> None:
    page = visitor.open(address(SIMULATE, LONG))
    expect(page.get_by_role("heading", name="900,000,000 games are not played yet.")).to_be_visible()
    page.get_by_role("button", name="Play 900,000,000 games").click()
    expect(page.get_by_text(DONE).first).to_be_visible()
    first = games_done(page)
    expect(page.locator(".st-key-lengths .bars .point").first).to_be_attached()
    page.wait_for_function(f"() => ({BLANK})().length === 0")
    blank: set[str] = set()
    for _ in range(4):  # a look may meet a chart that is just put up, two in a row only one that stays away
        page.wait_for_timeout(500)
        before, blank = blank, set(page.evaluate(BLANK))
        assert not before & blank
    assert (done := games_done(page)) > first
    page.add_style_tag(content=".main-svg { display: none }")
    assert len(page.evaluate(BLANK)) >= 2  # it sees charts that are away
    page.reload()
    expect(page.get_by_text(DONE).first).to_be_visible()
    assert games_done(page) >= done
    second = visitor.context.new_page()
    second.goto(page.url)
    expect(second.get_by_text(DONE).first).to_be_visible()
    second.get_by_role("button", name="Stop").click()
    for tab in (second, page):  # the first tab sees it too
        expect(tab.get_by_text(STOPPED)).to_be_visible()


# A click on a chart: the game that it opens, and what Back brings back.

RULE_SETS = ("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "codingame")
THREE = CompareScreen(rule_sets=RULE_SETS, games=3_000, seed=41, charts=Group.WINNERS)
STUDY = SimulateScreen(rule_set="codingame", games=2_000, seed=44, unit=Unit.PLAYS, charts=Group.RECORDS)
MIDDLE = Path(__file__).with_name("middle.js").read_text(encoding="utf-8")


def test_a_click_opens_the_deal_by_the_rule_set_it_stands_for(visitor: Visitor) -> None:
    page = visitor.open(address(COMPARE, THREE))
    plot = page.locator(".st-key-flow_a_c .js-plotly-plot").first
    plot.wait_for()
    plot.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    x, y, game = plot.evaluate(MIDDLE)
    plot.hover(position={"x": x - 2, "y": y}, force=True)
    plot.locator(".hoverlayer text").first.wait_for()  # a click is on what is pointed at
    plot.click(position={"x": x, "y": y}, force=True)
    page.wait_for_url(re.compile(rf"/\?.*rules=codingame&.*seed=41&game={game}&"))


MAIN = "document.querySelector('[data-testid=stMain]')"
# How far the page is scrolled.
PLACE = f"() => {MAIN}.scrollTop"

# A press brings what is pressed into view first.
NOTE_THE_PRESS = f"""() => {{
    addEventListener("pointerdown", () => {{ window.pressedAt = ({PLACE})(); }}, true);
}}"""


def back(page: Page, before: str) -> None:
    """Go back once: the screen that was there before is there again, and its link."""
    page.go_back()
    page.wait_for_function("title => document.querySelector('h1')?.textContent === title", arg=before)
    settled(page)
    assert page.locator("[data-testid=stMain] h1").inner_text() == before


def test_after_the_end_nothing_is_asked_and_back_brings_the_study_of_a_clicked_bar(visitor: Visitor) -> None:
    page = visitor.open(address(SIMULATE, STUDY))
    expect(page.get_by_text("2,000 games played, each")).to_be_visible()
    sent = frames_sent(page)
    page.wait_for_timeout(2_500)
    assert sent == []
    rings = {}
    for _ in range(5):
        page.keyboard.press("Tab")
        name, ring = page.evaluate(
            "[document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]"
        )
        rings[name] = ring
    assert (rings["Game"], rings["Questions"]) == ("solid", "solid"), "where one is"
    page.get_by_role("button", name="Download").click()
    name, file = saved(page.get_by_role("button", name="One row per game (Parquet)"))
    assert STUDY.job.key()[:10] in name
    assert len(pd.read_parquet(io.BytesIO(file))) == STUDY.games
    page.keyboard.press("Escape")
    came, title = page.url, page.locator("[data-testid=stMain] h1").inner_text()
    page.evaluate(NOTE_THE_PRESS)
    bar = page.locator(".st-key-lengths .bars .point path").nth(6)
    page.mouse.wheel(0, 1)  # nobody presses what is farther down before they have scrolled
    bar.hover(force=True)  # a chart is drawn in its turn: it answers when its words stand there
    page.locator(".st-key-lengths .hoverlayer text").first.wait_for()
    bar.click(force=True)
    page.wait_for_url(re.compile(rf"/\?.*seed={STUDY.seed}&game=\d+"))
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile(r"after [\d,]+ rounds"))
    expect(page.locator(".board .heading")).to_have_text(re.compile("Round 1"))
    assert page.evaluate(PLACE) == 0
    place = page.evaluate("() => window.pressedAt")
    back(page, title)
    assert page.url == came
    page.wait_for_function(f"place => Math.abs(({PLACE})() - place) < 2", arg=place)
    settled(page)  # a page as long stood there until it was left
    assert page.evaluate(PLACE) == pytest.approx(place, abs=2)


def test_back_keeps_the_place_however_long_the_server_takes(visitor: Visitor) -> None:
    page, line = visitor.open_by_line(address(SIMULATE, STUDY))
    page.evaluate(NOTE_THE_PRESS)
    page.get_by_role("link", name=re.compile(r"^[\d,]+ rounds$")).first.click()
    page.wait_for_url(re.compile(r"/\?.*seed=44&game="))
    settled(page)
    page.set_viewport_size({"width": 1440, "height": 300})
    assert page.evaluate(f"() => {MAIN}.scrollHeight - 300 > window.pressedAt && window.pressedAt > 100")
    with line.held_up():
        page.go_back()
        page.wait_for_timeout(1_500)  # the page that is left stands there all the while, and is long enough
    page.wait_for_function(f"() => Math.abs(({PLACE})() - window.pressedAt) < 2")
    settled(page)
    assert page.evaluate(PLACE) == pytest.approx(page.evaluate("() => window.pressedAt"), abs=2)
