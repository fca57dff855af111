"""The picture that a chat shows of a link."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Final, Literal

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from dashboard.charts.game.decks import WAR_SIZES, DeckSizes
from dashboard.charts.numbers import decimals, percent
from dashboard.charts.style import PLAYER_1, PLAYER_2, THEMES, WAR, bar_names, outcome_colours, outcome_marker
from engine.simulation.estimates import Estimate
from engine.tables.bars import Histogram
from engine.tables.compared import CompareShares
from engine.tables.outcomes import OUTCOME_NAMES
from engine.wording.sentences import About, Part, Sentence

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

    def area(self, corners: Sequence[Point], colour: str, rim: str | None = None) -> None:
        """Fill what lies between corners."""
        self._draw.polygon([_large(corner) for corner in corners], colour, rim)

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
        """Draw a playing card's back, turned to the left by so many degrees."""
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

    Each size is unpacked anew, which takes as long as a quarter of a card.
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


# The picture that a chat shows of a link before it is opened: the verdict, the evidence, the rules.

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
    canvas.text((MARGIN + 50, middle), "War Room", LOOK.ink, _CARD_NAME)
    cut = _CARD_SMALL.cut(foot, SIZE[0] - 2 * MARGIN - 230)
    canvas.text((SIZE[0] - MARGIN, middle), cut, LOOK.muted, _CARD_SMALL, "rm")


# What is on a screen as the picture on its card: pure drawings of what the charts draw.

Numbers = npt.NDArray[np.float64]

_AHEAD: Final = ("#D6E6EE", "#F6E2D3")
"""The tints under player 1's part of the line and over player 2's."""
_NAMES: Final = 330
"""Pixels of the names of rule sets."""
_CARD_PICTURES_SMALL: Final = Type(22)
_BOLD: Final = Type(22, "Semibold")
_CARD_PICTURES_NAME: Final = Type(24, "Semibold")
_NARROW: Final = Type(18, "Semibold")
"""The type of names where there are many."""
_SAID: Final = Type(26)
_APART: Final = 43
"""Pixels from one line of text to the next."""

Parts = dict[str, tuple[float, str]]
"""Outcomes, each with its share and how that is said."""


def open_types() -> None:
    """Open every type that cards are written in, which else the first cards would wait for."""
    for drawn in (*TYPES, _CARD_PICTURES_SMALL, _BOLD, _CARD_PICTURES_NAME, _NARROW, _SAID):
        assert drawn.drawn


def of_game(sizes: DeckSizes) -> Picture:
    """Return the picture of the deck sizes over a game."""
    return partial(_sizes, sizes)


def of_study(shares: dict[str, Estimate], lengths: Histogram, title: str) -> Picture:
    """Return the picture of outcomes and lengths; `title` is what the lengths say."""
    return partial(_study, shares, lengths, title)


def of_comparison(chart: CompareShares) -> Picture:
    """Return the picture of the outcomes under each rule set."""
    return partial(_comparison, chart)


def of_count(parts: Parts) -> Picture:
    """Return the picture of how all deals of a small pack end."""
    return partial(_count, parts)


def of_lines(lines: Sequence[str]) -> Picture:
    """Return the picture of sentences one under the other, as many as there is room for."""
    return partial(_written, lines)


