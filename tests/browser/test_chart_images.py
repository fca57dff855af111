"""Charts as files: what the buttons under a chart save is what stands on the page."""

import io
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from serving_pages import free_port, serving, wait_for
from steps import READY, theme_of, violations

pytestmark = pytest.mark.browser

SCRATCH = Path(__file__).parents[1] / "helpers/pages_for_tests/chart_images.py"
SVG = "{http://www.w3.org/2000/svg}"
Pixels = np.ndarray[tuple[int, int, int], np.dtype[np.int16]]
KEYS = ("sizes", "shares by.outcome", "holders", "crowded")
FOOT = 2 * (12 + 3 * 15)
"""Pixels of the three lines under a chart, in a picture of twice its size."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve the scratch page."""
    port = str(free_port())
    options = ["--server.port", port, "--server.headless", "true", "--server.fileWatcherType", "none"]
    with serving("streamlit", "run", str(SCRATCH), *options):
        wait_for(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module", params=["light", pytest.param("dark", marks=pytest.mark.slow)])
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    # At twice the size, so that a picture of the page has the pixels of the PNG.
    context = browser.new_context(
        viewport={"width": 1000, "height": 1600}, color_scheme=request.param, device_scale_factor=2
    )
    context.set_default_timeout(45_000)
    opened = context.new_page()
    opened.goto(address)
    opened.wait_for_selector(READY)
    for key in KEYS:
        chart(opened, key).locator(".main-svg").first.wait_for()
    expect(opened.get_by_role("button", name="SVG of A chart that is not there")).to_be_visible()
    opened.evaluate("document.fonts.ready")
    yield opened
    context.close()


def chart(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{re.sub('[^a-z]', '-', key)} .js-plotly-plot")


def saved(page: Page, kind: str, key: str) -> tuple[str, bytes]:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=f"{kind} of The chart called {key}").click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def pixels(data: bytes) -> Pixels:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert("RGB"), np.int16)


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


@pytest.mark.parametrize("key", KEYS)
def test_the_png_is_what_the_page_shows_at_twice_its_size(page: Page, key: str) -> None:
    page.mouse.move(0, 0)
    shown = pixels(chart(page, key).screenshot())
    name, data = saved(page, "Save image", key)
    assert name == f"war-room-{key.partition(' ')[0]}-0123456789.png"
    found = pixels(data)
    edge = 2 * 16
    assert found.shape[1] == shown.shape[1] + 2 * edge
    paper = tuple(bytes.fromhex(theme_of(page).paper[1:]))
    assert tuple(found[2, 2]) == tuple(found[-3, -3]) == paper
    bottom = found.shape[0] - edge - FOOT
    assert_alike(found[bottom - shown.shape[0] : bottom, edge:-edge], shown)
    words = found[edge : bottom - shown.shape[0], edge:-edge]
    assert 0.01 < (np.abs(words - paper).max(axis=2) > 64).mean() < 0.3


@pytest.mark.parametrize("key", KEYS)
def test_the_svg_stands_alone(page: Page, key: str) -> None:
    name, data = saved(page, "SVG", key)
    assert name == f"war-room-{key.partition(' ')[0]}-0123456789.svg"
    root = ElementTree.fromstring(data)
    assert root.findtext(f"{SVG}title") == f"The chart called {key}"
    assert " ".join(line.text for line in root.iterfind(f"{SVG}text") if line.text) == (
        f"The chart called {key} "
        "Player 1’s deck at the start of each round. A diamond is a war, larger when deeper. "
        "<b>Not bold</b> & not a tag. "
        "Code golf: loser’s cards first 100 games · seed 7 /simulate?v=1&rules=code-golf&games=100"
    )
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


def test_a_chart_that_is_not_there_is_said_in_words(page: Page) -> None:
    page.get_by_role("button", name="Save image of A chart that is not there").click()
    expect(page.get_by_text("The chart is not on the page yet.")).to_be_visible()
    expect(page.get_by_text("The chart is not on the page yet.")).to_be_hidden()


def test_a_copied_image_is_the_saved_one_and_nothing_is_asked_of_any_machine(
    page: Page, address: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    _, data = saved(page, "Save image", "crowded")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy of The chart called crowded").click()
    expect(page.get_by_text("Image copied.")).to_be_visible()
    copied = page.evaluate(
        "async () => { const [item] = await navigator.clipboard.read();"
        "const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());"
        "return [...bytes] }"
    )
    assert_alike(pixels(bytes(copied)), pixels(data))
    own = f"{address}/static/media/"  # letters
    assert [url for url in asked if not url.startswith((own, "data:", "blob:"))] == []


def test_axe_finds_nothing_in_the_buttons(page: Page) -> None:
    for width in (1000, 390):
        page.set_viewport_size({"width": width, "height": 1600})
        assert [one for one in violations(page) if "Save image" in one or "SVG" in one] == []
    box = page.get_by_role("button", name="SVG of The chart called sizes").bounding_box()
    assert box
    assert box["height"] >= 40
    page.set_viewport_size({"width": 1000, "height": 1600})
