"""Paper to draw a card on, in pixels of the card, but drawn twice as large so that no line has steps."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from PIL import Image, ImageDraw, ImageFont

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
