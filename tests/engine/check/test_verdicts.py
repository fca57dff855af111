"""What is said of a program's answer: only the judge's own words are right."""

from typing import Final

import pytest

from engine.cards import Deal
from engine.check import Grade
from engine.check.program import Failure, Ran, verdict_of
from engine.cli.check import case_of
from engine.diagnose.answers import crash_line, graded, read_answer
from engine.formats import NotationError

PC: Final = "TURNS : 5\nWINNER : player1"
RIGHT, WRONG, FORM, EXTRA, PROMPT = Grade.RIGHT, Grade.WRONG, Grade.FORM, Grade.EXTRA, Grade.PROMPT
VERDICTS: Final[dict[tuple[str, str], dict[Grade, tuple[str, ...]]]] = {
    ("codingame", "2 26"): {
        RIGHT: ("2 26\n", "2 26 \r\n\n"),
        FORM: ("26 2", "Player 2 26", "2,26", "2\n26", "Player 2 wins after 26 rounds"),
        WRONG: ("2 27", "PAT", "Deck 1:\nDeck 2>\n2 27", "reading 26 cards\n1 26"),
        EXTRA: ("reading 26 cards\n2 26", "2 26\nbye"),
        PROMPT: ("How many cards? 2 26", "Deck 1:\nDeck 2>\n2 26"),
    },
    ("codingame", "2 1"): {WRONG: ("1 2",)},
    ("codingame", "PAT"): {RIGHT: ("PAT",), FORM: ("Pat", "draw")},
    ("code-golf", "True"): {RIGHT: ("true\n",), FORM: ("Player 1",), WRONG: ("false",)},
    ("code-golf", "False"): {RIGHT: ("0\n",), FORM: ("2",), WRONG: ("1",)},
    ("programming-challenges", PC): {RIGHT: (PC,), FORM: ("5 player1",), EXTRA: (f"round 1\n{PC}",)},
    ("codeforces-546c", "-1"): {RIGHT: ("-1",)},
    ("codeforces-546c", "6 2"): {FORM: ("6 rounds, player 2", "2 6"), WRONG: ("2 1",)},
    ("advent-of-code-22", "306"): {RIGHT: ("306",), FORM: ("Score: 306",), WRONG: ("305",)},
    ("pyanitsa", "second 23"): {RIGHT: ("second 23",), FORM: ("2 23",)},
    ("spoj-hs08war", "2 26"): {RIGHT: ("2 26",), FORM: ("26 2",), WRONG: ("1 26",)},
}


@pytest.mark.parametrize(("judge", "expected"), VERDICTS)
def test_check_and_diagnose_say_the_same_of_an_answer(judge: str, expected: str) -> None:
    for kind, outputs in VERDICTS[judge, expected].items():
        for output in outputs:
            assert verdict_of(Ran(output, "", 0), expected, judge).kind is kind, output
            assert graded(read_answer(output).text, expected, judge) is kind, output


def test_how_a_program_ended_comes_before_what_it_printed() -> None:
    for ran, kind, texts in (
        (Ran(" \n", "no cards", 0), Grade.SILENT, "no cards"),
        (Ran("2 26", "", None), Grade.TIMED_OUT, ""),
        (Ran("2 26", "", 3), Grade.EXIT, "exit code 3"),
        (Ran("no idea", "", 0), Grade.WRONG, ""),
        (Ran("2 27", "", 3), Grade.CRASHED, "exit code 3"),
        (Ran("2 27", "IndexError: no card", 1), Grade.CRASHED, "IndexError: no card"),
        (Ran("2 26", "IndexError", 1, line=12), Grade.CRASHED, "IndexError"),
        (Ran("2 26", "", -11), Grade.CRASHED, "SIGSEGV"),
    ):
        verdict = verdict_of(ran, "2 26", "codingame")
        assert (verdict.kind, verdict.said, verdict.line) == (kind, texts, ran.line)


def test_a_pasted_exit_code_is_the_same_verdict_as_one_that_was_seen() -> None:
    pasted = "2 26\nProcess finished with exit code 1"
    assert graded(read_answer(pasted).text, "2 26", "codingame") is Grade.EXIT


def test_the_line_of_a_crash() -> None:
    for text, line in (
        ('Traceback (most recent call last):\n  File "a.py", line 3, in f\n  File "b.py", line 9\nE', 9),
        ("/tmp/war.js:14\n  throw x\nTypeError: x\n    at f (/tmp/war.js:40:2)", 14),
        ('Exception in thread "main" java.lang.X\n\tat War.main(War.java:31)', 31),
        ("Segmentation fault (core dumped)", None),
    ):
        assert crash_line(text) == line
        with pytest.raises(NotationError, match=f"crashed on line {line}[.]" if line else "crashed[.]"):
            read_answer(text)


def test_of_a_wrong_answer_beside_other_lines_that_answer_is_diagnosed() -> None:
    verdict = verdict_of(Ran("read 26 cards\n2 27", "", 0), "2 26", "codingame")
    case = case_of(Failure(Deal.parse("AKQ/KQJ"), "2 26", verdict))
    assert (str(verdict.kind), case and case.got.text) == ("wrong", "2 27")
    for kind in (Grade.CRASHED, Grade.SILENT, Grade.UNSTEADY):
        assert case_of(Failure(Deal.parse("AKQ/KQJ"), "2 26", verdict._replace(kind=kind))) is None
    assert {str(grade) for grade in (FORM, EXTRA, PROMPT)} == {"wrong form", "extra output", "prompt"}
