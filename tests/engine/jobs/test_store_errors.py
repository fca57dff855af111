"""Every error of SQLite that is treated in its own way, by its extended codes: they say where it happened."""

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from engine.jobs import store as stores
from engine.jobs.store import Store, Unusable

NAME: Final = "runs.sqlite"

LOCKED, FULL, READ_ONLY, CLOSED, UNREADABLE = (
    "is locked by another program",
    "cannot grow: the disk is full",
    "can only be read",
    "cannot be opened",
    "cannot be read or written",
)

CODES: Final = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_BUSY_RECOVERY: LOCKED,
    sqlite3.SQLITE_BUSY_SNAPSHOT: LOCKED,
    sqlite3.SQLITE_BUSY_TIMEOUT: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_LOCKED_SHAREDCACHE: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_READONLY_CANTLOCK: READ_ONLY,
    sqlite3.SQLITE_READONLY_DBMOVED: READ_ONLY,
    sqlite3.SQLITE_READONLY_DIRECTORY: READ_ONLY,
    sqlite3.SQLITE_READONLY_RECOVERY: READ_ONLY,
    sqlite3.SQLITE_READONLY_ROLLBACK: READ_ONLY,
    sqlite3.SQLITE_PERM: "may not be used: permission is denied",
    sqlite3.SQLITE_CANTOPEN: CLOSED,
    sqlite3.SQLITE_CANTOPEN_ISDIR: CLOSED,
    sqlite3.SQLITE_CANTOPEN_FULLPATH: CLOSED,
    sqlite3.SQLITE_IOERR: UNREADABLE,
    sqlite3.SQLITE_IOERR_READ: UNREADABLE,
    sqlite3.SQLITE_IOERR_WRITE: UNREADABLE,
    sqlite3.SQLITE_IOERR_FSYNC: UNREADABLE,
    sqlite3.SQLITE_IOERR_SHORT_READ: UNREADABLE,
}
DAMAGES: Final = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_CORRUPT_INDEX,
    sqlite3.SQLITE_CORRUPT_SEQUENCE,
    sqlite3.SQLITE_CORRUPT_VTAB,
    sqlite3.SQLITE_NOTADB,
)
STILL_READ: Final = {code for code, words in CODES.items() if words in (LOCKED, FULL, READ_ONLY)}
"""What stops writing only: the rest of the file is still read."""


def error_of(code: int) -> sqlite3.OperationalError:
    """Return an error as SQLite raises it with this code."""
    error = sqlite3.OperationalError("something happened")
    error.sqlite_errorcode = code
    return error


class Once:
    """Work that fails once, in the file, and is done the next time."""

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = error

    def __call__(self, connection: sqlite3.Connection) -> None:
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        connection.execute("INSERT INTO pace VALUES ('new', 1.0, ?)", (time.time(),))


def names(store: Store) -> list[str]:
    return [name for (name,) in store._read("SELECT key FROM pace ORDER BY key DESC")]


def put(store: Store, name: str) -> None:
    store.save_pace(name, 1.0)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A file in memory, where there is such a place: nothing here is about how fast a disk is."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder) / "own" / NAME


def sentence(words: str) -> str:
    return f"the store {NAME} {words}: runs are not saved until that is mended"


@pytest.mark.parametrize("code", CODES)
def test_a_write_that_fails_is_not_saved_and_says_why(path: Path, code: int) -> None:
    store = Store(path)
    put(store, "old")
    store._on_file(Once(error_of(code)), writing=True)
    assert store.trouble == sentence(CODES[code])
    assert names(store) == (["old"] if code in STILL_READ else [])
    assert not list(path.parent.glob("*.damaged"))
    store.close()


