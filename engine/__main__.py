"""`war`, also `python -m engine`: the engine for people who script, and what other programs check us by.

Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 the judge
has no words for this game, 2 bad input, 3 the text can be read in more than one way.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from engine import terminal
from engine.cards import STANDARD_PACK, Pack
from engine.deal import Deal, deal_cards
from engine.game import LIMIT, Game, play
from engine.judges import JUDGES, judge_answer
from engine.notation import FORMATS, LONGEST_TEXT, NotationError, Question, Reading, read
from engine.presets import PRESETS, rules_called
from engine.report import (
    game_data,
    presets_data,
    question_data,
    reading_data,
    rules_name,
)
from engine.rules import ENUMS, Order, Rules
from engine.stream import LARGEST_SEED

BAD_INPUT: Final = 2
ASKS: Final = 3
MOST_WORKERS: Final = 256
MOST_GAMES: Final = 10**12


class UsageError(Exception):
    """Something asked that cannot be done; the text is one sentence with the repair."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do one command and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except UsageError as error:
        print(f"war: {error}", file=sys.stderr)
        return BAD_INPUT


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(BAD_INPUT)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="war", description="Look inside War, the card game, from the terminal.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    rules = commands.add_parser("rules", help="list the named rule sets")
    rules.add_argument("--json", action="store_true", help="as JSON")
    rules.set_defaults(command=_rules)

    reading = commands.add_parser("read", help="read deals in any format")
    reading.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input"
    )
    reading.add_argument("--json", action="store_true", help="as JSON")
    _add_reading_options(reading)
    reading.set_defaults(command=_read)

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
    playing.set_defaults(command=_play)

    solving = commands.add_parser("solve", help="print just the judge's answer")
    solving.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a judge's input, or - for standard input"
    )
    solving.add_argument(
        "--judge", choices=JUDGES, help="whose form of answer, where it is not the rule set's own"
    )
    _add_rule_options(solving)
    _add_reading_options(solving)
    solving.set_defaults(command=_solve)

    simulating = commands.add_parser("simulate", help="play games of a seed by the million")
    simulating.add_argument("--games", type=_games, required=True, metavar="N", help="how many games")
    simulating.add_argument("--seed", type=_whole, default=0, help="seed of the deals (0)")
    simulating.add_argument("--pack", type=_pack, default=STANDARD_PACK, help="ranks x copies (13x4)")
    simulating.add_argument(
        "--workers", type=_workers, default=os.cpu_count() or 1, help="threads (all cores)"
    )
    simulating.add_argument("--block", type=_rounds, help="games in a block")
    simulating.add_argument("--json", action="store_true", help="as JSON")
    _add_rule_options(simulating)
    simulating.set_defaults(command=_simulate, ranks="as-printed")

    exactly = commands.add_parser("exact", help="play every deal of a small pack")
    exactly.add_argument("--pack", type=_pack, required=True, help="ranks x copies, such as 4x2")
    exactly.add_argument("--json", action="store_true", help="as JSON")
    _add_rule_options(exactly)
    exactly.set_defaults(command=_exact, ranks="as-printed")

    warming = commands.add_parser("warm", help="compile the kernels ahead of the first simulation")
    warming.set_defaults(command=_warm)
    return parser


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
        "--from", dest="form", choices=list(FORMATS), metavar="FORMAT", help=", ".join(FORMATS)
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


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) <= LARGEST_SEED):
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is out of range: take a whole number, 0 to {LARGEST_SEED}"
        )
    return int(text)


def _rounds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: take a whole number, 1 or more")
    return int(text)


def _games(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 13 and 1 <= int(text) <= MOST_GAMES):
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is out of range: take a whole number, 1 to {MOST_GAMES}"
        )
    return int(text)


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= MOST_WORKERS):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is out of range: take 1 to {MOST_WORKERS} workers")
    return int(text)


def _pack(text: str) -> Pack:
    try:
        return Pack.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _rules(options: argparse.Namespace) -> int:
    if options.json:
        print(json.dumps(presets_data(), indent=2, ensure_ascii=False))
    else:
        print(terminal.presets_text(PRESETS.values()))
    return 0


def _read(options: argparse.Namespace) -> int:
    result = _reading(_text_of(options.file), options)
    if not isinstance(result, Reading):
        return result
    print(
        json.dumps(reading_data(result), ensure_ascii=False)
        if options.json
        else terminal.reading_text(result)
    )
    return 0


