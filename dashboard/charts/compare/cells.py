"""Cells of a matrix that can be clicked, each with its number: tinted the more, the larger it is."""

from typing import Any

import numpy as np

from dashboard.charts.parts.shares import unfaded
from dashboard.charts.parts.theme import Theme, faded, tally_layout

CELL: int = 34
"""Height of a row of cells, in pixels."""


def matrix_layout(
    theme: Theme, rows: list[str], columns: list[str], *, left: int, top: int = 24
) -> dict[str, Any]:
    """Return the layout of a matrix with named rows, the first at the top, and columns named above."""
    drawn = tally_layout(theme, x_title="", height=top + CELL * len(rows) + 6)
    drawn["margin"] |= {"l": left, "t": top, "b": 6, "r": 4}
    drawn["xaxis"] |= {
        "title": None,
        "side": "top",
        "range": [-0.5, len(columns) - 0.5],
        "tickvals": list(range(len(columns))),
        "ticktext": columns,
        "tickangle": 0,
    }
    drawn["yaxis"] |= {
        "range": [len(rows) - 0.5, -0.5],
        "rangemode": "normal",
        "showgrid": False,
        "automargin": False,
        "tickvals": list(range(len(rows))),
        "ticktext": rows,
    }
    return drawn


def cells(
    values: list[list[float | None]], texts: list[list[str]], data: list[list[list[Any]]], theme: Theme
) -> dict[str, Any]:
    """Return the cells as bars, for a heatmap's cells cannot be clicked.

    values: shares by row and column, None for no cell; texts and data (customdata) likewise. The last
    entry of a cell's data is what it says when pointed at.
    """
    places = [
        (row, column)
        for row, line in enumerate(values)
        for column, value in enumerate(line)
        if value is not None
    ]
    shares = [values[row][column] or 0.0 for row, column in places]
    return {
        "type": "bar",
        "x": np.array([column for _, column in places]),
        "base": np.array([row - 0.5 for row, _ in places]),
        "y": np.ones(len(places)),
        "width": 1,
        "text": [texts[row][column] for row, column in places],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "constraintext": "none",
        "insidetextfont": {"size": 12, "color": theme.ink},
        "customdata": [data[row][column] for row, column in places],
        "hovertemplate": "%{customdata[2]}<extra></extra>",
        "marker": {
            "color": [faded(theme.ink, round(0.04 + 0.36 * value**0.7, 3)) for value in shares],
            "line": {"width": 2, "color": theme.paper},
        },
        **unfaded(),
    }
