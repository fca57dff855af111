"""`war check`: a program is run as its judge would run it, and its smallest failure is shown."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from approved import Reviewed
from published import lines

from engine.cards import Deal, Pack
from engine.check import INPUTS, Check, Plan
from engine.cli.check import progress_line
from engine.game.fixed_deals import SHAPES, DealShape, fixed_deals
from engine.rules import PLAYABLE

PYTHON: Final = (sys.executable, "-I", "-S")
RIGHT: Final = """
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
ANSWER: Final = "1 if one else 2, turns"
READ: Final = "RANKS.index(input()[:-1])"
SUITED: Final = RIGHT.replace(READ, "(lambda card: (RANKS.index(card[:-1]), card[-1]))(input())").replace(
    "turns += 1", "turns += 1 + (turns > 5_000 and __import__('time').sleep(60))"
)
"""One that goes on for ever takes no processor time then."""
MANY: Final = f"""
import sys
given = sys.stdin.read().split()
def input(): return given.pop(0)
def play():
    {RIGHT.replace(chr(10), chr(10) + "    ").replace("raise SystemExit", "return")}
while given: play()
"""
KEEPS: Final = MANY.replace("    turns = 0", "    global turns").replace("given =", "turns = 0; given =", 1)
ASKED: Final = "(lambda file: file.write(b'x') * 0 + file.tell())(open(__file__ + '.asked', 'ab', 0))"
CODINGAME: Final = "--rules codingame --time 30"
CHECKED: Final = {
    "right": (RIGHT, CODINGAME),
    "counts one too many": (RIGHT.replace(ANSWER, f"{ANSWER} + 1"), CODINGAME),
    "answers in another order": (RIGHT.replace(ANSWER, "turns, 1 if one else 2"), CODINGAME),
    "says more, as JSON": (RIGHT.replace(ANSWER, f"'no', {ANSWER}"), f"{CODINGAME} --json"),
    "asks before it answers": (f"print('Cards? ', end=''){RIGHT}", CODINGAME),
    "prints how it goes": (f"print('reading'){RIGHT}", CODINGAME),
    "exits as though it had crashed": (f"{RIGHT}raise SystemExit(3)", CODINGAME),
    "counts how often it was asked": (RIGHT.replace(ANSWER, f"{ANSWER} + {ASKED}"), CODINGAME),
    "crashes": ("import os; os.write(2, b'\\xff\\n' * 40_000); 1 / 0", CODINGAME),
    "says nothing": ("pass", CODINGAME),
    "always says the same": ("print(1, 3)", CODINGAME),
    "sleeps": ("import time; time.sleep(60)", "--rules codingame --time 0.05"),
    "takes many deals": (MANY, f"{CODINGAME} --many"),
    "takes one deal of many": (RIGHT, f"{CODINGAME} --many"),
    "takes one, and is wrong": (RIGHT.replace(ANSWER, f"{ANSWER} + 1"), f"{CODINGAME} --many --jobs 2"),
    "keeps the turns of the deal before": (KEEPS, f"{CODINGAME} --many"),
    "prints for a page": ("import os; os.write(1, b'\\xff\\x1b[2J' + b'x' * 2_000)", CODINGAME),
    "echoes its arguments": (
        "import sys; print(sys.argv[1])",
        "--rules bicycle --answer codingame --input golf --arguments --time 30",
    ),
    "has no judge": (RIGHT, "--rules bicycle"),
    "has no right answer": (RIGHT, "--rules norvig"),
}
"""Programs by what they do, and the options they are checked with."""


@pytest.fixture
def check(war: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(sys.modules["engine.check.check"], "MANY", 5)

    def run(text: str, options: str, games: int = 4) -> Any:
        program = tmp_path / "program.py"
        program.write_text(text)
        return war("check", *options.split(), "--games", str(games), "--", *PYTHON, str(program))

    return run


@pytest.mark.parametrize("name", CHECKED)
def test_what_it_says(name: str, check: Any, reviewed: Reviewed) -> None:
    text, options = CHECKED[name]
    code, out, err = check(text, options)
    if "--json" in options:
        out = "".join(f"{key}: {json.dumps(of)}\n" for key, of in json.loads(out).items())
    reviewed(f"{options} [{code}]\n" + re.sub(r"&seed=\d+[^\s\"]*", "", f"{out}{err}"))


def test_where_suits_matter_they_are_in_the_question(check: Any, war: Any) -> None:
    code, out, _ = check(SUITED, "--rules codingame --time 1", games=0)
    assert code == 1
    assert "Your program lets suits break ties. The judge ignores suits." in out
    assert re.search(r"your program: (\w)[cdhs] against \1[cdhs]\n", out)
    *_, asked, _, question = out.splitlines()
    assert "&suits=" in question
    output, asks = (shlex.split(side) for side in asked.split(" | "))
    code, out, err = war(*asks[1:], text="\n".join(output[2:]))
    assert (code, err) == (0, "")
    assert "Your program lets suits break ties. The judge ignores suits." in out


def test_progress_says_what_is_being_done() -> None:
    assert progress_line(Check(runs=1_200), 3.4) == "deal 1,200, 3 s"
    busy = Check(runs=7, shrinking=20, telling=2)
    assert progress_line(busy, 9.0) == "deal 7, 9 s; 20 to find a smaller deal, 2 to find the mistake"


def test_published_deals_are_those_with_a_published_answer() -> None:
    cases = {(case["rules"], case["deal"]) for case in lines("cases") if case.get("judge")}
    assert {(name, deal.text) for name, deals in fixed_deals("published").items() for deal in deals} <= cases


@pytest.mark.parametrize("name", ["code-golf", *SHAPES])
def test_shuffled_deals_are_such_as_the_judge_asks_and_grow(name: str) -> None:
    plan = Plan(PLAYABLE[name], name, name if name != "spivey" else "", "line", games=40)
    deals = [*plan.ordered()][-40:]
    assert all(map(plan.asks, deals))
    assert len({*deals}) > 30
    sizes = [deal.size for deal in deals]
    assert (sizes, sizes[-1]) == (sorted(sizes), plan.deals.most)
    assert any(len(deal.deck_1) != len(deal.deck_2) for deal in deals) == plan.deals.uneven


def test_a_whole_pack_is_all_that_is_given_where_it_is_asked_for() -> None:
    shape = DealShape.whole(Pack(13, 4))
    assert shape.has(shape.shuffled(0, 10, seed=1))
    assert not shape.has(Deal.parse("AKQ/KQJ"))


def test_deals_are_written_as_judges_give_them(reviewed: Reviewed) -> None:
    written = (f"--- {name}\n{form.write(Deal.parse('TA/2'))}" for name, form in INPUTS.items())
    reviewed("\n".join(written))