def _reading(text: str, options: argparse.Namespace) -> Reading | int:
    """Read a text; where it cannot be, say why and return the exit code."""
    as_json = getattr(options, "json", False)
    try:
        result = read(text, form=options.form, top=options.top, ranks=options.ranks)
    except NotationError as error:
        if as_json:
            print(json.dumps({"errors": [vars_of(fault) for fault in error.faults]}, ensure_ascii=False))
        else:
            print(error, file=sys.stderr)
        return BAD_INPUT
    if isinstance(result, Question):
        if as_json:
            print(json.dumps(question_data(result), ensure_ascii=False))
        else:
            print(terminal.question_text(result), file=sys.stderr)
        return ASKS
    return result


def vars_of(fault: Any) -> dict[str, Any]:
    """Return a fault's fields."""
    return {name: getattr(fault, name) for name in ("code", "line", "column", "token", "expected", "repair")}


def _play(options: argparse.Namespace) -> int:
    rules, judge = _chosen_rules(options)
    name = _name_of(rules, options)
    deals = _deals(options)
    if isinstance(deals, int):
        return deals
    progress = terminal.Progress(len(deals))
    watch = None if options.json else progress.round_played
    for deal in deals:
        game = play(
            deal, rules, seed=options.seed or 0, number=options.game, limit=options.limit, watch=watch
        )
        progress.game_played()
        if options.json:
            print(json.dumps(game_data(game, rules=name, judge=judge)))
        else:
            print(terminal.game_text(game, rules=name, answer=judge_answer(game, judge)))
    return 0


def _solve(options: argparse.Namespace) -> int:
    rules, judge = _chosen_rules(options)
    result = _reading(_text_of(options.file), options)
    if not isinstance(result, Reading):
        return result
    code = 0
    for read_deal in result.deals:
        game = play(read_deal.deal, rules)
        answer = judge_answer(game, options.judge or judge)
        if answer is None:
            print(f"war: {_no_answer(game, options.judge or judge)}", file=sys.stderr)
            code = 1
        else:
            print(answer)
    return code


def _simulate(options: argparse.Namespace) -> int:
    from engine import batch_commands  # brings numba, half a second that the other commands do without

    rules, _ = _chosen_rules(options)
    try:
        return batch_commands.simulate_command(options, rules, _name_of(rules, options))
    except ValueError as error:
        raise UsageError(str(error)) from None


def _exact(options: argparse.Namespace) -> int:
    from engine import batch_commands

    rules, _ = _chosen_rules(options)
    try:
        return batch_commands.exact_command(options, rules, _name_of(rules, options))
    except ValueError as error:
        raise UsageError(str(error)) from None


def _warm(_: argparse.Namespace) -> int:
    from engine import kernels

    kernels.warm()
    return 0


def _name_of(rules: Rules, options: argparse.Namespace) -> str:
    """Return the name asked for, or the code of the rules where single ones were changed."""
    return str(options.rules) if rules == rules_called(options.rules) else rules_name(rules)


def _no_answer(game: Game, judge: str) -> str:
    if judge not in JUDGES:
        return f"{judge} has no judge of its own: choose whose form to answer in with --judge"
    return f"the judge of {judge} has no words for this game: {terminal.verdict_text(game)}"


def _chosen_rules(options: argparse.Namespace) -> tuple[Rules, str]:
    """Return the rules asked for and the rule set whose judge answers."""
    try:
        rules = rules_called(options.rules)
        single = {name: getattr(options, name) for name in ("face_down", *ENUMS)}
        single = {name: value for name, value in single.items() if value is not None}
        if options.ranks == "1-high" and "order" not in single:
            single["order"] = Order.LOW_WINS
        return rules.changed(**single), options.rules
    except ValueError as error:
        raise UsageError(str(error)) from None


def _deals(options: argparse.Namespace) -> list[Deal] | int:
    """Return the deals to play; where a text cannot be read, say why and return the exit code."""
    if options.seed is not None:
        return [deal_cards(options.pack, seed=options.seed, number=options.game)]
    text = options.deal if options.deal is not None else _text_of(options.deals, at_most=None)
    if options.form is None:
        try:
            deals = list(_lines(text, last=options.top == "last"))
            if deals:
                return deals
        except UsageError:
            if len(text) > LONGEST_TEXT:  # more than the reader takes, so it cannot say it better
                raise
    result = _reading(text, options)
    return [item.deal for item in result.deals] if isinstance(result, Reading) else result


def _lines(text: str, *, last: bool) -> Iterator[Deal]:
    """Read one deal a line, as many as there are."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                deal = Deal.parse(line.strip())
            except ValueError as error:
                raise UsageError(f"line {number}: {error}") from None
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
        raise UsageError(f"cannot read {name!r}: {error.strerror}") from None
    return data.decode("utf-8", errors="replace")


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


if __name__ == "__main__":
    run()
