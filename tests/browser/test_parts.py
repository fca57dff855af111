"""Parts that a browser draws, without a server and by a clock that stands still: what is drawn and told."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Any, Final
from zlib import crc32

import pytest
from approved import reviewed as reviewed
from playwright.sync_api import Browser, Page
from steps import LETTERS, letters
from traces import record

from dashboard.components import text_of
from dashboard.components.boards import SCRIPTS, payload
from engine.cards import Deal
from engine.rules import Rules

pytestmark = pytest.mark.browser

GOLF: Final = Deal.parse("32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47")
WARS: Final = payload(
    record(Deal((14, 10, 5, 5, 9), (14, 10, 3, 5, 2), "hdcsh", "scdhs"), Rules(face_down=1))
)
NUMBERS: Final = payload(record(Deal.parse("11 37/14 1"), Rules()))
SENTENCES: Final = [[["codingame", ""], [" draws", "aside"]], [["+2 %", "player 1"]], [["never", "endless"]]]
TABLE: Final = {
    "label": "Rule sets",
    "headings": ["Rules", "Change", "Games"],
    "rows": [
        {"name": "one", "cells": SENTENCES, "query": "rules=one", "group": "Few", "course": [20, 45.5]},
        {"name": "two", "cells": SENTENCES, "query": None, "group": "Few", "course": [60, 12]},
    ],
}
LINKS: Final = [
    {"text": "Longest", "address": "records?x=1"},
    {"text": "Deal", "address": "?y=2", "story": "A story"},
]
SHARED: Final = {
    "query": "x=1&y=2",
    "why": "",
    "public": "https://a.example/",
    "text": "One wins",
    "frames": [],
}
BOARD: Final = ["quiet.js", *(f"board/{name}.js" for name in SCRIPTS)]
PARTS: Final[dict[str, tuple[list[str], str, dict[str, Any]]]] = {
    "board": (BOARD, "board/board.css", {"sent": WARS, "goto": [1, 1]}),
    "brief board": (BOARD, "board/board.css", {"sent": NUMBERS, "goto": [1, 1], "beside": "By one"}),
    "rows": (["ways.js", "rows/rows.js"], "rows/rows.css", TABLE),
    "lists": (
        ["ways.js", "lists/lists.js"],
        "lists/lists.css",
        {"lists": [{"title": "Records", "links": LINKS[:1]}]},
    ),
    "stories": (
        ["ways.js", "lists/lists.js"],
        "lists/lists.css",
        {"lists": [{"title": "Famous", "links": LINKS}]},
    ),
    "link": (["ways.js", "copy.js", "copy_link/copylink.js"], "copy_link/copylink.css", SHARED),
}
"""What is sent to each part, with its script and style."""

MOUNT: Final = """async ([script, style, data]) => {
    const root = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
    root.append(Object.assign(document.createElement("style"), { textContent: style }));
    const { default: part } = await import(`data:text/javascript;base64,${script}`);
    const tell = (...what) => { told.push(what); };
    Object.assign(window, { root, told: [] });
    window.draw = (data) => part({ parentElement: root, data, setStateValue: tell, setTriggerValue: tell });
    draw(data);
    window.settled = () => new Promise((done) => new ResizeObserver(done).observe(root.host));
    await settled();
}"""
STYLES: Final = """async () => {
    await settled(); // parts have heard of the width
    const size = /^(width|height|(inline|block)-size|inset.*|top|left|right|bottom|.*origin|transform|d)$/;
    const twice = /-(inline|block|start|end)-|^(-webkit|unicode-bidi)/;
    const all = ["", "::before", "::after"].flatMap((part) => [...root.querySelectorAll("*:not(style)")]
        .map((element) => [element, part]));
    return all.flatMap(([element, part]) => {
        const probe = document.createElement("i");
        probe.style.all = "unset";
        (part ? element : element.parentNode).append(probe);
        const [styles, plain] = [getComputedStyle(element, part || null), getComputedStyle(probe)];
        const set = [...styles].filter((name) => !size.test(name) && !twice.test(name))
            .filter((name) => styles[name] !== plain[name]).map((name) => `${name}: ${styles[name]}`);
        probe.remove();
        const name = [element.localName, ...element.classList].join(".") + part;
        return part && styles.content === "none" ? [] : [`${name} { ${set.join("; ")} }`];
    });
}"""
"""Lists what each element has of its own: all that is not as in an element without styles in its place."""


THEMED: Final = {"font": "'Source Sans'", "radius": "8px"}
"""Values of a theme by the last word of their names; each colour is another."""


def mounted(page: Page, scripts: list[str], sheet: str, data: dict[str, Any]) -> None:
    """Put up a part in a theme of our own."""
    style, script = text_of(sheet), text_of(*scripts)
    names = sorted({*re.findall(r"--st-([\w-]+)", style)})
    values = (THEMED.get(name.split("-")[-1], f"#{crc32(name.encode()) % 2**24:06x}") for name in names)
    theme = ";".join(f"--st-{name}: {value}" for name, value in zip(names, values, strict=True))
    code = b64encode(script.encode()).decode()
    page.evaluate(MOUNT, [code, f":host {{ {theme} }} {style}", data])


@pytest.fixture
def paper(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1_000, "height": 900})
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    page.set_content(
        f'<style>{letters()}</style><body style="margin: 0; {LETTERS}" data-test-script-state=notRunning>_'
    )
    page.evaluate("document.fonts.ready")
    yield page
    page.close()


@pytest.mark.parametrize("name", PARTS)
def test_what_is_drawn_and_how_it_looks(paper: Page, name: str, reviewed: Callable[..., None]) -> None:
    mounted(paper, *PARTS[name])
    reviewed(
        re.sub("(<(?!/))", r"\n\1", paper.evaluate("() => root.querySelector('style ~ *').outerHTML")).strip()
    )
    looks = dict[str, int]()
    for width in (1_000, 700, 390):
        paper.set_viewport_size({"width": width, "height": 900})
        for style in paper.evaluate(STYLES):
            looks.setdefault(style, width)
    reviewed("\n".join(f"{width}: {style}" for style, width in looks.items()))


PLAYED: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "a game": (
        {"sent": payload(record(GOLF, Rules())), "goto": [1, 1]},
        "ArrowRight w w Shift+W PageDown PageUp ArrowLeft End ArrowRight Home =1 Space 999 1 1000 Space 399 "
        "1 =wars Space 1499 1 2000 Space =50 Space 20000 Space 40 Home",
    ),
    "one that never ends": (
        {"sent": payload(record(Deal.parse("23/4"), Rules())), "goto": [1, 2]},
        "End ArrowRight End =1 Space 1000 ArrowLeft",
    ),
    "a guess": ({"sent": payload(record(GOLF, Rules())), "within": 6}, "240 2760 2960 40 400"),
}
"""What is sent to a board, and what is done there: keys, `=` a speed, milliseconds that go by."""
STATE: Final = """() => {
    const text = (name) => [...root.querySelectorAll(name)].map((part) => part.textContent.trim()).join(" ");
    const off = [...root.querySelectorAll("[aria-disabled=true]")].map((button) => button.className);
    const sent = told.splice(0).map(([, { round, goto }]) => `tells ${round} after ${goto}`);
    const { title } = root.querySelector(".play");
    return [text(".heading"), text(".told"), text(".count"), text(".where"), title,
        `off: ${off.join(" ")}`, ...sent].join(" | ");
}"""


@pytest.mark.parametrize("name", PLAYED)
def test_a_board_is_played(paper: Page, name: str, reviewed: Callable[..., None]) -> None:
    data, moves = PLAYED[name]
    mounted(paper, BOARD, "board/board.css", data)
    lines = [paper.evaluate(STATE)]
    for move in moves.split():
        if move.isdigit():
            paper.clock.run_for(int(move))
        elif move.startswith("="):
            paper.locator("select").select_option(move[1:])
        else:
            paper.keyboard.press(move)
        lines += [f"{move}: {paper.evaluate(STATE)}"]
    reviewed("\n".join(lines))
