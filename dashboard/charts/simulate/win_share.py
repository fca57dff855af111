"""Player 1's share of decided games by what player 1 was dealt: points with whiskers round one half."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.axes import QUARTERS, named_axis
from dashboard.charts.parts.columns import example_column, share_columns
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import beside, carrying, level, whiskers
from dashboard.charts.parts.panel import one_game
from dashboard.charts.parts.theme import PLAYER_1, Mark, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent, percent_range
from engine.study.estimates import Estimate, share
from engine.study.summary import Ints
from engine.words.sentences import count


@dataclass(frozen=True)
class WinShare:
    """Player 1's wins of the decided games, by kind of deal: a point for every kind with any."""

    places: list[float]
    """Where on the axis the points lie."""
    names: list[str]
    """The hands dealt, in words."""
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
            **share_columns(chart.shares()),
            "a game": example_column(chart.example),
        }
    )


def figure(
    chart: WinShare, theme: Theme, *, reach: tuple[float, float], named: dict[float, str]
) -> go.Figure:
    """Draw the points; `reach` is the axis from end to end, `named` its ticks."""
    drawn = tally_layout(theme, x_title=chart.axis, right=26)
    drawn["xaxis"] |= named_axis(*reach, named)
    drawn["yaxis"] |= named_axis(-0.02, 1.02, QUARTERS)
    coin = {"width": 1.3, "color": theme.muted, "dash": "dash"}
    drawn["shapes"] = [level(0.5, 0.5, layer="below", line=coin)]
    drawn["annotations"] = [beside("1/2", theme.muted, 0.5, xshift=6)]
    return Drawing([_points(chart, theme)] if chart.games else [], drawn)


def _points(chart: WinShare, theme: Theme) -> Mark:
    shares = chart.shares()
    points = [
        [game, name, percent(share), percent_range(share), f"{wins:,}", count(games, "decided game")]
        for game, name, share, wins, games in zip(
            chart.example, chart.names, shares, chart.wins, chart.games, strict=True
        )
    ]
    words = (
        "%{customdata[1]}<br>player 1 wins %{customdata[4]} of %{customdata[5]}<br>"
        "%{customdata[2]} (%{customdata[3]})<br>click for one of them"
    )
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": np.array(chart.places),
        "y": np.array([share.value for share in shares]),
        "line": {"width": 1.5, "color": faded(PLAYER_1, 0.75)},
        "marker": {"size": 9, "color": PLAYER_1, "line": {"width": 1, "color": theme.paper}},
        "cliponaxis": False,
        **carrying(points, words),
        **whiskers(shares, theme),
    }
