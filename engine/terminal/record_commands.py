"""`war hunt` and `war build`: the extreme games of a rule set, hunted for, and endless ones, built."""

import argparse
import json
import sys
import time
from dataclasses import asdict
from datetime import UTC, datetime
from math import log
from pathlib import Path
from typing import Final

from engine.records.construct import Built, Tried, build, patterns_of
from engine.records.feats import FEATS, Feat
from engine.records.hunt import Catch, Hunt, record_of
from engine.records.party import go_hunting, gone_on_with
from engine.records.record import Record
from engine.records.search import gone_through
from engine.terminal.chosen import chosen_rules, name_of
from engine.terminal.progress import Progress
from engine.words.sentences import count
from engine.workers.pool import Workers

NOTHING: Final = 1
"""Exit code where there is nothing to show."""


def hunt_command(options: argparse.Namespace) -> int:
    """Do `war hunt`. Raises `ValueError` in one sentence for what cannot be hunted for, or gone on with."""
    hunt = Hunt(chosen_rules(options), FEATS[options.feat], options.seed, options.pack)
    since = gone_on_with(hunt, _records_in(options.kept) if options.kept else ())
    workers, start = Workers(options.workers), time.monotonic()
    try:
        with Progress() as progress:
            catch = go_hunting(
                hunt,
                workers,
                workers=options.workers,
                seconds=options.seconds,
                since=since,
                look=lambda now: progress.say(lambda: _hunt_line(hunt, now, time.monotonic() - start)),
            )
    finally:
        workers.shutdown(wait=False, cancel_futures=True)  # after an interrupt no turn counts any more
    if catch.figure is None:
        print(f"war: {hunt.feat.title.lower()}: none in {count(catch.games, 'game')}", file=sys.stderr)
        return NOTHING
    record = record_of(hunt, catch, by=options.by, date=datetime.now(UTC).date().isoformat())
    if not options.json:
        print("\n".join(_hunt_text(hunt, catch, name_of(hunt.rules, options))))
    print(record.line)
    return 0


def _records_in(name: str) -> list[Record]:
    """Read the record lines of a file; a file that is not there yet has none."""
    path = Path(name)
    if not path.exists():
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read {name!r}: {error}") from None
    return [Record.parse(line) for line in lines if line.startswith("{")]


def _hunt_line(hunt: Hunt, catch: Catch, seconds: float) -> str:
    best = "none yet" if catch.figure is None else _figure(hunt.feat, catch.figure)
    return f"{hunt.feat.title.lower()}: {best}, {count(catch.games, 'game')}, {seconds:.0f} s"


def _figure(feat: Feat, figure: int) -> str:
    return count(figure, feat.unit)


def _hunt_text(hunt: Hunt, catch: Catch, rules: str) -> list[str]:
    """Say what a hunt found, how it can be found again, and what was to be expected."""
    assert catch.figure is not None
    lines = [
        f"{hunt.feat.title.lower()} by {rules}: {_figure(hunt.feat, catch.figure)}",
        f"  game {catch.game:,} of seed {hunt.seed}"
        + (f", {count(len(catch.exchanges.split()), 'pair')} of cards exchanged" if catch.exchanges else "")
        + f"; {count(catch.games, 'game')} in {count(catch.turns, 'turn')}",
    ]
    expected = catch.expected()
    if expected is not None:
        lines.append(
            f"  of {count(catch.shuffled, 'shuffled game')} about {expected:,.0f} was to be expected: "
            f"figures fall off by a factor e every {catch.fold:,.0f}, "
            f"so ten times as many would reach {log(10) * catch.fold:,.0f} more"
        )
    return lines


def build_command(options: argparse.Namespace) -> int:
    """Do `war build`. Raises `ValueError` in one sentence for rules under which no game is endless."""
    rules, pack, tried = chosen_rules(options), options.pack, Tried()
    if options.every:
        came, _ = gone_through(rules, pack, options.rounds, seed=options.seed)
        print(json.dumps(asdict(came)))
        return 0 if came.built else NOTHING
    patterns = patterns_of(rules, pack, long=options.rounds)
    built = build(rules, pack, seed=options.seed, patterns=patterns, tried=tried)
    name = name_of(rules, options)
    if options.json:
        print(json.dumps({"pack": pack.text, "rules": name, **_built_data(built), "tried": tried.words}))
    elif built is None:
        print(f"no endless deal of {pack.text} by {name} was built")
        print(f"  {tried.words}")
    else:
        print("\n".join(_built_text(built, name)))
    return NOTHING if built is None else 0


def _built_data(built: Built | None) -> dict[str, object]:
    if built is None:
        return {"deal": None}
    return {
        "deal": built.deal.text,
        "start": built.cycle.start,
        "length": built.cycle.length,
        "wars": built.wars,
        "pattern": _pattern_text(built),
        "sizes": list(built.pattern.sizes),
    }


def _built_text(built: Built, rules: str) -> list[str]:
    cycle = built.cycle
    wars = count(built.wars, "war") if built.wars else "no war"
    one, two = built.pattern.sizes
    return [
        f"{built.deal.text} never ends by {rules}",
        f"  from round {cycle.start:,} on the same {count(cycle.length, 'round')} come back, with {wars}",
        f"  who wins: {_pattern_text(built)}, again and again, from {one} cards against {two}",
    ]


def _pattern_text(built: Built) -> str:
    """Write who wins each round: 1111 2222; a round of so many pairs as 1w13; turns as (1 2) x13."""
    words = [f"{winner}" if laid == 1 else f"{winner}w{laid}" for winner, laid in built.pattern.rounds]
    said: list[str] = []
    at = 0
    while at < len(words):
        alike = _repeats(words[at:], 1)
        turns = _repeats(words[at:], 2)
        if turns > 2 and alike == 1:
            said.append(f"({words[at]} {words[at + 1]}) x{turns}")
            at += 2 * turns
        else:
            said.append(words[at] * alike if len(words[at]) == 1 else " ".join([words[at]] * alike))
            at += alike
    return " ".join(said)


def _repeats(words: list[str], length: int) -> int:
    """Return how often the first so many words stand at the beginning one after the other."""
    times = 1
    while words[:length] == words[times * length : (times + 1) * length]:
        times += 1
    return times


COMMANDS: Final = {"hunt": hunt_command, "build": build_command}
