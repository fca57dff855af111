"""`war`, also `python -m engine`: the engine for people who script, and what other programs check us by.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 there is no
answer (the judge has no words for this game, nothing explains a wrong answer), 2 bad input, 3 the
text can be read in more than one way.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from engine.cards import Deal, deal_cards
from engine.game import Game, Round, play
from engine.game.judges import JUDGES, judge_answer
from engine.notation import LONGEST_TEXT, NotationError, Reading, read
from engine.rules import PRESETS
from engine.terminal.arguments import BAD_INPUT, parser
from engine.terminal.chosen import chosen_rules, name_of
from engine.terminal.data import game_data, presets_data, question_data, reading_data
from engine.terminal.progress import Progress, round_line
from engine.terminal.text import game_text, presets_text, question_text, reading_text, verdict_text

ASKS: Final = 3
MOST_OF_A_LOG: Final = 4_000_000
"""Bytes of a program's log; what is too long is refused by `engine.diagnose` in its own words."""


class Unread(Exception):  # noqa: N818, it says what a text is
    """A text that cannot be read, or in more ways than one; the user has been told."""

    def __init__(self, code: int) -> None:
        self.code = code


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one command and return the exit code; one that cannot be done is refused in one sentence."""
    options = parser().parse_args(arguments)
    try:
        return _COMMANDS[options.command](options)
    except Unread as unread:
        return unread.code
    except ValueError as error:
        print(f"war: {error}", file=sys.stderr)
        return BAD_INPUT


def _rules(options: argparse.Namespace) -> int:
    if options.json:
        print(json.dumps(presets_data(), indent=2, ensure_ascii=False))
    else:
        print(presets_text(PRESETS.values()))
    return 0


def _read(options: argparse.Namespace) -> int:
    reading = _reading(_text_of(options.file), options)
    print(json.dumps(reading_data(reading), ensure_ascii=False) if options.json else reading_text(reading))
    return 0


def _reading(text: str, options: argparse.Namespace) -> Reading:
    """Read a text; where it cannot be, say why and raise `Unread`."""
    try:
        reading = read(text, format=options.format, top=options.top, ranks=options.ranks)
    except NotationError as error:
        data, words, code = {"errors": [asdict(fault) for fault in error.faults]}, str(error), BAD_INPUT
    else:
        if isinstance(reading, Reading):
            return reading
        data, words, code = question_data(reading), question_text(reading), ASKS
    if getattr(options, "json", False):
        print(json.dumps(data, ensure_ascii=False))
    else:
        print(words, file=sys.stderr)
    raise Unread(code)


def _play(options: argparse.Namespace) -> int:
    rules = chosen_rules(options)
    name = name_of(rules, options)
    deals = _deals(options)
    progress = Progress()
    start = time.monotonic()
    for done, deal in enumerate(deals):
        watch = None if options.json else partial(_watched, progress, done, len(deals), start)
        with progress:
            game = play(
                deal, rules, seed=options.seed or 0, number=options.game, limit=options.limit, watch=watch
            )
        if options.json:
            print(json.dumps(game_data(game, rules=name, judge=options.rules)))
        else:
            print(game_text(game, rules=name, answer=judge_answer(game, options.rules)))
    return 0


def _watched(progress: Progress, done: int, games: int, start: float, this: Round) -> None:
    progress.say(lambda: round_line(done, games, this.number, time.monotonic() - start))


def _solve(options: argparse.Namespace) -> int:
    rules = chosen_rules(options)
    judge = options.judge or options.rules
    code = 0
    for read_deal in _reading(_text_of(options.file), options).deals:
        game = play(read_deal.deal, rules)
        answer = judge_answer(game, judge)
        if answer is None:
            print(f"war: {_no_answer(game, judge)}", file=sys.stderr)
            code = 1
        else:
            print(answer)
    return code


def _study(options: argparse.Namespace) -> int:
    # Brings numba, half a second that the other commands do without.
    from engine.terminal import study_commands

    study_commands.COMMANDS[options.command](options)
    return 0


def _diagnose(options: argparse.Namespace) -> int:
    from engine.terminal import diagnose_commands

    try:
        if options.cases is not None:
            cases = diagnose_commands.cases_in(_text_of(options.cases))
        else:
            reading = _reading(_text_of(options.file), options)
            if options.log is not None:
                log = _text_of(options.log, at_most=MOST_OF_A_LOG)
                return diagnose_commands.log_command(options, reading, log)
            cases = diagnose_commands.cases_of(reading, options)
        return diagnose_commands.diagnose_command(options, cases)
    except diagnose_commands.AnswerError as error:
        return diagnose_commands.refuse(error, as_json=options.json, code=BAD_INPUT)


def _check(options: argparse.Namespace) -> int:
    from engine.terminal import check_commands

    return check_commands.check_command(options)


def _cases(options: argparse.Namespace) -> int:
    from engine.terminal import cases_command

    return cases_command.cases_command(options)


def _literature(options: argparse.Namespace) -> int:
    from engine.terminal import literature_command

    return literature_command.literature_command(options)


def _differ(options: argparse.Namespace) -> int:
    from engine.terminal import diagnose_commands

    return diagnose_commands.differ_command(options)


def _records(options: argparse.Namespace) -> int:
    from engine.terminal import record_commands

    return record_commands.COMMANDS[options.command](options)


def _warm(_: argparse.Namespace) -> int:
    from engine import kernels

    kernels.warm()
    return 0


def _no_answer(game: Game, judge: str) -> str:
    if judge not in JUDGES:
        return f"{judge} has no judge of its own: choose whose form to answer in with --judge"
    return f"the judge of {judge} has no words for this game: {verdict_text(game)}"


def _deals(options: argparse.Namespace) -> list[Deal]:
    """Return the deals to play."""
    if options.seed is not None:
        return [deal_cards(options.pack, seed=options.seed, number=options.game, hands=options.hands)]
    text = options.deal if options.deal is not None else _text_of(options.deals, at_most=None)
    if options.format is None:
        try:
            deals = list(_lines(text, last=options.top == "last"))
            if deals:
                return deals
        except ValueError:
            if len(text) > LONGEST_TEXT:  # more than the reader takes, so it cannot say it better
                raise
    return [item.deal for item in _reading(text, options).deals]


def _lines(text: str, *, last: bool) -> Iterator[Deal]:
    """Read one deal a line, as many as there are."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                deal = Deal.parse(line.strip())
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
            yield Deal(deal.deck_1[::-1], deal.deck_2[::-1]) if last else deal


def _text_of(name: str, *, at_most: int | None = LONGEST_TEXT) -> str:
    """Return the text of a file or of standard input; one byte more than is allowed is enough to refuse."""
    size = -1 if at_most is None else at_most + 1
    try:
        if name == "-":
            data = sys.stdin.buffer.read(size)
        else:
            with Path(name).open("rb") as file:
                data = file.read(size)
    except OSError as error:
        raise ValueError(f"cannot read {name!r}: {error.strerror}") from None
    return data.decode("utf-8", errors="replace")


_COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "rules": _rules,
    "read": _read,
    "play": _play,
    "solve": _solve,
    **dict.fromkeys(("simulate", "compare", "sweep", "exact", "chance", "questions"), _study),
    "literature": _literature,
    "diagnose": _diagnose,
    "check": _check,
    "cases": _cases,
    "differ": _differ,
    **dict.fromkeys(("hunt", "build"), _records),
    "warm": _warm,
}


def run() -> NoReturn:
    """Run as a console script: no traceback for an interrupt or a closed pipe."""
    try:
        code = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        # Python flushes standard output once more on its way out, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    sys.exit(code)
