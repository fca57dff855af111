"""For every test: the same examples on every run, no clock in the judgement, no trace on the disk."""

import gc
import io
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from unittest.mock import MagicMock

import pytest
from hypothesis import settings
from serving_pages import Beforehand
from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.manifest_scanner import scan_component_manifests
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.testing.v1 import app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner, require_widgets_deltas

from engine.cli.main import main

collect_ignore = ["engine/programs"]  # what people might have written: run, not imported

settings.register_profile("war-room", derandomize=True, deadline=None, database=None)
settings.load_profile("war-room")

# Runs of the tests are remembered in memory only, and leave the machine to the tests: by their number of
# workers, not by standing back. Tests take all of the machine, and behind them a run would not end.
os.environ["WAR_ROOM_STORE"] = ""
os.environ["WAR_ROOM_WORKERS"] = "1"
os.environ["WAR_ROOM_NICE"] = "0"


gc.set_threshold(20_000)  # every 700 objects would take a sixteenth of the tests' processor time


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # inherited from a script that starts us with &
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):  # which processes have that xdist starts
        config.pluginmanager.register(Beforehand())


def pytest_collection_finish() -> None:
    """Set aside what stays until the end, so that who looks for garbage need not walk through all tests.

    Streamlit's loggers hand on what they are told, or pytest listens to each of them anew six times a test.
    """
    for name in logging.root.manager.loggerDict:
        if name.startswith("streamlit"):
            logging.getLogger(name).propagate = True
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `-n auto` starts: one more than cores, as tests in a browser mostly wait."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(autouse=True)
def _no_chances(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask no worker how a game stood, round by round, for tests of pages that do not look at it."""
    if request.path.parent.name == "dashboard" and request.path.stem != "test_chance_page":
        monkeypatch.setattr("dashboard.cache.games.CHANCES_ROOM.most", 0)


@pytest.fixture(autouse=True)
def _every_diagnosis_is_waited_for(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pages wait until they are answered, for tests that do not look at how far an answer is."""
    if request.path.parent.name == "dashboard":
        monkeypatch.setattr("dashboard.cache.answers.PATIENCE", 60.0)


@pytest.fixture(scope="session", autouse=True)
def _what_every_run_of_a_page_needs_is_made_once() -> Iterator[None]:
    """Keep what each run of an `AppTest` makes anew, always alike, and wait for its end without looking up.

    Which parts of pages are installed, the pages as compiled, the server that is not there: of the 10 ms that
    a run of a page with little on it takes, the last two and the looking up are 3.
    """
    compiled, nowhere = ScriptCache(), MagicMock(spec=Runtime)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(scan_component_manifests))
        patch.setattr(app_test, "ScriptCache", lambda: compiled)
        patch.setattr(local_script_runner, "ScriptCache", lambda: compiled)
        patch.setattr(app_test, "MagicMock", lambda **_spec: nowhere)
        patch.setattr(local_script_runner, "require_widgets_deltas", _await_the_end)
        yield


def _await_the_end(runner: LocalScriptRunner, timeout: float) -> None:
    """Wait for a page as Streamlit's own does, which looks a thousand times a second."""
    if runner._script_thread is not None:
        runner._script_thread.join(timeout)
    if not runner.script_stopped():
        require_widgets_deltas(runner, 0)  # it raises, and ends the page


@pytest.fixture
def plain_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that start processes, which run the main module again: tests of pages leave theirs there."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.fixture
def war(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process; returns exit code, standard output and standard error."""

    def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        try:
            code = main(arguments)
        except SystemExit as stop:  # how argparse refuses
            code = int(stop.code or 0)
        return code, *capsys.readouterr()

    return run
