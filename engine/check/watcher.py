"""Kill programs under test with all that they started, also when the process that started them is gone.

Run by `engine.check.program` as a process of its own, too, so it needs nothing but the standard library.
"""

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress


def kill_group(group: int) -> None:
    """Kill a process group, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def watch(lines: Iterable[str]) -> None:
    """Read `+group` for a program that was started, `-group` for one that ended; at the end kill the rest."""
    running: set[int] = set()
    for line in lines:
        (running.add if line.startswith("+") else running.discard)(int(line[1:]))
    for group in running:
        kill_group(group)


if __name__ == "__main__":
    watch(sys.stdin)
