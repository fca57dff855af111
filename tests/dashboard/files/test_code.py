"""A link as a code to scan, read by a reader that knows nothing of our drawing."""

import re
from typing import Final
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageDraw
from zxingcpp import read_barcodes

from dashboard import urls
from dashboard.files.footer import code
from dashboard.urls import AskedCase, CompareScreen, DiagnoseScreen, GameScreen, to_query
from engine import Deal

PUBLIC: Final = "https://war.example.org"
DEAL: Final = Deal.parse("QJKJ4A8KJ75A64Q9TT32AK89A2/TQ957367232K5J8648Q42965T3")
CASE: Final = AskedCase(deal=DEAL, expected="1 26", got="2 1234")
LINKS: Final = [
    PUBLIC,
    f"{PUBLIC}/?{to_query(urls.GAME.to_params(GameScreen(given=DEAL)))}",
    f"{PUBLIC}/compare?{to_query(urls.COMPARE.to_params(CompareScreen(games=100_000)))}",
    f"{PUBLIC}/diagnose?{to_query(urls.DIAGNOSE.to_params(DiagnoseScreen(cases=(CASE,))))}",
]


def photographed(svg: str) -> Image.Image:
    """Draw the lines of a code, which run right and down from one another, as a browser does."""
    root = ElementTree.fromstring(svg)
    side = int(root.attrib["width"])
    image = Image.new("L", (side, side), 255)
    pen = ImageDraw.Draw(image)
    (lines,) = (part.attrib for part in root.iter() if "stroke" in part.attrib)
    (scale,) = map(float, re.findall(r"scale\(([\d.]+)\)", svg))
    x = y = 0.0
    for step, across, down in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", lines["d"]):
        if step == "h":
            top = (y - 0.5) * scale
            pen.rectangle((x * scale, top, (x + float(across)) * scale - 1, top + scale - 1), 0)
            x += float(across)
        else:
            x, y = (x + float(across), y + float(down)) if step == "m" else (float(across), float(down))
    return image


@pytest.mark.parametrize("link", LINKS)
def test_a_phone_reads_the_link(link: str) -> None:
    assert [read.text for read in read_barcodes(photographed(code(link)))] == [link]
