"""First picture of the construction: who wins is decided before any card has a rank."""

from functools import partial
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import label
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import PLAYER_1, PLAYER_2, Mark, Theme, layout
from engine.records.story import Construction
from engine.rules import count, number_words

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

TITLE: Final = "First decide who wins"
HEIGHT: Final = 252
TURNS: Final = 5
"""Turns of the pattern that are drawn."""


def panel(built: Construction) -> Panel:
    """Return the chart with its words and table."""
    return Panel("winners", TITLE, note(built), alt(built), partial(figure, built), partial(table, built))


def note(built: Construction) -> str:
    """Return the line under the title."""
    return f"Nameless cards; {number_words(_in_a_row(built))} rounds each way. Player 1’s deck."


def alt(built: Construction) -> str:
    """Say the picture in words."""
    low, high = min(sizes := deck_sizes(built)), max(sizes)
    each = count(_in_a_row(built), "round")
    return (
        f"{TITLE}. Player 2 wins {each}, then player 1 as many: player 1’s deck goes {high}, {low}, {high}."
    )


def _in_a_row(built: Construction) -> int:
    return len(built.pattern.rounds) // 2


def deck_sizes(built: Construction, turns: int = TURNS) -> list[int]:
    """Return player 1's deck before each round of some turns of the pattern, and after them."""
    sizes = [built.pattern.sizes[0]]
    for winner, laid in built.pattern.rounds * turns:
        sizes.append(sizes[-1] + (laid if winner == 1 else -laid))
    return sizes


def table(built: Construction) -> pd.DataFrame:
    """Return who wins each round that is drawn, and player 1's deck before it."""
    winners = [winner for winner, _ in built.pattern.rounds * TURNS]
    sizes, first = deck_sizes(built), built.cycle.start
    rounds = range(first, first + len(winners))
    return pd.DataFrame({"round": rounds, "player 1's cards": sizes[:-1], "winner": winners})


def figure(built: Construction, theme: Theme) -> Drawing:
    """Draw player 1's deck: rising where player 1 wins, falling where player 2 does."""
    sizes, first = np.array(deck_sizes(built)), built.cycle.start
    rounds = np.arange(first, first + len(sizes))
    drawn = layout(theme, height=HEIGHT) | {"template": "none"}
    low, high = int(sizes.min()), int(sizes.max())
    period = len(built.pattern.rounds)
    drawn["margin"] |= {"l": 30, "r": 14, "b": 38}
    drawn["xaxis"] |= {
        "tickvals": rounds[::period],
        "range": [float(rounds[0]) - 0.8, float(rounds[-1]) + 0.8],
        "title": {"text": "rounds", "font": {"size": 12, "color": theme.muted}, "standoff": 4},
    }
    drawn["yaxis"] |= {
        "tickvals": [low, (low + high) / 2, high],
        "range": [low - 1.6, high + 1.6],
        "automargin": False,
    }
    middle = float(rounds.mean())
    drawn["annotations"] = [
        label(f"<b>player 1</b> wins {number_words(period // 2)}", theme.player_1_text, x=middle, y=high + 1),
        label(f"<b>player 2</b> wins {number_words(period // 2)}", theme.player_2_text, x=middle, y=low - 1),
    ]
    rising = np.diff(sizes) > 0
    lines = two_coloured(rounds, sizes, rising, width=3)
    dots = {
        "type": "scatter",
        "mode": "markers",
        "x": rounds,
        "y": sizes,
        "marker": {"size": 5, "color": theme.ink},
        "hovertemplate": "before round %{x}: player 1 has %{y} cards<extra></extra>",
    }
    return Drawing([*lines, dots], drawn, None)


def two_coloured(
    x: Ints | Floats, y: Ints | Floats, rising: NDArray[np.bool_], *, width: float
) -> list[Mark]:
    """Return a line in the colours of the players: of player 1's where it rises, else of player 2's."""
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": pieces(x, which),
            "y": pieces(y, which),
            "line": {"width": width, "color": colour},
            "hoverinfo": "skip",
        }
        for which, colour in ((rising, PLAYER_1), (~rising, PLAYER_2))
    ]


def pieces(values: Ints | Floats, which: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the stretches of a line between its points that are wanted, parted by gaps.

    >>> pieces(np.array([1.0, 2.0, 3.0]), np.array([False, True])).tolist()
    [2.0, 3.0, nan]
    """
    ends = np.stack((values[:-1], values[1:], np.full(len(which), np.nan)), axis=1)
    return ends[which].reshape(-1).astype(np.float32)
