"""`war check`: a person's own program run deal by deal, its smallest failure and the rule behind it."""

import argparse
import json
import sys
import time
from typing import Final

from engine.check import Check, Command, CommandError, check
from engine.terminal.check_diagnosis import diagnosed
from engine.terminal.check_text import check_data, check_text
from engine.terminal.planned import planned
from engine.terminal.progress import Progress

WRONG: Final = 1
NOT_RUN: Final = 3
"""Exit codes of a program that fails a deal, and of one that could not be run."""


def check_command(options: argparse.Namespace) -> int:
    """Do `war check`. Raises `ValueError` in one sentence for what cannot be checked."""
    if options.many and options.arguments:
        raise ValueError("--many gives deals on standard input: leave out --arguments")
    plan = planned(options, games=options.games)
    command = Command(tuple(options.program), options.time, options.memory, as_arguments=options.arguments)
    progress, start = Progress(), time.monotonic()

    def watch(so_far: Check) -> None:
        progress.say(lambda: progress_line(so_far, time.monotonic() - start))

    try:
        with progress:
            result = check(plan, command, jobs=options.jobs, many=options.many, watch=watch)
            diagnosis = diagnosed(plan, command, result, watch)
    except CommandError as error:
        print(f"war check: {error}", file=sys.stderr)
        return NOT_RUN
    if options.json:
        print(json.dumps(check_data(plan, result, diagnosis, options.dashboard), ensure_ascii=False))
    else:
        print(check_text(plan, result, diagnosis, options.dashboard))
    return 0 if result.right else WRONG


def progress_line(so_far: Check, seconds: float) -> str:
    """Say how many deals were run, and what is being done."""
    doing = f"; {so_far.shrinking:,} to find a smaller one" if so_far.shrinking else ""
    doing += f", {so_far.telling:,} to find the mistake" if so_far.telling else ""
    return f"deal {so_far.runs:,}, {seconds:.0f} s{doing}"
