"""One row a game: everything a kernel says of each game of a study, for those who want to see them all."""

from functools import lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np
import pandas as pd

from engine.kernels.codes import CYCLE, REASONS
from engine.kernels.tallies import UNITS
from engine.rules import count
from engine.study import Study
from engine.study.jobs import Job
from engine.study.tables.files import csv, facts, parquet
from engine.study.tally import play

MOST_ROWS: Final = 1_000_000
BLOCK: Final = 65_536
"""Games played at a time."""
BYTES_A_ROW: Final = {"CSV": 45, "Parquet": 10}
"""Size of a file, about: the lengths of long games take more, few outcomes less."""

WINNERS: Final = ("nobody", "player_1", "player_2")

_ONE_AT_A_TIME: Final = Lock()


def games_trouble(study: Job) -> str:
    """Say why a study is too large for a row a game; empty if it is not.

    >>> from engine import Rules
    >>> games_trouble(Study(rules=Rules(), games=10**7))
    'One row a game is for at most 1,000,000 games; this study has 10,000,000. The tallies hold them all.'
    """
    if study.games <= MOST_ROWS:
        return ""
    return (
        f"One row a game is for at most {MOST_ROWS:,} games; this study has {study.games:,}. "
        "The tallies hold them all."
    )


def games_cost(study: Study) -> str:
    """Say what a file of a row a game holds, in a few words.

    >>> from engine import Rules
    >>> games_cost(Study(rules=Rules(), games=10**6))
    '1,000,000 rows: CSV about 45 MB, Parquet about 10 MB; the games are played again for it'
    """
    sizes = {kind: study.games * size / 1e6 for kind, size in BYTES_A_ROW.items()}
    shown = ", ".join(
        f"{kind} about {size:,.0f} MB" if size >= 1 else f"{kind} under 1 MB" for kind, size in sizes.items()
    )
    return f"{count(study.games, 'row')}: {shown}; the games are played again for it"


def games_parquet(study: Study, link: str) -> bytes:
    """Play the games again and return them as Parquet; the study and its link are in its metadata.

    Takes seconds: to be called outside of a page's own run. Raises `ValueError` above `MOST_ROWS`.
    """
    # Thirty people who ask at once get one file made once, not a server out of memory.
    with _ONE_AT_A_TIME:
        return _made(study, link)


def games_csv(study: Study) -> bytes:
    """Play the games again and return them as CSV, the same games as in Parquet.

    Takes seconds, as that does. Raises `ValueError` above `MOST_ROWS`.
    """
    with _ONE_AT_A_TIME:
        return _made_csv(study)


@lru_cache(maxsize=1)
def _made_csv(study: Study) -> bytes:
    return csv(games_table(study))


@lru_cache(maxsize=2)
def _made(study: Study, link: str) -> bytes:
    return parquet(games_table(study), facts(study, study.games, link))


def games_table(study: Study) -> pd.DataFrame:
    """Return the games of a study: number, winner, reason, lengths, and player 1's hand as dealt.

    The lengths of endless games are missing: they have none. Raises `ValueError` above `MOST_ROWS`.
    """
    trouble = games_trouble(study)
    if trouble:
        raise ValueError(trouble)
    columns = {name: np.empty(study.games, kind) for name, kind in _types(study).items()}
    for first in range(0, study.games, BLOCK):
        records = play(study, first, min(BLOCK, study.games - first))
        for name in columns.keys() - {"number"}:
            columns[name][first : first + len(records)] = records[name]
    columns["number"][:] = np.arange(study.games)
    return _named(columns)


def _types(study: Study) -> dict[str, Any]:
    """Return the smallest type that holds each column, whatever the games."""
    # A round of so many cards has at most half as many plays, battles and wars.
    small = study.limit * study.pack.size < 2**32
    length = np.uint32 if small else np.uint64
    return {
        "number": np.uint32,
        "winner": np.int8,
        "reason": np.int8,
        **dict.fromkeys(UNITS[:-1], length),
        "depth": np.uint16,
        "aces": np.uint16,
        "strength": np.uint32,
    }


def _named(columns: "dict[str, np.ndarray[Any, Any]]") -> pd.DataFrame:
    """Write codes as words and leave out what endless games do not have."""
    endless = columns["reason"] == CYCLE
    names = [REASONS[code].value if code in REASONS else "" for code in range(max(REASONS) + 1)]
    words = {
        "winner": pd.Categorical.from_codes(columns["winner"], pd.Index(WINNERS)),
        "reason": pd.Categorical.from_codes(columns["reason"], pd.Index(names)).remove_unused_categories(),
    }
    lengths = {name: pd.arrays.IntegerArray(columns[name], endless.copy()) for name in UNITS}
    return pd.DataFrame({**columns, **words, **lengths})
