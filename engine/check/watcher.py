"""Kills the programs that are being checked when the process that started them is gone, however it ended.

Run by `engine.check.program` as a process of its own, which needs nothing but the standard library.
"""

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress


def watch(lines: Iterable[str]) -> None:
    """Read `+group` for a program that was started, `-group` for one that ended; at the end kill the rest."""
    running: set[int] = set()
    for line in lines:
        (running.add if line.startswith("+") else running.discard)(int(line[1:]))
    for group in running:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    watch(sys.stdin)
