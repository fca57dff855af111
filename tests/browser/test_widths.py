"""Every page from a small phone to a wall: nothing moves, is cut, overlaps, or keeps people out."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from browser_pages import PAGES
from playwright.sync_api import Page, expect
from quick import slow
from steps import Scheme, Visitor, resize, settled, violations

pytestmark = pytest.mark.browser

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
# Charts take the new width a little after everything else.
CHARTS_FIT = """() => [...document.querySelectorAll(".js-plotly-plot .main-svg")]
    .every((chart) => chart.getBoundingClientRect().right <= innerWidth)"""
# What is opened first of what a page folds away.
OPENS = {"compare": "Questions worth asking", "rules": "What the sources leave open"}
MOVES = """() => new Promise((done) => {
    const moved = [];
    new PerformanceObserver((list) => moved.push(...list.getEntries()))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done(moved.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) => [
        value, ...sources.map(({ node, previousRect, currentRect }) =>
            `${node?.textContent?.slice(0, 40)}: ${previousRect.y} to ${currentRect.y}`)])), 50);
})"""
"""How far things moved since the page was asked for, and which."""
OTHERS = {"questions, none asked": "questions", "literature, all": "literature", "diagnose, none": "diagnose"}
REFUSED = "addEventListener('securitypolicyviolation', event => console.error('refused ' + event.blockedURI))"
FONTS = "[...document.fonts].filter(font => font.status === 'error').map(font => font.family)"
WIDTHS = (2200, 1440, 1280, 1024, 820, 720, 640, 390, 320)
AXE = (1440, 390)  # widths in which pages are opened one by one, and axe looks for what keeps people out
# By the width in which a page is opened: the schemes and widths in which it is looked at.
Looks = dict[int, dict[Scheme, tuple[int, ...]]]
WALL: Looks = {2200: {"dark": (2200, 390)}}
PHONE: Looks = {390: {"light": (390, 2200)}}
BOTH: Looks = {2200: {"dark": (2200,), "light": (720, 390)}}
EVERY: Looks = {width: {"dark": WIDTHS, "light": WIDTHS} for width in AXE}
LOOKS = {"game": BOTH} | dict.fromkeys(("simulate", "compare", "diagnose", "questions"), WALL)
SLOW = ("compare, eight", "compare, one rule varied")
NAMES = [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in (*PAGES, *OTHERS)]


@pytest.mark.parametrize("every", [False, slow(True)], ids=["some", "every"])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_comes_without_a_move_and_fits_from_a_phone_to_a_wall(
    visitor: Visitor, name: str, every: bool
) -> None:
    for width, looks in (EVERY if every else LOOKS.get(name, PHONE)).items():
        page = arrived(visitor, name, width)
        if name in PAGES:
            assert_fits(page, name, looks, axe=AXE if every else (width,))
        page.close()


def arrived(visitor: Visitor, name: str, width: int) -> Page:
    """Open a page, which comes without a move or a complaint."""
    complaints: list[str] = []
    own = (visitor.server, visitor.server.replace("http", "ws", 1), "blob:", "data:")
    page = visitor.context.new_page()
    page.add_init_script(REFUSED)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith(own) else complaints.append(asked.url))
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if width > 390 else "light", reduced_motion="reduce")
    page.goto(f"{visitor.server}/{(PAGES | OTHERS)[name]}")
    settled(page)
    moves = page.evaluate(MOVES)
    assert sum(value for value, *_ in moves) < 0.1, (width, moves)
    expect(page.locator(".early")).to_have_count(0)
    expect(page.get_by_alt_text("Logo")).to_be_visible()
    assert page.evaluate(FONTS) == []
    # Streamlit looks for its server under the page's own path first, and is told that it is not there.
    assert [line for line in complaints if "404" not in line] == []
    return page


def assert_fits(page: Page, name: str, looks: dict[Scheme, tuple[int, ...]], axe: Sequence[int]) -> None:
    """Look at a page in every width and scheme, in some widths also for what keeps people out."""
    if name in OPENS:
        page.get_by_text(OPENS[name]).click()
        settled(page)
    faults, backgrounds = {}, set()
    for scheme, widths in looks.items():
        page.emulate_media(color_scheme=scheme)
        for width in widths:
            resize(page, width)
            page.wait_for_function(CHARTS_FIT)
            seen = page.evaluate(FAULTS)
            if found := seen["faults"][:5] + (violations(page) if width in axe else []):
                faults[scheme, width] = found
            if width > 1440:  # capped, and in the middle
                assert abs(seen["left"] - seen["right"]) < 20
                assert width - seen["left"] - seen["right"] == 1360
        backgrounds.add(page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor"))
    assert faults == {}
    assert len(backgrounds) == len(looks)


def test_paper_has_what_is_said_and_nothing_to_press(visitor: Visitor) -> None:
    page = visitor.open(PAGES["game"])
    output, pressed = ["Player 2 had too few cards", "marks a war."], ["Click a point", "Save image"]
    words = {text: page.get_by_text(text).filter(visible=True) for text in output + pressed}
    assert all(seen.count() for seen in words.values())
    assert not page.get_by_text("Bicycle: loser’s cards first").is_visible()
    page.emulate_media(media="print")
    assert page.get_by_text("Bicycle: loser’s cards first").is_visible()
    assert [text for text, seen in words.items() if seen.count()] == output


def test_what_the_server_colours_follows_a_theme_that_changes(visitor: Visitor) -> None:
    page = visitor.open(PAGES["rules"])
    label = page.locator("summary [style*=color]").first
    expect(label).to_have_css("color", "rgb(0, 0, 0)")
    page.emulate_media(color_scheme="dark")
    expect(label).to_have_css("color", "rgb(255, 255, 255)")
