"""One SQLite file of ours: made, opened, and looked at before anything in it is used."""

import os
import sqlite3
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

BUSY_SECONDS: Final = 1.0
"""How long a transaction waits for another program's to end."""
MOST_IN_LOG: Final = 10**7
"""Bytes to which the log beside the file is cut when it has grown larger."""

_HEAD_BYTES: Final = 72
"""Up to the end of SQLite's application id."""


@dataclass(frozen=True)
class Layout:
    """The marks of a file of ours: SQLite's application id, our version, and the tables."""

    application_id: int
    version: int
    tables: str
    """Statements that make the tables that are not there, each ended by a semicolon."""
    moved: tuple[str, ...]
    """Names of the tables; a row that is moved from memory replaces one of the same primary key."""


class Unusable(Exception):  # noqa: N818, it says what the file is
    """The file is not for us; the text ends the sentence "the store NAME ..."."""


class Damaged(Exception):  # noqa: N818
    """The file is none of ours, or was."""


def opened(path: Path, layout: Layout) -> sqlite3.Connection:
    """Open a file of ours, made if there is none. Raises `Unusable`, `Damaged`, or what SQLite raises."""
    _prepare(path)
    disk = _connected(str(path))
    try:
        _check(disk, layout)
    except BaseException:
        disk.close()
        raise
    return disk


def examine(path: Path) -> None:
    """Read the whole file as it lies on the disk, whatever a connection remembers. Raises as `opened`."""
    reader = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
    try:
        if reader.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise Damaged
    finally:
        reader.close()


def begins_as_ours(head: int, layout: Layout) -> bool:
    """Say whether an open file still begins as one of ours: nothing that SQLite does changes that."""
    os.lseek(head, 0, os.SEEK_SET)
    start = os.read(head, _HEAD_BYTES)
    return start[:16] == b"SQLite format 3\0" and start[68:] == layout.application_id.to_bytes(4, "big")


def in_memory(layout: Layout) -> sqlite3.Connection:
    """Return the same in memory."""
    memory = _connected(":memory:")
    _make(memory, layout)
    return memory


def transaction(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Do the work wholly or not at all."""
    with connection:  # commits, or takes all back
        connection.execute("BEGIN IMMEDIATE")
        return work(connection)


def _connected(path: str) -> sqlite3.Connection:
    # The threads take turns at the store's own lock.
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _prepare(path: Path) -> None:
    """Make folder and file so that they are ours; refuse them where others could have made them."""
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix":
        for place in (path.parent, path):
            status = place.stat()
            if status.st_uid != os.getuid() or status.st_mode & 0o022:
                raise Unusable("lies where others can write")
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unusable("is no file")


def _check(disk: sqlite3.Connection, layout: Layout) -> None:
    """See whether a file is ours and whole, or make it so if it is empty."""
    names = {name for (name,) in disk.execute("SELECT name FROM sqlite_master")}
    ((application_id,),) = disk.execute("PRAGMA application_id")
    ((version,),) = disk.execute("PRAGMA user_version")
    if (application_id, version) == (0, 0) and not names:
        disk.execute("PRAGMA auto_vacuum = FULL")
        _make(disk, layout)
    elif application_id != layout.application_id:
        # Whole and somebody else's: renaming it would pull it from under another program.
        raise Unusable("belongs to another program")
    elif version != layout.version:
        raise Unusable("was written by another version")
    elif not names.issuperset(layout.moved):  # the file is older than one of the tables
        _make(disk, layout)
    if disk.execute("PRAGMA journal_mode").fetchall() != [("wal",)]:
        disk.execute("PRAGMA journal_mode = WAL")
    disk.execute("PRAGMA synchronous = FULL")
    disk.execute(f"PRAGMA journal_size_limit = {MOST_IN_LOG}")
    if disk.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise Damaged


def _make(connection: sqlite3.Connection, layout: Layout) -> None:
    def make(connection: sqlite3.Connection) -> None:
        for statement in filter(str.strip, layout.tables.split(";")):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {layout.application_id}")
        connection.execute(f"PRAGMA user_version = {layout.version}")

    transaction(connection, make)
