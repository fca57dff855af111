"""The terminal: the JSON shapes are a promise, the exit codes too, and it stays quiet when cut off."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import one_json
from published import lines

from engine import PRESETS, Deal, Pack, deal_cards, play
from engine.formats import FORMATS

PLAYED = [
    "deal",
    "rules",
    "winner",
    "reason",
    "rounds",
    "battles",
    "plays",
    "wars",
    "depth",
    "steals",
    "stolen",
]
PLAYED += ["sizes", "table", "final", "after_round_1", "cycle", "judge"]
CODINGAME = "3\nAD\nKC\nQC\n3\nKH\nQS\nJC\n"


def test_rules_are_listed_with_every_promised_field(war: Any) -> None:
    listed = one_json(war("rules", "--json"))
    names = ["name", "title", "source", "face_down", "pickup", "shortfall", "both_out", "order"]
    assert all(list(row) == names for row in listed)
    assert [row["name"] for row in listed] == list(PRESETS)
    assert listed[3] == {
        "name": "codingame",
        "title": "CodinGame",
        "source": 'CodinGame, "Winamax Battle"',
        "face_down": 3,
        "pickup": "PLAYER_1_FIRST",
        "shortfall": "DRAW",
        "both_out": "DRAW",
        "order": "HIGH",
    }
    coin = next(row for row in listed if row["name"] == "coin-flip")
    assert [coin[name] for name in names[3:]] == [None] * 5


def test_rules_are_listed_for_people(war: Any) -> None:
    code, out, err = war("rules")
    assert (code, err) == (0, "")
    for preset in PRESETS.values():
        assert f"{preset.name}: {preset.title}\n  from {preset.source}" in out
    assert "In a war, three cards face down, then one up." in out
    assert "*" not in out


def test_play_prints_every_promised_field_in_order(war: Any) -> None:
    played = one_json(war("play", "--rules", "code-golf", "--deal", "22/2", "--json"))
    assert list(played) == PLAYED
    assert played == {
        "deal": "22/2",
        "rules": "code-golf",
        "winner": 1,
        "reason": "shortfall",
        "rounds": 1,
        "battles": 1,
        "plays": 1,
        "wars": 1,
        "depth": 1,
        "steals": 0,
        "stolen": 0,
        "sizes": [1, 0],
        "table": 2,
        "final": ["2", ""],
        "after_round_1": None,
        "cycle": None,
        "judge": "True",
    }


@pytest.mark.parametrize(
    ("deal", "rules", "expected"),
    [
        (
            "23/4",
            "code-golf",
            {
                "winner": None,
                "reason": "cycle",
                "cycle": {"start": 1, "length": 2},
                "final": ["23", "4"],
                "after_round_1": ["3", "24"],
                "judge": None,
            },
        ),
        ("/", "code-golf", {"deal": "/", "winner": None, "reason": "empty_start", "final": ["", ""]}),
        ("/2", "code-golf", {"winner": 2, "reason": "empty_start", "rounds": 0, "sizes": [0, 1]}),
        ("2/2", "code-golf", {"winner": None, "reason": "both_out"}),
        ("2/2", "codingame", {"winner": None, "reason": "shortfall", "judge": "PAT"}),
        ("1 3/4 2", "codeforces-546c", {"winner": 2, "rounds": 6, "final": ["", "1 3 2 4"], "judge": "6 2"}),
        (
            "2222222/222A",
            "whats-in-a-game-steal",
            {"winner": 1, "steals": 1, "stolen": 1, "reason": "shortfall", "wars": 2, "sizes": [1, 0]},
        ),
        (
            "A/2",
            "0.RANDOM.LOSES.DRAW.HIGH",
            {"rules": "0.RANDOM.LOSES.DRAW.HIGH", "winner": 1, "judge": None},
        ),
    ],
)
def test_play_says(war: Any, deal: str, rules: str, expected: dict[str, Any]) -> None:
    played = one_json(war("play", "--rules", rules, "--deal", deal, "--json"))
    assert {name: played[name] for name in expected} == expected


def test_a_limit_is_a_reason_of_its_own(war: Any) -> None:
    played = one_json(war("play", "--deal", "234/343", "--limit", "3", "--json"))
    assert (played["winner"], played["reason"], played["rounds"], played["cycle"]) == (None, "limit", 3, None)


def test_every_published_case_through_the_terminal_by_file(war: Any, tmp_path: Path) -> None:
    cases = lines("cases")
    for rules in sorted({case["rules"] for case in cases}):
        chosen = [case for case in cases if case["rules"] == rules]
        file = tmp_path / "deals.txt"
        file.write_text("\n\n".join(case["deal"] for case in chosen) + "\n")
        code, out, err = war("play", "--rules", rules, "--deals", str(file), "--json")
        assert (code, err) == (0, "")
        played = [json.loads(line) for line in out.splitlines()]
        assert [game["deal"] for game in played] == [case["deal"] for case in chosen]
        for game, case in zip(played, chosen, strict=True):
            assert (game["winner"] or 0, game["rules"]) == (case["expected"]["winner"], rules)
            assert case.get("judge", {}).get(rules, game["judge"]) == game["judge"]


def test_deals_come_from_standard_input_a_line_each(war: Any) -> None:
    code, out, _ = war("play", "--deals", "-", "--json", text="A/2\n2/A\n\n/\n23/4\n")
    assert code == 0
    assert [json.loads(line)["reason"] for line in out.splitlines()] == [
        "deck_empty",
        "deck_empty",
        "empty_start",
        "cycle",
    ]


def test_a_bad_line_is_named_and_nothing_is_played(war: Any) -> None:
    code, out, err = war("play", "--deals", "-", text="A/2\n2/x\n")
    assert code == 2
    assert out == ""
    assert err.startswith("Line 2, column 3: found x;")


def test_deals_are_dealt_by_number(war: Any) -> None:
    result = war("play", "--seed", "1", "--game", "7", "--pack", "8x4", "--rules", "norvig", "--json")
    deal = deal_cards(Pack(8, 4), seed=1, number=7)
    played = one_json(result)
    assert played["deal"] == deal.text
    assert played["rounds"] == play(deal, PRESETS["norvig"].playable, seed=1, number=7).rounds


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--face-down", "2"], "2.LOSER_FIRST.LOSES.DRAW.HIGH"),
        (["--pickup", "RANDOM"], "1.RANDOM.LOSES.DRAW.HIGH"),
        (["--shortfall", "LAST_CARD"], "1.LOSER_FIRST.LAST_CARD.DRAW.HIGH"),
        (["--both-out", "PLAYER_2"], "1.LOSER_FIRST.LOSES.PLAYER_2.HIGH"),
        (["--order", "ACE_LOW"], "1.LOSER_FIRST.LOSES.DRAW.ACE_LOW"),
        (["--ranks", "1-high"], "1.LOSER_FIRST.LOSES.DRAW.LOW_WINS"),
        (
            ["--face-down", "0", "--pickup", "AS_DEALT", "--shortfall", "STEAL"],
            "0.AS_DEALT.STEAL.DRAW.HIGH",
        ),
    ],
)
def test_single_rules_can_be_changed(war: Any, options: list[str], code: str) -> None:
    # Presets that happen to have the new rules go by their name.
    played = one_json(war("play", "--deal", "2A3/23A", *options, "--json"))
    name = next(
        (name for name, preset in PRESETS.items() if preset.rules and preset.rules.code == code), code
    )
    assert played["rules"] == name
    again = one_json(war("play", "--deal", "2A3/23A", "--rules", code, "--json"))
    assert {**again, "rules": name, "judge": played["judge"]} == played


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rules", "golf"], "rule set 'golf' is unknown: take one of "),
        (["--rules", "coin-flip"], "coin-flip plays no cards, it is a fair coin: choose another rule set"),
        (["--face-down", "100"], "face_down 100 is out of range: take 0 to 99 cards"),
        (
            ["--rules", "codingame", "--both-out", "PLAYER_1"],
            "both_out PLAYER_1 is impossible with shortfall DRAW",
        ),
        (["--pickup", "LOSER"], "invalid choice: 'LOSER'"),
        (["--limit", "0"], "1 or more"),
        (["--game", "-1"], "--game"),
        (["--game", "18446744073709551616"], "take a whole number, 0 to 18446744073709551615"),
        (["--pack", "13"], "'13' is no pack: write ranks x copies, such as 13x4"),
        (["--seed", "1"], "not allowed with argument"),
        (["--from", "poem"], "invalid choice: 'poem'"),
    ],
)
def test_what_cannot_be_done_is_refused_with_code_2(war: Any, arguments: list[str], sentence: str) -> None:
    code, out, err = war("play", "--deal", "A/2", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_file_that_is_not_there_is_named(war: Any) -> None:
    for command in (["read"], ["solve"], ["play", "--deals"]):
        code, out, err = war(*command, "/no/such/file")
        assert (code, out) == (2, "")
        assert err == "war: cannot read '/no/such/file': No such file or directory\n"


def test_read_says_the_format_and_what_was_expected(war: Any) -> None:
    assert one_json(war("read", "--json", text=CODINGAME + "1 3\n")) == {
        "format": "codingame",
        "deals": [{"deal": "AKQ/KQJ", "expected": "1 3"}],
        "notices": [],
    }


def test_read_takes_a_file_too(war: Any, tmp_path: Path) -> None:
    file = tmp_path / "input.txt"
    file.write_text("A23/456\n")
    assert one_json(war("read", str(file), "--json"))["deals"] == [{"deal": "A23/456", "expected": None}]


def test_bad_text_gets_code_2_and_every_promised_field_of_an_error(war: Any) -> None:
    errors = one_json(war("read", "--json", text="AKX/KQ?\n"), 2)["errors"]
    assert [(error["line"], error["column"], error["token"]) for error in errors] == [
        (1, 3, "X"),
        (1, 7, "?"),
    ]
    for error in errors:
        assert list(error) == ["code", "line", "column", "token", "expected", "repair"]
        assert all(error.values())


def test_two_readings_get_code_3_and_are_settled_by_from(war: Any) -> None:
    asked = one_json(war("read", "--json", text="A23\n456\n"), 3)
    assert {"question", "readings"} == set(asked)
    assert asked["question"] == "A can be ten (hex) or the ace (letters). Which is it?"
    decks = {}
    for reading in asked["readings"]:
        assert {"format", "deals", "notices", "from", "description"} == set(reading)
        assert reading["from"] in FORMATS
        settled = one_json(war("read", "--json", "--from", reading["from"], text="A23\n456\n"))
        assert settled["deals"] == reading["deals"]
        decks[reading["from"]] = settled["deals"][0]["deal"]
    assert decks == {"ranks": "A23/456", "golf": "T23/456"}


def test_a_question_and_a_fault_without_json_go_to_standard_error(war: Any) -> None:
    code, out, err = war("read", text="A23\n456\n")
    assert (code, out) == (3, "")
    assert "--from golf" in err
    code, out, err = war("read", text="AKX/KQ?\n")
    assert (code, out) == (2, "")
    assert "X" in err


def test_the_top_card_can_be_the_last(war: Any) -> None:
    for command in (["read"], ["play", "--deals", "-"]):
        code, out, _ = war(*command, "--top", "last", "--json", text="234/567\n")
        assert code == 0
        assert "432/765" in out


@pytest.mark.parametrize(
    ("rules", "text", "answer"),
    [
        ("codingame", CODINGAME, "1 3\n"),
        ("codingame", "5\n8C\nKD\nAH\nQH\n2S\n5\n8D\n2D\n3H\n4D\n3S\n", "2 1\n"),
        ("codingame", "1\n10H\n1\n10D\n", "PAT\n"),
        (
            "code-golf",
            "D58B35926B92C7C4C7E8D3DAA2, 8E47C38A2DEA43467EB9566B95\n"
            "5744B95ECDC6D325B28A782A72, 68394D9DA96EBBA8533EE7C6C4\n",
            "False\nTrue\n",
        ),
        (
            "advent-of-code-22",
            "Player 1:\n9\n2\n6\n3\n1\n\nPlayer 2:\n5\n8\n4\n7\n10\n",
            "306\n",
        ),
        ("codeforces-546c", "4\n2 1 3\n2 4 2\n", "6 2\n"),
        ("codeforces-546c", "3\n1 2\n2 1 3\n", "-1\n"),
        ("pyanitsa", "1 3 5 7 9\n2 4 6 8 0\n", "second 5\n"),
    ],
)
def test_solve_prints_just_the_answer(war: Any, rules: str, text: str, answer: str) -> None:
    assert war("solve", "--rules", rules, text=text) == (0, answer, "")


def test_solve_answers_in_another_judges_form(war: Any) -> None:
    book = ("solve", "--rules", "programming-challenges")
    assert war(*book, text="222/22\n") == (0, "TURNS : 1\nWINNER : player1\n", "")
    assert war(*book, "--judge", "skiena", text="222/22\n") == (0, "a wins in 2 steps\n", "")


def test_solve_without_an_answer_says_why_with_code_1(war: Any) -> None:
    code, out, err = war("solve", "--rules", "code-golf", text="23/4\n")
    assert (code, out) == (1, "")
    assert "This game never ends" in err
    code, out, err = war("solve", "--rules", "bicycle", text="23/4\n")
    assert (code, out) == (1, "")
    assert "--judge" in err


def test_solve_refuses_bad_text_and_asks_as_read_does(war: Any) -> None:
    assert war("solve", text="AKX/KQ?\n")[:2] == (2, "")
    assert war("solve", text="A23\n456\n")[:2] == (3, "")


def test_play_for_people_says_verdict_counters_and_decks(war: Any) -> None:
    assert war("play", "--rules", "codingame", "--deal", "AKQ/KQJ") == (
        0,
        "AKQ/KQJ  (codingame)\n"
        "Player 1 wins after 3 rounds. Player 2 has no cards left.\n"
        "  rounds 3, battles 3, plays 3, wars 0, depth 0\n"
        "  player 1 ends with 6 cards, player 2 with 0\n"
        "  decks at the end: AKKQQJ/\n"
        "  judge: 1 3\n",
        "",
    )


COMMAND = [sys.executable, "-m", "engine"]


def test_python_m_engine_works_and_repeats_itself() -> None:
    arguments = [*COMMAND, "play", "--deal", "2234/2243", "--rules", "programming-challenges", "--json"]
    results = [subprocess.run(arguments, capture_output=True, text=True, timeout=60) for _ in range(2)]
    assert [(result.returncode, result.stderr) for result in results] == [(0, "")] * 2
    assert results[0].stdout == results[1].stdout
    assert json.loads(results[0].stdout)["winner"] == 2


def test_a_closed_pipe_is_no_error() -> None:
    deals = "A/2\n" * 5000
    with subprocess.Popen(
        [*COMMAND, "play", "--deals", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(deals.encode())
        process.stdin.close()
        assert json.loads(process.stdout.readline())["winner"] == 1
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(60) == 141
    assert said == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_leaves_no_traceback() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "--deals", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        # More than fits a pipe that nobody empties: it is still printing when the signal comes.
        process.stdin.write(b"A/2\n" * 20_000)
        process.stdin.close()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        said = process.stderr.read()
        assert process.wait(60) == 130
    assert said == b""


def test_a_deal_of_the_terminal_is_the_deal_that_was_given(war: Any) -> None:
    for text in ("23/45", "023/45", "/023", "1 14/13", "A/"):
        assert one_json(war("play", "--deal", text, "--json"))["deal"] == Deal.parse(text).text == text


def test_an_expected_answer_of_two_lines_is_shown_on_one(war: Any) -> None:
    _, out, _ = war("read", text="2/2 -> TURNS : 1\nWINNER : player2\n")
    assert out == "read as line, 1 deal\n2/2  expected: TURNS : 1, WINNER : player2\n"
