"""How much memory there is, how many workers fit into it beside a server, and how little is kept unused."""

import ctypes
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

SERVER: Final = 450
WORKER: Final = 300
"""Megabytes that the dashboard's server and each worker take while runs go on: measured, and rounded up."""
MOST_WORKERS: Final = 256

UNKNOWN: Final = 2**40
"""Bytes where the system does not say: enough for any machine's cores."""

_KEPT: Final = {-8: 2, -1: 2**17}
"""Settings of Linux's C library by its numbers for them: `M_ARENA_MAX`, and `M_TRIM_THRESHOLD` in bytes."""

_LIMITS: Final = ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Where a container's limit stands, by version 2 of Linux's control groups and by version 1."""


def workers_that_fit(cores: int, megabytes: int) -> int:
    """Return a worker a core, or as many as fit beside a server; one at the least.

    >>> workers_that_fit(2, 1_024), workers_that_fit(8, 2_048), workers_that_fit(8, 16_000)
    (1, 5, 8)
    """
    return max(1, min(cores, (megabytes - SERVER) // WORKER, MOST_WORKERS))


def megabytes_here(root: Path = Path("/")) -> int:
    """Return the memory that this machine has, or this container may take of it."""
    limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")] if hasattr(os, "sysconf") else []
    for name in _LIMITS:
        try:
            limits.append(int((root / name).read_text(encoding="ascii")))
        except (OSError, ValueError):  # there is none, or it says "max"
            continue
    return min(limits, default=UNKNOWN) // 2**20


def keep_little() -> None:
    """Have this process keep freed memory for two threads, not for eight a core, and give back what it can.

    A server draws pages in dozens of threads: with all pages opened and a report made it took 644 MB
    with a worker instead of 768.
    """
    with suppress(AttributeError, OSError, TypeError):  # other systems have no such setting
        for number, value in _KEPT.items():
            ctypes.CDLL(None).mallopt(number, value)
