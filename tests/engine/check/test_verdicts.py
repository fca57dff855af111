"""What is said of a program's answer: only the judge's own words are right."""

import pytest

from engine.check import Grade
from engine.check.program import Ran, verdict_of
from engine.diagnose.answers import crash_line, read_answer
from engine.formats import NotationError

PC = "TURNS : 5\nWINNER : player1"


def said(output: str, expected: str, judge: str) -> Grade:
    return verdict_of(Ran(output, "", 0), expected, judge).kind


@pytest.mark.parametrize(
    ("output", "expected", "judge"),
    [
        ("2 26\n", "2 26", "codingame"),
        ("2 26 \r\n\n", "2 26", "codingame"),
        ("PAT", "PAT", "codingame"),
        ("true\n", "True", "code-golf"),
        ("0\n", "False", "code-golf"),
        (PC, PC, "programming-challenges"),
        ("-1", "-1", "codeforces-546c"),
        ("306", "306", "advent-of-code-22"),
        ("second 23", "second 23", "pyanitsa"),
    ],
)
def test_the_judges_words_are_right(output: str, expected: str, judge: str) -> None:
    assert said(output, expected, judge) is Grade.RIGHT


@pytest.mark.parametrize(
    ("output", "expected", "judge"),
    [
        ("26 2", "2 26", "codingame"),
        ("Player 2 26", "2 26", "codingame"),
        ("2,26", "2 26", "codingame"),
        ("2\n26", "2 26", "codingame"),
        ("Player 2 wins after 26 rounds", "2 26", "codingame"),
        ("Pat", "PAT", "codingame"),
        ("draw", "PAT", "codingame"),
        ("Player 1", "True", "code-golf"),
        ("2", "False", "code-golf"),
        ("5 player1", PC, "programming-challenges"),
        ("6 rounds, player 2", "6 2", "codeforces-546c"),
        ("2 6", "6 2", "codeforces-546c"),
        ("Score: 306", "306", "advent-of-code-22"),
        ("2 23", "second 23", "pyanitsa"),
    ],
)
def test_a_right_outcome_in_other_words_is_a_verdict_of_its_own(
    output: str, expected: str, judge: str
) -> None:
    assert said(output, expected, judge) is Grade.FORM


@pytest.mark.parametrize(
    ("output", "expected", "judge"),
    [
        ("2 27", "2 26", "codingame"),
        ("1 2", "2 1", "codingame"),
        ("PAT", "2 26", "codingame"),
        ("1", "False", "code-golf"),
        ("false", "True", "code-golf"),
        ("2 1", "1 2", "codeforces-546c"),
        ("305", "306", "advent-of-code-22"),
        ("no idea", "2 26", "codingame"),
    ],
)
def test_another_outcome_is_wrong(output: str, expected: str, judge: str) -> None:
    assert said(output, expected, judge) is Grade.WRONG


def test_silence_a_crash_and_a_time_out_come_before_what_was_printed() -> None:
    assert said(" \n", "PAT", "codingame") is Grade.SILENT
    crash = verdict_of(Ran("2 27", "IndexError: no card", 1), "2 26", "codingame")
    assert (crash.kind, crash.said) == (Grade.CRASHED, "IndexError: no card")
    assert verdict_of(Ran("2 26", "", -11), "2 26", "codingame").said == "SIGSEGV"
    assert verdict_of(Ran("", "", 7), "2 26", "codingame").said == "exit code 7"
    assert verdict_of(Ran("2 26", "", None), "2 26", "codingame").kind is Grade.TIMED_OUT


@pytest.mark.parametrize(
    ("output", "expected", "judge", "kind", "answer"),
    [
        ("reading 26 cards\n2 26", "2 26", "codingame", Grade.EXTRA, ""),
        ("2 26\nbye", "2 26", "codingame", Grade.EXTRA, ""),
        (f"round 1\n{PC}", PC, "programming-challenges", Grade.EXTRA, ""),
        ("How many cards? 2 26", "2 26", "codingame", Grade.PROMPT, ""),
        ("Deck 1:\nDeck 2>\n2 26", "2 26", "codingame", Grade.PROMPT, ""),
        ("Deck 1:\nDeck 2>\n2 27", "2 26", "codingame", Grade.WRONG, "2 27"),
        ("reading 26 cards\n1 26", "2 26", "codingame", Grade.WRONG, "1 26"),
    ],
)
def test_what_stands_beside_the_answer_is_a_verdict_of_its_own(
    output: str, expected: str, judge: str, kind: Grade, answer: str
) -> None:
    verdict = verdict_of(Ran(output, "", 0), expected, judge)
    assert (verdict.kind, verdict.answer) == (kind, answer)


def test_a_right_answer_with_an_exit_code_is_no_crash_unless_something_was_raised() -> None:
    assert verdict_of(Ran("2 26", "", 3), "2 26", "codingame").kind is Grade.EXIT
    crash = verdict_of(Ran("2 26", "IndexError", 1, line=12), "2 26", "codingame")
    assert (crash.kind, crash.line) == (Grade.CRASHED, 12)
    assert verdict_of(Ran("2 27", "", 3), "2 26", "codingame").kind is Grade.CRASHED


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            'Traceback (most recent call last):\n  File "a.py", line 3, in f\n  File "b.py", line 9\nE',
            9,
        ),
        ("/tmp/war.js:14\n  throw x\nTypeError: x\n    at f (/tmp/war.js:40:2)", 14),
        ('Exception in thread "main" java.lang.X\n\tat War.main(War.java:31)', 31),
        ("Segmentation fault (core dumped)", None),
    ],
)
def test_the_line_of_a_crash(text: str, line: int | None) -> None:
    assert crash_line(text) == line
    with pytest.raises(NotationError, match=f"a crash in line {line};" if line else "a crash;"):
        read_answer(text)
