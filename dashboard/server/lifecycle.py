"""How the server starts and ends."""

import atexit
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache, partial
from pathlib import Path
from threading import Event, Timer
from types import FrameType
from typing import Any, Final

from dashboard.ui.streamlit_fixes import SCRIPTS, chart_script

# Ctrl+C ends the server within two seconds, whoever is still being answered.
#
# Finished games are in the store already and workers go with their parent, so nothing has to be waited for:
# what ends by itself in that time does, the rest is left.

SECONDS: Final = 1.5
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

_ENDING: Final = Event()

Handler = Callable[[int, FrameType | None], Any] | int | None


@contextmanager
def within_seconds() -> Iterator[None]:
    """Have the signals that end a program end this one in time, whatever else they do."""
    # First registered, this is done last: what Python would then take apart may wait for threads long gone.
    atexit.register(_leave_if_told)
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        signal.signal(number, partial(_end, handler))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Do so while the server serves: it has handlers of its own by then."""
    with within_seconds():
        yield


def _end(handler: Handler, number: int, frame: FrameType | None) -> None:
    _ENDING.set()
    leaving = Timer(SECONDS, _leave)
    leaving.daemon = True
    leaving.start()
    if callable(handler):
        handler(number, frame)
    elif handler is signal.SIG_DFL:
        raise KeyboardInterrupt


def _leave_if_told() -> None:
    if _ENDING.is_set():
        _leave()


def _leave() -> None:
    sys.stdout.flush()
    os._exit(0)


# The theme, which Streamlit tells a browser with every run of a page or a part of one: made once.
#
# Read from its settings anew it is a twentieth of what a busy server works.

Told = Callable[..., None]


def make_once() -> None:
    """Have this server's Streamlit keep what it tells of the theme; one that makes it otherwise stays so."""
    from streamlit.runtime import app_session

    made = getattr(app_session, "_populate_theme_msg", None)
    if made is not None:
        app_session._populate_theme_msg = kept(made)


def kept(made: Told) -> Told:
    """Return what fills in a message about a section of the theme, as `made` did the first time."""
    messages: dict[str, Any] = {}

    def told(message: Any, section: str = "theme") -> None:
        if section not in messages:
            made(message, section)
            messages[section] = type(message)()
            messages[section].CopyFrom(message)
        elif messages[section].ByteSize():  # else it would say that there is something
            message.CopyFrom(messages[section])

    return told


# Streamlit's script that draws charts, as we send it: with what our charts need, drawing each of them once.
#
# Streamlit draws a chart anew until it stands: before its width is known, when it is, and with the same
# data and what a click does, which is said once the chart is there. A chart whose place has no width,
# because nobody sees it yet (`early.js`), it draws all the same. And three quarters of its script, 4.7 MB,
# draw maps, globes and other kinds of charts than ours: a browser reads them before it draws the first bar.

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
