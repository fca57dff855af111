"""`war`: the commands and their options."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from engine.cards import STANDARD_PACK, Hands, Pack
from engine.cards.random_stream import LARGEST_SEED
from engine.check import INPUTS
from engine.cli.games import BAD_INPUT, Unread
from engine.formats import FORMATS, LISTED
from engine.formats.write import HOME
from engine.game import LIMIT
from engine.game.judges import JUDGES
from engine.library.records import LONGEST_PATTERN, RECORD_KINDS
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
        sys.exit(BAD_INPUT)


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
    return name, {"help": help, **settings}


def _between(low: int, high: int, noun: str = "", repair: str = "") -> Callable[[str], int]:
    """Return a reader of whole numbers in ASCII digits from low to high, of what `noun` says."""
    repair = repair or (f"{low} to {high} {noun}" if noun else f"a whole number, {low} to {high}")

    def read(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= len(str(high))
        if not (digits and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: take {repair}")
        return int(text)

    return read


_whole: Final = _between(0, LARGEST_SEED)
_rounds: Final = _between(1, 10**12 - 1, repair="a whole number, 1 or more")
_games: Final = _between(1, MOST_GAMES)
_some_games: Final = _between(0, 10**6, "games")
_workers: Final = _between(1, MOST_WORKERS, "workers")


def _seconds(text: str) -> float:
    if not (re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) and float(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: take seconds, such as 2 or 0.5")
    return float(text)


def _home(text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9._:\[\]-]+(/[A-Za-z0-9._~/-]*)?", text):
        raise argparse.ArgumentTypeError(f"{text[:80]!r} is not a page address: take one such as {HOME}")
    return text


def _format(text: str) -> str:
    if text not in FORMATS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a format: take one of {', '.join(LISTED)}")
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


JSON: Final = _option("--json", "as JSON; of several games an object a line", action="store_true")
FILE: Final = _option("file", "a file, or - for standard input", nargs="?", default="-", metavar="FILE")
PACK: Final = _option("--pack", "ranks x copies to deal from (13x4)", type=_pack, default=STANDARD_PACK)
HANDS: Final = _option(
    "--hands",
    "what the players hold: ranks, ? for a card drawn, ?{22} for many, * for all that remains, such "
    "as AAAA/* (half of the pack each)",
    type=_hands,
    metavar="A/B",
)
READING: Final = (
    _option("--from", ", ".join(LISTED), dest="format", type=_format, metavar="FORMAT"),
    _option("--yes", "take the only reading of words, tables or code", action="store_true"),
    _option("--top", "where a deck's top card stands", choices=("first", "last"), default="first"),
    _option("--ranks", "1-high: 1 is highest", choices=("as-printed", "1-high"), default="as-printed"),
)
RULES: Final = (
    _option("--rules", "a rule set (see: war rules)", default=USUAL_RULES, metavar="NAME"),
    _option("--face-down", "change one rule: cards face down in a war", type=int, metavar="N"),
    *(
        _option(f"--{name.replace('_', '-')}", ", ".join(kind), choices=list(kind), metavar="VALUE")
        for name, kind in ENUMS.items()
    ),
)
GAMES: Final = _option("--games", "how many games", type=_games, required=True, metavar="N")
DEALS: Final = _option(
    "--games", f"deals, each by every rule set ({USUAL_GAMES})", type=_games, default=USUAL_GAMES, metavar="N"
)
WORKERS: Final = _option("--workers", "threads (all cores)", type=_workers, default=os.cpu_count() or 1)
MANY: Final = (
    _option("--seed", "seed of the deals (0)", type=_whole, default=0),
    PACK,
    HANDS,
    WORKERS,
    _option("--block", "games in a block", type=_between(1, 2**24, "games")),
    JSON,
    _option("--csv", "write the charts' tables too, into a folder or a .zip as the page's", metavar="PLACE"),
    _option("--parquet", "write every tally too, as the page's download", metavar="FILE"),
    _option("--link", "the link that Parquet files name (none)", default="", metavar="URL"),
)
"""Options of commands that play many games."""

PLAY: Final = (
    [
        _option("--deal", "both decks, top card first, such as AKQ/KQJ", metavar="A/B"),
        _option("--deals", "a file with a deal a line, or - for standard input", metavar="FILE"),
        _option("--seed", "deal from this seed instead (with --game and --pack)", type=_whole),
    ],
    PACK,
    HANDS,
    _option("--game", "game number of the seed, also for random pick-ups (0)", type=_whole, default=0),
    _option("--limit", f"most rounds of a game ({LIMIT})", type=_rounds, default=LIMIT),
)
CHANCE: Final = (
    _option("--deal", "both decks, top card first (else dealt from --seed and --game)", metavar="A/B"),
    _option("--seed", "seed of the deal, and of random pick-ups (0)", type=_whole, default=0),
    *PLAY[1:4],
)
SIMULATE: Final = (
    GAMES,
    *MANY,
    _option("--games-csv", "write a row a game too, as the page's download", metavar="FILE"),
    _option("--games-parquet", "the same as Parquet", metavar="FILE"),
    _option(
        "--followed",
        f"first games followed round by round (0; where a file is written {FOLLOWED}, as by the page)",
        type=_some_games,
        metavar="N",
    ),
)
DIAGNOSE: Final = (
    FILE,
    _option("--got", "the program's answer, once a deal", action="append", default=[], metavar="ANSWER"),
    _option(
        "--expected",
        "what the judge expects, once a deal (where the deals do not say it)",
        action="append",
        default=[],
        metavar="ANSWER",
    ),
    _option("--cases", "instead: a JSON object a line: deal, got, expected", metavar="FILE"),
    _option("--log", "instead: what the program printed round by round", metavar="FILE"),
    _option("--judge", "whose rules are meant (found from the answers)", metavar="NAME"),
    JSON,
)
DIFFER: Final = (
    _option(
        "one",
        "a rule set, with a + before each mistake: codingame+10-as-1; a source's program: codingame-program",
        metavar="RULES",
    ),
    _option("other", "another", metavar="RULES"),
    _option(
        "--in",
        "what must differ: any of them, who wins, how many rounds, whether the game ends",
        dest="aspect",
        choices=("any", "winner", "rounds", "end"),
        default="any",
    ),
    _option(
        "--cards",
        "try every deal of up to N cards, 2 to 8 (7)",
        type=_between(2, 8, "cards"),
        default=7,
        metavar="N",
    ),
    JSON,
)
JUDGE: Final = _option("--judge", "whose form of answer, if not the rule set's own", choices=JUDGES)
JUDGED: Final = (
    _option(
        "--input",
        "; ".join(f"{name}: {form.brief}" for name, form in INPUTS.items()),
        choices=list(INPUTS),
        metavar="FORM",
    ),
    _option("--answer", "whose form of answer, if not the rule set's own", dest="judge", choices=JUDGES),
    _option("--pack", "give whole packs only, ranks x copies dealt in halves", type=_pack),
    _option("--seed", "seed of the shuffled deals (0)", type=_whole, default=0),
)
"""What else says what a program is checked by, beside the rules."""
CASES: Final = (
    _option("--out", "a folder for 1.in, 1.out and so on, or NAME.zip", required=True, metavar="PATH"),
    *JUDGED,
    JSON,
)
CHECK: Final = (
    _option("program", "after --, the program and its arguments; no shell", nargs="+", metavar="COMMAND"),
    *JUDGED,
    _option("--arguments", "each line of the input as an argument instead", action="store_true"),
    _option("--games", "shuffled deals, small to large (200)", type=_some_games, default=200, metavar="N"),
    _option("--time", "for each deal (2)", type=_seconds, default=2.0, metavar="SECONDS"),
    _option(
        "--memory",
        "where the system can (1024)",
        type=_between(1, 2**20, "megabytes"),
        default=1024,
        metavar="MB",
    ),
    _option("--many", "many deals to one process, where the program takes them", action="store_true"),
    _option("--jobs", "deals at once (1)", type=_workers, default=1),
    _option("--dashboard", f"where links open ({HOME})", type=_home, default=HOME, metavar="URL"),
    JSON,
)
RULE: Final = _option("rule", f"the rule to vary: {', '.join(RULE_NAMES)}", metavar="RULE")
RULE_SETS: Final = _option("rule_sets", "the first is what others are against", nargs="+", metavar="RULES")
EXACT: Final = (
    _option("--pack", "ranks x copies, such as 4x2", type=_pack, required=True),
    HANDS,
    _option("--keep", "keep the count there as it grows, and go on from it", metavar="FILE"),
    _option("--whole", "the whole game too: positions, cycles, every split", action="store_true"),
    WORKERS,
)

HUNT: Final = (
    _option(
        "--for",
        f"{', '.join(RECORD_KINDS)} (longest-finite)",
        dest="record_kind",
        choices=list(RECORD_KINDS),
        default="longest-finite",
        metavar="FEAT",
    ),
    _option("--seconds", "how long; an interrupt ends it earlier (60)", type=_seconds, default=60.0),
    _option("--seed", "seed of the deals, and of what is exchanged (0)", type=_whole, default=0),
    PACK,
    _option("--from", "go on from the lines of an earlier hunt", dest="earlier", metavar="FILE"),
    _option("--by", "whose hunt it is, for the line", default="", metavar="NAME"),
    _option("--workers", "processes (all cores)", type=_workers, default=os.cpu_count() or 1),
)
BUILD: Final = (
    PACK,
    _option("--seed", "another gives other ranks, where there are any (0)", type=_whole, default=0),
    _option(
        "--rounds",
        "patterns of up to N rounds without wars (14)",
        type=_between(2, LONGEST_PATTERN, "rounds"),
        default=14,
        metavar="N",
    ),
    _option("--every", "go through every pattern without wars, whatever is built", action="store_true"),
)

QUESTIONS: Final = [
    _option("question", "one of them; all without it", nargs="?", metavar="NAME"),
    _option("--rules", "by which rule set (each by its usual one)", default="", metavar="NAME"),
    _option("--games", "number of games (default: saved results of 1,000,000)", type=_games, metavar="N"),
    _option(
        "--keep",
        "instead: write all that is kept, of every rule set, and play what is not there",
        metavar="FILE",
    ),
    WORKERS,
]


class Entry(NamedTuple):
    """A command of `war`."""

    summary: str
    options: Sequence[Option | list[Option]]
    module: str
    """The module in `engine.cli` of its function, imported when asked for: some bring numba or pandas."""


COMMANDS: Final = {
    "rules": Entry("list the named rule sets", [JSON], "games"),
    "read": Entry("read deals in any format", [FILE, JSON, *READING], "games"),
    "play": Entry("play deals to the end", [*PLAY, JSON, *RULES, *READING], "games"),
    "solve": Entry("print just the judge's answer", [FILE, JUDGE, *RULES, *READING], "games"),
    "simulate": Entry("play games of a seed by the million", [*SIMULATE, *RULES], "simulate"),
    "compare": Entry("play the same deals by several rule sets", [RULE_SETS, DEALS, *MANY], "simulate"),
    "sweep": Entry(
        "vary one rule over its values, on the same deals", [RULE, DEALS, *MANY, *RULES], "simulate"
    ),
    "exact": Entry("play every deal of a small pack", [*EXACT, JSON, *RULES], "simulate"),
    "chance": Entry(
        "say how a game stood round by round: the chance to win", [*CHANCE, JSON, *RULES], "simulate"
    ),
    "questions": Entry("answer what people ask about War", [*QUESTIONS, JSON], "library"),
    "hunt": Entry("hunt for the extreme games of a rule set", [*HUNT, JSON, *RULES], "library"),
    "build": Entry("build a deal of a pack that never ends", [*BUILD, JSON, *RULES], "library"),
    "literature": Entry("list what was published about War beside our figures", [JSON], "library"),
    "diagnose": Entry("say what a program with a wrong answer does wrong", [*DIAGNOSE, *READING], "diagnose"),
    "check": Entry("run a program and find the smallest deal it gets wrong", [*CHECK, *RULES], "check"),
    "cases": Entry(
        "write the fewest deals found that catch every mistake we know", [*CASES, *RULES], "check"
    ),
    "differ": Entry("find the smallest deal on which two rule sets differ", DIFFER, "diagnose"),
    "warm": Entry("compile the kernels ahead of the first simulation", [], "simulate"),
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
        module = import_module(f"engine.cli.{COMMANDS[options.command].module}")
        code: int = getattr(module, f"{options.command}_command")(options)
    except Unread as unread:
        return unread.code
    except ValueError as error:
        print(f"war: {error}", file=sys.stderr)
        return BAD_INPUT
    return code


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
