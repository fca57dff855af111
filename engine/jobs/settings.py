"""Settings from the environment, and how many workers fit into memory."""

import ctypes
import ipaddress
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlsplit

from engine.folders import user_caches

# Memory of the machine or container, and the workers that fit into it next to a server.

SERVER: Final = 450
WORKER: Final = 300
"""Megabytes that the dashboard's server and each worker take during runs: measured, and rounded up."""
MOST_WORKERS: Final = 256

UNKNOWN: Final = 2**40
"""Bytes if the system gives no number: enough for the cores of any machine."""

_ALLOCATOR: Final = {-8: 2, -1: 2**17}
"""Settings of Linux's C library by its numbers for them: `M_ARENA_MAX`, and `M_TRIM_THRESHOLD` in bytes."""

_LIMITS: Final = ("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")
"""Files with a container's limit, by version 2 and version 1 of Linux's control groups."""


def workers_that_fit(cores: int, megabytes: int) -> int:
    """Return one worker per core, or as many as fit next to a server; at least one.

    >>> workers_that_fit(2, 1_024), workers_that_fit(8, 2_048), workers_that_fit(8, 16_000)
    (1, 5, 8)
    """
    return max(1, min(cores, (megabytes - SERVER) // WORKER, MOST_WORKERS))


def megabytes_here(root: Path = Path("/")) -> int:
    """Return the memory of this machine, or the limit of this container, in megabytes."""
    limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")] if hasattr(os, "sysconf") else []
    for name in _LIMITS:
        with suppress(OSError, ValueError):  # no limit, or "max"
            limits.append(int((root / name).read_text(encoding="ascii")))
    return min(limits, default=UNKNOWN) // 2**20


def limit_unused_memory() -> None:
    """Limit the freed memory that this process holds to that of two threads, not eight per core.

    A server renders pages in dozens of threads: with all pages opened and a report made it took 644 MB
    instead of 768 with a worker.
    """
    with suppress(AttributeError, OSError, TypeError):  # other systems have no such setting
        for number, value in _ALLOCATOR.items():
            ctypes.CDLL(None).mallopt(number, value)


# Settings of a server: limits, workers and the store, read in one place.
#
# Each setting is an environment variable; what is not set has the value that suits one machine.

_PREFIX: Final = "WAR_ROOM_"
PUBLIC: Final = f"{_PREFIX}PUBLIC"
_NICE: Final = f"{_PREFIX}NICE"
ALONE: Final = 5  # niceness of workers if only this machine opens the pages: runs go on even if it is busy
AMONG_OTHERS: Final = 19  # niceness if others open the pages: thirty visitors go first, and runs get the rest
_HOST: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:.]*:[0-9a-f:.]*")
_PUBLIC: Final = re.compile(r"https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~/-]*)?")
_A_PAGE: Final = "a page: write it as others open it, such as https://war.example.org"
_SCHEDULER: Final = re.compile(r"(tcp|tls|ws|wss|ucx)://.+")
_A_SCHEDULER: Final = "a scheduler: write it as Dask prints it, such as tcp://127.0.0.1:8786"


def _number(default: int, variable: str, low: int, high: int) -> Any:
    """Return the field of a whole number from `low` to `high` that a variable sets."""
    return field(default=default, metadata={"variable": _PREFIX + variable, "low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of this process.

    >>> Settings.read({"WAR_ROOM_RUNS": "0"})
    Traceback (most recent call last):
        ...
    ValueError: WAR_ROOM_RUNS '0' is out of range: use a whole number, 1 to 64
    """

    most_games: int = _number(10**9, "GAMES", 1, 10**12)
    runs_at_once: int = _number(2, "RUNS", 1, 64)
    most_waiting: int = _number(100, "WAITING", 0, 10_000)
    workers: int = _number(
        workers_that_fit(os.cpu_count() or 1, megabytes_here()), "WORKERS", 1, MOST_WORKERS
    )
    """Worker processes on this machine, if no scheduler is set."""
    nice: int = _number(ALONE, "NICE", 0, 19)
    """Niceness of the workers: `AMONG_OTHERS` if other machines may open the pages."""
    store: Path | None = None
    """The file of finished and unfinished runs; None: memory only."""
    store_megabytes: int = _number(200, "STORE_MEGABYTES", 1, 10**6)
    """The store deletes its oldest runs if it is larger than this,"""
    store_days: int = _number(30, "STORE_DAYS", 1, 36_500)
    """and every run that is older than this."""
    scheduler: str = ""
    """Address of a Dask scheduler whose cluster plays the games; empty: workers on this machine."""
    largest_unasked: int = _number(1_000_000, "LINK_GAMES", 0, 10**12)
    """Most games, of all rule sets together, that an opened link starts by itself."""
    hosts: tuple[str, ...] = ()
    """Host names of the dashboard, besides those of this machine."""
    public: str = ""
    """The address under which others open the dashboard, without a slash at its end; empty: any."""

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the settings. Raises `ValueError` in one sentence naming variable, value and range."""
        numbers = {
            setting.name: _whole(text, **setting.metadata)
            for setting in fields(cls)
            if setting.metadata and (text := environment.get(setting.metadata["variable"], "").strip())
        }
        public = _address(environment, PUBLIC, _PUBLIC, _A_PAGE)
        scheduler = _address(environment, f"{_PREFIX}SCHEDULER", _SCHEDULER, _A_SCHEDULER)
        hosts = (*_hosts(environment), *filter(None, [urlsplit(public).hostname]))
        if hosts:
            numbers.setdefault("nice", AMONG_OTHERS)
        return cls(
            store=_store(environment), scheduler=scheduler, hosts=hosts, public=public.rstrip("/"), **numbers
        )


def served_at(address: str) -> None:
    """Set the niceness of workers for visitors if others reach this address, unless the variable is set.

    Call it before the settings are read. An empty address means every address of the machine.
    """
    if not is_loopback(address) and not os.environ.get(_NICE, "").strip():
        os.environ[_NICE] = str(AMONG_OTHERS)


def is_loopback(address: str) -> bool:
    """Return whether only this machine can open what listens at an address.

    >>> [is_loopback(address) for address in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "war.local", "")]
    [True, True, True, False, False, False]
    """
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:  # a name
        return False


def _whole(text: str, variable: str, low: int, high: int) -> int:
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(high))
    if not (digits and low <= int(text) <= high):
        raise ValueError(f"{variable} {text[:40]!r} is out of range: use a whole number, {low} to {high}")
    return int(text)


def _store(environment: Mapping[str, str]) -> Path | None:
    """Return the file of the store; None if the variable is set and empty."""
    text = environment.get(f"{_PREFIX}STORE")
    if text is None:
        # The version is in the name: two installations may share a home.
        return user_caches() / "runs" / "runs-1.sqlite"
    if not text.strip():
        return None
    path = Path(text.strip()).expanduser()
    if not path.is_absolute():
        raise ValueError(f"{_PREFIX}STORE {text[:80]!r} is not a full path: begin it with / or ~")
    return path


def _address(environment: Mapping[str, str], variable: str, form: re.Pattern[str], what: str) -> str:
    """Return an address of `what`, or an empty text where none is set."""
    text = environment.get(variable, "").strip()
    try:
        url = urlsplit(text)
        is_right = form.fullmatch(text) and url.hostname and url.port != 0
    except ValueError:  # a port that is no number, or half an IPv6 address
        is_right = False
    if text and not is_right:
        raise ValueError(f"{variable} {text[:80]!r} is not the address of {what}")
    return text


def _hosts(environment: Mapping[str, str]) -> tuple[str, ...]:
    names = tuple(filter(None, re.split(r"[\s,]+", environment.get(f"{_PREFIX}HOSTS", "").lower())))
    wrong = next((name for name in names if not _HOST.fullmatch(name)), None)
    if wrong is not None:
        raise ValueError(
            f"{_PREFIX}HOSTS {wrong[:80]!r} is not the name of a host: "
            "write names without scheme and port, parted by commas, such as war.example.org"
        )
    return names


@cache
def settings() -> Settings:
    """Return the settings of this process, read once. Raises `ValueError` as `Settings.read` does."""
    return Settings.read()
