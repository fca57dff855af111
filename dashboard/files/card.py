"""The picture that a chat shows of a link."""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

from dashboard.charts.style import PLAYER_1, PLAYER_2, THEMES, outcome_colours, outcome_marker
from engine.numbers import decimals, percent
from engine.rules import Rules
from engine.simulation.estimates import Estimate
from engine.tables.outcomes import OUTCOME_NAMES
from engine.wording.sentences import About, Part, Sentence, plain, rules_in_words

# Paper to draw a card on, in pixels of the card, but drawn twice as large so that no line has steps.

_SCALE: Final = 2
_FONTS: Final = {"sans": "SourceSansVF-Upright", "serif": "SourceSerifVariable-Roman"}

Anchor = Literal["lm", "mm", "rm", "la"]
"""Where a text's place is: left, middle or right; of its middle or its top."""
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Type:
    """A type in one size, opened when it is first needed."""

    def __init__(self, size: int, weight: str = "Regular", family: str = "sans") -> None:
        self._asked: Final = family, weight, size * _SCALE
        self.size: Final = size

    @property
    def drawn(self) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """Return what letters are drawn with."""
        return _font(*self._asked)

    def width(self, text: str) -> float:
        """Return how wide a text is."""
        return self.drawn.getlength(text) / _SCALE

    def cut(self, text: str, width: float) -> str:
        """Return as many words of a text as there is room for, of a single one as many letters."""
        cut = text
        while cut and self.width(cut if cut == text else f"{cut}…") > width:
            cut = cut.rpartition(" ")[0] if " " in cut else cut[:-1]
        return cut if cut == text else f"{cut.rstrip(' ,;:')}…"


class Canvas:
    """The paper."""

    def __init__(self, size: tuple[int, int], paper: str) -> None:
        self._image = Image.new("RGB", (size[0] * _SCALE, size[1] * _SCALE), paper)
        self._draw = ImageDraw.Draw(self._image)

    def text(self, at: Point, text: str, colour: str, drawn: Type, anchor: Anchor = "lm") -> None:
        """Write a text."""
        self._draw.text(_large(at), text, colour, drawn.drawn, anchor=anchor)

    def line(self, points: Iterable[Point], colour: str, width: float = 1) -> None:
        """Draw a line through points."""
        self._draw.line([_large(point) for point in points], colour, round(width * _SCALE), joint="curve")

    def bar(self, box: Box, colour: str, hatched: str | None = None) -> None:
        """Fill a rectangle, with lines across it in another colour where it is hatched."""
        left, top, right, bottom = box
        tile = Image.new(
            "RGB", (max(1, round((right - left) * _SCALE)), round((bottom - top) * _SCALE)), colour
        )
        if hatched is not None:
            pen = ImageDraw.Draw(tile)
            for start in range(-tile.height, tile.width, 9 * _SCALE):
                pen.line((start, tile.height, start + tile.height, 0), hatched, 2 * _SCALE)
        self._image.paste(tile, (round(left * _SCALE), round(top * _SCALE)))

    def card(self, middle: Point, size: Point, turned: float, fill: str, rim: str) -> None:
        """Draw a playing card's back, turned to the left by some degrees."""
        wide, high = size[0] * _SCALE, size[1] * _SCALE
        side = round(2 * max(wide, high))
        tile = Image.new("RGBA", (side, side))
        box = ((side - wide) / 2, (side - high) / 2, (side + wide) / 2, (side + high) / 2)
        ImageDraw.Draw(tile).rounded_rectangle(box, 0.17 * wide, fill, rim, _SCALE)
        tile = tile.rotate(turned, Image.Resampling.BICUBIC)
        corner = round(middle[0] * _SCALE - side / 2), round(middle[1] * _SCALE - side / 2)
        self._image.paste(tile, corner, tile)

    def image(self) -> Image.Image:
        """Return what was drawn, in its own size."""
        return self._image.reduce(_SCALE)


