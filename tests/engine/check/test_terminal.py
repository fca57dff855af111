"""`war check`: a program is run as its judge would run it, and its smallest failure is shown."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from published import lines

from engine.cards import Deal, Pack
from engine.check import INPUTS, Check, Plan
from engine.cli.check import progress_line
from engine.game.fixed_deals import SHAPES, DealShape
from engine.game.judges import PUBLISHED
from engine.rules import PLAYABLE

PYTHON: Final = (sys.executable, "-I", "-S")
CODINGAME: Final = """
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
one, two = ([RANKS.index(input()[:-1]) for _ in range(int(input()))] for _ in "12")
turns = 0
while one and two:
    turns += 1
    laid_1, laid_2 = [one.pop(0)], [two.pop(0)]
    while laid_1[-1] == laid_2[-1]:
        if len(one) < 4 or len(two) < 4:
            print("PAT")
            raise SystemExit
        for _ in range(4):
            laid_1.append(one.pop(0))
            laid_2.append(two.pop(0))
    (one if laid_1[-1] > laid_2[-1] else two).extend(laid_1 + laid_2)
print(1 if one else 2, turns)
"""


@pytest.fixture
def check(war: Any, tmp_path: Path) -> Any:
    """Check a Python program by CodinGame's rules, or as the options say."""

    def run(text: str, *options: str, games: int = 4) -> Any:
        program = tmp_path / "program.py"
        program.write_text(text)
        given = options or ("--rules", "codingame")
        return war("check", *given, "--games", str(games), "--", *PYTHON, str(program))

    return run


def test_a_right_program_is_right(check: Any) -> None:
    code, out, err = check(CODINGAME)
    assert (code, err) == (0, "")
    assert out.startswith("Right: ")


def test_a_wrong_program_is_shown_its_smallest_deal_and_its_mistake(check: Any) -> None:
    one_too_many = CODINGAME.replace("1 if one else 2, turns", "1 if one else 2, turns + 1")
    code, out, err = check(one_too_many)
    assert (code, err) == (1, "")
    assert out.splitlines()[:5] == [
        "Wrong. The smallest deal found:",
        "  2/3",
        "  given:",
        "    1",
        "    2C",
    ]
    assert "  expected: 2 1\n  got: 2 2\n" in out
    assert "Your program counts one round too many. The judge counts each round once." in out
    assert "  The games are the same; only the answer differs.\n" in out
    *_, played, asked, deal, question = out.splitlines()
    assert played == "  war play --rules codingame --deal 2/3"
    assert asked == "  echo 2/3 | war diagnose --judge codingame --expected '2 1' --got '2 2'"
    assert deal.startswith("The deal: http://127.0.0.1:8501/?v=1&rules=codingame&deal=2/3&")
    assert question.startswith("The question: http://127.0.0.1:8501/diagnose?v=1&deals=2/3")


def test_where_suits_matter_they_are_in_the_question(check: Any, war: Any) -> None:
    suited = CODINGAME.replace(
        "RANKS.index(input()[:-1])", "(lambda c: (RANKS.index(c[:-1]), c[-1]))(input())"
    )
    code, out, _ = check(suited, games=0)
    assert code == 1
    assert "Your program lets suits break ties. The judge ignores suits." in out
    assert re.search(r"your program: (\w)[cdhs] against \1[cdhs]\n", out)
    *_, asked, _, question = out.splitlines()
    assert "&suits=" in question
    said, asks = (shlex.split(side) for side in asked.split(" | "))
    assert (said[:2], asks[0]) == (["printf", r"%s\n"], "war")
    code, out, err = war(*asks[1:], text="\n".join(said[2:]))
    assert (code, err) == (0, "")
    assert "Your program lets suits break ties. The judge ignores suits." in out


def test_all_of_it_as_json(check: Any) -> None:
    code, out, err = check(
        CODINGAME.replace("print(1 if", "print('no', 1 if"), "--rules", "codingame", "--json"
    )
    assert (code, err) == (1, "")
    found = json.loads(out)
    keys = "rules judge input right runs left_out shrinking first smallest one_by_one carried telling"
    assert list(found) == [*keys.split(), "diagnosis", "commands", "stopped", "links"]
    assert found["right"] is False
    assert found["smallest"]["cards"] == Deal.parse(found["smallest"]["deal"]).size
    given = Deal.parse(found["smallest"]["deal"]).suited()
    assert found["smallest"]["given"] == INPUTS["codingame"].write(given)
    assert found["commands"][0] == f"war play --rules codingame --deal {found['smallest']['deal']}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            CODINGAME.replace("print(1 if one else 2, turns)", "print(turns, 1 if one else 2)"),
            "Right outcome, wrong form",
        ),
        ("1 / 0", "crashed"),
        ("pass", "said nothing"),
        ("import time; time.sleep(60)", "no answer in time"),
    ],
)
def test_what_is_no_answer_has_words_of_its_own(check: Any, text: str, words: str) -> None:
    code, out, _ = check(text, "--rules", "codingame", "--time", "0.05" if "sleep" in text else "5")
    assert code == 1
    assert words in out.splitlines()[0]
    assert ("ZeroDivisionError: division by zero" in out) == (text == "1 / 0")


