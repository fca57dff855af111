"""What `war` prints, whole: a reviewed file a group of commands. `pytest --snapshot-update` rewrites them."""

import json
import re
import shlex
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest
from approved import TextFile
from syrupy.assertion import SnapshotAssertion

from engine.cli.main import COMMANDS


@pytest.fixture
def file(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextFile)


HERE = Path(__file__).parent
INPUT_LINES = (HERE / "inputs.jsonl").read_text(encoding="utf-8").splitlines()
INPUTS = {row["name"]: row["text"] for row in map(json.loads, INPUT_LINES)}
COMMANDS_TEXT = (HERE / "commands.txt").read_text(encoding="utf-8")
GROUPS = dict(part.split("]\n") for part in COMMANDS_TEXT[1:].split("\n["))
"""Command lines by group; a file's name stands for a text of `INPUTS`."""


def printed(text: str) -> str:
    """Return what was printed, JSON on lines of readable width, without what depends on the clock."""
    text = re.sub(r'"seconds": [\d.]+, "games_per_second": \d+', '"seconds": 1, "games_per_second": 1', text)
    text = re.sub(r"[\d.]+ s, [\d,]+ games? per second", "1.0 s, 1 games per second", text)
    return "\n".join(_by_keys(line) if line.startswith("{") else line.rstrip() for line in text.splitlines())


def _by_keys(line: str) -> str:
    """Return a JSON object, exactly as it is written but for lines that are broken, each key on its own."""
    assert line == json.dumps(json.loads(line), ensure_ascii=False)
    rows = (json.dumps({key: value}, ensure_ascii=False)[1:-1] for key, value in json.loads(line).items())
    return "\n".join(fill(row, 110, subsequent_indent="  ", break_long_words=False) for row in rows)


@pytest.mark.parametrize("group", GROUPS)
def test_what_commands_print(
    group: str, war: Any, file: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in INPUTS.items():
        Path(name).write_text(text, encoding="utf-8")
    output = []
    for line in GROUPS[group].strip().splitlines():
        code, out, err = war(*shlex.split(line))
        errors = "\n".join(f"! {line}" for line in err.splitlines())
        output += [f"$ war {line}", *filter(None, (printed(out), errors, f"[{code}]" * bool(code))), ""]
    assert {path.name for path in tmp_path.iterdir()} == {*INPUTS}  # what is refused writes nothing
    assert "\n".join(output).rstrip() == file


def test_what_commands_take(file: SnapshotAssertion) -> None:
    lines = []
    for name, (summary, options, _) in COMMANDS.items():
        lines.append(f"war {name}: {summary}")
        for option in options:
            one_of = option if isinstance(option, list) else [option]
            lines += ["  one of these:"] * (option is one_of)
            for option_name, settings in one_of:
                usual = "all cores" if option_name == "--workers" else settings.get("default")
                shape = " ".join(map(str, filter(None, map(settings.get, ("nargs", "action", "metavar")))))
                shape += " required" if settings.get("required") else ""
                lines.append(f"  {option_name} {shape} = {usual}: {settings['help']}")
    assert "\n".join(lines) == file


def test_what_tables_are_written(war: Any, file: SnapshotAssertion, tmp_path: Path) -> None:
    output = []
    for line in ("simulate", "compare code-golf codingame", "sweep both-out"):
        folder = tmp_path / line.split()[0]
        folder.mkdir()
        assert war(*line.split(), "--games", "300", "--pack", "5x4", "--csv", str(folder))[0] == 0
        output.append(f"$ war {line} --csv")
        for table in sorted(folder.iterdir()):
            rows = table.read_text(encoding="utf-8").splitlines()
            output.append(f"  {table.name}, {len(rows)} lines: {rows[0]}")
    assert "\n".join(output) == file
