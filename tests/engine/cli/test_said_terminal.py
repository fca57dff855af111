"""What the terminal prints for people: exact text, on both sides of what decides between two wordings."""

import json
import re
import sys
import time
from typing import Any

import pytest

from engine.cards import Deal
from engine.cli.output import (
    LINE,
    Progress,
    game_text,
    presets_text,
    question_text,
    reading_text,
    round_line,
    verdict_text,
)
from engine.formats import Question, Reading, read
from engine.game import play
from engine.rules import PRESETS, rules_called


@pytest.mark.parametrize(
    ("deal", "rules", "lines"),
    [
        (
            "2/2",
            "code-golf",
            [
                "2/2  (some rules)",
                "Drawn after 1 round and 1 war. Both ran out in the same war.",
                "  rounds 1, battles 1, plays 1, wars 1, depth 1",
                "  player 1 ends with 0 cards, player 2 with 0, 2 on the table",
            ],
        ),
        (
            "3/2",
            "code-golf",
            [
                "3/2  (some rules)",
                "Player 1 wins after 1 round. Player 2 has no cards left.",
                "  rounds 1, battles 1, plays 1, wars 0, depth 0",
                "  player 1 ends with 2 cards, player 2 with 0",
                "  decks at the end: 23/",
            ],
        ),
        (
            "25/24446674888",
            "whats-in-a-game-steal",
            [
                "25/24446674888  (some rules)",
                "Player 2 wins after 1 round and 2 wars; the deepest went 2 deep. "
                "Player 1 had too few cards left for the last war.",
                "  rounds 1, battles 2, plays 5, wars 2, depth 2, steals 1 (3 cards)",
                "  player 1 ends with 0 cards, player 2 with 3, 10 on the table",
                "  decks at the end: /888",
            ],
        ),
        (
            "/2",
            "code-golf",
            [
                "/2  (some rules)",
                "Player 2 wins: the other deck is empty from the start.",
                "  rounds 0, battles 0, plays 0, wars 0, depth 0",
                "  player 1 ends with 0 cards, player 2 with 1",
                "  decks at the end: /2",
            ],
        ),
    ],
)
def test_a_game(deal: str, rules: str, lines: list[str]) -> None:
    game = play(Deal.parse(deal), rules_called(rules))
    assert game_text(game, rules="some rules", answer=None).splitlines() == lines
    judged = game_text(game, rules="some rules", answer="TURNS : 1\nWINNER : nobody").splitlines()
    assert judged == [*lines, "  judge: TURNS : 1", "         WINNER : nobody"]
    assert verdict_text(game) == lines[1]


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        (
            "23/4",
            "This game never ends: after 2 rounds the deal is back. "
            "Proved: the position before round 1 returns exactly before round 3.",
        ),
        (
            "33/223",
            "This game never ends: from round 2 on, the same 2 rounds come back for ever. "
            "Proved: the position before round 2 returns exactly before round 4.",
        ),
        (
            "234/343",
            "This game never ends: from round 4 on, the same 4 rounds come back for ever. "
            "Proved: the position before round 4 returns exactly before round 8.",
        ),
    ],
)
def test_games_that_never_end(deal: str, words: str) -> None:
    assert verdict_text(play(Deal.parse(deal), rules_called("code-golf"))) == words


def test_one_card_is_stolen() -> None:
    game = play(Deal.parse("2223/22222222"), rules_called("whats-in-a-game-steal"))
    assert "steals 1 (1 card)" in game_text(game, rules="", answer=None)


@pytest.mark.parametrize(
    ("pasted", "lines"),
    [
        ("AKQ/KQJ", ["read as line, 1 deal", "AKQ/KQJ"]),
        ("AKQ/KQJ -> True\n2/3", ["read as line, 2 deals", "AKQ/KQJ  expected: True", "2/3"]),
        (
            "A\u200bKQ/KQJ",
            [
                "read as line, 1 deal",
                "note: invisible characters dropped: 1 (first at line 1, column 2)",
                "AKQ/KQJ",
            ],
        ),
    ],
)
def test_what_was_read(pasted: str, lines: list[str]) -> None:
    found = read(pasted)
    assert isinstance(found, Reading)
    assert reading_text(found).splitlines() == lines


