"""A table to download that belongs to no chart."""

from typing import NamedTuple

import pandas as pd


class NamedTable(NamedTuple):
    """A table and what its file is called."""

    name: str
    table: pd.DataFrame
