"""One rule varied over its values: who wins and how long finished games last, a row a value."""

from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from engine.rules import rules_name
from engine.study.estimates import Estimate, mean
from engine.study.pairs import Compared
from engine.study.sweep import Sweep
from engine.study.tables.columns import UNKNOWN, estimate_columns, finished_games, one_game
from engine.study.tables.compared.length_axis import LengthAxis, axis_through
from engine.study.tables.compared.rows import Row, Rows
from engine.study.tables.compared.shares import CompareShares, compare_shares
from engine.study.tables.going import Unit
from engine.study.tables.histogram import finished_firsts
from engine.words.brief import named

NAME: Final = "sweep"


@dataclass(frozen=True)
class SweepChart:
    """Shares and mean lengths for each value of the rule."""

    shares: CompareShares
    means: tuple[Estimate | None, ...]
    """Mean lengths of finished games, None where none ends."""
    finished: tuple[int, ...]
    examples: tuple[int, ...]
    """For each value the lowest number of a finished game."""
    axis: LengthAxis
    ordered: bool
    """Whether the values are numbers, so that a line may join them."""
    unit: Unit


def rows_of_sweep(swept: Sweep) -> Rows:
    """Return a row for each value; the one that the sweep started from is said to be."""
    base = named(rules_name(swept.comparison.rule_sets[swept.base]))[0]
    return tuple(
        Row(letter, label[0].upper() + label[1:], f"as in {base}" if place == swept.base else "")
        for place, (letter, label) in enumerate(zip("ABCDEFGHIJKL", swept.labels, strict=False))
    )


def sweep_chart(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> SweepChart:
    """Work out what to draw."""
    means = tuple(mean(*summary.finished_sums(unit)) for summary in compared.summaries)
    return SweepChart(
        shares=compare_shares(compared, rows_of_sweep(swept)),
        means=means,
        finished=tuple(finished_games(summary) for summary in compared.summaries),
        examples=tuple(one_game(finished_firsts(summary, unit)) for summary in compared.summaries),
        axis=axis_through([mean.value for mean in means if mean is not None]),
        ordered=swept.rule == "face_down",
        unit=unit,
    )


def table(swept: Sweep, chart: SweepChart) -> pd.DataFrame:
    """Return a row a value: every share and the mean length, each with its interval."""
    shares = chart.shares
    columns: dict[str, Any] = {
        swept.rule: [str(value) for value in swept.values],
        "games": [shares.games] * len(chart.means),
    }
    for name in shares.tabled():
        words = name.replace("_", " ")
        segments = [shares.segment(row, name) for row in range(len(chart.means))]
        columns |= estimate_columns(f"{words} share", list(map(shares.share, segments)), words)
    columns["finished games"] = list(chart.finished)
    means = [mean or UNKNOWN for mean in chart.means]
    return pd.DataFrame({**columns, **estimate_columns(f"mean {chart.unit}", means, "mean")})
