"""Programs that are checked: right ones in three languages, and wrong ones as people write them."""

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from engine.check import Command, Plan
from engine.formats.write import INPUT_OF
from engine.rules import PLAYABLE

PROGRAMS: Final = Path(__file__).parent / "programs"
PYTHON: Final = (sys.executable, "-I", "-S")
JUDGES: Final = tuple(INPUT_OF)
PATIENCE: Final = 30.0
"""Seconds for a right program: however busy the machine, it is not called wrong."""


class Wrong(NamedTuple):
    """A wrong program: what it has in place of a right one's text, and what is to be said of it."""

    judge: str
    right: str
    wrong: str
    said: str


ORDER: Final = "    if judge == 'codingame':\n        taken = a + b".replace("'", '"')
# With symmetrical rules to name the loser and to take one player for the other are the same.
WRONG: Final = (
    Wrong("codingame", ORDER, f"{ORDER} if first else b + a", "picks up the winner's cards first"),
    Wrong("codingame", ORDER, f"{ORDER[:-5]}b + a", "picks up player 2's cards first"),
    Wrong("codingame", "down = 3", "down = 2", "lays two cards face down"),
    Wrong("codingame", "ranks.index(word[:-1])", "'123456789JQKA'.index(word[0])", "reads 10 as 1"),
    Wrong(
        "codingame",
        "            a.append",
        "            rounds += _ == 0\n            a.append",
        "counts battles",
    ),
    Wrong("codingame", "print(won, rounds)", "print(won, rounds - 1)", "counts one round too few"),
    Wrong("codingame", "<= down", "<= down + 1", "wants one card more than a war takes"),
    Wrong("codingame", '["2", "3"', '["A", "2", "3"', "has aces low"),
    Wrong(
        "codingame",
        "ranks.index(word[:-1])",
        "4 * ranks.index(word[:-1]) + 'CDHS'.index(word[-1])",
        "lets suits break ties",
    ),
    Wrong(
        "code-golf",
        "b + a if first else a + b",
        "a + b if first else b + a",
        "picks up the winner's cards first",
    ),
    Wrong("code-golf", "letter in word]", "letter in word[::-1]]", "reads both decks upside down"),
    Wrong("code-golf", "won == 1", "won == 2", "takes player 1 for player 2"),
    Wrong(
        "programming-challenges",
        "[card for pair in zip(a, b, strict=True) for card in pair]",
        "a + b",
        "player 1's",
    ),
    Wrong("programming-challenges", "TURNS : {rounds}", "TURNS : {rounds + 1}", "counts one round too many"),
    Wrong(
        "codeforces-546c",
        "b + a if first else a + b",
        "a + b if first else b + a",
        "the winner's cards first",
    ),
    Wrong(
        "advent-of-code-22",
        "a + b if first else b + a",
        "b + a if first else a + b",
        "the loser's cards first",
    ),
)


def plan_of(judge: str, games: int) -> Plan:
    name = "programming-challenges" if judge == "skiena" else judge
    return Plan(PLAYABLE[name], name, judge, INPUT_OF[judge], games)


def python_program(judge: str) -> Command:
    return Command((*PYTHON, str(PROGRAMS / "war.py"), judge), PATIENCE)


def wrong_program(wrong: Wrong, folder: Path) -> Command:
    """Write a wrong program into a folder, and return how it is started."""
    right = (PROGRAMS / "war.py").read_text(encoding="utf-8")
    assert wrong.right in right
    program = folder / "wrong.py"
    program.write_text(right.replace(wrong.right, wrong.wrong), encoding="utf-8")
    return Command((*PYTHON, str(program), wrong.judge), PATIENCE)


@cache
def compiled(folder: Path) -> Path:
    """Compile the program in C."""
    program = folder / "war"
    compiler = shutil.which("gcc") or "gcc"
    subprocess.run([compiler, "-O1", "-w", str(PROGRAMS / "war.c"), "-o", str(program)], check=True)
    return program
