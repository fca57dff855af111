"""Colours, type, axes and outcomes of all charts."""

from collections.abc import Mapping
from math import ceil, floor, log10
from typing import Any, Final, Literal, NamedTuple

from engine.numbers import percent
from engine.simulation import Estimate, share
from engine.tables import OUTCOME_NAMES, BarAxis

# The one look of every chart: colours by theme, axes, margins, hover.

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
MOST_POINTS: Final = 1_000  # points of one line that a page gets: more are no sharper, only slower

HALF_WIDTH: Final = 236  # height in pixels of a chart that shares its row with another


class Theme(NamedTuple):
    """The shades that differ between light and dark."""

    ink: str
    paper: str
    grid: str
    muted: str
    player_1_text: str
    player_2_text: str
    endless_text: str
    war_rim: str
    endless_ground: str
    before: str
    after: str
    bands: float
    """How much stronger than on paper a tint must be to be seen."""


_SHADES: Final[dict[str, tuple[Any, Any]]] = {
    "ink": ("#23221F", "#EAE7DF"),
    "paper": ("#FCFBF8", "#171816"),
    "grid": ("#E7E3DA", "#34362F"),
    "muted": ("#6A675F", "#A5A299"),
    "player_1_text": ("#00629A", "#6FB8EA"),
    "player_2_text": ("#AD4B00", "#FF9655"),
    "endless_text": ("#96497A", "#E0A3C4"),
    "war_rim": ("#8A5F00", "#E69F00"),
    "endless_ground": ("#F7EAF1", "#271D23"),
    "before": ("#8C887E", "#A5A299"),
    "after": ("#D3CEC3", "#4A4B46"),
    "bands": (1.0, 1.9),
}

