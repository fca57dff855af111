"""Who wins under each rule set on the same deals: a stacked bar a rule set."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.compare.rows import THICK, Row, above, click_hint, middle, row_layout, row_names
from dashboard.charts.compare.shares_title import shares_title
from dashboard.charts.parts.bar_labels import LETTER, NAMES, NARROWEST, labels_apart
from dashboard.charts.parts.panel import Panel, fitted, one_game
from dashboard.charts.parts.shares import example_column, hatching, share_columns, unfaded
from dashboard.charts.parts.theme import DRAWN, PLAYER_1, PLAYER_2, Theme
from dashboard.charts.parts.written import counted, decimals, percent, plus_minus
from engine.kernels.tallies import OUTCOMES
from engine.study.comparison import Comparison
from engine.study.estimates import Estimate, share
from engine.study.pairs import Compared

BRACKETS_FROM: Final = 0.01
"""Half width from which an interval can be told from the bar's own edge."""


SIGNS: Final = {"player_1": "■", "player_2": "■", "draw": "■", "endless": "▨", "limit": "▩"}
"""How an outcome's part of a bar looks, in a legend."""


def outcome_colours(theme: Theme) -> dict[str, str]:
    """Return the shade in which each outcome is written."""
    players = {"player_1": theme.player_1_text, "player_2": theme.player_2_text}
    return players | {"draw": theme.muted, "endless": theme.endless_text, "limit": theme.muted}


@dataclass(frozen=True)
class Part:
    """The games of one rule set that ended in one way."""

    row: int
    outcome: str
    games: int
    start: int
    """Games in the parts before it."""
    example: int


@dataclass(frozen=True)
class CompareShares:
    """What the chart draws."""

    games: int
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]
    """Every outcome seen, rule set by rule set in the order of `OUTCOMES`."""

    def shares(self, row: int) -> dict[str, Estimate]:
        """Return the share of every outcome that a rule set had."""
        return {part.outcome: share(part.games, self.games) for part in self.parts if part.row == row}

    def boundaries(self, row: int) -> list[Estimate]:
        """Return where one part ends and the next begins, as shares of all games."""
        starts = [part.start for part in self.parts if part.row == row]
        return [share(start, self.games) for start in starts[1:]]

    def reach(self) -> float:
        """Return half the width of the widest interval of a share."""
        return max(
            (found.high - found.low) / 2
            for row in range(len(self.rows))
            for found in self.shares(row).values()
        )


def compare_shares(compared: Compared, rows: tuple[Row, ...]) -> CompareShares:
    """Work out what to draw."""
    parts: list[Part] = []
    for row, summary in enumerate(compared.summaries):
        start = 0
        for outcome, firsts in zip(OUTCOMES, summary.firsts["reasons"], strict=True):
            games = summary.outcomes()[outcome]
            if games:
                parts.append(Part(row, outcome, games, start, one_game(firsts)))
                start += games
    return CompareShares(compared.games, rows, tuple(parts))


def panel(comparison: Comparison, compared: Compared, rows: tuple[Row, ...]) -> Panel:
    """Return the panel of who wins."""
    chart = compare_shares(compared, rows)
    title = shares_title(comparison, compared)
    sure = f"± {plus_minus(100 * chart.reach())[2:]} points"
    deals = f"The same {compared.games:,} deals" if compared.games > 1 else "The same deal"
    note = fitted(
        f"{deals} for all; {sure} or less. Click a part for a game.",
        f"{deals}; {sure}. Click a part for a game.",
        f"{deals}. Click a part for a game.",
        most=70,
    )
    said = "; ".join(_said(chart, row) for row in range(len(rows)))
    return Panel("who-wins", title, note, f"{title}. {said}.", partial(figure, chart), table(chart))


def _said(chart: CompareShares, row: int) -> str:
    shares = chart.shares(row)
    parts = ", ".join(f"{NAMES[name]} {percent(found)}" for name, found in shares.items())
    return f"{chart.rows[row].name}: {parts}"


def table(chart: CompareShares) -> pd.DataFrame:
    """Return a row for every rule set and way to end, those never seen with their upper bound."""
    seen = {(part.row, part.outcome): part for part in chart.parts}
    outcomes = [
        name for name in OUTCOMES if name != "limit" or any(part.outcome == name for part in chart.parts)
    ]
    cells = [(row, outcome) for row in range(len(chart.rows)) for outcome in outcomes]
    games = [seen[cell].games if cell in seen else 0 for cell in cells]
    return pd.DataFrame(
        {
            "rule set": [chart.rows[row].name for row, _ in cells],
            "rules": [chart.rows[row].beside for row, _ in cells],
            "outcome": [NAMES[outcome] for _, outcome in cells],
            "games": games,
            **share_columns([share(count, chart.games) for count in games], len(games)),
            "a game": example_column([seen[cell].example if cell in seen else -1 for cell in cells]),
        }
    )


def figure(chart: CompareShares, theme: Theme) -> go.Figure:
    """Draw the bars, labels above each part; brackets below where intervals can be seen."""
    drawn = row_layout(theme, len(chart.rows))
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False}
    drawn["annotations"] = [
        *row_names(chart.rows, theme),
        *share_labels(chart, theme),
        share_legend(chart, theme),
    ]
    return go.Figure({"data": share_traces(chart, theme), "layout": drawn})


