"""Deal by deal: what every rule set changes against one of them, a table kept for the next rerun."""

from threading import Condition

import pandas as pd
import streamlit as st
from cachetools import LRUCache, cached

from dashboard.address.screens import CompareScreen
from dashboard.charts.compare.tables import deal_by_deal
from dashboard.shell.frame import table
from dashboard.shell.shown import MOST, Shown
from engine.study.pairs import Compared
from engine.study.tables.compared.rows import Row

ShownPairs = Shown[CompareScreen, Compared]


def changes(shown: ShownPairs, rows: tuple[Row, ...], base: int = 0) -> None:
    """Draw the table against the rule set at the base."""
    st.header(f"Deal by deal against {rows[base].name}", anchor=False)
    table(_table(shown, rows, base))


@cached(LRUCache(MOST), key=lambda shown, *of: (shown.key, *of), condition=Condition())
def _table(shown: ShownPairs, rows: tuple[Row, ...], base: int) -> pd.DataFrame:
    return deal_by_deal(shown.tallies, rows, base=base, unit=shown.screen.unit.value)
