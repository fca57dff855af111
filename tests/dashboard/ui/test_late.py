"""What a browser says that has not heard of the last change: its address is that of before, and no news."""

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
import streamlit as st
from apps import at_address, opened_at
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.scriptrunner import ScriptRunner

from dashboard.__main__ import streamlit_options
from dashboard.ui.state import GAME
from dashboard.urls import GAME as CODEC
from dashboard.urls import GameScreen

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
    before, address = app._tree.get_widget_states(), dict(app.query_params)
    app.button(key="random_deal").click().run()
    title, after = app.title[0].value, dict(app.query_params)
    assert after["seed"] != address["seed"]
    at_address(app, address)._run(before)
    assert (app.title[0].value, dict(app.query_params)) == (title, after)


@pytest.mark.parametrize("begin", [lambda: GAME.show(SECOND), GAME.stay], ids=["shown", "said late"])
def test_an_address_is_followed_once_the_page_of_the_one_before_stands(
    monkeypatch: pytest.MonkeyPatch, begin: Callable[[], None]
) -> None:
    visitor: dict[str, Any] = {"game screen": SECOND}
    monkeypatch.setattr(st, "session_state", visitor)
    monkeypatch.setattr(st, "query_params", Address())
    begin()
    for _ in range(2):  # a message breaks in upon the run that a button began
        st.query_params.from_dict(CODEC.to_params(FIRST))
        assert not GAME.open_address()
        GAME.write_address()
        assert GAME.current() == SECOND
    GAME.drawn()
    st.query_params.from_dict(CODEC.to_params(FIRST))  # back
    assert GAME.open_address()
    assert GAME.current() == FIRST


def test_what_a_socket_asks_for_meanwhile_is_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "streamlit.runtime.app_session.config.get_option", lambda name: streamlit_options().get(name, True)
    )
    session = Mock(spec=AppSession, _state=AppSessionState.APP_IS_RUNNING)
    session._scriptrunner = runner = Mock(spec=ScriptRunner)
    for _ in range(1_000):
        AppSession.request_rerun(session, ClientState())
    assert runner.request_rerun.call_count == 1_000
    assert not runner.request_stop.called
    assert not session._create_scriptrunner.called
