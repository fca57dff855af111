"""Every error of SQLite that is treated in its own way, by its extended codes: they say where it happened."""

import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest
from fakes import Clock

from engine.jobs import store as stores
from engine.jobs.store import NOTE_SECONDS, PAUSE_SECONDS, Store, Unusable

NAME: Final = "runs.sqlite"
READ_ON: Final = ("is locked by another program", "cannot grow: the disk is full", "can only be read")
"""What stops writing only: the rest of the file is still read."""
WORDS: Final = {
    READ_ON[0]: "BUSY BUSY_RECOVERY BUSY_SNAPSHOT BUSY_TIMEOUT LOCKED LOCKED_SHAREDCACHE",
    READ_ON[1]: "FULL",
    READ_ON[2]: "READONLY READONLY_CANTLOCK READONLY_DBMOVED READONLY_DIRECTORY READONLY_RECOVERY",
    "may not be used: permission is denied": "PERM",
    "cannot be opened": "CANTOPEN CANTOPEN_ISDIR CANTOPEN_FULLPATH",
    "cannot be read or written": "IOERR IOERR_READ IOERR_WRITE IOERR_FSYNC IOERR_SHORT_READ",
    "cannot be used (something happened)": "NOMEM SCHEMA",
}
DAMAGES: Final = ("CORRUPT", "CORRUPT_INDEX", "CORRUPT_SEQUENCE", "CORRUPT_VTAB", "NOTADB")


def error_of(code: str) -> Exception:
    """Return an error as SQLite raises it with this code."""
    error = sqlite3.OperationalError("something happened")
    error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
    return error


ERRORS: Final = [
    *((error_of(code), words) for words, codes in WORDS.items() for code in codes.split()),
    (sqlite3.ProgrammingError("closed"), "cannot be used (closed)"),
    (OSError(28, "No space left on device"), "cannot be used (No space left on device)"),
]


class Disk:
    """Opens a store whose next statement, or whose opening, fails once."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self.at_opening: Exception | None = None
        self.opened = stores.opened

    def open(self, path: Path) -> "Disk":
        if self.at_opening is not None:
            raise self.at_opening
        self.connection = self.opened(path)
        return self

    def execute(self, *statement: Any) -> Any:
        if self.error is not None:
            error, self.error = self.error, None
            raise error
        return self.connection.execute(*statement)

    def __enter__(self) -> None:
        self.connection.__enter__()

    def __exit__(self, *error: Any) -> None:
        self.connection.__exit__(*error)

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(stores, "time", clock)
    return clock


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(stores, "opened", disk.open)
    return disk


@pytest.fixture
def store(tmp_path: Path, disk: Disk, clock: Clock) -> Store:  # noqa: ARG001
    store = Store(tmp_path / "own" / NAME)
    store.save_pace("old", 1.0)
    return store


def names(store: Store) -> list[str]:
    return [name for name in ("old", "new", "later") if store.pace(name)]


def sentence(words: str) -> str:
    return f"the store {NAME} {words}: runs are not saved until that is mended"


@pytest.mark.parametrize(("error", "words"), ERRORS)
@pytest.mark.parametrize("writing", [True, False])
def test_what_fails_says_why_and_is_left_alone_for_a_while(
    store: Store, disk: Disk, clock: Clock, error: Exception, words: str, writing: bool
) -> None:
    disk.error = error
    store.save_pace("new", 1.0) if writing else store.pace("old")
    assert store.trouble == sentence(words)
    for seconds, there in ((0.0, False), (PAUSE_SECONDS - 0.1, False), (0.2, True)):
        clock.now += seconds
        store.save_pace("later", 1.0)
        still = ["old"] if writing and words in READ_ON else []
        assert names(store) == (["old", "later"] if there else still)
    assert store.trouble == ""
    store.close()


@pytest.mark.parametrize("code", DAMAGES)
@pytest.mark.parametrize("writing", [False, True])
def test_what_means_damage_renames_the_file(
    store: Store, disk: Disk, tmp_path: Path, code: str, writing: bool
) -> None:
    disk.error = error_of(code)
    store.save_pace("new", 1.0) if writing else store.pace("new")
    assert store.trouble == (
        f"the store {NAME} was damaged: it is now {NAME}.damaged, and a new one is begun without its runs"
    )
    assert names(store) == (["new"] if writing else []), "it was written to the new file"
    aside = sqlite3.connect(tmp_path / "own" / f"{NAME}.damaged")
    assert aside.execute("SELECT key FROM pace").fetchall() == [("old",)]
    aside.close()
    store.close()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Unusable("lies where others can write"), "lies where others can write"),
        (error_of("CANTOPEN_ISDIR"), "cannot be opened"),
        (error_of("BUSY_RECOVERY"), READ_ON[0]),
    ],
)
def test_what_cannot_be_opened_says_why_and_is_opened_later(
    disk: Disk, clock: Clock, tmp_path: Path, error: Exception, words: str
) -> None:
    disk.at_opening = error
    store = Store(tmp_path / "own" / NAME)
    assert store.trouble == sentence(words)
    disk.at_opening = None
    clock.now += PAUSE_SECONDS + 0.1
    assert names(store) == []
    assert store.trouble == ""
    store.close()


def test_a_loss_is_told_for_a_quarter_of_an_hour_from_the_first_look(
    store: Store, disk: Disk, clock: Clock
) -> None:
    disk.error = error_of("CORRUPT")
    store.pace("old")
    clock.now += 86_400
    assert store.trouble, "the first look comes a day later"
    clock.now += NOTE_SECONDS - 1
    assert store.trouble
    clock.now += 2
    assert not store.trouble
    store.close()


def test_a_damaged_file_that_cannot_be_renamed_is_left_alone(
    store: Store, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refused)
    disk.error = error_of("CORRUPT")
    store.pace("old")
    assert store.trouble == sentence("cannot be used (Permission denied)")
    store.close()
