"""Lists that lead elsewhere: what is sent to the browser, and which press is taken."""

import json
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from dashboard.components import link_lists as lists


def page() -> None:
    from dashboard.components.link_lists import Link, Links, lists, switch

    links = (Link("one", "./?a=1"), Link("two", "./?a=2", "Its story"))
    lists([Links("Title", links)], key="below", on_press=lambda *_: None)
    lists([Links("Title", links)], key="beside", on_press=lambda *_: None, inline=True)
    switch(links, opened=1, key="ways", label="Ways", on_press=lambda _: None)


def test_what_is_sent_to_the_browser() -> None:
    below, beside, ways = (
        json.loads(part.proto.json) for part in AppTest.from_function(page).run().get("bidi_component")
    )
    links = [
        {"text": "one", "address": "./?a=1", "story": ""},
        {"text": "two", "address": "./?a=2", "story": "Its story"},
    ]
    assert below == {"lists": [{"title": "Title", "links": links}], "inline": False}
    assert beside == {**below, "inline": True}
    assert ways == {"label": "Ways", "open": 1, "links": links}


@pytest.mark.parametrize(
    ("said", "taken"),
    [([0, 1], [(0, 1)]), ([0, 2], []), ([1, 0], []), ([0, -1], []), ("0", []), (None, []), ([0], [])],
)
def test_only_a_link_that_is_there_is_pressed(
    said: Any, taken: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed = list[tuple[int, int]]()
    monkeypatch.setattr(st, "session_state", {"key": {"pressed": said}})
    monkeypatch.setattr(lists, "_LISTS", lambda on_pressed_change, **_: on_pressed_change())
    links = (lists.Link("one", ""), lists.Link("two", ""))
    lists.lists([lists.Links("Title", links)], key="key", on_press=lambda *at: pressed.append(at))
    assert pressed == taken
