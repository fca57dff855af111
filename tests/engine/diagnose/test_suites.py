"""The fewest deals that catch every mistake we know, as files; and how much published deals catch."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from approved import Reviewed
from commands import one_json
from deal_choice import JUDGES, plan_of, wrong_programs
from quick import slow

from engine.diagnose import Program
from engine.diagnose.suites import Suite, fewest, stored_suites, suite_files, suites_of
from engine.folders import files_zip
from engine.formats.write import INPUTS

SUITES = [("codingame", 20, 7), ("pyanitsa", 20, 7), *(slow(judge, 60, 8) for judge in JUDGES)]


@pytest.mark.parametrize(("judge", "games", "most"), SUITES)
def test_the_fewest_deals_catch_all_that_any_deal_catches(judge: str, games: int, most: int) -> None:
    published, smallest = suites_of(plan_of(judge, games))
    assert smallest.catches == len(smallest.caught) == len(published.caught) > 25
    assert published.catches < smallest.catches
    assert len(smallest.deals) <= most
    assert all(map(smallest.plan.asks, smallest.deals))
    longest = {deal.text for deal in smallest.plan.longest()}
    assert longest <= {deal.text for deal in smallest.deals}
    for left_out, deal in enumerate(smallest.deals):
        if deal.text in longest:
            continue  # for programs that give up after whatever number of rounds
        others = {*range(len(smallest.deals))} - {left_out}
        assert any(not places & others for places in smallest.caught.values())


def test_the_public_examples_of_codingame_see_no_wrong_order_of_picking_up() -> None:
    published, _ = suites_of(plan_of("codingame", 20))
    assert len(published.deals) == 3
    assert "order of picking up" in published.blind
    assert 0.3 < published.catches / len(published.caught) < 0.7


def test_what_no_deal_shows_is_said_by_what_it_is_about() -> None:
    plan = plan_of("codingame", 1)
    for about, *mistakes in (
        ("reading the cards", "10-as-1", "both-upside-down"),
        ("playing a round", "ties-to-1", "stack"),
        ("what is counted", "counts-battles", "counts-wars"),
        ("counting one off", "one-too-many", "one-too-few"),
        ("naming the winner", "winner-swapped", "drawn-as-1"),
        ("giving up too soon", "stops-at-50-drawn", "stops-at-50-more"),
    ):
        wrong = [Program(plan.rules, (name,)) for name in mistakes]
        assert Suite(plan, (), dict.fromkeys(wrong, frozenset())).blind == [about]


def test_no_fewer_would_do() -> None:
    wanted = [frozenset(places) for places in ({1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {1, 6}, {7, 2})]
    places = {place for some in wanted for place in some}
    chosen = fewest(wanted)
    assert all(some & {*chosen} for some in wanted)
    for fewer in combinations(places, len(chosen) - 1):
        assert any(not some & {*fewer} for some in wanted)


def test_the_files_hold_what_the_judge_gives_and_expects() -> None:
    plan = plan_of("codingame", 5)
    _, smallest = suites_of(plan)
    files = suite_files(smallest)
    assert files["1.in"] == f"{INPUTS[plan.input].write(smallest.deals[0])}\n"
    assert files["1.out"] == f"{plan.expected(smallest.deals[0])}\n"
    assert smallest.deals[0].suits_1
    header, *rows = files["about/mistakes.csv"].splitlines()
    assert header.count("caught by") == len(smallest.deals)
    assert len(rows) == smallest.catches
    assert all(",yes" in row for row in rows)


def test_war_cases_writes_files_and_says_what_they_miss(war: Any, tmp_path: Path, reviewed: Reviewed) -> None:
    folder, packed = tmp_path / "Cases", tmp_path / "Cases.zip"
    output = one_json(war("cases", "--rules", "pyanitsa", "--out", str(folder), "--json"))
    not_caught = output["not_caught"]
    said = war("cases", "--rules", "pyanitsa", "--out", str(packed))
    files = suite_files(stored_suites("pyanitsa")[1])
    reviewed(
        *map(str, said),
        json.dumps({**output, "not_caught": not_caught[8:11]}, indent=1),
        str(files["about/README.txt"]),
    )
    assert packed.read_bytes() == files_zip(files)
    written = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*.*")}
    assert written == files
    missed, caught = (files[f"about/{name}"].splitlines() for name in ("not-caught.txt", "mistakes.csv"))
    assert missed[-len(not_caught) :] == not_caught
    assert len(missed) + len(caught) - 1 == len(wrong_programs("pyanitsa"))
    for there in (folder, packed):
        code, _, err = war("cases", "--rules", "pyanitsa", "--out", str(there))
        assert (code, "is there already: choose another place with --out" in err) == (2, True)
