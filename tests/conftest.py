"""For every test: the same examples on every run, no clock in the judgement, no trace on the disk."""

import gc
import io
import logging
import os
import signal
import sys
from collections.abc import Callable
from types import ModuleType

import pytest
from approved import reviewed as reviewed
from hypothesis import settings
from serving_pages import Beforehand

collect_ignore = ["helpers/programs"]  # what people might have written: run, not imported

settings.register_profile("war-room", derandomize=True, deadline=None, database=None)
settings.load_profile("war-room")

# Runs of the tests are remembered in memory only, and leave the machine to the tests: by their number of
# workers, not by standing back. Tests take all of the machine, and behind them a run would not end.
os.environ["WAR_ROOM_STORE"] = ""
os.environ["WAR_ROOM_WORKERS"] = "1"
os.environ["WAR_ROOM_NICE"] = "0"


gc.set_threshold(20_000)  # every 700 objects would take a sixteenth of the tests' processor time


def pytest_configure(config: pytest.Config) -> None:
    # Inherited from a script that starts us with & or nohup; programs that we start would inherit it, too.
    for name, handler in (("SIGINT", signal.default_int_handler), ("SIGHUP", lambda *_: None)):
        if signal.getsignal(number := getattr(signal, name, signal.SIGINT)) is signal.SIG_IGN:
            signal.signal(number, handler)
    if not hasattr(config, "workerinput"):  # which processes have that xdist starts
        config.pluginmanager.register(Beforehand())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(3600))


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
    """Return how many processes `-n auto` starts: a core each, as each reads all tests and has a worker."""
    return os.cpu_count() or 1


@pytest.fixture
def plain_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that start processes, which run the main module again: tests of pages leave theirs there."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.fixture
def war(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process; returns exit code, standard output and standard error."""

    from engine.cli.main import main

    def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        try:
            code = main(arguments)
        except SystemExit as stop:  # how argparse refuses
            code = int(stop.code or 0)
        return code, *capsys.readouterr()

    return run
