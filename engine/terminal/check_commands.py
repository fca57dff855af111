"""`war check`: a person's own program run deal by deal, its smallest failure and the rule behind it."""

import argparse
import json
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from engine.check import Check, Command, CommandError, check
from engine.terminal.check_diagnosis import diagnosed
from engine.terminal.check_text import check_data, check_text
from engine.terminal.planned import planned
from engine.terminal.progress import Progress

WRONG: Final = 1
NOT_RUN: Final = 3
"""Exit codes of a program that fails a deal, and of one that could not be run."""
_KILLED_BY: Final = 128
"""Exit code after an interrupt, beside the signal's number."""
_ENDING: Final = ("SIGINT", "SIGTERM", "SIGHUP")


def check_command(options: argparse.Namespace) -> int:
    """Do `war check`. Raises `ValueError` in one sentence for what cannot be checked."""
    if options.many and options.arguments:
        raise ValueError("--many gives deals on standard input: leave out --arguments")
    plan = planned(options, games=options.games)
    command = Command(tuple(options.program), options.time, options.memory, as_arguments=options.arguments)
    progress, start = Progress(), time.monotonic()

    def watch(so_far: Check) -> None:
        progress.say(lambda: progress_line(so_far, time.monotonic() - start))

    diagnosis = None
    try:
        with progress, _stopping(command) as signals:
            result = check(plan, command, jobs=options.jobs, many=options.many, watch=watch)
            try:
                diagnosis = None if result.stopped else diagnosed(plan, command, result, watch)
            except KeyboardInterrupt:
                result.stopped = True
    except CommandError as error:
        print(f"war check: {error}", file=sys.stderr)
        return NOT_RUN
    if options.json:
        print(json.dumps(check_data(plan, result, diagnosis, options.dashboard), ensure_ascii=False))
    else:
        print(check_text(plan, result, diagnosis, options.dashboard))
    if result.stopped:
        return _KILLED_BY + (*signals, signal.SIGINT)[0]
    return 0 if result.right else WRONG


@contextmanager
def _stopping(command: Command) -> Iterator[list[int]]:
    """Stop the program under test on Ctrl+C or when this process is told to end; yield the signals taken.

    What was found so far is then printed. A signal that is ignored from the start stays so.
    """
    taken: list[int] = []

    def take(number: int, _: object) -> None:
        taken.append(number)
        command.stop()

    before = {}
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
        numbers = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, take) for number in numbers}
    try:
        yield taken
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def progress_line(so_far: Check, seconds: float) -> str:
    """Say how many deals were run, and what is being done."""
    doing = f"; {so_far.shrinking:,} to find a smaller one" if so_far.shrinking else ""
    doing += f", {so_far.telling:,} to find the mistake" if so_far.telling else ""
    return f"deal {so_far.runs:,}, {seconds:.0f} s{doing}"
