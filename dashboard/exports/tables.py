"""The tables of the charts as a spreadsheet opens them: a CSV a chart, put together in one ZIP."""

import io
from collections.abc import Sequence
from typing import Final, Protocol
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pandas as pd

from engine.study.tables.files import csv

NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date of a file in a ZIP: equal tables, equal bytes."""


class Named(Protocol):
    """A table with its name, such as a chart's panel."""

    @property
    def name(self) -> str:
        """Fit for a file name."""

    @property
    def table(self) -> pd.DataFrame:
        """Numbers as numbers."""


def tables_zip(tables: Sequence[Named]) -> bytes:
    """Return a ZIP that holds each table, such as that of each chart, by its name."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as packed:
        for one in tables:
            file = ZipInfo(f"{one.name}.csv", NO_DATE)
            file.compress_type = ZIP_DEFLATED
            packed.writestr(file, csv(one.table))
    return whole.getvalue()
