"""Whether games end after an even or an odd number of rounds, by who wins."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.bar_labels import NAMES
from dashboard.charts.parts.panel import Panel, games_of, of_finished, pointed_at
from dashboard.charts.parts.scales import nice_up
from dashboard.charts.parts.shares import example_column, percent_axis, unfaded, whiskers
from dashboard.charts.parts.theme import DRAWN, PLAYER_1, PLAYER_2, Theme, tally_layout
from dashboard.charts.parts.written import decimals, percent
from engine.kernels.tallies import DRAW, OUTCOMES
from engine.study.estimates import Estimate, share
from engine.study.summary import Summary

WORDS: Final = ("even", "odd")
FILLS: Final = {"player_1": PLAYER_1, "player_2": PLAYER_2, "draw": DRAWN}


@dataclass(frozen=True)
class Parity:
    """What the chart draws: for each outcome that games ended with, games of even and odd length."""

    counts: dict[str, list[int]]
    example: dict[str, list[int]]
    games: int

    def shares(self, outcome: str) -> list[Estimate]:
        """Return the even and the odd games of an outcome as shares of all finished games."""
        return [share(games, self.games) for games in self.counts[outcome]]

    @property
    def odd(self) -> int:
        """Games of odd length."""
        return sum(counts[1] for counts in self.counts.values())


def parity(summary: Summary) -> Parity:
    """Work out what to draw."""
    ended = OUTCOMES[: DRAW + 1]
    counts = {name: summary.parity[place].tolist() for place, name in enumerate(ended)}
    firsts = summary.firsts["parity"]
    kept = {name: games for name, games in counts.items() if sum(games) or name != "draw"}
    return Parity(
        counts=kept,
        example={name: games_of(firsts[OUTCOMES.index(name)]) for name in kept},
        games=sum(sum(games) for games in kept.values()),
    )


def panel(summary: Summary) -> Panel:
    """Return the panel of odd and even lengths."""
    chart = parity(summary)
    title = _title(chart)
    note = of_finished(summary, "Whiskers: 95 %.", "Click a bar for a game.")
    return Panel("parity", title, note, f"{title}. {note}", partial(figure, chart), table(chart))


def _title(chart: Parity) -> str:
    if not chart.games:
        return "No game has ended"
    if chart.games == 1:
        return f"The one game that ends has an {WORDS[chart.odd]} length"
    return f"{percent(share(chart.odd, chart.games))} end after an odd number of rounds".replace(
        "under", "Under"
    )


def table(chart: Parity) -> pd.DataFrame:
    """Return a row for every outcome and parity."""
    rows: list[dict[str, Any]] = [
        {
            "outcome": NAMES[outcome],
            "rounds": WORDS[odd],
            "games": chart.counts[outcome][odd],
            **(_columns(chart.shares(outcome)[odd]) if chart.games else {}),
        }
        for outcome in chart.counts
        for odd in (0, 1)
    ]
    found = pd.DataFrame(rows)
    found["a game"] = example_column([game for games in chart.example.values() for game in games])
    return found


def _columns(found: Estimate) -> dict[str, float]:
    return {"share": found.value, "share low": found.low, "share high": found.high}


def figure(chart: Parity, theme: Theme) -> go.Figure:
    """Draw two bars for each outcome: even filled, odd hollow."""
    drawn = tally_layout(theme, x_title="even and odd numbers of rounds")
    outcomes = list(chart.counts)
    drawn["xaxis"] |= {
        "range": [-0.55, len(outcomes) - 0.45],
        "tickvals": list(range(len(outcomes))),
        "ticktext": [f"{NAMES[name]}{'' if name == 'draw' else ' wins'}" for name in outcomes],
    }
    if not chart.games:
        drawn["yaxis"] |= percent_axis(1.0)
        return go.Figure({"data": [], "layout": drawn})
    every = {name: chart.shares(name) for name in outcomes}
    top = min(nice_up(1.1 * max(found.high for shares in every.values() for found in shares)), 1.1)
    drawn["yaxis"] |= percent_axis(top)
    digits = decimals(*(found for shares in every.values() for found in shares))
    data = []
    for odd in (0, 1):
        shares = [every[name][odd] for name in outcomes]
        places = [place + (0.2 if odd else -0.2) for place in range(len(outcomes))]
        data.append(_bars(chart, odd, places, shares, theme))
        drawn["annotations"] += [
            _label(place, found, odd, digits, theme) for place, found in zip(places, shares, strict=True)
        ]
    return go.Figure({"data": data, "layout": drawn})


def _bars(
    chart: Parity, odd: int, places: list[float], shares: list[Estimate], theme: Theme
) -> dict[str, Any]:
    fills = [FILLS[name] for name in chart.counts]
    said = [
        pointed_at(
            f"{NAMES[name]}, {WORDS[odd]} length", chart.counts[name][odd], found, chart.example[name][odd]
        )
        for name, found in zip(chart.counts, shares, strict=True)
    ]
    return {
        "type": "bar",
        "x": np.array(places),
        "y": np.array([found.value for found in shares]),
        "width": 0.34,
        "customdata": said,
        "hovertemplate": "%{customdata[1]}<extra></extra>",
        "marker": {
            "color": theme.paper if odd else fills,
            "line": {"width": 2, "color": fills},
        },
        **unfaded(),
        **(whiskers(shares, theme) if chart.games > 1 else {}),
    }


def _label(place: float, found: Estimate, odd: int, digits: int, theme: Theme) -> dict[str, Any]:
    said = percent(found, digits) if found.value else "none"
    return {
        "x": place,
        "y": found.high,
        "yanchor": "bottom",
        "showarrow": False,
        "text": f"{WORDS[odd]}<br>{said}",
        "font": {"size": 12, "color": theme.ink},
    }
