"""A right program is never called wrong, in any language; a wrong one is shown its mistake."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from quick import slow
from there import there

from engine.check import Command, Grade, Plan, check
from engine.cli.check import diagnosed
from engine.formats.write import INPUT_OF
from engine.rules import PLAYABLE

PROGRAMS: Final = Path(__file__).parents[2] / "helpers" / "programs"
JUDGES: Final = tuple(INPUT_OF)
PATIENCE: Final = 30.0  # seconds for a right program: however busy the machine, it is not called wrong
needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="no C compiler")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="no JavaScript")
LANGUAGES = [
    ("python", JUDGES, 3),
    pytest.param("c", JUDGES, 10, marks=needs_gcc),
    pytest.param("javascript", ["advent-of-code-22"], 2, marks=needs_node),
    slow("python", JUDGES, 1_000),
    pytest.param("c", JUDGES, 1_000, marks=[needs_gcc, pytest.mark.slow]),
    pytest.param("javascript", JUDGES, 1_000, marks=[needs_node, pytest.mark.slow]),
]


def plan_of(judge: str, games: int) -> Plan:
    name = "programming-challenges" if judge == "skiena" else judge
    return Plan(PLAYABLE[name], name, judge, INPUT_OF[judge], games)


def started(language: str, folder: Path) -> list[str]:
    """Return how the right program is started, without its judge."""
    if language == "python":
        return [sys.executable, "-I", "-S", str(PROGRAMS / "war.py")]
    if language == "javascript":
        return ["node", str(PROGRAMS / "war.js")]
    program = str(folder / "war")
    subprocess.run(["gcc", "-O1", "-w", str(PROGRAMS / "war.c"), "-o", program], check=True)
    return [program]


@pytest.mark.parametrize(("language", "judges", "games"), LANGUAGES)
def test_right_programs_are_right(language: str, judges: Sequence[str], games: int, tmp_path: Path) -> None:
    start = started(language, tmp_path)
    for judge in judges:
        result = check(plan_of(judge, games), Command((*start, judge), PATIENCE), jobs=2)
        assert result.right, result.first
        assert result.runs >= games


def test_a_wrong_program_is_shown_a_small_deal_and_its_mistake(tmp_path: Path) -> None:
    order = 'if judge == "codingame":\n        taken = a + b'
    right = (PROGRAMS / "war.py").read_text(encoding="utf-8")
    assert order in right
    program = tmp_path / "wrong.py"
    program.write_text(right.replace(order, f"{order} if first else b + a"), encoding="utf-8")
    plan, command = plan_of("codingame", 200), Command((sys.executable, str(program), "codingame"), PATIENCE)
    result = check(plan, command)
    assert there(result.smallest).verdict.kind is Grade.WRONG
    assert there(result.smallest).deal.size <= 8
    assert result.runs < 100
    diagnosis = there(diagnosed(plan, command, result, lambda _: None))
    assert diagnosis.explanations[0].program.code == "3.WINNER_FIRST.DRAW.DRAW.HIGH"
