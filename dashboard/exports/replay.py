"""A replay as one HTML file that plays without a network: the board of the Game page, keys and all."""

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Final

from dashboard.components import text_of
from dashboard.components.board.mount import SCRIPT
from dashboard.components.board.payload import Replay
from dashboard.exports.document import Looks, data_in, document
from dashboard.exports.marked import linked_html, marked_html
from engine.words.sentences import Sentence, count, plain

SHADES: Final = (
    *("background-color", "secondary-background-color", "text-color", "border-color", "primary-color"),
    *("blue-color", "blue-text-color", "orange-color", "orange-text-color"),
    *("yellow-color", "yellow-text-color", "gray-color", "gray-text-color"),
)
"""The shades that the board takes from its page, named as its style sheet names them."""

_EXPORTED: Final = "export default function"


def replay_page(
    replay: Replay, verdict: Sentence, lines: Sequence[Sentence], footer: Sequence[str], looks: Looks
) -> bytes:
    """Return the page as HTML (UTF-8), which may ask nothing of any machine.

    `verdict` and `lines` stand above the board, `footer` under it. Of a long game the replay is a
    stretch; the page says so.
    """
    told = [*map(marked_html, lines), escape(_part(replay))]
    words = {
        "verdict": marked_html(verdict),
        "lines": "".join(f"<p>{line}</p>" for line in told if line),
        "footer": "".join(f"<p>{linked_html(line)}</p>" for line in footer),
        "replay": data_in("replay", json.dumps(replay, separators=(",", ":"))),
    }
    shades = {theme: {f"st-{name}": looks[theme][name] for name in SHADES} for theme in looks}
    style = text_of("board/board.css")
    return document("replay", words, title=plain(verdict), looks=shades, style=style, scripts=[_script()])


def _part(replay: Replay) -> str:
    """Say which rounds are in the file, where not all are."""
    first, played = replay["from"], len(replay["rounds"]) // replay["width"]
    if played == replay["last"]:
        return ""
    return f"Rounds {first:,} to {first + played - 1:,} of {count(replay['last'], 'round')}."


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
