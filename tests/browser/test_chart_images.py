"""Charts as files: what the buttons under a chart save is what stands on the page."""

import io
import re
from base64 import b64encode
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest
from browser_pages import address
from PIL import Image
from playwright.sync_api import BrowserContext, expect
from quick import slow
from steps import Scheme, Visitor, saved, theme_of

from dashboard.examples.deals import OPENING
from dashboard.urls import GAME, SIMULATE, SimulateScreen, View

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
Pixels = np.ndarray[tuple[int, int, int], np.dtype[np.int16]]
STUDY = SimulateScreen(rule_set="programming-challenges", games=1000, seed=4)
# Pages with marks over a line, a picture of cells, hatched bars with whiskers.
CHARTS = {
    "deck_sizes": address(GAME, OPENING.screen),
    "holders": address(GAME, OPENING.screen.changed(view=View.HOLDERS)),
    "outcomes": address(SIMULATE, STUDY),
}
# Pixels of the three lines under a chart, and of paper around it.
FOOT, EDGE = 12 + 3 * 15, 16


def pixels(data: bytes) -> Pixels:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"), np.int16)


def looked_at(context: BrowserContext, drawing: bytes) -> Pixels:
    page = context.new_page()
    page.goto(f"data:image/svg+xml;base64,{b64encode(drawing).decode()}")
    shown = page.locator("svg").first.screenshot()
    page.close()
    return pixels(shown)


def assert_alike(found: Pixels, shown: Pixels) -> None:
    """Compare all pixels but few, where the two lie best on each other.

    A chart may stand between two pixels of the page; in its picture it never does.
    """
    inner = shown[2:-2, 2:-2]
    high, wide, _ = inner.shape
    differ = (
        (np.abs(found[down : down + high, right : right + wide] - inner).max(axis=2) > 64).mean()
        for down, right in product((2, 1, 3, 0, 4), repeat=2)
    )
    assert any(share < 0.0005 for share in differ)


OTHERS = (slow(key) for key in CHARTS if key != "deck_sizes")


@pytest.mark.parametrize("scheme", ["light", slow("dark")])
@pytest.mark.parametrize("key", ["deck_sizes", *OTHERS])
def test_a_saved_picture_is_what_the_page_shows(visitor: Visitor, scheme: Scheme, key: str) -> None:
    page = visitor.open(CHARTS[key], height=1600, scheme=scheme)
    chart = page.locator(f".st-key-{key} .js-plotly-plot")
    chart.scroll_into_view_if_needed()
    page.mouse.move(0, 0)
    shown = pixels(chart.screenshot())
    save = page.locator(f".st-key-{key}_image").get_by_role("button", name="Save image of")
    heading = str(save.get_attribute("aria-label")).removeprefix("Save image of ")
    name, data = saved(save)
    assert re.fullmatch(r"war-room-[a-z-]+-.*-[0-9a-f]{10}\.png", name)
    slide = pixels(data)
    assert slide.shape == (964 if key == "holders" else 900, 1600, 3)  # a row a card takes more
    page.locator(f".st-key-{key}_more button").click()
    name_of_svg, drawing = saved(page.get_by_role("button", name=f"SVG of {heading}"))
    assert name_of_svg == name.replace(".png", ".svg")
    assert_alone(drawing, heading)
    texts = ElementTree.fromstring(drawing).iterfind(f"{SVG}text")
    shades = [line.get("fill") for line in texts if line.text][-3:]
    assert shades == [theme_of(page).ink, *[theme_of(page).muted] * 2]
    found = looked_at(visitor.context, drawing)
    assert found.shape[1] == shown.shape[1] + 2 * EDGE
    paper = tuple(bytes.fromhex(theme_of(page).paper[1:]))
    assert tuple(found[2, 2]) == tuple(found[-3, -3]) == tuple(slide[2, 2]) == tuple(slide[-3, -3]) == paper
    bottom = found.shape[0] - EDGE - FOOT
    assert_alike(found[bottom - shown.shape[0] : bottom, EDGE:-EDGE], shown)
    words = found[EDGE : bottom - shown.shape[0], EDGE:-EDGE]
    assert 0.01 < (np.abs(words - paper).max(axis=2) > 64).mean() < 0.3
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.bring_to_front()  # only a page in front may write to the clipboard
    page.get_by_role("button", name=f"Copy of {heading}").click()
    expect(page.get_by_text("Image copied.")).to_be_visible()
    copied = page.evaluate(
        "async () => { const [item] = await navigator.clipboard.read();"
        "const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());"
        "return [...bytes] }"
    )
    assert_alike(pixels(bytes(copied)), slide)
    chart.evaluate("chart => chart.remove()")
    save.click()
    expect(page.get_by_text("The chart is not on the page yet.")).to_be_visible()


def assert_alone(data: bytes, heading: str) -> None:
    """Check that an SVG has its words and letters, and neither scripts nor anything that lies elsewhere."""
    root = ElementTree.fromstring(data)
    texts = [line.text for line in root.iterfind(f"{SVG}text") if line.text]
    assert root.findtext(f"{SVG}title") == texts[0] == heading
    assert texts[-1].startswith("War Room")
    assert root.findtext(f"{SVG}style", "").count("@font-face") >= 2
    ids = {part.get("id") for part in root.iter()}
    for part in root.iter():
        assert part.tag not in (f"{SVG}script", f"{SVG}foreignObject")
        assert not re.search("drag|hoverlayer|zoom", part.get("class", ""))
        for attribute, value in part.attrib.items():
            assert not attribute.startswith("on")
            if attribute.endswith("href"):
                assert value.startswith(("data:image/png", "#"))
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.startswith("#"), value
                assert target[1:] in ids, value
    assert data.count(b"http:") + data.count(b"https:") == data.count(b"http://www.w3.org/")
