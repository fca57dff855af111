"""`war simulate` and `war exact`: studies from the terminal, as JSON or for human eyes."""

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from engine import kernels
from engine.cards import stream
from engine.game import Reason
from engine.kernels.tallies import UNITS
from engine.rules import Rules
from engine.study import FOLLOWED, TALLIES_VERSION, Study, estimates
from engine.study.at_once import BLOCK, Progress, Simulated, simulate
from engine.study.exact import Exact, exact
from engine.study.summary import Summary
from engine.terminal.text import clear_line, show_line


def simulate_command(options: argparse.Namespace, rules: Rules, name: str) -> int:
    """Do `war simulate`. Raises `ValueError` in one sentence for what cannot be simulated."""
    study = Study(
        rules=rules, games=options.games, pack=options.pack, seed=options.seed, followed=_followed(options)
    )
    files = _asks_for_files(options)
    if files:
        from engine.terminal import table_files  # brings pandas, another half second

        table_files.refuse_early(options, study)
    kernels.warm()
    # Threads: the kernels hold no lock, and nothing has to be compiled or sent twice.
    with ThreadPoolExecutor(options.workers) as executor:
        done = simulate(
            study,
            executor=executor,
            on_progress=None if options.json else _show_progress,
            block=BLOCK if options.block is None else options.block,
        )
    clear_line()
    if files:
        table_files.write_tables(options, study, done.summary)
    data = simulation_data(done, rules=name)
    print(json.dumps(data) if options.json else simulation_text(done, rules=name))
    return 0


def _asks_for_files(options: argparse.Namespace) -> bool:
    return any((options.csv, options.parquet, options.games_parquet))


def _followed(options: argparse.Namespace) -> int:
    """Return how many first games to follow: where a file is written as many as the Simulate page does."""
    if options.followed is not None:
        return int(options.followed)
    return FOLLOWED if _asks_for_files(options) else 0


def exact_command(options: argparse.Namespace, rules: Rules, name: str) -> int:
    """Do `war exact`. Raises `ValueError` in one sentence for packs that are not small."""
    data = exact_data(exact(options.pack, rules), rules=name)
    print(json.dumps(data) if options.json else exact_text(data))
    return 0


def _show_progress(progress: Progress) -> None:
    if progress.seconds < 1:
        return
    filled = 24 * progress.games // progress.of
    show_line(
        f"[{'#' * filled}{'.' * (24 - filled)}] {progress.games:,} of {progress.of:,} games, "
        f"{progress.per_second:,.0f} a second, {progress.seconds_left:.0f} s to go"
    )


def simulation_data(done: Simulated, *, rules: str) -> dict[str, Any]:
    """Return a simulation as JSON-ready data.

    `outcomes` are counts of games. All lengths are of the games that finished, `of` says how many;
    quantiles are the smallest value of their bin (exact below 4,096).
    """
    tallies = done.summary
    if tallies is None:
        raise ValueError("no block of the simulation is complete: nothing can be said yet")
    study = done.study
    return {
        "rules": rules,
        "pack": study.pack.text,
        "games": tallies.games,
        "seed": study.seed,
        "version": {"stream": stream.VERSION, "tallies": TALLIES_VERSION},
        "outcomes": tallies.outcomes(),
        "reasons": _reasons(tallies),
        "rounds": _length(tallies, "rounds"),
        **{unit: {"mean": _length(tallies, unit)["mean"]} for unit in ("battles", "plays", "wars")},
        "depth": _length(tallies, "depth"),
        "extremes": [
            {"kind": kind, "value": value, "game": number}
            for kind, games in tallies.extremes.items()
            for value, number in games
        ],
        "complete": done.complete,
        "games_done": [list(span) for span in done.games_done()],
        **({"followed": study.followed} if study.followed else {}),
        "tallies_sha256": tallies.sha256(),
        "seconds": round(done.seconds, 3),
        "games_per_second": round(tallies.games / max(done.seconds, 1e-9)),
    }


