"""What the Download menu hands out, and that the terminal writes the same files byte for byte."""

import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pandas as pd
import pytest
import streamlit as st
from apps import opened_at, when_over

from dashboard.charts.simulate.charts import simulate_panels
from dashboard.urls import COMPARE, SIMULATE
from dashboard.urls.screens import CompareScreen, SimulateScreen
from engine.cards import Pack
from engine.cli.main import main
from engine.jobs.job import Job
from engine.jobs.runs import runs
from engine.tables.files import ABOUT, csv

Files = dict[str, Callable[[], bytes]]
"""What makes each file of the menu, by the key of its button."""


@pytest.fixture
def menu(monkeypatch: pytest.MonkeyPatch) -> Files:
    """Keep what the buttons of an open menu would hand out."""
    files: Files = {}

    def button(label: str, make: Callable[[], bytes], name: str, *, key: str, **_: Any) -> None:
        assert label
        unit = "(rounds|plays)-" if key in ("report_html", "tables_zip") else ""  # of what holds lengths
        assert re.match(rf"war-room-{key.partition('_')[0]}-{unit}[a-z0-9]", name)
        files[key] = make

    monkeypatch.setattr(st, "download_button", button)
    return files


def link_in(parquet: bytes) -> str:
    """Return the link that a Parquet file names."""
    return str(pd.read_parquet(io.BytesIO(parquet)).attrs[ABOUT]["link"])


def written(tmp_path: Path, command: list[str], page: Mapping[str, Callable[[], bytes]]) -> None:
    """Check that a command writes the files of a page's menu."""
    files = {key.replace("_", "."): make() for key, make in page.items() if key != "report_html"}
    options = {
        "tallies.parquet": "--parquet",
        "tables.zip": "--csv",
        "games.csv": "--games-csv",
        "games.parquet": "--games-parquet",
    }
    asked = [text for name in files for text in (options[name], str(tmp_path / name))]
    assert main([*command, *asked, "--link", link_in(files["tallies.parquet"])]) == 0
    for name, content in files.items():
        assert (tmp_path / name).read_bytes() == content, name
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(files)


def shown(view: str, params: Mapping[str, str], job: Job, files: Files) -> Files:
    """Open a page, wait for its run and return the files of its menu."""
    app = when_over(opened_at(view, params), job)
    app.session_state["downloads"] = True
    app.run()
    assert not app.exception
    return files


def test_the_terminal_writes_what_the_simulate_page_downloads(menu: Files, tmp_path: Path) -> None:
    screen = SimulateScreen(rule_set="programming-challenges", games=6_000, seed=31)
    files = shown("simulate", SIMULATE.to_params(screen), screen.job, menu)
    assert set(files) == {"report_html", "tables_zip", "tallies_parquet", "games_csv", "games_parquet"}
    command = ["simulate", "--rules", "programming-challenges", "--games", "6000", "--seed", "31"]
    written(tmp_path, command, files)


def test_the_tables_of_the_charts_are_a_csv_a_chart(menu: Files) -> None:
    screen = SimulateScreen(rule_set="programming-challenges", games=1_500, seed=31)
    files = shown("simulate", SIMULATE.to_params(screen), screen.job, menu)
    panels = simulate_panels(screen.job, runs().get(screen.job).summary)
    packed = files["tables_zip"]()
    assert packed == files["tables_zip"]()
    with ZipFile(io.BytesIO(packed)) as tables:
        assert tables.namelist() == [f"{panel.name}.csv" for panel in panels]
        for panel in panels:
            assert tables.read(f"{panel.name}.csv") == csv(panel.table)
        lengths = pd.read_csv(io.BytesIO(tables.read("lengths.csv")))
    assert lengths["games"].sum() == 1_500 - runs().get(screen.job).summary.outcomes()["endless"]


def test_the_link_is_all_that_another_link_changes(menu: Files, tmp_path: Path) -> None:
    screen = SimulateScreen(rule_set="code-golf", games=200, seed=31)
    files = shown("simulate", SIMULATE.to_params(screen), screen.job, menu)
    assert link_in(files["tallies_parquet"]()).startswith("http://")
    path = tmp_path / "tallies"
    assert main(["simulate", "--games", "200", "--seed", "31", "--parquet", str(path)]) == 0
    mine, page = pd.read_parquet(path), pd.read_parquet(io.BytesIO(files["tallies_parquet"]()))
    pd.testing.assert_frame_equal(mine, page)
    assert mine.attrs[ABOUT] == {**page.attrs[ABOUT], "link": ""}


SETTINGS = ["--games", "1500", "--seed", "32", "--pack", "8x4"]
RULE_SETS = ("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "codingame")
COMPARED = {
    "rule sets": (CompareScreen(rule_sets=RULE_SETS), ["compare", *RULE_SETS]),
    "one rule": (
        CompareScreen(rule_sets=("programming-challenges",), sweep="face_down"),
        ["sweep", "face_down", "--rules", "programming-challenges"],
    ),
}


@pytest.mark.parametrize(("screen", "command"), COMPARED.values(), ids=COMPARED)
def test_the_terminal_compares_as_the_compare_page_does(
    menu: Files, tmp_path: Path, capsys: pytest.CaptureFixture[str], screen: CompareScreen, command: list[str]
) -> None:
    screen = screen.changed(games=1_500, seed=32, pack=Pack(8, 4))
    files = shown("compare", COMPARE.to_params(screen), screen.job, menu)
    assert set(files) == {"report_html", "tables_zip", "tallies_parquet"}
    written(tmp_path, [*command, *SETTINGS, "--json"], files)
    data = json.loads(capsys.readouterr().out)
    assert data["tallies_sha256"] == runs().get(screen.job).summary.sha256()
