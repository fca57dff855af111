"""Servers of pages for tests in a browser: one for all processes that run tests, and others of their own."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

ADDRESS: Final = "WAR_ROOM_TESTED_AT"
"""The environment variable that tells every process of tests where the dashboard is served."""
FOLDER: Final = "tests/browser"
WRONG: Final = ("Uncaught app execution", "missing ScriptRunContext", "No runtime found")
"""What Streamlit says among its errors when a page fails, and when it is used before there is a page."""


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    *command: str, log: Path = Path(os.devnull), python: str = sys.executable, **how: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Python module as a server until the end of the context; it may not answer yet."""
    with log.open("wb") as errors:
        process = subprocess.Popen([python, "-m", *command], stdout=subprocess.DEVNULL, stderr=errors, **how)
    with process:
        try:
            yield process
        finally:
            process.terminate()


def wait_for(address: str) -> None:
    """Wait until a server answers."""
    for _ in range(1_200):
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"the server at {address} did not answer within two minutes")


class Beforehand:
    """What the first process does once for all that run tests: compiles the kernels, serves the dashboard."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self._port = free_port()
        self._serves = False
        self._log = Path(self._running.enter_context(TemporaryDirectory())) / "server.log"
        os.environ[ADDRESS] = f"http://127.0.0.1:{self._port}"

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self) -> None:
        """Compile before there are processes that would each compile the same."""
        subprocess.run([sys.executable, "-m", "engine", "warm"], check=True, stdout=subprocess.DEVNULL)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        self._serve_if_asked_for(ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._serve_if_asked_for([item.nodeid for item in session.items])

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail where a page did: on the screen it may be gone before a test looks."""
        output = self._log.read_text(encoding="utf-8") if self._serves else ""
        if any(sentence in output for sentence in WRONG):
            print(f"\nA page of the tested server failed:\n{output}", file=sys.stderr)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_unconfigure(self) -> None:
        self._running.close()

    def _serve_if_asked_for(self, ids: Sequence[str]) -> None:
        in_browsers = any(PurePosixPath(test.partition("::")[0]).is_relative_to(FOLDER) for test in ids)
        if in_browsers and not self._serves:
            command = "dashboard", "--no-browser", "--port", str(self._port)
            self._running.enter_context(serving(*command, log=self._log))
            self._serves = True