def test_what_is_asked() -> None:
    found = read(f"A{'2' * 80}\n{'3' * 80}")
    assert isinstance(found, Question)
    lines = question_text(found).splitlines()
    assert lines[0] == "A can be ten (hex) or the ace (letters). Which is it?"
    assert [line.partition(":")[0] for line in lines[1::3]] == ["  --from ranks", "  --from golf"]
    assert lines[2::3] == [f"      1  {first}{' 2' * 7} …" for first in ("A", "10")]
    assert lines[3::3] == [f"      2 {' 3' * 8} …"] * 2


def test_rule_sets_are_listed_with_their_sources() -> None:
    assert presets_text([PRESETS["coin-flip"], PRESETS["jouets"]]) == (
        "coin-flip: Coin flip\n"
        '  from "What\'s in a game?" (2008), "Version 2"\n'
        "  (No game at all: a fair coin, the reference line of every share of wins.)\n"
        "\n"
        "jouets: Jouets\n"
        "  from Louis Paternault, the bataille of the jouets collection\n"
        "  - In a war, one card face down, then one up.\n"
        "  - The winner shuffles the cards before taking them.\n"
        "  - Who cannot finish a war loses.\n"
        "  - If both run out in the same war, the game is drawn.\n"
        "  - The higher card wins and aces are high."
    )


def test_a_simulation(war: Any) -> None:
    code, out, _ = war("simulate", "--games", "1000", "--pack", "3x2", "--rules", "code-golf", "--seed", "3")
    lines = out.splitlines()
    assert code == 0
    assert lines[:5] == [
        "1,000 games of 3x2 by code-golf, seed 3",
        "",
        "  player 1              368    36.80%   33.803% to 39.875%",
        "  player 2              415    41.50%   38.424% to 44.626%",
        "  draw                  217    21.70%   19.181% to 24.387%",
    ]
    assert [line[:9].strip() for line in lines[5:7]] == ["endless", "cut off"]
    assert all(re.search(r" 0 +0\.00%   under 0\.", line) for line in lines[5:7])
    assert lines[7] == "  nothing tells the wins of both players apart"
    assert lines[8:15] == [
        "",
        "  of finished games       mean         95 % interval   median    95 %",
        "  rounds                  3.21          3.11 to 3.32        3       6",
        "  battles                 3.57          3.47 to 3.66        3       6",
        "  plays                   3.92          3.82 to 4.01        3       7",
        "  wars                    1.02          0.97 to 1.06        1       2",
        "  depth                   1.02          0.97 to 1.06        1       2",
    ]
    assert lines[16] == "  longest: game 17 with 6 rounds"


@pytest.mark.parametrize("games", ["2", "3", "5"])
def test_of_few_games_no_interval_passes_what_can_be(war: Any, games: str) -> None:
    """Of so few games the widths alone would have means below 0 and shares beyond none and all."""
    for rules in ("code-golf", "norvig"):
        data = json.loads(war("simulate", "--games", games, "--rules", rules, "--json")[1])
        assert data["rounds"]["mean_interval"][0] >= 0
        lines = war("simulate", "--games", games, "--rules", rules)[1].splitlines()
        assert not any(re.search(r"-\d", line) for line in lines)
    told = war("compare", "code-golf", "codingame", "--games", games)[1]
    for value, reach in re.findall(r"([+-]?[\d,.]+) ± ([\d,.]+) %", told):
        assert 0 <= float(value) - float(reach) <= float(value) + float(reach) <= 100
    for line in told.partition("of deals")[2].splitlines():
        points = re.findall(r"([+-][\d.]+) (?:± ([\d.]+)|\(([+-][\d.]+) to ([+-][\d.]+)\))", line)
        for value, reach, *ends in points:
            assert all(abs(float(end)) <= 100 for end in ends if end), line
            assert abs(float(value)) + float(reach or 0) <= 100, line


