"""Settings: what may be set, and the refusal of anything else in one sentence."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.jobs.settings import UNKNOWN, Settings, megabytes_here, served_at, settings, workers_that_fit

NUMBERS = {
    "GAMES": ("most_games", 1, 10**9, 10**12),
    "RUNS": ("runs_at_once", 1, 2, 64),
    "WAITING": ("most_waiting", 0, 100, 10_000),
    "WORKERS": ("workers", 1, workers_that_fit(os.cpu_count() or 1, megabytes_here()), 256),
    "NICE": ("nice", 0, 5, 19),
    "STORE_MEGABYTES": ("store_megabytes", 1, 200, 10**6),
    "STORE_DAYS": ("store_days", 1, 30, 36_500),
    "LINK_GAMES": ("largest_unasked", 0, 1_000_000, 10**12),
}
"""Field, least, usual and most of each number."""
TEXTS: list[tuple[str, str, str, Any]] = [
    *(("STORE", " ", "store", None), ("STORE", "~/a.sqlite", "store", Path.home() / "a.sqlite")),
    *(("SCHEDULER", "tcp://[::1]:8786", "scheduler", "tcp://[::1]:8786"), ("HOSTS", "", "hosts", ())),
    ("HOSTS", " War.example.org, 10.0.0.7 fe80::1,", "hosts", ("war.example.org", "10.0.0.7", "fe80::1")),
    ("PUBLIC", " https://War.example.org/room/ ", "public", "https://War.example.org/room"),
    ("PUBLIC", " https://War.example.org/room/ ", "hosts", ("war.example.org",)),
    ("PUBLIC", "http://[::1]:8501", "public", "http://[::1]:8501"),
]
WRONG = {
    "STORE": ("is not a full path: begin it with /", "a.sqlite"),
    "SCHEDULER": (
        "is not the address of a scheduler: .* tcp://127.0.0.1:8786$",
        "localhost tcp:// tcp://:8786 tcp://localhost:port tcp://localhost:0 tcp://[::1",
    ),
    "HOSTS": (
        "is not the name of a host: write names",
        "http://war.example.org war.example.org:8501 *.example.org a..b ä.org",
    ),
    "PUBLIC": (
        "is not the address of a page: .*https://war",
        'war.example.org ftp://a https:// https://a?b https://a:0 https://a"b https://u@a',
    ),
}


def test_what_is_taken_and_what_is_usual(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    usual = Settings.read({})
    for name, (field, least, number, most) in NUMBERS.items():
        assert getattr(usual, field) == number
        for value in (least, most):
            assert getattr(Settings.read({f"WAR_ROOM_{name}": f" {value} "}), field) == value
    for name, text, field, value in TEXTS:
        assert getattr(Settings.read({f"WAR_ROOM_{name}": text}), field) == value
    assert (usual.scheduler, usual.hosts, usual.public) == ("", (), "")
    assert usual.store is not None
    assert usual.store.parent.parent.name == "war-room"
    assert os.name != "posix" or tmp_path in usual.store.parents
    assert settings() is settings(), "those of this process are read once"


def test_what_is_refused() -> None:
    wrong = {name: (why, texts.split()) for name, (why, texts) in WRONG.items()}
    for name, (_, low, _, high) in NUMBERS.items():
        bad = [str(low - 1), str(high + 1), "many", "1e3", "٣", "9" * 5000]
        wrong[name] = (f"is out of range: .* {low} to {high}$", bad)
    for name, (why, texts) in wrong.items():
        for text in texts:
            match = rf"^WAR_ROOM_{name} '{re.escape(text[:40])}' {why}"
            with pytest.raises(ValueError, match=match):
                Settings.read({f"WAR_ROOM_{name}": text})


MEMORY = (
    ("memory.max", "1073741824\n", None, 1_024, 1),
    ("memory/memory.limit_in_bytes", "2147483648", None, 2_048, 5),
    ("memory.max", "max\n", None, UNKNOWN // 2**20, 16),
    ("memory.max", "1073741824", 4_096, 1_024, 1),
    ("memory.max", "8589934592", 4_096, 4_096, 12),
)
"""A container's file and limit, the machine's megabytes; those that are there, and workers that fit."""


def test_workers_fit_into_machine_and_container(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for file, limit, machine, megabytes, workers in MEMORY:
        monkeypatch.delattr(os, "sysconf", raising=False)
        if machine is not None:
            pages = {"SC_PHYS_PAGES": machine * 256, "SC_PAGE_SIZE": 4_096}
            monkeypatch.setattr(os, "sysconf", pages.__getitem__, raising=False)
        path = tmp_path / limit / "sys" / "fs" / "cgroup" / file
        path.parent.mkdir(parents=True)
        path.write_text(limit, encoding="ascii")
        there = megabytes_here(tmp_path / limit)
        assert (there, workers_that_fit(16, there)) == (megabytes, workers)


STANDING_BACK: list[tuple[str | None, dict[str, str], int]] = [
    *((None, {"HOSTS": "war.example.org"}, 19), (None, {"PUBLIC": "https://war.example.org"}, 19)),
    *((None, {"PUBLIC": "https://war.example.org", "NICE": "5"}, 5), (None, {"PUBLIC": ""}, 5)),
    *(("127.0.0.1", {}, 5), ("localhost", {"NICE": " "}, 5), ("0.0.0.0", {}, 19)),
    *(("", {"NICE": " "}, 19), ("192.168.0.7", {"NICE": "3"}, 3)),
]


@pytest.mark.parametrize(("address", "environment", "nice"), STANDING_BACK)
def test_workers_stand_back_farther_where_others_are_let_in(
    monkeypatch: pytest.MonkeyPatch, address: str | None, environment: dict[str, str], nice: int
) -> None:
    monkeypatch.delenv("WAR_ROOM_NICE")
    for name, value in environment.items():
        monkeypatch.setenv(f"WAR_ROOM_{name}", value)
    if address is not None:
        served_at(address)
    assert Settings.read().nice == nice


HEAPS = """
import ctypes, os, sys, tempfile, threading
from engine.jobs.settings import limit_unused_memory
limit_unused_memory() if sys.argv[1:] else None
together = threading.Barrier(12)
def work():
    together.wait()
    kept = [bytearray(3_000) for _ in range(200)]
    together.wait()
threads = [threading.Thread(target=work) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
with tempfile.NamedTemporaryFile() as file:
    stream = ctypes.c_void_p(libc.fopen(file.name.encode(), b"w"))
    libc.malloc_info(0, stream)
    libc.fclose(stream)
    print(file.read().count(b"<heap nr="))
bytearray(30_000_000)  # once this is free, as much and twice as much is kept where nothing is set
def pages():
    return int(open("/proc/self/statm").read().split()[1])
before = pages()
taken = [bytearray(1_000_000) for _ in range(20)]
del taken
print((pages() - before) * os.sysconf("SC_PAGE_SIZE") // 1_000_000)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux")
def test_freed_memory_is_kept_for_two_threads_not_for_each_and_goes_back() -> None:
    # Dask, imported by a test before, sets what processes started after it do with memory.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    (heaps, kept), (few, little) = (
        map(int, subprocess.check_output([sys.executable, "-c", HEAPS, *asked], env=environment).split())
        for asked in ([], ["little"])
    )
    assert few <= 2 < heaps
    assert little < 5 < kept
