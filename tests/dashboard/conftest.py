"""What every test of pages needs; a test of the engine does not load Streamlit."""

from collections.abc import Iterator

import pytest
from approved import reviewed
from page_runs import made_once

__all__ = ["reviewed"]


@pytest.fixture(autouse=True)
def _no_chances(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask no worker how a game stood, round by round, for tests of pages that do not show it."""
    if request.path.stem != "test_chance_page":
        monkeypatch.setattr("dashboard.cache.games.CHANCES.room", 0)


@pytest.fixture(autouse=True)
def _wait_for_every_diagnosis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages wait until they are answered, for tests that do not look at how far an answer is."""
    monkeypatch.setattr("dashboard.cache.answers.PATIENCE", 60.0)


@pytest.fixture(scope="session", autouse=True)
def _make_once_what_every_page_needs() -> Iterator[None]:
    with made_once():
        yield
