"""The report as somebody opens it years later: from a file, without a network."""

import io
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pages_for_tests.chart_images import crowded, patterned
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect
from steps import violations

from dashboard.charts.chart import Panel
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.charts.style import THEMES, ThemeName
from dashboard.files.report import report
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
    panels = [
        Panel(
            "shares", "Never ends: 42 %", "2,000 games. Click a bar for a game.", "Shares", patterned, tabled
        ),
        Panel("crowded", HOSTILE, HOSTILE, HOSTILE, crowded, tabled),
        *simulate_panels(study, summary),
    ]
    headline = [(Part("Player 1", "player 1"), Part(f" wins. {HOSTILE}"))]
    path = tmp_path_factory.mktemp("report") / "war-room-report.html"
    path.write_bytes(report(study, summary, panels, headline, f"?v=2&x={HOSTILE}"))
    return path


@pytest.fixture(scope="module", params=["dark", pytest.param("light", marks=pytest.mark.slow)])
def page(request: pytest.FixtureRequest, browser: Browser, path: Path) -> Iterator[Page]:
    """Open the report with every way to a network closed; whatever the console says is an error."""
    context = browser.new_context(
        viewport={"width": 1000, "height": 900}, color_scheme=request.param, offline=True
    )
    context.set_default_timeout(45_000)
    opened = context.new_page()
    said: list[str] = []
    asked: list[str] = []

    def only_the_file(route: Route) -> None:
        if route.request.url == path.as_uri():
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    opened.route("**/*", only_the_file)
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.goto(path.as_uri())
    opened.locator(".chart .main-svg").last.wait_for()
    yield opened
    context.close()
    assert said == []
    assert asked == []


def theme_of(page: Page) -> ThemeName:
    return "dark" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"


def test_every_chart_is_drawn_in_the_shades_of_the_screen(page: Page) -> None:
    theme = THEMES[theme_of(page)]
    charts = page.locator(".chart").all()
    assert len(charts) > 12
    for chart in charts:
        assert chart.locator(".cartesianlayer :is(.plot, .overplot) :is(path, image)").count() > 0
    assert page.locator("#chart-0 .barlayer .point").count() == 2
    assert page.locator("#chart-1 .scatterlayer .js-line").count() == 1
    shade = page.locator("#chart-0 .xtick text").first.evaluate("text => getComputedStyle(text).fill")
    assert shade == f"rgb{tuple(int(theme.muted[at : at + 2], 16) for at in (1, 3, 5))}"
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == f"rgb{tuple(int(theme.paper[at : at + 2], 16) for at in (1, 3, 5))}"
    assert page.title().startswith("Player 1 wins. </script><script>")


def test_the_shades_follow_the_screen_and_paper_is_light(page: Page) -> None:
    ticks = page.locator("#chart-0 .xtick text").first

    def shade() -> str:
        found: str = ticks.evaluate("text => getComputedStyle(text).fill")
        return found

    before, theme = shade(), theme_of(page)
    page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    page.wait_for_timeout(200)
    assert shade() != before
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(200)
    dark = shade()
    page.evaluate("addEventListener('beforeprint', () => { window.printed = 1; })")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shade() != dark
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert shade() == dark
    page.emulate_media(color_scheme=theme)
    page.wait_for_timeout(200)
    assert shade() == before


@pytest.mark.parametrize("kind", ["PNG", "SVG"])
def test_a_chart_is_saved_with_its_title_and_paper(page: Page, kind: str) -> None:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=f"{kind} of Never ends: 42 %").click()
    name, data = waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()
    assert re.fullmatch(rf"war-room-shares-[a-z0-9-]+-2000-games-[0-9a-f]{{10}}\.{kind.lower()}", name)
    paper = THEMES[theme_of(page)].paper
    if kind == "SVG":
        assert f'fill="{paper}"'.encode() in data
        assert b">Never ends: 42 %</text>" in data
        assert b">2,000 games.</text>" in data
        assert b"\xc2\xb7 95 % intervals</text>" in data
        return
    with Image.open(io.BytesIO(data)) as image:
        box = page.locator("#chart-0").bounding_box()
        assert box
        assert image.size[0] == 2 * box["width"] + 64
        corner = image.convert("RGB").getpixel((1, 1))
        colours = {colour for _, colour in image.convert("RGB").getcolors(10**6) or []}
    assert corner == tuple(int(paper[at : at + 2], 16) for at in (1, 3, 5))
    assert (0, 114, 178) in colours


def test_the_policy_forbids_every_way_out(browser: Browser, path: Path) -> None:
    """With a network at hand and somebody else's script inside, still nothing gets out."""
    context = browser.new_context()
    page = context.new_page()
    answered: list[str] = []
    failed: list[tuple[str, str | None]] = []
    page.on("response", lambda response: answered.append(response.url))
    page.on("requestfailed", lambda request: failed.append((request.url, request.failure)))
    page.goto(path.as_uri())
    forbidden = page.evaluate(
        """async () => {
            const stopped = [];
            addEventListener("securitypolicyviolation", (event) => stopped.push(event.effectiveDirective));
            await fetch("http://192.0.2.1/a").catch(() => {});
            new Image().src = "http://192.0.2.1/b.png";
            const add = (name, set) => document.head.append(Object.assign(document.createElement(name), set));
            add("script", { textContent: "document.title = 'broken'" });
            add("link", { rel: "stylesheet", href: "http://192.0.2.1/d.css" });
            add("iframe", { src: "http://192.0.2.1/e" });
            await new Promise((done) => setTimeout(done, 300));
            return stopped.sort();
        }"""
    )
    assert forbidden == ["connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"]
    assert answered == [path.as_uri()]
    assert {why for _, why in failed} <= {"csp"}
    assert page.title() != "broken"
    context.close()


def test_it_fits_a_phone_and_axe_finds_nothing(page: Page) -> None:
    page.locator("summary").first.click()
    expect(page.locator("table").first).to_be_visible()
    for width in (1000, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        assert violations(page) == []
    page.set_viewport_size({"width": 1000, "height": 900})
