"""The tables of the charts of a study, a table a chart, as the Simulate page shows and downloads them."""

from typing import NamedTuple

import pandas as pd

from engine.study.study import Study
from engine.study.summary import Summary
from engine.study.tables import cycles, dealt, density, depth, endings, fan, going, histogram, parity, tossed
from engine.study.tables.going import Unit


class ChartTable(NamedTuple):
    """The table of a chart."""

    name: str
    """The chart's."""
    table: pd.DataFrame


def study_tables(
    study: Study, summary: Summary, *, unit: Unit = "rounds", log: bool = False
) -> tuple[ChartTable, ...]:
    """Return the table of each chart of a study, in page order.

    `unit` is what lengths are counted in, `log` whether their axis is logarithmic.
    """
    endless = summary.outcomes()["endless"] > 0
    bars = {
        "lengths": histogram.lengths(study, summary, unit=unit, log=log),
        "wars": histogram.lengths(study, summary, unit="wars"),
        **({"cycle-starts": cycles.starts(study, summary, log=log)} if endless else {}),
        **({"cycle-lengths": cycles.lengths(study, summary)} if endless else {}),
    }
    counted = {name: histogram.table(chart) for name, chart in bars.items()}
    tables = {
        "outcomes": endings.table(endings.outcome_bar(study, summary)),
        "lengths": counted.pop("lengths"),
        "survival": going.table(going.survival(study, summary, unit=unit, log=log)),
        "deck-sizes": fan.table(fan.fan(study, summary)),
        "depth": depth.table(depth.depth(summary)),
        "deck-density": density.table(density.density(study, summary)),
        "wars": counted.pop("wars"),
        **({"aces": dealt.table(dealt.aces(study, summary), dealt.BEST)} if dealt.best_vary(study) else {}),
        **({"strength": _by_strength(study, summary)} if dealt.strengths_vary(study) else {}),
        "parity": parity.table(parity.parity(summary)),
        **({"coin": tossed.table(tossed.answered(summary))} if tossed.may_be_even(study) else {}),
        **counted,
    }
    return tuple(map(ChartTable, tables.keys(), tables.values()))


def _by_strength(study: Study, summary: Summary) -> pd.DataFrame:
    return dealt.table(dealt.strength(study, summary), dealt.above(study))
