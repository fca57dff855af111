"""`war simulate`, `compare`, `sweep`, `exact`, `chance`, `warm`."""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from engine import Deal, deal_cards, kernels, simulation
from engine.cli import simulate_text
from engine.cli.games import chosen_rules, name_of
from engine.cli.output import Progress, columns, fields, show, write_file
from engine.jobs import Job, Run, compile_ahead, kernels_of, play_here, preparing
from engine.kernels import OUTCOMES, Course
from engine.numbers import count, down, up
from engine.rules import rules_called, rules_name
from engine.simulation import Point, TurningPoint

# `war chance`: how a game stood round by round, as JSON or for human eyes.


def chance_command(options: argparse.Namespace) -> int:
    """Do `war chance`. Raises `ValueError` in one sentence for a deal that cannot be read."""
    rules = chosen_rules(options)
    if options.deal is None:
        deal = deal_cards(options.pack, seed=options.seed, number=options.game, hands=options.hands)
    else:
        deal = Deal.parse(options.deal)
    game = kernels.decide(deal, rules, seed=options.seed, number=options.game)
    course = Course(game, options.seed, options.game)
    points, turning = simulation.chances(course), simulation.turning_points(course)
    data = chance_data(course, points, turning, name_of(rules, options))
    show(options, data, chance_text(data))
    return 0


def chance_data(
    course: Course, points: tuple[Point, ...], turning: tuple[TurningPoint, ...], rules: str
) -> dict[str, Any]:
    """Return the chance in the course of a game as JSON-ready data.

    `cards`: with what each player holds known; `counts`: with only how many. The last point is the end.
    Of endless games and those cut off the winner is nobody.
    """
    game = course.game
    text = game.deal.deck_text
    return {
        "deal": game.deal.text,
        "rules": rules,
        "seed": course.seed,
        "game": course.number,
        "winner": game.outcome.winner or None,
        "rounds": game.rounds,
        "points": [
            {"round": point.round, "cards": _chance(point.cards), "counts": _chance(point.counts)}
            for point in points
        ],
        "turns": [
            {
                "round": turn.round,
                "lost": {f"player_{player}": text(lost) for player, lost in enumerate(turn.lost, 1)},
                "before": _chance(turn.before),
                "after": _chance(turn.after),
            }
            for turn in turning
        ],
    }


def _chance(chance: simulation.Chance) -> dict[str, Any]:
    data: dict[str, Any] = {"games": chance.games}
    for name, player in (("player_1", 1), ("player_2", 2), ("nobody", 0)):
        share = simulate_text.estimate_data(chance.share_of(player))
        data[name] = {"won": chance.won_by(player), **share}
    return data


def chance_text(data: dict[str, Any]) -> str:
    """Return the chance in the course of a game as a table for reading."""
    lines = [
        f"{data['deal']}  ({data['rules']})",
        "player 1's chance of winning if both decks are shuffled before a round: "
        f"{simulation.CHANCE_GAMES} games each",
        "",
    ]
    rows = [["round", "cards known", "95 % interval", "counts known", "nobody"]]
    for point in data["points"]:
        mine = point["cards"]["player_1"]
        low, high = mine["interval"]
        ends = f"{down(100 * low, 0):.0f}% to {up(100 * high, 0):.0f}%"
        others = point["counts"]["player_1"]["value"], point["cards"]["nobody"]["value"]
        name = "end" if point["round"] > data["rounds"] else f"{point['round']:,}"
        rows.append([name, f"{mine['value']:.0%}", ends, *(f"{other:.0%}" for other in others)])
    lines += columns(rows, (9, 13, 18, 15, 9))
    games = [turn[when]["games"] for turn in data["turns"] for when in ("before", "after")]
    played = min((number for number in games if number > 1), default=0)  # one game: that which is followed
    turned = f"{count(len(data['turns']), 'turning point')}, from at least {count(played, 'game')}:"
    lines += ["", f"  {turned if data['turns'] else 'no round changed the chance by five points'}"]
    return "\n".join([*lines, *map(_turn_line, data["turns"])])


def _turn_line(turn: dict[str, Any]) -> str:
    before, after = (turn[when]["player_1"]["value"] for when in ("before", "after"))
    lost = [f"{name.replace('_', ' ')} loses {cards}" for name, cards in turn["lost"].items() if cards]
    return (
        f"  {turn['round']:>9,}{before:>13.0%} to {after:<4.0%} {', '.join(lost) or 'no card changes hands'}"
    )


