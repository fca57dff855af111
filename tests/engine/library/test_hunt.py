"""The hunt for records and the building of endless deals: settled by seed and turn, ended early or not."""

import math
import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import chores
import pytest
from commands import one_json
from hypothesis import given
from hypothesis import strategies as st
from quick import slow

from engine import Deal, play
from engine.cards import deal_cards
from engine.cli import library
from engine.library import Record
from engine.library import hunt as hunting
from engine.library import records as known
from engine.library.hunt import Hunt, HuntResult, go_hunting, gone_on_with, joined, play_batch, record_of
from engine.rules import PLAYABLE

GOLF, CODINGAME, BICYCLE = (PLAYABLE[name] for name in ("code-golf", "codingame", "bicycle"))


@pytest.fixture(autouse=True)
def _short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunting, "SHUFFLED", 300)
    monkeypatch.setattr(hunting, "TRIED", 32)
    monkeypatch.setattr(hunting, "PATIENCE", 3)
    monkeypatch.setattr(library, "Workers", ThreadPoolExecutor)  # in this process, which has the short turns


def turns(hunt: Hunt, end: int, first: int = 0, edge: int | None = None) -> list[HuntResult]:
    taken: list[HuntResult] = []
    for turn in range(first, end):
        taken.append(play_batch(hunt, turn, edge))
        edge = taken[0].edge if edge is None else edge
    return taken


@pytest.mark.parametrize("kind", known.RECORD_KINDS)
@pytest.mark.parametrize("name", ["code-golf", "codingame", "jouets"])
def test_what_a_hunt_finds_is_played_again_with_its_figure(name: str, kind: str) -> None:
    hunt = Hunt(PLAYABLE[name], known.RECORD_KINDS[kind], seed=5)
    found = joined(hunt, turns(hunt, 2))
    if found.figure is None:
        assert (hunt.kind.cycles, name != "codingame") == (True, True)
        with pytest.raises(ValueError, match=f"no game of 600 has a {hunt.kind.title.lower()}"):
            record_of(hunt, found)
        return
    record = record_of(hunt, found, by="Ann", date="2026-11-22")
    assert record.measured() == record.figure == found.figure
    dealt = deal_cards(hunt.pack, seed=5, number=record.game)
    assert known.exchanged(dealt, record.exchanges).text == record.deal
    assert (record.turns, record.how) == (2, "exchanged" if record.exchanges else "shuffled")
    assert gone_on_with(hunt, [record]) == found


@pytest.mark.parametrize("kind", ["longest-finite", "quickest", "greatest-comeback"])
def test_the_best_of_a_turn_is_the_best_of_its_games_one_by_one(kind: str) -> None:
    hunt = Hunt(GOLF, known.RECORD_KINDS[kind], seed=1)
    figures = dict[int, int]()
    for number in range(300, 600):
        figure = known.figure_of(hunt.kind, deal_cards(hunt.pack, seed=1, number=number), GOLF)
        if figure is not None:
            figures[number] = figure
    found, best = play_batch(hunt, 1), min(figures, key=lambda number: hunt.sign * -figures[number])
    assert (found.figure, found.game) == (figures[best], best)
    assert (found.games, found.shuffled) == (300, 300)


@given(st.permutations(range(5)), st.integers(1, 4))
def test_turns_add_up_in_any_order_and_in_any_parts(order: list[int], cut: int) -> None:
    hunt = Hunt(CODINGAME, known.LONGEST, seed=9)
    every = [
        HuntResult(1, 300 + turn, 7 * (turn % 3), turn, "", 5 if turn == 0 else None, turn, 9 * turn)
        for turn in range(5)
    ]
    whole = joined(hunt, every)
    assert (whole.batches, whole.games, whole.figure, whole.game, whole.edge) == (5, 1_510, 14, 2, 5)
    some = [every[turn] for turn in order]
    assert joined(hunt, some) == joined(hunt, [joined(hunt, some[:cut]), joined(hunt, some[cut:])]) == whole


def test_a_hunt_that_is_gone_on_with_is_one_hunt() -> None:
    hunt = Hunt(CODINGAME, known.LONGEST, seed=4)
    held = joined(hunt, turns(hunt, 2))
    record = record_of(hunt, held)
    others = [replace(record, seed=5), replace(record, rules="pyanitsa"), replace(record, turns=0)]
    since = gone_on_with(hunt, [*others, Record.parse(record.line)])
    assert (since, gone_on_with(hunt, others)) == (held, HuntResult())
    assert joined(hunt, [since, *turns(hunt, 4, 2, since.edge)]) == joined(hunt, turns(hunt, 4))
    changes = {"figure": 99_999}, {"game": 100}, {"turns": 9_000}, {"games": 3}, {"tail": "500 7 3"}
    for change in changes:
        with pytest.raises(ValueError, match=r"^a line was changed: its [\d,]+ turns do not give its deal"):
            gone_on_with(hunt, [replace(record, **change)])


def test_the_records_that_are_kept_are_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # they were hunted for in whole turns
    turned = [record for record in known.records() if record.turns]
    assert len(turned) > 3
    for record in turned:
        hunt = Hunt(PLAYABLE[record.rules], known.RECORD_KINDS[record.feat], record.seed)
        assert gone_on_with(hunt, [record]).batches == record.turns


