"""The store: what is written comes back, what is damaged never does, and nothing raises."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from fakes import STUDY, Clock

from engine.jobs import store as stores
from engine.jobs.job import Run, State, stem
from engine.jobs.store import APPLICATION_ID, Store
from engine.simulation import Study
from engine.simulation.tallies import tally

GOLF: Final = replace(STUDY, games=1_000)
OTHERS: Final = [replace(GOLF, seed=seed, games=600) for seed in (1, 2)]
NAME: Final = "runs.sqlite"
ASKED: Final = '{"asked":"count","pack":"5x2"}'
DAY: Final = 86_400
MENDED: Final = ": runs are not saved until that is mended"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: what is tested there does not depend on the disk's pace."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as made:
        yield Path(made)


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "own" / NAME


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(stores, "time", clock)
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.0)
    clock.ahead = 1e9
    return clock


def put(store: Store, study: Study, *done: tuple[int, int], state: State = State.STOPPED) -> bytes:
    """Save spans of a study as done; return their tallies."""
    summary = tally(study, done[0][0], done[0][1] - done[0][0])
    for first, end in done[1:]:
        summary += tally(study, first, end - first)
    store.save(Run(study, state, summary, done, 1.5))
    tallies: bytes = summary.to_bytes()
    return tallies


def found(store: Store, study: Study = GOLF) -> bytes | None:
    """Return the tallies that a store has of a study."""
    run = store.load(study)
    return None if run is None else run.summary.to_bytes()


def sql(path: Path, *statements: str, values: tuple[Any, ...] = ()) -> list[Any]:
    """Have another program do something with a file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    other = sqlite3.connect(path)
    with other:
        rows = [other.execute(statement, values).fetchall() for statement in statements]
    other.close()
    path.chmod(0o600)
    return rows[-1]


def test_what_is_saved_comes_back_also_from_a_new_process(path: Path) -> None:
    store = Store(path)
    known = put(store, GOLF, (0, 300), (500, 700))
    for answer in ("first", "seven won’t end"):
        store.save_answer(ASKED, answer)
    for pace in (1.5, 2e6):
        store.save_pace("one", pace)
    for opened in (store, Store(path)):
        run = opened.load(GOLF)
        assert run is not None
        assert (run.state, run.seconds, run.spans) == (State.STOPPED, 1.5, ((0, 300), (500, 700)))
        assert found(opened) == known
        assert (opened.load(OTHERS[0]), opened.trouble) == (None, "")
        assert (opened.answer(ASKED), opened.answer(f"{ASKED} ")) == ("seven won’t end", None)
        assert (opened.pace("one"), opened.pace("two")) == (2e6, None)
        opened.close()
    assert [place.stat().st_mode & 0o777 for place in (path, path.parent)] == [0o600, 0o700]


def test_without_a_file_everything_is_in_memory() -> None:
    store = Store(None)
    assert put(store, GOLF, (0, 300)) == found(store)
    store.save_answer(ASKED, "in memory")
    assert (store.answer(ASKED), store.unfinished(), store.trouble) == ("in memory", [], "")
    store.close()


@pytest.mark.parametrize("bad", [float("nan"), -1.0, 0.0, float("inf")])
def test_a_pace_that_is_none_is_not_believed(path: Path, bad: float) -> None:
    store = Store(path)
    store.save_pace("bad", bad)
    assert store.pace("bad") is None
    store.close()


def test_less_never_replaces_more(path: Path) -> None:
    store = Store(path)
    put(store, GOLF, (0, 300))
    known = put(store, GOLF, (0, 400), state=State.RUNNING)
    for state, end in ((State.RUNNING, 100), (State.STOPPED, 400)):
        put(store, GOLF, (0, end), state=State.STOPPED)
        run = store.load(GOLF)
        assert run is not None
        assert (run.summary.to_bytes(), run.state) == (known, state)
    store.close()


