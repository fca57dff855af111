"""`war rules`, `read`, `play`, `solve`, and how every command reads its rules, texts and deals."""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

from engine.cards import Deal, deal_cards
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
    show,
    verdict_text,
)
from engine.formats import LONGEST_TEXT, NotationError, Reading, read
from engine.formats.write import INPUT_OF
from engine.game import Game, Round, play
from engine.game.fixed_deals import DealShape, Plan
from engine.game.judges import JUDGES, judge_answer
from engine.rules import PRESETS, RULE_NAMES, Order, Rules, preset_of, rules_called, rules_name
from engine.wording.sentences import plain, rules_in_words

BAD_INPUT: Final = 2
"""Exit code for anything that cannot be done as asked."""
NO_ANSWER: Final = 1
"""Exit code of a game for which the judge has no words."""
ASKS: Final = 3
"""Exit code for a text that can be read in more than one way, or whose only reading wants a yes."""

# The rules that a command was asked for: a named rule set, and single rules of it changed.


def chosen_rules(options: argparse.Namespace) -> Rules:
    """Return the rules asked for. Raises `ValueError` in one sentence for what is none."""
    single = {name: getattr(options, name) for name in RULE_NAMES}
    single = {name: value for name, value in single.items() if value is not None}
    if options.ranks == "1-high" and "order" not in single:
        single["order"] = Order.LOW_WINS
    return rules_called(options.rules).changed(**single)


def name_of(rules: Rules, options: argparse.Namespace) -> str:
    """Return the name asked for, or the code of the rules where single ones were changed."""
    return str(options.rules) if rules == rules_called(options.rules) else rules_name(rules)


# What a program is to be checked by, as a command was asked for it.


OTHER_RULES: Final = "choose others with --rules or --pickup"


def check_settled(rules: Rules, name: str, so: str) -> None:
    """Raise `ValueError` where the deal alone does not settle a game; `so`: what follows, and the repair."""
    if not rules.deterministic:
        order = plain(rules_in_words(rules)["pickup"]).removesuffix(".")
        raise ValueError(f"by {name} {order[0].lower()}{order[1:]}, so {so}")


def planned(options: argparse.Namespace, *, games: int) -> Plan:
    """Return the plan, with `games` shuffled deals. Raises `ValueError` where no answer is the right one."""
    rules = chosen_rules(options)
    name = name_of(rules, options)
    check_settled(rules, name, f"no answer is the right one: {OTHER_RULES}")
    preset = preset_of(rules)
    name = name if preset is None or name in JUDGES else preset.name
    judge = options.judge or (name if name in JUDGES else "")
    if not judge:
        raise ValueError(f"{name} has no judge of its own: choose how it answers with --answer")
    form = options.input or INPUT_OF[name if name in INPUT_OF else judge]
    shape = DealShape.whole(options.pack) if options.pack else None
    return Plan(rules, name, judge, form, games, options.seed, shape)


# Texts and deals that a command was asked for.


class Unread(Exception):  # noqa: N818, it says what a text is
    """A text that cannot be read, or in more ways than one; the user has been told."""

    def __init__(self, code: int) -> None:
        self.code = code


def reading_of(text: str, options: argparse.Namespace) -> Reading:
    """Read a text; where it cannot be, say why and raise `Unread`."""
    try:
        reading = read(text, format=options.format, top=options.top, ranks=options.ranks)
    except NotationError as error:
        data, words, code = {"errors": [asdict(fault) for fault in error.faults]}, str(error), BAD_INPUT
    else:
        if isinstance(reading, Reading):
            return reading
        if len(reading.readings) == 1 and getattr(options, "yes", False):
            return reading.readings[0].reading
        data, words, code = question_data(reading), question_text(reading), ASKS
    if getattr(options, "json", False):
        show(options, lambda: data, lambda: words)
    else:
        print(words, file=sys.stderr)
    raise Unread(code)


def deals_of(options: argparse.Namespace) -> list[Deal]:
    """Return the deals to play."""
    if options.seed is not None:
        return [deal_cards(options.pack, seed=options.seed, number=options.game, hands=options.hands)]
    text = options.deal if options.deal is not None else text_of(options.deals, at_most=None)
    if options.format is None:
        try:
            deals = list(_lines(text, last=options.top == "last"))
            if deals:
                return deals
        except ValueError:
            if len(text) > LONGEST_TEXT:  # more than the reader takes, so it cannot say it better
                raise
    return [item.deal for item in reading_of(text, options).deals]


def _lines(text: str, *, last: bool) -> Iterator[Deal]:
    """Read one deal a line, as many as there are."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                deal = Deal.parse(line.strip())
            except ValueError as error:
                raise ValueError(f"line {number}: {error}") from None
            yield Deal(deal.deck_1[::-1], deal.deck_2[::-1]) if last else deal


def text_of(name: str, *, at_most: int | None = LONGEST_TEXT) -> str:
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


# `war rules`, `read`, `play`, `solve`.


def rules_command(options: argparse.Namespace) -> int:
    """Do `war rules`."""
    show(options, presets_data, lambda: presets_text(PRESETS.values()), indent=2)
    return 0


def read_command(options: argparse.Namespace) -> int:
    """Do `war read`."""
    reading = reading_of(text_of(options.file), options)
    show(options, lambda: reading_data(reading), lambda: reading_text(reading))
    return 0


def play_command(options: argparse.Namespace) -> int:
    """Do `war play`."""
    rules = chosen_rules(options)
    name = name_of(rules, options)
    deals = deals_of(options)
    progress = Progress()
    start = time.monotonic()
    for done, deal in enumerate(deals):
        watch = None if options.json else partial(_watched, progress, done, len(deals), start)
        with progress:
            game = play(
                deal, rules, seed=options.seed or 0, number=options.game, limit=options.limit, watch=watch
            )
        show(
            options,
            partial(game_data, game, rules=name, judge=options.rules),
            partial(game_text, game, rules=name, answer=judge_answer(game, options.rules)),
        )
    return 0


def _watched(progress: Progress, done: int, games: int, start: float, this: Round) -> None:
    progress.say(lambda: round_line(done, games, this.number, time.monotonic() - start))


def solve_command(options: argparse.Namespace) -> int:
    """Do `war solve`."""
    rules = chosen_rules(options)
    judge = options.judge or options.rules
    code = 0
    for read_deal in reading_of(text_of(options.file), options).deals:
        game = play(read_deal.deal, rules)
        answer = judge_answer(game, judge)
        if answer is None:
            print(f"war: {_no_answer(game, judge)}", file=sys.stderr)
            code = NO_ANSWER
        else:
            print(answer)
    return code


def _no_answer(game: Game, judge: str) -> str:
    if judge not in JUDGES:
        return f"{judge} has no judge of its own: choose whose form to answer in with --judge"
    return f"the judge of {judge} has no words for this game: {verdict_text(game)}"
