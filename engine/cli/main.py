"""`war`: the commands and their options."""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

from engine.cards import STANDARD_PACK, Deal, Hands, Pack, deal_cards
from engine.cards.random_stream import LARGEST_SEED
from engine.check import INPUTS
from engine.cli.output import (
    Progress,
    game_data,
    game_text,
    presets_data,
    presets_text,
    question_data,
    question_text,
    reading_data,
    reading_text,
    round_line,
    verdict_text,
)
from engine.cli.simulate_text import chosen_rules, name_of
from engine.formats import FORMATS, LONGEST_TEXT, NotationError, Reading, read
from engine.formats.links import HOME
from engine.game import LIMIT, Game, Round, play
from engine.game.judges import JUDGES, judge_answer
from engine.library.records import FEATS, LONGEST_PATTERN
from engine.rules import ENUMS, PRESETS, RULE_NAMES, USUAL_RULES
from engine.simulation import FOLLOWED, MOST_GAMES, USUAL_GAMES

# The commands and options of `war`, and the refusal of values out of range in one sentence.

BAD_INPUT: Final = 2
"""Exit code for anything that cannot be done as asked."""
MOST_WORKERS: Final = 256


Option = tuple[tuple[str, ...], dict[str, Any]]
"""Names and settings of an option or a positional argument, as argparse takes them."""


class CommandParser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(BAD_INPUT)


def parser() -> argparse.ArgumentParser:
    """Return the parser of every command; `command` in what it reads is the command's name."""
    arguments = CommandParser(prog="war", description="Look inside War, the card game, from the terminal.")
    commands = arguments.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, (summary, options) in _ARGUMENTS_COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        command.set_defaults(ranks="as-printed")
        for option in options:
            one_of = option if isinstance(option, list) else [option]
            taker = command.add_mutually_exclusive_group(required=True) if option is one_of else command
            for names, settings in one_of:
                taker.add_argument(*names, **settings)
    return arguments


def _option(*names: str, **settings: Any) -> Option:
    return names, settings


