"""Pastes that are more than deals: headings, sentences, a judge's page; what is found, what passed over."""

import json
import re
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.formats import NotationError, PassedOver, Question, Reading, read
from engine.formats.prose import is_prose

PUBLISHED = Path(__file__).parents[2] / "published" / "pastes.jsonl"
GOLF_LINES = [
    paste["text"]
    for paste in map(json.loads, PUBLISHED.read_text(encoding="utf-8").splitlines())
    if paste["name"].startswith(("golf-0", "golf-1"))
]
HEADING = "Test Cases\nThe test cases use 23456789ABCDE\nto represent the ranks (in ascending order).\n"
ONE_TURN = """For example, if the card distribution is the following:
Player 1 : 10D 9S 8D KH 7D 5H 6S
Player 2 : 10H 7H 5C QC 2C 4H 6D
Then after one game turn, it will be:
Player 1 : 5H 6S 10D 9S 8D KH 7D 10H 7H 5C QC 2C
Player 2 : 4H 6D
"""
CASE_1 = "Input\n3\nAD\nKC\nQC\n3\nKH\nQS\nJC\nOutput\n1 3\n"
CASE_2 = "Example 2\n\nInput:\n1\nAD\n1\nAH\n\nExpected output:\nPAT\n"


def reading(text: str, format: str | None = None) -> Reading:
    found = read(text, format=format)
    assert isinstance(found, Reading), found
    return found


def deals(found: Reading) -> list[tuple[str, str | None]]:
    return [(item.deal.text, item.expected) for item in found.deals]


def test_fourteen_cases_under_their_heading() -> None:
    lines = "\n".join(GOLF_LINES)
    found = reading(f"{HEADING}{lines}\nReference Implementation\nprint(len(p1) > 0)\n")
    assert found.format == "golf"
    assert found.deals == reading(lines).deals
    assert found.notices == ("14 deals found, 5 lines passed over",)
    assert [line.line for line in found.passed] == [1, 2, 3, 18, 19]
    assert found.passed[0] == PassedOver(1, "Test Cases")


def test_fourteen_cases_each_with_words_between() -> None:
    found = reading("\n".join(f"Here is test number {n}\n{line}" for n, line in enumerate(GOLF_LINES)))
    assert found.deals == reading("\n".join(GOLF_LINES)).deals
    assert found.notices == ("14 deals found, 14 lines passed over",)


@pytest.mark.parametrize(
    ("text", "format", "expected", "passed"),
    [
        (ONE_TURN, "labelled", [("T98K756/T75Q246", None), ("56T98K7T75Q2/46", None)], [1, 4]),
        (CASE_1, "codingame", [("AKQ/KQJ", "1 3")], [1, 10]),
        (CASE_1 + CASE_2, "codingame", [("AKQ/KQJ", "1 3"), ("A/A", "PAT")], [1, 10, 12, 14, 20]),
        ("Input: AKQ, KQJ\nOutput: True", "ranks", [("AKQ/KQJ", "True")], []),
        ("4\n2 1 3\n2 4 2\noutput\n6 2", "counted", [("1 3/4 2", "6 2")], [4]),
        (
            "What it prints:\nAKQ/KQJ\nTURNS : 3\nWINNER : player1",
            "line",
            [("AKQ/KQJ", "TURNS : 3\nWINNER : player1")],
            [1],
        ),
        ("One has\nAKQ\nand the other has\nKQJ", "ranks", [("AKQ/KQJ", None)], [1, 3]),
        ("Please look at this.\r\n\r\nAKQ/KQJ\r\n\r\nThanks, Bob", "line", [("AKQ/KQJ", None)], [1, 5]),
        (
            "The ranks are\n2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A.\nin this order.\nAKQ/KQJ",
            "line",
            [("AKQ/KQJ", None)],
            [1, 2, 3],
        ),
    ],
)
def test_what_is_found(
    text: str, format: str, expected: list[tuple[str, str | None]], passed: list[int]
) -> None:
    found = reading(text)
    assert (found.format, deals(found)) == (format, expected)
    assert [line.line for line in found.passed] == passed
    number = f"{len(expected)} deal{'s' * (len(expected) > 1)} found"
    assert found.notices[0].split(",")[0] == number
    assert reading(text, format) == found


