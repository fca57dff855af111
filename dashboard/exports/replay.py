"""A replay as one HTML file that plays without a network: the board of the Game page, keys and all."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from dashboard.charts.parts.theme import ThemeName
from dashboard.components import text_of
from dashboard.components.board.mount import SCRIPT
from dashboard.components.board.payload import Replay
from dashboard.exports.marked import marked_html
from engine.words.sentences import Sentence, count, plain

SHADES: Final = (
    *("background-color", "secondary-background-color", "text-color", "border-color", "primary-color"),
    *("blue-color", "blue-text-color", "orange-color", "orange-text-color"),
    *("yellow-color", "yellow-text-color", "gray-color", "gray-text-color"),
)
"""The shades that the board takes from its page, named as its style sheet names them."""

Looks = Mapping[ThemeName, Mapping[str, str]]
"""Of each theme the value of every one of `SHADES`."""

_HERE: Final = Path(__file__).parent
_EXPORTED: Final = "export default function"


def replay_page(
    replay: Replay, verdict: Sentence, lines: Sequence[Sentence], footer: Sequence[str], looks: Looks
) -> bytes:
    """Return the page as HTML (UTF-8), which may ask nothing of any machine.

    `verdict` and `lines` stand above the board, `footer` under it. Of a long game the replay is a
    stretch; the page says so.
    """
    page = Template((_HERE / "replay.html").read_text(encoding="utf-8").removesuffix("\n"))
    told = [*map(marked_html, lines), escape(_part(replay))]
    return page.substitute(
        policy=escape(_policy()),
        title=escape(plain(verdict)),
        light=_shades(looks["light"]),
        dark=_shades(looks["dark"]),
        style=f"{(_HERE / 'replay.css').read_text(encoding='utf-8')}\n{text_of('board/board.css')}",
        verdict=marked_html(verdict),
        lines="".join(f"<p>{line}</p>" for line in told if line),
        footer="".join(f"<p>{_linked(line)}</p>" for line in footer),
        replay=json.dumps(replay, separators=(",", ":")).replace("<", "\\u003c"),
        script=_script(),
    ).encode()


def _part(replay: Replay) -> str:
    """Say which rounds are in the file, where not all are."""
    first, played = replay["from"], len(replay["rounds"]) // replay["width"]
    if played == replay["last"]:
        return ""
    return f"Rounds {first:,} to {first + played - 1:,} of {count(replay['last'], 'round')}."


def _linked(line: str) -> str:
    shown = escape(line)
    return f'<a href="{shown}">{shown}</a>' if line.startswith(("http://", "https://")) else shown


def _shades(shades: Mapping[str, str]) -> str:
    return " ".join(f"--st-{name}: {shades[name]};" for name in SHADES)


@cache
def _script() -> str:
    """Return the board's script as one that a page can run by itself: nothing is reported to anybody."""
    mount, board = (
        SCRIPT.replace(_EXPORTED, "const mount = function"),
        (
            'mount({ data: { sent: JSON.parse(document.getElementById("replay").textContent), alone: true }, '
            'parentElement: document.getElementById("board"), setStateValue: () => {} });'
        ),
    )
    return f"{mount}\n{board}"


@cache
def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
