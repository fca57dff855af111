"""Tables as bytes of a file, whole before anybody gets them, and names that say what is in a file."""

import io
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pandas as pd

from engine import __version__
from engine.cards import stream
from engine.rules import count, rules_name
from engine.study import TALLIES_VERSION
from engine.study.jobs import Job

FORMULA: Final = tuple("=+-@＝＋－＠\t\n")
"""How a text begins that a spreadsheet would work out instead of showing."""

NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date of a file in a ZIP: equal tables, equal bytes."""

ABOUT: Final = "war_room"
"""The name under which a Parquet file says what it is of: `pandas.read_parquet(...).attrs[ABOUT]`."""


def file_stem(job: Job, contents: str, games: int | None = None) -> str:
    """Return the name of a file without its ending; unequal studies, unequal names.

    `games` are those in the file where they are not all of the study's: a browser may keep a file of
    the same name and size that holds fewer.

    >>> from engine import Rules
    >>> from engine.study import Study
    >>> file_stem(Study(rules=Rules(), games=100), "tallies", games=40)
    'war-room-tallies-code-golf-40-games-d508151442'
    """
    studies = job.studies()
    rules = rules_name(studies[0].rules) if len(studies) == 1 else f"{len(studies)}-rule-sets"
    played = count(job.games if games is None else games, "game").replace(",", "").replace(" ", "-")
    return f"war-room-{contents}-{slug(rules)}-{played}-{job.key()[:10]}"


def slug(name: str) -> str:
    """Return the name of a rule set, or its code, as part of the name of a file.

    >>> slug("code-golf"), slug("3.PLAYER_1.DRAWS.DRAW.HIGH")
    ('code-golf', '3-player-1-draws-draw-high')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower())


def csv(table: pd.DataFrame) -> bytes:
    """Write a table as CSV (UTF-8, a header line): numbers as they are, texts that cannot be formulas."""
    shown = table.rename(columns=guarded)
    for name in shown.columns[[not pd.api.types.is_numeric_dtype(kind) for kind in shown.dtypes]]:
        shown[name] = shown[name].astype(object).map(guarded)
    text: str = shown.to_csv(index=False, lineterminator="\n")
    return text.encode()


class Named(Protocol):
    """A table with its name, such as a chart's panel."""

    @property
    def name(self) -> str:
        """Fit for a file name."""

    @property
    def table(self) -> pd.DataFrame:
        """Numbers as numbers."""


def tables_zip(tables: Iterable[Named]) -> bytes:
    """Return a ZIP that holds each table, such as that of each chart, by its name: a CSV a table."""
    return files_zip({f"{one.name}.csv": csv(one.table) for one in tables})


def files_zip(files: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP that holds files by their names; equal files, equal bytes."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as packed:
        for name, contents in files.items():
            file = ZipInfo(name, NO_DATE)
            file.compress_type = ZIP_DEFLATED
            packed.writestr(file, contents)
    return whole.getvalue()


def guarded(cell: Any) -> Any:
    """Return a text with a quote before it if a spreadsheet would take it for a formula.

    >>> guarded("=1+1"), guarded("2 3 4"), guarded(-1)
    ("'=1+1", '2 3 4', -1)
    """
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\r", "\n")  # a carriage return would end the row where it is not quoted
    return f"'{text}" if text.startswith(FORMULA) else text


def parquet(table: pd.DataFrame, about: Mapping[str, Any]) -> bytes:
    """Write a table as Parquet, with what it is of (plain data) in the file's metadata."""
    told = table.copy(deep=False)
    told.attrs[ABOUT] = dict(about)
    whole = io.BytesIO()
    told.to_parquet(whole, index=False, compression="zstd")
    return whole.getvalue()


def facts(job: Job, games: int, link: str) -> dict[str, Any]:
    """Return the study of a file, how many of its games are in it, its link, and what made it."""
    return {
        "study": job.canonical(),
        "key": job.key(),
        "games": games,
        "link": link,
        "versions": versions(),
    }


def versions() -> dict[str, str | int]:
    """Return the versions on which a result depends."""
    return {"war_room": __version__, "stream": stream.VERSION, "tallies": TALLIES_VERSION}
