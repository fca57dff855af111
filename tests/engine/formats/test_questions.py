"""Where a text can be read in two ways the reader asks; where something decides it does not."""

import pytest

from engine.formats import Question, Reading, read

QUESTIONS = [
    (
        "A23\n456",
        "A can be ten (hex) or the ace (letters). Which is it?",
        {"ranks": ["A23/456"], "golf": ["T23/456"]},
    ),
    (
        "A23, 456",
        "A can be ten (hex) or the ace (letters). Which is it?",
        {"ranks": ["A23/456"], "golf": ["T23/456"]},
    ),
    (
        "A 2\n3 4",
        "A can be ten (hex) or the ace (letters). Which is it?",
        {"ranks": ["A2/34"], "golf": ["T2/34"]},
    ),
    (
        "A2, 34 -> True\n56, 7A -> False",
        "A can be ten (hex) or the ace (letters). Which is it?",
        {"ranks": ["A2/34", "56/7A"], "golf": ["T2/34", "56/7T"]},
    ),
    (
        '[["A","2"],["3","4"]]',
        "A can be ten (hex) or the ace (letters). Which is it?",
        {"list": ["A2/34"], "golf": ["T2/34"]},
    ),
    (
        "Player 1: A2\nPlayer 2: 34",
        "A can be ten (hex) or the ace (letters). Which is it?",
        {"labelled": ["A2/34"], "golf": ["T2/34"]},
    ),
    (
        "2C3D\n4C5D",
        "C and D can be suits or queen and king (hex). Which is it?",
        {"cards": ["23/45"], "golf": ["2Q3K/4Q5K"]},
    ),
    (
        "AD\n2C",
        "C and D can be suits or queen and king (hex). Which is it?",
        {"cards": ["A/2"], "golf": ["TK/2Q"]},
    ),
    (
        "AD/2C",
        "C and D can be suits or queen and king (hex). Which is it?",
        {"line": ["A/2"], "golf": ["TK/2Q"]},
    ),
    (
        "AKQJ",
        "Nothing parts the two decks: the pack can be dealt in halves or alternately. Which is it?",
        {"pack-halves": ["AK/QJ"], "pack-alternate": ["AQ/KJ"]},
    ),
    (
        "AD KC QS 10H 2D",
        "Nothing parts the two decks: the pack can be dealt in halves or alternately. Which is it?",
        {"pack-halves": ["AKQ/T2"], "pack-alternate": ["AQ2/KT"]},
    ),
    (
        "[14, 3, 2, 5]",
        "Nothing parts the two decks: the pack can be dealt in halves or alternately. Which is it?",
        {"pack-halves": ["A3/25"], "pack-alternate": ["A2/35"]},
    ),
    (
        "A23456",
        "Nothing parts the two decks: the pack can be dealt in halves or alternately, "
        "and A can be ten (hex) or the ace (letters). Which is it?",
        {
            "pack-halves": ["A23/456"],
            "pack-alternate": ["A35/246"],
            "golf-halves": ["T23/456"],
            "golf-alternate": ["T35/246"],
        },
    ),
    (
        "2 1 3\n2 4 2",
        "The first number of a line can be a count or a card. Which is it?",
        {"counted": ["1 3/4 2"], "decimal": ["2 1 3/2 4 2"]},
    ),
    (
        "3\n14\n3\n2\n3\n4\n5\n6",
        "The first number of a line can be a count or a card. Which is it?",
        {"counted": ["A32/456"], "pack-halves": ["3A32/3456"], "pack-alternate": ["3335/A246"]},
    ),
    (
        "2,3\n4,5",
        "This text can be read in more than one way. Which is it?",
        {"ranks": ["2/3", "4/5"], "decimal": ["23/45"]},
    ),
    (
        "Player 1:\n23\n\nPlayer 2:\n45",
        "This text can be read in more than one way. Which is it?",
        {"labelled": ["023/45"], "ranks": ["23/45"]},
    ),
]


@pytest.mark.parametrize(("text", "question", "choices"), QUESTIONS, ids=[case[0] for case in QUESTIONS])
def test_questions(text: str, question: str, choices: dict[str, list[str]]) -> None:
    found = read(text)
    assert isinstance(found, Question)
    assert found.question == question
    assert {c.format: [each.deal.text for each in c.reading.deals] for c in found.readings} == choices
    for choice in found.readings:
        assert choice.description
        assert read(text, format=choice.format) == choice.reading


@pytest.mark.parametrize(
    ("text", "format", "deals"),
    [
        ("AB\n22", "golf", ["TJ/22"]),
        ("AE, 22", "golf", ["TA/22"]),
        ("AC2, 345", "golf", ["TQ2/345"]),
        ("AD2\n345", "golf", ["TK2/345"]),
        ("AT\n22", "ranks", ["AT/22"]),
        ("A22\n22Q", "ranks", ["A22/22Q"]),
        ("A2, 34\n56, 7K", "ranks", ["A2/34", "56/7K"]),
        ("A2, 34\n56, 7B", "golf", ["T2/34", "56/7J"]),
        ("AD KC\n2C 3D", "cards", ["AK/23"]),
        ("AD\nKH", "cards", ["A/K"]),
        ("A2/34", "line", ["A2/34"]),
        ("A/A", "line", ["A/A"]),
        ("234\n567", "ranks", ["234/567"]),
        ("A 10\n2 3", "ranks", ["AT/23"]),
        ("4\n2 1 3\n2 4 2", "counted", ["1 3/4 2"]),
        ("3 1 3\n2 4 2", "decimal", ["3 1 3/2 4 2"]),
        ("Ad2c\n3d4c", "cards", ["A2/34"]),
        ("KQ", "pack-halves", ["K/Q"]),
        ("3\nAD\n2C\n4C\n1\n5D", "codingame", ["A24/5"]),
    ],
)
def test_what_decides(text: str, format: str, deals: list[str]) -> None:
    found = read(text)
    assert isinstance(found, Reading)
    assert (found.format, [each.deal.text for each in found.deals]) == (format, deals)
