"""The ledger: which games of which job are done and what is left of them, so that a kill loses nothing.

One row a job, written whole in one transaction: the spans of games and the tallies of exactly these
games can never part. A row is believed only if its hash fits, it reads, and it is about the job asked
for; any other is dropped. Losing the ledger costs time and nothing else: a job can be played again.
"""

import hashlib
import json
import math
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from engine.jobs import job as jobs_job
from engine.jobs.job import Job, Spans, State, job_of, job_text, kind_of, stem
from engine.jobs.store import Layout, Store, identity

T = TypeVar("T")

DIGEST_BYTES: Final = 32
HEAD_BYTES: Final = 4
MOST_IN_MEMORY: Final = 64 * 10**6
"""Bytes of runs where there is no file."""

LAYOUT: Final = Layout(
    application_id=0x57415252,  # "WARR"
    version=1,
    tables="""
        CREATE TABLE IF NOT EXISTS run (
            key TEXT PRIMARY KEY, stem TEXT, state TEXT, done INTEGER, reach INTEGER, updated REAL, entry BLOB
        );
        CREATE INDEX IF NOT EXISTS run_stem ON run (stem);
        CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, updated REAL, entry BLOB);
        CREATE TABLE IF NOT EXISTS pace (key TEXT PRIMARY KEY, per_second REAL, updated REAL);
    """,
    moved=("run", "answer", "pace"),
)
"""All that is believed of a run or an answer lies in its entry, under a hash; the other columns are to find
it by.

done: how many games; reach: one past the last of them; updated: seconds since 1970.
"""

_UNDER_WAY: Final = (State.QUEUED.value, State.RUNNING.value)


@dataclass(frozen=True)
class Entry:
    """A job as the ledger has it."""

    job: Job
    state: State
    spans: Spans
    """The games that are done."""
    summary: Any
    """Their tallies; None where no game is done."""
    seconds: float
    """How long it took."""


class Ledger:
    """Runs on disk, or in memory as far as the disk fails. Never raises; `trouble` says what is wrong."""

    def __init__(self, path: Path | None, *, megabytes: int = 200, days: float = 30) -> None:
        self._path = path
        self._bytes = megabytes * 10**6
        self._seconds = days * 86_400
        emptied = path is not None and _is_emptied(path)
        self._store = Store(path, LAYOUT)
        if path is not None and emptied:
            self._store.note(f"the store {path.name} was emptied: a new one is begun without its runs")
        self._claim: sqlite3.Connection | None = None
        self._claimed_as: tuple[int, int] | None = None
        self.clear()

    @property
    def trouble(self) -> str:
        """Return what is wrong with the store in one sentence, or nothing."""
        return self._store.trouble

    def record(self, job: Job, state: State, done: Spans, summary: Any, seconds: float) -> None:
        """Write what is done of a job, all at once. An entry with more games stays as it is."""
        entry = _packed(Entry(job, state, done, summary, seconds))
        reach = done[-1][1] if done else 0
        row = job.key(), stem(job), state.value, jobs_job.count(done), reach, time.time(), entry
        self._store.write(
            lambda connection: connection.execute(
                """
                INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
                    stem = excluded.stem, state = excluded.state, done = excluded.done,
                    reach = excluded.reach, updated = excluded.updated, entry = excluded.entry
                WHERE excluded.done >= run.done
                """,
                row,
            )
        )
        self._hold_claim()

    def load(self, job: Job) -> Entry | None:
        """Return what there is of exactly this job."""
        entries = self._entries("key = ? ORDER BY done DESC", job.key())
        return next((entry for entry in entries if entry.job == job), None)

    def largest_prefix(self, job: Job) -> Entry | None:
        """Return the most that is done of a job that differs in the number of games only.

        All games of it are also games of this one: a larger run begins with what a smaller one did.
        """
        entries = self._entries(
            "stem = ? AND reach <= ? AND done > 0 ORDER BY done DESC LIMIT 8", stem(job), job.games
        )
        fitting = (entry for entry in entries if stem(entry.job) == stem(job))
        within = (entry for entry in fitting if jobs_job.are_sound(entry.spans, job.games))
        return max(within, key=lambda entry: jobs_job.count(entry.spans), default=None)

    def games_of_prefix(self, job: Job) -> int:
        """Return how many games `largest_prefix` probably has, without reading it."""
        query = "SELECT max(done) FROM run WHERE stem = ? AND reach <= ?"
        rows = self._rows(query, stem(job), job.games)
        return max((done for (done,) in rows if isinstance(done, int)), default=0)

    def unfinished(self) -> list[Entry]:
        """Return what was under way when a server ended, in the order in which it was last worked on.

        Nothing if another living process of this machine has asked before: it is still at them.
        """
        if not self._claimed():
            return []
        entries = self._entries("state IN (?, ?) ORDER BY updated", *_UNDER_WAY)
        return [entry for entry in entries if entry.state.value in _UNDER_WAY]

    def keep_answer(self, question: str, answer: str) -> None:
        """Write down what a worker answered to a question that is no run."""
        row = _key_of(question), time.time(), _sealed(json.dumps([question, answer]).encode())
        self._store.write(lambda store: store.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", row))

    def answer(self, question: str) -> str | None:
        """Return what was answered to exactly this question; None where nothing is kept."""
        for asked, answer in self._unpacked("answer", _answer_of, "key = ?", _key_of(question)):
            if asked == question:
                return str(answer)
        return None

    def set_pace(self, key: str, per_second: float) -> None:
        """Remember how many games a second one worker plays."""
        row = key, per_second, time.time()
        self._store.write(lambda store: store.execute("INSERT OR REPLACE INTO pace VALUES (?, ?, ?)", row))

    def pace(self, key: str) -> float | None:
        """Return how many games a second one worker played, the last time."""
        rows = self._rows("SELECT per_second FROM pace WHERE key = ?", key)
        paces = [pace for (pace,) in rows if isinstance(pace, float) and math.isfinite(pace) and pace > 0]
        return paces[-1] if paces else None

    def clear(self) -> None:
        """Forget what is too old, and the oldest of what is too much; never what is under way."""
        self._store.everywhere(self._clear)

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()
        if self._claim is not None:
            self._claim.close()

    def _entries(self, condition: str, *values: object) -> list[Entry]:
        """Return the runs that can be believed."""
        return self._unpacked("run", _entry_of, condition, *values)

    def _unpacked(self, table: str, unpack: Callable[[bytes], T], condition: str, *values: object) -> list[T]:
        """Return what the rows of a table hold that can be believed, and drop the others."""
        entries = []
        for row in self._rows(f"SELECT rowid, entry FROM {table} WHERE {condition}", *values):
            try:
                entries.append(unpack(_unsealed(row[1])))
            except (ValueError, TypeError, KeyError):
                self._store.everywhere(partial(_drop, table, row))
                if table == "run" and self._path is not None:
                    self._store.note(
                        f"the store {self._path.name} held a run that cannot be read: it is left out"
                    )
        return entries

    def _rows(self, query: str, *values: object) -> list[Any]:
        """Return what a query finds, in the file and in memory."""
        return self._store.read(lambda store: store.execute(query, values).fetchall())

    def _clear(self, connection: sqlite3.Connection) -> None:
        now = time.time()
        oldest = now - self._seconds
        for table in LAYOUT.moved:  # what a clock once set ahead wrote would outlive all that comes after
            connection.execute(f"UPDATE {table} SET updated = ? WHERE updated > ?", (now, now))
        connection.execute("DELETE FROM pace WHERE updated < ?", (oldest,))
        rows = connection.execute(
            "SELECT 'run', rowid, updated, length(entry) FROM run WHERE state NOT IN (?, ?) "
            "UNION ALL SELECT 'answer', rowid, updated, length(entry) FROM answer ORDER BY updated DESC",
            _UNDER_WAY,
        ).fetchall()
        in_file = connection.execute("PRAGMA database_list").fetchall()[0][2]
        room = self._bytes if in_file else min(self._bytes, MOST_IN_MEMORY)
        for table, number, updated, size in rows:
            room -= size
            if room < 0 or updated < oldest:
                connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (number,))

    def _claimed(self) -> bool:
        """Say whether this process is the one that goes on with what an earlier one left.

        The lock of an empty database beside the store: it goes with its process, however that ends.
        """
        if self._path is None or self._claim is not None:
            return self._claim is not None
        path, claim = _claim_of(self._path), None
        try:
            claim = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
            claim.execute("PRAGMA journal_mode = MEMORY")  # no file for what is never written
            claim.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            if claim is not None:
                claim.close()
            return False
        self._claim, self._claimed_as = claim, identity(path)
        return True

    def _hold_claim(self) -> None:
        """Claim the store again where somebody took the claim's file away: the next server would claim it."""
        if (
            self._path is not None
            and self._claim is not None
            and identity(_claim_of(self._path)) != self._claimed_as
        ):
            self._claim.close()
            self._claim = None
            self._claimed()


