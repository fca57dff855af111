"""`war diagnose` and `war differ`: the JSON shapes are a promise, the exit codes too."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import one_json

GOLF_7 = "32298B5E785DC394467D5C9CB2, 5ED6AAD93E873EA628B6A4BC47 -> True\n"


def test_a_diagnosis_has_every_promised_field(war: Any) -> None:
    found = one_json(war("diagnose", "--got", "2 334", "--json", text=GOLF_7))
    keys = ["cases", "judge", "right", "always", "sure", "explanations", "separating", "nearest", "tried"]
    keys += ["wrong_form"]
    assert list(found) == keys
    assert found["cases"] == [
        {
            "deal": "32298J5A785KQ394467K5Q9QJ2/5AK6TTK93A873AT628J6T4JQ47",
            "expected": "True",
            "expected_read_as": ["player 1 wins"],
            "got": "2 334",
            "got_read_as": ["player 2 wins, after 334 rounds"],
        }
    ]
    assert found["judge"]["rules"] == "code-golf"
    assert found["judge"]["code"] == "1.LOSER_FIRST.LOSES.DRAW.HIGH"
    assert found["judge"]["fits"] is True
    assert found["explanations"][0] == {
        "program": "advent-of-code-22",
        "rules": "1.WINNER_FIRST.LOSES.DRAW.HIGH",
        "mistakes": [],
        "differences": ["pickup=WINNER_FIRST"],
        "sentence": "Your program picks up the winner's cards first. The judge wants the loser's first.",
        "by_chance": 0.148,
        "partings": [
            {
                "cards": 25,
                "decks": 1,
                "end": None,
                "sentence": "The same cards until round 24; in round 25 they part.",
            }
        ],
    }
    assert list(found["separating"]) == ["deal", "proved", "answers"]
    assert found["nearest"] == []
    assert found["tried"]["rule_sets"] == 3016


def test_a_diagnosis_for_people(war: Any) -> None:
    code, out, err = war("diagnose", "--got", "2 335", text=GOLF_7)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "These answers tell almost nothing: what fits them fits likely by luck."
    assert lines[1] == (
        "1. Your program counts one round too many and picks up the winner's cards first. "
        "The judge counts each round once and wants the loser's first."
    )
    assert "judge: code-golf" in lines
    assert any(line.startswith("to confirm explanation 1, run it on ") for line in lines)
    assert any(line.startswith("tried: 3,016 rule sets") for line in lines)


def test_several_deals_take_an_answer_each(war: Any) -> None:
    text = "AKQ/KQJ\n234/345\n"
    found = one_json(
        war(
            "diagnose",
            "--got",
            "1 4",
            "--got",
            "2 4",
            "--expected",
            "1 3",
            "--expected",
            "2 3",
            "--json",
            text=text,
        )
    )
    assert [case["got"] for case in found["cases"]] == ["1 4", "2 4"]
    assert found["explanations"][0]["mistakes"] == ["one-too-many"]
    code, _, err = war("diagnose", "--got", "1 4", text=text)
    assert (code, err) == (2, "war: 2 deals but 1 answer by --got: give it once for each deal\n")


def test_cases_from_a_file(war: Any, tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(
        '{"deal": "AKQ/KQJ", "got": "1 4", "expected": "1 3"}\n\n{"deal": "2,3 -> False", "got": "2 2"}\n'
    )
    found = one_json(war("diagnose", "--cases", str(path), "--json"))
    assert [case["expected"] for case in found["cases"]] == ["1 3", "False"]
    assert found["explanations"][0]["mistakes"] == ["one-too-many"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "line 1: no case"),
        ('{"deal": "AKQ/KQJ"}', "line 1: no case"),
        ('{"deal": 5, "got": "1 3"}', "line 1: deal, got and expected are texts"),
        ('{"deal": "A23\\n456", "got": "1 3"}', "line 1: A can be ten"),
        ('{"deal": "2/3\\n4/5", "got": "1 3"}', "line 1: 2 deals: write one a line"),
        ('{"deal": "AKQ/KQJ", "got": "x"}', "line 1, got: Line 1, column 1: found x"),
        ('{"deal": "AKQ/", "got": "1 3"', "line 1: no case"),
    ],
)
def test_a_case_that_is_none_is_told_with_its_line(war: Any, tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(line)
    code, out, err = war("diagnose", "--cases", str(path))
    assert (code, out) == (2, "")
    assert err.startswith(f"war: {words}")


def test_no_explanation_is_exit_code_1(war: Any) -> None:
    found = one_json(war("diagnose", "--got", "2 7777", "--json", text=GOLF_7), code=1)
    assert found["explanations"] == []
    assert list(found["nearest"][0]) == ["program", "sentence", "cases_right", "winners_right", "answers"]
    code, out, _ = war("diagnose", "--got", "2 7777", text=GOLF_7)
    assert code == 1
    assert out.startswith("No rule set we know gives these answers")


def test_an_answer_that_cannot_be_read_is_told_with_its_place(war: Any) -> None:
    code, out, err = war("diagnose", "--got", "2 x", text=GOLF_7)
    assert (code, out) == (2, "")
    assert err.startswith("war: --got: Line 1, column 3: found x; an answer was expected.")
    found = one_json(war("diagnose", "--got", "2 x", "--json", text=GOLF_7), code=2)
    assert found["errors"][0]["in"] == "--got"
    assert (found["errors"][0]["line"], found["errors"][0]["column"]) == (1, 3)


def test_an_answer_with_signs_no_judge_writes_is_not_guessed(war: Any) -> None:
    code, out, err = war("diagnose", "--got", "{{7*7}}", text=GOLF_7)
    assert (code, out) == (2, "")
    assert err.startswith(
        "war: --got: Line 1, column 1: found {{7*7}}; an answer was expected. No judge writes"
    )


@pytest.mark.parametrize(
    ("arguments", "text", "code", "words"),
    [
        (("--got", "1 3"), "no deal at all", 2, ""),
        (("--got", "1 3"), "A23\n456\n", 3, "A can be ten (hex) or the ace (letters)."),
        ((), "AKQ/KQJ", 2, "war: what did the program say?"),
        (("--got", "1 3", "--judge", "nobody"), "AKQ/KQJ", 2, "war: rule set 'nobody' is unknown"),
        (("--cases", "/nowhere"), "", 2, "war: cannot read '/nowhere'"),
    ],
)
def test_what_cannot_be_asked(war: Any, arguments: tuple[str, ...], text: str, code: int, words: str) -> None:
    found = war("diagnose", *arguments, text=text)
    assert found[:2] == (code, "")
    assert found[2].startswith(words)
    assert found[2]


def test_the_judge_can_be_named(war: Any) -> None:
    found = one_json(war("diagnose", "--got", "1 4", "--judge", "bicycle", "--json", text="AKQ/KQJ"))
    assert found["judge"]["rules"] == "bicycle"
    assert found["explanations"][0]["program"] == "bicycle+one-too-many"


def test_a_log_is_followed(war: Any, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("1: 23 / 4\n2: 3 / 42\n")
    found = one_json(war("diagnose", "--log", str(path), "--judge", "code-golf", "--json", text="23/4"))
    assert found == {
        "judge": "code-golf",
        "read_as": "both decks, 2 times",
        "agree": 1,
        "of": 2,
        "round": 1,
        "line": 2,
        "expected": ["3", "24"],
        "got": ["3", "42"],
        "program": "advent-of-code-22",
        "reproduces": 2,
        "sentence": "Your program picks up the winner's cards first. The judge wants the loser's first.",
    }
    code, out, _ = war("diagnose", "--log", str(path), "--judge", "code-golf", text="23/4")
    assert code == 0
    assert "The first difference is round 1, line 2 of the log." in out
    code, _, err = war("diagnose", "--log", str(path), text="23/4")
    assert (code, err) == (2, "war: whose rules should the log follow? Say it with --judge NAME\n")
    path.write_text("nothing")
    code, _, err = war("diagnose", "--log", str(path), "--judge", "code-golf", text="23/4")
    assert code == 2
    assert err.startswith("war: --log: Line 1, column 1: found no round that can be followed")


def test_a_log_that_differs_is_never_said_to_do_what_the_judge_does(war: Any, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("A / 2\n2A / \nA2 / \n")
    code, out, _ = war("diagnose", "--log", str(path), "--judge", "code-golf", "--json", text="A/2")
    said = json.loads(out)
    assert (code, said["round"], said["program"]) == (1, 2, None)
    assert said["sentence"] == "No rule set we know comes further, with or without a usual mistake."


def test_a_difference_has_every_promised_field(war: Any) -> None:
    found = one_json(war("differ", "codingame", "code-golf", "--json"))
    assert found == {
        "one": "codingame",
        "other": "code-golf",
        "in": "any",
        "same_rules": False,
        "deal": "2/22",
        "cards": 3,
        "proved": True,
        "ends": [
            {"program": "codingame", "winner": None, "rounds": 1, "endless": False},
            {"program": "code-golf", "winner": 2, "rounds": 1, "endless": False},
        ],
        "parting": {
            "cards": None,
            "decks": None,
            "end": 1,
            "sentence": "The same cards to the end; in round 1 the games end differently.",
        },
    }


def test_a_difference_for_people_and_what_differs(war: Any) -> None:
    code, out, err = war("differ", "codingame", "code-golf", "--in", "end", "--cards", "4")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "3/23  (3 cards). Every smaller deal was tried.",
        "  codingame: drawn after 2 rounds",
        "  code-golf: never ends",
        "  The same cards until round 1; in round 2 they part. The decks differ already after round 1.",
    ]


def test_a_published_program_is_named(war: Any) -> None:
    found = one_json(war("differ", "code-golf", "code-golf-program", "--json"))
    assert found["other"] == "code-golf+card-in-the-air"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("codingame", "jouets"),
            "war: by jouets the winner shuffles the cards before taking them, so no single deal",
        ),
        (("codingame", "nobody"), "war: rule set 'nobody' is unknown"),
        (("bicycle", "wikipedia"), "difference: war compare bicycle wikipedia compares many games"),
        (("codingame+10-as-1", "jouets"), "difference: choose rules that leave nothing to chance"),
        (("codingame", "codingame+typo"), "war: mistake 'typo' is unknown: take one such as"),
        (("codingame", "code-golf", "--cards", "9"), "war differ: argument --cards: '9' is out of range"),
    ],
)
def test_what_cannot_differ(war: Any, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = war("differ", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_rules_that_never_differ_are_exit_code_1(war: Any) -> None:
    found = one_json(war("differ", "code-golf", "code-golf", "--cards", "3", "--json"), code=1)
    assert (found["deal"], found["same_rules"]) == (None, True)
    code, out, _ = war("differ", "code-golf", "codeforces-546c")
    assert (code, out) == (1, "They are the same rules: every game of theirs is the same.\n")
    code, out, _ = war("differ", "jouets", "jouets")
    assert (code, out) == (1, "They are the same rules: every game of theirs is the same.\n")
