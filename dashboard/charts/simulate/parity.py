"""Whether games end after an even or an odd number of rounds, by who wins."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.axes import named_axis, nice_up, percent_axis
from dashboard.charts.parts.columns import example_column, share_columns
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.few import all_end, told
from dashboard.charts.parts.marks import over_whisker, share_bars
from dashboard.charts.parts.outcomes import NAMES, outcome_marker
from dashboard.charts.parts.panel import Panel, games_of, of_finished, pointed_at
from dashboard.charts.parts.theme import Mark, Theme, tally_layout
from dashboard.charts.parts.written import brief, decimals
from engine.kernels.tallies import DRAW, OUTCOMES
from engine.study.estimates import Estimate, share
from engine.study.summary import Summary

WORDS: Final = ("even", "odd")


@dataclass(frozen=True)
class Parity:
    """Games of even and of odd length, for each outcome that games ended with."""

    counts: dict[str, list[int]]
    example: dict[str, list[int]]
    games: int
    all_end: bool

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
        all_end=all_end(summary),
    )


def panel(summary: Summary) -> Panel:
    """Return the panel of odd and even lengths."""
    chart = parity(summary)
    title = _title(chart)
    note = of_finished(summary, "Whiskers: 95 %.")
    return Panel("parity", title, note, f"{title}. {note}", partial(figure, chart), table(chart))


def _title(chart: Parity) -> str:
    if not chart.games:
        return "No game has ended"
    if chart.games == 1:
        return f"The one game that ends has an {WORDS[chart.odd]} length"
    odd = "end after an odd number" if chart.all_end else "that end take an odd number"
    return told(f"{{}} {odd} of rounds", share=share(chart.odd, chart.games), what="odd or even")


def table(chart: Parity) -> pd.DataFrame:
    """Return a row for every outcome and parity."""
    bars = [(outcome, odd) for outcome in chart.counts for odd in (0, 1)]
    shares = [chart.shares(outcome)[odd] for outcome, odd in bars] if chart.games else []
    columns = {
        "outcome": [NAMES[outcome] for outcome, _ in bars],
        "rounds": [WORDS[odd] for _, odd in bars],
        "games": [chart.counts[outcome][odd] for outcome, odd in bars],
        **(share_columns(shares) if shares else {}),
        "a game": example_column([chart.example[outcome][odd] for outcome, odd in bars]),
    }
    return pd.DataFrame(columns)


def figure(chart: Parity, theme: Theme) -> go.Figure:
    """Draw two bars for each outcome: even filled, odd hollow."""
    drawn = tally_layout(theme, x_title="even and odd numbers of rounds")
    names = [f"{NAMES[name]}{'' if name == 'draw' else ' wins'}" for name in chart.counts]
    drawn["xaxis"] |= named_axis(-0.55, len(names) - 0.45, dict(enumerate(names)))
    if not chart.games:
        drawn["yaxis"] |= percent_axis(1.0)
        return Drawing([], drawn)
    shares = [share for name in chart.counts for share in chart.shares(name)]
    drawn["yaxis"] |= percent_axis(min(nice_up(1.1 * max(share.high for share in shares)), 1.1))
    digits = decimals(*shares)
    data = []
    for odd in (0, 1):
        places = [place + (0.2 if odd else -0.2) for place in range(len(names))]
        data.append(_bars(chart, odd, places, theme))
        for place, estimate in zip(places, shares[odd::2], strict=True):
            words = f"{WORDS[odd]}<br>{brief(estimate, digits) if estimate.value else 'none'}"
            drawn["annotations"].append(over_whisker(words, theme, place, estimate))
    return Drawing(data, drawn)


def _bars(chart: Parity, odd: int, places: list[float], theme: Theme) -> Mark:
    shares = [chart.shares(name)[odd] for name in chart.counts]
    fills = [outcome_marker(name, theme)["color"] for name in chart.counts]
    points = [
        pointed_at(
            f"{NAMES[name]}, {WORDS[odd]} length", chart.counts[name][odd], share, chart.example[name][odd]
        )
        for name, share in zip(chart.counts, shares, strict=True)
    ]
    marker = {"color": theme.paper if odd else fills, "line": {"width": 2, "color": fills}}
    return share_bars(places, shares, points, theme) | {"width": 0.34, "marker": marker}
