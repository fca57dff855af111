"""The fewest deals that catch every mistake we know, as files; and how much published deals catch."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from killing import JUDGES, plan_of, wrong_programs

from engine.diagnose.suites import fewest, stored_suites, suite_files, suites_of
from engine.folders import files_zip
from engine.formats.write import INPUT_OF, INPUTS


@pytest.mark.parametrize("judge", ["codingame", "pyanitsa"])
def test_the_fewest_deals_catch_all_that_any_deal_catches(judge: str) -> None:
    published, smallest = suites_of(plan_of(judge, 20))
    assert smallest.catches == len(smallest.caught) == len(published.caught)
    assert published.catches < smallest.catches
    assert len(smallest.deals) <= 5
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


@pytest.mark.slow
@pytest.mark.parametrize("judge", JUDGES)
def test_of_every_judge_few_deals_catch_all(judge: str) -> None:
    _, smallest = suites_of(plan_of(judge, 60))
    assert smallest.catches == len(smallest.caught) > 25
    assert len(smallest.deals) <= 8


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
    assert f"catches {smallest.catches_at(0)}" in files["about/README.txt"]
    header, *rows = files["about/mistakes.csv"].splitlines()
    assert header.count("caught by") == len(smallest.deals)
    assert len(rows) == smallest.catches
    assert all(",yes" in row for row in rows)


def test_war_cases_writes_them(war: Any, tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    code, out, _ = war("cases", "--rules", "pyanitsa", "--out", str(folder), "--json")
    said = json.loads(out)
    assert (code, said["rules"], said["input"]) == (0, "pyanitsa", INPUT_OF["pyanitsa"])
    names = sorted(path.name for path in folder.iterdir())
    assert sorted(path.name for path in (folder / "about").iterdir()) == [
        "README.txt",
        "mistakes.csv",
        "not-caught.txt",
    ]
    numbers = range(1, len(said["deals"]) + 1)
    assert names == sorted(["about", *(f"{n}.in" for n in numbers), *(f"{n}.out" for n in numbers)])
    assert (folder / "1.out").read_text() == f"{said['deals'][0]['expected']}\n"
    assert max(deal["catches"] for deal in said["deals"]) <= said["mistakes"]
    code, _, err = war("cases", "--rules", "pyanitsa", "--out", str(folder))
    assert code == 2
    assert "is there already: choose another place with --out" in err


def test_the_zip_of_a_judge_holds_the_same_files_and_what_no_deal_shows(war: Any, tmp_path: Path) -> None:
    out = tmp_path / "cases.zip"
    assert war("cases", "--rules", "pyanitsa", "--out", str(out))[0] == 0
    assert out.read_bytes() == files_zip(suite_files(stored_suites("pyanitsa")[1]))
    assert war("cases", "--rules", "pyanitsa", "--out", str(tmp_path / "folder"))[0] == 0
    with ZipFile(out) as packed:
        for name in packed.namelist():
            assert packed.read(name) == (tmp_path / "folder" / name).read_bytes()
        missed = packed.read("about/not-caught.txt").decode().splitlines()
        caught = packed.read("about/mistakes.csv").decode().splitlines()[1:]
    assert len(missed) + len(caught) == len(wrong_programs("pyanitsa"))
    assert "Your program lays three cards face down in a war. The judge wants one." in missed
    code, _, err = war("cases", "--rules", "pyanitsa", "--out", str(out))
    assert (code, "'cases.zip' is there already" in err.replace(str(tmp_path) + "/", "")) == (2, True)


def test_war_cases_says_what_the_published_deals_miss(war: Any, tmp_path: Path) -> None:
    code, out, _ = war("cases", "--rules", "pyanitsa", "--out", str(tmp_path / "new"))
    assert code == 0
    assert out.splitlines()[0].startswith("1 deal for pyanitsa: they catch")
    assert "Its source publishes 2 deals: they catch" in out


def test_war_cases_refuses_rules_without_a_right_answer(war: Any, tmp_path: Path) -> None:
    code, _, err = war("cases", "--rules", "jouets", "--out", str(tmp_path))
    assert (code, "no answer is the right one" in err) == (2, True)
