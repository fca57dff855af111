"""`war hunt` and `war build` as people see them, and a hunt that is gone on with."""

import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import chores
import pytest

from engine import Deal, play
from engine.cli import library
from engine.cli.games import chosen_rules
from engine.cli.main import main, parser
from engine.cli.simulate_text import NO_MEAN
from engine.kernels import decide
from engine.library import hunt as hunting
from engine.library.hunt import Catch, Hunt, go_hunting, gone_on_with, joined, record_of, take_turn
from engine.library.records import LONGEST, Record, records
from engine.rules import PLAYABLE

BICYCLE = PLAYABLE["bicycle"]


@pytest.fixture(autouse=True)
def _short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunting, "SHUFFLED", 200)
    monkeypatch.setattr(hunting, "TRIED", 16)
    monkeypatch.setattr(hunting, "PATIENCE", 2)


class Threads(ThreadPoolExecutor):
    """Workers in this process, which see the short turns."""


@pytest.fixture
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "Workers", Threads)


def test_a_hunt_that_is_gone_on_with_is_one_hunt() -> None:
    hunt = Hunt(PLAYABLE["codingame"], LONGEST, seed=4)
    first = take_turn(hunt, 0)
    whole = joined(hunt, [first, *(take_turn(hunt, turn, first.edge) for turn in range(1, 5))])
    held = joined(hunt, [first, take_turn(hunt, 1, first.edge)])
    line = record_of(hunt, held).line
    others = [replace(Record.parse(line), seed=5), replace(Record.parse(line), rules="pyanitsa")]
    since = gone_on_with(hunt, [*others, Record.parse(line)])
    assert since == held
    assert gone_on_with(hunt, others) == Catch()
    assert joined(hunt, [since, *(take_turn(hunt, turn, since.edge) for turn in (2, 3, 4))]) == whole


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"figure": 99_999}, r"its deal reaches [0-9]+, not 99999: remove it$"),
        ({"game": 100}, "its deal is not game 100 of its seed: remove it$"),
        ({"turns": 9_000}, "9,000 turns have other games: remove it$"),
        ({"games": 3}, "2 turns have other games: remove it$"),
        ({"tail": "500 7 3"}, "2 turns have other games: remove it$"),
    ],
)
def test_a_hunt_does_not_go_on_from_a_line_that_was_changed(change: dict[str, Any], why: str) -> None:
    hunt = Hunt(PLAYABLE["codingame"], LONGEST, seed=4)
    first = take_turn(hunt, 0)
    record = record_of(hunt, joined(hunt, [first, take_turn(hunt, 1, first.edge)]))
    assert gone_on_with(hunt, [record]).turns == 2
    with pytest.raises(ValueError, match=f"^a line was changed: {why}"):
        gone_on_with(hunt, [replace(record, **change)])


@pytest.mark.parametrize("workers", [1, 3])
def test_turns_count_in_a_row_however_many_take_them(workers: int) -> None:
    hunt = Hunt(BICYCLE, LONGEST, seed=4)
    looks: list[Catch] = []
    with ThreadPoolExecutor(workers) as executor:
        catch = go_hunting(hunt, executor, workers=workers, seconds=0.05, since=Catch(), look=looks.append)
    again = take_turn(hunt, 0)
    again = joined(hunt, [again, *(take_turn(hunt, turn, again.edge) for turn in range(1, catch.turns))])
    assert catch == again
    assert [look.turns for look in looks] == list(range(2, catch.turns + 1))


def test_an_interrupt_keeps_what_there_is() -> None:
    hunt = Hunt(BICYCLE, LONGEST, seed=4)

    def stop(catch: Catch) -> None:
        if catch.turns == 3:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor:
        catch = go_hunting(hunt, executor, workers=1, seconds=60, since=Catch(), look=stop)
    assert catch.turns == 3
    assert catch.figure is not None


@pytest.mark.usefixtures("_threads")
def test_a_hunt_says_what_it_found_and_goes_on_from_what_it_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "hunted"
    hunted = ["hunt", "--rules", "bicycle", "--seconds", "0.01", "--seed", "4", "--by", "Ann"]
    assert main([*hunted, "--from", str(kept)]) == 0
    said = capsys.readouterr().out
    kept.write_text(said, encoding="utf-8")
    *words, line = said.splitlines()
    record = Record.parse(line)
    assert words[0] == f"longest game by bicycle: {record.figure:,} rounds"
    assert words[1].startswith(f"  game {record.game:,} of seed 4; ")
    assert "was to be expected: figures fall off by a factor e every" in words[2]
    assert (record.measured(), record.by) == (record.figure, "Ann")
    assert main([*hunted, "--from", str(kept), "--json"]) == 0
    more = Record.parse(capsys.readouterr().out)
    assert more.turns > record.turns
    assert more.figure >= record.figure


