"""What every test of pages needs; a test of the engine does not load Streamlit."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from slow_workers import Slow
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner

from dashboard.cache import answers, games, tasks


@pytest.fixture(autouse=True)
def _no_chances(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask no worker how a game stood, round by round, for tests of pages that do not show it."""
    if request.path.stem != "test_chance_page":
        monkeypatch.setattr("dashboard.cache.games.CHANCES.capacity", 0)


@pytest.fixture(autouse=True)
def _wait_for_every_diagnosis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages wait until they are answered, for tests that do not look at how far an answer is."""
    monkeypatch.setattr("dashboard.cache.answers.PATIENCE", 60.0)


@pytest.fixture
def forgotten() -> Iterator[Callable[[], None]]:
    """Have nothing known from before, nor for after; give what forgets it in between."""

    def forget() -> None:
        for kind in (answers.TASKS, answers.LOGS, games.GAMES, games.DRAWN, games.CHANCES):
            kind.clear()

    forget()
    yield forget
    forget()


@pytest.fixture
def slow(forgotten: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Have workers that answer when they are told to, and pages that do not wait; nothing is known."""
    workers = Slow()
    forgotten()
    monkeypatch.setattr(tasks, "runs", lambda: workers)
    for module in (answers, games):
        monkeypatch.setattr(module, "PATIENCE", 0.0)
    return workers


@pytest.fixture(scope="session", autouse=True)
def _make_once_what_every_page_needs() -> Iterator[None]:
    """Make once what each run of an `AppTest` makes anew, always alike.

    Which parts of pages are installed, the pages as compiled: without this, tests of pages take three
    quarters more processor time.
    """
    scan = cache(manifest_scanner.scan_component_manifests)
    compiled, run = ScriptCache(), app_test.AppTest._run

    def checked(app: app_test.AppTest, *arguments: Any, **named: Any) -> app_test.AppTest:
        """Run a page, which never raises."""
        assert not run(app, *arguments, **named).exception
        return app

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_test.AppTest, "_run", checked)
        patch.setattr(manifest_scanner, "scan_component_manifests", scan)
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        patch.setattr(local_script_runner, "ScriptCache", lambda: compiled)
        yield
