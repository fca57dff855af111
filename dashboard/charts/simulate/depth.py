"""How deep the deepest war of a game goes."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.parts.axes import named_axis, nice_up, percent_axis
from dashboard.charts.parts.columns import example_column, share_columns
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.few import all_end, rarely, told
from dashboard.charts.parts.lengths import finished_firsts
from dashboard.charts.parts.marks import over_whisker, share_bars
from dashboard.charts.parts.panel import Panel, fitted, of_finished, one_game, pointed_at
from dashboard.charts.parts.theme import WAR, Theme, tally_layout
from dashboard.charts.parts.written import brief, decimals
from engine.rules import number_words
from engine.study.estimates import Estimate, share
from engine.study.summary import Summary
from engine.words.sentences import count

DEEPEST: Final = 7
"""The last bar holds everything from here on."""
FEWEST_BARS: Final = 5

RARE: Final = 0.001
"""Share below which a bar names its games."""
MANY: Final = 10_000
"""Games that a bar has no room to name."""


@dataclass(frozen=True)
class Depth:
    """Games by the depth of their deepest war, from 0; those of the last bar are as deep or deeper."""

    counts: list[int]
    example: list[int]
    games: int
    all_end: bool

    @property
    def names(self) -> list[str]:
        """The names under the bars."""
        last = f"{DEEPEST}+" if len(self.counts) > DEEPEST else str(len(self.counts) - 1)
        return ["no war", *(str(depth) for depth in range(1, len(self.counts) - 1)), last]

    def shares(self) -> list[Estimate]:
        """Return the share of each bar; nothing where no game has finished."""
        return [share(games, self.games) for games in self.counts] if self.games else []


def depth(summary: Summary) -> Depth:
    """Work out what to draw."""
    tally = summary.finished("depth")
    firsts = finished_firsts(summary, "depth")
    deepest = int(np.flatnonzero(tally).max(initial=0))
    bars = min(max(deepest + 1, FEWEST_BARS), DEEPEST + 1)
    return Depth(
        counts=[*tally[: bars - 1].tolist(), int(tally[bars - 1 :].sum())],
        example=[
            *(one_game(firsts[bar : bar + 1]) for bar in range(bars - 1)),
            one_game(firsts[bars - 1 :]),
        ],
        games=int(tally.sum()),
        all_end=all_end(summary),
    )


def panel(summary: Summary) -> Panel:
    """Return the panel of the deepest wars."""
    chart = depth(summary)
    title = _title(chart)
    note = of_finished(summary, "Whiskers: 95 %.")
    return Panel("depth", title, note, f"{title}. {note}", partial(figure, chart), table(chart))


def _title(chart: Depth) -> str:
    if not chart.games:
        return "No game has ended"
    deepest = max(depth for depth, games in enumerate(chart.counts) if games)
    if chart.games == 1:
        deep = f"goes {_deep(deepest)}{' or deeper' if deepest == DEEPEST else ''}"
        return f"The one game that ends {deep if deepest else 'has no war'}"
    if deepest == 0:
        return told("{} of games have a war", share=share(0, chart.games), what="if any has")
    depths = range(2, min(deepest + 1, DEEPEST) + 1)
    depth = next((depth for depth in depths if sum(chart.counts[depth:]) < chart.games / 5), depths[-1])
    often = rarely(sum(chart.counts[depth:]), chart.games)
    if not often.startswith("Under"):
        whole = often if chart.all_end else often.replace("game", "finished game")
        return fitted(
            f"{whole} meets a war {_deep(depth)} or deeper",
            f"{whole} goes {_deep(depth)} or deeper",
            f"{whole} goes {_deep(depth)} or more",
        )
    whole = often if chart.all_end else often.replace("games", "finished games")
    return fitted(f"{whole} meet a war {_deep(depth)}", f"{whole} go {_deep(depth)}")


def _deep(depth: int) -> str:
    return f"{number_words(depth)} deep"


def table(chart: Depth) -> pd.DataFrame:
    """Return a row a bar."""
    return pd.DataFrame(
        {
            "deepest war": chart.names,
            "games": chart.counts,
            **share_columns(chart.shares(), len(chart.counts)),
            "a game": example_column(chart.example),
        }
    )


def figure(chart: Depth, theme: Theme) -> go.Figure:
    """Draw gold bars with whiskers; the rarest say how many games they are."""
    drawn = tally_layout(theme, x_title="wars in the deepest round")
    drawn["xaxis"] |= named_axis(-0.6, len(chart.counts) - 0.4, dict(enumerate(chart.names)))
    shares = chart.shares()
    highest = max((share.high for share in shares), default=1.0)
    drawn["yaxis"] |= percent_axis(min(nice_up(highest * 1.08), 1.1))
    if not shares:
        return Drawing([], drawn)
    names = ["no war", *(f"deepest war: {name}" for name in chart.names[1:])]
    points = list(map(pointed_at, names, chart.counts, shares, chart.example))
    bars = share_bars(range(len(shares)), shares, points, theme)
    bars |= {"width": 0.62, "marker": {"color": WAR, "line": {"width": 1, "color": theme.war_rim}}}
    drawn["annotations"] = [
        over_whisker(_label(games, share, decimals(*shares)), theme, place, share, yshift=1)
        for place, (games, share) in enumerate(zip(chart.counts, shares, strict=True))
    ]
    return Drawing([bars], drawn)


def _label(games: int, share: Estimate, digits: int) -> str:
    if not games:
        return "none"
    if share.value >= RARE or games >= MANY:
        return brief(share, digits)
    return count(games, "game").replace(" ", "<br>")
