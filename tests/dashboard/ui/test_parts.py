"""Parts of a page are drawn again by themselves where Streamlit can, and with their page where it cannot."""

from contextlib import nullcontext
from typing import Any

import pytest
import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from dashboard.ui import frame


class Again(Exception):  # noqa: N818, it names what happens
    """Something is drawn again."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what Streamlit was asked to draw again."""
    seen: list[Any] = []

    def rerun(*scope: Any) -> None:
        seen.append(scope)
        raise Again

    monkeypatch.setattr(st, "rerun", rerun)
    return seen


def test_a_look_ends_by_drawing_the_parts_it_names(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "_as_a_click", nullcontext)
    with pytest.raises(Again):
        frame.renew("one", "other")
    assert asked == [(("one", "other"),)]


def test_of_a_streamlit_without_a_way_to_do_so_the_whole_page_is_drawn(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frame, "_as_a_click", None)
    with pytest.raises(Again):
        frame.renew("one", "other")
    assert asked == [()]


def test_if_a_part_is_not_there_the_whole_page_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def rerun(*scope: Any) -> None:
        raise StreamlitAPIException("no such fragment") if scope else Again

    monkeypatch.setattr(st, "rerun", rerun)
    monkeypatch.setattr(frame, "_as_a_click", nullcontext)
    with pytest.raises(Again):
        frame.renew("one", "other")


def a_page() -> None:
    import streamlit as st

    from dashboard.ui.frame import part

    def draw() -> None:
        st.header("drawn")

    part("standing", draw, waits=st.session_state["waits"])


@pytest.mark.parametrize("waits", [True, False])
def test_a_part_stands_at_the_same_place_whether_it_waits_or_not(*, waits: bool) -> None:
    app = AppTest.from_function(a_page)
    app.session_state["waits"] = waits
    app.run()
    assert not app.exception
    place = app.main.children[0]
    assert isinstance(place, Block)
    assert [heading.value for heading in place.header] == ["drawn"]