def share_traces(chart: CompareShares, theme: Theme) -> list[dict[str, Any]]:
    """Return the bars, and the brackets under the boundaries where they can be seen."""
    seen = [name for name in OUTCOMES if any(part.outcome == name for part in chart.parts)]
    return [*(_bars(chart, name, theme) for name in seen), *_brackets(chart, theme)]


def _bars(chart: CompareShares, outcome: str, theme: Theme) -> dict[str, Any]:
    """Return the parts of one outcome; a pattern's colours are taken from one trace alone."""
    fills = {
        "player_1": PLAYER_1,
        "player_2": PLAYER_2,
        "draw": DRAWN,
        "endless": theme.endless_ground,
        "limit": theme.grid,
    }
    patterns = {
        "endless": hatching(theme),
        "limit": hatching(theme) | {"shape": "x", "fgcolor": theme.muted, "bgcolor": theme.grid},
    }
    parts = [part for part in chart.parts if part.outcome == outcome]
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.array([middle(part.row) for part in parts]),
        "width": THICK,
        "x": np.array([part.games / chart.games for part in parts]),
        "base": np.array([part.start / chart.games for part in parts]),
        "customdata": [[part.example, part.row, _hover(chart, part)] for part in parts],
        "hovertemplate": "%{customdata[2]}<extra></extra>",
        "marker": {
            "color": fills[outcome],
            "line": {"width": 1, "color": theme.paper},
            **({"pattern": patterns[outcome]} if outcome in patterns else {}),
        },
        **unfaded(),
    }


def _hover(chart: CompareShares, part: Part) -> str:
    found = counted(part.games, share(part.games, chart.games))
    return f"{chart.rows[part.row].name}: {NAMES[part.outcome]}<br>{found}{click_hint(part.example)}"


def _brackets(chart: CompareShares, theme: Theme) -> list[dict[str, Any]]:
    """Return the 95 % intervals of the boundaries, if they are wide enough to be seen."""
    if chart.reach() < BRACKETS_FROM:
        return []
    ends = [(row, found) for row in range(len(chart.rows)) for found in chart.boundaries(row)]
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "x": np.array([found.value for _, found in ends]),
            "y": np.array([middle(row) + THICK / 2 + 5 for row, _ in ends]),
            "marker": {"size": 1, "opacity": 0},
            "hoverinfo": "skip",
            "customdata": [[-1]] * len(ends),
            "error_x": {
                "type": "data",
                "symmetric": False,
                "array": np.array([found.high - found.value for _, found in ends]),
                "arrayminus": np.array([found.value - found.low for _, found in ends]),
                "color": theme.ink,
                "thickness": 1.3,
                "width": 3,
            },
        }
    ]


def share_labels(chart: CompareShares, theme: Theme, *, width: float = NARROWEST) -> list[dict[str, Any]]:
    """Return the shares above the parts.

    `width`: of the bars on the narrowest phone; what is clear there is clear everywhere.
    """
    labels: list[dict[str, Any]] = []
    for row in range(len(chart.rows)):
        shares = chart.shares(row)
        digits = decimals(*shares.values())
        said = {name: percent(found, digits) for name, found in shares.items()}
        labels += _row_labels(row, shares, said, theme, width)
    return labels


def share_legend(chart: CompareShares, theme: Theme) -> dict[str, Any]:
    """Return the names of the outcomes in their colours, for the foot of the chart."""
    seen = [name for name in OUTCOMES if any(part.outcome == name for part in chart.parts)]
    colours = outcome_colours(theme)
    words = (f'<span style="color:{colours[name]}">{SIGNS[name]} {NAMES[name]}</span>' for name in seen)
    return {
        "xref": "paper",
        "x": 0,
        "xanchor": "left",
        "xshift": -2,
        "yref": "paper",
        "y": 0,
        "yanchor": "top",
        "yshift": -6,
        "showarrow": False,
        "text": "&nbsp;&nbsp; ".join(words),
        "font": {"size": 12, "color": theme.muted},
    }


def _row_labels(
    row: int, shares: dict[str, Estimate], said: dict[str, str], theme: Theme, width: float
) -> list[dict[str, Any]]:
    """Return the labels of one row, each over the middle of its part unless it would cover another."""
    colours = outcome_colours(theme)
    widths = [LETTER * (len(text) + 1) for text in said.values()]
    ends = np.cumsum([found.value for found in shares.values()]).tolist()
    middles = [end - found.value / 2 for end, found in zip(ends, shares.values(), strict=True)]
    scale = NARROWEST / width  # `labels_apart` knows the bar of a whole chart only
    starts = [(place * width - long / 2) * scale for place, long in zip(middles, widths, strict=True)]
    shifts = labels_apart(starts, [long * scale for long in widths])
    return [
        above(row, place, said[name], colours[name], shift=shift / scale)
        for name, place, shift in zip(said, middles, shifts, strict=True)
    ]
