"""Settings: what may be set, and the refusal of anything else in one sentence."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.jobs.settings import UNKNOWN, Settings, megabytes_here, served_at, settings, workers_that_fit


def test_nothing_set_suits_one_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = Settings.read({})
    assert (found.most_games, found.runs_at_once, found.most_waiting) == (10**9, 2, 100)
    cores = os.cpu_count() or 1
    assert (found.workers, found.nice, found.scheduler) == (workers_that_fit(cores, megabytes_here()), 5, "")
    assert (found.store_megabytes, found.store_days, found.largest_unasked) == (200, 30, 1_000_000)
    assert found.store is not None
    assert found.store.parent.parent.name == "war-room"
    if os.name == "posix":
        assert tmp_path in found.store.parents


@pytest.mark.parametrize(
    ("file", "said", "megabytes", "workers"),
    [
        ("memory.max", "1073741824\n", 1_024, 1),
        ("memory/memory.limit_in_bytes", "1073741824", 1_024, 1),
        ("memory.max", "2147483648", 2_048, 5),
        ("memory.max", "max\n", UNKNOWN // 2**20, 16),
    ],
)
def test_of_a_containers_memory_no_more_workers_are_taken_than_fit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, said: str, megabytes: int, workers: int
) -> None:
    monkeypatch.delattr(os, "sysconf")  # what the machine has is another thing than what we may take
    path = tmp_path / "sys" / "fs" / "cgroup" / file
    path.parent.mkdir(parents=True)
    path.write_text(said, encoding="ascii")
    assert megabytes_here(tmp_path) == megabytes
    assert workers_that_fit(16, megabytes_here(tmp_path)) == workers


@pytest.mark.parametrize(
    ("said", "megabytes"), [("1073741824", 1_024), ("8589934592", 4_096), ("max", 4_096)]
)
def test_of_a_machines_memory_and_a_containers_the_smaller_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str, megabytes: int
) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 2**20, "SC_PAGE_SIZE": 4_096}.__getitem__)
    path = tmp_path / "sys" / "fs" / "cgroup" / "memory.max"
    path.parent.mkdir(parents=True)
    path.write_text(said, encoding="ascii")
    assert megabytes_here(tmp_path) == megabytes


HEAPS = """
import ctypes, io, os, sys, tempfile, threading
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
path = tempfile.mktemp()
file = ctypes.c_void_p(libc.fopen(path.encode(), b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
print(open(path).read().count("<heap nr="))
os.unlink(path)
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


@pytest.mark.parametrize(
    ("name", "setting", "low", "high"),
    [
        ("GAMES", "most_games", 1, 10**12),
        ("RUNS", "runs_at_once", 1, 64),
        ("WAITING", "most_waiting", 0, 10_000),
        ("WORKERS", "workers", 1, 256),
        ("NICE", "nice", 0, 19),
        ("STORE_MEGABYTES", "store_megabytes", 1, 10**6),
        ("STORE_DAYS", "store_days", 1, 36_500),
        ("LINK_GAMES", "largest_unasked", 0, 10**12),
    ],
)
def test_numbers_are_taken_within_their_range_and_refused_outside(
    name: str, setting: str, low: int, high: int
) -> None:
    for value in (low, high):
        assert getattr(Settings.read({f"WAR_ROOM_{name}": f" {value} "}), setting) == value
    for bad in (str(low - 1), str(high + 1), "many", "1e3", "٣", "9" * 5000):
        with pytest.raises(ValueError, match=f"^WAR_ROOM_{name} '.*' is out of range: .* {low} to {high}$"):
            Settings.read({f"WAR_ROOM_{name}": bad})


@pytest.mark.parametrize(
    ("environment", "nice"),
    [
        ({"WAR_ROOM_HOSTS": "war.example.org"}, 19),
        ({"WAR_ROOM_PUBLIC": "https://war.example.org"}, 19),
        ({"WAR_ROOM_PUBLIC": "https://war.example.org", "WAR_ROOM_NICE": "5"}, 5),
        ({"WAR_ROOM_PUBLIC": ""}, 5),
    ],
)
def test_workers_stand_back_farther_where_others_are_let_in(environment: dict[str, str], nice: int) -> None:
    assert Settings.read(environment).nice == nice


@pytest.mark.parametrize(
    ("address", "given", "nice"),
    [
        ("127.0.0.1", None, 5),
        ("localhost", " ", 5),
        ("0.0.0.0", None, 19),
        ("", " ", 19),
        ("192.168.0.7", "3", 3),
    ],
)
def test_workers_stand_back_farther_at_an_address_that_others_reach(
    monkeypatch: pytest.MonkeyPatch, address: str, given: str | None, nice: int
) -> None:
    monkeypatch.setenv("WAR_ROOM_NICE", given or "")
    if given is None:
        monkeypatch.delenv("WAR_ROOM_NICE")
    served_at(address)
    assert Settings.read().nice == nice


def test_an_empty_store_is_none_and_a_relative_one_is_refused(tmp_path: Path) -> None:
    assert Settings.read({"WAR_ROOM_STORE": " "}).store is None
    assert Settings.read({"WAR_ROOM_STORE": f"{tmp_path}/a.sqlite"}).store == tmp_path / "a.sqlite"
    assert Settings.read({"WAR_ROOM_STORE": "~/a.sqlite"}).store == Path.home() / "a.sqlite"
    with pytest.raises(ValueError, match=r"WAR_ROOM_STORE 'a\.sqlite' is no full path"):
        Settings.read({"WAR_ROOM_STORE": "a.sqlite"})


def test_a_scheduler_has_an_address_like_dasks() -> None:
    assert Settings.read({"WAR_ROOM_SCHEDULER": "tcp://[::1]:8786"}).scheduler == "tcp://[::1]:8786"
    for bad in (
        "localhost",
        "tcp://",
        "tcp://:8786",
        "tcp://localhost:port",
        "tcp://localhost:0",
        "tcp://[::1",
    ):
        with pytest.raises(ValueError, match=f"WAR_ROOM_SCHEDULER '{re.escape(bad)}' is no address"):
            Settings.read({"WAR_ROOM_SCHEDULER": bad})


def test_the_settings_of_this_process_are_read_once() -> None:
    assert settings() is settings()


def test_hosts_are_names_and_nothing_else() -> None:
    assert Settings.read({}).hosts == ()
    named = Settings.read({"WAR_ROOM_HOSTS": " War.example.org, 10.0.0.7 fe80::1,"})
    assert named.hosts == ("war.example.org", "10.0.0.7", "fe80::1")
    for bad in ("http://war.example.org", "war.example.org:8501", "*.example.org", "a..b", "ä.org"):
        with pytest.raises(
            ValueError, match=f"^WAR_ROOM_HOSTS '{re.escape(bad)}' is no name of a host: write"
        ):
            Settings.read({"WAR_ROOM_HOSTS": f"localhost,{bad}"})


def test_a_public_address_is_that_of_a_page_and_its_host_is_answered() -> None:
    read = Settings.read({"WAR_ROOM_PUBLIC": " https://War.example.org/room/ ", "WAR_ROOM_HOSTS": "other"})
    assert (read.public, read.hosts) == ("https://War.example.org/room", ("other", "war.example.org"))
    assert Settings.read({"WAR_ROOM_PUBLIC": "http://[::1]:8501"}).public == "http://[::1]:8501"
    for bad in (
        "war.example.org",
        "ftp://a",
        "https://",
        "https://a?b",
        "https://a:0",
        'https://a"b',
        "https://u@a",
    ):
        with pytest.raises(ValueError, match=r"^WAR_ROOM_PUBLIC '.*' is no address of a page: .*https://war"):
            Settings.read({"WAR_ROOM_PUBLIC": bad})
