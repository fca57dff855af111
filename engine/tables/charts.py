"""The charts of many games in page order: what page, report, notebook and `--csv` show."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

import pandas as pd

from engine.cards import shares
from engine.simulation import Compared, Comparison, Study, Summary, Sweep
from engine.tables import bars, comparisons, outcomes


class ChartValues(Protocol):
    """What a chart shows."""

    def table(self) -> pd.DataFrame:
        """Return it as a table, numbers as numbers."""


Charts = Mapping[str, Callable[[], ChartValues]]
"""By its name each chart's data, computed when it is asked for."""

Tables = Mapping[str, pd.DataFrame]


def study_charts(study: Study, summary: Summary, *, unit: bars.Unit = "rounds", log: bool = False) -> Charts:
    """Return the charts of a study; `unit`: what lengths are counted in, `log`: on a logarithmic axis."""
    charts: dict[str, Callable[[], ChartValues]] = {
        "outcomes": partial(outcomes.outcome_bar, study, summary),
        "lengths": partial(bars.histogram_lengths, study, summary, unit=unit, log=log),
        "aces": partial(outcomes.aces, study, summary),
        "survival": partial(bars.survival, study, summary, unit=unit, log=log),
        "wars": partial(bars.histogram_lengths, study, summary, unit="wars"),
        "deck-sizes": partial(bars.fan, study, summary),
        "depth": partial(bars.depth, summary),
        "parity": partial(outcomes.parity, summary),
        "strength": partial(outcomes.strength, study, summary),
        "cycle-starts": partial(bars.cycles, study, summary, "cycle_starts", bars.BEGINS, log=log),
        "cycle-lengths": partial(bars.cycles, study, summary, "cycle_lengths", bars.REPEATS, log=True),
        "coin": partial(outcomes.tossed, summary),
    }
    endless = summary.outcomes()["endless"] > 0
    there = {
        "aces": outcomes.best_vary(study),
        "strength": study.hands is None or outcomes.deviation(study) > 0,
        # With unequal hands one player wins more often.
        "coin": study.hands is None or shares(study.pack, study.hands).alike(study.pack),
        "cycle-starts": endless,
        "cycle-lengths": endless,
    }
    return {name: make for name, make in charts.items() if there.get(name, True)}


def compared_charts(
    asked: Comparison | Sweep, compared: Compared, names: tuple[str, ...] = (), *, unit: bars.Unit = "rounds"
) -> Charts:
    """Return the charts of a comparison or a sweep; `names`: of its rule sets, presets' names or codes."""
    rows = comparisons.rows_of(names, asked)
    charts: dict[str, Callable[[], ChartValues]] = {}
    flows: dict[str, Callable[[], ChartValues]] = {}
    if isinstance(asked, Sweep):
        comparison, base = asked.comparison, asked.base
        charts["sweep"] = partial(comparisons.sweep_chart, asked, compared, unit=unit)
    else:
        comparison, base = asked, 0
        charts["who-wins"] = partial(comparisons.compare_shares, compared, rows)
        charts["length-spreads"] = partial(comparisons.compare_lengths, compared, rows, unit=unit)
        for place, row in enumerate(rows[1:], 1):
            flows[f"flow-a-{row.letter.lower()}"] = partial(comparisons.flow, compared, rows, 0, place)
    return {
        **charts,
        "changes": partial(comparisons.changes, compared, rows),
        "still-going": partial(comparisons.compare_survival, compared, rows, unit=unit),
        "length-strips": partial(comparisons.length_strips, comparison, compared, rows, unit=unit),
        "pairing-wins": partial(comparisons.pairing, compared, rows, "wins", base=base),
        "pairing-lengths": partial(comparisons.pairing, compared, rows, "lengths", base=base, unit=unit),
        **flows,
    }


def tables_of(charts: Charts) -> Tables:
    """Return the table of each chart by its name."""
    return {name: make().table() for name, make in charts.items()}
