"""`war`: the commands and their options."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from engine.cards import LARGEST_SEED, STANDARD_PACK, Hands, Pack
from engine.check import INPUTS
from engine.cli import check, diagnose, games, library, simulate
from engine.formats import FORMATS, HOME, LISTED
from engine.game import JUDGES, LIMIT
from engine.library import LONGEST_PATTERN, RECORD_KINDS
from engine.rules import ENUMS, RULE_NAMES, USUAL_RULES
from engine.simulation import FOLLOWED, MOST_GAMES, USUAL_GAMES

# The commands and options of `war`, and the refusal of values out of range in one sentence.

MOST_WORKERS: Final = 256

T = TypeVar("T")


Option = tuple[str, dict[str, Any]]
"""Name and settings of an option or a positional argument, as argparse takes them."""


class CommandParser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(games.BAD_INPUT)


def parser() -> argparse.ArgumentParser:
    """Return the parser of every command; `command` in what it reads is the command's name."""
    arguments = CommandParser(prog="war", description="Look inside War, the card game, from the terminal.")
    commands = arguments.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, (summary, options, _) in COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        command.set_defaults(ranks="as-printed")
        for option in options:
            one_of = option if isinstance(option, list) else [option]
            taker = command.add_mutually_exclusive_group(required=True) if option is one_of else command
            for label, settings in one_of:
                taker.add_argument(label, **settings)
    return arguments


def _option(name: str, help: str, **settings: Any) -> Option:
    """Return an option; a value that it takes by default is said behind what it does."""
    default = settings.get("default")
    usual = f" (default: {default})" if isinstance(default, int | str) and default not in ("", "-") else ""
    return name, {"help": help if "(default" in help else f"{help}{usual}", **settings}


def _whole_number(low: int, high: int, noun: str = "", repair: str = "") -> Callable[[str], int]:
    """Return a reader of whole numbers in ASCII digits from low to high, of what `noun` says."""
    repair = repair or (f"{low} to {high} {noun}" if noun else f"a whole number, {low} to {high}")

    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(high))
        if not (digits and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: use {repair}")
        return int(text)

    return read


_whole: Final = _whole_number(0, LARGEST_SEED)
_rounds: Final = _whole_number(1, 10**12 - 1, repair="a whole number, 1 or more")
_games: Final = _whole_number(1, MOST_GAMES)
_some_games: Final = _whole_number(0, 10**6, "games")
_workers: Final = _whole_number(1, MOST_WORKERS, "workers")


def _seconds(text: str) -> float:
    if not (re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) and float(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: use seconds, such as 2 or 0.5")
    return float(text)


def _home(text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~/-]*)?", text):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is not a page address: use one such as {HOME}")
    return text


def _format(text: str) -> str:
    if text not in FORMATS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a format: use one of {', '.join(LISTED)}")
    return text


