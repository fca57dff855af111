"""What every test of pages needs; a test of the engine does not load Streamlit."""

from collections.abc import Iterator
from functools import cache
from unittest.mock import MagicMock

import pytest
from approved import reviewed
from slow_workers import Slow
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner, require_widgets_deltas

from dashboard.cache import answers, games, tasks

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


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """Have workers that answer when they are told to, and pages that do not wait; nothing is known."""

    def forget() -> None:
        for kind in (answers.TASKS, answers.LOGS, games.GAMES, games.DRAWN, games.CHANCES):
            kind.clear()

    workers = Slow()
    forget()
    monkeypatch.setattr(tasks, "runs", lambda: workers)
    for module in (answers, games):
        monkeypatch.setattr(module, "PATIENCE", 0.0)
    yield workers
    forget()


@pytest.fixture(scope="session", autouse=True)
def _make_once_what_every_page_needs() -> Iterator[None]:
    """Make once what each run of an `AppTest` makes anew, always alike, and wait for its end without polling.

    Which parts of pages are installed, the pages as compiled, the server that is not there: without this,
    tests of pages take nearly half as much processor time again.
    """
    scan = cache(manifest_scanner.scan_component_manifests)
    compiled, nowhere = ScriptCache(), MagicMock(spec=Runtime)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        patch.setattr(local_script_runner, "ScriptCache", lambda: compiled)
        patch.setattr(app_test, "MagicMock", lambda **_spec: nowhere)
        patch.setattr(local_script_runner, "require_widgets_deltas", _await_the_end)
        yield


def _await_the_end(runner: LocalScriptRunner, timeout: float) -> None:
    """Wait for a page as Streamlit's own does, which polls a thousand times a second."""
    if runner._script_thread is not None:
        runner._script_thread.join(timeout)
    if not runner.script_stopped():
        require_widgets_deltas(runner, 0)  # it raises, and ends the page
