"""The Simulate page in a real browser: run, watch, stop, refresh, second tab, click into a replay."""

import re
from itertools import count
from pathlib import Path
from zipfile import ZipFile

import pandas as pd
import pytest
from playwright.sync_api import BrowserContext, Page, expect
from steps import BLANK, Opener, frames_sent, saved, settled

from dashboard.urls import SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import SimulateScreen

pytestmark = pytest.mark.browser

LONG = SimulateScreen(rule_set="codingame", games=200_000_000)
SEEDS = count(500)
"""A seed of its own for every test of how a run goes: runs outlive pages, and must not meet."""
PLAYED = SimulateScreen(rule_set="code-golf", games=5_000, seed=499)
"""A study whose games are opened; whichever test comes first has it played."""
LONGEST_BLANK = 500
"""Milliseconds for which a title may stand without its chart, as `BLANK` counts them."""
DONE = re.compile(r"([\d,]+) of 200,000,000 games played")
STOPPED = re.compile(r"^Stopped: [\d,]+ of 200,000,000 games are done")


def link_to(screen: SimulateScreen) -> str:
    return "simulate?" + to_query(SIMULATE.to_params(screen))


def long_run() -> str:
    return link_to(LONG.changed(seed=next(SEEDS)))


def started(page: Page) -> Page:
    page.get_by_role("button", name="Play 200,000,000 games").click()
    expect(page.get_by_text(DONE).first).to_be_visible()
    return page


def games_done(page: Page) -> int:
    found = DONE.search(page.get_by_text(DONE).first.inner_text())
    assert found
    return int(found[1].replace(",", ""))


def stop(page: Page) -> None:
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text(STOPPED)).to_be_visible()


def test_a_run_is_started_watched_and_stopped(open_page: Opener) -> None:
    page, blank = begun(open_page)
    for _ in range(2):  # a busy machine holds a browser up now and then; what is blank by itself always is
        if max(blank.values()) >= LONGEST_BLANK:
            stop(page)
            page.close()
            page, blank = begun(open_page)
    assert len(blank) >= 2
    assert max(blank.values()) < LONGEST_BLANK, blank  # a chart comes with its title, and stays under it
    stop(page)
    expect(page.get_by_text(re.compile("^Stopped after [0-9,]+ games"))).to_be_visible()


def begun(open_page: Opener) -> tuple[Page, dict[str, float]]:
    """Start a run and watch it for a while; return the page, and how long each of its charts was blank."""
    page = open_page(long_run())
    expect(page.get_by_role("heading", name="200,000,000 games are not played yet.")).to_be_visible()
    page.evaluate(BLANK)
    first = games_done(started(page))
    expect(page.locator(".st-key-lengths .bars .point").first).to_be_attached()
    page.wait_for_function(
        "first => [...document.querySelectorAll('p')].some(p => {"
        "const found = /^([\\d,]+) of 200,000,000/.exec(p.textContent);"
        "return found && Number(found[1].replaceAll(',', '')) > first })",
        arg=first,
    )
    page.wait_for_function(f"() => window.watched > {4 * LONGEST_BLANK}")
    return page, page.evaluate("() => window.blank")


def test_a_refresh_and_a_second_tab_find_the_run_again(open_page: Opener, context: BrowserContext) -> None:
    page = started(open_page(long_run()))
    before = games_done(page)
    page.reload()
    expect(page.get_by_text(DONE).first).to_be_visible()
    assert games_done(page) >= before
    second = context.new_page()
    second.goto(page.url)
    expect(second.get_by_text(DONE).first).to_be_visible()
    stop(second)
    expect(page.get_by_text(STOPPED)).to_be_visible()  # the first tab sees it too


def test_a_bar_opens_a_game_of_it(open_page: Opener) -> None:
    page = open_page(link_to(PLAYED))
    expect(page.get_by_text("5,000 games played, each to its end")).to_be_visible()
    page.locator(".st-key-lengths .bars .point path").nth(6).click(force=True)
    page.wait_for_url(re.compile(rf"/\?.*seed={PLAYED.seed}&game=\d+"))
    settled(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("wins after")
    expect(page.locator(".board .heading")).to_have_text(re.compile("Round 1"))


def test_every_file_of_the_page_is_saved_whole(open_page: Opener, tmp_path: Path) -> None:
    screen = SimulateScreen(rule_set="codingame", games=3_000, seed=next(SEEDS))
    page = open_page(link_to(screen))
    expect(page.get_by_text("3,000 games played, each to its end")).to_be_visible()
    page.get_by_role("button", name="Download").click()

    def file(label: str) -> Path:
        path = saved(page, label, tmp_path)
        assert screen.job.key()[:10] in path.name
        return path

    assert set(pd.read_parquet(file("All tallies (Parquet)"))["seed"].astype(int)) == {screen.seed}
    with ZipFile(file("Tables of the charts (CSV, in a ZIP)")) as tables:
        assert tables.testzip() is None
    assert len(pd.read_csv(file("One row a game (CSV)"))) == 3_000
    assert len(pd.read_parquet(file("One row a game (Parquet)"))) == 3_000
    assert file("Report that opens offline").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_after_the_end_nothing_is_asked_and_keys_show_where_one_is(
    context: BrowserContext, open_page: Opener
) -> None:
    page = open_page(link_to(PLAYED))
    expect(page.get_by_text("5,000 games played, each to its end")).to_be_visible()
    settled(page)
    sent = frames_sent(context, page)
    page.wait_for_timeout(2_500)
    assert sent == []
    rings = {}
    for _ in range(5):
        page.keyboard.press("Tab")
        name, ring = page.evaluate(
            "[document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]"
        )
        rings[name] = ring
    assert (rings["Game"], rings["Questions"]) == ("solid", "solid")
