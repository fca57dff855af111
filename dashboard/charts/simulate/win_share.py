"""Player 1's share of decided games by what player 1 was dealt: points with whiskers round one half."""

import numpy as np

from dashboard.charts.parts.axes import QUARTERS, named_axis
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import beside, carrying, level, whiskers
from dashboard.charts.parts.theme import PLAYER_1, Mark, Theme, faded, tally_layout
from dashboard.charts.parts.written import percent, percent_range
from engine.study.tables.dealt import WinShare
from engine.words.sentences import count


def figure(chart: WinShare, theme: Theme, *, reach: tuple[float, float], named: dict[float, str]) -> Drawing:
    """Draw the points; `reach` is the axis from end to end, `named` its ticks."""
    drawn = tally_layout(theme, x_title=chart.axis, right=26)
    drawn["xaxis"] |= named_axis(*reach, named)
    drawn["yaxis"] |= named_axis(-0.02, 1.02, QUARTERS)
    coin = {"width": 1.3, "color": theme.muted, "dash": "dash"}
    drawn["shapes"] = [level(0.5, 0.5, layer="below", line=coin)]
    drawn["annotations"] = [beside("1/2", theme.muted, 0.5, xshift=6)]
    return Drawing([_points(chart, theme)] if chart.games else [], drawn, Behind("dot", chart.games))


def _points(chart: WinShare, theme: Theme) -> Mark:
    shares = chart.shares
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
