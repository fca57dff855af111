"""Compiled kernels on disk: read when right, compiled again whatever is wrong with them."""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import pytest
from numba import int64

from engine.kernels import cache
from engine.kernels.cache import FOLDER_VARIABLE, EntryPoint, entry, folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions of folders differ")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "war-room" / "kernels"))
    return tmp_path / "war-room" / "kernels"


def kernel() -> EntryPoint:
    @entry(int64)
    def doubled(number: int) -> int:
        return 2 * number

    return doubled


def is_read() -> bool:
    """Compile or load a small kernel; return whether it came from the disk."""
    doubled = kernel()
    assert doubled(21) == 42
    return bool(doubled.dispatcher.stats.cache_hits)


def test_a_kernel_is_compiled_once_kept_for_its_owner_and_known_before_it_is_loaded(home: Path) -> None:
    doubled = kernel()
    assert not doubled.is_compiled()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(doubled, range(64))) == list(range(0, 128, 2))
    assert doubled.dispatcher.stats.cache_misses.total() <= 1
    (kept,) = home.iterdir()
    assert (home.stat().st_mode & 0o777, kept.stat().st_mode & 0o077) == (0o700, 0)
    assert (kernel().is_compiled(), is_read()) == (True, True)
    kept.unlink()
    assert (kernel().is_compiled(), doubled.is_compiled()) == (False, True), "one is in memory"


@pytest.mark.usefixtures("home")
def test_a_kernel_is_compiled_again_for_other_settings_of_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "_fingerprint", cache._fingerprint.__wrapped__)  # as in a new process
    assert (is_read(), is_read()) == (False, True)
    monkeypatch.setenv("NUMBA_LOOP_VECTORIZE", "0")
    assert not kernel().is_compiled()


def test_arguments_of_other_types_are_refused_and_not_compiled_for() -> None:
    with pytest.raises(TypeError, match="No matching definition"):
        kernel()(2j)


def signed(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda _: b"",
    lambda content: content[: len(content) // 2],
    lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    lambda content: b"cos\nsystem\n(S'false'\ntR." + content[32:],
    lambda _: signed(b"rubbish"),  # unpickling or rebuilding it fails, and that is all
    lambda _: signed(b"N."),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_again_and_replaced(home: Path, damage: Callable[[bytes], bytes]) -> None:
    is_read()
    (kept,) = home.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    assert (is_read(), is_read()) == (False, True)


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o755])
def test_a_folder_open_to_others_is_neither_read_nor_written(home: Path, mode: int) -> None:
    is_read()
    home.chmod(mode)
    assert not is_read()
    for kept in home.iterdir():
        kept.unlink()
    assert not is_read()
    assert not list(home.iterdir())


def test_folders_of_others_are_ignored(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    home.parent.mkdir(parents=True)
    home.symlink_to(tmp_path / "elsewhere")
    assert not is_read()
    assert not list((tmp_path / "elsewhere").iterdir())
    home.unlink()
    is_read()
    monkeypatch.setattr(os, "getuid", lambda: home.stat().st_uid + 1)
    assert not is_read()


def test_a_full_disk_costs_time_only(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = Mock(side_effect=OSError(28, "no space left on device"))
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "NamedTemporaryFile", full)
        assert not is_read()
    assert not list(home.iterdir())
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file" / "kernels"))
    assert [is_read(), is_read()] == [False, False]


def test_changed_sources_replace_old_files(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in range(cache.MOST_FILES + 3):
        monkeypatch.setattr(cache, "_fingerprint", lambda version=version: bytes([version]))
        assert not is_read()
        assert len(list(home.iterdir())) == min(version + 1, cache.MOST_FILES)
    assert is_read()


def test_the_folder_lies_with_the_users_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for variable in (FOLDER_VARIABLE, "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    assert folder() == tmp_path / ".cache" / "war-room" / "kernels"
