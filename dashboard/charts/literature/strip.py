"""One claim: a dot for each of our figures, the published one a dotted line in a band of what it can tell."""

from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import label, upright
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import Label, Layout, Mark, Theme, faded, tally_layout
from engine.literature.claim import SEED, Footing, PublishedClaim
from engine.literature.figures import Figure
from engine.literature.results import Result, kept
from engine.literature.said import Title, compared, published_text
from engine.literature.verdicts import RANGES, band
from engine.words.sentences import count

ROW: Final = 30
TALL: Final = 42
"""Of a dot alone, and of one with its name above it."""
SHORT: Final = 16
"""Characters of a name that stands beside its dot, on a phone as well."""
AROUND: Final = 74
OWN: Final = 9
OTHER: Final = 8
AIR: Final = 0.12
"""Of the axis left free on either side."""

Dots = dict[str, Figure]
"""Our figures by what they are called."""


def dots_of(claim: PublishedClaim, result: Result, title: Title) -> Dots:
    """Return the figures that are drawn: of every rule set that was tried, or of one in every unit."""
    if len(result.figures) > 1:
        return {title(code): figure for code, figure in result.figures.items()}
    if result.units:
        return {f"in {unit}": figure for unit, figure in result.units.items()}
    return {
        f"in {claim.unit}" if claim.unit != "share" else "ours": figure for figure in result.figures.values()
    }


def own_of(claim: PublishedClaim, dots: Dots) -> str:
    """Name the dot that is compared with the published figure."""
    unit = f"in {claim.figure.split()[1]}" if len(claim.figure.split()) > 1 else ""
    return unit if unit in dots else next(iter(dots), "")


def panel(claim: PublishedClaim, title: Title) -> Panel:
    """Return the panel of a claim."""
    result = kept(claim)
    dots = dots_of(claim, result, title)
    said = compared(claim, result)
    note = _note(claim, dots)
    table = partial(
        pd.DataFrame,
        {
            "figure": [name.replace("<br>", " ") for name in dots],
            "value": [figure.value for figure in dots.values()],
            "low": [figure.low for figure in dots.values()],
            "high": [figure.high for figure in dots.values()],
        },
    )
    alt = f"Published {published_text(claim)}. {said}. {note}"
    return Panel("claim", said, note, alt, partial(figure, claim, dots), table)


def _note(claim: PublishedClaim, dots: Dots) -> str:
    """Say of how many games ours is, and what the band is."""
    if not dots:
        return "Worked out without a sample."
    ours = f"{count(claim.our_games, 'game')}, seed {SEED}."
    theirs = count(claim.their_games or claim.our_games, "game")
    kind = claim.figure.split()[0]
    if kind == "mode":
        return f"{ours} Band: what may be the commonest length of {theirs}."
    if kind in RANGES:
        return f"{ours} Band: what may be the {kind} of {theirs}, 99 %."
    if claim.their_games:
        return f"{ours} Band: what {theirs} and its rounding leave open, 95 %."
    return f"{ours} Band: what its rounding leaves open."


def figure(claim: PublishedClaim, dots: Dots, theme: Theme) -> Drawing:
    """Draw the dots, a row each, over the band."""
    own = own_of(claim, dots)
    scale = 100 if claim.unit == "share" else 1
    assert claim.published is not None
    published = scale * claim.published
    low, high = (scale * end for end in band(claim, dots[own]))
    drawn = _axes(dots, own, (low, high), scale, theme)
    drawn["shapes"] = [
        upright(low, high, fillcolor=faded(theme.muted, 0.2), line={"width": 0}, layer="below"),
        upright(published, published, line={"color": theme.ink, "width": 1.5, "dash": "dot"}),
    ]
    near_end = published > sum(drawn["xaxis"]["range"]) / 2
    over = {"yref": "paper", "yanchor": "bottom", "xanchor": "right" if near_end else "left"}
    drawn["annotations"] = [
        label(f"published {published_text(claim)}", theme.ink, x=published, y=1, **over),
        *_values(dots, scale, theme),
        *([] if _stand_beside(dots) else _names_above(dots, own, theme)),
    ]
    return Drawing([_dots(dots, own, scale, theme)], drawn, Behind("dot", [claim.our_games]))


def _stand_beside(dots: Dots) -> bool:
    """Say whether names are short enough to stand beside their dots."""
    return max(map(len, dots)) <= SHORT


def _axes(dots: Dots, own: str, edges: tuple[float, float], scale: int, theme: Theme) -> Layout:
    """Return the axes: wide enough for all intervals and the band, a row a dot."""
    beside = _stand_beside(dots)
    height = AROUND + (ROW if beside else TALL) * len(dots)
    drawn = tally_layout(theme, x_title="%" if scale > 1 else "", height=height)
    ends = [*edges, *(scale * end for one in dots.values() for end in one[:3])]
    least, most = min(ends), max(ends)
    air = max((most - least) * AIR, 1e-9)
    drawn["xaxis"] |= {"range": [least - air, most + 2 * air], "nticks": 5}
    drawn["xaxis"] |= {"showgrid": True, "gridcolor": theme.grid}
    drawn["yaxis"] |= {
        "range": [len(dots) - 0.4, -0.6],
        "showgrid": False,
        "rangemode": "normal",
        "tickvals": [*range(len(dots))],
        "ticktext": _names(dots, own),
        "showticklabels": beside,
    }
    drawn["margin"] |= {"t": 24}
    return drawn


def _names(dots: Dots, own: str) -> list[str]:
    return [f"<b>{name}</b>" if name == own else name for name in dots]


def _names_above(dots: Dots, own: str, theme: Theme) -> list[Label]:
    """Return names too long to stand beside their dots, each above its own, from the left."""
    placed = {"x": 0, "xref": "paper", "xanchor": "left", "yanchor": "bottom", "yshift": 6}
    return [label(name, theme.muted, y=row, **placed) for row, name in enumerate(_names(dots, own))]


def _values(dots: Dots, scale: int, theme: Theme) -> list[Label]:
    """Return the value of each dot, right of its interval."""
    placed = {"xanchor": "left", "xshift": 8}
    return [
        label(_short(scale * one.value), theme.ink, x=scale * max(one.high, one.value), y=row, **placed)
        for row, one in enumerate(dots.values())
    ]


def _dots(dots: Dots, own: str, scale: int, theme: Theme) -> Mark:
    """Return a dot for each figure with its interval and its value beside it."""
    figures = [*dots.values()]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array([scale * one.value for one in figures]),
        "y": np.arange(len(figures)),
        "marker": {
            "size": np.array([OWN if name == own else OTHER for name in dots]),
            "opacity": 1,
            "color": [theme.ink if name == own else theme.muted for name in dots],
        },
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": np.array([scale * (one.high - one.value) for one in figures]),
            "arrayminus": np.array([scale * (one.value - one.low) for one in figures]),
            "color": theme.ink,
            "thickness": 1.3,
            "width": 4,
        },
        "hoverinfo": "skip",
    }


def _short(value: float) -> str:
    return f"{value:,.4g}" if value < 1000 else f"{value:,.0f}"


def is_drawn(claim: PublishedClaim, result: Result) -> bool:
    """Say whether there is a figure to be drawn beside the published one."""
    return claim.published is not None and bool(result.figures) and claim.standing is not Footing.CANNOT
