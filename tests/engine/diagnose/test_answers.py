"""Answers as judges show them are read, ambiguities kept, what is no answer told with its place."""

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from published import lines

from engine import PRESETS, Deal, play
from engine.diagnose import Claim, plain, read_answer
from engine.formats import NotationError
from engine.game.judges import FORM_OF, FORMS, JUDGES, AnswerForm, Verdict, judge_answer

Read = tuple[str, tuple[int, ...], bool, int | None, str, int | None]


def read(text: str) -> list[Read]:
    return [
        (claim.form, claim.winners, claim.endless, claim.count, claim.unit, claim.score)
        for claim in read_answer(text).readings
    ]


def claim(
    form: str,
    winners: tuple[int, ...] = (),
    count: int | None = None,
    *,
    endless: bool = False,
    unit: str = "rounds",
    score: int | None = None,
) -> Read:
    return form, winners, endless, count, unit, score


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 26", [claim("codingame", (2,), 26)]),
        (" 2\t26 \n", [claim("codingame", (2,), 26)]),
        ("PAT", [claim("codingame", (0,))]),
        ("pat", [claim("codingame", (0,))]),
        ("True", [claim("code-golf", (1,))]),
        ("false", [claim("code-golf", (2, 0))]),
        ("0", [claim("dailyprogrammer-320", (0,)), claim("code-golf", (2, 0))]),
        ("TURNS : 26\nWINNER : player2", [claim("programming-challenges", (2,), 26)]),
        ("WINNER : player1", [claim("programming-challenges", (1,))]),
        ("turns: 1262", [claim("programming-challenges", (), 1262)]),
        ("a wins in 12 steps", [claim("skiena", (1,), 12, unit="steps")]),
        ("b wins in 7 steps", [claim("skiena", (2,), 7, unit="steps")]),
        ("a and b tie in 2 steps", [claim("skiena", (0,), 2, unit="steps")]),
        (
            "game tied after 100000 steps, |a|=3 |b|=1",
            [claim("skiena", (), 100_000, unit="steps", endless=True)],
        ),
        ("6 2", [claim("codeforces-546c", (2,), 6)]),
        ("-1", [claim("codeforces-546c", endless=True)]),
        ("2 1", [claim("codingame", (2,), 1), claim("codeforces-546c", (1,), 2)]),
        ("1 2", [claim("codingame", (1,), 2), claim("codeforces-546c", (2,), 1)]),
        ("1 1", [claim("codingame", (1,), 1), claim("codeforces-546c", (1,), 1)]),
        ("Answer: 2 26", [claim("words", (2,), 26)]),
        ("306", [claim("words", (), 306), claim("advent-of-code-22", score=306)]),
        ("1", [claim("dailyprogrammer-320", (1,)), claim("words", (1,))]),
        ("first 5", [claim("pyanitsa", (1,), 5)]),
        ("second 23", [claim("pyanitsa", (2,), 23)]),
        ("botva", [claim("pyanitsa", endless=True)]),
        ("player 2", [claim("words", (2,))]),
        ("P1", [claim("words", (1,))]),
        ("Winner: 2", [claim("programming-challenges", (2,))]),
        ("Player 2 wins\n1,123", [claim("words", (2,), 1123)]),
        ("player_1 won after 5 battles", [claim("words", (1,), 5, unit="battles")]),
        ("Player One wins in 8 moves!", [claim("words", (1,), 8)]),
        ("drawn after 3 rounds", [claim("words", (0,), 3)]),
        ("TURNS : 5\nno winner", [claim("programming-challenges", (0,), 5)]),
        ("TURNS : 5\nWINNER : nobody", [claim("programming-challenges", (0,), 5)]),
        ("No one wins", [claim("words", (0,))]),
        ("infinite loop", [claim("words", endless=True)]),
        ("2 wins!", [claim("words", (2,))]),
        ("-> False", [claim("code-golf", (2, 0))]),
        ("> 2 26", [claim("words", (2,), 26)]),
        ("(2, 26)", [claim("words", (2,), 26)]),
        ("['2', 26]", [claim("words", (2,), 26)]),
        ('"PAT".', [claim("codingame", (0,))]),
        ("Player #2, 26 rounds", [claim("words", (2,), 26)]),
        ("Player 2 - 26 rounds", [claim("words", (2,), 26)]),
        ("Player 2 wins. 26 rounds.", [claim("words", (2,), 26)]),
        ("26 rounds. Player 2 wins!", [claim("words", (2,), 26)]),
        ("{'winner': 2, \"rounds\": 26}", [claim("programming-challenges", (2,), 26)]),
        ("\u200b2\u00a026", [claim("codingame", (2,), 26)]),
    ],
)
def test_an_answer_is_read(text: str, expected: list[Read]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "code", "place", "token"),
    [
        ("", "empty", (1, 1), "no answer"),
        (" \n ", "empty", (1, 1), "no answer"),
        (":,", "empty", (1, 1), "no answer"),
        ("banana", "answer", (1, 1), "banana"),
        ("2 3x4", "answer", (1, 3), "3x4"),
        ("5 9", "answer", (1, 1), "5"),
        ("1 2 3", "contradiction", (1, 3), "2"),
        ("player 1 player 2", "contradiction", (1, 17), "2"),
        ("-5", "answer", (1, 1), "-5"),
        ("2 ٢", "foreign-digit", (1, 3), "٢"),
        ("x" * 3000, "too-long", (1, 1), "3,000 characters"),
        ("the a", "answer", (1, 1), "the"),
    ],
)
def test_what_is_no_answer_is_told_with_its_place(
    text: str, code: str, place: tuple[int, int], token: str
) -> None:
    with pytest.raises(NotationError) as caught:
        read_answer(text)
    fault = caught.value.faults[0]
    assert (fault.code, (fault.line, fault.column), fault.token) == (code, place, token)
    assert fault.repair


