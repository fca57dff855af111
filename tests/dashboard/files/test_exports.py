"""Tables to take home: every number read back, and the menu's files the terminal's byte for byte."""

import io
import json
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from zipfile import ZipFile

import numpy as np
import pandas as pd
import pytest
import streamlit as st
from apps import opened_at, when_over

from dashboard.charts.simulate.charts import simulate_panels
from dashboard.ui import charts
from dashboard.urls import COMPARE, SIMULATE, CompareScreen, SimulateScreen
from engine import PRESETS, Pack, Reason, __version__, deal_cards, play
from engine.cards.random_stream import LARGEST_SEED
from engine.cli.main import main
from engine.game import LIMIT
from engine.jobs import Job, runs
from engine.kernels.tallies import OUTCOMES, UNITS
from engine.simulation import Comparison, Study
from engine.simulation import paired as compare
from engine.simulation.tallies import TALLIES, Summary, bin_start, tally
from engine.tables import files as exports

LINK = "https://war.example/?v=2&rules=programming-challenges"


def study_of(rules: str, games: int = 3_000, **more: Any) -> Study:
    return Study(rules=PRESETS[rules].playable, games=games, **{"sample": 7, "seed": 11, **more})


STUDIES = {
    "never ends": study_of("programming-challenges"),
    "drawn": study_of("codingame"),
    "one game": study_of("code-golf", games=1),
    "cut off": study_of("jouets", limit=200),
    "largest seed": study_of("whats-in-a-game-steal", seed=LARGEST_SEED, pack=Pack.parse("5x2")),
}


def of_tallies(job: Job, tallies: Any) -> bytes:
    return exports.csv(exports.tallies_table(job, tallies))


def from_csv(job: Job, tallies: Any) -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(of_tallies(job, tallies)), dtype={"total": object})


def from_parquet(job: Job, tallies: Any) -> pd.DataFrame:
    return pd.read_parquet(io.BytesIO(exports.tallies_parquet(job, tallies, LINK)))


def rows_of(counts: np.ndarray, firsts: np.ndarray, *, binned: bool) -> list[tuple[Any, ...]]:
    """Return the rows that a tally of outcomes x places has: outcome, from, to, games, first game."""
    start = bin_start if binned else int
    return [
        (OUTCOMES[row], start(place), start(place + 1) - 1, games, firsts[row, place])
        for (row, place), games in np.ndenumerate(counts)
        if games
    ]


@pytest.mark.parametrize("read", [from_csv, from_parquet])
@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_every_number_comes_back(study: Study, read: Callable[[Study, Summary], pd.DataFrame]) -> None:
    summary = tally(study, 0, study.games)
    table = read(study, summary)
    for column, value in (("rules", study.rules.code), ("pack", study.pack.text), ("seed", study.seed)):
        assert {str(cell) for cell in table[column]} == {str(value)}
    of = dict(iter(table.groupby("tally", observed=True)))
    assert dict(zip(of["outcomes"]["outcome"], of["outcomes"]["games"], strict=True)) == summary.outcomes()
    for name in set(TALLIES) - {"reasons"}:
        lengths = of["lengths"][of["lengths"]["unit"] == name]
        part = lengths if name in UNITS else of.get(name.replace("_", " "), table[:0])
        counts, firsts = np.atleast_2d(summary.counts(name)), np.atleast_2d(summary.firsts[name])
        outcomes = part["outcome"] if len(counts) > 1 else [OUTCOMES[0]] * len(part)
        columns = (part[column].astype(int) for column in ("from", "to", "games", "first_game"))
        expected = rows_of(counts, firsts, binned=name in UNITS or name.startswith("cycle"))
        assert list(zip(outcomes, *columns, strict=True)) == expected, name
    reasons = of["reasons"][["outcome", "reason", "games", "first_game"]].itertuples(index=False, name=None)
    assert [*reasons] == [
        (OUTCOMES[row], [*Reason][place].value, games, summary.firsts["reasons"][row, place])
        for (row, place), games in np.ndenumerate(summary.reasons)
        if games
    ]
    for unit in UNITS:
        totals = [of[x][of[x]["unit"] == unit]["total"].map(int) for x in ("sums", "sums of squares")]
        assert tuple(zip(*totals, strict=True)) == summary.sums[unit]
    sizes = of["deck sizes"][["round", "from", "games"]].astype(int).itertuples(index=False, name=None)
    assert [*sizes] == [(row + 1, place, n) for (row, place), n in np.ndenumerate(summary.sizes) if n]
    for kind, kept in summary.extremes.items():
        part = of["extremes"][of["extremes"]["unit"] == kind] if "extremes" in of else table[:0]
        assert tuple(zip(part["from"], part["first_game"], strict=True)) == kept
    counted = {"outcomes", "reasons", "lengths", "sums", "sums of squares", "deck sizes", "extremes"}
    assert set(of) <= counted | {"parity", "aces", "strength", "cycle starts", "cycle lengths"}