def _is_emptied(path: Path) -> bool:
    """Return whether a file without a byte was a store: a server that used one left its claim beside it."""
    try:
        return path.stat().st_size == 0 and _claim_of(path).exists()
    except OSError:
        return False


def _claim_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.server")


def _drop(table: str, row: tuple[int, object], connection: sqlite3.Connection) -> None:
    connection.execute(f"DELETE FROM {table} WHERE rowid = ? AND entry IS ?", row)


def _key_of(question: str) -> str:
    return hashlib.sha256(question.encode()).hexdigest()


def _sealed(content: bytes) -> bytes:
    return hashlib.sha256(content).digest() + content


def _unsealed(data: object) -> bytes:
    """Return what was sealed. Raises `ValueError` or `TypeError` for anything else."""
    if not isinstance(data, bytes):
        raise TypeError("an entry is bytes")
    content = data[DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != data[:DIGEST_BYTES]:
        raise ValueError("the hash of the entry does not fit")
    return content


def _answer_of(content: bytes) -> tuple[str, str]:
    question, answer = json.loads(content)
    return question, answer


def _packed(entry: Entry) -> bytes:
    head = json.dumps([job_text(entry.job), entry.state.value, entry.spans, entry.seconds]).encode()
    tallies = b"" if entry.summary is None else entry.summary.to_bytes()
    return _sealed(len(head).to_bytes(HEAD_BYTES, "big") + head + tallies)


def _entry_of(content: bytes) -> Entry:
    """Read the entry of a run. Raises `ValueError`, `KeyError` or `TypeError` for what is none."""
    size = HEAD_BYTES + int.from_bytes(content[:HEAD_BYTES], "big")
    text, state, pairs, seconds = json.loads(content[HEAD_BYTES:size])
    job = job_of(text)
    done = tuple((int(first), int(end)) for first, end in pairs)
    summary = kind_of(job).tallies.from_bytes(content[size:]) if content[size:] else None
    if not jobs_job.are_sound(done, job.games) or (summary.games if summary else 0) != jobs_job.count(done):
        raise ValueError("tallies and games of the entry do not fit")
    return Entry(job, State(state), done, summary, float(seconds))
