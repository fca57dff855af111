"""Streamlit's script that draws charts, as we send it: a chart is drawn once, and when its place is known.

Streamlit first draws every chart into a place of which it does not know the width, and at once again when it
does. A chart whose place has no width, because nobody sees it yet (`early.js`), it draws all the same.
"""

from typing import Final

from dashboard.shell.chart_script import SCRIPTS, chart_script

ANY_WIDTH: Final = "{let{width:t}=E(k);return t?i(Je"
KNOWN_WIDTH: Final = "{let{width:t}=E(k);return t>0?i(Je"
"""What of it we change: -1 stands for a width that is not known."""


def changed(path: str) -> bytes:
    """Return the script with our change; nothing for another file, or where it is none that we know."""
    file = SCRIPTS / chart_script()
    if path != f"/static/js/{chart_script()}" or not file.is_file():
        return b""
    script = file.read_text("utf-8")
    return script.replace(ANY_WIDTH, KNOWN_WIDTH).encode() if script.count(ANY_WIDTH) == 1 else b""
