"""The terminal, for every test of it."""

import io
import sys

import pytest

from engine.terminal.main import main


@pytest.fixture
def war(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Run a command in this process; returns exit code, standard output and standard error."""

    def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        try:
            code = main(arguments)
        except SystemExit as stop:  # how argparse refuses
            code = int(stop.code or 0)
        return code, *capsys.readouterr()

    return run