def test_a_comparison_has_every_rule_set_and_every_pair() -> None:
    names = ("code-golf", "programming-challenges", "codingame")
    job = Comparison(rule_sets=tuple(PRESETS[name].playable for name in names), games=2_000, seed=3)
    compared = compare.tally(job, 0, job.games)
    table = from_parquet(job, compared)
    assert table.attrs["war_room"]["study"] == job.canonical()
    codes = [rules.code for rules in job.rule_sets]
    alone = table["other_rules"].isna()
    for study, summary in zip(job.studies(), compared.summaries, strict=True):
        own = table[alone & (table["rules"] == study.rules.code)].reset_index(drop=True)
        wanted = exports.tallies_table(study, summary)
        assert own[wanted.columns].astype(object).equals(wanted.astype(object))
    pairs = table[~alone]
    for place, (one, other) in enumerate(compared.pairs()):
        pair = pairs[(pairs["rules"] == codes[one]) & (pairs["other_rules"] == codes[other])]
        changes = pair[pair["tally"] == "changes"][["outcome", "other_outcome", "games", "first_game"]]
        assert [*changes.itertuples(index=False, name=None)] == [
            (OUTCOMES[row], OUTCOMES[column], games, compared.examples[place][row, column].min())
            for (row, column), games in np.ndenumerate(compared.changes[place])
            if games
        ]
        sums = pair[pair["tally"] != "changes"]
        assert list(dict.fromkeys(sums["unit"])) == list(compared.lengths)
        for unit, lengths in compared.lengths.items():
            own = sums[sums["unit"] == unit]
            assert [int(total) for total in own["total"]] == list(astuple(lengths[place]))[1:]
            assert set(own["games"]) == {lengths[place].games}
    again = from_csv(job, compared)
    assert len(again) == len(table)
    assert again["games"].tolist() == table["games"].tolist()


def test_a_parquet_file_says_what_it_is_of() -> None:
    study = STUDIES["never ends"]
    assert from_parquet(study, tally(study, 0, 1_500)).attrs[exports.ABOUT] == {
        "study": study.canonical(),
        "key": study.key(),
        "games": 1_500,
        "link": LINK,
        "versions": {"war_room": __version__, "stream": 1, "tallies": 2},
    }


def test_equal_studies_give_equal_bytes_with_numbers_as_numbers() -> None:
    study = STUDIES["drawn"]
    whole = tally(study, 0, study.games)
    parts = tally(study, 1_000, 2_000) + tally(study, 0, 1_000)
    assert of_tallies(study, whole) == of_tallies(study, parts)
    assert exports.tallies_parquet(study, whole, LINK) == exports.tallies_parquet(study, parts, LINK)
    header, first, *_ = of_tallies(study, whole).decode().splitlines()
    assert header == "rules,pack,seed,tally,unit,outcome,reason,round,from,to,games,first_game,total"
    assert first.startswith("3.PLAYER_1_FIRST.DRAW.DRAW.HIGH,13x4,11,outcomes,,player_1,,,,,")


@pytest.mark.parametrize("start", [*"=+-@＝＋－＠\t\r\n"])
def test_no_text_becomes_a_formula(start: str) -> None:
    nasty = f"{start}cmd|' /C calc'!A0"
    table = pd.DataFrame(
        {
            "text": [nasty, "2 3 4"],
            f"{start}name": [-1, 2],
            "kind": pd.Categorical([nasty, "K"]),
            "f": [-0.1, 3e300],
        }
    )
    read = pd.read_csv(io.BytesIO(exports.csv(table)))
    shown = nasty.replace("\r", "\n")  # or it would end the row: only line feeds are quoted
    assert read["text"].tolist() == [f"'{shown}", "2 3 4"]
    assert read["kind"].tolist() == [f"'{shown}", "K"]
    name = f"'{shown[0]}name"
    assert list(read.columns) == ["text", name, "kind", "f"]
    assert read[name].tolist() == [-1, 2]
    assert read["f"].tolist() == [-0.1, 3e300]
    assert table["text"][0] == nasty


PLAYED = ("programming-challenges", "codingame", "whats-in-a-game-steal", "kbwar", "spivey")


