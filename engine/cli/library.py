"""`war questions`, `literature`, `hunt`, `build`."""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import cache, partial
from math import log
from pathlib import Path
from typing import Any, Final

from engine import library
from engine.cli.games import OTHER_RULES, check_settled, chosen_rules, name_of, text_of
from engine.cli.output import Progress, fields, show, write_file
from engine.cli.simulate_text import estimate_data, run_line
from engine.jobs import Workers, play_here
from engine.numbers import count
from engine.rules import PLAYABLE
from engine.simulation import DECIDED_GAMES, Decided, Study, Summary, decided

# `war questions`: what people ask about War, answered from what is kept or by games played for it.


def questions_command(options: argparse.Namespace) -> int:
    """Do `war questions`. Raises `ValueError` for a question or a rule set that there is not."""
    if options.keep:
        _save_answers(Path(options.keep), options)
        return 0
    questions = library.asked_by(options.rules)
    name = options.question and _question_named(options.question, questions)
    player = _player(options)
    for question in [questions[name]] if name else questions.values():
        if options.games or question.rule_set not in PLAYABLE:
            answer = question.settled.measure.answer(question.study(games=options.games), player)
        else:
            answer = library.saved_answer(question)
        show(options, question_data(question, answer), question_text(question, answer))
    return 0


def _question_named(text: str, names: Iterable[str]) -> str:
    """Return the name that a text means, however its words are joined: forever is for-ever."""
    joined = {name.replace("-", ""): name for name in names}
    if (word := re.sub("[-_ ]", "", text.lower())) not in joined:
        raise ValueError(f"question {text[:40]!r} is unknown: use one of {', '.join(names)}")
    return joined[word]


def _player(options: argparse.Namespace) -> library.Player:
    """Return who plays games for answers, each run once."""

    @cache
    def tallies(study: Study) -> Summary:
        with Progress(options.json) as progress:
            summary: Summary = play_here(
                study, workers=options.workers, on_progress=lambda at: progress.say(partial(run_line, at))
            ).summary
        return summary

    @cache
    def hands(study: Study) -> tuple[Decided, ...]:
        return decided(replace(study, games=1, followed=0), games=min(study.games, DECIDED_GAMES))

    return library.Player(tallies, hands)


def _save_answers(file: Path, options: argparse.Namespace) -> None:
    """Write everything that is kept to a file, and play what is not there yet.

    Each run that was played is in the file before the next begins. Raises `ValueError`.
    """
    runs = [*library.runs_to_save()]
    lines = [library.saved_line(study, questions, file) for study, questions in runs]
    missing = [place for place, there in enumerate(lines) if not there]
    write_file(file, _text(lines))  # before an hour of playing: perhaps it cannot be written
    for place in missing:
        lines[place] = library.played_line(*runs[place], _player(options))
        write_file(file, _text(lines))


def _text(lines: list[str]) -> str:
    return "".join(f"{there}\n" for there in lines if there)


def question_text(question: library.AskedQuestion, answer: library.CountedAnswer) -> str:
    """Return a question and its answer for reading."""
    asked = f"{question.name}: {question.asks}"
    return "\n  ".join((asked, question.sentence(answer), question.precision(answer)))


def question_data(question: library.AskedQuestion, answer: library.CountedAnswer) -> dict[str, Any]:
    """Return a question and its answer as JSON-ready data; shares are of one."""
    value = answer.value
    return {
        "question": question.name,
        "asks": question.asks,
        "answer": question.sentence(answer),
        "unit": question.guess.unit,
        **(estimate_data(value) if value else {"value": None, "interval": None}),
        "rules": question.rule_set,
        "played": question.rules.code,
        "hands": question.hands or None,
        "games": answer.games,
        "seed": question.study().seed,
        "why": list(question.why),
        "teaches": question.teaches,
    }


# `war literature`: published figures beside ours.


def literature_command(options: argparse.Namespace) -> int:
    """Do `war literature`."""
    if options.json:
        print(library.json_lines(library.claims().values()), end="")
        return 0
    print(*library.headline(), "", sep="\n")
    for data in map(library.claim_data, library.claims().values()):
        ours = f"{data['ours']} {data['interval']}".strip()
        print(f"{data['verdict']:<22}{data['claim']} ({data['source']})")
        print(f"{'':<22}published {data['published']}, ours {ours}   [{data['name']}]")
    return 0


# `war hunt` and `war build`: the extreme games of a rule set, hunted for, and endless ones, built.

NOTHING: Final = 1  # exit code where there is nothing to show


