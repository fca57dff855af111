"""How all deals of a small pack end, in one bar, each part with its fraction."""

from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.packs.words import OUTCOMES, fraction, shares
from dashboard.charts.parts.bar_labels import part_labels
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import carrying
from dashboard.charts.parts.outcomes import outcome_marker
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import Mark, Theme, tally_layout
from engine.study.exact import Exact
from engine.study.tables.endings import OUTCOME_NAMES
from engine.words.sentences import count

HEIGHT: Final = 78
ABOVE: Final = 38


def panel(counted: Exact) -> Panel:
    """Return the panel of how all deals end."""
    ends = [getattr(counted, outcome) for outcome in OUTCOMES]
    said = ", ".join(
        f"{OUTCOME_NAMES[outcome]} {fraction(counted.share(deals))}"
        for outcome, deals in zip(OUTCOMES, ends, strict=True)
        if deals
    )
    table = partial(
        pd.DataFrame,
        {
            "outcome": [OUTCOME_NAMES[outcome] for outcome in OUTCOMES],
            "deals": ends,
            "of": counted.deals,
            "fraction": [str(counted.share(deals)) for deals in ends],
        },
    )
    title = f"How {count(counted.deals, 'deal')} of {counted.pack.text} end"
    note = "Every deal in equal decks, counted; suits left out."
    alt = f"Of {count(counted.deals, 'deal')}: {said}."
    return Panel("outcomes", title, note, alt, partial(figure, counted), table)


def figure(counted: Exact, theme: Theme) -> Drawing:
    """Draw the bar, and above each part its name and fraction."""
    drawn = tally_layout(theme, x_title="", height=HEIGHT)
    drawn["xaxis"] |= {"range": [0, 1], "showticklabels": False, "title": None}
    drawn["yaxis"] |= {"range": [0, 1], "showticklabels": False, "showgrid": False, "automargin": False}
    drawn["margin"] |= {"l": 6, "r": 6, "t": ABOVE, "b": 4}
    starts, marks = 0.0, []
    said = shares(counted)
    for outcome, (share, _) in said.items():
        marks.append(_part(outcome, share, starts, getattr(counted, outcome), theme))
        starts += share
    drawn["annotations"] = part_labels(said, theme)
    return Drawing(marks, drawn, Behind("part", [counted.deals], "deal"))


def _part(outcome: str, share: float, start: float, deals: int, theme: Theme) -> Mark:
    return {
        "type": "bar",
        "orientation": "h",
        "y": np.array([0.5]),
        "width": 1,
        "x": np.array([share]),
        "base": np.array([start]),
        "marker": outcome_marker(outcome, theme),
        **carrying([[f"{OUTCOME_NAMES[outcome]}: {count(deals, 'deal')}"]], "%{customdata[0]}"),
    }
