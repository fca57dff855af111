"""The picture that a chat shows of a link before it is opened: the verdict, the evidence, the rules."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Final

from dashboard.charts.parts.theme import PLAYER_1, PLAYER_2, THEMES
from dashboard.exports.canvas import Box, Canvas, Type
from engine.words.sentences import About, Part, Sentence

SIZE: Final = (1200, 630)
"""Pixels, as chats and social networks want it."""
MARGIN: Final = 64
LOOK: Final = THEMES["light"]
_TOP: Final = 56
_FOOT: Final = 548
_TITLES: Final = [Type(size, "Semibold", "serif") for size in (54, 48, 42, 36, 30)]
"""Types of the title: the largest in which it fits on its lines."""
_LINE: Final = Type(26)
_NAME: Final = Type(28, "Semibold", "serif")
_SMALL: Final = Type(24)
TYPES: Final = (*_TITLES, _LINE, _NAME, _SMALL)
_LINES: Final = {True: 2, False: 5}
"""Lines of a title with a picture under it, and without one."""
_COLOURS: Final[dict[About, str]] = {
    "player 1": LOOK.player_1_text,
    "player 2": LOOK.player_2_text,
    "endless": LOOK.endless_text,
}

Picture = Callable[[Canvas, Box], None]
"""Draws what is on a screen into a box."""


@dataclass(frozen=True)
class Card:
    """What stands on a card."""

    title: Sentence
    line: str
    """The grey line under it."""
    foot: str
    """What it is of, at the foot."""
    picture: Picture | None = None
    whole: bool = True
    """Whether nothing that belongs on it is still worked out."""


_DRAWING: Final = Lock()


def png(card: Card) -> bytes:
    """Draw a card; one at a time, so that cards never take more than a core."""
    with _DRAWING:
        canvas = Canvas(SIZE, LOOK.paper)
        under = _head(canvas, card)
        if card.picture is not None:
            card.picture(canvas, (MARGIN, under, SIZE[0] - MARGIN, _FOOT - 10))
        _foot(canvas, card.foot)
        file = io.BytesIO()
        canvas.image().save(file, "PNG", compress_level=1)
        return file.getvalue()


def _head(canvas: Canvas, card: Card) -> float:
    """Draw title and line; return where they end."""
    width, most = SIZE[0] - 2 * MARGIN, _LINES[card.picture is not None]
    for drawn in _TITLES:
        lines = list(_lines(card.title, drawn, width))
        if len(lines) <= most:
            break
    y = float(_TOP)
    for line in lines[:most]:
        x = float(MARGIN)
        for part in line:
            canvas.text((x, y), part.text, _COLOURS.get(part.about, LOOK.ink), drawn, "la")
            x += drawn.width(part.text)
        y += 1.2 * drawn.size
    canvas.text((MARGIN, y + 24), _LINE.cut(card.line, width), LOOK.muted, _LINE)
    return y + 72


def _lines(sentence: Sentence, drawn: Type, width: float) -> Iterator[list[Part]]:
    """Break a sentence between its words into lines of at most this width."""
    line: list[Part] = []
    room, space = width, drawn.width(" ")
    for word in _words(sentence):
        long = sum(drawn.width(part.text) for part in word)
        if line and space + long > room:
            yield line
            line, room = [], width
        if line:
            line.append(Part(" "))
            room -= space
        line += word
        room -= long
    yield line


def _words(sentence: Sentence) -> Iterator[list[Part]]:
    """Yield the words of a sentence, each with what parts it is of: a full stop may be one of its own."""
    word: list[Part] = []
    for part in sentence:
        for place, text in enumerate(part.text.split(" ")):
            if place and word:
                yield word
                word = []
            if text:
                word.append(Part(text, part.about))
    if word:
        yield word


def _foot(canvas: Canvas, foot: str) -> None:
    middle = _FOOT + 38
    canvas.line(((MARGIN, _FOOT), (SIZE[0] - MARGIN, _FOOT)), LOOK.grid)
    canvas.card((MARGIN + 10, middle), (22, 31), 9, PLAYER_1, PLAYER_1)
    canvas.card((MARGIN + 27, middle), (23, 32), -8, PLAYER_2, LOOK.paper)
    canvas.text((MARGIN + 50, middle), "War Room", LOOK.ink, _NAME)
    cut = _SMALL.cut(foot, SIZE[0] - 2 * MARGIN - 230)
    canvas.text((SIZE[0] - MARGIN, middle), cut, LOOK.muted, _SMALL, "rm")
