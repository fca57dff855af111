"""`war rules`, `read`, `play`, `solve`, and how every command reads its rules, texts and deals."""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final

from engine.cards import Deal, deal_cards
from engine.cli.output import Progress, fields, show
from engine.formats import INPUT_OF, LONGEST_TEXT, NotationError, Question, Reading, first_cards, read
from engine.game import JUDGES, DealShape, Game, Plan, Round, judge_answer, play
from engine.numbers import count
from engine.rules import PRESETS, RULE_NAMES, Order, Preset, Rules, preset_of, rules_called, rules_name
from engine.wording import because, plain, rules_in_words, verdict

BAD_INPUT: Final = 2  # exit code for anything that cannot be done as asked
NO_ANSWER: Final = 1  # exit code of a game for which the judge has no words
ASKS: Final = 3
"""Exit code for a text that can be read in more than one way, or whose only reading wants a yes."""

# The rules that a command was asked for: a named rule set, and single rules of it changed.


def chosen_rules(options: argparse.Namespace) -> Rules:
    """Return the rules asked for. Raises `ValueError` in one sentence for what is none."""
    single = {name: value for name in RULE_NAMES if (value := getattr(options, name)) is not None}
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
        raise ValueError(f"{name} rules pick up cards in random order, so {so}")


def planned(options: argparse.Namespace, *, games: int) -> Plan:
    """Return the plan, with `games` shuffled deals. Raises `ValueError` where no answer is the right one."""
    rules = chosen_rules(options)
    name = name_of(rules, options)
    check_settled(rules, name, f"no single answer is right: {OTHER_RULES}")
    preset = preset_of(rules)
    name = name if preset is None or name in JUDGES else preset.name
    judge = options.judge or (name if name in JUDGES else "")
    if not judge:
        raise ValueError(f"{name} has no judge of its own: choose an output format with --answer")
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
        data, words, code = {"errors": [fault._asdict() for fault in error.faults]}, str(error), BAD_INPUT
    else:
        if isinstance(reading, Reading):
            return reading
        if len(reading.readings) == 1 and getattr(options, "yes", False):
            return reading.readings[0].reading
        data, words, code = question_data(reading), question_text(reading), ASKS
    if getattr(options, "json", False):
        show(options, data, words)
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
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            data = file.read(size)
    except OSError as error:
        raise ValueError(f"cannot read {name!r}: {error.strerror}") from None
    return data.decode("utf-8", errors="replace")


# Results for human eyes in a terminal.


def presets_text(presets: Iterable[Preset]) -> str:
    """List rule sets with their source and a plain sentence for each rule."""
    blocks = []
    for preset in presets:
        lines = [f"{preset.name}: {preset.title}", f"  source: {preset.source}"]
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
    lines += [f"  skipped line {line}" for line in reading.passed]
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
        lines += [f"  skipped line {line}" for line in question.readings[0].reading.passed]
        lines.append("  --yes: accept this reading")
    return "\n".join(lines)


def verdict_text(game: Game) -> str:
    """Return the verdict and why, as one line."""
    return " ".join(filter(None, (plain(verdict(game)), plain(because(game)))))


def game_text(game: Game, *, rules: str, answer: str | None) -> str:
    """Return one game for reading: the deal, the verdict, the counters, the judge's answer."""
    text = game.deal.deck_text
    wars = f"wars {game.wars:,}, depth {game.depth}"
    steals = f", steals {game.steals} ({count(game.stolen, 'card')})" if game.steals else ""
    table = f", {game.on_table} on the table" if game.on_table else ""
    lines = [
        f"{game.deal.text}  ({rules})",
        verdict_text(game),
        f"  rounds {game.rounds:,}, battles {game.battles:,}, plays {game.plays:,}, {wars}{steals}",
        f"  player 1 ends with {count(game.sizes[0], 'card')}, player 2 with {game.sizes[1]}{table}",
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
        **fields(game, "rounds", "battles", "plays", "wars", "depth", "steals", "stolen"),
        "sizes": list(game.sizes),
        "table": game.on_table,
        "final": [text(deck) for deck in game.decks],
        "after_round_1": [text(deck) for deck in game.after_round_1] if game.after_round_1 else None,
        "cycle": game.cycle and fields(game.cycle, "start", "length"),
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
            **fields(preset, "name", "title", "source"),
            **{name: getattr(preset.rules, name, None) for name in RULE_NAMES},
        }
        for preset in PRESETS.values()
    ]


# `war rules`, `read`, `play`, `solve`.


def rules_command(options: argparse.Namespace) -> int:
    """Do `war rules`."""
    show(options, presets_data(), presets_text(PRESETS.values()), indent=2)
    return 0


def read_command(options: argparse.Namespace) -> int:
    """Do `war read`."""
    reading = reading_of(text_of(options.file), options)
    show(options, reading_data(reading), reading_text(reading))
    return 0


def play_command(options: argparse.Namespace) -> int:
    """Do `war play`."""
    rules = chosen_rules(options)
    name = name_of(rules, options)
    deals = deals_of(options)
    progress, start = Progress(options.json), time.monotonic()
    played = {"seed": options.seed or 0, "number": options.game, "limit": options.limit}
    for done, deal in enumerate(deals):

        def watch(this: Round, done: int = done) -> None:
            progress.say(lambda: round_line(done, len(deals), this.number, time.monotonic() - start))

        with progress:
            game = play(deal, rules, **played, watch=watch)
        data = game_data(game, rules=name, judge=options.rules)
        show(options, data, game_text(game, rules=name, answer=data["judge"]))
    return 0


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
        return f"{judge} has no judge of its own: choose an output format with --judge"
    return f"the judge of {judge} defines no answer for this game: {verdict_text(game)}"


def round_line(done: int, games: int, number: int, seconds: float) -> str:
    """Return which round of which game is being played, and the time left."""
    left = f"; {seconds / done * (games - done):.0f} s to go" if done else ""
    return f"game {done + 1:,} of {games:,}, round {number:,}{left}"