# `war exact`: every deal of a small pack, with a line that says how far it is, and a file to go on from.


def exact_command(options: argparse.Namespace) -> int:
    """Do `war exact`. Raises `ValueError` in one sentence for packs that are not small."""
    rules = chosen_rules(options)
    # Before hours of counting: a pack may be too large for it.
    whole = whole_data(simulation.positions(options.pack, rules)) if options.whole else {}
    start = simulation.begun(options.pack, rules, hands=options.hands)
    file = Path(options.keep) if options.keep else None
    counted = _counted(start if file is None else _stored_count(file, start), file, options)
    data = exact_data(counted, rules=name_of(rules, options)) | whole
    show(options, data, exact_text(data) + (f"\n{whole_text(whole)}" if whole else ""))
    return 0


def _counted(counted: simulation.Exact, file: Path | None, options: argparse.Namespace) -> simulation.Exact:
    """Play the deals that are left, and keep what is counted as it grows."""
    since, before = time.monotonic(), counted.deals
    # Threads: the kernels hold no lock.
    with Progress(options.json) as progress, ThreadPoolExecutor(options.workers) as executor:
        while not counted.done:
            counted = simulation.gone_on(counted, options.workers, executor.map)
            if file is not None:
                write_file(file, f"{counted.written()}\n")
            progress.say(partial(exact_line, counted, counted.deals - before, time.monotonic() - since))
    return counted


def exact_line(counted: simulation.Exact, lately: int, seconds: float) -> str:
    """Return how far the count is, when the last `lately` deals took some seconds."""
    deals = simulation.arrangements(counted.pack)
    per_second = lately / max(seconds, 1e-9)
    left = (deals - counted.deals) / max(per_second, 1)
    return f"{counted.deals:,} of {count(deals, 'deal')}, {per_second:,.0f} per second, {left:,.0f} s to go"


def _stored_count(file: Path, start: simulation.Exact) -> simulation.Exact:
    """Return what a file has counted of this; the start where there is no file, or its counts are wrong.

    Raises `ValueError` for a file of something else.
    """
    if not file.exists():
        return start
    try:
        return start.read(file.read_text())
    except simulation.Wrong as wrong:
        print(f"war: {str(file)!r} was changed or damaged, {wrong}: counted from the start", file=sys.stderr)
        return start
    except (OSError, ValueError):
        keeps = f"keeps no count of {start.pack.text} by these rules"
        raise ValueError(f"{str(file)!r} {keeps}: name another file") from None


def exact_data(counted: simulation.Exact, *, rules: str) -> dict[str, Any]:
    """Return all deals of a small pack as JSON-ready data; fractions as `a/b`.

    Of hands with known cards, `deals` are ways to deal them, each as likely.
    """
    mean, longest = counted.mean_rounds, counted.longest_deal
    counts = fields(counted, *OUTCOMES[:4])
    return {
        "rules": rules,
        "pack": counted.pack.text,
        **({"hands": counted.hands.text} if counted.hands else {}),
        "deals": counted.ways,
        "outcomes": counts,
        "shares": {name: str(counted.share(count)) for name, count in counts.items()},
        "rounds": {
            "of": counted.ways - counted.endless,
            "sum": counted.rounds,
            "mean": None if mean is None else str(mean),
            "longest": counted.longest,
            "longest_deal": longest and longest.text,
        },
    }


def whole_data(whole: simulation.Positions) -> dict[str, Any]:
    """Return the whole game of a small pack as JSON-ready data: its cycles, and how every split ends."""
    return {
        "positions": len(whole.met()),
        "cycles": [kind._asdict() for kind in whole.kinds()],
        "splits": [
            {
                "player_1_cards": split.cut,
                **dict(zip(OUTCOMES, split.outcomes, strict=False)),
                "longest": split.longest,
            }
            for split in whole.splits()
        ],
    }


def exact_text(data: dict[str, Any]) -> str:
    """Return all deals of a small pack for reading."""
    deals = count(data["deals"], "equally likely deal" if "hands" in data else "deal")
    lines = [f"{deals} of {simulate_text.dealt_words(data)} by {data['rules']}, every deal counted", ""]
    outcomes, shares = data["outcomes"], data["shares"]
    rows = ([simulation.outcome_words(name), f"{outcomes[name]:,}", f"  {shares[name]}"] for name in outcomes)
    lines += columns(rows, (-10, 12, 0))
    rounds = data["rounds"]
    if not rounds["of"]:
        return "\n".join([*lines, "", "  no game ends"])
    mean = "1 round" if rounds["mean"] == "1" else f"{rounds['mean']} rounds"
    lines += ["", f"  {count(rounds['of'], 'game ends', 'games end')}, on average after {mean}"]
    lines.append(f"  the longest takes {count(rounds['longest'], 'round')}: {rounds['longest_deal']}")
    return "\n".join(lines)


