"""Finished games on the disk."""

import logging
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

# One SQLite file of ours: made, opened, and looked at before anything in it is used.

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


# A SQLite file that may be damaged, locked, full or gone without anybody having to care.
#
# Whatever happens to the file, work goes on in memory and `trouble` says in one sentence what is wrong.
# As soon as the file can be written again, what memory holds moves there.

PAUSE_SECONDS: Final = 5.0
"""How long a file that failed is left alone: waiting for it at every look would stop the page."""
NOTE_SECONDS: Final = 900.0
"""How long a loss is told, from when somebody first looks."""
EXAMINE_SECONDS: Final = 60.0
EXAMINE_COUNTS: Final = 100
"""A file that is written to is read through so often, or so many times as long apart as that takes."""
MOST_ASIDE: Final = 20
"""Damaged files kept for whoever wants to look at them; with more, something else is wrong."""

_DAMAGED: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_REASONS: Final = {
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_LOCKED: "is locked by another program",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_READONLY: "can only be read",
    sqlite3.SQLITE_PERM: "may not be used: permission is denied",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_IOERR: "cannot be read or written",
}

_LOG: Final = logging.getLogger(__name__)

_READABLE: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
"""Errors that stop writing only."""


class Store:
    """A file, and memory for when it cannot be used. Any thread may call; nothing raises but `work`."""

    def __init__(self, path: Path | None, layout: Layout) -> None:
        self._path = path
        self._layout = layout
        self._lock = Lock()
        self._memory = in_memory(layout)
        self._disk: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._head = -1
        """The open file, to look at how it begins. Closed after the database only: closing any handle of a
        file takes the process's locks on it."""
        self._open_again = self._write_again = 0.0
        self._examine_again = time.monotonic() + EXAMINE_SECONDS
        self._closed = self._unwritten = self._note = ""
        self._noted: float | None = None
        """When the note was first looked at."""
        with self._lock:
            self._file()

    @property
    def trouble(self) -> str:
        """Return what is wrong in one sentence, or nothing."""
        if self._lock.acquire(blocking=False):  # whoever works on the file sees for himself
            try:
                self._notice()
            finally:
                self._lock.release()
        lasting = self._closed or self._unwritten
        if lasting or not self._note:
            return lasting
        now = time.monotonic()
        if self._noted is None:
            self._noted = now
        return self._note if now - self._noted < NOTE_SECONDS else ""

    def note(self, loss: str) -> None:
        """Tell a loss for a while to whoever looks, and log it."""
        self._note, self._noted = loss, None
        _LOG.warning("war-room: %s", loss)

    def read(self, work: Work[list[T]]) -> list[T]:
        """Return what the work finds in the file and in memory."""
        with self._lock:
            return [*(self._on_disk(work) or ()), *work(self._memory)]

    def write(self, work: Work[object]) -> None:
        """Do the work as one transaction: in the file if that is possible, else in memory."""
        with self._lock:
            if self._on_disk(lambda disk: transaction(disk, self._moving(work)), writing=True):
                transaction(self._memory, self._empty)
            else:
                transaction(self._memory, work)
        if time.monotonic() >= self._examine_again:
            self._examine()

    def everywhere(self, work: Work[object]) -> None:
        """Do the work as one transaction in the file, and as another in memory."""
        with self._lock:
            self._on_disk(lambda disk: transaction(disk, work), writing=True)
            transaction(self._memory, work)

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
        self._notice()
        if self._disk is None and time.monotonic() >= self._open_again:
            try:
                self._enter(self._path)
            except (sqlite3.Error, OSError, Unusable, Damaged) as error:
                self._failed(error)
        return self._disk

    def _notice(self) -> None:
        """See whether the open file is still there and one of ours; else let go of it and say so."""
        if self._path is None or self._disk is None:
            return
        if identity(self._path) != self._identity:
            self._leave()
            self.note(f"the store {self._path.name} was taken away: a new one is begun without its runs")
        elif not begins_as_ours(self._head, self._layout):
            self._leave()
            self._set_aside(self._path)

    def _examine(self) -> None:
        """Read the file through for damage that no question has met yet, while others may use it."""
        disk, start = self._disk, time.monotonic()
        if self._path is not None and disk is not None:
            try:
                examine(self._path)
            except (sqlite3.Error, OSError, Damaged) as error:
                with self._lock:
                    if self._disk is disk:
                        self._failed(error)
        now = time.monotonic()
        self._examine_again = now + max(EXAMINE_SECONDS, EXAMINE_COUNTS * (now - start))

    def _enter(self, path: Path) -> None:
        """Open the file, make it if there is none, and see whether it is one of ours and whole."""
        self._disk = opened(path, self._layout)
        self._identity = identity(path)
        self._head = os.open(path, os.O_RDONLY)

    def _leave(self) -> None:
        if self._disk is not None:
            with suppress(sqlite3.Error):
                self._disk.close()
            os.close(self._head)
        self._disk = None

    def _failed(self, error: Exception, *, writing: bool = False) -> None:
        """Take in what went wrong: replace a damaged file, leave any other alone for a while."""
        assert self._path is not None
        code = getattr(error, "sqlite_errorcode", None)
        base = None if code is None else code & 0xFF  # the rest of the code says where it happened
        if isinstance(error, Damaged) or base in _DAMAGED:
            self._leave()
            self._set_aside(self._path)
            return
        known = str(error) if isinstance(error, Unusable) else _REASONS.get(base or -1)
        reason = known or f"cannot be used ({getattr(error, 'strerror', None) or error})"
        trouble = f"the store {self._path.name} {reason}: runs are kept in memory until that is mended"
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
            self.note(
                f"the store {path.name} was damaged: it is now {aside.name}, "
                "and a new one is begun without its runs"
            )

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


def identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another that took its place, None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
