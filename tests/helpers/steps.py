"""What every browser test does."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import streamlit
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, Route, WebSocketRoute

from dashboard.charts.style import THEMES, Theme
from dashboard.components import text_of

TIMEOUT: Final = 45_000  # milliseconds: a browser on a busy machine draws a page of charts in seconds

READY = '[data-testid="stApp"][data-test-script-state="notRunning"]'

WATCH: Final = Path(__file__).with_name("watch.js").read_text(encoding="utf-8")

TOLD: Final = 100 + int(text_of("board/board.js").split("const REPORT_AFTER = ")[1].split(";")[0])
"""Milliseconds after which a board has told the round to which one stepped."""

STILL: Final = f"""() => {{
    const last = window.lastTime, now = performance.now();
    return document.querySelector('{READY}[data-test-connection-state="CONNECTED"]')
        && !document.querySelector("[data-testid=stSkeleton]")
        && !document.querySelector(".stPrintGraphic:not(:has(svg, canvas, img)), .st-key-diagnose_stop")
        && last.answered > last.asked
        && now - Math.max(last.answered, last.changed) > 100
        && now - last.touched > {TOLD};
}}"""
"""Says that every question to the server is answered, and the answers drawn, charts one after the other.
Charts and boards tell what was pressed a little later, when no other press has followed."""

RESIZED: Final = """() => new Promise((done) => requestAnimationFrame(() => {
    window.lastTime.touched = performance.now();
    done();
}))"""
"""Waits for the frame in which a page hears of its new width, and has it told before all is still:
told later it would bring back the page that was left."""

LETTERS: Final = "font-family: 'Source Sans'"


def letters() -> str:
    """Return the style that brings the letters of the dashboard to a page of ours."""
    fonts = Path(streamlit.__file__).parent.glob("static/static/media/SourceSansVF-Upright*.woff2")
    source = f"url(data:font/woff2;base64,{b64encode(next(fonts).read_bytes()).decode()})"
    return f"@font-face {{ {LETTERS}; font-weight: 200 900; src: {source} }}"


Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Visitor:
    """Somebody with a browser: its tabs, and what the site stored there for them."""

    context: BrowserContext
    server: str
    _stays: Page
    _client: CDPSession

    @classmethod
    @contextmanager
    def arrived(cls, browser: Browser, server: str) -> "Iterator[Visitor]":
        """Make a visitor whose tabs load the site's scripts once; a tab that stays keeps them."""
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.set_default_timeout(TIMEOUT)
        stays = context.new_page()
        stays.goto(f"{server}/_stcore/health")
        context.add_init_script(WATCH)
        yield cls(context, server, stays, context.new_cdp_session(stays))
        context.close()

    def forget(self) -> None:
        """Forget everything that the site stored, as though it had never been visited."""
        self._client.send("Storage.clearDataForOrigin", {"origin": self.server, "storageTypes": "all"})

    def leave(self) -> None:
        """Close every tab, and take back what the site was allowed."""
        for page in self.context.pages:
            if page is not self._stays:
                page.close()
        self.context.clear_permissions()

    def open(self, path: str = "", *, width: int = 1440, height: int = 900, scheme: Scheme = "light") -> Page:
        """Open an address of the site in a new tab of this size and wait until it stands still."""
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.goto(f"{self.server}/{path.removeprefix(self.server).removeprefix('/')}")
        settled(page)
        return page

    def open_by_line(self, query: str) -> "tuple[Page, Line]":
        """Open an address of the site in a new tab whose line to the server can be held up."""
        page = self.context.new_page()
        line = Line(page)
        page.goto(f"{self.server}/{query}")
        settled(page)
        return page, line


def resize(page: Page, width: int, height: int = 900) -> None:
    """Give a page another size, and wait until it has told its width and stands still."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED)
    settled(page)


def settled(page: Page) -> None:
    """Wait until the page stands still: on the Game page with its board."""
    page.wait_for_function(STILL, polling=50, timeout=60_000)  # so long the Rules page may look for deals
    stands = ".board .heading" if urlsplit(page.url).path == "/" else "[data-testid=stMain] h1"
    page.locator(f"{stands}, [data-testid=stMain] button:has-text('afresh')").first.wait_for()


class Line:
    """A page's line to the server, before the page is opened: what comes back can be held up."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[str | bytes] = []
        self._slow = False
        self._browser: list[WebSocketRoute] = []
        page.route_web_socket("**", self._lay)

    def _lay(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        server.on_message(lambda answer: self._held.append(answer) if self._slow else browser.send(answer))
        self._browser.append(browser)

    @contextmanager
    def held_up(self) -> Iterator[None]:
        """Keep back what the server answers, and let all of it through in the end."""
        self._slow = True
        yield
        while self._held:
            self._browser[-1].send(self._held.pop(0))
        self._slow = False

    @contextmanager
    def cut(self) -> Iterator[list[Route]]:
        """End the line, and answer nothing that is asked meanwhile; yield what is."""
        asked: list[Route] = []

        def refuse(route: Route) -> None:
            asked.append(route)
            route.abort("connectionrefused")

        self._page.route("**/_stcore/*", refuse)
        self._browser[-1].close()
        yield asked
        self._page.unroute("**/_stcore/*")


def saved(button: Locator) -> tuple[str, bytes]:
    """Press a button that saves a file; return its name and what is in it."""
    with button.page.expect_download() as waiting:
        button.click()
    return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()


def violations(page: Page) -> list[str]:
    """Return what keeps people out of a page, as axe finds it: the rule, and the part that breaks it."""
    return [
        f"{violation['id']}: {node['html']}"
        for violation in Axe().run(page).response["violations"]
        for node in violation["nodes"]
    ]


SLIP_IN: Final = Path(__file__).with_name("slip_in.js").read_text(encoding="utf-8")


REFUSED: Final = {"script-src-attr", "script-src-elem", "img-src", "frame-src", "object-src", "connect-src"}


def assert_nothing_slips_in(page: Page) -> None:
    """Check that a page refuses all that a text could bring into it, by directives; none of it runs."""
    page.evaluate(SLIP_IN)
    page.wait_for_function("() => new Set(refused).size >= 6")
    assert page.evaluate("ran") == []
    assert {*page.evaluate("refused")} == REFUSED


def theme_of(page: Page) -> Theme:
    """Return the theme in which a page is looked at."""
    return THEMES["dark" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"]


def frames_sent(page: Page) -> list[object]:
    """Return a list that grows by what a page sends on its socket from now on."""
    sent: list[object] = []
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.on("Network.webSocketFrameSent", lambda frame: sent.append(frame))
    return sent
