"""`war simulate` and its files: the shapes of the JSON are a promise, the tallies those of any other way."""

from pathlib import Path
from typing import Any

import pytest
from commands import one_json

from engine.rules import PLAYABLE
from engine.study import Study
from engine.study.tally import tally

LENGTH = ["of", "mean", "mean_interval", "sd", "median", "q05", "q95", "q99", "longest"]
GOLF = Study(rules=PLAYABLE["code-golf"], games=3_000, seed=7)


def test_simulate_prints_every_promised_field_in_order(war: Any) -> None:
    data = one_json(war("simulate", "--games", "3000", "--seed", "7", "--json"))
    assert list(data) == [
        *("rules", "pack", "games", "seed", "version", "outcomes", "reasons"),
        *("rounds", "battles", "plays", "wars", "depth", "extremes"),
        *("complete", "games_done", "tallies_sha256", "seconds", "games_per_second"),
    ]
    assert list(data["rounds"]) == list(data["depth"]) == LENGTH
    assert [list(data[unit]) for unit in ("battles", "plays", "wars")] == [["mean"]] * 3
    assert [list(extreme) for extreme in data["extremes"]] == [["kind", "value", "game"]] * 40
    assert (data["rules"], data["pack"], data["games"], data["seed"]) == ("code-golf", "13x4", 3_000, 7)
    assert data["version"] == {"stream": 1, "tallies": 2}
    assert (data["complete"], data["games_done"]) == (True, [[0, 3_000]])
    assert data["tallies_sha256"] == tally(GOLF, 0, GOLF.games).sha256()


def test_simulate_follows_as_many_games_as_the_page_where_it_writes_a_file(war: Any, tmp_path: Path) -> None:
    asked = ("simulate", "--games", "3000", "--seed", "7", "--json")
    plain, followed = one_json(war(*asked)), one_json(war(*asked, "--followed", "4096"))
    written = one_json(war(*asked, "--csv", str(tmp_path / "tallies.csv")))
    assert "followed" not in plain
    assert (written["followed"], written["tallies_sha256"]) == (4096, followed["tallies_sha256"])
    assert written["tallies_sha256"] != plain["tallies_sha256"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--csv", "/no/such/file.csv"], "cannot write '/no/such/file.csv': name a file in a folder that"),
        (["--parquet", "/"], "cannot write '/': name a file in a folder that can be written to"),
        (["--games", "1000001", "--games-parquet", "games"], "One row a game is for at most 1,000,000 games"),
        (["--followed", "1000001"], "'1000001' is out of range: take 0 to 1000000 games"),
        (["--block", "16777217"], "is out of range: take 1 to 16777216 games"),
    ],
)
def test_files_that_cannot_be_are_refused_before_a_game_is_played(
    war: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = war("simulate", "--games", "1000", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_finished_leaves_the_old_one_and_no_part(
    war: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "tallies.csv"
    path.write_text("older", encoding="ascii")
    monkeypatch.setattr("os.fsync", full)
    code, out, err = war("simulate", "--games", "100", "--csv", str(path))
    assert (code, out, err) == (2, "", f"war: cannot write {str(path)!r}: No space left on device\n")
    assert path.read_text(encoding="ascii") == "older"
    assert list(tmp_path.iterdir()) == [path]
