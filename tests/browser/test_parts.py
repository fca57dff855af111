"""Parts that a browser draws, without a server and by a clock that stands still: what is drawn and told.

`parts.jsonl` has a part a row, with `moves` made there: keys, `=` a speed, and milliseconds that go by.
Of one that shows `only` what moves do, neither what is drawn nor how it looks is reviewed again.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pandas as pd
import pytest
from playwright.sync_api import Browser, Page
from steps import LETTERS, letters
from there import of_kind
from traces import record

from dashboard.components import text_of
from dashboard.components.boards import SCRIPTS, payload
from dashboard.files import not_found, sheet
from dashboard.files.reports import Contents, page_of
from engine.formats import Reading, read
from engine.library import QUESTIONS
from engine.rules import Rules, rules_called
from engine.wording.sentences import Part

pytestmark = pytest.mark.browser

HERE: Final = Path(__file__).parent
PARTS: Final = [json.loads(row) for row in (HERE / "parts.jsonl").read_text(encoding="utf-8").splitlines()]
BOARD: Final = ["quiet.js", *SCRIPTS]
# Values of a theme by the last word of their names; each colour is another.
VALUES: Final = {"font": "'Source Sans'", "radius": "8px"}


def themed(style: str) -> str:
    """Return a style in a theme of our own."""
    names = sorted({*re.findall(r"--st-([\w-]+)", style)})
    colours = {name: f"#{crc32(name.encode()) % 2**24:06x}" for name in names}
    values = (f"--st-{name}: {VALUES.get(name.split('-')[-1], colours[name])};" for name in names)
    return f":host {{ {' '.join(values)} }} {style}"


def board_data(row: dict[str, Any]) -> dict[str, Any]:
    """Return what a board is sent."""
    deal = of_kind(Reading, read(row["deal"])).deals[0].deal
    return {"sent": payload(record(deal, rules_called(row["rules"]))), **row["data"]}


@pytest.fixture
def paper(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1_000, "height": 900})
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    body = f'<body style="margin: 0; {LETTERS}" data-test-script-state="notRunning">letters'
    page.set_content(f"<style>{letters()}</style>{body}")
    page.evaluate("document.fonts.ready")
    page.add_script_tag(path=HERE / "parts.js")
    yield page
    page.close()


def looks_of(page: Page, widths: Sequence[int]) -> str:
    """Return how all of a part looks, each element where it first does."""
    styles = dict[str, int]()
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        for found in page.evaluate("looks()"):
            styles.setdefault(found, width)
    return "\n".join(f"{width}: {found}" for found, width in styles.items())


@pytest.mark.parametrize("row", PARTS, ids=lambda row: row["name"])
def test_a_part(paper: Page, row: dict[str, Any], reviewed: Callable[..., None]) -> None:
    data = board_data(row) if "deal" in row else row["data"]
    code = b64encode(text_of(*row.get("scripts", BOARD)).encode()).decode()
    style = themed(text_of(row.get("style", "board/board.css")))
    paper.evaluate("args => mount(...args)", [code, style, data])
    if "only" not in row:
        reviewed(re.sub("(<(?!/))", r"\n\1", paper.evaluate("drawn()")).strip())
        reviewed(looks_of(paper, (1_000, 700, 500, 390)))
    states = [paper.evaluate("state()")]
    for move in row["moves"].split():
        if move.isdigit():
            paper.clock.run_for(int(move))
        elif move in ("running", "notRunning"):  # what the page does meanwhile
            paper.evaluate(f"document.body.dataset.testScriptState = '{move}'")
        elif move.startswith("="):
            paper.locator("select").select_option(move[1:])
        else:
            paper.keyboard.press(move)
        states += [f"{move}: {paper.evaluate('state()')}"]
    reviewed("\n".join(states))


DEALS: Final = pd.DataFrame({"deal": ["A/K"], "games": [1]})
WON: Final = (Part("Player 1", "player 1"), Part(" wins."))
DOCUMENTS: Final = {
    "sheet": sheet([*QUESTIONS.values()][:1], ""),
    "not found": not_found("/nowhere"),
    "report": page_of(
        Contents([WON, WON], ("By Bicycle",), {}, {"Bicycle": Rules()}, {"Made": ""}, "", {"Deals": DEALS})
    ),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document(browser: Browser, name: str, reviewed: Callable[..., None]) -> None:
    page = browser.new_page(bypass_csp=True)
    page.set_content(DOCUMENTS[name].decode())
    page.add_script_tag(path=HERE / "parts.js")
    page.evaluate("root = Object.assign(document.documentElement, { host: document.body }); 0")
    screen = looks_of(page, (1_000, 390))
    page.emulate_media(media="print", color_scheme="dark")
    reviewed(screen, looks_of(page, (700,)))
    page.close()
