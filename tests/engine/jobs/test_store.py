"""The store: what is written comes back, what is damaged never does, and nothing raises."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Final
from unittest.mock import Mock

import pytest
from fakes import STUDY, Clock, Played

from engine.jobs import job as jobs_job
from engine.jobs import store as stores
from engine.jobs.job import Run, State, stem
from engine.jobs.store import APPLICATION_ID, NOTE_SECONDS, PAUSE_SECONDS, Store
from engine.simulation import Study

GOLF: Final = replace(STUDY, games=1_000)
OTHERS: Final = [replace(GOLF, seed=seed, games=600) for seed in (1, 2)]
NAME: Final = "runs.sqlite"
ASKED: Final = '{"asked":"count","pack":"5x2"}'
DAY: Final = 86_400
MENDED: Final = ": War Room cannot save runs until you fix this"
DAMAGED: Final = "was damaged: it is now runs.sqlite.damaged, and a new one is begun without its runs"
TAKEN_AWAY: Final = "was taken away: a new one is begun without its runs"
EMPTIED = "was emptied: a new one is begun without its runs"
LEFT_OUT: Final = "held a run that cannot be read: it is left out"


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A file in memory, where there is one: what is tested there does not depend on the disk's pace."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as made:
        yield Path(made) / "own" / NAME


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Stand in for time, and have tallies be just the games they are of."""
    clock = Clock()
    clock.ahead = 1e9
    monkeypatch.setattr(stores, "time", clock)
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.0)
    monkeypatch.setattr(jobs_job, "_tallies_of", lambda _, content: Played.from_bytes(content))
    return clock


def put(store: Store, study: Study, *done: tuple[int, int], state: State = State.STOPPED) -> Played:
    """Save spans of a study as done; return their tallies."""
    store.save(Run(study, state, Played.of(*done), done, 1.5))
    return Played.of(*done)


def loaded(store: Store, study: Study = GOLF) -> Run:
    """Return what a store has of a study."""
    return store.load(study) or Run(study, State.ABSENT)


