"""Second picture of the construction: which card has to beat which, in as few levels as that takes."""

from collections.abc import Iterable
from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import label
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import Mark, Theme, faded, layout
from dashboard.charts.records.winners import HEIGHT
from engine.cards import rank_name
from engine.records.story import Construction
from engine.rules import count, number_words

TITLE: Final = "Then see which card beats which"
SWEEPS: Final = 8
"""How often each row is put in the order of those it meets: later ones hardly change."""
NAMES: Final = 64
"""Pixels right of the figure, for how many cards stand in a row and which ranks they get."""
SHORT: Final = 10
"""Cards of a row that is drawn half as wide."""


def panel(built: Construction) -> Panel:
    """Return the chart with its words and table."""
    return Panel("beating", TITLE, note(built), alt(built), partial(figure, built), partial(table, built))


def note(built: Construction) -> str:
    """Return the line under the title."""
    levels = number_words(len(built.levels))
    return f"{count(len(built.beats), 'meeting')}, no circle: {levels} levels are enough."


def alt(built: Construction) -> str:
    """Say the picture in words."""
    rows = "; ".join(f"{count(len(level), 'card')}, {_ranks(built, level)}" for level in built.levels)
    return f"{TITLE}. {note(built)} From the top: {rows}."


def _ranks(built: Construction, level: Iterable[int]) -> str:
    ranks = [built.rank_of[card] for card in level]
    return f"{rank_name(min(ranks))} to {rank_name(max(ranks))}"


def places(built: Construction) -> dict[int, tuple[float, int]]:
    """Return where each card stands: across from -1 to 1, and its row, the highest cards in the highest."""
    levels = [list(level) for level in built.levels]
    met: dict[int, list[int]] = {card: [] for level in levels for card in level}
    for high, low in sorted(built.beats):
        met[high].append(low)
        met[low].append(high)
    across: dict[int, float] = {}
    for level in levels:
        across |= _spread(level)
    for _ in range(SWEEPS):
        for level in levels:
            level.sort(key=lambda card: (sum(across[other] for other in met[card]) / len(met[card]), card))
            across |= _spread(level)
    rows = {card: len(levels) - number for number, level in enumerate(levels) for card in level}
    return {card: (across[card], rows[card]) for card in across}


def _spread(level: list[int]) -> dict[int, float]:
    reach = 0.5 if len(level) < SHORT else 1.0
    return dict(zip(level, np.linspace(-reach, reach, len(level)).tolist(), strict=True))


def table(built: Construction) -> pd.DataFrame:
    """Return every meeting: the card that wins and the one that loses, by number and by rank."""
    meetings = sorted(built.beats)
    sides = {"card": [high for high, _ in meetings], "beats": [low for _, low in meetings]}
    names = {card: rank_name(rank) for card, rank in built.rank_of.items()}
    ranks = {f"{side} rank": [names[card] for card in cards] for side, cards in sides.items()}
    return pd.DataFrame(sides | ranks)


def figure(built: Construction, theme: Theme) -> Drawing:
    """Draw every card as a dot and every meeting as a line, from the higher card down to the lower."""
    at = places(built)
    drawn = layout(theme, height=HEIGHT, right=NAMES) | {"template": "none"}
    nothing = {"showgrid": False, "showticklabels": False, "automargin": False}
    drawn["xaxis"] |= nothing | {"range": [-1.06, 1.06]}
    drawn["yaxis"] |= nothing | {"range": [0.5, len(built.levels) + 0.5]}
    drawn["margin"] |= {"b": 10}
    drawn["annotations"] = [
        label(
            f"<b>{count(len(level), 'card')}</b><br>{_ranks(built, level)}",
            theme.muted,
            xref="paper",
            x=1,
            xanchor="left",
            xshift=8,
            align="left",
            y=len(built.levels) - number,
        )
        for number, level in enumerate(built.levels)
    ]
    return Drawing([_lines(built, at, theme), _dots(built, at, theme)], drawn, None)


def _lines(built: Construction, at: dict[int, tuple[float, int]], theme: Theme) -> Mark:
    ends = [(at[high], at[low], (np.nan, np.nan)) for high, low in sorted(built.beats)]
    points = np.array(ends).reshape(-1, 2)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": points[:, 0].astype(np.float32),
        "y": points[:, 1].astype(np.float32),
        "line": {"width": 1, "color": faded(theme.ink, 0.13)},
        "hoverinfo": "skip",
    }


def _dots(built: Construction, at: dict[int, tuple[float, int]], theme: Theme) -> Mark:
    cards = sorted(at)
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([at[card][0] for card in cards]),
        "y": np.array([at[card][1] for card in cards]),
        "text": [rank_name(built.rank_of[card]) for card in cards],
        "marker": {"size": 9, "color": theme.ink, "line": {"width": 1.5, "color": theme.paper}},
        "hovertemplate": "it becomes a %{text}<extra></extra>",
    }