def _sizes(sizes: DeckSizes, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box[0] + 46, box[1] + 14, box[2] - 126, box[3] - 36
    for cards in (0, sizes.cards / 2, sizes.cards):
        y = bottom - cards / sizes.cards * (bottom - top)
        canvas.line(((left, y), (right, y)), LOOK.grid)
        canvas.text((left - 12, y), f"{cards:,.0f}", LOOK.muted, _CARD_PICTURES_SMALL, "rm")
    canvas.text((left, bottom + 22), "round 1", LOOK.muted, _CARD_PICTURES_SMALL)
    canvas.text((right, bottom + 22), f"{sizes.played:,}", LOOK.muted, _CARD_PICTURES_SMALL, "rm")
    _line(sizes, canvas, (left, top, right, bottom))
    for name, colour, y in (("1", LOOK.player_1_text, top + 34), ("2", LOOK.player_2_text, bottom - 52)):
        canvas.text((right + 18, y), f"player {name}", colour, _BOLD)
        canvas.text((right + 18, y + 26), "ahead", colour, _CARD_PICTURES_SMALL)


def _line(sizes: DeckSizes, canvas: Canvas, box: Box) -> None:
    """Draw the line of the decks between its tints, and the wars."""
    left, top, right, bottom = box

    def at(rounds: npt.ArrayLike, cards: npt.ArrayLike) -> list[Point]:
        across = left + (np.asarray(rounds) - 1) / max(sizes.played, 1) * (right - left)
        down = bottom - np.asarray(cards) / sizes.cards * (bottom - top)
        return list(zip(across.tolist(), down.tolist(), strict=True))

    half = sizes.cards / 2
    rounds, cards = _with_crossings(sizes.rounds.astype(float), sizes.sizes.astype(float), half)
    ends = at([rounds[-1], rounds[0]], [half, half])
    canvas.area([*at(rounds, np.maximum(cards, half)), *ends], _AHEAD[0])
    canvas.area([*at(rounds, np.minimum(cards, half)), *ends], _AHEAD[1])
    canvas.line(at(rounds, cards), LOOK.ink, 2)
    radii = np.take(WAR_SIZES, np.minimum(sizes.war_depths, len(WAR_SIZES)) - 1) * 0.9
    for (x, y), radius in zip(at(sizes.war_rounds, sizes.war_sizes), radii.tolist(), strict=True):
        canvas.area([(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], WAR, LOOK.war_rim)


def _with_crossings(x: Numbers, y: Numbers, level: float) -> tuple[Numbers, Numbers]:
    """Return a line with the points where it crosses a level."""
    above = y - level
    crossed = np.flatnonzero(above[:-1] * above[1:] < 0)
    part = above[crossed] / (above[crossed] - above[crossed + 1])
    between = x[crossed] + part * (x[crossed + 1] - x[crossed])
    return np.insert(x, crossed + 1, between), np.insert(y, crossed + 1, level)


def _study(shares: dict[str, Estimate], lengths: Histogram, title: str, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    _outcomes(canvas, _in_percent(shares), (left, top + 22, right, top + 60), named=True)
    if lengths.games:
        _bars(lengths, title, canvas, (left, top + 88, right, bottom - 34))


def _count(parts: Parts, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    _outcomes(canvas, parts, (left, top + 56, right, min(top + 176, bottom)), named=True)


def _written(lines: Sequence[str], canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    for place, line in enumerate(lines[: int((bottom - top) // _APART)]):
        canvas.text((left, top + (place + 0.7) * _APART), _SAID.cut(line, right - left), LOOK.ink, _SAID)


def _in_percent(shares: dict[str, Estimate]) -> Parts:
    digits = decimals(*shares.values())
    return {name: (share.value, percent(share, digits)) for name, share in shares.items()}


def _outcomes(canvas: Canvas, parts: Parts, box: Box, *, named: bool) -> None:
    """Draw the bar of outcomes, each with its share, and with its name, where there is room."""
    left, top, right, bottom = box
    colours = outcome_colours(LOOK)
    x = left
    for name, (share, value) in parts.items():
        marker = outcome_marker(name, LOOK)
        end = x + share * (right - left)
        hatched = marker["pattern"]["fgcolor"] if "pattern" in marker else None
        canvas.bar((x, top, max(x + 1, end - 1), bottom), marker["color"], hatched)
        said = f"{OUTCOME_NAMES[name]} " if named else ""
        if _BOLD.width(said) + _CARD_PICTURES_SMALL.width(value) < end - x:
            canvas.text((x + 2, top - 18), said, colours[name], _BOLD)
            canvas.text((x + 2 + _BOLD.width(said), top - 18), value, colours[name], _CARD_PICTURES_SMALL)
        x = end


def _bars(lengths: Histogram, title: str, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    axis = lengths.axis
    median = lengths.median.value if lengths.median else 0

    def at(place: float) -> float:
        return left + (place - axis.start) / axis.wide * (right - left)

    highest = max(lengths.counts)
    bars = zip(pairwise(axis.borders()), lengths.counts[:-1], lengths.spans()[:-1], strict=True)
    for (start, end), games, (low, _) in bars:
        if games:
            y = bottom - games / highest * (bottom - top - 34)
            colour = LOOK.after if low > median else LOOK.before
            canvas.bar((at(start) + 0.5, min(y, bottom - 1), at(end) - 0.5, bottom), colour)
    canvas.text((left, top + 8), title, LOOK.ink, _CARD_PICTURES_SMALL)
    for place, name in bar_names(axis).items():
        half = _CARD_PICTURES_SMALL.width(name) / 2
        x = min(max(at(place), left + half), right - half)
        canvas.text((x, bottom + 20), name, LOOK.muted, _CARD_PICTURES_SMALL, "mm")


def _comparison(chart: CompareShares, canvas: Canvas, box: Box) -> None:
    left, top, right, bottom = box
    high = min((bottom - top) / len(chart.rows), 84)
    name = _CARD_PICTURES_NAME if high > 40 else _NARROW
    for place, row in enumerate(chart.rows):
        y = top + (place + 0.62) * high
        canvas.text((left, y), name.cut(row.heading, _NAMES - 20), LOOK.ink, name)
        bar = (left + _NAMES, y - 0.24 * high, right, y + 0.24 * high)
        _outcomes(canvas, _in_percent(chart.shares(place)), bar, named=place == 0)