def test_the_largest_prefix_has_no_game_beyond_and_is_of_the_same_deals(path: Path) -> None:
    store = Store(path)
    assert store.largest_prefix(GOLF) is None
    for games in (500, 400):
        put(store, replace(GOLF, games=games), (0, games), state=State.FINISHED)
    put(store, replace(GOLF, games=2_000), (0, 600), (900, 1_001))
    put(store, replace(GOLF, seed=4, games=800), (0, 800))
    run = store.largest_prefix(GOLF)
    assert run is not None
    assert (run.job.games, store.games_of_prefix(GOLF)) == (500, 500)
    put(store, replace(GOLF, games=3_000), (100, 700), state=State.RUNNING)
    run = store.largest_prefix(GOLF)
    assert run is not None
    assert (run.spans, store.games_of_prefix(GOLF)) == (((100, 700),), 600)
    store.close()


@pytest.mark.parametrize("lost", ["", "claim", "folder"])
def test_what_was_under_way_is_found_by_one_server_only(path: Path, clock: Clock, lost: str) -> None:
    store = Store(path)
    put(store, OTHERS[0], (0, 600), state=State.FINISHED)
    store.save(Run(OTHERS[1], State.QUEUED))
    clock.now += 1.0
    put(store, GOLF, (0, 100), state=State.RUNNING)
    assert [run.job for run in store.unfinished()] == [OTHERS[1], GOLF]
    if lost:  # and the claim is made again with the next run that is saved
        shutil.rmtree(path.parent) if lost == "folder" else path.with_name(f"{NAME}.server").unlink()
        put(store, GOLF, (0, 200), state=State.RUNNING)
    other = Store(path)
    assert other.unfinished() == [], "two servers would play the same"
    store.close()
    assert [run.job for run in other.unfinished()] == [OTHERS[1], GOLF][lost == "folder" :]
    other.close()


# What is deleted.


def test_what_is_old_is_deleted_but_nothing_under_way(path: Path, clock: Clock) -> None:
    store = Store(path, days=10)
    states = [State.FINISHED, State.STOPPED, State.FINISHED, State.RUNNING]
    studies = [replace(GOLF, seed=seed, games=200) for seed in range(4)]
    for study, state in zip(studies, states, strict=True):  # 12, 8, 4 and 0 days old
        put(store, study, (0, 200), state=state)
        store.save_answer(study.key(), "7")
        store.save_pace(study.key(), 2.0)
        clock.now += 4 * DAY
    clock.now -= 4 * DAY
    for days, there in ((0, [False, True, True, True]), (3, [False, False, True, True]), (90, [False] * 4)):
        clock.now += days * DAY
        store.clear()
        assert [store.answer(study.key()) is not None for study in studies] == there
        assert [store.pace(study.key()) is not None for study in studies] == there
        assert [store.load(study) is not None for study in studies] == [*there[:3], True]
    store.close()


def test_of_too_much_the_oldest_is_deleted_and_the_disk_has_its_room_back(path: Path, clock: Clock) -> None:
    store = Store(path, megabytes=1)
    kept = put(store, GOLF, (0, 200), state=State.RUNNING)
    put(store, OTHERS[0], (0, 600), state=State.FINISHED)
    for number in range(4):
        clock.now += 1.0
        store.save_answer(str(number), "7" * 300_000)
    clock.now += 1.0
    later = put(store, OTHERS[1], (0, 600), state=State.FINISHED)
    store.close()
    before = path.stat().st_size
    store = Store(path, megabytes=1)
    assert [store.answer(str(number)) is not None for number in range(4)] == [False, True, True, True]
    assert (found(store), store.load(OTHERS[0]), found(store, OTHERS[1])) == (kept, None, later)
    store.close()
    assert path.stat().st_size < before - 300_000


def test_a_clock_that_was_ahead_for_a_while_keeps_nothing_for_ever(path: Path, clock: Clock) -> None:
    store = Store(path, days=10)
    clock.ahead += 365 * DAY
    put(store, OTHERS[0], (0, 600), state=State.FINISHED)
    put(store, GOLF, (0, 200), state=State.RUNNING)
    store.save_pace("ahead", 2.0)
    clock.ahead -= 365 * DAY
    for days, there in ((0, True), (11, False)):
        clock.ahead += days * DAY
        store.clear()
        assert [store.load(study) is not None for study in (GOLF, OTHERS[0])] == [True, there]
        assert (store.pace("ahead") is not None) == there
    store.close()


