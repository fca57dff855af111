"""What works around Streamlit, each with its reason."""

import gc
import re
import time
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

import streamlit
import streamlit as st

from dashboard.charts.style import THEMES
from dashboard.components import text_of
from dashboard.components.width import COOKIE
from engine.jobs.runs import UNDER_WAY, Run

# The script of Streamlit's that draws charts: to load it early, its name has to be known.

SCRIPTS: Final = Path(streamlit.__file__).parent / "static" / "static" / "js"


@cache
def chart_script() -> str:
    """Return the file name of the script that draws charts, empty if Streamlit has it elsewhere."""
    return next((path.name for path in SCRIPTS.glob("PlotlyChart.*.js")), "")


# Keep the libraries out of the garbage collector's way, and the collector out of the pages'.

NEW_OBJECTS: Final = 5_000
"""Objects that are made between two looks for garbage. With 700, as Python has it, the pages of thirty who
come at once are walked six times, for some 100 ms in which none is drawn; with these, once."""


@st.cache_resource(show_spinner=False)
def settle() -> None:
    """Set aside, once, everything that the imports and the first run have made, and look seldom at the rest.

    Every time garbage is collected the objects of Streamlit's, Plotly's and pandas' modules are walked, none
    of which ever go away: 60 ms in which no page is drawn.
    """
    gc.set_threshold(max(NEW_OBJECTS, gc.get_threshold()[0]))
    gc.collect()
    gc.freeze()


# Charts of a run that goes on, redrawn seldom enough to be looked at and clicked.
#
# Streamlit takes a chart with other data for another chart: it is put up anew and is not there for up to
# half a second. A page of charts takes a browser on a busy machine most of a second, in which nobody can
# press anything. Redrawn every second they would be gone, and the page deaf, half of the time.

GROWN: Final = 2.0
"""How many times as many games as when it was drawn a chart must be of to be drawn again."""
REST: Final = 3.0
"""Seconds it stays at least."""
_DRAWN: Final = "drawn_run"


def steady(run: Run) -> Run:
    """Return the run to draw: itself, or while it goes on what was drawn of it until it has grown enough."""
    if run.state not in UNDER_WAY or not run.games:
        st.session_state.pop(_DRAWN, None)  # its tallies are megabytes
        return run
    if grown(run):
        st.session_state[_DRAWN] = run, time.monotonic()
    drawn: Run = st.session_state[_DRAWN][0]
    return drawn


def grown(run: Run) -> bool:
    """Say whether there is so much more of a run than was drawn that it is to be drawn again."""
    drawn, since = st.session_state.get(_DRAWN, (None, 0.0))
    if not isinstance(drawn, Run) or drawn.job != run.job or run.games < drawn.games:
        return run.games > 0
    return run.games >= GROWN * drawn.games and time.monotonic() >= since + REST


# What a browser is told with a page, before it could find out that it needs it: what to show, and when to
# draw charts.

_CONNECTED: Final = "[data-test-connection-state=CONNECTED]"
_VERDICT: Final = "[data-testid=stMain] h1"

WITH_CHARTS: Final = {
    **dict.fromkeys(("/", "/simulate", "/compare"), _CONNECTED),
    **dict.fromkeys(("/records", "/packs"), _VERDICT),
}
"""Paths of the pages that draw charts, and what stands before the script of charts is run.

It takes a quarter of a second: time in which games are played, but in which what is kept could be read.
"""

_HERE: Final = Path(__file__).parent
SCRIPT: Final = text_of("width/steps.js") + "".join(
    (_HERE / name).read_text("utf-8") for name in ("away.js", "early.js")
)
"""What every page runs first: `away.js` hears the socket before `early.js` holds back what comes on it."""
LOADING: Final = "War Room plays the card game War. The page is loading …"
_STYLESHEET: Final = re.compile(r'<link rel="stylesheet"[^>]*>')
"""Streamlit's, for which a browser waits before it shows anything that comes after it."""
_FACE: Final = """
@font-face { font-family: "Early Serif"; font-weight: 100 900; font-display: swap;
  src: url(./static/media/FONT) format("woff2") }
"""
"""The type of headings."""
_ROOT: Final = '<div id="root">'
"""What Streamlit draws in."""


def headers(path: str) -> dict[str, str]:
    """Return the header of an answer that has the script of charts loaded; none where no chart is drawn.

    Streamlit asks for it, a megabyte, only when the first chart has come over a socket that the page's other
    scripts opened. Loaded beside those it is there, and compiled, by then.
    """
    script = _of_charts(path)
    return {"Link": f'<{script}>; rel="modulepreload"'} if script else {}


def tag(path: str) -> str:
    """Return the tag of what a page runs first."""
    after = escape(WITH_CHARTS.get(path, ""))
    told = f'data-charts="{escape(_of_charts(path))}" data-after="{after}" data-width="{COOKIE}"'
    return f"<script {told}>{SCRIPT}</script>"


def with_verdict(html: str, said: str | None) -> str:
    """Return Streamlit's page with what stands there until a page of ours does: logo, verdict and a line.

    Inside of somebody else's page, None, only the ground stands.
    """
    style, block = f"<style>{_ground()}</style>", ""
    if said is not None:
        style += _style()
        block = f'<div class="early">{_logo()}<p class="verdict">{escape(said)}</p><p>{LOADING}</p></div>'
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
    style = (_HERE / "early.css").read_text("utf-8")
    fonts = [path.name for path in (SCRIPTS.parent / "media").glob("SourceSerif*-Roman.*.woff2")]
    loads = [
        f'<link rel="preload" href="./static/media/{font}" as="font" type="font/woff2" crossorigin>'
        for font in fonts
    ]
    faces = [_FACE.replace("FONT", font) for font in fonts]
    return "".join((*loads, "<style>", *faces, style, "</style>"))


@cache
def _logo() -> str:
    """Return the logo in the shades of the scheme."""
    light = THEMES["light"]
    drawn = (_HERE.parent / "assets" / "logo-light.svg").read_text("utf-8")
    return drawn.replace(light.ink, "currentColor").replace(light.paper, "var(--paper)")


def _of_charts(path: str) -> str:
    script = chart_script() if path in WITH_CHARTS else ""
    return f"static/js/{script}" if script else ""