@pytest.mark.usefixtures("_threads")
def test_a_hunt_that_finds_none_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "--rules", "bicycle", "--for", "longest-cycle", "--seconds", "0.001"]) == 1
    assert "war: longest cycle: none in " in capsys.readouterr().err
    assert main(["hunt", "--from", "pyproject.toml", "--seconds", "0.001"]) == 0


@pytest.mark.slow
def test_a_hunt_by_processes_finds_what_threads_find(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "--rules", "code-golf", "--seconds", "0.1", "--workers", "2", "--json"]) == 0
    record = Record.parse(capsys.readouterr().out)
    assert record.measured() == record.figure


@pytest.mark.parametrize(
    ("asked", "endless"),
    [
        (["--rules", "code-golf"], True),
        (["--rules", "bicycle", "--order", "ACE_LOW"], True),
        (["--rules", "programming-challenges", "--pack", "4x2"], True),
        (["--rules", "code-golf", "--pack", "8x4"], False),
        (["--rules", "code-golf", "--hands", "AA/*"], False),
        (["--rules", "advent-of-code-22"], False),
        (["--rules", "norvig"], False),
    ],
)
def test_a_mean_says_that_it_is_of_the_games_that_end(
    asked: list[str], endless: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--games", "60", "--workers", "1", *asked]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (f"  {NO_MEAN}" in lines) == endless
    if endless:
        (named,) = [line.removesuffix(" never ends:") for line in lines if line.endswith(" never ends:")]
        options = parser().parse_args(["simulate", "--games", "1", *asked])
        game = decide(Deal.parse(named), chosen_rules(options))
        assert game.cycle is not None
        assert game.deal.size == options.pack.size
    assert main(["simulate", "--games", "60", "--workers", "1", "--json", *asked]) == 0
    assert "endless" not in json.loads(capsys.readouterr().out)


def test_a_deal_is_built_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--pack", "13x4", "--rules", "bicycle"]) == 0
    first, second, third = capsys.readouterr().out.splitlines()
    deal = Deal.parse(first.split()[0])
    game = play(deal, BICYCLE)
    assert game.cycle is not None
    assert first.endswith(" never ends by bicycle")
    assert second == (
        f"  from round {game.cycle.start} on the same {game.cycle.length:,} rounds come back, with no war"
    )
    assert third == "  who wins: 1111 2222, again and again, from 28 cards against 24"


def test_another_seed_builds_another_deal(capsys: pytest.CaptureFixture[str]) -> None:
    deals = set()
    for seed in ("0", "1"):
        assert main(["build", "--rules", "code-golf", "--seed", seed, "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert (data["length"], data["wars"]) == (1_440, 0)
        deals.add(data["deal"])
    assert len(deals) == 2


def test_what_cannot_be_built_says_what_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--pack", "9x4", "--rules", "code-golf", "--rounds", "8", "--every"]) == 0
    came = json.loads(capsys.readouterr().out)
    assert (came["rounds"], came["closing"], came["impossible"], came["built"]) == (8, 4, 0, 4)
    assert main(["build", "--pack", "5x4", "--rules", "code-golf", "--rounds", "4"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "no endless deal of 5x4 by code-golf was built"
    assert "proved to have no ranks" in said[1]
    assert main(["build", "--rules", "wikipedia"]) == 2
    assert (
        "by wikipedia the winner shuffles the cards before taking them, so every game ends: choose others"
        in capsys.readouterr().err
    )


def test_a_pattern_with_wars_is_written_short(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["build", "--pack", "5x4", "--face-down", "3", "--pickup", "WINNER_FIRST"]
    assert main(arguments) == 0
    assert "1w5 (1 2) x5 2w5 2w5 (2 1) x5 1w5, again" in capsys.readouterr().out


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux lists them")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_hunt_that_is_ended_leaves_no_worker_and_after_an_interrupt_says_what_it_found(
    tmp_path: Path, how: signal.Signals
) -> None:
    held = next(record for record in records() if record.turns and record.feat == LONGEST.name)
    tmp_path.joinpath("held").write_text(held.line + "\n", encoding="utf-8")
    asked = ["--rules", held.rules, "--seed", str(held.seed), "--from", str(tmp_path / "held"), "--json"]
    program = [sys.executable, "-m", "engine", "hunt", *asked, "--seconds", "600", "--workers", "2"]
    hunting = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    try:
        workers = chores.until(lambda: len(found := children(hunting.pid)) == 2 and found, seconds=30)
        hunting.send_signal(how)
        said, _ = hunting.communicate(timeout=10)
    finally:
        hunting.kill()
    chores.until(lambda: not any(map(chores.is_alive, workers)), seconds=5)
    if how is signal.SIGINT:
        record = Record.parse(said)
        assert record.turns >= held.turns
        assert record.measured() == record.figure >= held.figure
    else:
        assert not said
