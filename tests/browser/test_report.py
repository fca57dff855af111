"""The report and the replay as somebody opens them years later: from a file, without a network."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect
from quick import slow
from steps import assert_nothing_slips_in, saved, theme_of, violations
from traces import record

from dashboard.charts.game.charts import headline, why
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.charts.style import THEMES
from dashboard.components.boards import payload
from dashboard.examples.deals import OPENING
from dashboard.files.reports import SHADES, Looks, replay_page, report
from engine import PRESETS
from engine.simulation import Study
from engine.simulation.tallies import tally
from engine.wording.sentences import Part

pytestmark = pytest.mark.browser

HOSTILE = "</script><script>document.title = 'broken'</script><img src=x onerror=\"document.title='broken'\">"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    study = Study(rules=PRESETS["programming-challenges"].playable, games=2_000, sample=4)
    summary = tally(study, 0, study.games)
    tabled = partial(pd.DataFrame, {"games": np.arange(3), "of": ["a", HOSTILE, "b"]})
    winners, lengths, *others = simulate_panels(study, summary)
    named = replace(lengths, name="lengths-hostile", label="", title=HOSTILE)
    hostile = replace(named, note=HOSTILE, more=HOSTILE, tabled=tabled)
    panels = [lengths, hostile, winners, *others]
    words = [(Part("Player 1", "player 1"), Part(f" wins. {HOSTILE}"))]
    path = tmp_path_factory.mktemp("report") / "war-room-report.html"
    path.write_bytes(report(study, summary, panels, words, f"?v=2&x={HOSTILE}"))
    return path


@pytest.fixture(scope="module", params=["dark", slow("light")])
def page(request: pytest.FixtureRequest, browser: Browser, path: Path) -> Iterator[Page]:
    """Open the report without a network; it asks for itself alone, and the console says nothing."""
    window: ViewportSize = {"width": 1000, "height": 900}
    context = browser.new_context(viewport=window, color_scheme=request.param, offline=True)
    context.set_default_timeout(45_000)
    opened = context.new_page()
    complaints: list[str] = []
    asked: list[str] = []
    opened.on("request", lambda request: asked.append(request.url.partition(":")[0]))
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.goto(path.as_uri())
    opened.locator(".chart .main-svg").last.wait_for()
    yield opened
    context.close()
    assert complaints == []
    assert asked.count("file") == 1
    assert {*asked} <= {"file", "data", "blob"}


def shade(page: Page) -> str:
    found: str = page.locator("#chart-0 .xtick text").first.evaluate("text => getComputedStyle(text).fill")
    return found


def rgb(colour: str) -> str:
    return f"rgb{tuple(bytes.fromhex(colour[1:]))}"


def test_every_chart_is_drawn_in_the_shades_of_the_screen(page: Page) -> None:
    theme = theme_of(page)
    charts = page.locator(".chart").all()
    assert len(charts) > 10
    for chart in charts:
        assert chart.locator(".cartesianlayer :is(.plot, .overplot) :is(path, image)").count() > 0
    assert shade(page) == rgb(theme.muted)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == rgb(theme.paper)
    assert page.title().startswith("Player 1 wins. </script><script>")


def test_the_shades_follow_the_screen_and_paper_is_light(page: Page) -> None:
    light, dark = (rgb(THEMES[name].muted) for name in ("light", "dark"))
    theme = theme_of(page)
    tick = page.locator("#chart-0 .xtick text").first
    page.emulate_media(color_scheme="light")
    expect(tick).to_have_css("fill", light)
    page.emulate_media(color_scheme="dark")
    expect(tick).to_have_css("fill", dark)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shade(page) == light
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert shade(page) == dark
    page.emulate_media(color_scheme="dark" if theme is THEMES["dark"] else "light")


def saved_by(button: Locator) -> bytes:
    name, content = saved(button)
    assert re.fullmatch(r"war-room-lengths-[a-z0-9-]+-2000-games-[0-9a-f]{10}\.(png|svg)", name)
    expect(button).to_be_enabled()
    return content


def test_a_chart_is_saved_with_its_title_and_paper(page: Page) -> None:
    theme = theme_of(page)
    svg = saved_by(page.get_by_role("button", name=f"SVG of {HOSTILE}"))
    assert ElementTree.fromstring(svg).findtext("{http://www.w3.org/2000/svg}title") == HOSTILE
    assert f'fill="{theme.paper}"'.encode() in svg
    assert "· 95 % intervals</text>".encode() in svg
    png = saved_by(page.get_by_role("button", name="PNG of Length of games"))
    with Image.open(io.BytesIO(png)) as image:
        assert image.size == (1600, 900)
        drawn = image.convert("RGB")
    assert drawn.getpixel((1, 1)) == tuple(bytes.fromhex(theme.paper[1:]))
    assert tuple(bytes.fromhex(theme.before[1:])) in {colour for _, colour in drawn.getcolors(10**6) or []}


def test_it_fits_a_phone_and_axe_finds_nothing(page: Page) -> None:
    page.locator("summary").nth(1).click()
    expect(page.locator("table").nth(1)).to_be_visible()
    for width in (390, 1000):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        assert violations(page) == []


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
    output: list[str] = []
    page.on("console", lambda message: output.append(message.text))
    page.on("pageerror", lambda error: output.append(str(error)))
    page.goto(file.as_uri())
    board = page.locator(".board")
    expect(page.locator("h1")).to_contain_text("By Bicycle’s rules player 1 wins after 498 rounds.")
    keys = {"ArrowRight": 2, "End": 498, "PageDown": 498}
    for key, number in keys.items():
        page.keyboard.press(key)
        expect(board).to_have_attribute("data-round", str(number))
    expect(page.locator(".keys")).not_to_contain_text("random deal", use_inner_text=True)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(234, 231, 223)"
    assert output == []
    assert_nothing_slips_in(page)
    context.close()