# Rows that are not believed.


@pytest.mark.parametrize(
    ("old", "new"), [(b"1.5]", b"7.5]"), (b"300]", b"299]"), (b'"stopped"', b'"running"')]
)
def test_a_run_changed_anywhere_is_dropped_and_in_no_ones_way(path: Path, old: bytes, new: bytes) -> None:
    store = Store(path)
    put(store, GOLF, (0, 300))
    ((entry,),) = sql(path, "SELECT entry FROM run")
    assert old in entry
    sql(path, "UPDATE run SET entry = ?", values=(entry.replace(old, new),))
    assert store.load(GOLF) is None
    assert store.trouble.endswith("held a run that cannot be read: it is left out")
    assert put(store, GOLF, (0, 100)) == found(store)
    store.close()


def test_an_answer_that_was_changed_or_is_another_questions_is_not_believed(path: Path) -> None:
    store = Store(path)
    store.save_answer(ASKED, "33 ways")
    ((entry,),) = sql(path, "SELECT entry FROM answer")
    sql(path, "UPDATE answer SET entry = ?", values=(entry.replace(b"33", b"34"),))
    assert store.answer(ASKED) is None
    store.save_answer(ASKED, "33 ways")
    store.save_answer("another", "34 ways")
    sql(path, "UPDATE answer SET entry = (SELECT entry FROM answer ORDER BY rowid DESC LIMIT 1)")
    assert (store.answer(ASKED), store.answer("another")) == (None, "34 ways")
    store.close()


def test_a_run_under_the_name_or_in_the_state_of_another_is_not_it(path: Path) -> None:
    store = Store(path)
    put(store, GOLF, (0, 300))
    sql(path, "UPDATE run SET state = 'running'")
    assert store.unfinished() == []
    sql(path, "UPDATE run SET key = ?, stem = ?", values=(OTHERS[0].key(), stem(OTHERS[0])))
    assert (store.load(OTHERS[0]), store.largest_prefix(OTHERS[0])) == (None, None)
    store.close()


@pytest.mark.parametrize("done", [((0, 300), (200, 300)), ((0, 300),), ((800, 1_200),)])
def test_a_run_whose_games_and_tallies_do_not_fit_is_not_believed(path: Path, done: Any) -> None:
    store = Store(path)
    store.save(Run(GOLF, State.STOPPED, tally(GOLF, 0, 400), done, 1.0))
    assert store.load(GOLF) is None
    store.close()


# Damaged files.


def a_store(path: Path, *, closed: bool = True) -> dict[Study, set[bytes]]:
    """Make a store of three runs. Return what may be found for each."""
    store = Store(path)
    known = {GOLF: {put(store, GOLF, (0, 100), state=State.RUNNING)}}
    known[GOLF].add(put(store, GOLF, (0, 300), (500, 700), state=State.RUNNING))
    known |= {study: {put(store, study, (0, 600), state=State.FINISHED)} for study in OTHERS}
    store.save_pace("one", 5.0)
    store.save_answer(ASKED, "33 ways")
    if closed:
        store.close()
    return known