def whole_text(data: dict[str, Any]) -> str:
    """Return the whole game of a small pack for reading: its cycles, then a line a split."""
    number = sum(kind["rings"] for kind in data["cycles"])
    cycles = count(number, "loop") if number else "no loop"
    lines = ["", f"  {count(data['positions'], 'position')}, {cycles}"]
    lines += [
        f"  {count(kind['rings'], 'loop')} of {count(kind['length'], 'round')}, "
        f"{count(kind['deals'], 'deal leads', 'deals lead')} into {'it' if kind['rings'] == 1 else 'each'}: "
        f"{kind['position']}"
        for kind in data["cycles"]
    ]
    names = ("player_1_cards", "player_1", "player_2", "draw", "endless", "longest")
    splits = ([f"{split[name]:,}" for name in names] for split in data["splits"])
    head = ["player 1 has", "wins", "loses", "draw", "never ends", "longest"]
    return "\n".join([*lines, "", *columns([head, *splits], (14, 12, 12, 12, 12, 10))])


# `war simulate`, `compare` and `sweep`: many games from the terminal, as JSON or for human eyes.


def simulate_command(options: argparse.Namespace) -> int:
    """Do `war simulate`. Raises `ValueError` in one sentence for what cannot be simulated."""
    rules = chosen_rules(options)
    followed = options.followed
    if followed is None:  # files are those of the Simulate page, JSON alone is as it always was
        followed = simulation.FOLLOWED if _files(options) else 0
    run = _played(simulation.Study(rules=rules, followed=followed, **_common(options)), options)
    data = simulate_text.simulation_data(run, name_of(rules, options))
    show(options, simulate_text.simulation_json(data), simulate_text.simulation_text(data))
    return 0


def compare_command(options: argparse.Namespace) -> int:
    """Do `war compare`. Raises `ValueError` in one sentence for what cannot be compared."""
    rule_sets = tuple(map(rules_called, options.rule_sets))
    run = _played(simulation.Comparison(rule_sets=rule_sets, **_common(options)), options)
    data = simulate_text.comparison_data(run, options.rule_sets)
    show(options, data, simulate_text.comparison_text(data))
    return 0


def sweep_command(options: argparse.Namespace) -> int:
    """Do `war sweep`. Raises `ValueError` in one sentence for a rule that cannot be varied."""
    swept = simulation.sweep(chosen_rules(options), options.rule.replace("-", "_"), **_common(options))
    run = _played(swept.comparison, options, swept)
    names = [rules_name(rules) for rules in swept.comparison.rule_sets]
    data = simulate_text.comparison_data(run, names, swept)
    show(options, data, simulate_text.comparison_text(data))
    return 0


def warm_command(_: argparse.Namespace) -> int:
    """Do `war warm`."""
    kernels.warm()
    return 0


def _common(options: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(options, name) for name in ("games", "pack", "hands", "seed")}


def _files(options: argparse.Namespace) -> dict[str, Path]:
    """Return the files that were asked for, each by the name of its option."""
    names = ("csv", "parquet", "games_csv", "games_parquet")
    return {name: Path(path) for name in names if (path := getattr(options, name, None))}


def _played(job: Job, options: argparse.Namespace, swept: simulation.Sweep | None = None) -> Run:
    """Play a job, and write the files that were asked for."""
    if files := _files(options):
        from engine.cli import table_files  # brings pandas, half a second that others do without

        table_files.refuse_early(files, job)
    needed = kernels_of(job)
    with Progress(options.json) as progress:

        def compiling() -> None:
            if (so_far := preparing(needed)) is not None:
                progress.say(lambda: f"{so_far.text} …")

        compile_ahead(needed, options.workers, on_progress=compiling)
        run = play_here(
            job,
            workers=options.workers,
            block=options.block,
            on_progress=lambda run: progress.say(lambda: simulate_text.run_line(run)),
        )
    if files:
        table_files.write_tables(files, run, options, swept)
    return run
