"""Tables as files: a row a game, every tally, the charts of a study."""

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple
from decimal import Decimal
from functools import cache, lru_cache
from threading import Lock
from typing import Any, Final

import numpy as np
import pandas as pd

from engine import __version__
from engine.cards import dealt_text, random_stream
from engine.folders import files_zip
from engine.game import Reason
from engine.jobs import Job
from engine.kernels import BINS, CYCLE, ENDLESS, OUTCOMES, REASONS, UNITS
from engine.numbers import count
from engine.rules import rules_name
from engine.simulation import TALLIES_VERSION, Compared, Ints, Study, Summary, Tallies, bin_start, play

# Tables as bytes of a file, whole before anybody gets them, and names that say what is in a file.

FORMULA: Final = tuple("=+-@＝＋－＠\t\n")
"""How a text begins that a spreadsheet would work out instead of showing."""

ABOUT: Final = "war_room"
"""The name under which a Parquet file says what it is of: `pandas.read_parquet(...).attrs[ABOUT]`."""


def file_stem(job: Job, contents: str, games: int | None = None) -> str:
    """Return the name of a file without its ending; unequal studies, unequal names.

    `games` are those in the file where they are not all of the study's: a browser may keep a file of
    the same name and size that holds fewer.

    >>> from engine import Rules
    >>> from engine.simulation import Study
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


def tables_zip(tables: Mapping[str, pd.DataFrame]) -> bytes:
    """Return a ZIP that holds each table, such as that of each chart, by its name: a CSV a table."""
    return files_zip({f"{name}.csv": csv(table) for name, table in tables.items()})


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
    described = table.copy(deep=False)
    described.attrs[ABOUT] = dict(about)
    whole = io.BytesIO()
    described.to_parquet(whole, index=False, compression="zstd")
    return whole.getvalue()


def facts(job: Job, games: int, link: str) -> dict[str, Any]:
    """Return the study of a file, how many of its games are in it, its link, and what made it."""
    return {"study": job.canonical(), "key": job.key(), "games": games, "link": link, "versions": versions()}


def versions() -> dict[str, str | int]:
    """Return the versions on which a result depends."""
    return {"war_room": __version__, "stream": random_stream.VERSION, "tallies": TALLIES_VERSION}


# One row per game: everything a kernel says of each game of a study.

MOST_ROWS: Final = 1_000_000
BLOCK: Final = 65_536  # games played at a time
BYTES_A_ROW: Final = {"CSV": 45, "Parquet": 10}
"""Size of a file, about: the lengths of long games take more, few outcomes less."""

WINNERS: Final = ("nobody", "player_1", "player_2")

_ONE_AT_A_TIME: Final = Lock()
"""Thirty people who ask at once get one file made once, not a server out of memory."""


def games_trouble(study: Job) -> str:
    """Return why a study is too large for a row per game; empty if it is not.

    >>> from engine import Rules
    >>> games_trouble(Study(rules=Rules(), games=10**7))
    'A file of single games holds at most 1,000,000; this run has 10,000,000. The counts cover every game.'
    """
    few = f"A file of single games holds at most {MOST_ROWS:,}; this run has {study.games:,}."
    return "" if study.games <= MOST_ROWS else f"{few} The counts cover every game."


def games_cost(study: Study) -> str:
    """Return what a file with a row per game holds, in a few words.

    >>> from engine import Rules
    >>> games_cost(Study(rules=Rules(), games=10**5))
    '100,000 rows: CSV about 4 MB, Parquet about 1 MB. War Room replays the games to write the file'
    """
    sizes = []
    for kind, size in BYTES_A_ROW.items():
        megabytes = study.games * size / 1e6
        sizes.append(f"{kind} about {megabytes:,.0f} MB" if megabytes >= 1 else f"{kind} under 1 MB")
    return f"{count(study.games, 'row')}: {', '.join(sizes)}. War Room replays the games to write the file"


def games_file(study: Study, link: str | None = None) -> bytes:
    """Play the games again and return them as CSV, or with a link as Parquet.

    The study and its link are in the metadata of Parquet. Takes seconds: to be called outside of a page's
    own run. Raises `ValueError` above `MOST_ROWS`.
    """
    with _ONE_AT_A_TIME:
        return _made(study, link)


@lru_cache(maxsize=3)
def _made(study: Study, link: str | None) -> bytes:
    table = games_table(study)
    return csv(table) if link is None else parquet(table, facts(study, study.games, link))


def games_table(study: Study) -> pd.DataFrame:
    """Return the games of a study: number, winner, reason, lengths, and player 1's hand as dealt.

    The lengths of endless games are missing: they have none. Raises `ValueError` above `MOST_ROWS`.
    """
    trouble = games_trouble(study)
    if trouble:
        raise ValueError(trouble)
    columns = {name: np.empty(study.games, kind) for name, kind in _types(study).items()}
    for first in range(0, study.games, BLOCK):
        results = play(study, first, min(BLOCK, study.games - first))
        for name, column in columns.items():
            column[first : first + len(results)] = results[name]
    return _named(columns)


def _types(study: Study) -> dict[str, Any]:
    """Return the smallest type that holds each column, whatever the games."""
    # A round has at most half as many plays, battles and wars as there are cards.
    length = np.uint32 if study.limit * study.pack.size < 2**32 else np.uint64
    return {
        "winner": np.int8,
        "reason": np.int8,
        **dict.fromkeys(UNITS[:-1], length),
        "depth": np.uint16,
        "aces": np.uint16,
        "strength": np.uint32,
    }


def _named(columns: "dict[str, np.ndarray[Any, Any]]") -> pd.DataFrame:
    """Number the games, write codes as words and leave out what endless games do not have."""
    endless = columns["reason"] == CYCLE
    names = [REASONS[code].value if code in REASONS else "" for code in range(max(REASONS) + 1)]
    words = {
        "winner": pd.Categorical.from_codes(columns["winner"], pd.Index(WINNERS)),
        "reason": pd.Categorical.from_codes(columns["reason"], pd.Index(names)).remove_unused_categories(),
    }
    lengths = {name: pd.arrays.IntegerArray(columns[name], endless.copy()) for name in UNITS}
    return pd.DataFrame({"number": np.arange(len(endless), dtype=np.uint32), **columns, **words, **lengths})


# The tallies of a study as one long table: a row for every cell in which a game was counted.
#
# Every number of a `Summary` is in it, and of a comparison every number of each pair (of its example
# games the first), so that anybody can add up, plot and doubt for themselves.

NUMBERS: Final = ("round", "from", "to", "games", "first_game")
"""`from`, `to`: lowest and highest value counted in a row; `first_game`: lowest number of a game in it."""

PAIR_SUMS: Final = (
    "sums",
    "sums of the other",
    "sums of squares",
    "sums of squares of the other",
    "sums of products",
)

Cells = dict[str, Any]
"""Some rows: for each text and number that means something in them a value or an array of values, for
`total` a list of whole numbers of any size; `games` is always an array."""


def tallies_parquet(job: Job, tallies: Tallies, link: str) -> bytes:
    """Return the tallies as Parquet; the job, its link and the versions are in its metadata."""
    return parquet(tallies_table(job, tallies), facts(job, tallies.games, link))


def tallies_table(job: Job, tallies: Tallies) -> pd.DataFrame:
    """Return every tally in long form; what means nothing in a row is missing there.

    Cells without a game have no row, but for outcomes. Rows of the tallies `deck sizes`, `cycle starts`
    and `cycle lengths` count followed games only (`Study.sample`, `Study.followed`). Each row says which
    rules, pack and seed it is of, so that tables of several studies can be put under each other. Of a
    comparison the tallies of each rule set come first, then those of each pair.
    """
    first, *_ = studies = job.studies()
    codes = [study.rules.code for study in studies]
    parts: list[Cells] = []
    for code, summary in zip(codes, tallies.summaries, strict=True):
        parts += ({"rules": code, **part} for part in _cells(summary))
    texts = ["rules", "pack", "seed", "tally", "unit", "outcome", "reason"]
    if isinstance(tallies, Compared):
        parts += _pairs(codes, tallies)
        texts += ["other_rules", "other_outcome"]
    whole = pd.concat([pd.DataFrame(part, dtype=object) for part in parts], ignore_index=True)
    whole["pack"] = dealt_text(first.pack, first.hands)
    whole["seed"] = np.uint64(first.seed)
    table = whole.reindex(columns=[*texts, *NUMBERS, "total"])
    kinds = {name: "category" for name in texts if name != "seed"}
    return table.astype({**kinds, **dict.fromkeys(NUMBERS, "Int64")})


def _cells(summary: Summary) -> Iterator[Cells]:
    """Yield the rows of every tally, in the order of `Summary`."""
    outcomes = summary.outcomes()
    yield {"tally": "outcomes", "outcome": list(outcomes), "games": np.array(list(outcomes.values()))}
    ways, places, games, first = _counted(summary, "reasons")
    reasons = np.array([reason.value for reason in Reason])[places]
    yield {"tally": "reasons", "outcome": ways, "reason": reasons, "games": games, "first_game": first}
    for unit in UNITS:
        ways, bins, games, first = _counted(summary, unit)
        yield {"tally": "lengths", "unit": unit, "outcome": ways, **_binned(bins, games, first)}
        for power, tally in enumerate(("sums", "sums of squares")):
            totals = [Decimal(pair[power]) for pair in summary.sums[unit]]
            counted = summary.histograms[unit].sum(axis=1)
            yield {"tally": tally, "unit": unit, "outcome": OUTCOMES, "games": counted, "total": totals}
    for name, unit in (("parity", "rounds modulo 2"), ("aces", "best cards"), ("strength", "strength")):
        ways, values, games, first = _counted(summary, name)
        value = {"from": values, "to": values}
        yield {"tally": name, "unit": unit, "outcome": ways, **value, "games": games, "first_game": first}
    for name in ("cycle_starts", "cycle_lengths"):
        _, bins, games, first = _counted(summary, name)
        about: Cells = {"tally": name.replace("_", " "), "unit": "rounds", "outcome": OUTCOMES[ENDLESS]}
        yield {**about, **_binned(bins, games, first)}
    rounds, cards = np.nonzero(summary.sizes)
    about = {"tally": "deck sizes", "unit": "cards of player 1", "round": rounds + 1}
    yield {**about, "from": cards, "to": cards, "games": summary.sizes[rounds, cards]}
    for kind, extreme in summary.extremes.items():
        values, numbers = np.array(extreme, np.int64).reshape(-1, 2).T
        value = {"from": values, "to": values, "games": np.ones_like(values)}
        yield {"tally": "extremes", "unit": kind, **value, "first_game": numbers}


def _pairs(codes: list[str], compared: Compared) -> Iterator[Cells]:
    """Yield the rows of every pair of rule sets: deals by both outcomes, then sums over the lengths.

    The sums are of the deals that end under both: their lengths under one, under the other, the
    squares of both, and their products, in every unit.
    """
    for place, (one, other) in enumerate(compared.pairs()):
        pair: Cells = {"rules": codes[one], "other_rules": codes[other]}
        ways_1, ways_2 = np.nonzero(compared.changes[place])
        yield {
            **pair,
            "tally": "changes",
            "outcome": np.array(OUTCOMES)[ways_1],
            "other_outcome": np.array(OUTCOMES)[ways_2],
            "games": compared.changes[place, ways_1, ways_2],
            "first_game": compared.examples[place, ways_1, ways_2, 0],
        }
        for unit, lengths in compared.lengths.items():
            totals = [Decimal(total) for total in astuple(lengths[place])[1:]]
            games = np.full(len(PAIR_SUMS), lengths[place].games)
            yield {**pair, "tally": PAIR_SUMS, "unit": unit, "games": games, "total": totals}


def _counted(summary: Summary, name: str) -> "tuple[np.ndarray[Any, Any], Ints, Ints, Ints]":
    """Return the cells of a tally with a game in them: outcome, place, games and lowest game number."""
    counts = np.atleast_2d(summary.counts(name))
    firsts = np.atleast_2d(summary.firsts[name])
    rows, places = np.nonzero(counts)
    return np.array(OUTCOMES)[rows], places, counts[rows, places], firsts[rows, places]


def _binned(bins: Ints, games: Ints, first: Ints) -> Cells:
    return {"from": _starts()[bins], "to": _starts()[bins + 1] - 1, "games": games, "first_game": first}


@cache
def _starts() -> Ints:
    """Return the smallest value of every bin, and one past the largest of the last."""
    return np.array([bin_start(index) for index in range(BINS + 1)])