def sql(path: Path, *statements: str, values: tuple[Any, ...] = ()) -> list[Any]:
    """Have another program do something with a file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as other, other:
        rows = [other.execute(statement, values).fetchall() for statement in statements]
    path.chmod(0o600)
    return rows[-1]


def test_what_is_saved_comes_back_also_from_a_new_process_and_without_a_file(path: Path) -> None:
    for where in (path, None):
        with closing(Store(where)) as store:
            known = put(store, GOLF, (0, 300), (500, 700))
            for answer in ("first", "seven won’t end"):
                store.save_answer(ASKED, answer)
            for pace in (1.5, 2e6):
                store.save_pace("one", pace)
            for bad in (float("nan"), -1.0, 0.0, float("inf")):
                store.save_pace("bad", bad)
                assert store.pace("bad") is None
            for opened in (store, Store(where)) if where else (store,):
                run = loaded(opened)
                assert (run.state, run.seconds, run.spans) == (State.STOPPED, 1.5, ((0, 300), (500, 700)))
                assert (run.summary, opened.load(OTHERS[0]), opened.trouble) == (known, None, "")
                assert (opened.answer(ASKED), opened.answer(f"{ASKED} ")) == ("seven won’t end", None)
                assert (opened.pace("one"), opened.pace("two")) == (2e6, None)
                assert where or opened.unfinished() == []
                opened.close()
    assert [place.stat().st_mode & 0o777 for place in (path, path.parent)] == [0o600, 0o700]


def test_less_never_replaces_more_which_is_read_while_others_write(path: Path) -> None:
    with closing(Store(path)) as store:
        put(store, GOLF, (0, 300))
        put(store, GOLF, (0, 400), state=State.RUNNING)
        for state, end in ((State.RUNNING, 100), (State.STOPPED, 400)):
            put(store, GOLF, (0, end), state=State.STOPPED)
            run = loaded(store)
            assert (run.games, run.state) == (400, state)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert loaded(store).games == 400


def test_the_largest_prefix_has_no_game_beyond_and_is_of_the_same_deals(path: Path) -> None:
    with closing(Store(path)) as store:
        assert store.largest_prefix(GOLF) is None
        for games in (500, 400):
            put(store, replace(GOLF, games=games), (0, games), state=State.FINISHED)
        put(store, replace(GOLF, games=2_000), (0, 600), (900, 1_001))
        put(store, replace(GOLF, seed=4, games=800), (0, 800))
        for spans in (((0, 500),), ((100, 700),)):
            run = store.largest_prefix(GOLF)
            assert run is not None
            assert run.spans == spans
            put(store, replace(GOLF, games=3_000), (100, 700), state=State.RUNNING)


def test_what_was_under_way_is_found_by_one_server_only(path: Path, clock: Clock) -> None:
    store = Store(path)
    put(store, OTHERS[0], (0, 600), state=State.FINISHED)
    store.save(Run(OTHERS[1], State.QUEUED))
    clock.now += 1.0
    put(store, GOLF, (0, 100), state=State.RUNNING)
    assert [run.job for run in store.unfinished()] == [OTHERS[1], GOLF]
    with closing(Store(path)) as other:
        assert (other.unfinished(), other.trouble) == ([], ""), "two servers would play the same"
        store.close()
        assert [run.job for run in other.unfinished()] == [OTHERS[1], GOLF]


def test_old_runs_are_deleted_but_none_under_way_whatever_the_clock(path: Path, clock: Clock) -> None:
    store = Store(path, days=10)
    states = [State.FINISHED, State.STOPPED, State.FINISHED, State.RUNNING]
    studies = [replace(GOLF, seed=seed, games=200) for seed in range(4)]

    def save(study: Study, state: State) -> None:
        put(store, study, (0, 200), state=state)
        store.save_answer(study.key(), "7")
        store.save_pace(study.key(), 2.0)

    for study, state in zip(studies, states, strict=True):  # 12, 8, 4 and 0 days old
        save(study, state)
        clock.now += 4 * DAY
    clock.now -= 4 * DAY
    ahead = replace(GOLF, seed=9)
    clock.ahead += 365 * DAY
    save(ahead, State.FINISHED)
    clock.ahead -= 365 * DAY
    for days, there in ((0, [False, True, True, True]), (3, [False, False, True, True]), (90, [False] * 4)):
        clock.now += days * DAY
        store.clear()
        for study, is_there in zip((*studies, ahead), (*there, days < 90), strict=True):
            assert (store.answer(study.key()) is not None) == is_there
            assert (store.pace(study.key()) is not None) == is_there
            assert (store.load(study) is not None) == (is_there or study == studies[3])
    store.close()


def test_of_too_much_the_oldest_is_deleted_and_the_disk_has_its_room_back(path: Path, clock: Clock) -> None:
    store = Store(path, megabytes=1)
    put(store, GOLF, (0, 200), state=State.RUNNING)
    put(store, OTHERS[0], (0, 600), state=State.FINISHED)
    for number in range(4):
        clock.now += 1.0
        store.save_answer(str(number), "7" * 300_000)
    clock.now += 1.0
    put(store, OTHERS[1], (0, 600), state=State.FINISHED)
    store.close()
    before = path.stat().st_size
    with closing(Store(path, megabytes=1)) as store:
        assert [store.answer(str(number)) is not None for number in range(4)] == [False, True, True, True]
        assert [store.load(study) is not None for study in (GOLF, *OTHERS)] == [True, False, True]
    assert path.stat().st_size < before - 290_000


def test_a_row_under_the_name_of_another_is_not_it(path: Path) -> None:
    with closing(Store(path)) as store:
        for question in (ASKED, "another"):
            store.save_answer(question, "33 ways")
        ((entry,),) = sql(path, "SELECT entry FROM answer LIMIT 1")
        sql(path, "UPDATE answer SET entry = ?", values=(entry.replace(b"33", b"34"),))
        assert [store.answer(question) for question in (ASKED, "another")] == [None, None]
        assert store.trouble == "", "an answer is no run: it is worked out again"
        store.save_answer(ASKED, "33 ways")
        store.save_answer("another", "34 ways")
        sql(path, "UPDATE answer SET entry = (SELECT entry FROM answer ORDER BY rowid DESC LIMIT 1)")
        assert (store.answer(ASKED), store.answer("another")) == (None, "34 ways")
        put(store, GOLF, (0, 300))
        sql(path, "UPDATE run SET state = 'running'")
        assert store.unfinished() == []
        sql(path, "UPDATE run SET key = ?, stem = ?", values=(OTHERS[0].key(), stem(OTHERS[0])))
        assert (store.load(OTHERS[0]), store.largest_prefix(OTHERS[0])) == (None, None)
        for done in (((0, 300), (200, 300)), ((0, 300),), ((800, 1_200),)):  # not the games of its tallies
            store.save(Run(GOLF, State.STOPPED, Played.of((0, 400)), done, 1.0))
            assert (store.load(GOLF), store.trouble) == (None, f"the store {NAME} {LEFT_OUT}")


def a_store(path: Path) -> dict[Study, set[Played]]:
    """Make a store of three runs. Return what may be found for each."""
    with closing(Store(path)) as store:
        known = {GOLF: {put(store, GOLF, (0, 100), state=State.RUNNING)}}
        known[GOLF].add(put(store, GOLF, (0, 300), (500, 700), state=State.RUNNING))
        known |= {study: {put(store, study, (0, 600), state=State.FINISHED)} for study in OTHERS}
        store.save_pace("one", 5.0)
        store.save_answer(ASKED, "33 ways")
    return known


def damage(content: bytearray, chooser: random.Random) -> None:
    """Flip bits anywhere or in the head, cut, overwrite a stretch, or put a text in the place of all."""
    size, kind = len(content), chooser.choice(["flip", "flip", "head", "head", "cut", "zero", "text"])
    first = chooser.randrange(size)
    if kind in ("flip", "head"):
        for _ in range(chooser.choice((1, 3, 200)) if kind == "flip" else 1):
            content[chooser.randrange(size if kind == "flip" else 100)] ^= 1 << chooser.randrange(8)
    elif kind == "cut":
        del content[first:]
    elif kind == "zero":
        content[first : first + 4_096] = bytes(min(4_096, size - first))
    else:
        content[:] = b"dear diary, " * chooser.choice((0, 1, 10_000))


@pytest.mark.parametrize("suffix", ["", "-wal"], ids=["file", "log"])
def test_damaged_stores_give_no_wrong_result_and_no_error(path: Path, suffix: str) -> None:
    """Of a store that is open, the latest changes lie in the log beside it."""
    chooser, good, right = random.Random(8), path.parent / "good" / NAME, 0
    with closing(Store(good)):
        known = a_store(good)
        if not suffix:
            sql(good, "PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(100):
            copy = path.parent / str(number) / NAME
            shutil.copytree(good.parent, copy.parent, ignore=shutil.ignore_patterns("*-shm", "*.server"))
            content = bytearray(Path(f"{copy}{suffix}").read_bytes())
            damage(content, chooser)
            Path(f"{copy}{suffix}").write_bytes(content)
            right += use_all_of(copy, known)
    assert 30 < right < 240, "the damage is none, or nothing survives any"


def use_all_of(path: Path, known: dict[Study, set[Played]]) -> int:
    """Do with a store whatever can be done; return how many of its runs are still there, and right."""
    with closing(Store(path)) as store:
        there, new = 0, replace(GOLF, seed=99)
        for study, right in known.items():
            for run in (store.load(study), store.largest_prefix(replace(study, games=study.games + 1))):
                assert run is None or (run.summary in right and stem(run.job) == stem(study))
            there += store.load(study) is not None
        assert all(run.summary in known[GOLF] for run in store.unfinished())
        assert store.answer(ASKED) in (None, "33 ways")
        written = put(store, new, (0, 50))
        # Its head may say that it is another program's.
        assert loaded(store, new).summary == written or store.trouble.endswith(MENDED)
        store.clear()
        assert not store.trouble or store.trouble.startswith(f"the store {NAME} ")
    return there


def test_damage_that_no_question_meets_is_found_at_opening(path: Path) -> None:
    a_store(path)
    ((page,),) = sql(path, "SELECT rootpage FROM sqlite_master WHERE name = 'run_stem'")
    with path.open("r+b") as file:
        file.seek(4_096 * (page - 1))
        file.write(b"\xff" * 4_096)
    with closing(Store(path)) as store:
        assert "was damaged" in store.trouble


def halved(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def overwritten(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4_096] + b"\xff" * (path.stat().st_size - 4_096))


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("damage", [emptied, halved, overwritten, Path.unlink, shutil.rmtree])
def test_the_loss_of_a_store_is_reported_and_a_new_one_takes_its_place(
    path: Path, damage: Callable[[Path], None], live: bool, caplog: pytest.LogCaptureFixture
) -> None:
    known = a_store(path)
    store = Store(path)
    assert store.unfinished()
    sql(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    if not live:
        store.close()
    damage(path.parent if damage is shutil.rmtree else path)
    if not live:
        store = Store(path)
    assert not any(loaded(store, study).summary for study in known)
    # A new server knows of a store that there was by the file alone.
    loss = (
        DAMAGED if damage in (halved, overwritten) else TAKEN_AWAY if live else EMPTIED * (damage is emptied)
    )
    assert store.trouble == (loss and f"the store {NAME} {loss}")
    assert caplog.messages[-1:] == ([f"war-room: {store.trouble}"] if loss else [])
    new = put(store, replace(GOLF, seed=9), (0, 200))
    store.close()
    with closing(Store(path)) as store:
        assert loaded(store, replace(GOLF, seed=9)).summary == new, "what came after lies in a whole file"


def test_the_latest_damaged_file_replaces_the_one_before_and_its_note_ends(path: Path, clock: Clock) -> None:
    a_store(path)
    for content in (b"not at all" * 500, b"nor this" * 700):
        path.write_bytes(content)
        with closing(Store(path)) as store:
            for seconds, is_shown in ((0, True), (NOTE_SECONDS - 1, True), (2, False)):
                clock.now += seconds
                assert store.trouble == (f"the store {NAME} {DAMAGED}" if is_shown else "")
        assert path.with_name(f"{NAME}.damaged").read_bytes() == content


def _a_file_for_the_folder(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("", encoding="ascii")


OURS: Final = f"PRAGMA application_id = {APPLICATION_ID}"


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders differ")
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: sql(path, "CREATE TABLE mine (x)"), "belongs to another program"),
        (lambda path: sql(path, "PRAGMA application_id = 7"), "belongs to another program"),
        (lambda path: sql(path, OURS, "PRAGMA user_version = 2"), "was written by another version"),
        (_a_file_for_the_folder, "cannot be used (File exists)"),
        (Path.mkdir, "cannot be used (Is a directory)"),
        (lambda path: os.mkfifo(path, 0o600), "is no file"),
        (lambda path: path.parent.chmod(0o720), "lies where others can write"),
        (lambda path: path.parent.chmod(0o702), "lies where others can write"),
        (lambda path: path.symlink_to("/proc/nowhere/at/all"), "cannot be used (No such file or directory)"),
    ],
)
def test_a_file_that_is_not_ours_is_left_alone(path: Path, make: Callable[[Path], Any], words: str) -> None:
    path.parent.mkdir(mode=0o700)
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with closing(Store(path)) as store:
        put(store, GOLF, (0, 100))
        assert (store.load(GOLF), store.unfinished()) == (None, [])
        assert store.trouble == f"the store {NAME} {words}{MENDED}"
    assert before == (path.read_bytes() if path.is_file() else b"")


# Every error of SQLite that is treated in its own way, by its extended codes: they say where it happened.

READ_ON: Final = ("is locked by another program", "cannot grow: the disk is full", "can only be read")
"""What stops writing only: the rest of the file is still read."""
WORDS: Final = {
    READ_ON[0]: "BUSY BUSY_RECOVERY BUSY_SNAPSHOT LOCKED",
    READ_ON[1]: "FULL",
    READ_ON[2]: "READONLY READONLY_DBMOVED READONLY_RECOVERY",
    "may not be used: permission is denied": "PERM",
    "cannot be opened": "CANTOPEN CANTOPEN_ISDIR",
    "cannot be read or written": "IOERR IOERR_READ IOERR_SHORT_READ",
    "cannot be used (something happened)": "NOMEM SCHEMA",
}


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


class Disk(sqlite3.Connection):
    """A store whose next statement fails once."""

    error: ClassVar[Exception | None] = None

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        error, Disk.error = Disk.error, None
        if error is not None:
            raise error
        return super().execute(*statement)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> type[Disk]:
    connected = partial(sqlite3.connect, isolation_level=None, check_same_thread=False, factory=Disk)
    monkeypatch.setattr(stores, "_connected", connected)
    return Disk


@pytest.mark.parametrize(("error", "words"), ERRORS)
def test_failures_say_why(path: Path, disk: type[Disk], clock: Clock, error: Exception, words: str) -> None:
    for what in ("opening", "reading", "writing"):
        disk.error = error if what == "opening" else None
        with closing(Store(path)) as store:
            store.save_pace("old", 1.0)
            disk.error = None if what == "opening" else error
            store.save_pace("new", 1.0) if what == "writing" else store.pace("old")
            assert store.trouble == f"the store {NAME} {words}{MENDED}"
            for seconds, there in ((0.0, False), (PAUSE_SECONDS - 0.1, False), (0.2, True)):
                clock.now += seconds
                store.save_pace("later", 1.0)
                assert (store.pace("later") is not None) == there
                still = there or (what == "writing" and words in READ_ON)
                assert (store.pace("old") is not None) == (still and what != "opening")
            assert store.trouble == ""
        sql(path, "DELETE FROM pace")


@pytest.mark.parametrize("code", ["CORRUPT", "CORRUPT_INDEX", "NOTADB"])
def test_a_damaged_file_is_renamed(path: Path, disk: type[Disk], code: str, monkeypatch: Any) -> None:
    with closing(Store(path)) as store:
        for writing in (False, True):
            sql(path, "DELETE FROM pace")
            store.save_pace("old", 1.0)
            disk.error = error_of(code)
            store.save_pace("new", 1.0) if writing else store.pace("new")
            assert store.trouble == f"the store {NAME} {DAMAGED}"
            assert (store.pace("old"), store.pace("new") is not None) == (None, writing)
            assert sql(path.with_name(f"{NAME}.damaged"), "SELECT key FROM pace") == [("old",)]
        monkeypatch.setattr(Path, "replace", Mock(side_effect=PermissionError(13, "Permission denied")))
        disk.error = error_of(code)
        store.pace("old")
        assert store.trouble == f"the store {NAME} cannot be used (Permission denied){MENDED}"
