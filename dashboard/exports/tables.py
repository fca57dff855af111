"""The tables of the charts as a spreadsheet opens them: a CSV a chart, put together in one ZIP."""

import io
from collections.abc import Sequence
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from dashboard.charts.parts.panel import Panel
from engine.study.tables.files import csv

NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date of a file in a ZIP: equal tables, equal bytes."""


def tables_zip(panels: Sequence[Panel]) -> bytes:
    """Return a ZIP that holds the table of each chart, named by the chart."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as packed:
        for panel in panels:
            file = ZipInfo(f"{panel.name}.csv", NO_DATE)
            file.compress_type = ZIP_DEFLATED
            packed.writestr(file, csv(panel.table))
    return whole.getvalue()