def test_cards_are_exchanged_only_in_orders_that_favour_a_player() -> None:
    favour = {name for name, rules in PLAYABLE.items() if Hunt(rules, known.LONGEST).exchanging}
    assert favour == {"programming-challenges", "programming-challenges-code", "codingame", "pyanitsa"}
    hunt = Hunt(CODINGAME, known.LONGEST, seed=2)
    found = next(found for turn in range(20) if (found := play_batch(hunt, turn)).exchanges)
    start = known.figure_of(known.LONGEST, deal_cards(hunt.pack, seed=2, number=found.game), hunt.rules)
    assert (found.figure or 0) > (start or 99_999)
    assert (found.games - 300) % 32 == 0
    assert found.games >= 300 + 32 * (3 + len(found.exchanges.split()))


@given(st.integers(0, 10_000), st.integers(2, 500), st.integers(1, 900))
def test_the_longest_to_expect_grows_by_the_fold_for_each_factor_e(edge: int, beyond: int, fold: int) -> None:
    found = HuntResult(games=1000, figure=1, edge=edge, beyond=beyond, excess=beyond * fold)
    expected = edge + fold * (math.log(beyond) + 0.5772)
    assert found.fold == fold
    assert found.expected() == pytest.approx(expected, abs=0.1)
    (later,) = re.findall(
        r"about ([\d,]+) in ten", library._hunt_text(Hunt(BICYCLE, known.LONGEST), found, "")[2]
    )
    assert int(later.replace(",", "")) == pytest.approx(expected + 2.302585 * fold, abs=0.6)
    assert HuntResult(games=10).expected() is None


@pytest.mark.parametrize("workers", [1, 3])
def test_turns_count_in_a_row_however_many_take_them(workers: int) -> None:
    hunt, looks = Hunt(BICYCLE, known.LONGEST, seed=4), list[HuntResult]()
    with ThreadPoolExecutor(workers) as executor:
        found = go_hunting(
            hunt, executor, workers=workers, seconds=0.05, since=HuntResult(), on_batch=looks.append
        )
    assert found == joined(hunt, turns(hunt, found.batches))
    assert [look.batches for look in looks] == list(range(2, found.batches + 1))


def test_a_hunt_takes_the_seconds_that_were_asked_for(war: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.library.go_hunting", hunting := Mock(return_value=HuntResult()))
    war("hunt", "--rules", "bicycle", "--seconds", "7")
    assert hunting.call_args.kwargs["seconds"] == 7


def test_a_hunt_says_what_it_found_and_goes_on_from_what_it_printed(war: Any, tmp_path: Path) -> None:
    kept = tmp_path / "hunted"
    hunted = f"hunt --rules bicycle --seconds 0.01 --seed 4 --by Ann --from {kept}".split()
    code, output, err = war(*hunted)
    assert (code, err) == (0, "")
    kept.write_text(output, encoding="utf-8")
    *words, line = output.splitlines()
    record = Record.parse(line)
    assert words[0] == f"longest game by bicycle: {record.figure:,} rounds"
    assert re.fullmatch(rf"  game {record.game:,} of seed 4; [\d,]+ games in \d+ turns?", words[1])
    assert re.fullmatch(r"  expected: about [\d,]+ in [\d,]+ shuffled games?, about [\d,]+ in .*", words[2])
    assert (record.measured(), record.by) == (record.figure, "Ann")
    more = Record.parse(war(*hunted, "--json")[1])
    assert more.turns > record.turns
    assert more.figure >= record.figure
    none = war(*["hunt", "--rules", "bicycle", "--for", "longest-cycle", "--seconds", "0.001"])
    assert none[:2] == (1, "")
    assert none[2].startswith("war: longest loop: none in ")
    assert war("hunt", "--from", str(tmp_path), "--seconds", "0.001")[2].startswith("war: cannot read ")


@pytest.mark.parametrize("pack", ["13x4", "9x4"])
def test_what_is_built_never_ends(war: Any, pack: str) -> None:
    deals = set()
    for seed in ("0", "1"):
        data = one_json(war("build", "--pack", pack, "--rules", "bicycle", "--seed", seed, "--json"))
        cycle = play(Deal.parse(data["deal"]), BICYCLE).cycle
        assert cycle is not None
        assert (cycle.start, cycle.length) == (data["start"], data["length"])
        deals.add(data["deal"])
    assert len(deals) == 2


HELD = next(record for record in known.records() if record.turns and record.feat == known.LONGEST.name)
HUNT = ["hunt", "--rules", HELD.rules, "--seed", str(HELD.seed), "--seconds", "600", "--workers", "2"]
SIGNALS = [signal.SIGINT, *map(slow, (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP))]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux lists them")
@pytest.mark.parametrize("how", SIGNALS)
def test_a_hunt_that_is_ended_leaves_no_worker_and_says_its_find(tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "held").write_text(HELD.line + "\n", encoding="utf-8")
    program = [sys.executable, "-m", "engine", *HUNT, "--from", str(tmp_path / "held"), "--json"]
    hunting = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    try:
        workers = chores.until(lambda: len(found := chores.children(hunting.pid)) == 2 and found, seconds=60)
        hunting.send_signal(how)
        output, _ = hunting.communicate(timeout=60)
    finally:
        hunting.kill()
    chores.until(lambda: not any(map(chores.is_alive, workers)), seconds=15)
    assert (tmp_path / "held").read_text(encoding="utf-8") == HELD.line + "\n"
    if how is signal.SIGINT:
        record = Record.parse(output)
        assert record.turns >= HELD.turns
        assert record.measured() == record.figure >= HELD.figure
    else:
        assert not output
