"""Whoever installs the project sees its types: both houses say that they have some."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
from dashboard.charts.style import THEMES
from engine import Deal, play, rules_called

reveal_type(THEMES["dark"].paper)
reveal_type(play(Deal.parse("AKQ/KQJ"), rules_called("codingame")).outcome.winner)
"""
OURS_ALONE = """
[mypy]
[mypy-distributed.*,numba.*,numpy.*,pandas.*,PIL.*,plotly.*,pyarrow.*,streamlit.*]
follow_imports = skip
"""


def test_the_types_of_both_houses_are_seen_from_outside(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "mypy.ini").write_text(OURS_ALONE)  # to read those packages takes longer than ours
    options = "--strict", "--follow-imports=silent", f"--cache-dir={tmp_path / 'cache'}"
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "script.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert checked.stdout.splitlines() == [
        'script.py:5: note: Revealed type is "str"',
        'script.py:6: note: Revealed type is "int"',
        "Success: no issues found in 1 source file",
    ]