def _refusing(parse: Callable[[str], T]) -> Callable[[str], T]:
    """Return a reader whose refusals argparse shows in their own words."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


_pack: Final = _refusing(Pack.parse)
_hands: Final = _refusing(Hands.parse)


JSON: Final = _option("--json", "print JSON; several games: one object per line", action="store_true")
FILE: Final = _option("file", "a file, or - for standard input", nargs="?", default="-", metavar="FILE")
PACK: Final = _option(
    "--pack", "pack to deal from, ranks x copies (default: 13x4)", type=_pack, default=STANDARD_PACK
)
HANDS: Final = _option(
    "--hands",
    "hands of both players: ranks, ? for a random card, ?{22} for 22 of them, * for all remaining cards, "
    "such as AAAA/* (default: half of the pack each)",
    type=_hands,
    metavar="A/B",
)
READING: Final = (
    _option(
        "--from", f"format of the deals: {', '.join(LISTED)}", dest="format", type=_format, metavar="FORMAT"
    ),
    _option("--yes", "accept words, tables or code with only one possible reading", action="store_true"),
    _option("--top", "position of a deck's top card", choices=("first", "last"), default="first"),
    _option(
        "--ranks", "1-high: 1 is the highest rank", choices=("as-printed", "1-high"), default="as-printed"
    ),
)
RULES: Final = (
    _option("--rules", "rule set to use; war rules lists them", default=USUAL_RULES, metavar="NAME"),
    _option("--face-down", "change a rule: cards face down in a war", type=int, metavar="N"),
    *(
        _option(
            f"--{name.replace('_', '-')}",
            f"change a rule: {', '.join(kind)}",
            choices=list(kind),
            metavar="VALUE",
        )
        for name, kind in ENUMS.items()
    ),
)
GAMES: Final = _option("--games", "number of games", type=_games, required=True, metavar="N")
DEALS: Final = _option(
    "--games", "number of deals, each played by every rule set", type=_games, default=USUAL_GAMES, metavar="N"
)
WORKERS: Final = _option(
    "--workers", "number of cores to use (default: all)", type=_workers, default=os.cpu_count() or 1
)
MANY: Final = (
    _option("--seed", "seed of the deals", type=_whole, default=0),
    PACK,
    HANDS,
    WORKERS,
    _option("--block", "games per block", type=_whole_number(1, 2**24, "games")),
    JSON,
    _option("--csv", "also write the tables of the charts, to a folder or a .zip", metavar="PLACE"),
    _option("--parquet", "also write all counts as Parquet", metavar="FILE"),
    _option("--link", "link to write into Parquet files (default: none)", default="", metavar="URL"),
)

PLAY: Final = (
    [
        _option("--deal", "both decks, top card first, such as AKQ/KQJ", metavar="A/B"),
        _option("--deals", "a file with one deal per line, or - for standard input", metavar="FILE"),
        _option("--seed", "deal the cards from this seed, with --game and --pack", type=_whole),
    ],
    PACK,
    HANDS,
    _option("--game", "game number of the seed, also for random pick-ups", type=_whole, default=0),
    _option("--limit", "maximum rounds per game", type=_rounds, default=LIMIT),
)
CHANCE: Final = (
    _option("--deal", "both decks, top card first (default: dealt from --seed and --game)", metavar="A/B"),
    _option("--seed", "seed of the deal and of random pick-ups", type=_whole, default=0),
    *PLAY[1:4],
)
SIMULATE: Final = (
    GAMES,
    *MANY,
    _option("--games-csv", "also write one row per game as CSV", metavar="FILE"),
    _option("--games-parquet", "also write one row per game as Parquet", metavar="FILE"),
    _option(
        "--followed",
        f"number of games, from the first, to record round by round "
        f"(default: 0, or {FOLLOWED} if a file is written)",
        type=_some_games,
        metavar="N",
    ),
)
ANSWERS: Final = {"action": "append", "default": [], "metavar": "ANSWER"}
DIAGNOSE: Final = (
    FILE,
    _option("--got", "the program's answer; repeat it for each deal", **ANSWERS),
    _option(
        "--expected",
        "the answer the judge expects, if the deals do not give it; repeat it for each deal",
        **ANSWERS,
    ),
    _option(
        "--cases",
        "read test cases instead: one JSON object per line with deal, got, expected",
        metavar="FILE",
    ),
    _option("--log", "read a log instead: what the program printed, round by round", metavar="FILE"),
    _option("--judge", "the judge's rule set (default: found from the answers)", metavar="NAME"),
    JSON,
)
DIFFER: Final = (
    _option(
        "one",
        "a rule set, with a + before each mistake, such as codingame+10-as-1; or a source's program, such as "
        "codingame-program",
        metavar="RULES",
    ),
    _option("other", "the other rule set", metavar="RULES"),
    _option(
        "--in",
        "what must differ: the winner, the number of rounds, whether the game ends, any",
        dest="aspect",
        choices=("any", "winner", "rounds", "end"),
        default="any",
    ),
    _option(
        "--cards",
        "try every deal of up to N cards, 2 to 8",
        type=_whole_number(2, 8, "cards"),
        default=7,
        metavar="N",
    ),
    JSON,
)
JUDGE: Final = _option("--judge", "output format to use (default: the rule set's own)", choices=JUDGES)
JUDGED: Final = (
    _option(
        "--input",
        "input format to give the program. "
        + "; ".join(f"{name}: {form.brief}" for name, form in INPUTS.items()),
        choices=list(INPUTS),
        metavar="FORM",
    ),
    _option(
        "--answer", "output format to expect (default: the rule set's own)", dest="judge", choices=JUDGES
    ),
    _option("--pack", "give only whole packs, ranks x copies, dealt in halves", type=_pack),
    _option("--seed", "seed of the shuffled deals", type=_whole, default=0),
)
"""What else says what a program is checked by, beside the rules."""
CASES: Final = (
    _option("--out", "a folder for 1.in, 1.out and so on, or NAME.zip", required=True, metavar="PATH"),
    *JUDGED,
    JSON,
)
CHECK: Final = (
    _option("program", "after --, the program and its arguments (no shell)", nargs="+", metavar="COMMAND"),
    *JUDGED,
    _option("--arguments", "pass each input line as an argument, not on standard input", action="store_true"),
    _option(
        "--games", "number of shuffled deals, small to large", type=_some_games, default=200, metavar="N"
    ),
    _option("--time", "time limit per deal", type=_seconds, default="2", metavar="SECONDS"),
    _option(
        "--memory",
        "memory limit, if the system supports one",
        type=_whole_number(1, 2**20, "megabytes"),
        default=1024,
        metavar="MB",
    ),
    _option("--many", "send many deals to one process, if the program accepts them", action="store_true"),
    _option("--jobs", "number of deals to run at once", type=_workers, default=1),
    _option("--dashboard", "base address for links", type=_home, default=HOME, metavar="URL"),
    JSON,
)
RULE: Final = _option("rule", f"the rule to vary: {', '.join(RULE_NAMES)}", metavar="RULE")
RULE_SETS: Final = _option(
    "rule_sets", "rule sets; the others are compared with the first", nargs="+", metavar="RULES"
)
EXACT: Final = (
    _option("--pack", "pack to count, ranks x copies, such as 4x2", type=_pack, required=True),
    HANDS,
    _option("--keep", "save progress in this file and resume from it", metavar="FILE"),
    _option("--whole", "also analyse all positions, loops and ways to split the pack", action="store_true"),
    WORKERS,
)

HUNT: Final = (
    _option(
        "--for",
        f"record to search for: {', '.join(RECORD_KINDS)}",
        dest="record_kind",
        choices=list(RECORD_KINDS),
        default="longest-finite",
        metavar="RECORD",
    ),
    _option("--seconds", "seconds to search; an interrupt stops it earlier", type=_seconds, default="60"),
    _option("--seed", "seed of the deals and of the exchanges", type=_whole, default=0),
    PACK,
    _option("--from", "continue from the lines of an earlier search", dest="earlier", metavar="FILE"),
    _option("--by", "name to write as the finder", default="", metavar="NAME"),
    WORKERS,
)
BUILD: Final = (
    PACK,
    _option("--seed", "seed for the choice of ranks", type=_whole, default=0),
    _option(
        "--rounds",
        "try patterns of up to N rounds without wars",
        type=_whole_number(2, LONGEST_PATTERN, "rounds"),
        default=14,
        metavar="N",
    ),
    _option("--every", "search every pattern without wars, even after a deal is found", action="store_true"),
)

QUESTIONS: Final = [
    _option("question", "question to answer (default: all)", nargs="?", metavar="NAME"),
    _option("--rules", "rule set to use (default: the question's own)", default="", metavar="NAME"),
    _option("--games", "number of games (default: saved results of 1,000,000)", type=_games, metavar="N"),
    _option(
        "--keep",
        "instead of answering, save the results of every rule set in this file; plays the missing games",
        metavar="FILE",
    ),
    WORKERS,
]


class Entry(NamedTuple):
    """A command of `war`."""

    summary: str
    options: Sequence[Option | list[Option]]
    run: Callable[[argparse.Namespace], int]


COMMANDS: Final = {
    "rules": Entry("list the named rule sets", [JSON], games.rules_command),
    "read": Entry("read deals in any format", [FILE, JSON, *READING], games.read_command),
    "play": Entry("play deals to the end", [*PLAY, JSON, *RULES, *READING], games.play_command),
    "solve": Entry("print just the judge's answer", [FILE, JUDGE, *RULES, *READING], games.solve_command),
    "simulate": Entry("play millions of games", [*SIMULATE, *RULES], simulate.simulate_command),
    "compare": Entry(
        "play the same deals by several rule sets", [RULE_SETS, DEALS, *MANY], simulate.compare_command
    ),
    "sweep": Entry(
        "play the same deals by every value of one rule", [RULE, DEALS, *MANY, *RULES], simulate.sweep_command
    ),
    "exact": Entry("play every deal of a small pack", [*EXACT, JSON, *RULES], simulate.exact_command),
    "chance": Entry(
        "show the chance of winning, round by round", [*CHANCE, JSON, *RULES], simulate.chance_command
    ),
    "questions": Entry("answer common questions about War", [*QUESTIONS, JSON], library.questions_command),
    "hunt": Entry("search for the extreme games of a rule set", [*HUNT, JSON, *RULES], library.hunt_command),
    "build": Entry("build a deal that never ends", [*BUILD, JSON, *RULES], library.build_command),
    "literature": Entry("compare published figures with ours", [JSON], library.literature_command),
    "diagnose": Entry(
        "name the mistake behind a wrong answer", [*DIAGNOSE, *READING], diagnose.diagnose_command
    ),
    "check": Entry(
        "run a program and find the smallest deal it gets wrong", [*CHECK, *RULES], check.check_command
    ),
    "cases": Entry(
        "write test cases: few deals that catch every known mistake", [*CASES, *RULES], check.cases_command
    ),
    "differ": Entry(
        "find the smallest deal that two rule sets play differently", DIFFER, diagnose.differ_command
    ),
    "warm": Entry("compile the fast engine before the first simulation", [], simulate.warm_command),
}


# `war`, also `python -m engine`: the engine for people who script, and what other programs check us by.
#
# Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 there is no
# answer (the judge has no words for this game, nothing explains a wrong answer), 2 bad input, 3 the
# text can be read in more than one way.


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one command and return the exit code; one that cannot be done is refused in one sentence."""
    options = parser().parse_args(arguments)
    try:
        return COMMANDS[options.command].run(options)
    except games.Unread as unread:
        return unread.code
    except ValueError as error:
        print(f"war: {error}", file=sys.stderr)
        return games.BAD_INPUT


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
