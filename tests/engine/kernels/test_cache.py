"""Compiled kernels on disk: read when right, compiled again whatever is wrong with them."""

import hashlib
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba import int64

from engine.folders import is_private
from engine.kernels import cache
from engine.kernels.cache import DIGEST_BYTES, FOLDER_VARIABLE, EntryPoint, entry, folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions of folders differ")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "war-room" / "kernels"))
    return tmp_path / "war-room" / "kernels"


def answer() -> tuple[int, bool]:
    """Compile or load a small kernel; return what it says and whether it came from the disk."""

    @entry(int64[::1])
    def doubled(numbers: np.ndarray) -> int:
        total = 0
        for number in numbers:
            total += 2 * number
        return total

    said = doubled(np.array([20, 1]))
    return said, bool(doubled.dispatcher.stats.cache_hits)


def test_the_second_time_nothing_is_compiled(home: Path) -> None:
    assert answer() == (42, False)
    (kept,) = home.iterdir()
    assert home.stat().st_mode & 0o777 == 0o700
    assert kept.stat().st_mode & 0o077 == 0
    assert answer() == (42, True)


def test_a_kernel_that_was_compiled_is_known_before_it_is_loaded(home: Path) -> None:
    def another() -> EntryPoint:
        @entry(int64[::1])
        def halved(numbers: np.ndarray) -> int:
            return int(numbers[0] // 2)

        return halved

    halved = another()
    assert not halved.kept()
    halved.warm()
    assert another().kept()
    (kept,) = home.iterdir()
    kept.unlink()
    assert not another().kept()
    assert halved.kept()  # it need not be compiled again


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign"])
def test_a_damaged_file_is_compiled_again_and_replaced(home: Path, damage: str) -> None:
    answer()
    (kept,) = home.iterdir()
    content = kept.read_bytes()
    flipped = bytes([content[-1] ^ 1])
    kept.write_bytes(
        {
            "empty": b"",
            "cut": content[: len(content) // 2],
            "flipped": content[:-1] + flipped,
            "foreign": b"cos\nsystem\n(S'false'\ntR." + content[DIGEST_BYTES:],
        }[damage]
    )
    assert answer() == (42, False)
    assert answer() == (42, True)


def test_a_digest_over_no_kernel_is_no_kernel(home: Path) -> None:
    """Rightly signed rubbish: unpickling or rebuilding it fails, and that is all."""
    answer()
    (kept,) = home.iterdir()
    for payload in (b"rubbish", b"N."):
        kept.write_bytes(hashlib.sha256(payload).digest() + payload)
        assert answer() == (42, False)


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o755])
def test_a_folder_open_to_others_is_neither_read_nor_written(home: Path, mode: int) -> None:
    answer()
    (kept,) = home.iterdir()
    home.chmod(mode)
    assert not is_private(home)
    assert answer() == (42, False)
    kept.unlink()
    assert answer() == (42, False)
    assert not list(home.iterdir())


def test_a_link_to_a_folder_is_not_followed(home: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    home.parent.mkdir(parents=True)
    home.symlink_to(tmp_path / "elsewhere")
    assert answer() == (42, False)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_no_folder_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "kernels"))
    assert answer() == (42, False)
    assert answer() == (42, False)


def test_another_owner_is_foreign(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer()
    monkeypatch.setattr(os, "getuid", lambda: home.stat().st_uid + 1)
    assert answer() == (42, False)


def test_a_full_disk_costs_time_only(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", full)
    assert answer() == (42, False)
    assert not list(home.iterdir())


def test_changed_sources_have_other_files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer()
    monkeypatch.setattr(cache, "_fingerprint", lambda: b"other sources")
    assert answer() == (42, False)
    assert len(list(home.iterdir())) == 2


def test_threads_that_come_together_compile_once(home: Path) -> None:
    @entry(int64)
    def next_one(number: int) -> int:
        return number + 1

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(next_one, range(64))) == list(range(1, 65))
    assert next_one.dispatcher.stats.cache_misses.total() <= 1
    assert len(list(home.iterdir())) == 1


def test_old_versions_are_forgotten(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in range(cache.FILES_KEPT + 3):
        monkeypatch.setattr(cache, "_fingerprint", lambda version=version: bytes([version]))
        assert answer() == (42, False)
    assert len(list(home.iterdir())) == cache.FILES_KEPT
    assert answer() == (42, True)


def test_the_folder_lies_with_the_users_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folder() == tmp_path / "war-room" / "kernels"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert folder() == tmp_path / ".cache" / "war-room" / "kernels"
