"""Under the policies every page works, and what they forbid does not: real server, real browser."""

import http.client
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page
from steps import Opener, settled

from dashboard.urls import COMPARE, DIAGNOSE, SIMULATE
from dashboard.urls.links import to_query
from dashboard.urls.screens import AskedCase, CompareScreen, DiagnoseScreen, SimulateScreen
from engine import Deal

pytestmark = pytest.mark.browser

CASE = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2 26", got="2 34")
CHART = ".js-plotly-plot .main-svg"
COMPARED = f"compare?{to_query(COMPARE.to_params(CompareScreen(games=2_000)))}"
DIAGNOSED = f"diagnose?{to_query(DIAGNOSE.to_params(DiagnoseScreen(cases=(CASE,))))}"
PAGES = [
    ("", CHART, [True]),
    (f"simulate?{to_query(SIMULATE.to_params(SimulateScreen(games=2_000)))}", CHART, [True]),
    pytest.param(COMPARED, CHART, [True], marks=pytest.mark.slow),
    (
        f"diagnose?{to_query(DIAGNOSE.to_params(DiagnoseScreen(cases=(CASE,))))}",
        "[data-testid=stTable]",
        [False],
    ),
    pytest.param("rules", "[data-testid=stTable]", [], marks=pytest.mark.slow),
]
CHARTS_SCRIPT = """() => performance.getEntriesByType("resource")
    .filter(({ name }) => name.includes("/PlotlyChart."))
    .map(({ startTime }) => startTime < performance.getEntriesByType("navigation")[0].domInteractive)"""
"""Tells of each request for the script of charts whether it came before any script of the page ran: it does
where a chart is among the first things that one sees."""
REFUSED = "addEventListener('securitypolicyviolation', event => console.error('refused ' + event.blockedURI))"


def complaints(page: Page, server: str) -> list[str]:
    """Collect what a page complains about and whom else it asks."""
    heard: list[str] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    # Streamlit looks for its server under the page's own path first, and is told that it is not there.
    page.on(
        "console",
        lambda said: heard.append(said.text) if said.type == "error" and "404" not in said.text else None,
    )
    own = (server, server.replace("http", "ws", 1), "blob:", "data:")
    page.on("request", lambda asked: None if asked.url.startswith(own) else heard.append(asked.url))
    return heard


@pytest.mark.parametrize(("query", "shown", "charts_first"), PAGES)
def test_every_page_works_under_the_policies(
    context: BrowserContext, server: str, query: str, shown: str, charts_first: list[bool]
) -> None:
    page = context.new_page()
    page.add_init_script(REFUSED)
    heard = complaints(page, server)
    answer = page.goto(f"{server}/{query}")
    assert answer is not None
    assert "script-src 'self' blob:" in answer.headers["content-security-policy"]
    settled(page)
    page.locator(shown).first.wait_for()
    fonts = "[...document.fonts].filter(font => font.status === 'error').map(font => font.family)"
    assert (heard, page.evaluate(fonts)) == ([], [])
    assert page.evaluate(CHARTS_SCRIPT) == charts_first


def test_what_slips_into_a_page_can_run_nothing_and_ask_nobody(open_page: Opener) -> None:
    page = open_page("/rules")
    page.evaluate(
        """() => {
            window.ran = [];
            window.refused = [];
            addEventListener("securitypolicyviolation", event => refused.push(event.effectiveDirective));
            const slipped = document.createElement("div");
            slipped.innerHTML = `<img src="x" onerror="ran.push('handler')">
                <img src="http://outside.example/seen.png"><iframe src="http://outside.example/"></iframe>
                <object data="http://outside.example/"></object>`;
            document.body.append(slipped);
            const script = document.createElement("script");
            script.textContent = "ran.push('script')";
            document.body.append(script);
            fetch("http://outside.example/told").catch(() => {});
        }"""
    )
    page.wait_for_function("() => window.refused.length >= 6")
    assert page.evaluate("window.ran") == []
    wanted = {"script-src-attr", "script-src-elem", "img-src", "frame-src", "object-src", "connect-src"}
    assert set(page.evaluate("window.refused")) == wanted


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/", None, 200),
        ("/", "rebound.example", 421),
        ("/_stcore/health", "rebound.example", 421),
        ("/_stcore/metrics", None, 404),
        ("/_stcore/%6detrics", None, 404),
        ("/rules?" + "&".join(["a=1"] * 1_001), None, 414),
    ],
)
def test_the_server_stands_behind_the_gate(server: str, path: str, host: str | None, status: int) -> None:
    place = urlsplit(server)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=30)
    connection.request("GET", path, headers={"Host": host} if host else {})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert (answer.status, "cache_memory" in text) == (status, False)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
