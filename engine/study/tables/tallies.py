"""The tallies of a study as one long table: a row for every cell in which a game was counted.

Every number of a `Summary` is in it, and of a comparison every number of each pair (of its example
games the first), so that anybody can add up, plot and doubt for themselves.
"""

from collections.abc import Iterator
from dataclasses import astuple
from decimal import Decimal
from functools import cache
from typing import Any, Final

import numpy as np
import pandas as pd

from engine.cards import dealt_text
from engine.game import Reason
from engine.kernels.tallies import BINS, ENDLESS, OUTCOMES, UNITS
from engine.study.jobs import Job
from engine.study.pairs import Compared, Tallies
from engine.study.summary import Ints, Summary, bin_start
from engine.study.tables.files import facts, parquet

TEXTS: Final[tuple[str, ...]] = ("rules", "tally", "unit", "outcome", "reason")
OTHERS: Final = ("other_rules", "other_outcome")
"""The second rule set of a pair and its outcome; only where rule sets are compared."""
NUMBERS: Final = ("round", "from", "to", "games", "first_game")
"""`from` and `to` are the lowest and the highest value counted in a row, `first_game` the lowest
number of a game in it."""

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
    studies = job.studies()
    codes = [study.rules.code for study in studies]
    parts: list[Cells] = []
    for code, summary in zip(codes, tallies.summaries, strict=True):
        parts += ({"rules": code, **part} for part in _cells(summary))
    texts = TEXTS
    if isinstance(tallies, Compared):
        parts += _pairs(codes, tallies)
        texts += OTHERS
    lengths = [len(part["games"]) for part in parts]
    columns: dict[str, Any] = {name: pd.Categorical(_column(name, parts, lengths, None)) for name in texts}
    columns |= {name: _whole(_column(name, parts, lengths, -1)) for name in NUMBERS}
    table = pd.DataFrame({**columns, "total": _column("total", parts, lengths, None)})
    table.insert(
        1, "pack", pd.Series([dealt_text(studies[0].pack, studies[0].hands)] * len(table), dtype="category")
    )
    table.insert(2, "seed", np.full(len(table), studies[0].seed, np.uint64))
    return table


def _column(name: str, parts: list[Cells], lengths: list[int], missing: int | None) -> "np.ndarray[Any, Any]":
    """Put the values of one column of all parts under each other, `missing` where a part has none."""
    column = np.full(sum(lengths), missing, object if missing is None else np.int64)
    end = 0
    for part, length in zip(parts, lengths, strict=True):
        end += length
        if name in part:
            column[end - length : end] = part[name]
    return column


def _whole(values: Ints) -> pd.arrays.IntegerArray:
    """Return whole numbers of 0 or more as a column in which others are missing."""
    return pd.arrays.IntegerArray(values, values < 0)


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
    for kind, kept in summary.extremes.items():
        values, numbers = np.array(kept, np.int64).reshape(-1, 2).T
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
