"""What `war` prints, whole: a reviewed file a group of commands. `pytest --snapshot-update` rewrites them."""

import json
import re
import shlex
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from engine.cli.main import COMMANDS


class TextFile(SingleFileSnapshotExtension):
    """A text file a group."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def file(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFile)


INPUTS = {
    "deals": "A/2\n2/A\n\n23/4\n2234/2243\n",
    "codingame": "3\nAD\nKC\nQC\n3\nKH\nQS\nJC\n1 3\n",
    "undecided": "A23\n456\n",
    "bad": "AKX/KQ?\n",
    "golf": "D58B35926B92C7C4C7E8D3DAA2, 8E47C38A2DEA43467EB9566B95\n"
    "5744B95ECDC6D325B28A782A72, 68394D9DA96EBBA8533EE7C6C4\n",
    "decks": "Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n",
    "wrong": '{"deal": "AKQ/KQJ", "got": "1 2", "expected": "1 3"}\n',
    "broken": '\n{"deal": "23/4", "got": "1 3"}\n\n{"deal": "AKQ/KQJ"}\n',
    "unread": '{"deal": "AKQ/KQJ", "got": "?"}\n',
    "log": "Round 1\nPlayer 1: A K Q\nPlayer 2: K Q J\nRound 2\nPlayer 1: K Q K A\nPlayer 2: Q J\n",
    "long-log": "A K Q\nK Q J\n\nK Q A K\nQ J\n\nQ A K K Q\nJ\n\nA K K Q Q J\n",
}

GROUPS = {
    "rules": "rules",
    "rules-json": "rules --json",
    "read": """
        read codingame
        read codingame --json
        read deals
        read decks --json
        read undecided
        read undecided --json
        read undecided --json --from golf
        read undecided --top last --from ranks
        read bad
        read bad --json
        read /no/such/file
        """,
    "play": """
        play --deal AKQ/KQJ --rules codingame
        play --deal 2/2
        play --deal 22/2 --json
        play --deal 25/24446674888 --rules whats-in-a-game-steal
        play --deal 2223/22222222 --rules whats-in-a-game-steal
        play --deal /2
        play --deal / --json
        play --deal 2/2 --rules programming-challenges
        play --deal 23/4
        play --deal 33/223
        play --deal 234/343 --limit 3 --json
        play --deals deals
        play --deals deals --top last
        play --deal A2/34 --ranks 1-high --json
        play --deal '1 3/4 2' --rules codeforces-546c
        play --seed 1 --game 7 --pack 8x4 --rules norvig --json
        play --seed 3 --game 5 --pack 8x4 --hands AAAA?/?{20} --json
        play --deal 2A3/23A --face-down 0 --pickup AS_DEALT --shortfall STEAL
        play --deal 2A3/23A --both-out PLAYER_2 --order ACE_LOW
        play --deals bad
        """,
    "solve": """
        solve codingame --rules codingame
        solve golf
        solve decks --rules advent-of-code-22
        solve deals
        solve deals --rules bicycle
        solve deals --rules programming-challenges --judge skiena
        solve undecided
        """,
    "refused": """
        play --deal A/2 --rules golf
        play --deal A/2 --rules coin-flip
        play --deal A/2 --face-down 100
        play --deal A/2 --rules codingame --both-out PLAYER_1
        play --deal A/2 --pickup LOSER
        play --deal A/2 --limit 0
        play --deal A/2 --game 18446744073709551616
        play --deal A/2 --pack 13
        play --deal A/2 --seed 1
        play --deal A/2 --from poem
        simulate --games 100 --csv no/such.zip
        simulate --games 100 --csv tables.csv
        simulate --games 100 --parquet /
        simulate --games 1000001 --games-csv games
        simulate --games 0
        simulate --games 5 --followed 1000001
        simulate --games 5 --block 16777217
        simulate --games 5 --workers 257
        simulate --games 5 --hands AAAAA/*
        simulate --games 5 --hands AB/*
        compare code-golf
        compare
        compare code-golf golf
        compare code-golf codeforces-546c
        sweep jokers --csv /no/such
        sweep both-out --rules codingame
        sweep order --rules coin-flip
        """,
    "simulate": """
        simulate --games 1000 --pack 3x2 --seed 3
        simulate --games 3000 --seed 7 --json
        simulate --games 1 --pack 3x2
        simulate --games 1 --pack 3x1 --seed 3
        simulate --games 2 --rules norvig --seed 1
        simulate --games 60 --rules bicycle --order ACE_LOW
        simulate --games 50 --hands AAAA?{22}/* --json
        simulate --games 100 --rules codingame --pack 5x4 --followed 50
        """,
    "compare": """
        compare code-golf codingame --games 2000 --seed 7
        compare code-golf codingame --games 1
        compare code-golf 0.AS_DEALT.LOSES.DRAW.HIGH --games 1 --seed 1 --json
        compare code-golf codingame --hands ?{20}/* --games 50
        sweep order --games 300
        sweep both-out --rules codeforces-546c --both-out PLAYER_2 --games 200 --pack 4x4 --json
        """,
    "exact": """
        exact --pack 3x1
        exact --pack 1x2
        exact --pack 2x1 --json
        exact --pack 4x1 --whole
        exact --pack 3x1 --whole --json
        exact --pack 4x2 --hands A/*
        exact --pack 13x4
        exact --pack 4x1 --rules jouets
        chance --deal AKQ/KQJ
        chance --deal TTKJAA/QJKQ99 --rules whats-in-a-game
        chance --deal 234/343
        chance --deal A/2 --json
        chance --seed 3 --game 5 --pack 3x2 --hands A/*
        """,
    "questions": """
        questions
        questions --rules codingame
        questions --rules norvig
        questions --rules spivey
        questions forever --rules bicycle
        questions aces --json
        questions steal --rules norvig --json
        questions nothing
        questions --rules mine
        questions --rules coin-flip
        """,
    "literature": "literature\nliterature --recompute flawless",
    "build": """
        build --rules bicycle
        build --seed 1 --json
        build --pack 5x4 --face-down 3 --pickup WINNER_FIRST
        build --pack 5x4 --rounds 4
        build --pack 5x4 --rounds 4 --json
        build --pack 9x4 --rounds 8 --every
        build --pack 5x4 --rounds 4 --every
        build --rules wikipedia
        build --pickup AS_DEALT --every
        build --rounds 41
        hunt --for oldest
        hunt --seconds 0
        """,
    "diagnose": """
        diagnose codingame --got '2 3'
        diagnose codingame --got '3 1' --expected '1 3'
        diagnose deals --got '1 1' --got '1 1' --got '1 1' --got '1 1'
        diagnose codingame --got '1 1' --got '1 3'
        diagnose codingame --got '9 99' --judge codingame
        diagnose codingame
        diagnose --cases wrong --json
        diagnose --cases broken
        diagnose --cases unread
        diagnose --cases unread --json
        diagnose codingame --log long-log
        diagnose codingame --log log --json
        diagnose deals --log log
        diagnose decks --log log --judge code-golf
        differ codingame code-golf
        differ codingame codingame+10-as-1 --json
        differ code-golf codeforces-546c
        differ code-golf code-golf-program --in winner
        differ bicycle wikipedia
        differ codingame+10-as-1 jouets
        differ wikipedia wikipedia
        differ codingame nobody
        cases --rules wikipedia --out cases
        check --rules bicycle -- true
        check --many --arguments -- true
        check --time 0 -- true
        check --memory 0 -- true
        check -- /no/such
        """,
}
"""Command lines by group; a file's name stands for a text of `INPUTS`."""


def printed(text: str) -> str:
    """Return what was printed, JSON on lines of readable width, without what depends on the clock."""
    text = re.sub(r'"seconds": [\d.]+, "games_per_second": \d+', '"seconds": 1, "games_per_second": 1', text)
    text = re.sub(r"[\d.]+ s, [\d,]+ games? a second", "1.0 s, 1 games a second", text)
    return "\n".join(_by_keys(line) if line.startswith("{") else line.rstrip() for line in text.splitlines())


def _by_keys(line: str) -> str:
    """Return a JSON object, exactly as it is written but for lines that are broken, each key on its own."""
    rows = (json.dumps({key: value}, ensure_ascii=False)[1:-1] for key, value in json.loads(line).items())
    return "\n".join(fill(row, 110, subsequent_indent="  ", break_long_words=False) for row in rows)


@pytest.mark.parametrize("group", GROUPS)
def test_what_commands_print(
    group: str, war: Any, file: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in INPUTS.items():
        Path(name).write_text(text, encoding="utf-8")
    said = []
    for line in map(str.strip, GROUPS[group].strip().splitlines()):
        code, out, err = war(*shlex.split(line))
        said += [
            f"$ war {line}",
            *filter(None, (printed(out), err.rstrip(), f"[{code}]" if code else "")),
            "",
        ]
    assert {path.name for path in tmp_path.iterdir()} == {*INPUTS}  # what is refused writes nothing
    assert "\n".join(said) == file


def test_what_commands_take(file: SnapshotAssertion) -> None:
    lines = []
    for name, (summary, options, _) in COMMANDS.items():
        lines.append(f"war {name}: {summary}")
        for option in options:
            one_of = option if isinstance(option, list) else [option]
            lines += ["  one of these:"] * (option is one_of)
            for names, settings in one_of:
                usual = "all cores" if names == ("--workers",) else settings.get("default")
                shape = " ".join(map(str, filter(None, map(settings.get, ("nargs", "action", "metavar")))))
                lines.append(f"  {' '.join(names)} {shape} = {usual}: {settings['help']}")
    assert "\n".join(lines) == file


def test_what_tables_are_written(war: Any, file: SnapshotAssertion, tmp_path: Path) -> None:
    said = []
    for line in ("simulate", "compare code-golf codingame", "sweep both-out"):
        folder = tmp_path / line.split()[0]
        folder.mkdir()
        assert war(*line.split(), "--games", "300", "--pack", "5x4", "--csv", str(folder))[0] == 0
        said.append(f"$ war {line} --csv")
        for table in sorted(folder.iterdir()):
            rows = table.read_text(encoding="utf-8").splitlines()
            said.append(f"  {table.name}, {len(rows)} lines: {rows[0]}")
    assert "\n".join(said) == file