MANY: Final = f"""
import sys
given = sys.stdin.read().split()
def input(): return given.pop(0)
def play():
    {CODINGAME.replace(chr(10), chr(10) + "    ").replace("raise SystemExit", "return")}
while given: play()
"""


def test_many_deals_go_to_one_process_where_it_takes_them(check: Any) -> None:
    options = "--rules", "codingame", "--many"
    code, out, _ = check(MANY, *options)
    assert code == 0
    assert "one process each" not in out
    code, out, _ = check(CODINGAME, *options)
    assert code == 0
    assert "one process each, as it did not answer many at once" in out
    code, out, _ = check(MANY.replace("one else 2, turns", "one else 2, turns + 1"), *options)
    assert code == 1
    assert "counts one round too many" in out


def test_what_a_program_keeps_from_one_deal_to_the_next_is_said(check: Any) -> None:
    kept = MANY.replace("    turns = 0", "    global turns").replace("given = sys", "turns = 0; given = sys")
    code, out, _ = check(kept, "--rules", "codingame", "--many")
    assert code == 1
    assert "Alone it is answered rightly: something is kept from the deals before it.\n" in out


def test_other_forms_and_other_rules_are_taken_by_name(war: Any) -> None:
    refused = war("check", "--rules", "norvig", "--", "true")
    assert refused == (
        2,
        "",
        "war: by norvig the winner shuffles the cards before taking them, so no answer is the right one: "
        "choose others with --rules or --pickup\n",
    )
    code, _, err = war("check", "--rules", "bicycle", "--", "true")
    assert (code, err) == (2, "war: bicycle has no judge of its own: choose how it answers with --answer\n")
    code, out, _ = war(
        "check", "--rules", "bicycle", "--answer", "codingame", "--input", "golf", "--arguments", "--", "echo"
    )
    assert code == 1
    assert out.splitlines()[2:5] == ["  given: 2, 2", "  expected: PAT", "  got: 2, 2"]


def test_what_cannot_be_run_is_no_wrong_program(war: Any) -> None:
    code, out, err = war("check", "--rules", "codingame", "--", "/no/such/program")
    assert (code, out) == (3, "")
    assert err == "war check: '/no/such/program' cannot be run: No such file or directory\n"
    assert war("check", "--rules", "codingame")[0] == 2


def test_a_long_answer_is_shown_in_part_and_its_signs_are_harmless(check: Any) -> None:
    code, out, _ = check("print('\\x1b[2J' + 'x' * 2_000)")
    assert code == 1
    assert "\x1b" not in out
    assert f"  got:\n    \\x1b[2J{'x' * 993}\n    ... 1,007 characters more; --json has all\n" in out


def test_progress_says_what_is_being_done() -> None:
    assert progress_line(Check(runs=1_200), 3.4) == "deal 1,200, 3 s"
    busy = Check(runs=7, shrinking=20, telling=2)
    assert progress_line(busy, 9.0) == "deal 7, 9 s; 20 to find a smaller one, 2 to find the mistake"


def test_published_deals_are_those_with_a_published_answer() -> None:
    cases = {(case["rules"], case["deal"]) for case in lines("cases") if case.get("judge")}
    assert {(name, deal) for name, deals in PUBLISHED.items() for deal in deals} <= cases


@pytest.mark.parametrize("name", ["code-golf", *SHAPES])
def test_shuffled_deals_are_such_as_the_judge_gives_and_grow(name: str) -> None:
    shape = SHAPES.get(name, DealShape())
    deals = [shape.shuffled(place, 40, seed=3) for place in range(40)]
    assert all(map(shape.has, deals))
    sizes = [deal.size for deal in deals]
    assert sizes == sorted(sizes)
    assert sizes[-1] == shape.most
    assert len({*deals}) > 30
    assert any(len(deal.deck_1) != len(deal.deck_2) for deal in deals) == shape.uneven


@pytest.mark.parametrize("name", ["code-golf", "programming-challenges", "codingame"])
def test_every_shuffled_deal_is_one_that_the_judge_would_ask(name: str) -> None:
    plan = Plan(PLAYABLE[name], name, name, "line", games=30)
    assert all(map(plan.asks, [*plan.ordered()][-30:]))


def test_a_whole_pack_is_all_that_is_given_where_it_is_asked_for() -> None:
    shape = DealShape.whole(Pack(13, 4))
    assert shape.has(shape.shuffled(0, 10, seed=1))
    assert not shape.has(Deal.parse("AKQ/KQJ"))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("codingame", "2\n10S\nAS\n1\n2S"),
        ("golf", "AE, 2"),
        ("golf-lines", "AE\n2"),
        ("golf-letters", "TA, 2"),
        ("suited", "Ts As\n2s"),
        ("crab-combat", "Player 1:\n10\n14\n\nPlayer 2:\n2"),
        ("counted", "3\n2 10 14\n1 2"),
    ],
)
def test_deals_are_written_as_judges_give_them(form: str, text: str) -> None:
    assert INPUTS[form].write(Deal.parse("TA/2")) == text
