"""The tables of every chart, as `--csv` writes them: an approval file of what few games leave."""

from collections.abc import Collection
from typing import Any

import pandas as pd
import pytest
from approved import TextFile
from syrupy.assertion import SnapshotAssertion

from engine.cards import Hands, Pack
from engine.rules import PLAYABLE, Order, Rules
from engine.simulation import Comparison, Study, paired, sweep
from engine.simulation.tallies import tally
from engine.tables.charts import Tables, compared_charts, study_charts, tables_of
from engine.tables.files import tallies_table

ROWS = 1


def shown(tables: Tables, names: Collection[str] = ()) -> str:
    """Return the columns of each table, its first rows, and how much is left of it."""
    texts = []
    for name, table in tables.items():
        if names and name not in names:
            continue
        ends = table.select_dtypes("number").sum().map("{:.6g}".format)
        rows = pd.concat((table.head(ROWS), table.tail(1))) if len(table) > ROWS else table
        csv = rows.to_csv(index=False, float_format="%.6g").rstrip().replace("\n", "\n  ")
        texts.append(f"{name}: {len(table)} rows\n  {csv}\n  sums: {', '.join(ends)}")
    return "\n".join(texts)


PLAIN = Study(rules=PLAYABLE["programming-challenges"], games=300, seed=3, sample=4)
STUDIES: dict[str, tuple[Study, Any, tuple[str, ...]]] = {
    "plain": (PLAIN, "rounds", ()),
    "log": (PLAIN, "plays", ("lengths", "survival", "cycle-starts")),
    "small": (Study(rules=Rules(order=Order.LOW_WINS), games=40, seed=3, pack=Pack(4, 2)), "battles", ()),
    "hands": (Study(rules=PLAYABLE["norvig"], games=60, hands=Hands.parse("AA?{3}/*")), "rounds", ()),
}


@pytest.mark.parametrize("name", STUDIES)
def test_tables_of_a_study(name: str, snapshot: SnapshotAssertion) -> None:
    study, unit, names = STUDIES[name]
    charts = study_charts(study, tally(study, 0, study.games), unit=unit, log=name == "log")
    assert shown(tables_of(charts), names) == snapshot


def test_tables_of_a_comparison(snapshot: SnapshotAssertion) -> None:
    names = ("code-golf", "codingame", "programming-challenges")
    comparison = Comparison(rule_sets=tuple(PLAYABLE[of] for of in names), games=80, seed=3, pack=Pack(6, 4))
    compared = paired.tally(comparison, 0, comparison.games)
    assert shown(tables_of(compared_charts(comparison, compared, names))) == snapshot


def test_tallies_in_long_form(snapshot: SnapshotAssertion) -> None:
    """Of a comparison those of the pair: what comes first is as that of a study."""
    comparison = Comparison(rule_sets=(Rules(), PLAYABLE["norvig"]), games=80, seed=3, pack=Pack(6, 4))
    pair = tallies_table(comparison, paired.tally(comparison, 0, 80)).dropna(subset="other_rules")
    texts = []
    for table in (tallies_table(PLAIN, tally(PLAIN, 0, 300)), pair):
        kinds = table.groupby(["tally", "unit"], dropna=False, sort=False, observed=True)
        texts.append(shown({f"{kind} by {unit}": rows for (kind, unit), rows in kinds}))
    assert "\n".join(texts) == snapshot(extension_class=TextFile)


def test_tables_of_a_sweep(snapshot: SnapshotAssertion) -> None:
    swept = sweep(PLAYABLE["code-golf"], "shortfall", games=60, pack=Pack(6, 4), seed=2)
    compared = paired.tally(swept.comparison, 0, 60)
    assert shown(tables_of(compared_charts(swept, compared, unit="plays"))) == snapshot
