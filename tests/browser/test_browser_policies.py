"""Under the policies every page works, and what they forbid does not: real server, real browser."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from steps import Opener, settled

from dashboard.urls import COMPARE, DIAGNOSE, GAME, SIMULATE
from dashboard.urls.links import framed_html, to_query
from dashboard.urls.screens import AskedCase, CompareScreen, DiagnoseScreen, GameScreen, SimulateScreen
from engine import Deal

pytestmark = pytest.mark.browser

CASE = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2 26", got="2 34")
CHART = ".js-plotly-plot .main-svg"
COMPARED = f"compare?{to_query(COMPARE.to_params(CompareScreen(games=2_000)))}"
PAGES = [
    ("", CHART, [True]),
    (f"simulate?{to_query(SIMULATE.to_params(SimulateScreen(games=2_000)))}", CHART, [True]),
    pytest.param(COMPARED, CHART, [True], marks=pytest.mark.slow),
    (f"diagnose?{to_query(DIAGNOSE.to_params(DiagnoseScreen(cases=(CASE,))))}", ".board .heading", [False]),
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


@contextmanager
def site(page: str) -> Iterator[str]:
    """Serve a page of somebody else's."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        yield f"http://localhost:{other.server_port}/"
        other.shutdown()


def test_a_page_is_framed_only_when_it_is_embedded(context: BrowserContext, server: str) -> None:
    page = context.new_page()
    frame = '<iframe width="1200" height="800" src="{}"></iframe>'.format
    page.set_viewport_size({"width": 390, "height": 844})
    link = f"{server}/?{to_query(GAME.to_params(GameScreen(given=Deal.parse('AKQ/KQJ'))))}"
    with site(frame(f"{server}/rules") + framed_html(link, "board", "A game")) as elsewhere:
        page.goto(elsewhere)
        part = page.frame_locator("iframe >> nth=1")
        expect(part.locator(".board .heading")).to_have_text("Round 1")
        expect(part.get_by_role("link", name="Open in War Room")).to_have_attribute("href", link)
        expect(part.get_by_role("link", name="Simulate")).to_have_count(0)
        expect(part.get_by_role("button", name="Copy link")).to_have_count(0)
        wide = part.locator("[data-testid=stMain]").evaluate("(main) => main.scrollWidth - main.clientWidth")
        assert wide == 0
        expect(page.frame_locator("iframe >> nth=0").locator("#root")).to_have_count(0)


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
