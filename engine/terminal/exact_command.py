"""`war exact`: every deal of a small pack, with a line that says how far it is, and a file to go on from."""

import argparse
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from engine.folders import write_whole
from engine.rules import count
from engine.study.arrangements import arrangements
from engine.study.exact import Exact, Wrong, begun, gone_on
from engine.study.positions import positions
from engine.terminal.chosen import chosen_rules, name_of
from engine.terminal.progress import Progress
from engine.terminal.study_data import exact_data, whole_data
from engine.terminal.study_text import exact_text, whole_text


def exact_command(options: argparse.Namespace) -> None:
    """Do `war exact`. Raises `ValueError` in one sentence for packs that are not small."""
    rules = chosen_rules(options)
    # Before hours of counting: a pack may be too large for it.
    whole = whole_data(positions(options.pack, rules)) if options.whole else {}
    start = begun(options.pack, rules, hands=options.hands)
    file = Path(options.keep) if options.keep else None
    counted = _counted(start if file is None else _kept(file, start), file, options)
    data = exact_data(counted, rules=name_of(rules, options)) | whole
    print(json.dumps(data) if options.json else exact_text(data))
    if whole and not options.json:
        print(whole_text(whole))


def _counted(counted: Exact, file: Path | None, options: argparse.Namespace) -> Exact:
    """Play the deals that are left, and keep what is counted as it grows."""
    since, before = time.monotonic(), counted.deals
    # Threads: the kernels hold no lock.
    with Progress() as progress, ThreadPoolExecutor(options.workers) as executor:
        while not counted.done:
            counted = gone_on(counted, options.workers, executor.map)
            if file is not None:
                _keep(file, counted)
            if not options.json:
                seconds = time.monotonic() - since
                progress.say(partial(exact_line, counted, counted.deals - before, seconds))
    return counted


def exact_line(counted: Exact, lately: int, seconds: float) -> str:
    """Say how far the count is, when so many deals took so many seconds."""
    deals = arrangements(counted.pack)
    per_second = lately / max(seconds, 1e-9)
    return (
        f"{counted.deals:,} of {count(deals, 'deal')}, {per_second:,.0f} a second, "
        f"{(deals - counted.deals) / max(per_second, 1):,.0f} s to go"
    )


def _keep(file: Path, counted: Exact) -> None:
    """Write what is counted in place of what was there. Raises `ValueError` where that cannot be."""
    try:
        write_whole(file, f"{counted.written()}\n")
    except OSError as error:
        raise ValueError(f"cannot write {str(file)!r}: {error.strerror}") from None


def _kept(file: Path, start: Exact) -> Exact:
    """Return what a file has counted of this; the start where there is no file, or its counts are wrong.

    Raises `ValueError` for a file of something else.
    """
    with suppress(OSError, ValueError):
        try:
            return start.read(file.read_text())
        except Wrong as wrong:
            print(
                f"war: {str(file)!r} was changed or damaged, {wrong}: counted from the start", file=sys.stderr
            )
            return start
    if file.exists():
        raise ValueError(
            f"{str(file)!r} keeps no count of {start.pack.text} by these rules: name another file"
        )
    return start
