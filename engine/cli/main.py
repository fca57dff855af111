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
    for name, (summary, options, _) in COMMANDS.items():
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


def _format(text: str) -> str:
    if text not in FORMATS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no format: take one of {', '.join(LISTED)}")
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
    _option("--from", dest="format", type=_format, metavar="FORMAT", help=", ".join(LISTED)),
    _option("--yes", action="store_true", help="take the only reading of words, tables or code"),
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
    _option("--limit", type=_rounds, default=LIMIT, help=f"most rounds of a game ({LIMIT})"),
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
    _option("--out", required=True, metavar="PATH", help="a folder for 1.in, 1.out and so on, or NAME.zip"),
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
        choices=list(RECORD_KINDS),
        default="longest-finite",
        metavar="FEAT",
        help=f"{', '.join(RECORD_KINDS)} (longest-finite)",
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
    _option(
        "--games", type=_games, metavar="N", help="number of games (default: saved results of 1,000,000)"
    ),
    _option(
        "--keep",
        metavar="FILE",
        help="instead: write all that is kept, of every rule set, and play what is not there",
    ),
    _option("--workers", type=_workers, default=os.cpu_count() or 1, help="threads (all cores)"),
]


class Entry(NamedTuple):
    """A command of `war`."""

    summary: str
    options: Sequence[Option | list[Option]]
    function: str
    """Module and name in `engine.cli`: imported when asked for, as some bring numba or pandas."""


COMMANDS: Final = {
    "rules": Entry("list the named rule sets", [JSON], "games.rules_command"),
    "read": Entry("read deals in any format", [FILE, JSON, *READING], "games.read_command"),
    "play": Entry("play deals to the end", [*PLAY, JSON, *RULES, *READING], "games.play_command"),
    "solve": Entry("print just the judge's answer", [FILE, JUDGE, *RULES, *READING], "games.solve_command"),
    "simulate": Entry(
        "play games of a seed by the million", [*SIMULATE, *RULES], "simulate.simulate_command"
    ),
    "compare": Entry(
        "play the same deals by several rule sets", [RULE_SETS, DEALS, *MANY], "simulate.compare_command"
    ),
    "sweep": Entry(
        "vary one rule over its values, on the same deals",
        [RULE, DEALS, *MANY, *RULES],
        "simulate.sweep_command",
    ),
    "exact": Entry("play every deal of a small pack", [*EXACT, JSON, *RULES], "simulate.exact_command"),
    "chance": Entry(
        "say how a game stood round by round: the chance to win",
        [*CHANCE, JSON, *RULES],
        "simulate.chance_command",
    ),
    "questions": Entry("answer what people ask about War", [*QUESTIONS, JSON], "library.questions_command"),
    "hunt": Entry("hunt for the extreme games of a rule set", [*HUNT, JSON, *RULES], "library.hunt_command"),
    "build": Entry("build a deal of a pack that never ends", [*BUILD, JSON, *RULES], "library.build_command"),
    "literature": Entry(
        "list what was published about War beside our figures", [JSON], "library.literature_command"
    ),
    "diagnose": Entry(
        "say what a program with a wrong answer does wrong",
        [*DIAGNOSE, *READING],
        "diagnose.diagnose_command",
    ),
    "check": Entry(
        "run a program and find the smallest deal it gets wrong", [*CHECK, *RULES], "check.check_command"
    ),
    "cases": Entry(
        "write the fewest deals found that catch every mistake we know",
        [*CASES, *RULES],
        "check.cases_command",
    ),
    "differ": Entry(
        "find the smallest deal on which two rule sets differ", DIFFER, "diagnose.differ_command"
    ),
    "warm": Entry("compile the kernels ahead of the first simulation", [], "simulate.warm_command"),
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
        module, name = COMMANDS[options.command].function.split(".")
        code: int = getattr(import_module(f"engine.cli.{module}"), name)(options)
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
