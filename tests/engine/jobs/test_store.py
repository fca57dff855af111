"""The store: what is written comes back, what is damaged never does, and nothing raises."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from engine.cards import Pack
from engine.jobs import store as stores
from engine.jobs.job import Run, State, job_of, job_text, pace, stem
from engine.jobs.store import APPLICATION_ID, Store
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.tallies import tally

GOLF: Final = Study(rules=PLAYABLE["code-golf"], games=1_000, seed=3, pack=Pack(8, 4))
OTHERS: Final = [replace(GOLF, seed=seed, games=600) for seed in (1, 2)]
NAME: Final = "runs.sqlite"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "own" / NAME


def put(store: Store, study: Study, *done: tuple[int, int], state: State = State.STOPPED) -> bytes:
    """Record spans of a study as done; returns their tallies."""
    parts = [tally(study, first, end - first) for first, end in done]
    summary = parts[0]
    for part in parts[1:]:
        summary += part
    store.save(Run(study, state, summary, done, 1.5))
    tallies: bytes = summary.to_bytes()
    return tallies


def test_what_is_recorded_comes_back_also_from_a_new_process(path: Path) -> None:
    store = Store(path)
    known = put(store, GOLF, (0, 300), (500, 700))
    for opened in (store, Store(path)):
        entry = opened.load(GOLF)
        assert entry is not None
        assert (entry.job, entry.state, entry.seconds) == (GOLF, State.STOPPED, 1.5)
        assert entry.spans == ((0, 300), (500, 700))
        assert entry.summary.to_bytes() == known
        assert opened.load(OTHERS[0]) is None
        assert opened.trouble == ""
        opened.close()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_jobs_are_read_again_and_those_of_other_versions_refused() -> None:
    for study in (GOLF, Study(rules=PLAYABLE["jouets"], games=10**9, limit=7, sample=3)):
        assert job_of(job_text(study)) == study
    text = job_text(GOLF)
    for bad in (text.replace('"tallies":', '"tallies":9'), text.replace("study", "party"), "[]", "{", "7"):
        with pytest.raises(ValueError, match=r"is (no job|a job of another version)"):
            job_of(bad)


def test_stem_and_pace_leave_out_what_does_not_matter() -> None:
    assert stem(replace(GOLF, games=5)) == stem(GOLF) != stem(replace(GOLF, seed=4))
    assert pace(replace(GOLF, games=5, seed=9)) == pace(GOLF) != pace(replace(GOLF, pack=Pack(9, 4)))


def test_less_never_replaces_more(path: Path) -> None:
    store = Store(path)
    put(store, GOLF, (0, 300))
    known = put(store, GOLF, (0, 400), state=State.RUNNING)
    put(store, GOLF, (0, 100))
    entry = store.load(GOLF)
    assert entry is not None
    assert (entry.summary.to_bytes(), entry.state) == (known, State.RUNNING)
    put(store, GOLF, (0, 400), state=State.STOPPED)
    entry = store.load(GOLF)
    assert entry is not None
    assert entry.state is State.STOPPED
    store.close()


def test_the_largest_prefix_has_no_game_beyond_and_is_of_the_same_deals(path: Path) -> None:
    store = Store(path)
    assert store.largest_prefix(GOLF) is None
    small, smaller = replace(GOLF, games=500), replace(GOLF, games=400)
    put(store, small, (0, 500), state=State.FINISHED)
    put(store, smaller, (0, 400), state=State.FINISHED)
    put(store, replace(GOLF, games=2_000), (0, 600), (900, 1_001))
    put(store, replace(GOLF, seed=4, games=800), (0, 800))
    found = store.largest_prefix(GOLF)
    assert found is not None
    assert found.job == small
    assert store.games_of_prefix(GOLF) == 500
    put(store, replace(GOLF, games=3_000), (100, 700), state=State.RUNNING)
    found = store.largest_prefix(GOLF)
    assert found is not None
    assert found.spans == ((100, 700),)
    store.close()


def test_what_was_under_way_is_found_once_and_by_one_process_only(path: Path) -> None:
    store = Store(path)
    put(store, OTHERS[0], (0, 600), state=State.FINISHED)
    put(store, GOLF, (0, 100), state=State.RUNNING)
    store.save(Run(OTHERS[1], State.QUEUED))
    assert [entry.job for entry in store.unfinished()] == [GOLF, OTHERS[1]]
    ask = "import sys, pathlib; from engine.jobs.store import Store; "
    ask += "print(len(Store(pathlib.Path(sys.argv[1])).unfinished()))"
    others: list[str] = []
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", ask, path], capture_output=True, text=True, check=True)
        others.append(done.stdout.strip())
        store.close()
    assert others == ["0", "2"]


ASKED: Final = '{"asked":"count","pack":"5x2"}'


def test_an_answer_is_kept_and_comes_back_also_from_a_new_process(path: Path) -> None:
    store = Store(path)
    assert store.answer(ASKED) is None
    for answer in ("first", "seven won’t end"):
        store.save_answer(ASKED, answer)
    store.close()
    store = Store(path)
    assert (store.answer(ASKED), store.answer(f"{ASKED} ")) == ("seven won’t end", None)
    store.close()
    alone = Store(None)
    alone.save_answer(ASKED, "in memory")
    assert alone.answer(ASKED) == "in memory"
    alone.close()


def test_an_answer_that_was_changed_or_is_another_questions_is_not_believed(path: Path) -> None:
    store = Store(path)
    store.save_answer(ASKED, "33 ways")
    with sqlite3.connect(path) as other:
        ((entry,),) = other.execute("SELECT entry FROM answer")
        other.execute("UPDATE answer SET entry = ?", (entry.replace(b"33", b"34"),))
    assert store.answer(ASKED) is None
    store.save_answer(ASKED, "33 ways")
    store.save_answer("another", "34 ways")
    with sqlite3.connect(path) as other:
        other.execute("UPDATE answer SET entry = (SELECT entry FROM answer ORDER BY rowid DESC LIMIT 1)")
    other.close()
    assert (store.answer(ASKED), store.answer("another")) == (None, "34 ways")
    store.close()


def test_a_store_that_is_older_than_answers_takes_them_and_keeps_its_runs(path: Path) -> None:
    store = Store(path)
    put(store, GOLF, (0, 300))
    store.close()
    with sqlite3.connect(path) as other:
        other.execute("DROP TABLE answer")
    other.close()
    store = Store(path)
    store.save_answer(ASKED, "33 ways")
    assert (store.answer(ASKED), store.load(GOLF) is not None, store.trouble) == ("33 ways", True, "")
    store.close()


def test_old_answers_are_forgotten_and_of_too_much_the_oldest(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    store = Store(path, days=10)
    for days in (11, 6, 3, 0):
        monkeypatch.setattr(time, "time", lambda days=days: now - 86_400 * days)
        store.save_answer(f"{days} days ago", "7" * 1_000)
    put(store, GOLF, (0, 300), state=State.FINISHED)
    store.clear()
    there = [store.answer(f"{days} days ago") is not None for days in (11, 6, 3, 0)]
    assert there == [False, True, True, True]
    ((size,),) = store._read("SELECT length(entry) FROM run")
    _with_room(size + 2_500)(store, store._connection)  # type: ignore[arg-type]
    there = [store.answer(f"{days} days ago") is not None for days in (6, 3, 0)]
    assert (there, store.load(GOLF) is not None) == ([False, True, True], True)
    store.close()


def test_paces_are_remembered(path: Path) -> None:
    store = Store(path)
    assert store.pace("one") is None
    for value in (1.5, 2e6):
        store.save_pace("one", value)
    store.close()
    store = Store(path)
    assert store.pace("one") == 2e6
    for value in (float("nan"), -1.0, 0.0, float("inf")):
        store.save_pace("bad", value)
        assert store.pace("bad") is None
    store.close()


def test_old_and_many_runs_are_forgotten_but_none_under_way(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    store = Store(path, days=10)
    studies = [replace(GOLF, seed=seed, games=200) for seed in range(4)]
    for age, (study, state) in enumerate(
        zip(studies, (State.FINISHED, State.STOPPED, State.FINISHED, State.RUNNING), strict=True)
    ):
        monkeypatch.setattr(time, "time", lambda age=age: now - 4 * 86_400 * age)
        put(store, study, (0, 200), state=state)
    monkeypatch.setattr(time, "time", lambda: now + 86_400)
    assert [store.load(study) is not None for study in studies] == [True, True, True, True]
    store.clear()
    # One day after the first: 1, 5, 9 and 13 days old.
    assert [store.load(study) is not None for study in studies] == [True, True, True, True]
    monkeypatch.setattr(time, "time", lambda: now + 3 * 86_400)
    store.clear()
    assert [store.load(study) is not None for study in studies] == [True, True, False, True]
    query = "SELECT length(entry) FROM run"
    size = max(size for (size,) in store._read(query))
    store.close()
    before = path.stat().st_size
    monkeypatch.setattr(Store, "_clear", _with_room(size * 3 // 2))
    store = Store(path, days=10)
    assert [store.load(study) is not None for study in studies] == [True, False, False, True]
    store.close()
    assert path.stat().st_size < before - size // 2, "the disk has its room back"


def test_a_clock_that_was_ahead_for_a_while_keeps_nothing_for_ever(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    store = Store(path, days=10)
    monkeypatch.setattr(time, "time", lambda: now + 365 * 86_400)
    put(store, OTHERS[0], (0, 600), state=State.FINISHED)
    put(store, GOLF, (0, 200), state=State.RUNNING)
    store.save_pace("ahead", 2.0)
    monkeypatch.setattr(time, "time", lambda: now)
    put(store, OTHERS[1], (0, 600), state=State.FINISHED)
    store.clear()
    assert all(store.load(study) is not None for study in (GOLF, *OTHERS)), "nothing is lost by it"
    monkeypatch.setattr(time, "time", lambda: now + 11 * 86_400)
    store.clear()
    assert [store.load(study) is not None for study in (GOLF, *OTHERS)] == [True, False, False]
    assert store.pace("ahead") is None
    store.close()


def _with_room(room: int) -> Callable[[Store, sqlite3.Connection], None]:
    """Return the clearing of a store that may have so many bytes."""
    clear = Store._clear

    def smaller(self: Store, connection: sqlite3.Connection) -> None:
        self._bytes = room
        clear(self, connection)

    return smaller


def test_without_a_file_everything_is_in_memory() -> None:
    store = Store(None)
    known = put(store, GOLF, (0, 300))
    entry = store.load(GOLF)
    assert entry is not None
    assert entry.summary.to_bytes() == known
    assert (store.unfinished(), store.trouble) == ([], "")
    store.close()


def a_store(path: Path, *, closed: bool = True) -> dict[Study, set[bytes]]:
    """Make a store of three runs. Returns what may be found for each."""
    store = Store(path)
    known = {GOLF: {put(store, GOLF, (0, 100), state=State.RUNNING)}}
    known[GOLF].add(put(store, GOLF, (0, 300), (500, 700), state=State.RUNNING))
    for study in OTHERS:
        known[study] = {put(store, study, (0, 600), state=State.FINISHED)}
    store.save_pace("one", 5.0)
    store.save_answer(ASKED, "33 ways")
    if closed:
        store.close()
    return known


def flips(content: bytearray, chooser: random.Random) -> None:
    for _ in range(chooser.choice((1, 1, 3, 20, 200))):
        content[chooser.randrange(len(content))] ^= 1 << chooser.randrange(8)


def flips_in_the_head(content: bytearray, chooser: random.Random) -> None:
    content[chooser.randrange(100)] ^= 1 << chooser.randrange(8)


def truncation(content: bytearray, chooser: random.Random) -> None:
    del content[chooser.randrange(len(content)) :]


def truncation_at_a_page(content: bytearray, chooser: random.Random) -> None:
    del content[4096 * chooser.randrange(len(content) // 4096) :]


def zeros(content: bytearray, chooser: random.Random) -> None:
    first = chooser.randrange(len(content))
    length = min(chooser.choice((10, 4096, 20_000)), len(content) - first)
    content[first : first + length] = bytes(length)


def shuffled_pages(content: bytearray, chooser: random.Random) -> None:
    pages = [bytes(content[at : at + 4096]) for at in range(4096, len(content), 4096)]
    chooser.shuffle(pages)
    content[4096:] = b"".join(pages)


def nothing(content: bytearray, _: random.Random) -> None:
    content.clear()


def text(content: bytearray, chooser: random.Random) -> None:
    content[:] = b"dear diary, " * chooser.choice((1, 10_000))


def noise(content: bytearray, chooser: random.Random) -> None:
    content[:] = chooser.randbytes(len(content))


DAMAGES: Final = [
    *[flips] * 40,
    *[flips_in_the_head] * 20,
    *[truncation] * 12,
    *[truncation_at_a_page] * 8,
    *[zeros] * 10,
    *[shuffled_pages] * 4,
    nothing,
    *[text] * 2,
    *[noise] * 3,
]


@pytest.fixture
def quick_path(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: what is tested there does not depend on the disk's pace."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder)


def test_a_hundred_damaged_stores_give_no_wrong_result_and_no_error(quick_path: Path) -> None:
    assert len(DAMAGES) == 100
    chooser = random.Random(8)
    good = quick_path / "good" / NAME
    known = a_store(good)
    right = lost = 0
    for number, damage in enumerate(DAMAGES):
        path = quick_path / str(number) / NAME
        path.parent.mkdir(mode=0o700)
        content = bytearray(good.read_bytes())
        damage(content, chooser)
        path.write_bytes(content)
        path.chmod(0o600)
        found = use_all_of(path, known)
        right += found
        lost += len(known) - found
    # Both must be seen often, or the damage is none, or nothing survives any.
    assert right > 60
    assert lost > 60


def test_damage_in_what_is_not_yet_in_the_file_itself(quick_path: Path) -> None:
    """Copies of an open store, whose latest changes lie in the log beside it, damaged there."""
    chooser = random.Random(9)
    good = quick_path / "good" / NAME
    open_store = Store(good)
    known = a_store(good, closed=False)
    right = 0
    for number, damage in enumerate([flips, truncation, zeros, nothing, text] * 4):
        folder = quick_path / str(number)
        folder.mkdir(mode=0o700)
        for suffix in ("", "-wal"):
            shutil.copy(f"{good}{suffix}", folder / f"{NAME}{suffix}")
        log = folder / f"{NAME}-wal"
        content = bytearray(log.read_bytes())
        assert content
        damage(content, chooser)
        log.write_bytes(content)
        right += use_all_of(folder / NAME, known)
    assert 0 < right < 60
    open_store.close()


def use_all_of(path: Path, known: dict[Study, set[bytes]]) -> int:
    """Do with a store whatever can be done; returns how many of its runs are still there, and right."""
    store = Store(path)
    found = 0
    for study, right in known.items():
        for entry in (store.load(study), store.largest_prefix(replace(study, games=study.games + 1))):
            assert entry is None or entry.summary.to_bytes() in right
            assert entry is None or stem(entry.job) == stem(study)
        found += store.load(study) is not None
        assert isinstance(store.games_of_prefix(study), int)
    for entry in store.unfinished():
        assert entry.summary.to_bytes() in known[GOLF]
    assert store.pace("one") in (None, 5.0) or path.stat().st_size
    assert store.answer(ASKED) in (None, "33 ways")
    new = replace(GOLF, seed=99)
    written = put(store, new, (0, 50))
    entry = store.load(new)
    if entry is None:  # its head says that it is another program's
        assert store.trouble.endswith("runs are not saved until that is mended")
    else:
        assert entry.summary.to_bytes() == written
    store.clear()
    if store.trouble:
        assert store.trouble.startswith(f"the store {NAME} ")
        assert "\n" not in store.trouble
    store.close()
    return found


@pytest.mark.parametrize(
    ("old", "new"), [(b"1.5]", b"7.5]"), (b"300]", b"299]"), (b'"stopped"', b'"running"')]
)
def test_an_entry_changed_anywhere_is_dropped_and_in_nobodys_way(path: Path, old: bytes, new: bytes) -> None:
    store = Store(path)
    put(store, GOLF, (0, 300))
    with sqlite3.connect(path) as other:
        ((entry,),) = other.execute("SELECT entry FROM run")
        assert old in entry
        other.execute("UPDATE run SET entry = ?", (entry.replace(old, new),))
    other.close()
    assert store.load(GOLF) is None
    known = put(store, GOLF, (0, 100))
    found = store.load(GOLF)
    assert found is not None
    assert found.summary.to_bytes() == known
    store.close()


def test_an_entry_under_the_name_of_another_is_not_its(path: Path) -> None:
    store = Store(path)
    put(store, GOLF, (0, 300))
    with sqlite3.connect(path) as other:
        other.execute("UPDATE run SET key = ?, stem = ?", (OTHERS[0].key(), stem(OTHERS[0])))
    other.close()
    assert store.load(OTHERS[0]) is None
    assert store.largest_prefix(OTHERS[0]) is None
    store.close()


def test_an_entry_whose_games_and_tallies_do_not_fit_is_not_believed(path: Path) -> None:
    store = Store(path)
    summary = tally(GOLF, 0, 400)
    for done in (((0, 300), (200, 300)), ((0, 300),), ((800, 1_200),)):
        store.save(Run(GOLF, State.STOPPED, summary, done, 1.0))
        assert store.load(GOLF) is None
    store.close()


def test_damage_that_no_question_meets_is_found_at_opening(path: Path) -> None:
    a_store(path)
    with sqlite3.connect(path) as other:
        ((page,),) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'run_stem'")
    other.close()
    with path.open("r+b") as file:
        file.seek(4096 * (page - 1))
        file.write(b"\xff" * 4096)
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
    put(store, GOLF, (0, 100))
    assert store.load(GOLF) is not None
    store.close()


def test_a_damaged_file_is_renamed_and_a_new_one_begun(path: Path) -> None:
    a_store(path)
    aside = path.with_name(f"{NAME}.damaged")
    for damage in (b"not at all" * 500, b"nor this" * 700):
        path.write_bytes(damage)
        store = Store(path)
        assert store.trouble == (
            f"the store {NAME} was damaged: it is now {NAME}.damaged, and a new one is begun without its runs"
        )
        assert aside.read_bytes() == damage, "the latest replaces the one before"
        known = put(store, GOLF, (0, 100))
        store.close()
    store = Store(path)
    entry = store.load(GOLF)
    assert entry is not None
    assert (entry.summary.to_bytes(), store.trouble) == (known, "")
    store.close()


def test_damage_while_it_is_open_is_met_as_well(path: Path) -> None:
    store = Store(path)
    put(store, GOLF, (0, 100))
    for study in OTHERS:
        put(store, study, (0, 600))
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    with path.open("r+b") as file:
        file.write(content)
    store.load(GOLF)
    known = put(store, GOLF, (0, 200))
    entry = store.load(GOLF)
    assert entry is not None
    assert entry.summary.to_bytes() == known
    assert "was damaged" in store.trouble
    store.close()


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("length", [0, 50, 100, 1_000, 4_096, 0.5, -4_096, -1])
def test_of_a_store_cut_to_any_length_each_run_is_there_or_its_loss_is_told(
    path: Path, length: float, live: bool, caplog: pytest.LogCaptureFixture
) -> None:
    known = a_store(path)
    store = Store(path)
    assert store.unfinished()
    if not live:
        store.close()
    else:
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.close()
    whole = path.stat().st_size
    os.truncate(path, int(whole * length if 0 < length < 1 else length % whole))
    if not live:
        store = Store(path)
    lost = [study for study in known if (entry := store.load(study)) is None or not entry.summary]
    assert len(lost) == len(known) or length == -1
    assert bool(store.trouble) == bool(lost)
    assert [record.getMessage() for record in caplog.records][-1:] == [
        f"war-room: {store.trouble}" for _ in lost[:1]
    ]
    assert all(record.name == "engine.jobs.store" for record in caplog.records)
    store.close()


def _cut(path: Path) -> None:
    os.truncate(path, 0)


def _overwritten(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"not at all" * 5_000)


def _shorter(path: Path) -> None:
    path.write_bytes(b"not at all")


@pytest.mark.parametrize("damage", [_cut, _overwritten, _shorter, Path.unlink])
def test_a_file_damaged_or_deleted_under_a_live_server_is_told_at_the_next_look(
    path: Path, damage: Callable[[Path], None]
) -> None:
    store = Store(path)
    put(store, OTHERS[0], (0, 600))
    damage(path)
    assert ("was damaged" in store.trouble) != ("was taken away" in store.trouble)
    assert "a new one is begun" in store.trouble
    known = put(store, GOLF, (0, 200))
    store.close()
    store = Store(path)
    entry = store.load(GOLF)
    assert entry is not None, "what came after the damage lies in a whole file"
    assert entry.summary.to_bytes() == known
    store.close()


@pytest.mark.parametrize("whole", [False, True])
def test_a_claim_that_was_deleted_is_made_again(path: Path, whole: bool) -> None:
    store = Store(path)
    put(store, GOLF, (0, 100), state=State.RUNNING)
    assert [entry.job for entry in store.unfinished()] == [GOLF]
    shutil.rmtree(path.parent) if whole else path.with_name(f"{NAME}.server").unlink()
    put(store, GOLF, (0, 200), state=State.RUNNING)
    other = Store(path)
    assert other.unfinished() == [], "two servers would play the same"
    other.close()
    store.close()
    other = Store(path)
    assert [entry.job for entry in other.unfinished()] == [GOLF]
    other.close()


def database(path: Path, *statements: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    other = sqlite3.connect(path)
    for statement in statements:
        other.execute(statement)
    other.commit()
    other.close()
    path.chmod(0o600)


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (("CREATE TABLE mine (x)",), "belongs to another program"),
        (("PRAGMA application_id = 7",), "belongs to another program"),
        (
            (f"PRAGMA application_id = {APPLICATION_ID}", "PRAGMA user_version = 2"),
            "was written by another version",
        ),
    ],
)
def test_a_whole_file_of_somebody_else_is_left_alone(
    path: Path, statements: tuple[str, ...], what: str
) -> None:
    database(path, *statements)
    before = path.read_bytes()
    store = Store(path)
    put(store, GOLF, (0, 100))
    assert store.load(GOLF) is None
    assert store.trouble == f"the store {NAME} {what}: runs are not saved until that is mended"
    store.close()
    assert path.read_bytes() == before


def test_a_locked_file_makes_nobody_wait_and_is_written_to_once_it_is_free(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(stores, "PAUSE_SECONDS", 0.3)
    store = Store(path)
    put(store, OTHERS[0], (0, 600))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    put(store, GOLF, (0, 100))
    assert store.trouble == (
        f"the store {NAME} is locked by another program: runs are not saved until that is mended"
    )
    assert store.load(OTHERS[0]) is not None, "what can be read is read"
    assert store.load(GOLF) is None
    start = time.monotonic()
    for _ in range(100):
        store.save_pace("one", 2.0)
    assert time.monotonic() - start < 0.25
    other.execute("ROLLBACK")
    other.close()
    time.sleep(0.35)
    known = put(store, GOLF, (0, 200))
    assert store.trouble == ""
    store.close()
    store = Store(path)
    entry = store.load(GOLF)
    assert entry is not None
    assert entry.summary.to_bytes() == known
    store.close()


def _full(connection: sqlite3.Connection) -> None:
    ((pages,),) = connection.execute("PRAGMA page_count")
    connection.execute(f"PRAGMA max_page_count = {pages}")


def _read_only(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = 1")


@pytest.mark.parametrize(
    ("make", "what"), [(_full, "cannot grow: the disk is full"), (_read_only, "can only be read")]
)
def test_a_full_or_read_only_file_is_still_read(
    path: Path, make: Callable[[sqlite3.Connection], None], what: str
) -> None:
    known = a_store(path)
    store = Store(path)
    disk = store._connection
    assert disk is not None
    make(disk)
    new = [replace(GOLF, seed=seed) for seed in range(50, 60)]
    for study in new:
        put(store, study, (0, 100))
    assert store.trouble == f"the store {NAME} {what}: runs are not saved until that is mended"
    entries = [store.load(study) for study in (*new, *OTHERS)]
    found = [entry.summary.to_bytes() for entry in entries if entry is not None]
    assert found == [only for study in OTHERS for only in known[study]]
    store.close()


@pytest.mark.parametrize("how", ["file", "folder"])
def test_a_file_that_vanishes_is_begun_anew(path: Path, how: str) -> None:
    store = Store(path)
    put(store, OTHERS[0], (0, 600))
    shutil.rmtree(path.parent) if how == "folder" else path.unlink()
    known = put(store, GOLF, (0, 100))
    assert store.trouble == f"the store {NAME} was taken away: a new one is begun without its runs"
    store.close()
    store = Store(path)
    entry = store.load(GOLF)
    assert entry is not None
    assert entry.summary.to_bytes() == known
    assert store.load(OTHERS[0]) is None
    store.close()


def _a_file_in_the_way(path: Path) -> None:
    path.parent.write_text("", encoding="ascii")


def _a_folder_in_the_way(path: Path) -> None:
    path.mkdir(parents=True)


def _open_to_all(path: Path) -> None:
    path.parent.mkdir()
    path.parent.chmod(0o777)


def _a_dead_link(path: Path) -> None:
    path.parent.mkdir(mode=0o700)
    path.symlink_to("/proc/nowhere/at/all")


@pytest.mark.skipif(os.name != "posix", reason="permissions of folders differ")
@pytest.mark.parametrize("make", [_a_file_in_the_way, _a_folder_in_the_way, _open_to_all, _a_dead_link])
def test_where_no_file_can_be_made_nothing_is_saved_and_a_sentence_says_why(
    path: Path, make: Callable[[Path], Any]
) -> None:
    make(path)
    store = Store(path)
    put(store, GOLF, (0, 100))
    assert store.load(GOLF) is None
    assert store.unfinished() == []
    assert store.trouble.startswith(f"the store {NAME} ")
    assert store.trouble.endswith(": runs are not saved until that is mended")
    store.close()
