"""A SQLite file that may be damaged, locked, full or gone without anybody having to care.

Whatever happens to the file, work goes on in memory and `trouble` says in one sentence what is wrong.
As soon as the file can be written again, what memory holds moves there.
"""

import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

BUSY_SECONDS: Final = 1.0
"""How long a transaction waits for another program's to end."""
PAUSE_SECONDS: Final = 5.0
"""How long a file that failed is left alone: waiting for it at every look would stop the page."""
NOTE_SECONDS: Final = 900.0
"""How long it is told that a file was replaced."""
MOST_IN_LOG: Final = 10**7
"""Bytes to which the log beside the file is cut when it has grown larger."""
MOST_ASIDE: Final = 20
"""Damaged files kept for whoever wants to look at them; with more, something else is wrong."""

_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_REASONS: Final = {
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_LOCKED: "is locked by another program",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_READONLY: "can only be read",
    sqlite3.SQLITE_PERM: "can only be read",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_IOERR: "cannot be read or written",
}

_READABLE: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
"""What stops writing only."""


@dataclass(frozen=True)
class Layout:
    """What makes a file one of ours: SQLite's application id, our version, and the tables."""

    application_id: int
    version: int
    tables: str
    """Statements that make the tables, each ended by a semicolon."""
    moved: tuple[str, ...]
    """Names of the tables; a row that is moved from memory replaces one of the same primary key."""


class _Unusable(Exception):  # noqa: N818, it says what the file is
    """The file is not for us; the text ends the sentence "the store NAME ..."."""


class _Damaged(Exception):  # noqa: N818
    """The file is none of ours, or was."""


class Store:
    """A file, and memory for when it cannot be used. Any thread may call; nothing raises but `work`."""

    def __init__(self, path: Path | None, layout: Layout) -> None:
        self._path = path
        self._layout = layout
        self._lock = Lock()
        self._memory = _connected(":memory:")
        _make(self._memory, layout)
        self._disk: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._open_again = self._write_again = 0.0
        self._closed = self._unwritten = self._note = ""
        self._noted = 0.0
        with self._lock:
            self._file()

    @property
    def trouble(self) -> str:
        """Return what is wrong in one sentence, or nothing."""
        recent = time.monotonic() - self._noted < NOTE_SECONDS
        return self._closed or self._unwritten or (self._note if recent else "")

    def read(self, work: Work[list[T]]) -> list[T]:
        """Return what the work finds in the file and in memory."""
        with self._lock:
            return [*(self._on_disk(work) or ()), *work(self._memory)]

    def write(self, work: Work[object]) -> None:
        """Do the work as one transaction: in the file if that is possible, else in memory."""
        with self._lock:
            if self._on_disk(lambda disk: _transaction(disk, self._moving(work)), writing=True):
                _transaction(self._memory, self._empty)
            else:
                _transaction(self._memory, work)

    def everywhere(self, work: Work[object]) -> None:
        """Do the work as one transaction in the file, and as another in memory."""
        with self._lock:
            self._on_disk(lambda disk: _transaction(disk, work), writing=True)
            _transaction(self._memory, work)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._leave()
            self._memory.close()

    def _on_disk(self, work: Work[T], *, writing: bool = False) -> T | None:
        """Do the work on the file, a second time if it was replaced; None where it cannot be done."""
        for _ in range(2):
            disk = self._file()
            if disk is None or (writing and time.monotonic() < self._write_again):
                return None
            try:
                result = work(disk)
            except (sqlite3.Error, OSError) as error:
                self._failed(error, writing=writing)
            else:
                self._closed = ""
                if writing:
                    self._unwritten = ""
                return result
        return None

    def _file(self) -> sqlite3.Connection | None:
        """Return the open file, or None while there is none to be had."""
        if self._path is None:
            return None
        if self._disk is not None and _identity(self._path) != self._identity:
            self._leave()
            self._say(f"the store {self._path.name} was taken away: a new one is begun")
        if self._disk is None and time.monotonic() >= self._open_again:
            try:
                self._enter(self._path)
            except (sqlite3.Error, OSError, _Unusable, _Damaged) as error:
                self._failed(error)
        return self._disk

    def _enter(self, path: Path) -> None:
        """Open the file, make it if there is none, and see whether it is one of ours and whole."""
        _prepare(path)
        disk = _connected(str(path))
        try:
            _check(disk, self._layout)
        except BaseException:
            disk.close()
            raise
        self._disk, self._identity = disk, _identity(path)

    def _leave(self) -> None:
        if self._disk is not None:
            with suppress(sqlite3.Error):
                self._disk.close()
        self._disk = None

    def _failed(self, error: Exception, *, writing: bool = False) -> None:
        """Take in what went wrong: replace a damaged file, leave any other alone for a while."""
        assert self._path is not None
        code = getattr(error, "sqlite_errorcode", None)
        base = None if code is None else code & 0xFF  # the rest of the code says where it happened
        if isinstance(error, _Damaged) or base in _DAMAGED:
            self._leave()
            self._set_aside(self._path)
            return
        what = str(error) if isinstance(error, _Unusable) else _REASONS.get(base or -1)
        if what is None:
            what = f"cannot be used ({getattr(error, 'strerror', None) or error})"
        trouble = f"the store {self._path.name} {what}: runs are kept in memory until that is mended"
        again = time.monotonic() + PAUSE_SECONDS
        if writing and base in _READABLE:
            self._unwritten, self._write_again = trouble, again
        else:
            self._leave()
            self._closed, self._open_again = trouble, again

    def _set_aside(self, path: Path) -> None:
        """Rename a damaged file, so that nothing is lost for whoever wants to look at it."""
        names = (path.with_name(f"{path.name}.damaged-{number}") for number in range(1, MOST_ASIDE + 1))
        try:
            aside = next((name for name in names if not name.exists()), None)
            if aside is None:
                raise OSError(0, f"{MOST_ASIDE} damaged ones lie beside it, delete them")
            path.replace(aside)
        except OSError as error:
            self._failed(error)
        else:
            self._say(f"the store {path.name} was damaged: it is now {aside.name}, and a new one is begun")

    def _say(self, note: str) -> None:
        self._note, self._noted = note, time.monotonic()

    def _moving(self, work: Work[object]) -> Work[bool]:
        """Return the work preceded by moving what memory holds to the file."""

        def move_and_work(disk: sqlite3.Connection) -> bool:
            for table in self._layout.moved:
                for row in self._memory.execute(f"SELECT * FROM {table}"):
                    marks = ",".join("?" * len(row))
                    disk.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)
            work(disk)
            return True

        return move_and_work

    def _empty(self, memory: sqlite3.Connection) -> None:
        for table in self._layout.moved:
            memory.execute(f"DELETE FROM {table}")


