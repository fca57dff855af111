"""Who wins under each rule set on the same deals: a stacked bar a rule set."""

from functools import partial
from typing import Final

import numpy as np

from dashboard.charts.compare.rows import THICK, above, middle, row_by_row, row_layout, row_names
from dashboard.charts.compare.shares_title import shares_title
from dashboard.charts.parts.axes import LETTER
from dashboard.charts.parts.bar_labels import NARROWEST, labels_apart
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import brackets, carrying, label
from dashboard.charts.parts.outcomes import outcome_colours, outcome_marker, shares_said
from dashboard.charts.parts.panel import NOTE_MOST, Panel, click_hint, fitted
from dashboard.charts.parts.theme import Label, Mark, Theme
from dashboard.charts.parts.written import brief, counted, decimals, percent, widest, within_points
from engine.study.coin import evens
from engine.study.comparison import Comparison
from engine.study.differences import share_difference
from engine.study.estimates import Estimate
from engine.study.pairs import Compared
from engine.study.tables.compared.rows import Rows
from engine.study.tables.compared.shares import NAME, CompareShares, Segment, compare_shares, table
from engine.study.tables.endings import OUTCOME_NAMES

BRACKETS_FROM: Final = 0.01
"""Half width from which an interval can be told from the bar's own edge."""


SIGNS: Final = {"player_1": "■", "player_2": "■", "draw": "■", "endless": "▨", "limit": "▩"}
"""The look of an outcome's part of a bar, in a legend."""


def panel(comparison: Comparison, compared: Compared, rows: Rows) -> Panel:
    """Return the panel of who wins."""
    chart = compare_shares(compared, rows)
    title = shares_title(comparison, compared)
    deals, sure = same_deals(compared), sure_of(chart)
    note = fitted(
        f"{deals} for all; {sure} or less. Click a part for a game.",
        f"{deals}; {sure}. Click a part for a game.",
        f"{deals}. Click a part for a game.",
        most=NOTE_MOST,
    )
    even = evens([summary.outcomes() for summary in compared.summaries], partial(_apart, compared))
    said = (shares_said(chart.shares(row), even=even[row]) for row in range(len(rows)))
    alt = f"{title}. {row_by_row(rows, said)}."
    return Panel(NAME, title, note, alt, partial(figure, chart), partial(table, chart))


def _apart(compared: Compared, first: int, second: int) -> bool:
    """Say whether player 1 surely wins more of the deals by one of two rule sets."""
    moves = share_difference(compared.changes_of(first, second), "player_1").paired
    return moves.low > 0 or moves.high < 0


def sure_of(chart: CompareShares) -> str:
    """Write how far a share may be off at most."""
    return within_points(*map(chart.share, chart.segments))


def same_deals(compared: Compared) -> str:
    """Say what every rule set has played, as the beginning of a sentence."""
    return f"The same {compared.games:,} deals" if compared.games > 1 else "The same deal"


def figure(chart: CompareShares, theme: Theme) -> Drawing:
    """Draw the bars, labels above each part; brackets below where intervals can be seen."""
    drawn = row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False}
    drawn["annotations"] = [
        *row_names(chart.rows, theme),
        *share_labels(chart, theme),
        share_legend(chart, theme),
    ]
    return Drawing(share_marks(chart, theme), drawn, Behind("bar", [chart.games]))


def share_marks(chart: CompareShares, theme: Theme) -> list[Mark]:
    """Return the bars, and the brackets under the boundaries where they can be seen."""
    return [*(_bars(chart, name, theme) for name in chart.outcomes()), *_brackets(chart, theme)]


def _bars(chart: CompareShares, outcome: str, theme: Theme) -> Mark:
    """Return the segments of one outcome."""
    segments = [segment for segment in chart.segments if segment.outcome == outcome]
    points = [[segment.example, segment.row, _hover(chart, segment)] for segment in segments]
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.array([middle(segment.row) for segment in segments]),
        "width": THICK,
        "x": np.array([segment.games / chart.games for segment in segments]),
        "base": np.array([segment.start / chart.games for segment in segments]),
        "marker": outcome_marker(outcome, theme),
        **carrying(points, "%{customdata[2]}"),
    }


def _hover(chart: CompareShares, segment: Segment) -> str:
    said = counted(segment.games, chart.share(segment))
    name = f"{chart.rows[segment.row].name}: {OUTCOME_NAMES[segment.outcome]}"
    return f"{name}<br>{said}{click_hint(segment.example)}"


def _brackets(chart: CompareShares, theme: Theme) -> list[Mark]:
    """Return the 95 % intervals of the boundaries, if they are wide enough to be seen."""
    if widest(map(chart.share, chart.segments)) / 2 < BRACKETS_FROM:
        return []
    rows = range(len(chart.rows))
    boundaries = [boundary for row in rows for boundary in chart.boundaries(row)]
    heights = [middle(row) + THICK / 2 + 5 for row in rows for _ in chart.boundaries(row)]
    return [brackets(boundaries, heights, theme, cap=3) | {"marker": {"size": 1, "opacity": 0}}]


def share_labels(chart: CompareShares, theme: Theme, *, width: float = NARROWEST) -> list[Label]:
    """Return the shares above the parts.

    `width`: of the bars on the narrowest phone; what is clear there is clear everywhere.
    """
    labels: list[Label] = []
    for row in range(len(chart.rows)):
        shares = chart.shares(row)
        digits = decimals(*shares.values())
        said = {name: percent(share, digits) for name, share in shares.items()}
        if sum(map(_wide, said.values())) > width:
            said = {name: brief(share, digits) for name, share in shares.items()}
        labels += _row_labels(row, shares, said, theme, width)
    return labels


def share_legend(chart: CompareShares, theme: Theme) -> Label:
    """Return the names of the outcomes in their colours, for the foot of the chart."""
    colours = outcome_colours(theme)
    words = "&nbsp;&nbsp; ".join(
        f'<span style="color:{colours[name]}">{SIGNS[name]} {OUTCOME_NAMES[name]}</span>'
        for name in chart.outcomes()
    )
    left = {"xref": "paper", "x": 0, "xanchor": "left", "xshift": -2}
    return label(words, theme.muted, **left, yref="paper", y=0, yanchor="top", yshift=-6)


def _wide(text: str) -> float:
    """Return how many pixels a label takes, with the space behind it."""
    return LETTER * (len(text) + 1)


def _row_labels(
    row: int, shares: dict[str, Estimate], said: dict[str, str], theme: Theme, width: float
) -> list[Label]:
    """Return the labels of one row, each over the middle of its part unless it would cover another."""
    colours = outcome_colours(theme)
    widths = list(map(_wide, said.values()))
    ends = np.cumsum([share.value for share in shares.values()]).tolist()
    middles = [end - share.value / 2 for end, share in zip(ends, shares.values(), strict=True)]
    starts = [place * width - long / 2 for place, long in zip(middles, widths, strict=True)]
    return [
        above(row, place, said[name], colours[name], shift=shift)
        for name, place, shift in zip(said, middles, labels_apart(starts, widths, width), strict=True)
    ]