def hunt_command(options: argparse.Namespace) -> int:
    """Do `war hunt`. Raises `ValueError` in one sentence for what cannot be hunted for, or gone on with."""
    hunt = library.Hunt(
        chosen_rules(options), library.RECORD_KINDS[options.record_kind], options.seed, options.pack
    )
    since = library.gone_on_with(hunt, _records_in(options.earlier) if options.earlier else ())
    workers, start = Workers(options.workers), time.monotonic()
    try:
        with Progress() as progress:
            found = library.go_hunting(
                hunt,
                workers,
                workers=options.workers,
                seconds=options.seconds,
                since=since,
                on_batch=lambda now: progress.say(lambda: _hunt_line(hunt, now, time.monotonic() - start)),
            )
    finally:
        workers.shutdown(wait=False, cancel_futures=True)  # after an interrupt no turn counts any more
    if found.figure is None:
        print(f"war: {hunt.kind.title.lower()}: none in {count(found.games, 'game')}", file=sys.stderr)
        return NOTHING
    record = library.record_of(hunt, found, by=options.by, date=datetime.now(UTC).date().isoformat())
    if not options.json:
        print("\n".join(_hunt_text(hunt, found, name_of(hunt.rules, options))))
    print(record.line)
    return 0


def _records_in(name: str) -> list[library.Record]:
    """Read the record lines of a file; a file that is not there yet has none."""
    lines = text_of(name, at_most=None).splitlines() if Path(name).exists() else []
    return [library.Record.parse(line) for line in lines if line.startswith("{")]


def _hunt_line(hunt: library.Hunt, found: library.HuntResult, seconds: float) -> str:
    best = "none yet" if found.figure is None else count(found.figure, hunt.kind.unit)
    return f"{hunt.kind.title.lower()}: {best}, {count(found.games, 'game')}, {seconds:.0f} s"


def _hunt_text(hunt: library.Hunt, found: library.HuntResult, rules: str) -> list[str]:
    """Say what a hunt found, how it can be found again, and what was to be expected."""
    assert found.figure is not None
    pairs = f", {count(len(found.exchanges.split()), 'pair')} of cards exchanged" if found.exchanges else ""
    played = f"{count(found.games, 'game')} in {count(found.batches, 'turn')}"
    lines = [
        f"{hunt.kind.title.lower()} by {rules}: {count(found.figure, hunt.kind.unit)}",
        f"  game {found.game:,} of seed {hunt.seed}{pairs}; {played}",
    ]
    expected = found.expected()
    if expected is not None:
        lines.append(
            f"  expected: about {expected:,.0f} in {count(found.shuffled, 'shuffled game')}, "
            f"about {expected + log(10) * found.fold:,.0f} in ten times as many"
        )
    return lines


def build_command(options: argparse.Namespace) -> int:
    """Do `war build`. Raises `ValueError` in one sentence for rules under which no game is endless."""
    rules, pack, tried = chosen_rules(options), options.pack, library.Tried()
    name = name_of(rules, options)
    check_settled(rules, name, f"every game ends: {OTHER_RULES}")
    if options.every:
        came = library.gone_through(rules, pack, options.rounds, seed=options.seed)
        print(json.dumps(asdict(came)))
        return 0 if came.built else NOTHING
    patterns = library.patterns_of(rules, pack, long=options.rounds)
    built = library.build(rules, pack, seed=options.seed, patterns=patterns, tried=tried)
    data = {"pack": pack.text, "rules": name, **(_built_data(built) if built else {"deal": None})}
    none = f"found no deal of {pack.text} that never ends by {name} rules\n  {tried.words}"
    show(options, data | {"tried": tried.words}, _built_text(built, name) if built else none)
    return 0 if built else NOTHING


def _built_data(built: library.Built) -> dict[str, object]:
    return {
        "deal": built.deal.text,
        **fields(built.cycle, "start", "length"),
        "wars": built.wars,
        "pattern": _pattern_text(built),
        "sizes": list(built.pattern.sizes),
    }


def _built_text(built: library.Built, rules: str) -> str:
    cycle = built.cycle
    wars = count(built.wars, "war") if built.wars else "no war"
    one, two = built.pattern.sizes
    return (
        f"{built.deal.text} never ends by {rules} rules\n"
        f"  from round {cycle.start:,} on the same {count(cycle.length, 'round')} repeat, with {wars}\n"
        f"  who wins: {_pattern_text(built)}, repeated for ever, from {one} cards against {two}"
    )


def _pattern_text(built: library.Built) -> str:
    """Write the winner of each round: 1111 2222; a round of 13 pairs as 1w13; repeated pairs as (1 2) x13."""
    words = [f"{winner}" if laid == 1 else f"{winner}w{laid}" for winner, laid in built.pattern.rounds]
    groups: list[str] = []
    while words:
        word, alike, pairs = words[0], _repeats(words, 1), _repeats(words, 2)
        if pairs > 2 and alike == 1:
            groups.append(f"({word} {words[1]}) x{pairs}")
            words = words[2 * pairs :]
        else:
            groups.append(word * alike if len(word) == 1 else " ".join([word] * alike))
            words = words[alike:]
    return " ".join(groups)


def _repeats(words: list[str], length: int) -> int:
    """Return how many times the first `length` words are repeated at the beginning."""
    times = 1
    while words[:length] == words[times * length : (times + 1) * length]:
        times += 1
    return times