def _large(point: Point) -> Point:
    return point[0] * _SCALE, point[1] * _SCALE


@cache
def _font(family: str, weight: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return our type, which comes with Streamlit; where it cannot be read, Pillow's own.

    Each size is unpacked again, which takes as long as a quarter of a card.
    """
    spec = find_spec("streamlit")
    media = Path(spec.origin).parent / "static" / "static" / "media" if spec and spec.origin else Path()
    try:
        (path,) = media.glob(f"{_FONTS[family]}.*.woff2")
        drawn = ImageFont.truetype(path, size)
        drawn.set_variation_by_name(weight)
    except (OSError, ValueError):  # another version of Streamlit, or a Pillow that cannot unpack it
        return ImageFont.load_default(size)
    return drawn


# The picture that a chat shows of a link before it is opened: the verdict, the outcomes or words, the rules.

SIZE: Final = (1200, 630)
"""Pixels, as chats and social networks want it."""
MARGIN: Final = 64
LOOK: Final = THEMES["light"]
_TOP: Final = 56
_FOOT: Final = 548
_TITLES: Final = [Type(size, "Semibold", "serif") for size in (54, 48, 42, 36, 30)]
"""Types of the title: the largest in which it fits on its lines."""
_LINE: Final = Type(26)
_CARD_NAME: Final = Type(28, "Semibold", "serif")
_CARD_SMALL: Final = Type(24)
TYPES: Final = (*_TITLES, _LINE, _CARD_NAME, _CARD_SMALL)
_LINES: Final = {True: 2, False: 5}
"""Lines of a title with bars or sentences under it, and without."""
_COLOURS: Final[dict[About, str]] = {
    "player 1": LOOK.player_1_text,
    "player 2": LOOK.player_2_text,
    "endless": LOOK.endless_text,
}

Parts = dict[str, tuple[float, str]]
"""Outcomes, each with its share and the text of that share."""


@dataclass(frozen=True)
class Card:
    """What stands on a card."""

    title: Sentence
    line: str
    """The grey line under it."""
    foot: str
    """The rules, at the foot."""
    bars: Mapping[str, Parts] = field(default_factory=dict)
    """Outcome bars by their headings; the heading of a single bar is not drawn."""
    lines: Sequence[str] = ()
    """Sentences under the grey line, where there are no bars."""


_DRAWING: Final = Lock()


def png(card: Card) -> bytes:
    """Draw a card; one at a time, so that cards never take more than a core."""
    with _DRAWING:
        canvas = Canvas(SIZE, LOOK.paper)
        under = _head(canvas, card)
        box = (MARGIN, under, SIZE[0] - MARGIN, _FOOT - 10)
        if card.bars:
            _bars(card.bars, canvas, box)
        _sentences(card.lines, canvas, box)
        _foot(canvas, card.foot)
        file = io.BytesIO()
        canvas.image().save(file, "PNG", compress_level=1)
        return file.getvalue()


def _head(canvas: Canvas, card: Card) -> float:
    """Draw title and line; return where they end."""
    width, most = SIZE[0] - 2 * MARGIN, _LINES[bool(card.bars or card.lines)]
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
    """Yield the words of a sentence, each with its parts; a number stays with its per cent sign."""
    word: list[Part] = []
    for part in sentence:
        for place, text in enumerate(part.text.replace(" %", "\xa0%").split(" ")):
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
    canvas.text((MARGIN + 50, middle), "War Room", LOOK.ink, _CARD_NAME)
    cut = _CARD_SMALL.cut(foot, SIZE[0] - 2 * MARGIN - 230)
    canvas.text((SIZE[0] - MARGIN, middle), cut, LOOK.muted, _CARD_SMALL, "rm")


# Outcome bars and sentences on a card.

_NAMES: Final = 330
"""Pixels of the names of rule sets."""
_VALUE: Final = Type(22)
_BOLD: Final = Type(22, "Semibold")
_NAME: Final = Type(24, "Semibold")
_NARROW: Final = Type(18, "Semibold")
"""The type of names where there are many."""
_SENTENCE: Final = Type(26)
_STEP: Final = 43
"""Pixels from one sentence to the next."""


def open_types() -> None:
    """Open every type that cards are written in, so that the first card does not wait for them."""
    for drawn in (*TYPES, _VALUE, _BOLD, _NAME, _NARROW, _SENTENCE):
        assert drawn.drawn


def in_percent(shares: dict[str, Estimate]) -> Parts:
    """Return the parts of a bar of estimated shares."""
    digits = decimals(*shares.values())
    return {name: (share.value, percent(share, digits)) for name, share in shares.items()}


def _sentences(lines: Sequence[str], canvas: Canvas, box: Box) -> None:
    """Write sentences one under the other, as many as there is room for."""
    left, top, right, bottom = box
    for place, line in enumerate(lines[: int((bottom - top) // _STEP)]):
        cut = _SENTENCE.cut(line, right - left)
        canvas.text((left, top + (place + 0.7) * _STEP), cut, LOOK.ink, _SENTENCE)


def _bars(bars: Mapping[str, Parts], canvas: Canvas, box: Box) -> None:
    """Draw a single bar across the card, or a bar for each rule set beside its name."""
    left, top, right, bottom = box
    if len(bars) == 1:
        (parts,) = bars.values()
        _bar(parts, canvas, (left, top + 56, right, min(top + 176, bottom)), named=True)
        return
    high = min((bottom - top) / len(bars), 84)
    name = _NAME if high > 40 else _NARROW
    for place, (heading, parts) in enumerate(bars.items()):
        y = top + (place + 0.62) * high
        canvas.text((left, y), name.cut(heading, _NAMES - 20), LOOK.ink, name)
        _bar(parts, canvas, (left + _NAMES, y - 0.24 * high, right, y + 0.24 * high), named=place == 0)


def _bar(parts: Parts, canvas: Canvas, box: Box, *, named: bool) -> None:
    """Draw the bar of outcomes, each with its share, and with its name, where there is room."""
    left, top, right, bottom = box
    colours = outcome_colours(LOOK)
    x = left
    for name, (share, value) in parts.items():
        marker = outcome_marker(name, LOOK)
        end = x + share * (right - left)
        hatched = marker["pattern"]["fgcolor"] if "pattern" in marker else None
        canvas.bar((x, top, max(x + 1, end - 1), bottom), marker["color"], hatched)
        label = f"{OUTCOME_NAMES[name]} " if named else ""
        if _BOLD.width(label) + _VALUE.width(value) < end - x:
            canvas.text((x + 2, top - 18), label, colours[name], _BOLD)
            canvas.text((x + 2 + _BOLD.width(label), top - 18), value, colours[name], _VALUE)
        x = end


# What a link says before it is opened: words and a card. Each page has a `preview` of its screens.


@dataclass(frozen=True)
class Preview:
    """What is said of a link. Only what is saved or quickly computed: no run is started."""

    title: str
    about: str
    card: Card


def preview_of(card: Card) -> Preview:
    """Return the preview whose words are those of its card."""
    return Preview(plain(card.title), f"{card.line} {card.foot}.".strip(), card)


def text_preview(title: Sentence, line: str, foot: str, lines: Sequence[str] = ()) -> Preview:
    """Return a preview without a chart."""
    return preview_of(Card(title, line, foot, lines=lines))


def curly(words: Sentence) -> Sentence:
    """Return a sentence with typographic apostrophes."""
    return tuple(replace(part, text=part.text.replace("'", "’")) for part in words)


def rule_lines(rules: Rules) -> list[str]:
    """Return a rule set in sentences, a line each."""
    return [plain(curly(words)) for words in rules_in_words(rules).values()]
