"""A right program is never called wrong, in any language; a wrong one is shown its mistake."""

import shutil
from pathlib import Path
from statistics import median

import pytest
from checked import (
    JUDGES,
    PATIENCE,
    PROGRAMS,
    UNNAMED,
    WRONG,
    Wrong,
    compiled,
    plan_of,
    python_program,
    wrong_program,
)

from engine.check import Check, Command, Grade, check
from engine.cli.check import diagnosed
from engine.wording.sentences import plain

needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="no C compiler")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="no JavaScript")
LANGUAGES = ["python", pytest.param("c", marks=needs_gcc), pytest.param("javascript", marks=needs_node)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


def right_program(language: str, judge: str, folder: Path) -> Command:
    if language == "python":
        return python_program(judge)
    start = (str(compiled(folder)),) if language == "c" else ("node", str(PROGRAMS / "war.js"))
    return Command((*start, judge), PATIENCE)


def test_right_programs_are_right() -> None:
    for judge in JUDGES:
        result = check(plan_of(judge, 3), python_program(judge))
        assert result.right, result.first


@needs_gcc
def test_right_programs_in_c_are_right(folder: Path) -> None:
    for judge in JUDGES:
        result = check(plan_of(judge, 10), right_program("c", judge, folder))
        assert result.right, result.first


@needs_node
def test_a_right_program_in_javascript_is_right(folder: Path) -> None:
    result = check(plan_of("advent-of-code-22", 2), right_program("javascript", "advent-of-code-22", folder))
    assert result.right, result.first


@pytest.mark.slow
@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_right_programs_are_right_on_a_thousand_deals(language: str, judge: str, folder: Path) -> None:
    result = check(plan_of(judge, 1_000), right_program(language, judge, folder), jobs=2)
    assert result.right, result.first
    assert result.runs >= 1_000


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


@pytest.mark.slow
def test_a_failing_deal_is_found_soon_and_shrunk_to_few_cards(tmp_path: Path) -> None:
    results = []
    for wrong in (*WRONG, *UNNAMED):
        results.append(check(plan_of(wrong.judge, 200), wrong_program(wrong, tmp_path)))
        smallest = results[-1].smallest
        assert smallest is not None, wrong
        print(results[-1].runs, results[-1].shrinking, smallest.deal.text, smallest.verdict.kind, wrong.said)
    assert median(result.runs for result in results) < 100
    assert median(result.smallest.deal.size for result in results if result.smallest) <= 8
