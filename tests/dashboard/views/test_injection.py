"""Whatever is pasted, linked or saved stays text: 82 texts that mean harm wherever they are more."""

import unicodedata
from typing import Any

import pytest
from apps import opened_at
from hostile import MARK, PAYLOADS
from quick import slow
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from dashboard.ui import state
from dashboard.urls import COMPARE, DIAGNOSE, GAME, RECORDS, RULES, SIMULATE, Codec, LinkError
from dashboard.urls.screens import AskedCase, DiagnoseScreen, Screen
from engine.cards import Deal

PLAIN = {"text", "code"}  # elements that render nothing
BOXES = ("diagnose_deal", "diagnose_expected", "diagnose_got", "diagnose_trace")


def rendered(app: AppTest) -> list[str]:
    """Return what a page has a browser take for more than text, of the texts that mean harm."""
    shown = []
    for element in app._tree:
        if isinstance(element, Block) or element.type in PLAIN or getattr(element, "proto", None) is None:
            continue
        content = type(element.proto)()
        content.CopyFrom(element.proto)
        if element.type == "text_area":  # what is typed into a box stands there as it is
            for field in ("default", "value"):
                content.ClearField(field)
        if MARK in str(content):
            shown.append(f"{element.type}: {content}")
    return shown


def turned(text: str) -> bool:
    """Say whether a text holds signs that turn or hide what stands beside them."""
    return any(unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp") for sign in text.replace("\n", " "))


def turning(app: AppTest) -> list[str]:
    """Return the plain texts of a page that do."""
    return [text.value for text in app.text if turned(text.value)]


@pytest.mark.parametrize("turn", [0, *map(slow, range(1, len(BOXES)))])
def test_nothing_in_the_boxes_of_diagnose_becomes_more_than_text(turn: int) -> None:
    app = opened_at("diagnose", {})
    for first in range(0, len(PAYLOADS), len(BOXES)):
        for place, box in enumerate(BOXES):
            text = PAYLOADS[(first + (place + turn) % len(BOXES)) % len(PAYLOADS)]
            app.text_area(key=box).set_value(text)
        app.run()
        assert (not app.exception, rendered(app), turning(app)) == (True, [], [])


def test_nothing_in_the_paste_box_becomes_more_than_text() -> None:
    app = opened_at("game", {})
    app.segmented_control(key="source").set_value("Paste").run()
    for text in PAYLOADS[::4]:
        for pasted in (text, f"AKQ/KQJ\n{text}"):
            app.text_area(key="paste_text").set_value(pasted).run()
            assert (not app.exception, rendered(app), turning(app)) == (True, [], [])


CASE = AskedCase(deal=Deal.parse("AKQ/KQJ"), expected="2 26", got="2 34", format="line", trace="1: A K")
CODECS: tuple[tuple[Codec[Any], Screen], ...] = (
    *((GAME, state.GAME.current()), (SIMULATE, state.SIMULATE.current())),
    *((COMPARE, state.COMPARE.current()), (RULES, state.RULES.current())),
    *((RECORDS, state.RECORDS.current()), (DIAGNOSE, DiagnoseScreen(cases=(CASE,), judge="codingame"))),
)


@pytest.mark.parametrize(("codec", "screen"), CODECS, ids=[codec.page for codec, _ in CODECS])
def test_no_field_of_a_link_carries_a_text_of_its_makers(codec: Codec[Any], screen: Screen) -> None:
    params = codec.to_params(screen)
    for name in params.keys() - {"v", "check"}:
        for text in PAYLOADS:
            changed = {**params, name: text}
            changed["check"] = codec.checksum({key: changed[key] for key in changed if key != "check"})
            with pytest.raises(LinkError) as refusal:
                codec.from_params({key: [value] for key, value in changed.items()})
            assert not turned(str(refusal.value)), (name, text)


def test_a_refused_link_is_said_in_plain_text() -> None:
    for text in PAYLOADS[::9]:
        changed = {**GAME.to_params(state.GAME.current()), "rules": text}
        changed["check"] = GAME.checksum({key: changed[key] for key in changed if key != "check"})
        app = opened_at("game", changed)
        assert (app.title[0].value, rendered(app)) == ("This link cannot be opened.", [])
