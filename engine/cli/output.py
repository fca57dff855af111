"""Output for people and as JSON: text, data, progress."""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Self

from engine.folders import write_whole
from engine.formats import Question, Reading, first_cards
from engine.game import Game
from engine.game.judges import judge_answer
from engine.numbers import count
from engine.rules import PRESETS, RULE_NAMES, Preset
from engine.wording.sentences import because, plain, rules_in_words, verdict

# What every command shares: text or JSON, a file written whole, columns under each other.


def show(
    options: argparse.Namespace,
    data: Callable[[], object],
    text: Callable[[], str],
    indent: int | None = None,
) -> None:
    """Print data as JSON if the command was asked for JSON, text otherwise."""
    print(json.dumps(data(), ensure_ascii=False, indent=indent) if options.json else text())


def write_file(file: Path, content: str | bytes, name: Path | None = None) -> None:
    """Write a file whole or not at all.

    Raises `ValueError` naming the file, or `name` if that is what was asked for.
    """
    try:
        write_whole(file, content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ValueError(f"cannot write {str(name or file)!r}: {error.strerror}") from None


def columns(rows: Iterable[Sequence[str]], widths: Sequence[int] = ()) -> list[str]:
    """Return rows as lines with their cells under each other.

    widths: one per column, negative for text to the left. By default the first column is to the left and
    the others to the right, each as wide as its widest cell.

    >>> columns([["a", "10"], ["bb", "9"]]), columns([["a", "10"]], [-3, 4])
    (['  a   10', '  bb   9'], ['  a    10'])
    """
    rows = [*rows]
    if not widths:
        first, *others = (max(map(len, column)) for column in zip(*rows, strict=True))
        widths = [-first, *(width + 2 for width in others)]
    return [
        "  "
        + "".join(
            f"{cell:<{-width}}" if width < 0 else f"{cell:>{width}}"
            for cell, width in zip(row, widths, strict=False)
        )
        for row in rows
    ]


# Results for human eyes in a terminal.


def presets_text(presets: Iterable[Preset]) -> str:
    """List rule sets with their source and a plain sentence for each rule."""
    blocks = []
    for preset in presets:
        lines = [f"{preset.name}: {preset.title}", f"  from {preset.source}"]
        if preset.rules is not None:
            lines += [f"  - {plain(sentence)}" for sentence in rules_in_words(preset.rules).values()]
        if preset.note:
            lines.append(f"  ({preset.note})")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def reading_text(reading: Reading) -> str:
    """Say how a text was read and list its deals."""
    lines = [f"read as {reading.format}, {count(len(reading.deals), 'deal')}"]
    lines += [f"note: {notice}" for notice in reading.notices]
    lines += [f"  passed over, line {line}" for line in reading.passed]
    for item in reading.deals:
        expected = ", ".join((item.expected or "").splitlines())
        lines.append(item.deal.text + (f"  expected: {expected}" if expected else ""))
    return "\n".join(lines)


def question_text(question: Question) -> str:
    """Ask which reading is meant, with the option that settles it."""
    lines = [question.question]
    for choice in question.readings:
        lines.append(f"  --from {choice.format}: {choice.description}")
        lines += [f"      {line}" for line in first_cards(choice.reading.deals[0].deal).splitlines()]
    if len(question.readings) == 1:
        lines += [f"  passed over, line {line}" for line in question.readings[0].reading.passed]
        lines.append("  --yes: read it so")
    return "\n".join(lines)


def verdict_text(game: Game) -> str:
    """Return the verdict and why, as one line."""
    return " ".join(filter(None, (plain(verdict(game)), plain(because(game)))))


def game_text(game: Game, *, rules: str, answer: str | None) -> str:
    """Return one game for reading: the deal, the verdict, the counters, the judge's answer."""
    text = game.deal.deck_text
    lines = [
        f"{game.deal.text}  ({rules})",
        verdict_text(game),
        f"  rounds {game.rounds:,}, battles {game.battles:,}, plays {game.plays:,}, "
        f"wars {game.wars:,}, depth {game.depth}"
        + (f", steals {game.steals} ({count(game.stolen, 'card')})" if game.steals else ""),
        f"  player 1 ends with {count(game.sizes[0], 'card')}, player 2 with {game.sizes[1]}"
        + (f", {game.table} on the table" if game.table else ""),
    ]
    if any(game.decks):
        lines.append(f"  decks at the end: {text(game.decks[0])}/{text(game.decks[1])}")
    if answer is not None:
        lines.append("  judge: " + answer.replace("\n", "\n         "))
    return "\n".join(lines)


# Games, rules and readings as plain data for other programs. The shapes are a promise.


def game_data(game: Game, *, rules: str, judge: str) -> dict[str, Any]:
    """Return one game as JSON-ready data.

    `rules` is the name to print; `judge` whose form of answer to give. Decks are written top card
    first, in letters or decimal ranks as the deal is; `winner` is None where nobody wins.
    """
    text = game.deal.deck_text
    return {
        "deal": game.deal.text,
        "rules": rules,
        "winner": game.outcome.winner or None,
        "reason": game.outcome.reason.value,
        "rounds": game.rounds,
        "battles": game.battles,
        "plays": game.plays,
        "wars": game.wars,
        "depth": game.depth,
        "steals": game.steals,
        "stolen": game.stolen,
        "sizes": list(game.sizes),
        "table": game.table,
        "final": [text(deck) for deck in game.decks],
        "after_round_1": [text(deck) for deck in game.after_round_1] if game.after_round_1 else None,
        "cycle": {"start": game.cycle.start, "length": game.cycle.length} if game.cycle else None,
        "judge": judge_answer(game, judge),
    }


def reading_data(reading: Reading) -> dict[str, Any]:
    """Return a paste that was read as JSON-ready data."""
    return {
        "format": reading.format,
        "deals": [{"deal": item.deal.text, "expected": item.expected} for item in reading.deals],
        "notices": list(reading.notices),
        **({"passed_over": [line._asdict() for line in reading.passed]} if reading.passed else {}),
    }


def question_data(question: Question) -> dict[str, Any]:
    """Return a question as JSON-ready data; `from` is the format name that settles on a reading."""
    return {
        "question": question.question,
        "readings": [
            {"from": choice.format, "description": choice.description, **reading_data(choice.reading)}
            for choice in question.readings
        ],
    }


def presets_data() -> list[dict[str, Any]]:
    """Return every preset as JSON-ready data; the coin flip, which is no game, has no rules."""
    return [
        {
            "name": preset.name,
            "title": preset.title,
            "source": preset.source,
            **{name: getattr(preset.rules, name, None) for name in RULE_NAMES},
        }
        for preset in PRESETS.values()
    ]


# A line on somebody's screen that says how far a long command is; nothing into a pipe or a file.

LINE: Final = 100
"""Characters of a progress line on a terminal as wide; a line that is broken cannot be taken away."""

PATIENCE: Final = 1.0
"""Seconds before the line appears."""
EVERY: Final = 0.25
"""Seconds between two of its changes, at the least."""


class Progress:
    """A line on standard error, in place of the one before; gone when what it tells of is over."""

    def __init__(self) -> None:
        self._next = time.monotonic() + PATIENCE if sys.stderr.isatty() else float("inf")
        self._shown = False

    def say(self, line: Callable[[], str]) -> None:
        """Show a line if it is time to."""
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + EVERY, True
            width = self._width()
            self._write(f"\r{line()[:width]:<{width}}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._shown = False
            self._write(f"\r{'':<{self._width()}}\r")

    def _width(self) -> int:
        try:
            columns = os.get_terminal_size(sys.stderr.fileno()).columns
        except OSError:
            columns = 0
        return min(LINE, columns - 1) if columns else LINE

    def _write(self, text: str) -> None:
        print(text, end="", file=sys.stderr, flush=True)


def round_line(done: int, games: int, number: int, seconds: float) -> str:
    """Return which round of which game is being played, and the time left."""
    left = f"; {seconds / done * (games - done):.0f} s to go" if done else ""
    return f"game {done + 1:,} of {games:,}, round {number:,}{left}"
