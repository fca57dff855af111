"""Store the finished games of jobs and their tallies, so that a kill loses nothing.

One row per job, written in one transaction, so that spans and tallies always belong together. A row counts
only if its hash fits, it can be read, and it belongs to the job; other rows are deleted. Everything can be
computed again: a damaged file is renamed and a new one begun. While a file cannot be used nothing is saved.
"""

import hashlib
import json
import logging
import math
import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

from engine.jobs.job import UNDER_WAY, Job, Run, are_sound, run_bytes, run_of, stem

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Identity = tuple[int, int, bool]

_LOG: Final = logging.getLogger(__name__)

APPLICATION_ID: Final = 0x57415252  # "WARR"
VERSION: Final = 1
TABLES: Final = {
    "run": "key TEXT PRIMARY KEY, stem TEXT, state TEXT, "
    "done INTEGER, reach INTEGER, updated REAL, entry BLOB",
    "answer": "key TEXT PRIMARY KEY, updated REAL, entry BLOB",
    "pace": "key TEXT PRIMARY KEY, per_second REAL, updated REAL",
}
"""The entry of a run or an answer holds all of it, under a hash; the other columns only find it.

done: number of finished games; reach: one past the last of them; updated: seconds since 1970.
"""

BUSY_SECONDS: Final = 1.0  # how long a transaction waits for that of another program
PAUSE_SECONDS: Final = 5.0
"""Pause after an error of the file: to wait for it at every poll would stop the page."""
NOTE_SECONDS: Final = 900.0  # how long pages show a loss
MOST_IN_LOG: Final = 10**7
"""Most bytes that SQLite's log keeps on the disk."""
MOST_IN_MEMORY: Final = 64 * 10**6
"""Most bytes of runs without a file."""

_DIGEST_BYTES: Final = 32

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
_READABLE: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
"""Errors after which the file can still be read."""


class Unusable(Exception):  # noqa: N818, it says what the file is
    """The file cannot be the store; the text ends the sentence "the store NAME ..."."""


