"""Every page from a small phone to a wall: nothing sticks out, is cut, overlaps or scrolls sideways."""

from pathlib import Path

import pytest
from browser_pages import PAGES
from playwright.sync_api import Page
from steps import Follower, Scheme, resize

pytestmark = pytest.mark.browser

WIDTHS = (2200, 1440, 1280, 1024, 820, 720, 640, 390, 320)

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


CHARTS_FIT = """() => [...document.querySelectorAll(".js-plotly-plot .main-svg")]
    .every((chart) => chart.getBoundingClientRect().right <= innerWidth)"""
"""Charts take the new width a little after everything else."""


def at(page: Page, width: int) -> None:
    resize(page, width)
    page.wait_for_function(CHARTS_FIT)


SOME = (2200, 1024, 720, 390)
"""A width of each layout."""


@pytest.mark.parametrize(
    ("scheme", "widths"),
    [
        ("light", SOME),
        pytest.param("light", WIDTHS, marks=pytest.mark.slow),
        pytest.param("dark", WIDTHS, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_breaks_between_a_phone_and_a_wall(
    follow: Follower, name: str, scheme: Scheme, widths: tuple[int, ...]
) -> None:
    page = follow(PAGES[name], width=widths[0], scheme=scheme)
    faults = {}
    for width in widths:
        at(page, width)
        seen = page.evaluate(FAULTS)
        if seen["faults"]:
            faults[width] = seen["faults"][:5]
        if width > 1440:  # capped, and in the middle
            assert abs(seen["left"] - seen["right"]) < 20
            assert width - seen["left"] - seen["right"] == 1360
    assert faults == {}