def damage(content: bytearray, chooser: random.Random) -> None:
    """Flip bits anywhere or in the head, cut, overwrite a stretch, or put a text in the place of all."""
    size, kind = len(content), chooser.choice("fffhhczst")
    first, length = chooser.randrange(size), chooser.choice((10, 4_096, 20_000))
    if kind in "fh":
        for _ in range(chooser.choice((1, 1, 3, 20, 200)) if kind == "f" else 1):
            content[chooser.randrange(size if kind == "f" else 100)] ^= 1 << chooser.randrange(8)
    elif kind == "c":
        del content[first // chooser.choice((1, 4_096)) * chooser.choice((1, 4_096)) :]
    elif kind in "zs":
        new = bytes(length) if kind == "z" else chooser.randbytes(length)
        content[first : first + length] = new[: size - first]
    else:
        content[:] = b"dear diary, " * chooser.choice((0, 1, 10_000))


@pytest.mark.parametrize("suffix", ["", "-wal"], ids=["file", "log"])
def test_damaged_stores_give_no_wrong_result_and_no_error(folder: Path, suffix: str) -> None:
    """Of a store that is open, the latest changes lie in the log beside it."""
    chooser, good = random.Random(8), folder / "good" / NAME
    holder = Store(good)
    known = a_store(good, closed=False)
    if not suffix:
        sql(good, "PRAGMA wal_checkpoint(TRUNCATE)")
    right = 0
    for number in range(100):
        path = folder / str(number) / NAME
        shutil.copytree(good.parent, path.parent, ignore=shutil.ignore_patterns("*-shm", "*.server"))
        content = bytearray(Path(f"{path}{suffix}").read_bytes())
        damage(content, chooser)
        Path(f"{path}{suffix}").write_bytes(content)
        right += use_all_of(path, known)
    assert 30 < right < 240, "the damage is none, or nothing survives any"
    holder.close()


def use_all_of(path: Path, known: dict[Study, set[bytes]]) -> int:
    """Do with a store whatever can be done; return how many of its runs are still there, and right."""
    store = Store(path)
    there = 0
    for study, right in known.items():
        for run in (store.load(study), store.largest_prefix(replace(study, games=study.games + 1))):
            assert run is None or run.summary.to_bytes() in right
            assert run is None or stem(run.job) == stem(study)
        there += store.load(study) is not None
        assert isinstance(store.games_of_prefix(study), int)
    assert all(run.summary.to_bytes() in known[GOLF] for run in store.unfinished())
    assert store.answer(ASKED) in (None, "33 ways")
    written = put(store, replace(GOLF, seed=99), (0, 50))
    if store.load(replace(GOLF, seed=99)) is None:  # its head says that it is another program's
        assert store.trouble.endswith(MENDED)
    else:
        assert found(store, replace(GOLF, seed=99)) == written
    store.clear()
    assert not store.trouble or store.trouble.startswith(f"the store {NAME} ")
    store.close()
    return there


def test_damage_that_no_question_meets_is_found_at_opening(path: Path) -> None:
    a_store(path)
    ((page,),) = sql(path, "SELECT rootpage FROM sqlite_master WHERE name = 'run_stem'")
    with path.open("r+b") as file:
        file.seek(4_096 * (page - 1))
        file.write(b"\xff" * 4_096)
    store = Store(path)
    assert "was damaged" in store.trouble
    store.close()


def test_the_log_of_a_file_that_is_gone_is_not_taken_for_the_new_ones(path: Path) -> None:
    a_store(path)
    store = Store(path)
    put(store, replace(GOLF, seed=9), (0, 100))
    log = Path(f"{path}-wal").read_bytes()
    store.close()
    path.unlink()
    Path(f"{path}-wal").write_bytes(log)
    store = Store(path)
    assert store.trouble == ""
    assert put(store, GOLF, (0, 100)) == found(store)
    store.close()


def cut_to(length: float) -> Callable[[Path], None]:
    def cut(path: Path) -> None:
        whole = path.stat().st_size
        os.truncate(path, int(whole * length if 0 < length < 1 else length % whole))

    return cut


def overwritten(first: int) -> Callable[[Path], None]:
    def overwrite(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(first)
            file.write(b"\xff" * (path.stat().st_size - first))

    return overwrite


CUTS: Final = [cut_to(length) for length in (0, 50, 1_000, 4_096, 0.5, -4_096, -1)]
DAMAGED: Final = "was damaged: it is now runs.sqlite.damaged, and a new one is begun without its runs"
LOSSES: Final = {
    DAMAGED,
    "was taken away: a new one is begun without its runs",
    "was emptied: a new one is begun without its runs",
    "held a run that cannot be read: it is left out",
}


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("damage", [*CUTS, overwritten(0), overwritten(4_096), Path.unlink, shutil.rmtree])
def test_each_run_of_a_damaged_store_is_there_or_its_loss_is_told_and_a_new_one_takes_its_place(
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
    lost = [study for study in known if (run := store.load(study)) is None or not run.summary]
    assert len(lost) == len(known) or damage is CUTS[-1]
    if live or damage not in (Path.unlink, shutil.rmtree):  # a new server knows of no store that was there
        assert bool(store.trouble) == bool(lost)
        assert not lost or store.trouble.removeprefix(f"the store {NAME} ") in LOSSES
    assert [record.getMessage() for record in caplog.records][-1:] == [
        f"war-room: {store.trouble}" for _ in (store.trouble,) if store.trouble
    ]
    new = put(store, replace(GOLF, seed=9), (0, 200))
    store.close()
    store = Store(path)
    assert found(store, replace(GOLF, seed=9)) == new, "what came after the damage lies in a whole file"
    store.close()


def test_the_latest_damaged_file_replaces_the_one_before_and_keeps_its_bytes(path: Path) -> None:
    a_store(path)
    for damage in (b"not at all" * 500, b"nor this" * 700):
        path.write_bytes(damage)
        store = Store(path)
        assert store.trouble == f"the store {NAME} {DAMAGED}"
        assert path.with_name(f"{NAME}.damaged").read_bytes() == damage
        store.close()


# Files that cannot be used.


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (["CREATE TABLE mine (x)"], "belongs to another program"),
        (["PRAGMA application_id = 7"], "belongs to another program"),
        (
            [f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = 2"],
            "was written by another version",
        ),
    ],
)
def test_a_whole_file_of_another_program_is_left_alone(path: Path, statements: list[str], what: str) -> None:
    sql(path, *statements)
    before = path.read_bytes()
    store = Store(path)
    put(store, GOLF, (0, 100))
    assert (found(store), store.trouble) == (None, f"the store {NAME} {what}{MENDED}")
    store.close()
    assert path.read_bytes() == before


def test_a_store_that_is_older_than_answers_takes_them_and_keeps_its_runs(path: Path) -> None:
    known = a_store(path)
    sql(path, "DROP TABLE answer")
    store = Store(path)
    store.save_answer(ASKED, "33 ways")
    assert store.answer(ASKED) == "33 ways"
    assert (found(store) in known[GOLF], store.trouble) == (True, "")
    store.close()


def _open_to_all(path: Path) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o777)


def _a_dead_link(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    path.symlink_to("/proc/nowhere/at/all")


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders differ")
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.parent.write_text("", encoding="ascii"), "cannot be used (File exists)"),
        (lambda path: path.mkdir(parents=True), "cannot be used (Is a directory)"),
        (_open_to_all, "lies where others can write"),
        (_a_dead_link, "cannot be used (No such file or directory)"),
    ],
)
def test_where_no_file_can_be_made_nothing_is_saved_and_a_sentence_says_why(
    path: Path, make: Callable[[Path], Any], words: str
) -> None:
    make(path)
    store = Store(path)
    put(store, GOLF, (0, 100))
    assert (store.load(GOLF), store.unfinished()) == (None, [])
    assert store.trouble == f"the store {NAME} {words}{MENDED}"
    store.close()


def test_a_locked_file_is_read_makes_no_one_wait_and_is_written_to_once_it_is_free(
    path: Path, clock: Clock
) -> None:
    store = Store(path)
    known = put(store, OTHERS[0], (0, 600))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    put(store, GOLF, (0, 100))
    assert store.trouble == f"the store {NAME} is locked by another program{MENDED}"
    assert (found(store, OTHERS[0]), found(store)) == (known, None)
    other.close()
    for seconds, written in ((4.9, False), (0.2, True)):  # meanwhile it is not even tried
        clock.now += seconds
        new = put(store, GOLF, (0, 200))
        assert found(store) == (new if written else None)
        assert (store.trouble == "") == written
    store.close()
