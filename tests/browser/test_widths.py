"""Every page from a small phone to a wall: nothing sticks out, is cut, overlaps, or keeps people out."""

from pathlib import Path

import pytest
from browser_pages import PAGES
from steps import Scheme, Visitor, resize, settled, violations

pytestmark = pytest.mark.browser

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
CHARTS_FIT = """() => [...document.querySelectorAll(".js-plotly-plot .main-svg")]
    .every((chart) => chart.getBoundingClientRect().right <= innerWidth)"""
"""Charts take the new width a little after everything else."""
OPENS = {"compare": "Questions worth asking", "rules": "What the sources leave open"}
"""What is opened first of what a page folds away."""
WIDTHS = (2200, 1440, 1280, 1024, 820, 720, 640, 390, 320)
EACH_LAYOUT = (2200, 820, 720, 390)


@pytest.mark.parametrize(
    ("scheme", "widths", "axe_at"),
    [
        ("light", EACH_LAYOUT, 390),
        ("dark", (1440,), 1440),
        pytest.param("light", WIDTHS, 1440, marks=pytest.mark.slow),
        pytest.param("dark", WIDTHS, 390, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_breaks_between_a_phone_and_a_wall(
    visitor: Visitor, name: str, scheme: Scheme, widths: tuple[int, ...], axe_at: int
) -> None:
    page = visitor.open(PAGES[name], width=widths[0], scheme=scheme)
    if name in OPENS:
        page.get_by_text(OPENS[name]).click()
        settled(page)
    faults = {}
    for width in widths:
        resize(page, width)
        page.wait_for_function(CHARTS_FIT)
        seen = page.evaluate(FAULTS)
        found = seen["faults"][:5] + (violations(page) if width == axe_at else [])
        if found:
            faults[width] = found
        if width > 1440:  # capped, and in the middle
            assert abs(seen["left"] - seen["right"]) < 20
            assert width - seen["left"] - seen["right"] == 1360
    assert faults == {}


def test_paper_has_what_is_said_and_nothing_to_press(visitor: Visitor) -> None:
    page = visitor.open(PAGES["game"])
    output, pressed = ["Player 2 had too few cards", "mark is a war."], ["Click a point", "Save image"]
    words = {text: page.get_by_text(text).filter(visible=True) for text in output + pressed}
    assert all(seen.count() for seen in words.values())
    page.emulate_media(media="print")
    assert [text for text, seen in words.items() if seen.count()] == output
