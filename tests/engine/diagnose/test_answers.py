"""Answers as judges show them are read, ambiguities kept, what is no answer told with its place."""

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest
from approved import Reviewed
from hypothesis import given
from hypothesis import strategies as st
from published import lines

from engine import PRESETS, Deal, play
from engine.diagnose import Claim, read_answer
from engine.formats import NotationError
from engine.game.judges import FORM_OF, FORMS, JUDGES, AnswerForm, Verdict, judge_answer
from engine.wording.sentences import plain

TEXTS = Path(__file__).with_name("answers.txt").read_text(encoding="utf-8").splitlines()
"""What people write, with \\n for the end of a line."""


def understood(text: str) -> str:
    try:
        readings = read_answer(text).readings
    except NotationError as error:
        return f"no answer: {' '.join(map(str, error.faults))}"
    return "; ".join(f"{claim.form}: {plain(claim.words)}" for claim in readings)


def test_what_is_understood(reviewed: Reviewed) -> None:
    output = [f"{text}  =>  {understood(text.encode().decode('unicode_escape'))}" for text in TEXTS]
    reviewed("\n".join(output))


@given(st.sampled_from(FORMS), st.integers(0, 2), st.integers(0, 10**6), st.integers(3, 10**6))
def test_all_a_judge_can_write_is_read_as_his(form: AnswerForm, winner: int, count: int, score: int) -> None:
    of_judge = Verdict(winners=(winner,), count=count, score=score)
    for verdict in (of_judge, replace(of_judge, endless=True, sizes=", |a|=3 |b|=1")):
        if (winner or form.drawn) and (written := form.write(verdict)):
            readings = [claim for claim in read_answer(written).readings if claim.form == form.name]
            assert [(claim.endless, form.write(claim)) for claim in readings] == [(verdict.endless, written)]


@given(st.integers(1, 2), st.integers(0, 10**6))
def test_an_answer_in_words_is_read_back(winner: int, count: int) -> None:
    (read,) = read_answer(Claim("words", (1,), count=1).written(winner, count, endless=False)).readings
    assert (read.winners, read.count) == ((winner,), count)


def test_every_published_answer_is_read() -> None:
    by_judge = [case["judge"] for case in lines("cases") if "judge" in case]
    answers = {pair for answers in by_judge for pair in answers.items() if pair[1]}
    assert len({judge for judge, _ in answers}) >= 4
    for judge, answer in answers:
        assert FORM_OF[judge].name in read_answer(answer).forms, (judge, answer)


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
        assert all(plain(reading.words) for reading in read_answer(text).readings)
