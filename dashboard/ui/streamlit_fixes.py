"""What works around Streamlit, and when each can go.

Figures are of 2026-11, Streamlit 1.67, a desktop browser on the same machine unless it says otherwise.

- Polling (`poll`). Without it now and then the answer to a press is lost, timers and all, and the page
  waits for ever (streamlit/streamlit#9921). It can go when that issue is closed.
- Charts of a run that goes on (`run_page.follow`). Drawn every second they are gone half of the time: a chart
  with other data is put up as another one (streamlit/streamlit#8782). It can go when
  `tests/browser/test_browser_simulate.py` passes with GROWN = 1 and REST = 0.
- What follows the first chart is held back until that stands (`first.js`). Without it the first chart of
  Simulate comes after 3.6 s, not 1.9 s. It can go when a first visit is as fast without (`HELD = 0`).
- The first HTML (`with_verdict`, `first.css`). Without it a page is white for the first second, and moves by
  up to 0.54 of a screen as it comes. It can go when `tests/browser/test_first_html.py` passes without.
- Compressed scripts (`compressed_answer`). Without it a first visit loads 5.2 MB, not 1.6 MB: 2.1 and
  0.6 s at 20 Mbit/s (streamlit/streamlit#16344). It can go when
  `test_streamlit_sends_its_scripts_as_they_are` fails.
- A server that is away (`away.js`). Without it a dialog about the internet covers the page
  (streamlit/streamlit#12661), and nothing shows that a click was taken.
- The window's width (`dashboard.components.window`). Without it a phone gets the desktop layout; Streamlit
  tells no width. It can go when `st.context` has one.
- A dark page on paper (`first.js`, `first.css`). Without it light words stand on white paper. It can go when
  Streamlit prints its dark theme legibly.
- Images for slides (`chart_image/picture.js`) are drawn by the Plotly that Streamlit's scripts leave in the
  window. Where they leave none, an image is as wide and high as its chart.
- Whole steps of Back (`dashboard.components.window`). Without it Back stops at one page with the query of
  another (streamlit/streamlit#9279), and a page opens where the one before was scrolled to.

Tried without, and gone: pages drawn a few at a time (of 30 who come at once, one in twenty reads the verdict
after 0.7 to 0.9 s instead of 0.5 s), sections of a page redrawn by name, the script of charts run ahead of
the first chart, charts kept while a click redraws the page of a run: no visitor can see a difference.
"""

import asyncio
import gzip
import re
import time
from collections.abc import Callable
from functools import cache, wraps
from html import escape
from pathlib import Path
from threading import Thread, current_thread
from typing import Final
from weakref import ref

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

from dashboard.charts import THEMES
from dashboard.components import COOKIE, text_of

# Redraw a section of a page by a timer while a result is pending, without losing the page.
#
# A timer that was set by the page before may ask for its section after a new page was drawn but before all of
# that was sent. Streamlit then drops what was not sent yet, timers included (streamlit/streamlit#9921), and
# the visitor reads "waits for its turn" until they reload. Such a request comes sooner than any timer of
# the new page could have asked: the whole page is drawn once more.

OFTEN: Final = 0.5  # seconds between two polls of a result that is there within a few seconds
TOO_SOON: Final = 0.8
"""Share of the interval within which no timer of a page fires after that page is complete."""
ONCE_IN: Final = 10.0
"""Seconds in which a page is drawn once more at most: one that takes long to draw loses nothing."""

_COMPLETE: Final = "page_complete"
_REDRAWN: Final = "page_redrawn"


def poll(refresh: Callable[[], None], every: float, *, first: Callable[[], None] | None = None) -> None:
    """Draw a section of the page, by `first` if given, and redraw it by `refresh` every `every` seconds."""
    with_the_page = True

    @wraps(refresh)
    def draw() -> None:
        nonlocal with_the_page
        if with_the_page:
            with_the_page = False
            (first or refresh)()
            return
        if _may_have_cost_the_page(every):
            st.session_state[_REDRAWN] = time.monotonic()
            st.rerun()
        refresh()

    st.fragment(draw, run_every=every)()


def note_page_complete() -> None:
    """Note at the end of a run when, and in which thread, the whole page was drawn."""
    st.session_state[_COMPLETE] = time.monotonic(), ref(current_thread())


def _may_have_cost_the_page(every: float) -> bool:
    """Return whether this poll came before what the page's own run sent can have arrived."""
    complete: tuple[float, ref[Thread]] | None = st.session_state.get(_COMPLETE)
    if complete is None or complete[1]() is current_thread():
        return False  # a poll that the page's own run takes over drops nothing
    now = time.monotonic()
    return now < complete[0] + TOO_SOON * every and now >= st.session_state.get(_REDRAWN, -ONCE_IN) + ONCE_IN


