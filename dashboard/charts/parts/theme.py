"""The one look of every chart: colours by theme, axes, margins, hover."""

from dataclasses import dataclass
from typing import Any, Final, Literal

ThemeName = Literal["light", "dark"]

Layout = dict[str, Any]
Axis = dict[str, Any]
Mark = dict[str, Any]
Fill = dict[str, Any]
Label = dict[str, Any]
Shape = dict[str, Any]
"""Parts of a figure as plain data; Plotly says which keys they may hold and refuses any other."""

PLAYER_1: Final = "#0072B2"
PLAYER_2: Final = "#D55E00"
WAR: Final = "#E69F00"
ENDLESS: Final = "#CC79A7"
"""Fills from the palette of Okabe and Ito, told apart by every kind of colour vision; both themes."""
DRAWN: Final = "#B9B4A8"
"""Fill of what nobody wins; both themes."""

FONT: Final = "Source Sans, Source Sans Pro, sans-serif"
MOST_POINTS: Final = 1_000
"""Points of one line that a page gets: more are no sharper, only slower."""

HALF_WIDTH: Final = 236
"""Height in pixels of a chart that shares its row with another."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The shades that differ between light and dark."""

    name: ThemeName
    ink: str
    paper: str
    grid: str
    muted: str
    player_1_text: str
    player_2_text: str
    endless_text: str
    war_rim: str
    endless_ground: str
    """The ground under the hatching of endless games."""
    before: str
    after: str
    """Bars of lengths up to the median, and after it."""
    bands: float
    """How much stronger than on paper a tint must be to be seen."""


THEMES: Final[dict[ThemeName, Theme]] = {
    "light": Theme(
        name="light",
        ink="#23221F",
        paper="#FCFBF8",
        grid="#E7E3DA",
        muted="#6A675F",
        player_1_text="#00629A",
        player_2_text="#AD4B00",
        endless_text="#96497A",
        war_rim="#8A5F00",
        endless_ground="#F7EAF1",
        before="#8C887E",
        after="#D3CEC3",
        bands=1.0,
    ),
    "dark": Theme(
        name="dark",
        ink="#EAE7DF",
        paper="#171816",
        grid="#34362F",
        muted="#A5A299",
        player_1_text="#6FB8EA",
        player_2_text="#FF9655",
        endless_text="#E0A3C4",
        war_rim="#E69F00",
        endless_ground="#271D23",
        before="#A5A299",
        after="#4A4B46",
        bands=1.9,
    ),
}


def faded(colour: str, opacity: float) -> str:
    """Return `#RRGGBB` with an opacity.

    >>> faded("#0072B2", 0.13)
    'rgba(0,114,178,0.13)'
    """
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def layout(theme: Theme, *, height: int, right: int = 8) -> Layout:
    """Return the layout every figure starts from: transparent paper, horizontal grid, no legend."""
    axis = {
        "showline": False,
        "zeroline": False,
        "ticks": "",
        "fixedrange": True,
        "tickfont": {"size": 12, "color": theme.muted},
    }
    return {
        "height": height,
        "margin": {"l": 4, "r": right, "t": 4, "b": 34, "pad": 0},
        "font": {"family": FONT, "size": 13, "color": theme.ink},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "dragmode": False,
        "hovermode": "closest",
        "hoverlabel": {
            "bgcolor": theme.ink,
            "bordercolor": theme.ink,
            "font": {"family": FONT, "size": 13, "color": theme.paper},
            "align": "left",
        },
        "xaxis": {**axis, "showgrid": False},
        "yaxis": {**axis, "showgrid": True, "gridcolor": theme.grid, "automargin": True},
    }


def tally_layout(theme: Theme, *, x_title: str, height: int = HALF_WIDTH, right: int = 8) -> Layout:
    """Return the layout of a chart of tallies, which may fill in while somebody looks at it.

    `uirevision` never changes, so nothing a reader did to the chart is undone by more games; without
    a template a figure is 6 KB smaller and half as slow to build.
    """
    drawn = layout(theme, height=height, right=right)
    drawn |= {"template": "none", "uirevision": "tallies", "barmode": "overlay", "bargap": 0}
    drawn["margin"] |= {"t": 20, "b": 38}
    drawn["xaxis"]["title"] = {
        "text": x_title,
        "font": {"size": 12, "color": theme.muted},
        "standoff": 4,
    }
    drawn["yaxis"]["rangemode"] = "tozero"
    drawn["annotations"], drawn["shapes"] = [], []
    return drawn