@pytest.mark.parametrize(
    ("text", "token", "signs"),
    [
        ("{{7*7}}", "{{7*7}}", "{ or * or }"),
        ("${7*7}", "${7*7}", "$ or { or * or }"),
        ("#{7*7}", "#{7*7}", "# or { or * or }"),
        ("<%= 7 %>", "<%=", "< or % or ="),
        ("7/7", "7/7", "/"),
        ("7*7", "7*7", "*"),
        ("7+7", "7+7", "+"),
        ("7%", "7%", "%"),
        ("7 = 7", "=", "="),
        ("=7", "=7", "="),
        ("2/26", "2/26", "/"),
        ("10 / 2", "/", "/"),
        ("../../2", "../../2", ". or /"),
        ("2|26", "2|26", "|"),
        ("2:26", "2:26", ":"),
        ("2_26", "2_26", "_"),
        ("2 > 26", ">", ">"),
        ("2 - 26", "-", "-"),
        ("- 1", "-", "-"),
        ("--1", "-", "-"),
        ("1.5", "1.5", "."),
        ("2.0", "2.0", "."),
        ("#2", "#2", "#"),
        ("*2*", "*2*", "*"),
        ("**PAT**", "**PAT**", "*"),
        ("{{PAT}}", "{{PAT}}", "{ or }"),
        ("True|False", "True|False", "|"),
        ("[[7]]", "[", "["),
        ("(2", "(2", "("),
        ("{2}", "{2}", "{ or }"),
        ("/* 2 */", "/*", "/ or *"),
        ("<b>2 26</b>", "<b>2", "< or >"),
        ("a*wins in 5 steps", "a*wins", "*"),
        ("2 26?", "26?", "?"),
    ],
)
def test_an_answer_with_signs_no_judge_writes_is_asked_about(text: str, token: str, signs: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_answer(text)
    fault = caught.value.faults[0]
    assert (fault.code, fault.token) == ("sign", token)
    assert fault.repair.startswith(f"No judge writes {signs} there. Write it as the judge does")


@pytest.mark.parametrize("winner", [0, 1, 2])
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_all_a_judge_can_write_is_read_as_his(form: AnswerForm, winner: int) -> None:
    of_judge = Verdict(winners=(winner,), count=7, score=306)
    for verdict in (of_judge, replace(of_judge, endless=True, sizes=", |a|=3 |b|=1")):
        if (winner or form.drawn) and (written := form.write(verdict)):
            readings = [claim for claim in read_answer(written).readings if claim.form == form.name]
            assert [(claim.endless, form.write(claim)) for claim in readings] == [(verdict.endless, written)]


def test_every_published_answer_is_read() -> None:
    by_judge = [case["judge"] for case in lines("cases") if "judge" in case]
    answers = {pair for answers in by_judge for pair in answers.items() if pair[1]}
    assert {judge for judge, _ in answers} >= {
        "codingame",
        "code-golf",
        "codeforces-546c",
        "advent-of-code-22",
    }
    for judge, answer in answers:
        assert FORM_OF[judge].name in read_answer(answer).forms, (judge, answer)


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        read_answer("player 1 foo\nbar 26")
    assert [(fault.line, fault.column, fault.token) for fault in caught.value.faults] == [
        (1, 10, "foo"),
        (2, 1, "bar"),
    ]


@pytest.mark.parametrize("judge", sorted({*JUDGES} - {"skiena", "advent-of-code-22"}))
@pytest.mark.parametrize("text", ["AKQ/KQJ", "KQJ/AKQ", "22/22", "23/4", "2 3/1", "2/1 3"])
def test_what_a_judge_says_is_read_as_what_happened(judge: str, text: str) -> None:
    game = play(Deal.parse(text), PRESETS[judge].playable)
    answer = judge_answer(game, judge)
    if answer is None:
        return
    found = read_answer(answer).readings[0]
    assert game.outcome.winner in found.winners or found.endless == (game.cycle is not None)
    assert found.count in (None, game.rounds)
    written = found.written(game.outcome.winner, game.rounds, endless=game.cycle is not None)
    assert written == answer


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(NotationError):
        answer = read_answer(text)
        assert answer.readings
        assert all(plain(reading.words) for reading in answer.readings)


@given(
    st.sampled_from(
        ["codingame", "code-golf", "codeforces-546c", "pyanitsa", "programming-challenges", "words"]
    ),
    st.integers(1, 2),
    st.integers(0, 10**6),
)
def test_what_is_written_is_read_back(form: str, winner: int, number: int) -> None:
    written = Claim(form, (1,), count=1).written(winner, number, endless=False)
    readings = [each for each in read_answer(written).readings if each.form == form]
    assert [(each.winners[0], each.count) for each in readings] == [
        (winner, None if form == "code-golf" else number)
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 26", "player 2 wins, after 26 rounds"),
        ("PAT", "drawn"),
        ("False", "player 2 wins, or nobody"),
        ("306", "306 rounds"),
        ("-1", "never ends"),
        ("game tied after 100000 steps", "never ends within 100,000 steps"),
        ("a wins in 1 steps", "player 1 wins, after 1 step"),
    ],
)
def test_what_was_understood_is_said(text: str, words: str) -> None:
    assert plain(read_answer(text).readings[0].words) == words
