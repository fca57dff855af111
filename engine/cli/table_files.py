"""`--parquet FILE` and its like: tables, tallies or games in files, byte for byte those of a page."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from engine.cli.output import write_file
from engine.folders import DEAD_LINK, is_dead_link
from engine.jobs.job import Job, Run
from engine.simulation import Study
from engine.simulation.study import Comparison, Sweep
from engine.tables.charts import Tables, compared_charts, study_charts, swept_charts, tables_of
from engine.tables.files import csv, games_csv, games_parquet, games_trouble, tables_zip, tallies_parquet

_MADE: Final[dict[str, Callable[[Any, Any, str], bytes]]] = {
    "parquet": tallies_parquet,
    "games_csv": lambda study, _, __: games_csv(study),
    "games_parquet": lambda study, _, link: games_parquet(study, link),
}
"""By the name of its option each file, made of a job, its tallies and a link."""


def refuse_early(options: argparse.Namespace, job: Job) -> None:
    """Refuse, before an hour of playing, files that could not be written after it.

    Raises `ValueError` in one sentence.
    """
    for option, path in _asked(options):
        folder = option == "csv" and path.is_dir()
        if option == "csv" and not folder and path.suffix != ".zip":
            raise ValueError(f"cannot write {str(path)!r}: --csv takes a folder, or a file that ends in .zip")
        if is_dead_link(path):
            raise ValueError(f"cannot write {str(path)!r}: {DEAD_LINK}")
        if path.is_dir() != folder or not os.access(path if folder else path.parent, os.W_OK):
            raise ValueError(f"cannot write {str(path)!r}: name a file in a folder that can be written to")
        if option.startswith("games_") and (trouble := games_trouble(job)):
            raise ValueError(trouble)


def write_tables(options: argparse.Namespace, run: Run, swept: Sweep | None = None) -> None:
    """Write the files that were asked for; `swept` is the sweep that was played, of one.

    Raises `ValueError` for one that cannot be written.
    """
    for option, path in _asked(options):
        if option != "csv":
            write_file(path, _MADE[option](run.job, run.summary, options.link))
            continue
        tables = _tables(options, run, swept)
        if not path.is_dir():
            write_file(path, tables_zip(tables))
            continue
        for name, table in tables.items():
            write_file(path / f"{name}.csv", csv(table), path)


def _asked(options: argparse.Namespace) -> list[tuple[str, Path]]:
    asked = ((option, getattr(options, option, None)) for option in ("csv", *_MADE))
    return [(option, Path(name)) for option, name in asked if name]


def _tables(options: argparse.Namespace, run: Run, swept: Sweep | None) -> Tables:
    """Return the tables of the charts as on the page that asks the same."""
    if swept is not None:
        return tables_of(swept_charts(swept, run.summary))
    if isinstance(run.job, Comparison):
        return tables_of(compared_charts(run.job, run.summary, tuple(options.rule_sets)))
    assert isinstance(run.job, Study)
    return tables_of(study_charts(run.job, run.summary))
