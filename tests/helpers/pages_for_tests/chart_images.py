"""A page with charts of every kind that pictures are made of; run by `streamlit run`."""

import numpy as np
import streamlit as st

from dashboard.charts.chart import Drawing
from dashboard.charts.game import decks
from dashboard.charts.style import ENDLESS, PLAYER_1, THEMES, Theme, layout
from dashboard.components.chart_image import Saved, chart_image
from dashboard.examples.deals import OPENING
from engine.kernels import Course, decide

NOTE = (
    "Player 1’s deck at the start of each round. A diamond is a war, larger when deeper; "
    "click one to see it. <b>Not bold</b> & not a tag."
)

FOOTER = ("Code golf: loser’s cards first", "100 games · seed 7", "/simulate?v=1&rules=code-golf&games=100")


def patterned(theme: Theme) -> Drawing:
    """Draw two bars, one hatched, with a label and an error bar."""
    look = layout(theme, height=236)
    look["annotations"] = [{"x": 1, "y": 42, "text": "<b>never ends</b> 42 %", "showarrow": True}]
    plain = {
        "type": "bar",
        "x": ["player 1"],
        "y": [58],
        "error_y": {"type": "data", "array": [3], "color": theme.ink},
        "marker": {"color": PLAYER_1},
    }
    hatch = {"shape": "/", "size": 7, "solidity": 0.22, "fillmode": "overlay", "fgcolor": ENDLESS}
    hatched = {**plain, "x": ["never ends"], "y": [42], "marker": {"color": "#E4DFD5", "pattern": hatch}}
    return Drawing([plain, hatched], look, None)


def crowded(theme: Theme) -> Drawing:
    """Draw many points, of which only those inside the axes may show."""
    look = layout(theme, height=236)
    look["xaxis"] |= {"range": [0, 5]}
    line = {"type": "scatter", "x": np.arange(10.0), "y": np.arange(10.0) ** 2, "mode": "lines"}
    return Drawing([line], look, None)


def page() -> None:
    """Draw the page."""
    theme = THEMES["dark" if st.context.theme.type == "dark" else "light"]
    course = Course(decide(OPENING.screen.deal, OPENING.screen.rules))
    charts = {
        "sizes": decks.deck_sizes_figure(decks.deck_sizes(course), theme, shown=231),
        "shares by.outcome": patterned(theme),
        "holders": decks.holders_figure(decks.holders(course), theme),
        "crowded": crowded(theme),
    }
    for key, figure in charts.items():
        st.header(f"The chart called {key}", anchor=False)
        st.plotly_chart(figure, key=key, theme=None, config={"displayModeBar": False})
        name = f"war-room-{key.partition(' ')[0]}-0123456789"
        chart_image(key, Saved(name, FOOTER), f"The chart called {key}", NOTE)
    chart_image("missing", Saved("war-room-missing-0123456789", ()), "A chart that is not there", NOTE)


if __name__ == "__main__":
    page()
