"""What a browser says that has not heard of the last change: its address is that of before, and no news."""

from typing import Any

import pytest
import streamlit as st
from apps import opened_at

from dashboard.address import GAME as CODEC
from dashboard.address.screens import GameScreen
from dashboard.shell.desk import GAME

FIRST, SECOND = GameScreen(seed=3), GameScreen(seed=4)


class Address(dict[str, list[str]]):
    """The part of Streamlit's query parameters that a desk uses."""

    def get_all(self, name: str) -> list[str]:
        return self[name]

    def from_dict(self, params: dict[str, str]) -> None:
        self.clear()
        self.update({name: [value] for name, value in params.items()})


def test_a_random_deal_stays_when_the_browser_speaks_of_the_one_before() -> None:
    app = opened_at("game", CODEC.to_params(FIRST))
    before = app._tree.get_widget_states()
    address = dict(app.query_params)
    app.button(key="random_deal").click().run()
    title, after = app.title[0].value, dict(app.query_params)
    assert after["seed"] != address["seed"]
    app.query_params.clear()
    for name, values in address.items():
        app.query_params[name] = values
    app._run(before)
    assert not app.exception
    assert (app.title[0].value, dict(app.query_params)) == (title, after)


def test_an_address_is_followed_once_the_page_of_the_one_before_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visitor: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", visitor)
    monkeypatch.setattr(st, "query_params", Address())
    GAME.show(SECOND)
    for _ in range(2):  # a message breaks in upon the run that a button began
        st.query_params.from_dict(CODEC.to_params(FIRST))
        assert not GAME.open_address()
        GAME.write_address()
        assert GAME.current() == SECOND
    GAME.drawn()
    st.query_params.from_dict(CODEC.to_params(FIRST))  # back
    assert GAME.open_address()
    assert GAME.current() == FIRST
