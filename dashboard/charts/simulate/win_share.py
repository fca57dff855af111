"""Player 1's share of decided games by what player 1 was dealt: points with whiskers round one half."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.panel import one_game
from dashboard.charts.parts.shares import example_column, share_columns, unfaded
from dashboard.charts.parts.theme import PLAYER_1, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent, percent_range
from engine.study.estimates import Estimate, share
from engine.study.summary import Ints
from engine.words.sentences import count


@dataclass(frozen=True)
class WinShare:
    """What the chart draws: a point for every kind of deal with decided games."""

    places: list[float]
    """Where on the axis the points lie."""
    names: list[str]
    """What was dealt."""
    wins: list[int]
    games: list[int]
    example: list[int]
    axis: str

    def shares(self) -> list[Estimate]:
        """Return player 1's share of the games of each kind."""
        return [share(wins, games) for wins, games in zip(self.wins, self.games, strict=True)]


def win_share(
    tally: Ints, firsts: Ints, kinds: list[slice], places: list[float], names: list[str], *, axis: str
) -> WinShare:
    """Add up a tally of hands (outcomes x hands) over each kind; kinds without games are left out."""
    wins = [int(tally[0, kind].sum()) for kind in kinds]
    games = [int(tally[:2, kind].sum()) for kind in kinds]
    kept = [place for place, number in enumerate(games) if number]
    return WinShare(
        places=[places[place] for place in kept],
        names=[names[place] for place in kept],
        wins=[wins[place] for place in kept],
        games=[games[place] for place in kept],
        example=[one_game(firsts[:2, kinds[place]]) for place in kept],
        axis=axis,
    )


def table(chart: WinShare, column: str) -> pd.DataFrame:
    """Return a row a point; `column` says what was dealt."""
    return pd.DataFrame(
        {
            column: chart.names,
            "player 1 wins": chart.wins,
            "decided games": chart.games,
            **share_columns(chart.shares(), len(chart.games)),
            "a game": example_column(chart.example),
        }
    )


def figure(
    chart: WinShare, theme: Theme, *, reach: tuple[float, float], named: dict[float, str]
) -> go.Figure:
    """Draw the points; `reach` is the axis from end to end, `named` its ticks."""
    drawn = tally_layout(theme, x_title=chart.axis, right=26)
    drawn["xaxis"] |= {"range": list(reach), "tickvals": list(named), "ticktext": list(named.values())}
    drawn["yaxis"] |= {
        "range": [-0.02, 1.02],
        "tickvals": [0, 0.25, 0.5, 0.75, 1],
        "ticktext": ["0 %", "25 %", "50 %", "75 %", "100 %"],
    }
    drawn["shapes"] = [half_line(theme)]
    drawn["annotations"] = [half_label(theme)]
    if not chart.games:
        return go.Figure({"data": [], "layout": drawn})
    shares = chart.shares()
    points = {
        "type": "scatter",
        "mode": "lines+markers",
        "x": np.array(chart.places),
        "y": np.array([found.value for found in shares]),
        "line": {"width": 1.5, "color": faded(PLAYER_1, 0.75)},
        "marker": {"size": 9, "color": PLAYER_1, "line": {"width": 1, "color": theme.paper}},
        "cliponaxis": False,
        "customdata": [
            [game, name, percent(found), percent_range(found), f"{wins:,}", count(games, "decided game")]
            for game, name, found, wins, games in zip(
                chart.example, chart.names, shares, chart.wins, chart.games, strict=True
            )
        ],
        "hovertemplate": "%{customdata[1]}<br>player 1 wins %{customdata[4]} of %{customdata[5]}<br>"
        "%{customdata[2]} (%{customdata[3]})<br>click for one of them<extra></extra>",
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": np.array([found.high - found.value for found in shares]),
            "arrayminus": np.array([found.value - found.low for found in shares]),
            "color": theme.ink,
            "thickness": 1.3,
            "width": 5,
        },
        **unfaded(),
    }
    return go.Figure({"data": [points], "layout": drawn})


def half_line(theme: Theme) -> dict[str, Any]:
    """Return the line of the fair coin."""
    return {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": 0.5,
        "y1": 0.5,
        "layer": "below",
        "line": {"width": 1.3, "color": theme.muted, "dash": "dash"},
    }


def half_label(theme: Theme) -> dict[str, Any]:
    """Return the name of that line, at its end."""
    return {
        "xref": "paper",
        "x": 1,
        "y": 0.5,
        "xanchor": "left",
        "xshift": 6,
        "showarrow": False,
        "text": "1/2",
        "font": {"size": 12, "color": theme.muted},
    }
