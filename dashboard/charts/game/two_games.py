"""Player 1's deck over the rounds of two games of one deal: the judge's and a program's."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from dashboard.charts.game.deck_sizes import LEFT, Ints, height_axis, thinned
from dashboard.charts.parts.axes import few_ticks, named_axis, with_room
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import beside, unseen, upright
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import Mark, Theme, layout
from engine.words.sentences import count


@dataclass(frozen=True)
class TwoGames:
    """Two games of one deal: player 1's deck before each round, and the round in which they part."""

    judge: Ints
    program: Ints
    cards: int
    part: int

    @property
    def last(self) -> int:
        """The last round that either game has."""
        return max(len(self.judge), len(self.program))


def panel(chart: TwoGames) -> Panel:
    """Return the panel of two games that part."""
    title = f"Both games, deck by deck: they part in round {chart.part:,}"
    note = "Player 1’s deck at the start of each round: the judge’s game solid, your program’s dashed."
    judges = count(len(chart.judge), "round")
    ends = f"The judge’s game has {judges} here, your program’s {len(chart.program):,}."
    return Panel("both-games", title, note, f"{title}. {ends}", partial(figure, chart), partial(table, chart))


def table(chart: TwoGames) -> pd.DataFrame:
    """Return a row a round; a game that is over has no decks any more."""
    decks = {
        f"player 1 deck, {whose}": pd.array([*sizes, *[None] * (chart.last - len(sizes))], dtype="Int64")
        for whose, sizes in (("the judge", chart.judge.tolist()), ("your program", chart.program.tolist()))
    }
    return pd.DataFrame({"round": np.arange(1, chart.last + 1), **decks})


def figure(chart: TwoGames, theme: Theme) -> Drawing:
    """Draw both lines, and where they part."""
    drawn = layout(theme, height=190, right=104)
    drawn["margin"] |= {"l": LEFT, "b": 34}
    names = {tick: f"{tick:,}" for tick in few_ticks(chart.last)}
    drawn["xaxis"] |= named_axis(1 - chart.last * 0.004, chart.last * 1.004, with_room(names, chart.last))
    sizes = np.concatenate((chart.judge, chart.program))
    drawn["yaxis"] |= {**height_axis(sizes, chart.cards / 2), "automargin": False}
    ends = (("the judge", "solid", theme.ink, 0.9), ("your program", "dashed", theme.muted, 0.16))
    drawn["annotations"] = [
        beside(f"<b>{name}</b><br>{look}", colour, height, yref="paper", align="left")
        for name, look, colour, height in ends
    ]
    line = {"color": theme.ink, "width": 1.5, "dash": "dot"}
    drawn["shapes"] = [upright(chart.part, chart.part, line=line)]
    lines = [
        _line(chart.judge, "the judge’s game", {"color": theme.ink, "width": 1.5}),
        _line(chart.program, "your program’s", {"color": theme.muted, "width": 1.5, "dash": "6px 4px"}),
    ]
    return Drawing(lines, drawn, None)


def _line(sizes: Ints, whose: str, look: Mark) -> Mark:
    shown = thinned(sizes)
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": (shown + 1).astype(np.int32),
        "y": sizes[shown].astype(np.int16),
        "line": look,
        "hoverinfo": "all",
        **unseen([whose] * len(shown), "Round %{x:,}, %{customdata}: player 1 has %{y}"),
    }