def _between(low: int, high: int, repair: str) -> Callable[[str], int]:
    """Return a reader of whole numbers in ASCII digits from low to high; `repair` says what to take."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(high))
        if not (digits and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: take {repair}")
        return int(text)

    return read


_whole: Final = _between(0, LARGEST_SEED, f"a whole number, 0 to {LARGEST_SEED}")
_rounds: Final = _between(1, 10**12 - 1, "a whole number, 1 or more")
_games: Final = _between(1, MOST_GAMES, f"a whole number, 1 to {MOST_GAMES}")
_block: Final = _between(1, 2**24, "1 to 16777216 games")
_followed: Final = _between(0, 10**6, "0 to 1000000 games")
_checked: Final = _between(0, 10**6, "0 to 1000000 games")
_megabytes: Final = _between(1, 2**20, "1 to 1048576 megabytes")
_cards: Final = _between(2, 8, "2 to 8 cards")
_pattern: Final = _between(2, LONGEST_PATTERN, f"2 to {LONGEST_PATTERN} rounds")
_workers: Final = _between(1, MOST_WORKERS, f"1 to {MOST_WORKERS} workers")


def _seconds(text: str) -> float:
    if not (re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) and float(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: take seconds, such as 2 or 0.5")
    return float(text)


def _home(text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~/-]*)?", text):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is no address of a page: take one such as {HOME}")
    return text


def _pack(text: str) -> Pack:
    try:
        return Pack.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _hands(text: str) -> Hands:
    try:
        return Hands.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


JSON: Final = _option("--json", action="store_true", help="as JSON; of several games an object a line")
FILE: Final = _option("file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input")
PACK: Final = _option("--pack", type=_pack, default=STANDARD_PACK, help="ranks x copies to deal from (13x4)")
HANDS: Final = _option(
    "--hands",
    type=_hands,
    metavar="A/B",
    help="what the players hold: ranks, ? for a card drawn, ?{22} for many, * for all that remains, such "
    "as AAAA/* (half of the pack each)",
)
READING: Final = (
    _option("--from", dest="format", choices=list(FORMATS), metavar="FORMAT", help=", ".join(FORMATS)),
    _option("--top", choices=("first", "last"), default="first", help="where a deck's top card stands"),
    _option("--ranks", choices=("as-printed", "1-high"), default="as-printed", help="1-high: 1 is highest"),
)
RULES: Final = (
    _option("--rules", default=USUAL_RULES, metavar="NAME", help="a rule set (see: war rules)"),
    _option("--face-down", type=int, metavar="N", help="change one rule: cards face down in a war"),
    *(
        _option(f"--{name.replace('_', '-')}", choices=list(kind), metavar="VALUE", help=", ".join(kind))
        for name, kind in ENUMS.items()
    ),
)
GAMES: Final = _option("--games", type=_games, required=True, metavar="N", help="how many games")
DEALS: Final = _option(
    "--games",
    type=_games,
    default=USUAL_GAMES,
    metavar="N",
    help=f"deals, each by every rule set ({USUAL_GAMES})",
)
WORKERS: Final = _option("--workers", type=_workers, default=os.cpu_count() or 1, help="threads (all cores)")
MANY: Final = (
    _option("--seed", type=_whole, default=0, help="seed of the deals (0)"),
    PACK,
    HANDS,
    WORKERS,
    _option("--block", type=_block, help="games in a block"),
    JSON,
    _option(
        "--csv", metavar="PLACE", help="write the charts' tables too, into a folder or a .zip as the page's"
    ),
    _option("--parquet", metavar="FILE", help="write every tally too, as the page's download"),
    _option("--link", default="", metavar="URL", help="the link that Parquet files name (none)"),
)
"""Options of commands that play many games."""

PLAY: Final = (
    [
        _option("--deal", metavar="A/B", help="both decks, top card first, such as AKQ/KQJ"),
        _option("--deals", metavar="FILE", help="a file with a deal a line, or - for standard input"),
        _option("--seed", type=_whole, help="deal from this seed instead (with --game and --pack)"),
    ],
    PACK,
    HANDS,
    _option("--game", type=_whole, default=0, help="game number of the seed, also for random pick-ups (0)"),
    _option("--limit", type=_rounds, default=LIMIT, help=f"cut games off after so many rounds ({LIMIT})"),
)
CHANCE: Final = (
    _option("--deal", metavar="A/B", help="both decks, top card first (else dealt from --seed and --game)"),
    _option("--seed", type=_whole, default=0, help="seed of the deal, and of random pick-ups (0)"),
    *PLAY[1:4],
)
SIMULATE: Final = (
    GAMES,
    *MANY,
    _option("--games-csv", metavar="FILE", help="write a row a game too, as the page's download"),
    _option("--games-parquet", metavar="FILE", help="the same as Parquet"),
    _option(
        "--followed",
        type=_followed,
        metavar="N",
        help=f"first games followed round by round (0; where a file is written {FOLLOWED}, as by the page)",
    ),
)
DIAGNOSE: Final = (
    FILE,
    _option("--got", action="append", default=[], metavar="ANSWER", help="the program's answer, once a deal"),
    _option(
        "--expected",
        action="append",
        default=[],
        metavar="ANSWER",
        help="what the judge expects, once a deal (where the deals do not say it)",
    ),
    _option("--cases", metavar="FILE", help="instead: a JSON object a line: deal, got, expected"),
    _option("--log", metavar="FILE", help="instead: what the program printed round by round"),
    _option("--judge", metavar="NAME", help="whose rules are meant (found from the answers)"),
    JSON,
)
DIFFER: Final = (
    _option(
        "one",
        metavar="RULES",
        help="a rule set, with a + before each mistake: codingame+10-as-1; a source's program: "
        "codingame-program",
    ),
    _option("other", metavar="RULES", help="another"),
    _option(
        "--in",
        dest="aspect",
        choices=("any", "winner", "rounds", "end"),
        default="any",
        help="what must differ: any of them, who wins, how many rounds, whether the game ends",
    ),
    _option(
        "--cards", type=_cards, default=7, metavar="N", help="try every deal of up to N cards, 2 to 8 (7)"
    ),
    JSON,
)
JUDGE: Final = _option("--judge", choices=JUDGES, help="whose form of answer, if not the rule set's own")
JUDGED: Final = (
    _option(
        "--input",
        choices=list(INPUTS),
        metavar="FORM",
        help="; ".join(f"{name}: {form.brief}" for name, form in INPUTS.items()),
    ),
    _option("--answer", dest="judge", choices=JUDGES, help="whose form of answer, if not the rule set's own"),
    _option("--pack", type=_pack, help="give whole packs only, ranks x copies dealt in halves"),
    _option("--seed", type=_whole, default=0, help="seed of the shuffled deals (0)"),
)
"""What else says what a program is checked by, beside the rules."""
CASES: Final = (
    _option("--out", required=True, metavar="DIR", help="the folder for 1.in, 1.out and so on"),
    *JUDGED,
    JSON,
)
CHECK: Final = (
    _option(
        "program", nargs="+", metavar="COMMAND", help="after --, the program and its arguments; no shell"
    ),
    *JUDGED,
    _option("--arguments", action="store_true", help="each line of the input as an argument instead"),
    _option("--games", type=_checked, default=200, metavar="N", help="shuffled deals, small to large (200)"),
    _option("--time", type=_seconds, default=2.0, metavar="SECONDS", help="for each deal (2)"),
    _option("--memory", type=_megabytes, default=1024, metavar="MB", help="where the system can (1024)"),
    _option("--many", action="store_true", help="many deals to one process, where the program takes them"),
    _option("--jobs", type=_workers, default=1, help="deals at once (1)"),
    _option("--dashboard", type=_home, default=HOME, metavar="URL", help=f"where links open ({HOME})"),
    JSON,
)
RULE: Final = _option("rule", metavar="RULE", help=f"the rule to vary: {', '.join(RULE_NAMES)}")
RULE_SETS: Final = _option(
    "rule_sets", nargs="+", metavar="RULES", help="the first is what others are against"
)
EXACT: Final = (
    _option("--pack", type=_pack, required=True, help="ranks x copies, such as 4x2"),
    HANDS,
    _option("--keep", metavar="FILE", help="keep the count there as it grows, and go on from it"),
    _option("--whole", action="store_true", help="the whole game too: positions, cycles, every split"),
    WORKERS,
)

HUNT: Final = (
    _option(
        "--for",
        dest="feat",
        choices=list(FEATS),
        default="longest-finite",
        metavar="FEAT",
        help=f"{', '.join(FEATS)} (longest-finite)",
    ),
    _option("--seconds", type=_seconds, default=60.0, help="how long; an interrupt ends it earlier (60)"),
    _option("--seed", type=_whole, default=0, help="seed of the deals, and of what is exchanged (0)"),
    PACK,
    _option("--from", dest="kept", metavar="FILE", help="go on from the lines of an earlier hunt"),
    _option("--by", default="", metavar="NAME", help="whose hunt it is, for the line"),
    _option("--workers", type=_workers, default=os.cpu_count() or 1, help="processes (all cores)"),
)
BUILD: Final = (
    PACK,
    _option("--seed", type=_whole, default=0, help="another gives other ranks, where there are any (0)"),
    _option(
        "--rounds",
        type=_pattern,
        default=14,
        metavar="N",
        help="patterns of up to N rounds without wars (14)",
    ),
    _option("--every", action="store_true", help="go through every pattern without wars, whatever is built"),
)

QUESTIONS: Final = [
    _option("question", nargs="?", metavar="NAME", help="one of them; all without it"),
    _option("--rules", default="", metavar="NAME", help="by which rule set (each by its usual one)"),
    _option("--games", type=_games, metavar="N", help="play so many (what is kept of a million)"),
    _option(
        "--keep",
        metavar="FILE",
        help="instead: write all that is kept, of every rule set, and play what is not there",
    ),
    _option("--workers", type=_workers, default=os.cpu_count() or 1, help="threads (all cores)"),
]

_ARGUMENTS_COMMANDS: Final[dict[str, tuple[str, Sequence[Option | list[Option]]]]] = {
    "rules": ("list the named rule sets", [JSON]),
    "read": ("read deals in any format", [FILE, JSON, *READING]),
    "play": ("play deals to the end", [*PLAY, JSON, *RULES, *READING]),
    "solve": ("print just the judge's answer", [FILE, JUDGE, *RULES, *READING]),
    "simulate": ("play games of a seed by the million", [*SIMULATE, *RULES]),
    "compare": ("play the same deals by several rule sets", [RULE_SETS, DEALS, *MANY]),
    "sweep": ("vary one rule over its values, on the same deals", [RULE, DEALS, *MANY, *RULES]),
    "exact": ("play every deal of a small pack", [*EXACT, JSON, *RULES]),
    "chance": ("say how a game stood round by round: the chance to win", [*CHANCE, JSON, *RULES]),
    "questions": ("answer what people ask about War", [*QUESTIONS, JSON]),
    "hunt": ("hunt for the extreme games of a rule set", [*HUNT, JSON, *RULES]),
    "build": ("build a deal of a pack that never ends", [*BUILD, JSON, *RULES]),
    "literature": ("list what was published about War beside our figures", [JSON]),
    "diagnose": ("say what a program with a wrong answer does wrong", [*DIAGNOSE, *READING]),
    "check": ("run a program and find the smallest deal it gets wrong", [*CHECK, *RULES]),
    "cases": ("write the fewest deals found that catch every mistake we know", [*CASES, *RULES]),
    "differ": ("find the smallest deal on which two rule sets differ", DIFFER),
    "warm": ("compile the kernels ahead of the first simulation", []),
}


# `war`, also `python -m engine`: the engine for people who script, and what other programs check us by.
#
# Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 there is no
# answer (the judge has no words for this game, nothing explains a wrong answer), 2 bad input, 3 the
# text can be read in more than one way.

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
        return _MAIN_COMMANDS[options.command](options)
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
    from engine.cli import simulate as study_commands

    study_commands.COMMANDS[options.command](options)
    return 0


def _diagnose(options: argparse.Namespace) -> int:
    from engine.cli import diagnose as diagnose_commands

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
    from engine.cli import check as check_commands

    return check_commands.check_command(options)


def _cases(options: argparse.Namespace) -> int:
    from engine.cli import check as cases_command

    return cases_command.cases_command(options)


def _literature(options: argparse.Namespace) -> int:
    from engine.cli import library as literature_command

    return literature_command.literature_command(options)


def _differ(options: argparse.Namespace) -> int:
    from engine.cli import diagnose as diagnose_commands

    return diagnose_commands.differ_command(options)


def _records(options: argparse.Namespace) -> int:
    from engine.cli import library as record_commands

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


_MAIN_COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
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
