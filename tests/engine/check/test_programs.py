"""A right program is never called wrong, in any language; a wrong one is shown its mistake."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from checked import JUDGES, PATIENCE, PROGRAMS, WRONG, Wrong, compiled, plan_of, python_program, wrong_program

from engine.check import Check, Command, Grade, check
from engine.cli.check import diagnosed
from engine.wording.sentences import plain

needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="no C compiler")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="no JavaScript")
LANGUAGES = [
    ("python", JUDGES, 3),
    pytest.param("c", JUDGES, 10, marks=needs_gcc),
    pytest.param("javascript", ["advent-of-code-22"], 2, marks=needs_node),
    pytest.param("python", JUDGES, 1_000, marks=pytest.mark.slow),
    pytest.param("c", JUDGES, 1_000, marks=[needs_gcc, pytest.mark.slow]),
    pytest.param("javascript", JUDGES, 1_000, marks=[needs_node, pytest.mark.slow]),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


def right_program(language: str, judge: str, folder: Path) -> Command:
    if language == "python":
        return python_program(judge)
    start = (str(compiled(folder)),) if language == "c" else ("node", str(PROGRAMS / "war.js"))
    return Command((*start, judge), PATIENCE)


@pytest.mark.parametrize(("language", "judges", "games"), LANGUAGES)
def test_right_programs_are_right(language: str, judges: Sequence[str], games: int, folder: Path) -> None:
    for judge in judges:
        result = check(plan_of(judge, games), right_program(language, judge, folder), jobs=2)
        assert result.right, result.first
        assert result.runs >= games


def named(wrong: Wrong, folder: Path) -> tuple[Check, str]:
    """Check a wrong program; return what was found, and what is said of it first."""
    plan, command = plan_of(wrong.judge, 200), wrong_program(wrong, folder)
    result = check(plan, command)
    diagnosis = diagnosed(plan, command, result, lambda _: None)
    assert diagnosis is not None
    return result, plain(diagnosis.explanations[0].sentence) if diagnosis.explanations else ""


def test_a_wrong_program_is_shown_a_small_deal_and_its_mistake(tmp_path: Path) -> None:
    result, said = named(WRONG[0], tmp_path)
    assert said == "Your program picks up the winner's cards first. The judge wants player 1's first."
    assert result.smallest is not None
    assert result.smallest.verdict.kind is Grade.WRONG
    assert result.smallest.deal.size <= 8
    assert result.runs < 100


@pytest.mark.slow
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.judge} {wrong.said}")
def test_the_mistake_is_named(wrong: Wrong, tmp_path: Path) -> None:
    assert wrong.said in named(wrong, tmp_path)[1]