def test_no_mean_depth_may_be_deeper_than_half_the_pack(war: Any) -> None:
    """Of these two games one is a war deep, one two: the width alone would reach 26.92."""
    data = json.loads(war("simulate", "--games", "2", "--rules", "norvig", "--seed", "1", "--json")[1])
    assert data["depth"]["mean_interval"] == [0, 26]


def test_of_one_game_no_mean_is_told(war: Any) -> None:
    _, out, _ = war("simulate", "--games", "1", "--pack", "3x2")
    assert out.startswith("1 game of 3x2 by code-golf, seed 0\n")
    assert "\n  one finished game: too few for a mean\n" in out
    assert "rounds   " not in out
    assert re.search(r"player [12] +1 +100\.00% +over 2%", out)


def test_where_no_game_ends_no_longest_is_told(war: Any) -> None:
    _, out, _ = war("simulate", "--games", "1", "--pack", "3x1", "--seed", "3")
    assert "\n\n  no game has ended\n" in out
    assert "longest" not in out
    assert "of finished games" not in out


def test_one_deal_alone_exactly(war: Any) -> None:
    _, out, _ = war("exact", "--pack", "1x2")
    assert out.startswith("1 deal of 1x2 by code-golf, every one counted\n")
    assert out.endswith("\n  1 game ends, on average after 1 round\n  the longest takes 1 round: A/A\n")


def test_small_packs_exactly(war: Any) -> None:
    assert war("exact", "--pack", "3x1") == (
        0,
        "6 deals of 3x1 by code-golf, every one counted\n"
        "\n"
        "  player 1             3  1/2\n"
        "  player 2             1  1/6\n"
        "  draw                 0  0\n"
        "  endless              2  1/3\n"
        "\n"
        "  4 games end, on average after 5/4 rounds\n"
        "  the longest takes 2 rounds: KQ/A\n",
        "",
    )


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ("codeforces-546c", "They are the same rules: every game of theirs is the same.\n"),
        ("5.LOSER_FIRST.LOSES.DRAW.HIGH", "No deal was found on which they differ, large or small.\n"),
    ],
)
def test_rule_sets_without_a_difference(
    war: Any, other: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cli.diagnose.differ", lambda *_, **__: None)
    code, out, _ = war("differ", "code-golf", other)
    assert (code, out) == (1, words)


# How far a long command is


@pytest.mark.parametrize(
    ("done", "since_start", "since_last", "shown"),
    [
        (0, 0.99, 0.99, ""),
        (0, 1.01, 1.01, "game 1 of 20, round 3"),
        (0, 5.0, 0.24, ""),
        (0, 5.0, 0.26, "game 1 of 20, round 3"),
        (4, 8.0, 0.26, "game 5 of 20, round 3; 32 s to go"),
    ],
)
@pytest.mark.parametrize("screen", [True, False])
def test_progress_is_told_after_a_second_and_four_times_a_second_and_to_screens_alone(
    done: int,
    since_start: float,
    since_last: float,
    shown: str,
    screen: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: screen)
    progress = Progress()
    clock[0] = 100.0 + since_start - since_last
    if since_start > since_last:
        progress.say(lambda: "before")
        assert capsys.readouterr().err.strip() == ("before" if screen else "")
    clock[0] = 100.0 + since_start
    progress.say(lambda: round_line(done, 20, 3, since_start))
    assert capsys.readouterr().err.strip() == (shown if screen else "")
    progress.clear()
    cleared = bool(shown or since_start > since_last) and screen
    assert capsys.readouterr().err == (f"\r{' ' * LINE}\r" if cleared else "")
    progress.clear()
    assert capsys.readouterr().err == ""
