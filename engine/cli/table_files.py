"""`--parquet FILE` and its like: tables, tallies or games in files, byte for byte those of a page."""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path

from engine import tables
from engine.cli.output import write_file
from engine.folders import DEAD_LINK, is_dead_link
from engine.jobs import Job, Run
from engine.simulation import Comparison, Sweep


def refuse_early(files: Mapping[str, Path], job: Job) -> None:
    """Refuse, before an hour of playing, files that could not be written after it.

    Raises `ValueError` in one sentence.
    """
    for option, path in files.items():
        folder = option == "csv" and path.is_dir()
        if option == "csv" and not folder and path.suffix != ".zip":
            raise ValueError(f"cannot write {str(path)!r}: --csv takes a folder, or a file that ends in .zip")
        if is_dead_link(path):
            raise ValueError(f"cannot write {str(path)!r}: {DEAD_LINK}")
        if path.is_dir() != folder or not os.access(path if folder else path.parent, os.W_OK):
            raise ValueError(f"cannot write {str(path)!r}: name a file in a folder that can be written to")
        if option.startswith("games_") and (trouble := tables.games_trouble(job)):
            raise ValueError(trouble)


def write_tables(
    files: Mapping[str, Path], run: Run, options: argparse.Namespace, swept: Sweep | None = None
) -> None:
    """Write the files that were asked for; `swept` is the sweep that was played, of one.

    Raises `ValueError` for one that cannot be written.
    """
    for option, path in files.items():
        match option:
            case "parquet":
                write_file(path, tables.tallies_parquet(run.job, run.summary, options.link))
            case "games_csv":
                write_file(path, tables.games_file(run.job.studies()[0]))
            case "games_parquet":
                write_file(path, tables.games_file(run.job.studies()[0], options.link))
            case "csv" if path.is_dir():
                for name, table in _tables(options, run, swept).items():
                    write_file(path / f"{name}.csv", tables.csv(table), path)
            case "csv":
                write_file(path, tables.tables_zip(_tables(options, run, swept)))


def _tables(options: argparse.Namespace, run: Run, swept: Sweep | None) -> tables.Tables:
    """Return the tables of the charts as on the page that asks the same."""
    if isinstance(run.job, Comparison):
        names = () if swept else tuple(options.rule_sets)
        return tables.tables_of(tables.compared_charts(swept or run.job, run.summary, names))
    return tables.tables_of(tables.study_charts(run.job.studies()[0], run.summary))