# Streamlit's scripts and styles, compressed once for all visitors.

STATIC: Final = Path(st.__file__).parent / "static"
"""What Streamlit sends to browsers: its first page `index.html`, and below `static/` all that asks for."""
KINDS: Final = {".js": "text/javascript", ".css": "text/css"}


async def compressed_answer(scope: Scope) -> Response | None:
    """Return a compressed file of Streamlit's; None where Streamlit is to answer."""
    path = scope["path"]
    if scope["type"] != "http" or path not in _paths():
        return None
    if "gzip" not in Headers(scope=scope).get("accept-encoding", "").lower():
        return None
    return Response(
        await asyncio.to_thread(_compressed, path),
        media_type=KINDS[Path(path).suffix],
        headers={
            "Content-Encoding": "gzip",
            "Vary": "Accept-Encoding",
            # The name of a file changes with its content.
            "Cache-Control": "public, immutable, max-age=31536000",
        },
    )


@cache
def _compressed(path: str) -> bytes:
    return gzip.compress((STATIC / path[1:]).read_bytes(), mtime=0)


@cache
def _paths() -> frozenset[str]:
    """Return the paths of the files that are sent compressed."""
    files = (file for file in (STATIC / "static").rglob("*") if file.suffix in KINDS)
    return frozenset(f"/{file.relative_to(STATIC).as_posix()}" for file in files)


# The first HTML of a page: what is shown and noted before Streamlit's own scripts can do either.

WITH_CHARTS: Final = ("", "simulate", "compare", "records", "packs")
"""Paths of the pages that draw charts: the script for them, a megabyte, is loaded right after their own."""

SCRIPT: Final = text_of("width/steps.js", "first/away.js", "first/first.js")
"""What every page runs first: `away.js` hears the socket before `first.js` holds back what comes on it."""
LOADING: Final = "War Room plays the card game War. The page is loading …"
_STYLESHEET: Final = re.compile(r'<link rel="stylesheet"[^>]*>')
"""Streamlit's, for which a browser waits before it shows anything that comes after it."""
_ROOT: Final = '<div id="root">'


def tag(path: str) -> str:
    """Return the tags of what a page loads and runs first."""
    scripts = (STATIC / "static/js").glob("PlotlyChart.*.js") if path in WITH_CHARTS else ()
    charts = "".join(f"./static/js/{script.name}" for script in scripts)
    return f'<script data-width="{COOKIE}" data-charts="{charts}">{SCRIPT}</script>'


def with_verdict(html: str, verdict: str | None) -> str:
    """Return Streamlit's page with what stands there until a page of ours does: logo, verdict and a line.

    Inside of another site's page, None, only the ground stands.
    """
    style, block = f"<style>{_ground()}</style>", ""
    if verdict is not None:
        style += _style()
        block = f'<div class="early">{_logo()}<p class="verdict">{escape(verdict)}</p><p>{LOADING}</p></div>'
    sheets = "".join(_STYLESHEET.findall(html))
    html = _STYLESHEET.sub("", html).replace("</head>", f"{style}</head>", 1)
    return html.replace(_ROOT, f"{block}{sheets}{_ROOT}", 1)


@cache
def _ground() -> str:
    """Return the ground of the page by the colour scheme."""
    light, dark = (
        f"html {{ --paper: {theme.paper}; --ink: {theme.ink}; --muted: {theme.muted} }}"
        for theme in THEMES.values()
    )
    scheme = f"@media (prefers-color-scheme: dark) {{ {dark} }}"
    return f"{light} {scheme} html {{ background: var(--paper); color: var(--ink) }}"


@cache
def _style() -> str:
    """Return the style of what stands first, and what keeps a page from moving while it comes."""
    loads, faces = [], []
    for font in (STATIC / "static/media").glob("SourceSerif*-Roman.*.woff2"):
        place = f"./static/media/{font.name}"
        loads.append(f'<link rel="preload" href="{place}" as="font" type="font/woff2" crossorigin>')
        faces.append(  # the type of headings
            '@font-face { font-family: "Early Serif"; font-weight: 100 900; font-display: swap; '
            f'src: url({place}) format("woff2") }}'
        )
    return "".join((*loads, "<style>", *faces, text_of("first/first.css"), "</style>"))


@cache
def _logo() -> str:
    """Return the logo in the shades of the scheme."""
    light = THEMES["light"]
    drawn = text_of("../assets/logo-light.svg")
    return drawn.replace(light.ink, "currentColor").replace(light.paper, "var(--paper)")
