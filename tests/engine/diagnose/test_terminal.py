"""`war diagnose --cases`: what is no case is told with its line. Other commands: `tests/engine/cli`."""

from pathlib import Path
from typing import Any

from approved import TextFile
from syrupy.assertion import SnapshotAssertion

LINES = (
    '{"deal": "AKQ/KQJ", "got": "1 4", "expected": "1 3"}\n\n{"deal": "2,3 -> False", "got": "2 2"}',
    "nonsense",
    '{"deal": "AKQ/KQJ"}',
    '{"deal": 5, "got": "1 3"}',
    '{"deal": "A23\\n456", "got": "1 3"}',
    '{"deal": "2/3\\n4/5", "got": "1 3"}',
    '\n{"deal": "AKQ/KQJ", "got": "x"}',
    '{"deal": "AKQ/", "got": "1 3"',
)


def test_cases_from_a_file(war: Any, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    output = []
    for line in LINES:
        (tmp_path / "cases.jsonl").write_text(line)
        code, out, err = war("diagnose", "--cases", str(tmp_path / "cases.jsonl"))
        output += [line, *(f"    {shown}" for shown in (f"[{code}]", *(out + err).splitlines()))]
    assert "\n".join(output) == snapshot(extension_class=TextFile)
