"""For every test: the same examples on every run, no clock in the judgement, no trace on the disk."""

import os
import sys
from types import ModuleType

import pytest
from hypothesis import settings

settings.register_profile("war-room", derandomize=True, deadline=None, database=None)
settings.load_profile("war-room")

# Runs of the tests are remembered in memory only, and leave the machine to the tests.
os.environ["WAR_ROOM_STORE"] = ""
os.environ["WAR_ROOM_WORKERS"] = "1"


@pytest.fixture
def plain_main(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that start processes, which run the main module again: tests of pages leave theirs there."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
