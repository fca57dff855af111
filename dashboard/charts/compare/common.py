"""What the charts of a comparison share: rows, strips, cells, words."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, Final, NamedTuple

import numpy as np

from dashboard.charts import marks, style
from dashboard.charts.chart import first_fit
from dashboard.charts.style import Axis, Label, Layout, Mark, Theme
from engine.numbers import FEW, capital, number, of_games, plural
from engine.simulation import Estimate
from engine.tables import LengthAxis, Row, Rows
from engine.wording import listed

# Cells of a matrix that can be clicked, each with its number: tinted the more, the larger it is.

CELL: Final = 34
CELLS_TOP: Final = 24
"""Heights of a row of cells and of the names above the columns, in pixels."""


def matrix_layout(theme: Theme, rows: list[str], columns: list[str], *, left: int) -> Layout:
    """Return the layout of a matrix with named rows, the first at the top, and columns named above."""
    drawn = style.tally_layout(theme, x_title="", height=CELLS_TOP + CELL * len(rows) + 6)
    drawn["margin"] |= {"l": left, "t": CELLS_TOP, "b": 6, "r": 4}
    drawn["xaxis"] |= style.named_axis(-0.5, len(columns) - 0.5, dict(enumerate(columns)))
    drawn["xaxis"] |= {"title": None, "side": "top"}
    drawn["yaxis"] |= style.named_axis(len(rows) - 0.5, -0.5, dict(enumerate(rows)))
    drawn["yaxis"] |= {"rangemode": "normal", "showgrid": False, "automargin": False}
    return drawn


class Cell(NamedTuple):
    """One cell of a matrix."""

    row: int
    column: int
    share: float
    text: str
    point: list[Any]
    """The deal a click opens, the rule set, and the words of the cell when pointed at."""


def cells(shown: list[Cell], theme: Theme) -> Mark:
    """Return the cells as bars, for a heatmap's cells cannot be clicked."""
    tints = [style.faded(theme.ink, round(0.04 + 0.36 * cell.share**0.7, 3)) for cell in shown]
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
        **marks.carrying([cell.point for cell in shown], "%{customdata[2]}"),
    }


# Rule sets one below the other: names and geometry that charts side by side share, so one reads across.

ROW: Final = 58
NAME: Final = 12
LABEL: Final = 28
BAR: Final = 45
THICK: Final = 18
"""Pixels: height of a row; in it the middle of the name, of the labels and of the bar; the bar's height."""

ROWS_TOP: Final = 4
FOOT: Final = 28
"""Margins above the rows and below them, where the axis is."""

BESIDE_MOST: Final = 52  # characters of a name and what stands beside it that fit on a phone


def row_layout(theme: Theme, rows: int, *, right: int = 8) -> Layout:
    """Return a layout whose vertical axis counts pixels from the top of the first row."""
    drawn = style.tally_layout(theme, x_title="", height=ROWS_TOP + ROW * rows + FOOT, right=right)
    drawn["margin"] |= {"l": 4, "t": ROWS_TOP, "b": FOOT}
    drawn["xaxis"]["title"] = None
    drawn["yaxis"] |= {
        "range": [ROW * rows, 0],
        "rangemode": "normal",
        "showgrid": False,
        "showticklabels": False,
        "automargin": False,
    }
    return drawn


def middle(row: int) -> int:
    """Return where the middle of a row's bar is."""
    return ROW * row + BAR


def row_names(rows: Rows, theme: Theme, *, most: int = BESIDE_MOST) -> list[Label]:
    """Return the names of the rows, each with what stands beside it where both are at most n characters."""
    return [_name(place, row, theme, most) for place, row in enumerate(rows)]


def _name(place: int, row: Row, theme: Theme, most: int) -> Label:
    text = f"<b>{row.name}</b>"
    if row.beside and len(row.name) + len(row.beside) <= most:
        text += f'&nbsp; <span style="color:{theme.muted}">{row.beside}</span>'
    return at_name(place, text, theme.ink, xref="paper", x=0, xanchor="left", xshift=-2)


def at_name(row: int, text: str, colour: str, **placed: Any) -> Label:
    """Return words as high as a row's name."""
    return marks.label(text, colour, y=ROW * row + NAME, yanchor="middle", **placed)


def above(row: int, x: float, text: str, colour: str, *, shift: float = 0, anchor: str = "center") -> Label:
    """Return a label above a row's bar."""
    beside = {"x": x, "xanchor": anchor, "xshift": round(shift)}
    return marks.label(text, colour, **beside, y=ROW * row + LABEL, yanchor="middle")


