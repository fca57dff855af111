"""Numbers that decide how long pastes and answers are read, from both sides; `texts.jsonl` has the others."""

import pytest

from engine.cards import Deal
from engine.diagnose import Case, diagnose, read_answer
from engine.formats import LONGEST_TEXT, NotationError, read


def codes(text: str) -> list[str]:
    """Return the codes of what is wrong with a paste; none where it is read."""
    try:
        read(text)
    except NotationError as error:
        return [fault.code for fault in error.faults]
    return []


def test_the_longest_text() -> None:
    for fits, too_long in (
        ("2" * 65_536, "2" * 65_537),
        ("♠" * 21_845, "♠" * 21_845 + "22"),  # three bytes each: 65,535
        ("\ud800" * 21_845 + "2", "\ud800" * 21_846),
    ):
        assert LONGEST_TEXT == 65_536
        assert "too-long" not in codes(fits)
        assert codes(too_long) == ["too-long"]
        with pytest.raises(NotationError, match=r"^Line 1, column 1: .*64 KiB \(65,536 bytes\)"):
            read(too_long)


@pytest.mark.parametrize(("wrong", "shown"), [(19, 19), (20, 20), (21, 20), (30, 20)])
def test_how_many_faults_are_told(wrong: int, shown: int) -> None:
    assert codes("AKQJ" * 20 + "X2" * wrong + "\nAKQ") == ["rank"] * shown
    assert codes("AKQJ" * 20 + "é2" * wrong + "\nAKQ") == ["character"] * shown


def test_the_longest_answer() -> None:
    assert read_answer("2 26".ljust(2_000)).forms == ("codingame",)
    with pytest.raises(NotationError, match=r"an answer of at most 2,000 characters"):
        read_answer("2 26".ljust(2_001))


def cases(number: int, cards: int) -> list[Case]:
    return [Case(Deal.parse(f"{'A' * (cards - 1)}/K"), got=read_answer("player 1"))] * number


def test_how_much_is_diagnosed() -> None:
    assert diagnose(cases(1, 260)).right
    for asked, words in (
        ([], "there is no test: give a deal and your program’s answer"),
        (cases(501, 2), "501 tests are too many: use at most 500"),
        ([*cases(499, 2), *cases(1, 261)], "a deal of 261 cards is too large: use one of at most 260"),
    ):
        with pytest.raises(ValueError, match=words):
            diagnose(asked)
