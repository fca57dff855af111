"""The charts of many games in page order: what page, report, notebook and `--csv` show."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

import pandas as pd

from engine.simulation.paired import Compared
from engine.simulation.study import Comparison, Study, Sweep
from engine.simulation.tallies import Summary
from engine.tables.bars import Unit, cycles_lengths, depth, histogram_lengths, starts, survival
from engine.tables.compared import changes, compare_shares, flow, pairing, rows_of_sweep, sweep_chart
from engine.tables.compared_lengths import Rows, compare_lengths, compare_survival, length_strips, rows_of
from engine.tables.decks import fan
from engine.tables.outcomes import (
    aces,
    best_vary,
    may_be_even,
    outcome_bar,
    parity,
    strength,
    strengths_vary,
    tossed,
)


class ChartValues(Protocol):
    """What a chart shows."""

    def table(self) -> pd.DataFrame:
        """Return it as a table, numbers as numbers."""


Charts = Mapping[str, Callable[[], ChartValues]]
"""By its name each chart's data, computed when it is asked for."""


def study_charts(study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False) -> Charts:
    """Return the charts of a study; `unit`: what lengths are counted in, `log`: on a logarithmic axis."""
    charts: dict[str, Callable[[], ChartValues]] = {
        "outcomes": partial(outcome_bar, study, summary),
        "lengths": partial(histogram_lengths, study, summary, unit=unit, log=log),
        "aces": partial(aces, study, summary),
        "survival": partial(survival, study, summary, unit=unit, log=log),
        "wars": partial(histogram_lengths, study, summary, unit="wars"),
        "deck-sizes": partial(fan, study, summary),
        "depth": partial(depth, summary),
        "parity": partial(parity, summary),
        "strength": partial(strength, study, summary),
        "cycle-starts": partial(starts, study, summary, log=log),
        "cycle-lengths": partial(cycles_lengths, study, summary),
        "coin": partial(tossed, summary),
    }
    endless = summary.outcomes()["endless"] > 0
    there = {
        "aces": best_vary(study),
        "strength": strengths_vary(study),
        "coin": may_be_even(study),
        "cycle-starts": endless,
        "cycle-lengths": endless,
    }
    return {name: make for name, make in charts.items() if there.get(name, True)}


def compared_charts(
    comparison: Comparison, compared: Compared, names: tuple[str, ...], *, unit: Unit = "rounds"
) -> Charts:
    """Return the charts of a comparison; `names`: each rule set's preset name or code."""
    rows = rows_of(names)
    return {
        "who-wins": partial(compare_shares, compared, rows),
        "length-spreads": partial(compare_lengths, compared, rows, unit=unit),
        **_of_pairs(comparison, compared, rows, unit=unit),
        **{
            f"flow-a-{rows[place].letter.lower()}": partial(flow, compared, rows, 0, place)
            for place in range(1, len(rows))
        },
    }


def swept_charts(swept: Sweep, compared: Compared, *, unit: Unit = "rounds") -> Charts:
    """Return the charts of a sweep."""
    rows = rows_of_sweep(swept)
    return {
        "sweep": partial(sweep_chart, swept, compared, unit=unit),
        **_of_pairs(swept.comparison, compared, rows, base=swept.base, unit=unit),
    }


def _of_pairs(
    comparison: Comparison, compared: Compared, rows: Rows, *, base: int = 0, unit: Unit
) -> dict[str, Callable[[], ChartValues]]:
    return {
        "changes": partial(changes, compared, rows),
        "still-going": partial(compare_survival, compared, rows, unit=unit),
        "length-strips": partial(length_strips, comparison, compared, rows, unit=unit),
        "pairing-wins": partial(pairing, compared, rows, "wins", base=base),
        "pairing-lengths": partial(pairing, compared, rows, "lengths", base=base, unit=unit),
    }


class ChartTable(NamedTuple):
    """The table of a chart."""

    name: str
    """The chart's."""
    table: pd.DataFrame


def tables_of(charts: Charts) -> tuple[ChartTable, ...]:
    """Return the table of each chart."""
    return tuple(ChartTable(name, make().table()) for name, make in charts.items())
