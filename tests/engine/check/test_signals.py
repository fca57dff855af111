"""However `war check` is ended, the program under test ends with it, and what was found so far is shown."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from chores import is_alive, until
from quick import slow

from engine.check import Command, Plan, check
from engine.rules import PLAYABLE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks in /proc")

ENDLESS: Final = "import os, sys, time\nprint(os.getpid(), file=open(sys.argv[1], 'a'))\ntime.sleep(900)\n"
"""Notes its number in a file and goes on for ever."""
PARENT: Final = f"""
import subprocess, sys
child = [sys.executable, "-I", "-S", "-c", {ENDLESS!r}, sys.argv[1]]
subprocess.Popen(child, start_new_session=True)
{ENDLESS}
"""
"""The same, with a child that leaves its session, as `setsid` does."""
ANSWERS_ONCE: Final = """
import os, sys, time
again = os.path.exists(sys.argv[1])
print(os.getpid(), file=open(sys.argv[1], 'a'))
time.sleep(900 * again)
print("{}")
"""
"""Answers the first deal, and goes on for ever at the next."""
PATIENCE: Final = 30.0  # seconds to wait for what happens at once, on a machine that has other things to do


def noted(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def numbers(tmp_path: Path) -> Iterator[Path]:
    """Return the file in which programs note their numbers; kill those that are left."""
    file = tmp_path / "numbers"
    yield file
    for process in noted(file):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


@pytest.fixture
def checking(numbers: Path) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Start `war check` with all the time in the world on a Python program and return its process."""
    started: list[subprocess.Popen[str]] = []

    def start(program: str, processes: int, *options: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "engine", "check", "--rules", "codingame", "--time", "900"]
        command += [*options, "--", sys.executable, "-I", "-S", "-c", program, str(numbers)]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True))
        until(lambda: len(noted(numbers)) == processes)
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


ENDED: Final = [
    slow(signal.SIGTERM, PARENT, "Stopped. There was no answer yet: 0 deals run.\n", ""),
    slow(
        signal.SIGHUP, ANSWERS_ONCE.format("1 3"), "Stopped. Every answer so far is right: 1 deal run.\n", ""
    ),
    (
        signal.SIGINT,
        ANSWERS_ONCE.format("1 999"),
        "Wrong. The smallest deal that shows it:\n  AKQ/KQJ\n",
        "Stopped before the search for a smaller deal and for the mistake was over.\n",
    ),
]


@pytest.mark.parametrize(("how", "program", "begins", "ends"), ENDED, ids=["nothing", "right", "wrong"])
def test_a_signal_ends_both_and_shows_what_was_found(
    how: signal.Signals, program: str, begins: str, ends: str, checking: Any, numbers: Path
) -> None:
    check = checking(program, 2)
    check.send_signal(how)
    start = time.monotonic()
    out, err = check.communicate(timeout=PATIENCE)
    assert time.monotonic() - start < 5  # one second where nothing else runs
    assert (check.returncode, err) == (128 + how, "")
    assert out.startswith(begins)
    assert ends in out if ends else out == begins
    until(lambda: not any(map(is_alive, noted(numbers))))


@pytest.mark.slow
def test_a_second_interrupt_leaves_nothing_behind(checking: Any, numbers: Path) -> None:
    check = checking(PARENT, 4, "--jobs", "2")
    check.send_signal(signal.SIGINT)
    check.send_signal(signal.SIGINT)
    out, _ = check.communicate(timeout=PATIENCE)
    assert out.startswith("Stopped.")
    until(lambda: not any(map(is_alive, noted(numbers))))


def test_an_interrupt_in_a_notebook_ends_the_program(numbers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        until(lambda: noted(numbers))
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules[check.__module__], "wait", interrupted)
    program = (sys.executable, "-I", "-S", "-c", ENDLESS, str(numbers))
    plan, start = Plan(PLAYABLE["codingame"], "codingame", "codingame", "codingame"), time.monotonic()
    assert check(plan, Command(program, seconds=PATIENCE)).stopped
    assert time.monotonic() - start < PATIENCE / 2
    until(lambda: not any(map(is_alive, noted(numbers))))


def test_when_it_is_killed_the_program_ends_by_itself(checking: Any, numbers: Path) -> None:
    check = checking(PARENT, 4, "--jobs", "2")
    check.kill()
    check.communicate(timeout=PATIENCE)
    until(lambda: not any(map(is_alive, noted(numbers))))


@pytest.mark.slow
def test_killed_right_after_its_start_the_program_ends_as_well(numbers: Path) -> None:
    killed = f"""
import os, signal, sys
from pathlib import Path
from engine.check import Command, program

def killed(*_):
    while not os.path.exists(sys.argv[1]): pass
    os.kill(os.getpid(), signal.SIGKILL)

program._limit_memory = killed
Command((sys.executable, "-I", "-S", "-c", {ENDLESS!r}, sys.argv[1]), seconds=900).run("")
"""
    ended = subprocess.run([sys.executable, "-c", killed, str(numbers)], check=False, timeout=PATIENCE)
    assert ended.returncode == -signal.SIGKILL
    until(lambda: not any(map(is_alive, noted(numbers))))


def test_a_quiet_child_does_not_outlive_the_answer(numbers: Path) -> None:
    sleeper = "import os, sys, time; print(os.getpid(), file=open(sys.argv[1], 'a')); time.sleep(900)"
    program = f"""
import os, subprocess, sys
quiet = subprocess.DEVNULL
command = [sys.executable, "-I", "-S", "-c", {sleeper!r}, sys.argv[1]]
subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
while not os.path.exists(sys.argv[1]): pass
print("1 3")
"""
    command = Command((sys.executable, "-I", "-S", "-c", program, str(numbers)), seconds=PATIENCE)
    ran = command.run("")
    assert (ran.output, ran.code) == ("1 3\n", 0)
    (child,) = until(lambda: noted(numbers))
    until(lambda: not is_alive(child))
