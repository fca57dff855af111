"""What a browser is told with a page, before it could find out that it needs it: what to show, and when to
draw charts.
"""

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from dashboard.charts.parts.theme import THEMES
from dashboard.components import text_of
from dashboard.components.width import COOKIE
from dashboard.shell.chart_script import SCRIPTS, chart_script

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