@pytest.mark.parametrize("code", CODES)
def test_a_read_that_fails_leaves_the_file_alone_for_a_while(
    path: Path, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(path)
    put(store, "old")
    assert store._on_file(Once(error_of(code))) is None
    assert store.trouble == sentence(CODES[code])
    assert names(store) == []
    monkeypatch.setattr(stores, "PAUSE_SECONDS", 0.0)
    store.close()
    again = Store(path)
    assert (names(again), again.trouble) == (["old"], "")
    again.close()


@pytest.mark.parametrize("code", DAMAGES)
@pytest.mark.parametrize("writing", [False, True])
def test_what_means_damage_renames_the_file(path: Path, code: int, writing: bool) -> None:
    store = Store(path)
    put(store, "old")
    store._on_file(Once(error_of(code)), writing=writing)
    assert store.trouble == (
        f"the store {NAME} was damaged: it is now {NAME}.damaged, and a new one is begun without its runs"
    )
    assert {*names(store)} == {"new"}
    aside = sqlite3.connect(path.with_name(f"{NAME}.damaged"))
    assert "pace" in {name for (name,) in aside.execute("SELECT name FROM sqlite_master")}
    aside.close()
    store.close()
    again = Store(path)
    assert names(again) == ["new"], "it was written to the new file"
    again.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (error_of(sqlite3.SQLITE_NOMEM), "cannot be used (something happened)"),
        (error_of(sqlite3.SQLITE_SCHEMA), "cannot be used (something happened)"),
        (sqlite3.ProgrammingError("closed"), "cannot be used (closed)"),
        (OSError(28, "No space left on device"), "cannot be used (No space left on device)"),
        (PermissionError(13, "Permission denied"), "cannot be used (Permission denied)"),
    ],
)
def test_any_other_error_is_told_in_its_own_words(path: Path, error: Exception, words: str) -> None:
    store = Store(path)
    put(store, "old")
    store._on_file(Once(error), writing=True)
    assert store.trouble == sentence(words)
    assert names(store) == []
    store.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Unusable("lies where others can write"), "lies where others can write"),
        (error_of(sqlite3.SQLITE_CANTOPEN_ISDIR), CLOSED),
        (error_of(sqlite3.SQLITE_BUSY_RECOVERY), LOCKED),
    ],
)
def test_what_cannot_be_opened_is_told(
    path: Path, error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = Once(error)
    monkeypatch.setattr(stores, "opened", lambda *_: opening(sqlite3.connect(":memory:")))
    store = Store(path)
    assert store.trouble == sentence(words)
    store.close()


def test_what_is_found_damaged_at_opening_is_set_aside(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    path.write_bytes(b"SQLite format 3\0" + b"?" * 4_000)
    path.chmod(0o600)
    store = Store(path)
    assert names(store) == []
    assert "was damaged: it is now runs.sqlite.damaged, and a new one is begun" in store.trouble
    store.close()


@pytest.mark.parametrize(("seconds", "told"), [(899.0, True), (901.0, False)])
def test_how_long_it_is_told_that_a_file_was_replaced(
    path: Path, seconds: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(path)
    store._on_file(Once(error_of(sqlite3.SQLITE_CORRUPT)))
    now = time.monotonic() + 86_400
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert store.trouble, "the first look comes a day later"
    monkeypatch.setattr(time, "monotonic", lambda: now + seconds)
    assert bool(store.trouble) == told
    store.close()


@pytest.mark.parametrize(("seconds", "written"), [(4.9, False), (5.1, True)])
def test_how_long_a_file_that_failed_is_left_alone(
    path: Path, seconds: float, written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(path)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    store._on_file(Once(error_of(sqlite3.SQLITE_FULL)), writing=True)
    monkeypatch.setattr(time, "monotonic", lambda: now + seconds)
    put(store, "later")
    assert (store.trouble == "") == written
    assert names(store) == (["later"] if written else [])
    store.close()


def test_a_damaged_file_that_cannot_be_renamed_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(path)

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refused)
    store._on_file(Once(error_of(sqlite3.SQLITE_CORRUPT)))
    assert store.trouble == sentence("cannot be used (Permission denied)")
    store.close()