def _connected(path: str) -> sqlite3.Connection:
    # The threads take turns at the store's own lock.
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _transaction(connection: sqlite3.Connection, work: Work[T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    return result


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _prepare(path: Path) -> None:
    """Make folder and file so that they are ours; refuse them where others could have made them."""
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True)
    if not path.exists():
        for left in ("-wal", "-shm", "-journal"):  # of a file that is gone; they would be taken for its own
            path.with_name(path.name + left).unlink(missing_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix":
        for place in (path.parent, path):
            found = place.stat()
            if found.st_uid != os.getuid() or found.st_mode & 0o022:
                raise _Unusable("lies where others can write")
    if not stat.S_ISREG(path.stat().st_mode):
        raise _Unusable("is no file")


def _check(disk: sqlite3.Connection, layout: Layout) -> None:
    """See whether a file is ours and whole, or make it so if it is empty."""
    ((tables,),) = disk.execute("SELECT count(*) FROM sqlite_master")
    ((application_id,),) = disk.execute("PRAGMA application_id")
    ((version,),) = disk.execute("PRAGMA user_version")
    if (application_id, version, tables) == (0, 0, 0):
        disk.execute("PRAGMA auto_vacuum = FULL")
        _make(disk, layout)
    elif application_id != layout.application_id:
        # Whole and somebody else's: renaming it would pull it from under another program.
        raise _Unusable("belongs to another program")
    elif version != layout.version:
        raise _Unusable("was written by another version")
    if disk.execute("PRAGMA journal_mode").fetchall() != [("wal",)]:
        disk.execute("PRAGMA journal_mode = WAL")
    disk.execute("PRAGMA synchronous = FULL")
    disk.execute(f"PRAGMA journal_size_limit = {MOST_IN_LOG}")
    if disk.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise _Damaged


def _make(connection: sqlite3.Connection, layout: Layout) -> None:
    def make(connection: sqlite3.Connection) -> None:
        if connection.execute("PRAGMA user_version").fetchall() == [(0,)]:  # nobody was quicker
            for statement in filter(str.strip, layout.tables.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {layout.application_id}")
            connection.execute(f"PRAGMA user_version = {layout.version}")

    _transaction(connection, make)
