"""What a browser is told of the theme is what Streamlit makes of the settings, and made once."""

from typing import Any

import pytest
from streamlit import config
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from dashboard.__main__ import look
from dashboard.server import lifecycle

SECTIONS = (
    "theme",
    "theme.light",
    "theme.dark",
    "theme.sidebar",
    "theme.light.sidebar",
    "theme.dark.sidebar",
)


def told(populate: Any) -> CustomThemeConfig:
    """Return what is told of every section, in Streamlit's order."""
    message = CustomThemeConfig()
    places = (
        message,
        *(message.light, message.dark, message.sidebar),
        *(message.light.sidebar, message.dark.sidebar),
    )
    for place, section in zip(places, SECTIONS, strict=True):
        populate(place, section) if place is not message else populate(place)
    return message


def test_the_theme_is_told_as_streamlit_tells_it_and_read_from_the_settings_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    streamlits = app_session._populate_theme_msg
    asked: list[str] = []

    def populate(message: Any, section: str = "theme") -> None:
        asked.append(section)
        streamlits(message, section)

    monkeypatch.setattr(app_session, "_populate_theme_msg", populate)
    lifecycle.make_once()
    for _ in range(3):
        again = told(app_session._populate_theme_msg)
        assert again == told(streamlits)
        assert not again.light.HasField("sidebar")
    assert asked == [*SECTIONS]
    assert (
        again.light.text_color
        == look()["theme.light.textColor"]
        == config.get_option("theme.light.textColor")
    )


def test_a_streamlit_that_tells_it_otherwise_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(app_session, "_populate_theme_msg")
    lifecycle.make_once()
    assert not hasattr(app_session, "_populate_theme_msg")
