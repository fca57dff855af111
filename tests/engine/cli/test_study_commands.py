"""Many games from the terminal: the shapes of the JSON are a promise, the tallies those of any other way."""

import contextlib
import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest
from commands import one_json

from engine import kernels
from engine.cards import Hands, Pack, deal_cards
from engine.cli import output, simulate
from engine.jobs import scheduler
from engine.kernels.cache import FOLDER_VARIABLE
from engine.rules import PLAYABLE, Pickup, Rules
from engine.simulation import Study, paired
from engine.simulation.study import Comparison, sweep
from engine.simulation.tallies import tally

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
    written = one_json(war(*asked, "--csv", str(tmp_path / "tables.zip")))
    assert "followed" not in plain
    assert (written["followed"], written["tallies_sha256"]) == (4096, followed["tallies_sha256"])
    assert written["tallies_sha256"] != plain["tallies_sha256"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--csv", "/no/such/file.zip"], "cannot write '/no/such/file.zip': name a file in a folder that"),
        (
            ["--csv", "tables.csv"],
            "cannot write 'tables.csv': --csv takes a folder, or a file that ends in .zip",
        ),
        (["--parquet", "/"], "cannot write '/': name a file in a folder that can be written to"),
        (["--games", "1000001", "--games-parquet", "games"], "One row a game is for at most 1,000,000 games"),
        (["--games", "1000001", "--games-csv", "games"], "One row a game is for at most 1,000,000 games"),
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

    path = tmp_path / "tables.zip"
    path.write_text("older", encoding="ascii")
    monkeypatch.setattr("os.fsync", full)
    code, out, err = war("simulate", "--games", "100", "--csv", str(path))
    assert (code, out, err) == (2, "", f"war: cannot write {str(path)!r}: No space left on device\n")
    assert path.read_text(encoding="ascii") == "older"
    assert list(tmp_path.iterdir()) == [path]


COMPARED = ["against", "pack", "games", "seed", "version", "limit", "rule_sets", "pairs"]
COMPARED += ["complete", "games_done", "tallies_sha256", "seconds", "games_per_second"]
SPREAD = ["of", "mean", "mean_interval", "sd", "median", "q05", "q25", "q75", "q95", "q99", "median_interval"]
SPREAD += ["longest"]
UNITS = ["rounds", "battles", "plays", "wars", "depth"]
ENDS = ["player_1", "player_2", "draw", "endless", "limit"]
THREE = ("code-golf", "1.WINNER_FIRST.LOSES.DRAW.HIGH", "codingame")


def promised(data: Any, values: list[str]) -> None:
    """Check that a comparison has every promised field, in order, down to the last."""
    assert list(data) == [*(["rule"] if values else []), *COMPARED]
    assert list(data["version"]) == ["stream", "tallies", "compared"]
    for rule_set in data["rule_sets"]:
        assert list(rule_set) == ["rules", "code", *values, "outcomes", "shares", "reasons", *UNITS]
        assert list(rule_set["outcomes"]) == list(rule_set["shares"]) == ENDS
        assert all(list(share) == ["value", "interval"] for share in rule_set["shares"].values())
        assert all(list(rule_set[unit]) == SPREAD for unit in UNITS)
    difference = ["of", "value", "interval", "unpaired_interval"]
    for pair in data["pairs"]:
        names = ["rules", "other_rules", "changed", "other_player_wins", "shares", *UNITS[:3], "deals"]
        assert list(pair) == names
        assert list(pair["changed"]) == list(pair["other_player_wins"]) == ["value", "interval"]
        assert list(pair["shares"]) == ENDS
        assert all(list(pair["shares"][outcome]) == difference for outcome in ENDS)
        assert all(list(pair[unit]) == difference for unit in UNITS[:3])
        assert all(list(way) == ["outcome", "other_outcome", "deals", "examples"] for way in pair["deals"])


def test_compare_prints_every_promised_field_of_the_same_tallies(war: Any) -> None:
    data = one_json(war("compare", *THREE, "--games", "900", "--seed", "5", "--pack", "8x4", "--json"))
    promised(data, [])
    rule_sets = (PLAYABLE["code-golf"], Rules(pickup=Pickup.WINNER_FIRST), PLAYABLE["codingame"])
    job = Comparison(rule_sets=rule_sets, games=900, seed=5, pack=Pack(8, 4))
    compared = paired.tally(job, 0, 900)
    assert data["tallies_sha256"] == compared.sha256()
    assert (data["against"], data["games"], data["games_done"]) == ("code-golf", 900, [[0, 900]])
    assert [rule_set["rules"] for rule_set in data["rule_sets"]] == list(THREE)
    assert [rule_set["code"] for rule_set in data["rule_sets"]] == [rules.code for rules in rule_sets]
    assert [(pair["rules"], pair["other_rules"]) for pair in data["pairs"]] == [
        (THREE[0], THREE[1]),
        (THREE[0], THREE[2]),
        (THREE[1], THREE[2]),
    ]
    for rule_set, summary in zip(data["rule_sets"], compared.summaries, strict=True):
        assert rule_set["outcomes"] == summary.outcomes()
    for pair in data["pairs"]:
        assert sum(way["deals"] for way in pair["deals"]) == 900
        parted = sum(way["deals"] for way in pair["deals"] if way["outcome"] != way["other_outcome"])
        assert pair["changed"]["value"] == parted / 900
        assert all(1 <= len(way["examples"]) <= 3 for way in pair["deals"])


def test_sweep_prints_its_values_and_pairs_them_with_the_rule_sets_own(war: Any) -> None:
    asked = ("sweep", "both-out", "--rules", "codeforces-546c", "--both-out", "PLAYER_2", "--games", "700")
    data = one_json(war(*asked, "--json"))
    promised(data, ["value"])
    swept = sweep(Rules().changed(both_out="PLAYER_2"), "both_out", games=700)
    assert data["tallies_sha256"] == paired.tally(swept.comparison, 0, 700).sha256()
    assert data["rule"] == "both_out"
    assert [rule_set["value"] for rule_set in data["rule_sets"]] == ["DRAW", "PLAYER_1", "PLAYER_2"]
    assert data["against"] == "1.LOSER_FIRST.LOSES.PLAYER_2.HIGH"
    own, first, second = data["against"], "code-golf", "1.LOSER_FIRST.LOSES.PLAYER_1.HIGH"
    pairs = [(pair["rules"], pair["other_rules"]) for pair in data["pairs"]]
    assert pairs == [(own, first), (own, second), (first, second)]
    same = one_json(war("sweep", "both_out", *asked[2:], "--json"))
    assert same["tallies_sha256"] == data["tallies_sha256"]


def test_one_deal_has_no_intervals_of_lengths_and_its_json_is_plain(war: Any) -> None:
    code, out, _ = war("compare", "code-golf", "codingame", "--games", "1", "--json")
    assert code == 0
    assert not {"NaN", "Infinity"} & set(out.replace(",", " ").replace("]", " ").split())
    pair = one_json((code, out, ""))["pairs"][0]
    assert (pair["rounds"]["of"], pair["rounds"]["interval"]) == (1, None)
    out = war("compare", "code-golf", "0.AS_DEALT.LOSES.DRAW.HIGH", "--games", "1", "--seed", "1", "--json")[
        1
    ]
    assert one_json((0, out, ""))["pairs"][0]["rounds"] == {
        "of": 0,
        "value": None,
        "interval": None,
        "unpaired_interval": None,
    }


def test_a_comparison_for_people(war: Any) -> None:
    code, out, err = war("compare", "code-golf", "codingame", "--games", "2000", "--seed", "7")
    assert (code, err) == (0, "")
    *lines, took = out.splitlines()
    assert lines == TEXT.splitlines()
    assert took.endswith(" games a second")


TEXT = """\
2,000 deals of 13x4, seed 7, each by every rule set
shares and means with 95 % intervals; rounds of the games that end by themselves

                  player 1      player 2          draw       endless   mean rounds  median
  code-golf   49.9 ± 2.3 %  50.1 ± 2.3 %   under 0.19%   under 0.19%  287.7 ± 10.0     224
  codingame  1.85 ± 0.70 %  20.9 ± 1.9 %  42.1 ± 2.2 %  35.1 ± 2.2 %      893 ± 38     818
  nothing tells the wins of both players apart: code-golf

what changes against code-golf, deal by deal
shares in points with 95 % intervals on the same deals; rounds where both games end

             result differs     player 1     player 2         draw      endless  mean rounds  of deals
  codingame    87.2 ± 1.6 %  -48.0 ± 2.3  -29.2 ± 2.9  +42.1 ± 2.2  +35.1 ± 2.2    +610 ± 40     1,298

"""


def test_a_sweep_for_people_names_its_values(war: Any) -> None:
    out = war("sweep", "order", "--games", "300")[1]
    names = [line.split("  ")[1] for line in out.splitlines() if line.startswith("  ")]
    orders = ["aces high", "aces low", "low wins", "lowest beats highest"]
    assert [name for name in names if name in orders] == [*orders, *orders[1:]]
    assert "what changes against aces high, deal by deal" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["compare", "code-golf"], "war: 1 rule set cannot be compared: take 2 to 12 of them\n"),
        (["compare", "code-golf", "golf"], "war: rule set 'golf' is unknown: take one of "),
        (["compare", "code-golf", "codeforces-546c"], "'1.LOSER_FIRST.LOSES.DRAW.HIGH' is there twice"),
        (["compare"], "war compare: the following arguments are required: RULES\n"),
        (["compare", "code-golf", "codingame", "--games", "0"], "'0' is out of range: take a whole number"),
        (["sweep", "jokers"], "war: rule 'jokers' is unknown: take one of face_down, pickup, shortfall, "),
        (["sweep", "both-out", "--rules", "codingame"], "both_out cannot be varied with shortfall DRAW"),
        (["sweep", "order", "--rules", "coin-flip"], "coin-flip plays no cards"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_code_2(
    war: Any, arguments: list[str], sentence: str
) -> None:
    code, out, err = war(*arguments, *(["--csv", "/no/such"] if arguments[-1] == "jokers" else []))
    assert (code, out) == (2, "")
    assert sentence in err


LONG = [sys.executable, "-m", "engine", "simulate", "--rules", "jouets", "--games", "10000000"]


@pytest.mark.slow  # the next one hears as little of runs that are over at once
def test_nothing_is_said_of_progress_into_a_pipe() -> None:
    done = subprocess.run([*LONG, "--workers", "1"], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.startswith("10,000,000 games of 13x4 by jouets, seed 0\n")
    deal = ["play", "--rules", "0.AS_DEALT.LOSES.DRAW.HIGH", "--seed", "1", "--limit", "200000"]
    done = subprocess.run([*LONG[:3], *deal], capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--games", "3000"),
        ("compare", "code-golf", "codingame", "--games", "3000"),
        ("sweep", "pickup", "--games", "300"),
        ("exact", "--pack", "4x2"),
        ("diagnose", "--got", "2 4", "--expected", "1 3"),
        ("play", "--deal", "AKQ/KQJ"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_of_progress_a_pipe_hears_nothing_however_soon_it_would_be_told(
    war: Any, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    code, out, err = war(*arguments, text="AKQ/KQJ")
    assert (code, err) == (0, "")
    assert out


def _rest_of(screen: int) -> str:
    """Read all that a screen was told, whose other end is closed: one reading may get a part of it alone."""
    said = b""
    # At the end, systems differ: some have nothing more to read, Linux an error.
    with contextlib.suppress(OSError):
        while part := os.read(screen, 4_096):
            said += part
    return said.decode()


def _say_and_be_interrupted(told: output.Progress) -> None:
    told.say(lambda: "x" * 90)
    raise KeyboardInterrupt


@pytest.mark.skipif(os.name != "posix", reason="terminals as POSIX has them")
def test_a_line_of_progress_is_no_wider_than_the_screen_and_taken_away_whatever_happens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, error = pty.openpty()
    termios.tcsetwinsize(error, (24, 40))
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    with os.fdopen(error, "w") as stderr:
        monkeypatch.setattr(sys, "stderr", stderr)
        with pytest.raises(KeyboardInterrupt), output.Progress() as told:
            _say_and_be_interrupted(told)
    said = _rest_of(screen)
    os.close(screen)
    assert said == f"\r{'x' * 39}\r{' ' * 39}\r"


@pytest.mark.skipif(os.name != "posix", reason="terminals as POSIX has them")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*LONG[3:], "--workers", "1"], " of 10,000,000 games, "),
        (["play", "--rules", "0.AS_DEALT.LOSES.DRAW.HIGH", "--seed", "1"], "game 1 of 1, round "),
    ],
    ids=["many games", "one long game"],
)
def test_somebody_at_a_terminal_sees_how_far_it_is_four_times_a_second(
    arguments: list[str], words: str
) -> None:
    screen, error = pty.openpty()
    start = time.monotonic()
    with subprocess.Popen([*LONG[:3], *arguments], stdout=subprocess.PIPE, stderr=error) as process:
        os.close(error)
        said = b""
        while time.monotonic() < start + 60 and said.count(words.encode()) < 4:
            said += os.read(screen, 4_096)
        seconds = time.monotonic() - start
        process.kill()
    os.close(screen)
    lines = said.decode().split("\r")[1:]
    assert 4 <= len(lines) <= 4 * seconds
    assert all(words in line and len(line) == output.LINE for line in lines[:-1])


@pytest.mark.skipif(os.name != "posix", reason="terminals as POSIX has them")
def test_somebody_at_a_terminal_reads_that_kernels_are_compiled_without_seconds_that_nobody_measured(
    tmp_path: Path,
) -> None:
    screen, error = pty.openpty()
    environment = {**os.environ, FOLDER_VARIABLE: str(tmp_path / "kernels")}
    with subprocess.Popen(LONG, stdout=subprocess.PIPE, stderr=error, env=environment) as process:
        os.close(error)
        said = b""
        while said.count(b"\r") < 2:
            said += os.read(screen, 4_096)
        process.kill()
    os.close(screen)
    assert said.decode().split("\r")[1].rstrip() == "Preparing the fast engine, once per installation …"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["simulate"], ["code-golf"]), (["compare", "code-golf", "norvig"], ["code-golf", "norvig"])],
)
def test_a_command_has_compiled_what_it_uses(
    war: Any, monkeypatch: pytest.MonkeyPatch, arguments: list[str], named: list[str]
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(simulate, "compile_ahead", lambda wanted, *_, **__: asked.append(wanted))
    assert war(*arguments, "--games", "100")[0] == 0
    assert asked == [kernels.by_rules([PLAYABLE[name] for name in named])]


def test_hands_are_dealt_by_every_command_that_plays_many_games(war: Any) -> None:
    hands = Hands.parse("AAAA/*")
    asked = ("--hands", "AAAA/*", "--games", "400", "--seed", "3", "--json")
    data = one_json(war("simulate", *asked))
    assert list(data)[:4] == ["rules", "pack", "hands", "games"]
    assert data["hands"] == "AAAA/*"
    study = Study(rules=PLAYABLE["code-golf"], games=400, seed=3, hands=hands)
    assert data["tallies_sha256"] == tally(study, 0, 400).sha256()
    for command in (("compare", "code-golf", "codingame"), ("sweep", "both_out")):
        data = one_json(war(*command, *asked))
        assert data["hands"] == "AAAA/*"
        assert data["rule_sets"][0]["outcomes"] == tally(study, 0, 400).outcomes()


def test_a_game_of_hands_is_played_again_by_its_number(war: Any) -> None:
    deal = deal_cards(Pack(8, 4), seed=3, number=5, hands=Hands.parse("AAAA?/?{20}"))
    asked = ("--hands", "AAAA?/?{20}", "--pack", "8x4", "--seed", "3", "--game", "5", "--json")
    assert one_json(war("play", *asked))["deal"] == deal.text
    assert one_json(war("chance", *asked))["deal"] == deal.text
    assert (len(deal.deck_1), len(deal.deck_2)) == (5, 20)


def test_what_is_simulated_names_its_hands_and_what_cannot_be_dealt_is_refused(war: Any) -> None:
    _, out, _ = war("simulate", "--hands", "AAAA?{22}/*", "--games", "50")
    assert out.startswith("50 games of 13x4, hands AAAA?{22}/* by code-golf, seed 0\n")
    _, out, _ = war("compare", "code-golf", "codingame", "--hands", "?{20}/*", "--games", "50")
    assert out.startswith("50 deals of 13x4, hands ?{20}/*, seed 0, each by every rule set\n")
    assert war("simulate", "--hands", "AAAAA/*", "--games", "5") == (
        2,
        "",
        "war: hands 'AAAAA/*' hold A 5 times: the pack of 13x4 has 4, so take fewer of them\n",
    )
    code, _, why = war("compare", "code-golf", "codingame", "--hands", "AB/*")
    assert (code, why.partition(": write")[0]) == (
        2,
        "war compare: argument --hands: column 2: 'B' is no rank",
    )
