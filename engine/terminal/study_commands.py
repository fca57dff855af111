"""`war simulate`, `compare` and `sweep`: many games from the terminal, as JSON or for human eyes."""

import argparse
import json
import os
from collections.abc import Callable
from typing import Any, Final

from engine.kernels.needed import Kernels
from engine.rules import rules_called, rules_name
from engine.study import FOLLOWED, Study
from engine.study.comparison import Comparison
from engine.study.jobs import Job, kernels_of
from engine.study.playing.alone import play_here
from engine.study.playing.live import Live
from engine.study.sweep import Sweep, sweep
from engine.terminal.chance_command import chance_command
from engine.terminal.chosen import chosen_rules, name_of
from engine.terminal.exact_command import exact_command
from engine.terminal.progress import Progress
from engine.terminal.questions_command import questions_command
from engine.terminal.study_data import comparison_data, simulation_data, simulation_json
from engine.terminal.study_text import comparison_text, simulation_text, standing_line
from engine.workers.ahead import compile_ahead, waited_for
from engine.workers.room import megabytes_here, workers_that_fit


def simulate_command(options: argparse.Namespace) -> None:
    """Do `war simulate`. Raises `ValueError` in one sentence for what cannot be simulated."""
    rules = chosen_rules(options)
    followed = options.followed
    if followed is None:  # files are those of the Simulate page, JSON alone is as it always was
        followed = FOLLOWED if _files(options) else 0
    live = _played(Study(rules=rules, followed=followed, **_common(options)), options)
    data = simulation_data(live, name_of(rules, options))
    print(json.dumps(simulation_json(data)) if options.json else simulation_text(data))


def compare_command(options: argparse.Namespace) -> None:
    """Do `war compare`. Raises `ValueError` in one sentence for what cannot be compared."""
    rule_sets = tuple(map(rules_called, options.rule_sets))
    live = _played(Comparison(rule_sets=rule_sets, **_common(options)), options)
    data = comparison_data(live, options.rule_sets)
    print(json.dumps(data) if options.json else comparison_text(data))


def sweep_command(options: argparse.Namespace) -> None:
    """Do `war sweep`. Raises `ValueError` in one sentence for a rule that cannot be varied."""
    swept = sweep(chosen_rules(options), options.rule.replace("-", "_"), **_common(options))
    live = _played(swept.comparison, options, swept)
    names = [rules_name(rules) for rules in swept.comparison.rule_sets]
    data = comparison_data(live, names, swept)
    print(json.dumps(data) if options.json else comparison_text(data))


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], None]]] = {
    "simulate": simulate_command,
    "compare": compare_command,
    "sweep": sweep_command,
    "exact": exact_command,
    "chance": chance_command,
    "questions": questions_command,
}


def _common(options: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(options, name) for name in ("games", "pack", "hands", "seed")}


def _files(options: argparse.Namespace) -> bool:
    """Say whether a file was asked for."""
    return any(getattr(options, name, None) for name in ("csv", "parquet", "games_csv", "games_parquet"))


def _say_so(progress: Progress, wanted: Kernels) -> None:
    """Say that kernels are being compiled."""
    if (waited := waited_for(wanted)) is not None:
        progress.say(lambda: f"{waited.text} …")


def _played(job: Job, options: argparse.Namespace, swept: Sweep | None = None) -> Live:
    """Play a job, and write the files that were asked for."""
    if files := _files(options):
        from engine.terminal import table_files  # brings pandas, half a second that others do without

        table_files.refuse_early(options, job)
    wanted = kernels_of(job)
    with Progress() as progress:
        compile_ahead(
            wanted,
            options.workers or workers_that_fit(os.cpu_count() or 1, megabytes_here()),
            look=lambda: None if options.json else _say_so(progress, wanted),
        )
        live = play_here(
            job,
            workers=options.workers,
            block=options.block,
            look=lambda standing: None if options.json else progress.say(lambda: standing_line(standing)),
        )
    if files:
        table_files.write_tables(options, live, swept)
    return live