class Store:
    """Runs, answers and paces in a file, or in memory. Nothing raises; `trouble` names what is wrong."""

    def __init__(self, path: Path | None, *, megabytes: int = 200, days: float = 30) -> None:
        self._path = path
        self._name = "" if path is None else f"the store {path.name}"
        self._bytes = megabytes * 10**6 if path is not None else min(megabytes * 10**6, MOST_IN_MEMORY)
        self._seconds = days * 86_400
        self._lock = Lock()
        self._connection: sqlite3.Connection | None = None
        self._identity: Identity | None = None
        self._open_again = self._write_again = 0.0
        self._failure = self._note = ""
        self._noted = 0.0
        self._claim: sqlite3.Connection | None = None
        if path is None:
            self._connection = _connected(":memory:")
            _transaction(self._connection, _make)
        elif (found := identity(path)) and found[2] and _beside(path).exists():
            self._report("was emptied: a new one is begun without its runs")
        self.clear()

    @property
    def trouble(self) -> str:
        """What is wrong with the store, in one sentence; empty if nothing is."""
        is_recent = time.monotonic() - self._noted < NOTE_SECONDS
        return self._failure or (self._note if is_recent else "")

    def save(self, run: Run) -> None:
        """Write a run in one transaction. A row with more finished games stays."""
        key, done, reach = run.job.key(), run.games, run.spans[-1][1] if run.spans else 0
        row = key, stem(run.job), run.state.value, done, reach, time.time(), _sealed(run_bytes(run))
        has_more = "SELECT 1 FROM run WHERE key = ? AND done > ?"
        query = f"INSERT OR REPLACE INTO run SELECT ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS ({has_more})"
        self._write(query, *row, key, done)

    def load(self, job: Job) -> Run | None:
        """Return the run of exactly this job, in the state in which it was saved."""
        runs = self._runs("key = ? ORDER BY done DESC", job.key())
        return next((run for run in runs if run.job == job), None)

    def largest_prefix(self, job: Job) -> Run | None:
        """Return the run with the most finished games that are also games of this job.

        Its job may have another number of games, but nothing else may differ.
        """
        runs = self._runs(
            "stem = ? AND reach <= ? AND done > 0 ORDER BY done DESC LIMIT 8", stem(job), job.games
        )
        fit = [run for run in runs if stem(run.job) == stem(job) and are_sound(run.spans, job.games)]
        return max(fit, key=lambda run: run.games, default=None)

    def unfinished(self) -> list[Run]:
        """Return the runs that were under way when a server ended, oldest first.

        Empty if another running process of this machine has asked before: it plays them. It holds the lock
        of an empty database next to the store, which ends with the process.
        """
        if self._path is None:
            return []
        beside = _beside(self._path)  # it stays when the server ends
        try:
            self._claim = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
            self._claim.execute("PRAGMA journal_mode = MEMORY")  # no log for a database without rows
            self._claim.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            return []
        runs = self._runs("state IN (?, ?) ORDER BY updated", *UNDER_WAY)
        return [run for run in runs if run.state in UNDER_WAY]

    def save_answer(self, question: str, answer: str) -> None:
        """Store the answer to a question that is no run."""
        entry = _sealed(json.dumps([question, answer]).encode())
        self._write("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", _key_of(question), time.time(), entry)

    def answer(self, question: str) -> str | None:
        """Return the stored answer to exactly this question; None if there is none."""
        return dict(self._believed("answer", json.loads, "key = ?", _key_of(question))).get(question)

    def save_pace(self, key: str, per_second: float) -> None:
        """Store how many games per second one worker plays."""
        self._write("INSERT OR REPLACE INTO pace VALUES (?, ?, ?)", key, per_second, time.time())

    def pace(self, key: str) -> float | None:
        """Return how many games per second one worker played the last time."""
        rows = self._read("SELECT per_second FROM pace WHERE key = ?", key)
        sound = (pace for (pace,) in rows if isinstance(pace, float) and math.isfinite(pace) and pace > 0)
        return next(sound, None)

    def clear(self) -> None:
        """Delete old rows, and the oldest of too many; keep runs that are under way."""
        with self._lock:
            self._on_file(self._clear, writing=True)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._leave()
        if self._claim is not None:
            self._claim.close()

    def _runs(self, condition: str, *values: object) -> list[Run]:
        return self._believed("run", run_of, condition, *values)

    def _believed(self, table: str, unpack: Callable[[bytes], T], condition: str, *values: object) -> list[T]:
        """Return the entries of a table that can be read, and delete the others."""
        believed = []
        for row in self._read(f"SELECT rowid, entry FROM {table} WHERE {condition}", *values):
            try:
                believed.append(unpack(_unsealed(row[1])))
            except (ValueError, TypeError, KeyError):
                self._write(f"DELETE FROM {table} WHERE rowid = ? AND entry IS ?", *row)
                if table == "run" and self._path is not None:
                    self._report("held a run that cannot be read: it is left out")
        return believed

    def _clear(self, connection: sqlite3.Connection) -> None:
        now = time.time()
        oldest = now - self._seconds
        for table in TABLES:  # rows from a clock that was ahead would outlive all later ones
            connection.execute(f"UPDATE {table} SET updated = ? WHERE updated > ?", (now, now))
        connection.execute("DELETE FROM pace WHERE updated < ?", (oldest,))
        rows = connection.execute(
            "SELECT 'run', rowid, updated, length(entry) FROM run WHERE state NOT IN (?, ?) "
            "UNION ALL SELECT 'answer', rowid, updated, length(entry) FROM answer ORDER BY updated DESC",
            UNDER_WAY,
        ).fetchall()
        left = self._bytes
        for table, number, updated, size in rows:
            left -= size
            if left < 0 or updated < oldest:
                connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (number,))

    def _read(self, query: str, *values: object) -> list[Any]:
        with self._lock:
            return self._on_file(lambda file: file.execute(query, values).fetchall()) or []

    def _write(self, statement: str, *values: object) -> None:
        with self._lock:
            self._on_file(lambda file: file.execute(statement, values), writing=True)

    def _on_file(self, work: Work[T], *, writing: bool = False) -> T | None:
        """Do the work, a second time if the file was replaced; return None if it failed."""
        for _ in range(2):
            connection = self._opened()
            if connection is None or (writing and time.monotonic() < self._write_again):
                return None
            try:
                result = _transaction(connection, work) if writing else work(connection)
            except (sqlite3.Error, OSError, UnicodeError) as error:
                self._failed(error, writing=writing)
            else:
                if writing:
                    self._failure = ""
                return result
        return None

    def _opened(self) -> sqlite3.Connection | None:
        """Return the open database; None while it cannot be opened."""
        if self._path and self._connection is not None and identity(self._path) != self._identity:
            self._leave()
            self._report("was taken away: a new one is begun without its runs")
        if self._connection is None and self._path is not None and time.monotonic() >= self._open_again:
            try:
                self._connection = opened(self._path)
                self._identity = identity(self._path)
                self._failure = ""
            except (sqlite3.Error, OSError, UnicodeError, Unusable) as error:
                self._failed(error)
        return self._connection

    def _leave(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
        self._connection = None

    def _failed(self, error: Exception, *, writing: bool = False) -> None:
        """Replace a damaged file; stop using another one for a while, and report why."""
        assert self._path is not None
        code = getattr(error, "sqlite_errorcode", None)
        base = None if code is None else code & 0xFF  # the higher bytes tell where it happened
        # Python cannot read the message of an error that names a damaged table.
        if base in _DAMAGED or isinstance(error, UnicodeError):
            self._leave()
            aside = self._path.with_name(f"{self._path.name}.damaged")
            try:
                self._path.replace(aside)  # an earlier one, too
            except OSError as refusal:
                self._failed(refusal)
            else:
                self._report(f"was damaged: it is now {aside.name}, and a new one is begun without its runs")
            return
        known = str(error) if isinstance(error, Unusable) else _REASONS.get(base or -1)
        reason = known or f"cannot be used ({getattr(error, 'strerror', None) or error})"
        self._failure = f"{self._name} {reason}: War Room cannot save runs until you fix this"
        again = time.monotonic() + PAUSE_SECONDS
        if writing and base in _READABLE:
            self._write_again = again
        else:
            self._leave()
            self._open_again = again

    def _report(self, loss: str) -> None:
        """Log a loss, which `trouble` shows for a while."""
        self._note, self._noted = f"{self._name} {loss}", time.monotonic()
        _LOG.warning("war-room: %s", self._note)


def opened(path: Path) -> sqlite3.Connection:
    """Open or create a store. Raises `Unusable`, or what SQLite raises."""
    _prepare(path)
    connection = _connected(str(path))
    try:
        _check(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _connected(path: str) -> sqlite3.Connection:
    # The store's own lock lets one thread at a time use it.
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def _prepare(path: Path) -> None:
    """Create folder and file for this user only; refuse them if others can write to them."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix":
        for place in (path.parent, path):
            status = place.stat()
            if status.st_uid != os.getuid() or status.st_mode & 0o022:
                raise Unusable("lies where others can write")
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unusable("is no file")


def _check(connection: sqlite3.Connection) -> None:
    """Check that a file is a whole store of ours; fill it if it is empty."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    ((application_id,),) = connection.execute("PRAGMA application_id")
    ((version,),) = connection.execute("PRAGMA user_version")
    if (application_id, version) == (0, 0) and not names:
        connection.execute("PRAGMA auto_vacuum = FULL")
    elif application_id != APPLICATION_ID:
        # Whole and not ours: another program would miss it.
        raise Unusable("belongs to another program")
    elif version != VERSION:
        raise Unusable("was written by another version")
    if not names.issuperset(TABLES):  # new, or older than one of the tables
        _transaction(connection, _make)
    if connection.execute("PRAGMA journal_mode").fetchall() != [("wal",)]:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA journal_size_limit = {MOST_IN_LOG}")
    if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        damage = sqlite3.DatabaseError("the file is damaged")
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage


def _make(connection: sqlite3.Connection) -> None:
    for table, columns in TABLES.items():
        connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
    connection.execute("CREATE INDEX IF NOT EXISTS run_stem ON run (stem)")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _transaction(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Do the work in one transaction."""
    with connection:  # commits, or takes all back
        connection.execute("BEGIN IMMEDIATE")
        return work(connection)


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.server")


def identity(path: Path) -> Identity | None:
    """Return device and inode of a file and whether it is empty; None if there is none."""
    with suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino, not status.st_size
    return None


def _key_of(question: str) -> str:
    return hashlib.sha256(question.encode()).hexdigest()


def _sealed(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content


def _unsealed(data: object) -> bytes:
    """Return the content under its hash. Raises `ValueError` if the hash does not fit."""
    if isinstance(data, bytes) and hashlib.sha256(data[_DIGEST_BYTES:]).digest() == data[:_DIGEST_BYTES]:
        return data[_DIGEST_BYTES:]
    raise ValueError("the hash of the entry does not fit")