def test_words_leave_a_question_a_question() -> None:
    asked = read("How do I read this one?\nA23\n456")
    assert isinstance(asked, Question)
    assert asked.question == "A can be ten (hex) or the ace (letters). Which is it?"
    for choice in asked.readings:
        assert choice.reading.notices == ("1 deal found, 1 line passed over",)
        assert read("How do I read this one?\nA23\n456", format=choice.format) == choice.reading
    pack = read(f"My pack, top card first:\n{'23456789TJQKA' * 4}")
    assert isinstance(pack, Question)
    assert [choice.format for choice in pack.readings] == ["pack-halves", "pack-alternate"]


def test_what_decides_for_one_piece_decides_for_all() -> None:
    found = reading("The first test is\nBE2, 345\nand this is the second\nA23, 456")
    assert (found.format, deals(found)) == ("golf", [("JA2/345", None), ("T23/456", None)])


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (f"{HEADING}{GOLF_LINES[0]}\n5744X95E, 68394D9D -> True", [("rank", 5, 5)]),
        ("Here is one:\nAKX, QJ9876543 -> True", [("rank", 2, 3)]),
        ("3\nAD\nking\nQC\n3\nKH\nQS\nJC", [("card", 3, 1)]),
        ("akqx\nkqj", [("rank", 1, 4)]),
        ("A K Q foo 2 3\n4 5 6 7 8 9", [("rank", 1, 7)]),
    ],
)
def test_cards_with_a_mistake_keep_their_place_and_repair(
    text: str, places: list[tuple[str, int, int]]
) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert [(fault.code, fault.line, fault.column) for fault in caught.value.faults] == places


@pytest.mark.parametrize(
    "text",
    [
        "Dear all,\nI had a bad deck, Ada dealt me an ace and a deuce.\nWhat can be done about it?\n",
        "class WarGame\n  def initialize(deck_size = 52, suit_count = 4)\n    @deck = nil\n  end\nend",
        "SPADES = :s\nDIAMONDS = :d\nSUITS = [SPADES, DIAMONDS]\nWe’ll have to deal with cards",
        "戦争は二人で遊ぶ\n七並べではない",
    ],
)
def test_what_is_no_deal_gets_one_sentence(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    (fault,) = caught.value.faults
    assert (fault.code, fault.line, fault.column) == ("no-deal", 1, 1)
    assert re.match("Found (words|a program) without cards. ", fault.repair)


@pytest.mark.parametrize(
    ("line", "prose"),
    [
        ("Test Cases", True),
        ("TEST CASES", True),
        ("Input", True),
        ("I don’t know", True),
        ("-----", True),
        ("while p1 and p2:", True),
        ("Player 1:", False),
        ("foo", False),
        ("Queen", False),
        ("A 10 9", False),
        ("ÀKQJ", False),
        ("ＡＫＱＪ", False),
        ("Ad Ks 4h", False),
        ("D58B35926B92C7C4C7E8D3DAA2, 8E47C38A2DEA43467EB9566B95 -> maybe not", False),
        ("?", False),
    ],
)
def test_which_lines_are_words(line: str, prose: bool) -> None:
    assert is_prose(line) is prose


@pytest.mark.parametrize("cards", range(1, 13))
def test_of_two_faults_at_one_place_the_characters_own_is_told(cards: int) -> None:
    with pytest.raises(NotationError) as caught:
        read(f"{'2' * cards}AB985, 3EDD5BA2A68397КCE8 AD48 -> False")
    assert [fault.code for fault in caught.value.faults] == ["look-alike"]


def test_the_terminal_shows_which_lines_were_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.txt"
    file.write_text("See **this** \x1b[31m deal\nAKQ/KQJ\n")
    assert main(["read", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "read as line, 1 deal",
        "note: 1 deal found, 1 line passed over",
        "  passed over, line 1: See **this** <U+001B>[31m deal",
        "AKQ/KQJ",
    ]
    assert main(["read", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["passed_over"] == [
        {"line": 1, "text": "See **this** \x1b[31m deal"}
    ]


def test_a_long_text_of_many_pieces_takes_no_time() -> None:
    for text in ("and here is one\nAKQ, KQJ\n" * 2_600, "player 1 and so on\n" * 3_400, "Output:\n" * 8_000):
        with pytest.raises(NotationError):
            read(text)
