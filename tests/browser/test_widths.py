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
BACKGROUND = "part => getComputedStyle(part).backgroundColor"
OPENS = {"compare": "Questions worth asking", "rules": "What the sources leave open"}
"""What is opened first of what a page folds away."""
WIDTHS = (2200, 1440, 1280, 1024, 820, 720, 640, 390, 320)
EACH_LAYOUT = (2200, 820, 720, 390)


@pytest.mark.parametrize(
    ("dark", "light", "axe_at"),
    [
        ((1440,), EACH_LAYOUT, {"dark": 1440, "light": 390}),
        pytest.param(WIDTHS, WIDTHS, {"dark": 390, "light": 1440}, marks=pytest.mark.slow),
    ],
    ids=["some", "all"],
)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_breaks_between_a_phone_and_a_wall(
    visitor: Visitor, name: str, dark: tuple[int, ...], light: tuple[int, ...], axe_at: dict[Scheme, int]
) -> None:
    """Open the page in the dark; the light that comes later finds it as it is."""
    page = visitor.open(PAGES[name], width=dark[0], scheme="dark")
    if name in OPENS:
        page.get_by_text(OPENS[name]).click()
        settled(page)
    faults, backgrounds = {}, set()
    schemes: tuple[tuple[Scheme, tuple[int, ...]], ...] = (("dark", dark), ("light", light))
    for scheme, widths in schemes:
        page.emulate_media(color_scheme=scheme)
        for width in widths:
            resize(page, width)
            page.wait_for_function(CHARTS_FIT)
            seen = page.evaluate(FAULTS)
            found = seen["faults"][:5] + (violations(page) if width == axe_at[scheme] else [])
            if found:
                faults[scheme, width] = found
            if width > 1440:  # capped, and in the middle
                assert abs(seen["left"] - seen["right"]) < 20
                assert width - seen["left"] - seen["right"] == 1360
        backgrounds.add(page.locator("[data-testid=stApp]").evaluate(BACKGROUND))
    assert faults == {}
    assert len(backgrounds) == 2


def test_paper_has_what_is_said_and_nothing_to_press(visitor: Visitor) -> None:
    page = visitor.open(PAGES["game"])
    output, pressed = ["Player 2 had too few cards", "mark is a war."], ["Click a point", "Save image"]
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
