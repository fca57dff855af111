"""What a browser is told to load with a page of charts, before it could find out that it needs it."""

from typing import Final

from dashboard.shell.chart_script import chart_script

WITH_CHARTS: Final = frozenset({"/", "/simulate", "/compare"})
"""Paths of the pages that draw charts."""


def headers(path: str) -> dict[str, str]:
    """Return the header of an answer that has the script of charts loaded; none where no chart is drawn.

    Streamlit asks for it, 4.7 MB, only when the first chart has come over a socket that the page's other
    scripts opened. Loaded beside those it is there, and compiled, by then.
    """
    script = chart_script() if path in WITH_CHARTS else ""
    return {"Link": f'<static/js/{script}>; rel="modulepreload"'} if script else {}