def stacked(heights: list[float], gap: float, top: float) -> list[float]:
    """Move heights apart to at least `gap`, in their order, within 0 and `top` as far as there is room.

    >>> stacked([0, 0, 100], 15, 180)
    [15, 0, 100]
    >>> stacked([180, 178], 15, 180)
    [180, 165]
    """
    order = sorted(range(len(heights)), key=lambda place: (heights[place], -place))
    moved = marks.separated([heights[place] for place in order], [gap] * len(order), top + gap)
    return [height for _, height in sorted(zip(order, moved, strict=True))]


def cut(text: str, most: int) -> str:
    """Return a text of at most n characters.

    >>> cut("Programming Challenges", 12)
    'Programming…'
    """
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def row_by_row(rows: Iterable[Row], texts: Iterable[str]) -> str:
    """Say something of each rule set, one after the other."""
    return "; ".join(f"{row.name}: {words}" for row, words in zip(rows, texts, strict=True))


def whose(rows: Iterable[Row]) -> str:
    """Name the rules of some rule sets in one, for a sentence.

    >>> whose([Row("A", "Jouets", "", "by Jouets’ rules"), Row("B", "Norvig", "", "by Norvig’s rules")])
    'by Jouets’ and Norvig’s rules'
    """
    first, *more = (row.by for row in rows)
    *others, last = (first, *(by.partition(" ")[2] for by in more))
    once = " rules" if last.endswith(" rules") else ""
    return listed([*(rules.removesuffix(once) for rules in others), last])


DIFFER: Final = ("deal ends differently", "deals end differently")


def up_to(most: str) -> str:
    """Say of the largest of some shares that it is the largest.

    >>> up_to("about 30 of 100 deals"), up_to("fewer than 1 of 100 deals")
    ('up to 30 of 100 deals', 'fewer than 1 of 100 deals')
    """
    return most if most.startswith(("few", "all", "both", "the")) else f"up to {most.removeprefix('about ')}"


ONE_LINE: Final = 100  # characters of a sentence that stays on one line


def ends_differently(most: Estimate, row: Row, base: Row) -> str:
    """Say how many deals have another result by one rule set than by another: the most by any two."""
    differ = of_games(most, *DIFFER)
    than = f"{row.by} than {base.by.removesuffix(' rules')}"
    return capital(first_fit(f"{differ} {than}.", f"{up_to(differ)}.", most=ONE_LINE))


def from_to(least: Estimate, most: Estimate) -> str:
    """Write two shares of the same games in one.

    >>> from engine.simulation import share
    >>> from_to(share(490, 1_000), share(510, 1_000)), from_to(share(4, 40), share(30, 40))
    ('49 to 51 of 100', '4 to 30 of 40')
    """
    of = least.games if least.games < FEW else 100
    return f"{of * least.value:,.0f} to {of * most.value:,.0f} of {of:,}"


def mean_text(mean: Estimate) -> str:
    """Write a mean with the digits its interval allows; of one game alone, which has none, as it is.

    >>> mean_text(Estimate(1699.2, 1690.0, 1708.4, 100)), mean_text(Estimate(7, -inf, inf, 1))
    ('1,699', '7')
    """
    return number(mean) if mean.high < inf else f"{mean.value:,.0f}"


def mean_in(mean: Estimate, unit: str) -> str:
    """Write a mean with its unit.

    >>> mean_in(Estimate(1699.2, 1690.0, 1708.4, 100), "rounds"), mean_in(Estimate(1, 1, 1, 5), "plays")
    ('1,699 rounds', '1 play')
    """
    written = mean_text(mean)
    return f"{written} {plural(written, unit.removesuffix('s'))}"


def means_text(means: Sequence[Estimate]) -> list[str]:
    """Write means that stand together with the digits that the widest of their intervals allows.

    >>> means_text([Estimate(107.63, 107.1, 108.2, 90), Estimate(571.2, 565.0, 577.4, 90)])
    ['108', '571']
    """
    digits = min((len(mean_text(mean).partition(".")[2]) for mean in means), default=0)
    return [f"{mean.value:,.{digits}f}" for mean in means]


# A logarithmic axis of lengths as charts have it.


def drawn_axis(axis: LengthAxis, *, margin: float = 0.0, pixels: float = style.NARROWEST) -> Axis:
    """Return the axis of a figure; `margin` is left free at either end, in parts of the whole.

    `pixels` are those of the axis on the narrowest phone.
    """
    start, end = axis.at(axis.low), axis.at(axis.high)
    spare = margin * axis.wide
    names = {axis.at(tick): f"{tick:,}" for tick in axis.ticks()}
    names = style.names_that_fit(names, end - start + 2 * spare, pixels)
    return style.named_axis(start - spare, end + spare, names)
