"""The first HTML of a page: what is shown and noted before Streamlit's own scripts can do either."""

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from dashboard.charts.style import THEMES
from dashboard.components import text_of
from dashboard.components.width import COOKIE
from dashboard.ui.streamlit_fixes.compressed import STATIC

WITH_CHARTS: Final = ("", "simulate", "compare", "records", "packs")
"""Paths of the pages that draw charts: the script for them, a megabyte, is loaded with the page."""

_HERE: Final = Path(__file__).parent
SCRIPT: Final = text_of("width/steps.js") + "".join(
    (_HERE / name).read_text("utf-8") for name in ("away.js", "first.js")
)
"""What every page runs first: `away.js` hears the socket before `first.js` holds back what comes on it."""
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


def tag(path: str) -> str:
    """Return the tags of what a page loads and runs first."""
    scripts = (STATIC / "static/js").glob("PlotlyChart.*.js") if path in WITH_CHARTS else ()
    loads = (f'<link rel="modulepreload" href="./static/js/{script.name}">' for script in scripts)
    return f'{"".join(loads)}<script data-width="{COOKIE}">{SCRIPT}</script>'


def with_verdict(html: str, said: str | None) -> str:
    """Return Streamlit's page with what stands there until a page of ours does: logo, verdict and a line.

    Inside of another site's page, None, only the ground stands.
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
    style = (_HERE / "first.css").read_text("utf-8")
    fonts = [path.name for path in (STATIC / "static/media").glob("SourceSerif*-Roman.*.woff2")]
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
    drawn = (_HERE.parents[1] / "assets" / "logo-light.svg").read_text("utf-8")
    return drawn.replace(light.ink, "currentColor").replace(light.paper, "var(--paper)")
