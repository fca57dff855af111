"""The terminal as a process: pipes, interrupts, progress; and that it says what the engine computes."""

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from commands import one_json
from quick import slow
from there import there

from engine import Deal, Hands, Pack, kernels
from engine.cli import output
from engine.cli.games import round_line
from engine.cli.output import LINE, Progress
from engine.kernels.cache import FOLDER_VARIABLE
from engine.rules import ENUMS, PLAYABLE, Rules, rules_called, rules_name
from engine.simulation import Comparison, Study, paired, sweep
from engine.simulation.tallies import tally

POSIX = pytest.mark.skipif(os.name != "posix", reason="terminals and signals as POSIX has them")
WAR = [sys.executable, "-m", "engine"]


CHANGES = [("face_down", 2), *((name, value) for name in ENUMS for value in ENUMS[name])]


@pytest.mark.parametrize(("name", "value"), CHANGES, ids=str)
def test_a_single_rule_is_changed_as_by_its_code(war: Any, name: str, value: Any) -> None:
    rules = Rules().changed(**{name: value})
    asked = ("play", "--deal", "2A3/23A", "--json")
    changed = one_json(war(*asked, f"--{name.replace('_', '-')}", str(value)))
    assert changed["rules"] == (rules_name(rules) if rules != Rules() else "code-golf")
    coded = one_json(war(*asked, "--rules", rules.code))
    assert {**coded, "rules": "", "judge": ""} == {**changed, "rules": "", "judge": ""}


@pytest.mark.parametrize("hands", [None, Hands.parse("AAAA/*")], ids=str)
def test_many_games_give_the_tallies_of_the_engine(war: Any, hands: Hands | None) -> None:
    dealt: dict[str, Any] = {"games": 700, "seed": 5, "hands": hands}
    asked = ["--games", "700", "--seed", "5", *(["--hands", hands.text] if hands else []), "--json"]
    one = one_json(war("simulate", "--rules", "norvig", *asked, "--block", "99"))
    study = Study(rules=PLAYABLE["norvig"], **dealt)
    assert one["tallies_sha256"] == tally(study, 0, 700).sha256()
    assert (one["complete"], one["games_done"], one.get("hands")) == (True, [[0, 700]], hands and hands.text)
    two = one_json(war("compare", "code-golf", "codingame", *asked))
    comparison = Comparison(rule_sets=(PLAYABLE["code-golf"], PLAYABLE["codingame"]), **dealt)
    assert two["tallies_sha256"] == paired.tally(comparison, 0, 700).sha256()
    three = one_json(war("sweep", "both-out", "--both-out", "PLAYER_2", *asked))
    swept = sweep(Rules().changed(both_out="PLAYER_2"), "both_out", **dealt)
    assert three["tallies_sha256"] == paired.tally(swept.comparison, 0, 700).sha256()
    own, pairs = three["against"], three["pairs"]
    assert [pair["rules"] == own for pair in pairs] == [True, True, False]
    for pair in (*two["pairs"], *pairs):
        parted = sum(way["deals"] for way in pair["deals"] if way["outcome"] != way["other_outcome"])
        assert sum(way["deals"] for way in pair["deals"]) == 700
        assert pair["changed"]["value"] == parted / 700


def test_files_are_of_games_that_are_followed_as_by_the_page(war: Any, tmp_path: Path) -> None:
    asked = ("simulate", "--games", "300", "--json")
    plain, followed = one_json(war(*asked)), one_json(war(*asked, "--followed", "4096"))
    written = one_json(war(*asked, "--csv", str(tmp_path / "tables.zip")))
    assert "followed" not in plain
    assert (written["followed"], written["tallies_sha256"]) == (4096, followed["tallies_sha256"])
    assert written["tallies_sha256"] != plain["tallies_sha256"]


def test_a_failed_file_leaves_the_old_one(war: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "tables.zip"
    path.write_text("older", encoding="ascii")
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(28, "No space left on device")))
    refused = war("simulate", "--games", "100", "--csv", str(path))
    assert refused == (2, "", f"war: cannot write {str(path)!r}: No space left on device\n")
    assert (path.read_text(encoding="ascii"), list(tmp_path.iterdir())) == ("older", [path])


@pytest.mark.parametrize("games", ["2", "3", "5"])
def test_of_few_games_no_interval_passes_what_can_be(war: Any, games: str) -> None:
    for rules in ("code-golf", "norvig"):
        data = one_json(war("simulate", "--games", games, "--rules", rules, "--json"))
        low, high = data["depth"]["mean_interval"] or (0, 26)
        assert data["rounds"]["mean_interval"][0] >= 0 <= low <= high <= 26
        assert not re.search(r"-\d", war("simulate", "--games", games, "--rules", rules)[1])
    text = war("compare", "code-golf", "codingame", "--games", games)[1]
    for value, reach in re.findall(r"([+-]?[\d,.]+) ± ([\d,.]+) %", text):
        assert 0 <= float(value) - float(reach) <= float(value) + float(reach) <= 100
    for line in text.partition("of deals")[2].splitlines():
        for value, reach, *ends in re.findall(r"([+-][\d.]+) (?:± ([\d.]+)|\((\S+) to (\S+)\))", line):
            assert all(abs(float(end)) <= 100 for end in ends if end), line
            assert abs(float(value)) + float(reach or 0) <= 100, line


