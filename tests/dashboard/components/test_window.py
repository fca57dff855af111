"""What the browser tells of its window."""

from types import SimpleNamespace

import pytest

from dashboard.components import window


def test_the_width_that_is_reported_outweighs_the_one_that_was_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(window.st, "context", SimpleNamespace(cookies={window.COOKIE: "wide"}))
    for reported, width in (({"step": "small"}, "small"), (None, "wide"), ({"step": "huge"}, "wide")):
        monkeypatch.setattr(window.st, "session_state", {"width": reported})
        assert window.width() == width
