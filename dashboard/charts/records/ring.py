"""Third picture of the construction: the rounds that come back for ever, as a ring."""

from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import label
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import Layout, Mark, Theme, layout
from dashboard.charts.records.winners import HEIGHT, deck_sizes, two_coloured
from engine.records.story import Construction
from engine.rules import count, number_words

TITLE: Final = "Every card comes back"
DEEP: Final = 0.045
"""How far a card more stands out, as a part of the ring's radius."""
LEAD: Final = 0.29
"""How far to the left of the ring one round before it is drawn."""


def panel(built: Construction) -> Panel:
    """Return the chart with its words and table."""
    return Panel("ring", TITLE, note(built), alt(built), partial(figure, built), partial(table, built))


def note(built: Construction) -> str:
    """Return the line under the title."""
    before = built.cycle.start - 1
    lead = f"{number_words(before)} {'round leads' if before == 1 else 'rounds lead'} in" if before else ""
    return f"{_turns(built):,} times the pattern is one turn{f'; {lead}' if lead else ''}."


def _turns(built: Construction) -> int:
    return built.cycle.length // len(built.pattern.rounds)


def alt(built: Construction) -> str:
    """Say the picture in words."""
    return f"{TITLE}: after {count(built.cycle.length, 'round')}, for ever, without a war. {note(built)}"


def table(built: Construction) -> pd.DataFrame:
    """Return player 1's deck before each round of the cycle."""
    sizes = deck_sizes(built, _turns(built))[:-1]
    return pd.DataFrame({"round of the cycle": range(1, len(sizes) + 1), "player 1's cards": sizes})


def figure(built: Construction, theme: Theme) -> Drawing:
    """Draw player 1's deck round the ring, the deal and the rounds before it at the left."""
    sizes = np.array(deck_sizes(built, _turns(built)))
    middle = (int(sizes.min()) + int(sizes.max())) / 2
    # Only where the line turns: between, it is as good as straight.
    turns = np.flatnonzero(np.diff(np.sign(np.diff(sizes)), prepend=0, append=0))
    angle = np.pi / 2 - 2 * np.pi * turns / (len(sizes) - 1)
    radius = 1 + DEEP * (sizes[turns] - middle)
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    drawn = layout(theme, height=HEIGHT) | {"template": "none"}
    nothing = {"showgrid": False, "showticklabels": False, "automargin": False}
    drawn["xaxis"] |= nothing | {"range": [-1.75, 1.25]}
    drawn["yaxis"] |= nothing | {"range": [-1.22, 1.3], "scaleanchor": "x"}
    drawn["margin"] |= {"b": 4}
    drawn["annotations"] = [
        label(f"<b>{count(built.cycle.length, 'round')}</b>", theme.endless_text, x=0, y=0.1)
        | {"font": {"size": 16, "color": theme.endless_text}},
        label("for ever, no war", theme.endless_text, x=0, y=-0.13),
    ]
    rising = np.diff(sizes[turns]) > 0
    teeth = two_coloured(x, y, rising, width=1.2)
    return Drawing([*teeth, *_lead_in(built, drawn, theme, float(y[0]))], drawn, None)


def _lead_in(built: Construction, drawn: Layout, theme: Theme, top: float) -> list[Mark]:
    before = built.cycle.start - 1
    if not before:
        return []
    steps = np.arange(before, -1, -1)
    x, y = -LEAD * steps, top + np.where(steps > 0, 0.07, 0.0)
    words = label("<b>the deal</b>", theme.ink, x=float(x[0]), y=float(y[0]), xanchor="right", xshift=-8)
    drawn["annotations"].append(words)
    return [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "x": x,
            "y": y,
            "line": {"width": 1.5, "color": theme.ink},
            "marker": {"size": np.array([9] + [5] * before), "color": theme.ink, "opacity": 1},
            "hoverinfo": "skip",
        }
    ]