def test_a_mean_names_a_deal_that_never_ends_where_one_is_known(war: Any) -> None:
    for asked, endless in (
        *(("--rules code-golf", True), ("--rules bicycle --order ACE_LOW", True)),
        *(("--rules programming-challenges --pack 4x2", True), ("--rules code-golf --pack 8x4", False)),
        *(("--rules code-golf --hands AA/*", False), ("--rules advent-of-code-22", False)),
        ("--rules norvig", False),
    ):
        texts = war("simulate", "--games", "60", *asked.split())[1]
        named = re.findall("  (.*) never ends:\n  the means are of finished games", texts)
        assert bool(named) == endless
        for deal in named:
            options = dict(zip(asked.split()[::2], asked.split()[1::2], strict=True))
            rules = rules_called(options["--rules"]).changed(order=options.get("--order", "HIGH"))
            assert kernels.decide(Deal.parse(deal), rules).cycle
            assert Deal.parse(deal).size == Pack.parse(options.get("--pack", "13x4")).size


@POSIX
@pytest.mark.parametrize("how", ["whole", "closed", "interrupted"])
def test_a_process_repeats_itself_and_stops_quietly(how: str) -> None:
    with subprocess.Popen(
        [*WAR, "play", "--deals", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        stdin, stdout, stderr = there(process.stdin), there(process.stdout), there(process.stderr)
        # More than fits a pipe that nobody empties: it is still printing when it is stopped.
        stdin.write(b"A/2\n" * (2 if how == "whole" else 20_000))
        stdin.close()
        first = stdout.readline()
        assert json.loads(first)["winner"] == 1
        if how == "closed":
            stdout.close()
        else:
            if how == "interrupted":
                process.send_signal(signal.SIGINT)
            rest = stdout.read()
        assert stderr.read() == b""
        assert process.wait(120) == {"whole": 0, "closed": 141, "interrupted": 130}[how]
    assert how != "whole" or rest == first


# How far a long command is


SAID = (
    *((0, 0.99, 0.99, ""), (0, 1.01, 1.01, "game 1 of 20, round 3"), (0, 5.0, 0.24, "")),
    *((0, 5.0, 0.26, "game 1 of 20, round 3"), (4, 8.0, 0.26, "game 5 of 20, round 3; 32 s to go")),
)
"""Games done, seconds since the start and since it was last said; what is said then."""


@pytest.mark.parametrize("screen", [True, False])
def test_progress_is_told_after_a_second_and_four_times_a_second_and_to_screens_alone(
    screen: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: screen)
    for done, since_start, since_last, shown in SAID:
        start, progress = clock[0], Progress()
        clock[0] = start + since_start - since_last
        if since_start > since_last:
            progress.say(lambda: "before")
            assert capsys.readouterr().err.strip() == "before" * screen
        clock[0] = start + since_start
        progress.say(partial(round_line, done, 20, 3, since_start))
        assert capsys.readouterr().err.strip() == shown * screen
        progress.__exit__()
        progress.__exit__()
        cleared = bool(shown or since_start > since_last) and screen
        assert capsys.readouterr().err == (f"\r{' ' * LINE}\r" if cleared else "")


@POSIX
def test_a_line_of_progress_fits_the_screen_and_is_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, error = pty.openpty()
    termios.tcsetwinsize(error, (24, 40))
    monkeypatch.setattr(output, "PATIENCE", 0.0)
    with os.fdopen(error, "w") as stderr:
        monkeypatch.setattr(sys, "stderr", stderr)
        with contextlib.suppress(KeyboardInterrupt), Progress() as progress:
            progress.say(lambda: "x" * 90)
            raise KeyboardInterrupt
    texts = b""
    with contextlib.suppress(OSError):  # how Linux says that there is no more
        while part := os.read(screen, 4_096):
            texts += part
    os.close(screen)
    assert texts.decode() == f"\r{'x' * 39}\r{' ' * 39}\r"


LONG = [
    ("simulate --rules jouets --games 10000000 --workers 1", " of 10,000,000 games, ", 2),
    slow("play --rules 0.AS_DEALT.LOSES.DRAW.HIGH --seed 1", "game 1 of 1, round ", 2),
    slow("simulate --rules jouets --games 1000", "Preparing the fast engine, once per installation …", 1),
]


@POSIX
@pytest.mark.parametrize(("line", "words", "times"), LONG)
def test_a_terminal_shows_progress_every_quarter(line: str, words: str, times: int, tmp_path: Path) -> None:
    screen, error = pty.openpty()
    start = time.monotonic()
    kernels_anew = {FOLDER_VARIABLE: str(tmp_path)} if times == 1 else {}
    process = subprocess.Popen(
        [*WAR, *line.split()], stdout=subprocess.PIPE, stderr=error, env={**os.environ, **kernels_anew}
    )
    os.close(error)
    texts = b""
    while time.monotonic() < start + 100 and texts.count(words.encode()) < times:
        texts += os.read(screen, 4_096)
    seconds = time.monotonic() - start
    process.kill()
    process.communicate()
    os.close(screen)
    shown = texts.decode().split("\r")[1:]
    assert times <= len(shown) <= max(4 * seconds, 1)
    assert all(words in row and len(row) == LINE for row in shown[:-1])