THEMES: Final[dict[ThemeName, Theme]] = {
    "light": Theme(**{shade: light for shade, (light, _) in _SHADES.items()}),
    "dark": Theme(**{shade: dark for shade, (_, dark) in _SHADES.items()}),
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
        "xaxis": {**axis, "showgrid": False, "tickangle": 0},
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
    drawn["xaxis"]["title"] = {"text": x_title, "font": {"size": 12, "color": theme.muted}, "standoff": 4}
    drawn["yaxis"]["rangemode"] = "tozero"
    drawn["annotations"], drawn["shapes"] = [], []
    return drawn


# Axes and bars at round numbers, so that a chart that fills in does not jump.

NARROWEST: Final = 240
"""Pixels of an axis beside names, on the narrowest phone: what fits there fits everywhere."""
LETTER: Final = 5.9  # pixels of a letter of a label, on average and rounded up
CLEAR: Final = 5

QUARTERS: Final = {0: "0 %", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}


def ticks(top: float) -> list[float]:
    """Return round numbers from 0 up to `top`, at most four beside the 0.

    >>> ticks(7), ticks(0.025), ticks(1500)
    ([0, 2, 4, 6], [0.0, 0.01, 0.02], [0, 500, 1000, 1500])
    """
    if top <= 0:
        return [0]
    step = _round_step(top, 4)
    places = [round(step * place, 12) for place in range(floor(top / step + 1e-9) + 1)]
    return [int(place) for place in places] if step >= 1 else places


def few_ticks(last: int) -> list[int]:
    """Return three to seven round numbers from 1 to `last`, both among them.

    >>> few_ticks(498)
    [1, 100, 200, 300, 400, 498]
    """
    if last <= 7:
        return list(range(1, last + 1))
    step = int(_round_step(last - 1, 6))
    inner = range(step, last, step)
    return [1, *(tick for tick in inner if tick - 1 > step / 3 and last - tick > step / 3), last]


def names_that_fit(names: Mapping[Any, str], wide: float, pixels: float = NARROWEST) -> dict[Any, str]:
    """Return the names that do not meet on an axis n pixels wide: both ends first, then each in turn.

    >>> names_that_fit({0: "0", 2: "2,000,000", 3: "3,000,000", 4: "4,000,000"}, 4, 120)
    {0: '0', 2: '2,000,000', 4: '4,000,000'}
    """
    places = list(names)
    chosen: list[Any] = []
    for place in [*places[:1], *places[:0:-1][:1], *places[1:-1]]:
        gaps = (
            abs(place - other) / wide * pixels - LETTER * (len(names[place]) + len(names[other])) / 2
            for other in chosen
        )
        if all(gap >= CLEAR for gap in gaps):
            chosen.append(place)
    return {place: names[place] for place in sorted(chosen)}


def _round_step(span: float, most: int) -> float:
    """Return the smallest round step of which at most n fit in."""
    power = floor(log10(span / most))
    units = (10.0**exponent for exponent in range(power, power + 2))
    return next(size * unit for unit in units for size in (1, 2, 5) if span / (size * unit) <= most + 1e-9)


def named_axis(start: float, end: float, names: Mapping[Any, str]) -> Axis:
    """Return an axis from `start` to `end` on which these places are named."""
    return {"range": [start, end], "tickvals": list(names), "ticktext": list(names.values())}


def percent_axis(top: float) -> Axis:
    """Return an axis from 0 to `top`, a share, with few round percentages."""
    return named_axis(0, top, {tick / 100: f"{tick:g} %" for tick in ticks(100 * top)})


def bar_names(axis: BarAxis) -> dict[float, str]:
    """Return the places named on an axis of bars: round numbers, the first edge among them."""
    if axis.log:
        low, high = axis.start, axis.end
        sizes = (1, 10) if high - low > 3 else (1, 2, 5, 10) if high - low < 2 else (1, 3, 10)
        powers = range(floor(low), ceil(high) + 1)
        rounded = sorted({size * 10**power for power in powers for size in sizes if power >= 0})
        values = [value for value in rounded if low - 1e-9 <= log10(value) <= high + 1e-9]
    else:
        values = [int(tick) for tick in ticks(float(axis.edges[-1])) if tick == int(tick)]
    return {axis.at(value): f"{value:,}" for value in values}


def under_bars(axis: BarAxis) -> Axis:
    """Return the axis of a figure under bars."""
    return named_axis(axis.start, axis.end, bar_names(axis))


# The names, colours and hatching of outcomes, in every chart alike.


def shares_in_words(shares: Mapping[str, Estimate], *, even: bool) -> str:
    """Write the share of each outcome; of `even` wins one for both.

    >>> from engine.simulation import share
    >>> several = {"player_1": share(490, 1000), "player_2": share(500, 1000), "draw": share(10, 1000)}
    >>> shares_in_words(several, even=True), shares_in_words(several, even=False)
    ('each player about 50 %, 1.0 % drawn', '49 % player 1, 50 % player 2, 1.0 % drawn')
    """
    words = {name: f"{percent(seen)} {OUTCOME_NAMES[name]}" for name, seen in shares.items()}
    if even:
        both = [shares[name] for name in ("player_1", "player_2")]
        half = share(round(sum(one.value * one.games for one in both)), 2 * both[0].games)
        words |= {"player_1": f"each player about {percent(half)}", "player_2": ""}
    return ", ".join(filter(None, words.values()))


def outcome_colours(theme: Theme) -> dict[str, str]:
    """Return the shade in which each outcome is written."""
    players = {"player_1": theme.player_1_text, "player_2": theme.player_2_text}
    return players | {"draw": theme.muted, "endless": theme.endless_text, "limit": theme.muted}


def outcome_marker(outcome: str, theme: Theme) -> Fill:
    """Return the fill of an outcome's bars; a pattern's colours are taken from one mark alone."""
    fills = {
        "player_1": PLAYER_1,
        "player_2": PLAYER_2,
        "draw": DRAWN,
        "endless": theme.endless_ground,
        "limit": theme.grid,
    }
    crossed = {"shape": "x", "fgcolor": theme.muted, "bgcolor": theme.grid}
    patterns = {"endless": hatching(theme), "limit": hatching(theme) | crossed}
    marker = {"color": fills[outcome], "line": {"width": 1, "color": theme.paper}}
    return marker | ({"pattern": patterns[outcome]} if outcome in patterns else {})


def hatching(theme: Theme) -> Fill:
    """Return the pattern of what never ends."""
    return {
        "shape": "/",
        "size": 7,
        "solidity": 0.22,
        "fgcolor": theme.endless_text,
        "bgcolor": theme.endless_ground,
    }
