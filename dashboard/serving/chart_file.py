"""Streamlit's script that draws charts, as we send it: a chart is drawn once, and when its place is known.

Streamlit first draws every chart into a place of which it does not know the width, and at once again when it
does. A chart whose place has no width, because nobody sees it yet (`early.js`), it draws all the same.
"""

from functools import cache
from typing import Final

from starlette.responses import Response

from dashboard.shell.chart_script import SCRIPTS, chart_script

ANY_WIDTH: Final = "{let{width:t}=E(k);return t?i(Je"
KNOWN_WIDTH: Final = "{let{width:t}=E(k);return t>0?i(Je"
"""What of it we change: -1 stands for a width that is not known."""


def answer(path: str) -> Response | None:
    """Return what is sent in place of a file of Streamlit's; None where that is the file itself."""
    if path != f"/static/js/{chart_script()}" or not _changed():
        return None
    # Its name changes with what is in it.
    lasts = {"Cache-Control": "public, immutable, max-age=31536000"}
    return Response(_changed(), media_type="text/javascript", headers=lasts)


@cache
def _changed() -> bytes:
    """Return the script with our change, nothing where Streamlit's is another than the one we know."""
    path = SCRIPTS / chart_script()
    script = path.read_text("utf-8") if path.is_file() else ""
    return script.replace(ANY_WIDTH, KNOWN_WIDTH).encode() if script.count(ANY_WIDTH) == 1 else b""
