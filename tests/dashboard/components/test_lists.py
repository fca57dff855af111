"""Lists that lead elsewhere: what is sent to the browser, and which press is taken."""

from typing import Any

import pytest
import streamlit as st
from approved import Reviewed
from streamlit.testing.v1 import AppTest

from dashboard.components import link_lists as lists


def page() -> None:
    from dashboard.components.link_lists import Link, Links, lists, switch

    links = (Link("one", "./?a=1"), Link("two", "./?a=2", "Its story"))
    lists([Links("Title", links)], key="below", on_press=lambda *_: None)
    lists([Links("Title", links)], key="beside", on_press=lambda *_: None, inline=True)
    switch(links, opened=1, key="ways", label="Ways", on_press=lambda _: None)


def test_what_is_sent_to_the_browser(reviewed: Reviewed) -> None:
    reviewed(*(part.proto.json for part in AppTest.from_function(page).run().get("bidi_component")))


PRESSES = [([0, 1], [(0, 1)]), *((wrong, []) for wrong in ([0, 2], [1, 0], [0, -1], "0", None, [0]))]


@pytest.mark.parametrize(("output", "taken"), PRESSES)
def test_only_links_are_pressed(output: Any, taken: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = list[tuple[int, int]]()
    monkeypatch.setattr(st, "session_state", {"key": {"pressed": output}})
    monkeypatch.setattr(lists, "_LISTS", lambda on_pressed_change, **_: on_pressed_change())
    links = (lists.Link("one", ""), lists.Link("two", ""))
    lists.lists([lists.Links("Title", links)], key="key", on_press=lambda *at: pressed.append(at))
    assert pressed == taken
