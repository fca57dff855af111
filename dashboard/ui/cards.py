"""Cards in a line of text."""

from itertools import groupby
from typing import Final

RANKS: Final = "57Q"
BACK: Final = "▮"
EMPTY: Final = "▯"
_SAID: Final = {BACK: "one face down", 3 * BACK: "three face down", EMPTY: ""}

_BOX: Final = (
    "display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;"
    "width:26px;height:36px;border-radius:3px;"
)
_PAPER: Final = f"{_BOX}border:1px solid #8A8780;background:#FFFEFB;color:#23221F;"
_FACE: Final = f"{_PAPER}font:600 17px Source Serif,serif"
_BACK: Final = f"{_PAPER}background:{{}} content-box;padding:2px"
_EMPTY: Final = f"{_BOX}border:1px dashed #8A8780"
_TOGETHER: Final = "display:inline-flex;gap:6px"
_OVER: Final = ";margin-left:-18px"


def card_line(line: str, back: str) -> str:
    """Return words and cards as HTML: a rank stands for a card face up, `▮` for one face down, `▯` for none.

    `back` is the colour of a card's back. Cards that stand together lie one over the other.

    >>> card_line("no card ▯", "blue").count("<span"), card_line("7 ▮▮▮ Q", "blue").count("margin-left")
    (4, 2)
    """
    parts = [(cards, list(words)) for cards, words in groupby(line.split(), {*RANKS, *_SAID}.__contains__)]
    said = " ".join(filter(None, (_SAID.get(word, word) for word in line.split())))
    drawn = "".join(
        f'<span style="{_TOGETHER}">{"".join(_drawn(word, back) for word in words)}</span>'
        if cards
        else f"<span>{' '.join(words)}</span>"
        for cards, words in parts
    )
    style = "display:flex;flex-wrap:wrap;align-items:center;gap:6px;margin:0"
    return f'<p role="img" aria-label="{said}" style="{style}">{drawn}</p>'


def _drawn(cards: str, back: str) -> str:
    looks = {BACK: _BACK.format(back), EMPTY: _EMPTY}
    drawn = ""
    for place, sign in enumerate(cards):
        over = _OVER if place else ""
        drawn += f'<span style="{looks.get(sign, _FACE)}{over}">{sign if sign in RANKS else ""}</span>'
    return f'<span style="display:inline-flex">{drawn}</span>'
