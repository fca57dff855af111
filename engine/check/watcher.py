"""Kill programs under test with all that they started, also when the process that started them is gone.

Run by `engine.check.program` as a process of its own, too, so it needs nothing but the standard library.
"""

import os
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK: Final = "WAR_CHECK_RUN"
"""The environment variable that marks a program under test; its children inherit it, in any session."""

_MOST: Final = 1.0  # seconds for which marked processes are looked for again, while there are some
_STARTING: Final = 0.5  # seconds that a program may need to take on its mark when it was just being started


def kill_group(group: int) -> None:
    """Kill a process group, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def kill_marked(mark: str) -> None:
    """Kill every process whose mark begins with `mark`; only Linux shows the marks."""
    end = time.monotonic() + _MOST
    while (found := _marked(mark)) and time.monotonic() < end:
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _marked(mark: str) -> list[int]:
    wanted, found = f"\0{MARK}={mark}".encode(), []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in b"\0" + (process / "environ").read_bytes():
                found.append(int(process.name))
    return found


def watch(lines: Iterable[str], mark: str) -> None:
    """Read `+group` for a program that was started, `-group` for one that ended; at the end kill the rest.

    >>> from unittest.mock import patch
    >>> with patch(f"{__name__}.kill_group", print), patch(f"{__name__}._STARTING", 0):
    ...     watch(["+12", "+13", "-12"], "mark")
    13
    """
    running: set[int] = set()
    for line in lines:
        (running.add if line.startswith("+") else running.discard)(int(line[1:]))
    for group in running:
        kill_group(group)
    end = time.monotonic() + _STARTING
    while time.monotonic() < end:
        kill_marked(mark)
        time.sleep(0.01)


if __name__ == "__main__":
    watch(sys.stdin, sys.argv[1])
