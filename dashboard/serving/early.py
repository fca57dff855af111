"""What a browser is told with a page, before it could find out that it needs it: when to draw charts."""

from html import escape
from pathlib import Path
from typing import Final

from dashboard.shell.chart_script import chart_script

_CONNECTED: Final = "[data-test-connection-state=CONNECTED]"
_VERDICT: Final = "[data-testid=stMain] h1"

WITH_CHARTS: Final = {
    **dict.fromkeys(("/", "/simulate", "/compare"), _CONNECTED),
    **dict.fromkeys(("/records", "/packs"), _VERDICT),
}
"""Paths of the pages that draw charts, and what stands before the script of charts is run.

It takes a quarter of a second: time in which games are played, but in which what is kept could be read.
"""

SCRIPT: Final = (Path(__file__).parent / "early.js").read_text("utf-8")
"""What every page runs first."""


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
    return f'<script data-charts="{escape(_of_charts(path))}" data-after="{after}">{SCRIPT}</script>'


def _of_charts(path: str) -> str:
    script = chart_script() if path in WITH_CHARTS else ""
    return f"static/js/{script}" if script else ""
