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
from engine.rules import ENUMS, RULE_NAMES
from engine.study import FOLLOWED, MOST_GAMES

BAD_INPUT: Final = 2
"""Exit code for anything that cannot be done as asked."""
MOST_WORKERS: Final = 256
DEALS: Final = 25_000
"""Deals of a comparison unless asked otherwise, as on the Compare page."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave."""
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(BAD_INPUT)


def parser() -> argparse.ArgumentParser:
    """Return the parser of every command; `command` in what it reads is the command's name."""
    arguments = Parser(prog="war", description="Look inside War, the card game, from the terminal.")
    commands = arguments.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, (summary, add_options) in _COMMANDS.items():
        add_options(commands.add_parser(name, help=summary))
    return arguments


def _add_read(parser: argparse.ArgumentParser) -> None:
    _add_file(parser, "a file, or - for standard input")
    _add_json(parser)
    _add_reading_options(parser)


def _add_play(parser: argparse.ArgumentParser) -> None:
    deals = parser.add_mutually_exclusive_group(required=True)
    deals.add_argument("--deal", metavar="A/B", help="both decks, top card first, such as AKQ/KQJ")
    deals.add_argument("--deals", metavar="FILE", help="a file with a deal a line, or - for standard input")
    deals.add_argument("--seed", type=_whole, help="deal from this seed instead (with --game and --pack)")
    parser.add_argument(
        "--pack", type=_pack, default=STANDARD_PACK, help="ranks x copies to deal from (13x4)"
    )
    parser.add_argument(
        "--game", type=_whole, default=0, help="game number of the seed; random pick-ups follow it too (0)"
    )
    parser.add_argument(
        "--limit", type=_rounds, default=LIMIT, help=f"cut games off after so many rounds ({LIMIT})"
    )
    _add_json(parser, "a JSON object a line")
    _add_rule_options(parser)
    _add_reading_options(parser)


def _add_solve(parser: argparse.ArgumentParser) -> None:
    _add_file(parser, "a judge's input, or - for standard input")
    parser.add_argument(
        "--judge", choices=JUDGES, help="whose form of answer, where it is not the rule set's own"
    )
    _add_rule_options(parser)
    _add_reading_options(parser)


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=_games, required=True, metavar="N", help="how many games")
    _add_many_games(parser)
    parser.add_argument(
        "--followed",
        type=_followed,
        metavar="N",
        help=f"first games followed round by round (0; where a file is written {FOLLOWED}, as by the page)",
    )
    parser.add_argument(
        "--games-parquet", metavar="FILE", help="write a row a game too, as the page's download"
    )
    _add_rule_options(parser)


def _add_compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "rule_sets", nargs="+", metavar="RULES", help="two rule sets or more; the others against the first"
    )
    _add_deals(parser)


def _add_sweep(parser: argparse.ArgumentParser) -> None:
    rules = ", ".join(name.replace("_", "-") for name in RULE_NAMES)
    parser.add_argument("rule", metavar="RULE", help=f"the rule to vary over its values: {rules}")
    _add_deals(parser)
    _add_rule_options(parser)


def _add_deals(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--games", type=_games, default=DEALS, metavar="N", help=f"deals, each played by all ({DEALS})"
    )
    _add_many_games(parser)


def _add_many_games(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=_whole, default=0, help="seed of the deals (0)")
    parser.add_argument("--pack", type=_pack, default=STANDARD_PACK, help="ranks x copies (13x4)")
    parser.add_argument("--workers", type=_workers, default=os.cpu_count() or 1, help="threads (all cores)")
    parser.add_argument("--block", type=_block, help="games in a block")
    _add_json(parser)
    parser.add_argument("--csv", metavar="FILE", help="write the tallies too, as the page's download")
    parser.add_argument("--parquet", metavar="FILE", help="the same as Parquet")
    parser.add_argument("--link", default="", metavar="URL", help="the link that Parquet files name (none)")


def _add_exact(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pack", type=_pack, required=True, help="ranks x copies, such as 4x2")
    _add_json(parser)
    _add_rule_options(parser)


def _add_diagnose(parser: argparse.ArgumentParser) -> None:
    _add_file(parser, "deals in any format, or - for standard input")
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
    _add_json(parser)
    _add_reading_options(parser)


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
    _add_json(parser)


def _add_warm(_: argparse.ArgumentParser) -> None:
    """Take no options."""


def _add_file(parser: argparse.ArgumentParser, words: str) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help=words)


def _add_json(parser: argparse.ArgumentParser, words: str = "as JSON") -> None:
    parser.add_argument("--json", action="store_true", help=words)


def _add_rule_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(ranks="as-printed")
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


_COMMANDS: Final[dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]]] = {
    "rules": ("list the named rule sets", _add_json),
    "read": ("read deals in any format", _add_read),
    "play": ("play deals to the end", _add_play),
    "solve": ("print just the judge's answer", _add_solve),
    "simulate": ("play games of a seed by the million", _add_simulate),
    "compare": ("play the same deals by several rule sets", _add_compare),
    "sweep": ("vary one rule over its values, on the same deals", _add_sweep),
    "exact": ("play every deal of a small pack", _add_exact),
    "diagnose": ("say what a program with a wrong answer does wrong", _add_diagnose),
    "differ": ("find the smallest deal on which two rule sets differ", _add_differ),
    "warm": ("compile the kernels ahead of the first simulation", _add_warm),
}
