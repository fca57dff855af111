"""Streamlit's script that draws charts, as we send it: with what our charts need, drawing each of them once.

Streamlit draws a chart anew until it stands: before its width is known, when it is, and with the same data
and what a click does, which is said once the chart is there. A chart whose place has no width, because nobody
sees it yet (`early.js`), it draws all the same. And three quarters of its script, 4.7 MB, draw maps, globes
and other kinds of charts than ours: a browser reads them before it draws the first bar.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from dashboard.shell.chart_script import SCRIPTS, chart_script

CHANGES: Final = {
    # A width of -1 is one that is not known.
    "{let{width:t}=E(k);return t?i(Je": "{let{width:t}=E(k);return t>0?i(Je",
    # What a click does is said with the figure, and is what Streamlit would say of it afterwards.
    "e.spec?ve(JSON.parse(e.spec)):": (
        "e.spec?(({layout:t,...n})=>({...n,layout:e.selectionMode.length?{...t,clickmode:t.clickmode||`event+select`,"
        "hovermode:t.hovermode||`closest`,dragmode:t.dragmode||`pan`}:t}))(ve(JSON.parse(e.spec))):"
    ),
    # A figure that was made with the colours of its theme is made anew when there are others, not at once.
    "(0,P.useEffect)(()=>{F(t=>Le(t,e.theme,c))},[e.id,c,e.theme])": (
        "let $=(0,P.useRef)([e.id,c,e.theme]);(0,P.useEffect)(()=>{let t=[e.id,c,e.theme];"
        "t.some((e,n)=>e!==$.current[n])&&($.current=t,F(t=>Le(t,e.theme,c)))},[e.id,c,e.theme])"
    ),
}
"""What of it we change, and into what."""

KINDS: Final = ("bar", "box", "heatmap")
"""The kinds of charts that stay, the first that Plotly names; lines and points always do."""

_PART: Final = re.compile(r'[,;\s](?P<name>[\w$]+)=_\(\{"(?P<file>[^"]+)"\(')
"""How a part of Plotly begins: what other parts call it, and its file."""
_LAST: Final = re.compile(
    r';return _\(\{"lib/index\.js"\(\w,\w\)\{var (\w)=\w+\(\);\1\.register\(\[(?P<calls>[^\]]+)\]'
)
"""The last of them, which calls the part of every kind of charts."""


def changed(path: str) -> bytes:
    """Return the script with our changes; nothing for another file, or where it is none that we know."""
    file = SCRIPTS / chart_script()
    return _ours(file) if path == f"/static/js/{chart_script()}" and file.is_file() else b""


@lru_cache(maxsize=1)  # a seventh of a second, in which nobody else is answered
def _ours(file: Path) -> bytes:
    script = file.read_text("utf-8")
    if any(script.count(theirs) != 1 for theirs in CHANGES):
        return b""
    for theirs, ours in CHANGES.items():
        script = script.replace(theirs, ours)
    return without_other_kinds(script).encode()


def without_other_kinds(script: str) -> str:
    """Return the script without the parts that nothing but other kinds of charts calls.

    Every part stands behind those that it calls: so what follows the last of our kinds is for the others.
    The script is returned as it is where one cannot tell, or where something else calls what would go.
    """
    last = _LAST.search(script)
    if last is None:
        return script
    parts = [*_PART.finditer(script, 0, last.start())]
    ours = [part for part in parts if part["file"] in {f"lib/{kind}.js" for kind in KINDS}]
    calls = ",".join(f"{part['name']}()" for part in ours)
    if len(ours) != len(KINDS) or not last["calls"].startswith(f"{calls},"):
        return script
    others = parts[parts.index(ours[-1]) + 1 :]
    if not others:
        return script
    stays, end = script[: others[0].start()], script[last.start() :].replace(last["calls"], calls, 1)
    called = set(re.findall(r"(?<![\w$.])([\w$]+)\(\)", stays))
    return script if called & {part["name"] for part in others} else stays + end
