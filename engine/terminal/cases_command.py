"""`war cases`: the fewest deals found that catch every mistake we know for a judge, as pairs of files."""

import argparse
import json
import os
from pathlib import Path
from typing import Any

from engine.diagnose.suite_files import suite_files
from engine.diagnose.suites import SHUFFLED, Suite, suites_of
from engine.folders import write_whole
from engine.terminal.planned import planned
from engine.words.sentences import count


def cases_command(options: argparse.Namespace) -> int:
    """Do `war cases`. Raises `ValueError` in one sentence for what cannot be written."""
    plan = planned(options, games=SHUFFLED)
    folder = Path(options.out)
    published, smallest = suites_of(plan)
    files = suite_files(smallest)
    there = sorted(name for name in files if os.path.lexists(folder / name))
    if there:
        raise ValueError(f"{str(folder / there[0])!r} is there already: choose an empty folder with --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_whole(folder / name, text)
    except OSError as error:
        raise ValueError(f"cannot write to {options.out[:80]!r}: {error.strerror}") from None
    said = _data(published, smallest)
    print(json.dumps(said, ensure_ascii=False) if options.json else cases_text(published, smallest))
    return 0


def cases_text(published: Suite, smallest: Suite) -> str:
    """Say what was written, and how it compares with what the source publishes."""
    known = len(smallest.caught)
    lines = [
        f"{count(len(smallest.deals), 'deal')} for {smallest.plan.name}: "
        f"they catch {smallest.catches:,} of {known:,} mistakes"
    ]
    for number, deal in enumerate(smallest.deals, 1):
        catches = smallest.catches_at(number - 1)
        lines.append(f"  {number}.in, {number}.out: {count(deal.size, 'card')}, catches {catches:,}")
    if published.deals:
        blind = f", and none about {', '.join(published.blind)}" if published.blind else ""
        lines.append(
            f"Its source publishes {count(len(published.deals), 'deal')}: "
            f"they catch {published.catches:,} of {known:,}{blind}."
        )
    return "\n".join(lines)


def _data(published: Suite, smallest: Suite) -> dict[str, Any]:
    return {
        "rules": smallest.plan.name,
        "judge": smallest.plan.judge,
        "input": smallest.plan.input,
        "mistakes": len(smallest.caught),
        "deals": [
            {
                "deal": deal.text,
                "expected": smallest.plan.expected(deal),
                "catches": smallest.catches_at(place),
            }
            for place, deal in enumerate(smallest.deals)
        ],
        "published": {
            "deals": len(published.deals),
            "catches": published.catches,
            "blind": published.blind,
        },
    }