@pytest.mark.parametrize("rules", PLAYED)
def test_each_row_is_what_the_referee_plays(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 200 if rules == "kbwar" else LIMIT
    monkeypatch.setattr(exports, "BLOCK", 32)
    study = study_of(rules, games=40, limit=limit)  # more than a block
    data = exports.games_file(study, LINK)
    table = pd.read_parquet(io.BytesIO(data))
    pd.testing.assert_frame_equal(table, exports.games_table(study))
    assert table.attrs[exports.ABOUT]["study"] == study.canonical()
    assert table["number"].tolist() == list(range(40))
    assert {*table["reason"].cat.categories} == {*table["reason"]}
    as_text = pd.read_csv(io.BytesIO(exports.games_file(study)), dtype=str, keep_default_na=False)
    assert as_text.equals(table.astype(object).where(table.notna(), "").astype(str))
    for number, row in enumerate(table.itertuples()):
        deal = deal_cards(study.pack, seed=study.seed, number=number)
        game = play(deal, study.rules, seed=study.seed, number=number, limit=limit)
        assert row.winner == ["nobody", "player_1", "player_2"][game.outcome.winner or 0]
        assert row.reason == game.outcome.reason.value
        lengths = [row.rounds, row.battles, row.plays, row.wars, row.depth]
        if game.cycle:
            assert all(value is pd.NA for value in lengths)
        else:
            assert lengths == [game.rounds, game.battles, game.plays, game.wars, game.depth]
        places = [abs(rank - (14 if study.rules.order.value == "LOW_WINS" else 2)) for rank in deal.deck_1]
        assert (row.aces, row.strength) == (places.count(12), sum(places))


def test_columns_are_as_small_as_any_study_allows() -> None:
    kinds = [
        {str(kind) for kind in exports.games_table(study_of("code-golf", games=10, limit=limit)).dtypes}
        for limit in (LIMIT, 10**9)
    ]
    others = {"uint32", "category", "UInt16", "uint16"}
    assert kinds == [others | {"UInt32"}, others | {"UInt64"}]


def test_too_many_games_are_refused_in_a_sentence_and_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    study = study_of("code-golf", games=1_000_001)
    assert exports.games_trouble(replace(study, games=1_000_000)) == ""
    for make in (partial(exports.games_file, study, LINK), partial(exports.games_file, study)):
        with pytest.raises(ValueError, match="at most 1,000,000; this run has 1,000,001"):
            make()
    monkeypatch.setattr(charts, "in_menu", offered := Mock())
    charts._games(study, LINK)
    assert [call.kwargs["off"] for call in offered.mock_calls] == [True, True]


def test_thirty_who_ask_at_once_get_one_file_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Mock(wraps=exports.games_table)
    monkeypatch.setattr(exports, "games_table", made)
    study = study_of("code-golf", games=2_000, seed=12345)
    with ThreadPoolExecutor(30) as people:
        files = list(people.map(lambda _: exports.games_file(study, LINK), range(30)))
    assert len(set(files)) == 1
    made.assert_called_once_with(study)


def test_the_cost_is_about_what_it_is() -> None:
    study = study_of("programming-challenges", games=40_000)
    sizes = {"CSV": len(exports.games_file(study)), "Parquet": len(exports.games_file(study, LINK))}
    for kind, size in sizes.items():
        assert 0.8 < size / (exports.BYTES_A_ROW[kind] * study.games) < 1.25
    assert exports.games_cost(replace(study, games=1)).startswith("1 row: CSV under 1 MB, Parquet under 1 MB")


def test_a_table_of_nothing_is_still_a_file() -> None:
    empty = pd.DataFrame({"games": np.array([], np.int64), "of": pd.Series([], dtype=object)})
    assert exports.csv(empty) == b"games,of\n"
    assert list(pd.read_parquet(io.BytesIO(exports.parquet(empty, {}))).columns) == ["games", "of"]


Files = dict[str, Callable[[], bytes]]  # what makes each file of the menu, by the key of its button


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
    return str(pd.read_parquet(io.BytesIO(parquet)).attrs[exports.ABOUT]["link"])


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
    when_over(opened_at(view, params, folds=("downloads",)), job)
    return files


def test_the_terminal_writes_what_the_simulate_page_downloads(menu: Files, tmp_path: Path) -> None:
    screen = SimulateScreen(rule_set="programming-challenges", games=1_500, seed=31)
    files = shown("simulate", SIMULATE.to_params(screen), screen.job, menu)
    assert set(files) == {"report_html", "tables_zip", "tallies_parquet", "games_csv", "games_parquet"}
    command = ["simulate", "--rules", "programming-challenges", "--games", "1500", "--seed", "31"]
    written(tmp_path, command, files)
    # The link is all that another link changes.
    assert link_in(files["tallies_parquet"]()).startswith("http://")
    path = tmp_path / "tallies"
    assert main([*command, "--parquet", str(path)]) == 0
    mine, page = pd.read_parquet(path), pd.read_parquet(io.BytesIO(files["tallies_parquet"]()))
    pd.testing.assert_frame_equal(mine, page)
    assert mine.attrs[exports.ABOUT] == {**page.attrs[exports.ABOUT], "link": ""}
    # The tables of the charts are a file a chart.
    panels = simulate_panels(screen.job, runs().get(screen.job).summary)
    packed = files["tables_zip"]()
    assert packed == files["tables_zip"]()
    with ZipFile(io.BytesIO(packed)) as tables:
        assert tables.namelist() == [f"{panel.name}.csv" for panel in panels]
        for panel in panels:
            assert tables.read(f"{panel.name}.csv") == exports.csv(panel.table)
        lengths = pd.read_csv(io.BytesIO(tables.read("lengths.csv")))
    assert lengths["games"].sum() == 1_500 - runs().get(screen.job).summary.outcomes()["endless"]


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
