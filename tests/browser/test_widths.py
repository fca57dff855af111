"""Every page from a small phone to a wall: nothing sticks out, is cut, overlaps, or keeps people out."""

from pathlib import Path

import pytest
from browser_pages import PAGES
from playwright.sync_api import expect
from steps import Scheme, Visitor, resize, settled, violations

pytestmark = pytest.mark.browser

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
CHARTS_FIT = """() => [...document.querySelectorAll(".js-plotly-plot .main-svg")]
    .every((chart) => chart.getBoundingClientRect().right <= innerWidth)"""
"""Charts take the new width a little after everything else."""
OPENS = {"compare": "Questions worth asking", "rules": "What the sources leave open"}
"""What is opened first of what a page folds away."""
WIDTHS = (2200, 1440, 1280, 1024, 820, 720, 640, 390, 320)


@pytest.mark.parametrize(
    "looks",
    [
        {"dark": ((1440,), 1440), "light": ((2200, 820, 720, 390), 390)},
        pytest.param({"dark": (WIDTHS, 390), "light": (WIDTHS, 1440)}, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_breaks_between_a_phone_and_a_wall(
    visitor: Visitor, name: str, looks: dict[Scheme, tuple[tuple[int, ...], int]]
) -> None:
    """Opened in the dark; axe looks at one width of each scheme."""
    page = visitor.open(PAGES[name], scheme="dark")
    if name in OPENS:
        page.get_by_text(OPENS[name]).click()
        settled(page)
    faults, backgrounds = {}, set()
    for scheme, (widths, axe_at) in looks.items():
        page.emulate_media(color_scheme=scheme)
        for width in widths:
            resize(page, width)
            page.wait_for_function(CHARTS_FIT)
            seen = page.evaluate(FAULTS)
            if found := seen["faults"][:5] + (violations(page) if width == axe_at else []):
                faults[scheme, width] = found
            if width > 1440:  # capped, and in the middle
                assert abs(seen["left"] - seen["right"]) < 20
                assert width - seen["left"] - seen["right"] == 1360
        backgrounds.add(page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor"))
    assert faults == {}
    assert len(backgrounds) == 2


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
