"""What `war` can be asked: commands, options, and the refusal of values out of range in one sentence."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import Final, NoReturn

from engine.cards import STANDARD_PACK, Pack
from engine.cards.stream import LARGEST_SEED
from engine.game import LIMIT
from engine.game.judges import JUDGES
from engine.notation import FORMATS
from engine.rules import ENUMS
from engine.study import FOLLOWED, MOST_GAMES

BAD_INPUT: Final = 2
"""Exit code for anything that cannot be done as asked."""
MOST_WORKERS: Final = 256


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(BAD_INPUT)


def parser() -> argparse.ArgumentParser:
    """Return the parser of every command; `command` in what it reads is the command's name."""
    arguments = Parser(prog="war", description="Look inside War, the card game, from the terminal.")
    commands = arguments.add_subparsers(required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="list the named rule sets")
    rules.add_argument("--json", action="store_true", help="as JSON")
    rules.set_defaults(command="rules")

    reading = commands.add_parser("read", help="read deals in any format")
    reading.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input"
    )
    reading.add_argument("--json", action="store_true", help="as JSON")
    _add_reading_options(reading)
    reading.set_defaults(command="read")

    playing = commands.add_parser("play", help="play deals to the end")
    deals = playing.add_mutually_exclusive_group(required=True)
    deals.add_argument("--deal", metavar="A/B", help="both decks, top card first, such as AKQ/KQJ")
    deals.add_argument("--deals", metavar="FILE", help="a file with a deal a line, or - for standard input")
    deals.add_argument("--seed", type=_whole, help="deal from this seed instead (with --game and --pack)")
    playing.add_argument(
        "--pack", type=_pack, default=STANDARD_PACK, help="ranks x copies to deal from (13x4)"
    )
    playing.add_argument(
        "--game", type=_whole, default=0, help="game number of the seed; random pick-ups follow it too (0)"
    )
    playing.add_argument(
        "--limit", type=_rounds, default=LIMIT, help=f"cut games off after so many rounds ({LIMIT})"
    )
    playing.add_argument("--json", action="store_true", help="a JSON object a line")
    _add_rule_options(playing)
    _add_reading_options(playing)
    playing.set_defaults(command="play")

    solving = commands.add_parser("solve", help="print just the judge's answer")
    solving.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a judge's input, or - for standard input"
    )
    solving.add_argument(
        "--judge", choices=JUDGES, help="whose form of answer, where it is not the rule set's own"
    )
    _add_rule_options(solving)
    _add_reading_options(solving)
    solving.set_defaults(command="solve")

    simulating = commands.add_parser("simulate", help="play games of a seed by the million")
    simulating.add_argument("--games", type=_games, required=True, metavar="N", help="how many games")
    simulating.add_argument("--seed", type=_whole, default=0, help="seed of the deals (0)")
    simulating.add_argument("--pack", type=_pack, default=STANDARD_PACK, help="ranks x copies (13x4)")
    simulating.add_argument(
        "--workers", type=_workers, default=os.cpu_count() or 1, help="threads (all cores)"
    )
    simulating.add_argument("--block", type=_block, help="games in a block")
    simulating.add_argument("--json", action="store_true", help="as JSON")
    simulating.add_argument(
        "--followed",
        type=_followed,
        metavar="N",
        help=f"first games followed round by round (0; where a file is written {FOLLOWED}, as by the page)",
    )
    simulating.add_argument(
        "--games-parquet", metavar="FILE", help="write a row a game too, as the page's download"
    )
    _add_files(simulating)
    _add_rule_options(simulating)
    simulating.set_defaults(command="simulate", ranks="as-printed")

    exactly = commands.add_parser("exact", help="play every deal of a small pack")
    exactly.add_argument("--pack", type=_pack, required=True, help="ranks x copies, such as 4x2")
    exactly.add_argument("--json", action="store_true", help="as JSON")
    _add_rule_options(exactly)
    exactly.set_defaults(command="exact", ranks="as-printed")

    _add_diagnose(commands.add_parser("diagnose", help="say what a program with a wrong answer does wrong"))
    _add_differ(commands.add_parser("differ", help="find the smallest deal on which two rule sets differ"))

    warming = commands.add_parser("warm", help="compile the kernels ahead of the first simulation")
    warming.set_defaults(command="warm")
    return arguments


def _add_diagnose(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="deals in any format, or - for standard input"
    )
    parser.add_argument(
        "--got", action="append", default=[], metavar="ANSWER", help="what the program says, once a deal"
    )
    parser.add_argument(
        "--expected",
        action="append",
        default=[],
        metavar="ANSWER",
        help="what the judge expects, once a deal (where the deals do not say it)",
    )
    parser.add_argument("--cases", metavar="FILE", help="instead: a JSON object a line: deal, got, expected")
    parser.add_argument("--log", metavar="FILE", help="instead: what the program printed round by round")
    parser.add_argument("--judge", metavar="NAME", help="whose rules are meant (found from the answers)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    _add_reading_options(parser)
    parser.set_defaults(command="diagnose")


def _add_differ(parser: argparse.ArgumentParser) -> None:
    programs = (
        "a rule set, with a + before each mistake: codingame+10-as-1; a source's program: codingame-program"
    )
    parser.add_argument("one", metavar="RULES", help=programs)
    parser.add_argument("other", metavar="RULES", help="another")
    parser.add_argument(
        "--in",
        dest="what",
        choices=("any", "winner", "rounds", "end"),
        default="any",
        help="what must differ: any of them, who wins, how many rounds, whether the game ends",
    )
    parser.add_argument(
        "--cards", type=_cards, default=7, metavar="N", help="try every deal of up to N cards, 2 to 8 (7)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(command="differ")


def _add_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--csv", metavar="FILE", help="write the tallies too, as the page's download")
    parser.add_argument("--parquet", metavar="FILE", help="the same as Parquet")
    parser.add_argument("--link", default="", metavar="URL", help="the link that Parquet files name (none)")


def _add_rule_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", default="code-golf", metavar="NAME", help="a rule set (see: war rules)")
    parser.add_argument(
        "--face-down", type=int, metavar="N", help="change one rule: cards face down in a war"
    )
    for name, kind in ENUMS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}", choices=list(kind), metavar="VALUE", help=", ".join(kind)
        )


def _add_reading_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from", dest="format", choices=list(FORMATS), metavar="FORMAT", help=", ".join(FORMATS)
    )
    parser.add_argument(
        "--top", choices=("first", "last"), default="first", help="where a deck's top card stands"
    )
    parser.add_argument(
        "--ranks",
        choices=("as-printed", "1-high"),
        default="as-printed",
        help="1-high: 1 is the highest card",
    )


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
_cards: Final = _between(2, 8, "2 to 8 cards")
_workers: Final = _between(1, MOST_WORKERS, f"1 to {MOST_WORKERS} workers")


def _pack(text: str) -> Pack:
    try:
        return Pack.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
