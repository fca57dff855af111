"""The picture that a chat shows of a link."""

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from dashboard.charts import PLAYER_1, PLAYER_2, THEMES, outcome_colours, outcome_marker
from engine.numbers import decimals, percent
from engine.rules import Rules
from engine.simulation import Estimate
from engine.tables import OUTCOME_NAMES
from engine.wording import About, Part, Sentence, plain, rules_in_words

# The picture that a chat shows of a link before it is opened: the verdict, the outcomes or words, the rules.
#
# It is drawn twice as large, so that no line has steps. All pixels below are those of the drawing.

SIZE: Final = (1200, 630)
"""Pixels of the picture, as chats and social networks want it."""
_SCALE: Final = 2
WIDE: Final = SIZE[0] * _SCALE
MARGIN: Final = 128
TOP: Final = 112
FOOT: Final = 1096
THEME: Final = THEMES["light"]

Anchor = Literal["lm", "mm", "rm", "la"]
"""Where a text's place is: left, middle or right; of its middle or its top."""
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


class Type(NamedTuple):
    """A type in one size, opened when it is first needed."""

    size: int
    weight: str = "Regular"
    family: str = "SourceSansVF-Upright"

    @property
    def drawn(self) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """Return what letters are drawn with."""
        return _font(self)

    def width(self, text: str) -> float:
        """Return how wide a text is."""
        return self.drawn.getlength(text)

    def cut(self, text: str, width: float) -> str:
        """Return as many words of a text as there is room for, of a single one as many letters."""
        cut = text
        while cut and self.width(cut if cut == text else f"{cut}…") > width:
            cut = cut.rpartition(" ")[0] if " " in cut else cut[:-1]
        return cut if cut == text else f"{cut.rstrip(' ,;:')}…"


@cache
def _font(kind: Type) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return our type, which comes with Streamlit; where it cannot be read, Pillow's own.

    Each size is unpacked again, which takes as long as a quarter of a card.
    """
    spec = find_spec("streamlit")
    media = Path(spec.origin).parent / "static" / "static" / "media" if spec and spec.origin else Path()
    try:
        (path,) = media.glob(f"{kind.family}.*.woff2")
        drawn = ImageFont.truetype(path, kind.size)
        drawn.set_variation_by_name(kind.weight)
    except (OSError, ValueError):  # another version of Streamlit, or a Pillow that cannot unpack it
        return ImageFont.load_default(kind.size)
    return drawn


_TITLES: Final = [Type(size, "Semibold", "SourceSerifVariable-Roman") for size in (108, 96, 84, 72, 60)]
"""Types of the title: the largest in which it fits on its lines."""
_LINE: Final = Type(52)
_CARD_NAME: Final = Type(56, "Semibold", "SourceSerifVariable-Roman")
_SMALL: Final = Type(48)
_VALUE: Final = Type(44)
_BOLD: Final = Type(44, "Semibold")
_NAME: Final = Type(48, "Semibold")
_NARROW: Final = Type(36, "Semibold")


class Canvas:
    """The paper."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDE, SIZE[1] * _SCALE), THEME.paper)
        self._pen = ImageDraw.Draw(self.image)

    def text(self, at: Point, text: str, colour: str, kind: Type, anchor: Anchor = "lm") -> None:
        """Write a text."""
        self._pen.text(at, text, colour, kind.drawn, anchor=anchor)

    def line(self, one: Point, other: Point, colour: str) -> None:
        """Draw a line."""
        self._pen.line((one, other), colour, _SCALE)

    def bar(self, box: Box, colour: str, hatched: str | None) -> None:
        """Fill a rectangle, with lines across it in another colour where it is hatched."""
        left, top, right, bottom = box
        tile = Image.new("RGB", (max(1, round(right - left)), round(bottom - top)), colour)
        if hatched is not None:
            pen = ImageDraw.Draw(tile)
            for start in range(-tile.height, tile.width, 18):
                pen.line((start, tile.height, start + tile.height, 0), hatched, 4)
        self.image.paste(tile, (round(left), round(top)))

    def card(self, middle: Point, size: Point, turned: float, fill: str, rim: str) -> None:
        """Draw a playing card's back, turned to the left by some degrees."""
        wide, high = size
        side = round(2 * high)
        tile = Image.new("RGBA", (side, side))
        box = ((side - wide) / 2, (side - high) / 2, (side + wide) / 2, (side + high) / 2)
        ImageDraw.Draw(tile).rounded_rectangle(box, 0.17 * wide, fill, rim, _SCALE)
        tile = tile.rotate(turned, Image.Resampling.BICUBIC)
        self.image.paste(tile, (round(middle[0] - side / 2), round(middle[1] - side / 2)), tile)


_COLOURS: Final[dict[About, str]] = {
    "player 1": THEME.player_1_text,
    "player 2": THEME.player_2_text,
    "endless": THEME.endless_text,
}

Parts = dict[str, tuple[float, str]]
"""Outcomes, each with its share and the text of that share."""


class Card(NamedTuple):
    """What is said of a link before it is opened. Only what is saved or quickly computed: no run is started.

    Each page has a `preview` of its screens.
    """

    title: Sentence
    line: str
    """The grey line under it."""
    foot: str
    lines: Sequence[str] = ()
    """Sentences under the grey line, where there are no bars."""
    bars: Mapping[str, Parts] = {}
    """Outcome bars by their headings; the heading of a single bar is not drawn."""

    @property
    def words(self) -> tuple[str, str]:
        """The title, and all else but bars and sentences, as plain text."""
        return plain(self.title), f"{self.line} {self.foot}.".strip()