def _reasons(tallies: Summary) -> dict[str, int]:
    counts = tallies.reasons.sum(axis=0)
    return {reason.value: int(count) for reason, count in zip(Reason, counts, strict=True)}


def _length(tallies: Summary, unit: str) -> dict[str, Any]:
    """Return the spread of one unit over the finished games; None for what no game can tell."""
    histogram = tallies.finished(unit)
    games, total, squares = tallies.finished_sums(unit)
    levels = {"median": 0.5, "q05": 0.05, "q95": 0.95, "q99": 0.99}
    found = {name: estimates.quantile(histogram, level) for name, level in levels.items()}
    average = estimates.mean(games, total, squares)
    return {
        "of": games,
        "mean": average.value if average else None,
        "mean_interval": [average.low, average.high] if average and games > 1 else None,
        "sd": estimates.deviation(games, total, squares),
        **{name: int(estimate.value) if estimate else None for name, estimate in found.items()},
        "longest": tallies.extremes["longest"][0][0] if unit == "rounds" and games else None,
    }


def exact_data(found: Exact, *, rules: str) -> dict[str, Any]:
    """Return all deals of a small pack as JSON-ready data; fractions as `a/b`."""
    mean = found.mean_rounds
    counts = {name: getattr(found, name) for name in ("player_1", "player_2", "draw", "endless")}
    return {
        "rules": rules,
        "pack": found.pack.text,
        "deals": found.deals,
        "outcomes": counts,
        "shares": {name: str(found.share(count)) for name, count in counts.items()},
        "rounds": {
            "of": found.deals - found.endless,
            "sum": found.rounds,
            "mean": None if mean is None else str(mean),
            "longest": found.longest,
        },
    }


def simulation_text(done: Simulated, *, rules: str) -> str:
    """Return a simulation as a table for reading, every share with its interval."""
    tallies = done.summary
    assert tallies is not None
    lines = [f"{tallies.games:,} games of {done.study.pack.text} by {rules}, seed {done.study.seed}", ""]
    for outcome, games in tallies.outcomes().items():
        share = estimates.share(games, tallies.games)
        # What was never seen is not impossible: its upper bound, however small, is what is known.
        interval = f"{share.low:.3%} to {share.high:.3%}" if games else f"under {100 * share.high:.2g}%"
        lines.append(f"  {outcome.replace('_', ' '):<10}{games:>15,}{share.value:>10.2%}   {interval}")
    lines.append("")
    lines.append(f"  {'of finished games':<18}{'mean':>10}{'95 % interval':>22}{'median':>9}{'95 %':>8}")
    for unit in UNITS:
        data = _length(tallies, unit)
        if data["mean_interval"]:
            low, high = data["mean_interval"]
            lines.append(
                f"  {unit:<18}{data['mean']:>10,.2f}{f'{low:,.2f} to {high:,.2f}':>22}"
                f"{data['median']:>9,}{data['q95']:>8,}"
            )
    value, number = (tallies.extremes["longest"] or ((0, 0),))[0]
    lines += ["", f"  longest: game {number} with {value:,} rounds"]
    lines.append(f"  {done.seconds:.1f} s, {tallies.games / max(done.seconds, 1e-9):,.0f} games a second")
    return "\n".join(lines)


def exact_text(data: dict[str, Any]) -> str:
    """Return all deals of a small pack for reading."""
    lines = [f"all {data['deals']:,} deals of {data['pack']} by {data['rules']}, counted", ""]
    lines += [
        f"  {outcome.replace('_', ' '):<10}{count:>12,}  {data['shares'][outcome]}"
        for outcome, count in data["outcomes"].items()
    ]
    rounds = data["rounds"]
    lines.append(f"\n  {rounds['of']:,} games end, on average after {rounds['mean']} rounds")
    lines.append(f"  the longest takes {rounds['longest']:,}")
    return "\n".join(lines)
