"""Cells of a matrix that can be clicked, each with its number: tinted the more, the larger it is."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dashboard.charts.parts.axes import named_axis
from dashboard.charts.parts.marks import carrying
from dashboard.charts.parts.theme import Layout, Mark, Theme, faded, tally_layout

CELL: Final = 34
TOP: Final = 24
"""Heights of a row of cells and of the names above the columns, in pixels."""


def matrix_layout(theme: Theme, rows: list[str], columns: list[str], *, left: int) -> Layout:
    """Return the layout of a matrix with named rows, the first at the top, and columns named above."""
    drawn = tally_layout(theme, x_title="", height=TOP + CELL * len(rows) + 6)
    drawn["margin"] |= {"l": left, "t": TOP, "b": 6, "r": 4}
    drawn["xaxis"] |= named_axis(-0.5, len(columns) - 0.5, dict(enumerate(columns)))
    drawn["xaxis"] |= {"title": None, "side": "top", "tickangle": 0}
    drawn["yaxis"] |= named_axis(len(rows) - 0.5, -0.5, dict(enumerate(rows)))
    drawn["yaxis"] |= {"rangemode": "normal", "showgrid": False, "automargin": False}
    return drawn


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a matrix."""

    row: int
    column: int
    share: float
    text: str
    point: list[Any]
    """The deal a click opens, the rule set, and the words of the cell when pointed at."""


def cells(shown: list[Cell], theme: Theme) -> Mark:
    """Return the cells as bars, for a heatmap's cells cannot be clicked."""
    tints = [faded(theme.ink, round(0.04 + 0.36 * cell.share**0.7, 3)) for cell in shown]
    return {
        "type": "bar",
        "x": np.array([cell.column for cell in shown]),
        "base": np.array([cell.row - 0.5 for cell in shown]),
        "y": np.ones(len(shown)),
        "width": 1,
        "text": [cell.text for cell in shown],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "constraintext": "none",
        "insidetextfont": {"size": 12, "color": theme.ink},
        "marker": {"color": tints, "line": {"width": 2, "color": theme.paper}},
        **carrying([cell.point for cell in shown], "%{customdata[2]}"),
    }