_DRAWING: Final = Lock()


def png(card: Card) -> bytes:
    """Draw a card; one at a time, so that cards never take more than a core."""
    with _DRAWING:
        canvas = Canvas()
        under = _head(canvas, card)
        if card.bars:
            _bars(card.bars, canvas, under)
        _sentences(card.lines, canvas, under)
        _foot(canvas, card.foot)
        file = io.BytesIO()
        canvas.image.reduce(_SCALE).save(file, "PNG", compress_level=1)
        return file.getvalue()


def _head(canvas: Canvas, card: Card) -> float:
    """Draw title and line; return where they end."""
    width, most = WIDE - 2 * MARGIN, 2 if card.bars or card.lines else 5
    for kind in _TITLES:
        lines = list(_lines(card.title, kind, width))
        if len(lines) <= most:
            break
    y = float(TOP)
    for line in lines[:most]:
        x = float(MARGIN)
        for part in line:
            canvas.text((x, y), part.text, _COLOURS.get(part.about, THEME.ink), kind, "la")
            x += kind.width(part.text)
        y += 1.2 * kind.size
    canvas.text((MARGIN, y + 48), _LINE.cut(card.line, width), THEME.muted, _LINE)
    return y + 144


def _lines(sentence: Sentence, kind: Type, width: float) -> Iterator[list[Part]]:
    """Break a sentence between its words into lines of at most this width."""
    line: list[Part] = []
    free, space = width, kind.width(" ")
    for word in _words(sentence):
        long = sum(kind.width(part.text) for part in word)
        if line and space + long > free:
            yield line
            line, free = [], width
        if line:
            line.append(Part(" "))
            free -= space
        line += word
        free -= long
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
    middle = FOOT + 76
    canvas.line((MARGIN, FOOT), (WIDE - MARGIN, FOOT), THEME.grid)
    canvas.card((MARGIN + 20, middle), (44, 62), 9, PLAYER_1, PLAYER_1)
    canvas.card((MARGIN + 54, middle), (46, 64), -8, PLAYER_2, THEME.paper)
    canvas.text((MARGIN + 100, middle), "War Room", THEME.ink, _CARD_NAME)
    cut = _SMALL.cut(foot, WIDE - 2 * MARGIN - 460)
    canvas.text((WIDE - MARGIN, middle), cut, THEME.muted, _SMALL, "rm")


# Outcome bars and sentences on a card, from below its head to above its foot.

_BOTTOM: Final = FOOT - 20
_NAMES: Final = 660
_STEP: Final = 86


def in_percent(shares: dict[str, Estimate]) -> Parts:
    """Return the parts of a bar of estimated shares."""
    digits = decimals(*shares.values())
    return {name: (share.value, percent(share, digits)) for name, share in shares.items()}


def _sentences(lines: Sequence[str], canvas: Canvas, top: float) -> None:
    """Write sentences one under the other, as many as there is room for."""
    for place, line in enumerate(lines[: int((_BOTTOM - top) // _STEP)]):
        cut = _LINE.cut(line, WIDE - 2 * MARGIN)
        canvas.text((MARGIN, top + (place + 0.7) * _STEP), cut, THEME.ink, _LINE)


def _bars(bars: Mapping[str, Parts], canvas: Canvas, top: float) -> None:
    """Draw a single bar across the card, or a bar for each rule set beside its name."""
    right = WIDE - MARGIN
    if len(bars) == 1:
        (parts,) = bars.values()
        _bar(parts, canvas, (MARGIN, top + 112, right, min(top + 352, _BOTTOM)), named=True)
        return
    high = min((_BOTTOM - top) / len(bars), 168)
    kind = _NAME if high > 80 else _NARROW
    for place, (heading, parts) in enumerate(bars.items()):
        y = top + (place + 0.62) * high
        canvas.text((MARGIN, y), kind.cut(heading, _NAMES - 40), THEME.ink, kind)
        _bar(parts, canvas, (MARGIN + _NAMES, y - 0.24 * high, right, y + 0.24 * high), named=place == 0)


def _bar(parts: Parts, canvas: Canvas, box: Box, *, named: bool) -> None:
    """Draw the bar of outcomes, each with its share, and with its name, where there is room."""
    left, top, right, bottom = box
    colours = outcome_colours(THEME)
    x = left
    for name, (share, value) in parts.items():
        marker = outcome_marker(name, THEME)
        end = x + share * (right - left)
        hatched = marker["pattern"]["fgcolor"] if "pattern" in marker else None
        canvas.bar((x, top, max(x + 2, end - 2), bottom), marker["color"], hatched)
        label = f"{OUTCOME_NAMES[name]} " if named else ""
        if _BOLD.width(label) + _VALUE.width(value) < end - x:
            canvas.text((x + 4, top - 36), label, colours[name], _BOLD)
            canvas.text((x + 4 + _BOLD.width(label), top - 36), value, colours[name], _VALUE)
        x = end


# Words of ours as cards have them.


def rule_lines(rules: Rules) -> list[str]:
    """Return a rule set in sentences, a line each."""
    return [plain(words) for words in rules_in_words(rules).values()]
