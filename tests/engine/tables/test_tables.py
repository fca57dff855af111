"""The tables of every chart, as `--csv` writes them: an approval file of what few games leave."""

from collections.abc import Iterable

import pandas as pd
import pytest
from syrupy.assertion import SnapshotAssertion

from engine.cards import Hands, Pack
from engine.rules import PLAYABLE, Order, Rules
from engine.simulation import Study, paired
from engine.simulation.study import Comparison, sweep
from engine.simulation.tallies import tally
from engine.tables.charts import ChartTable, compared_charts, study_charts, swept_charts, tables_of

ROWS = 1
SMALL = Pack(4, 2)


def shown(tables: Iterable[ChartTable]) -> str:
    """Return the columns of each table, its first rows, and how much is left of it."""
    texts = []
    for name, table in tables:
        ends = table.select_dtypes("number").sum().map("{:.6g}".format)
        rows = pd.concat((table.head(ROWS), table.tail(1))) if len(table) > ROWS else table
        csv = rows.to_csv(index=False, float_format="%.6g").rstrip().replace("\n", "\n  ")
        texts.append(f"{name}: {len(table)} rows\n  {csv}\n  sums: {', '.join(ends)}")
    return "\n".join(texts)


STUDIES = {
    "plain": (Study(rules=PLAYABLE["programming-challenges"], games=300, seed=3, sample=4), "rounds", False),
    "log": (Study(rules=PLAYABLE["programming-challenges"], games=300, seed=3, sample=4), "plays", True),
    "small": (Study(rules=Rules(order=Order.LOW_WINS), games=40, seed=3, pack=SMALL), "battles", False),
    "hands": (Study(rules=PLAYABLE["norvig"], games=60, hands=Hands.parse("AA?{3}/*")), "rounds", False),
}


@pytest.mark.parametrize("name", STUDIES)
def test_tables_of_a_study(name: str, snapshot: SnapshotAssertion) -> None:
    study, unit, log = STUDIES[name]
    summary = tally(study, 0, study.games)
    tables = tables_of(study_charts(study, summary, unit=unit, log=log))  # type: ignore[arg-type]
    own = ("lengths", "survival", "cycle-starts") if log else [table.name for table in tables]
    assert shown(table for table in tables if table.name in own) == snapshot


def test_tables_of_a_comparison(snapshot: SnapshotAssertion) -> None:
    names = ("code-golf", "codingame", "programming-challenges")
    comparison = Comparison(
        rule_sets=tuple(PLAYABLE[name] for name in names), games=80, seed=3, pack=Pack(6, 4)
    )
    compared = paired.tally(comparison, 0, comparison.games)
    assert shown(tables_of(compared_charts(comparison, compared, names))) == snapshot


def test_tables_of_a_sweep(snapshot: SnapshotAssertion) -> None:
    swept = sweep(PLAYABLE["code-golf"], "shortfall", games=60, pack=Pack(6, 4), seed=2)
    compared = paired.tally(swept.comparison, 0, 60)
    assert shown(tables_of(swept_charts(swept, compared, unit="plays"))) == snapshot
