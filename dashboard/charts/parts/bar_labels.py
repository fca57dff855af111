"""The names and shares above the parts of the outcome bar, none over another at any width."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from dashboard.charts.parts.axes import LETTER
from dashboard.charts.parts.marks import label
from dashboard.charts.parts.outcomes import outcome_colours
from dashboard.charts.parts.theme import Label, Theme
from dashboard.charts.parts.written import decimals, percent
from engine.study.estimates import Estimate
from engine.study.tables.endings import OUTCOME_NAMES

NARROWEST: Final = 338
"""Pixels of the bar on the narrowest phone: labels must fit there, for the server never knows."""
MOST_SHIFT: Final = 16
"""Pixels by which a label may stand off its part before all are set on two lines."""


def bar_labels(shares: Mapping[str, Estimate], theme: Theme) -> list[Label]:
    """Return the names and shares above the parts, as `part_labels` does."""
    digits = decimals(*shares.values())
    said = {outcome: (share.value, percent(share, digits)) for outcome, share in shares.items()}
    return part_labels(said, theme)


def part_labels(said: Mapping[str, tuple[float, str]], theme: Theme) -> list[Label]:
    """Return the names of outcomes and what is said of each above its part, none over another.

    They stand on one line or two; on two lines labels of thin parts are moved along as far as they must.
    """
    colours = outcome_colours(theme)
    starts = [0.0, *np.cumsum([width for width, _ in said.values()]).tolist()[:-1]]
    words = [(OUTCOME_NAMES[outcome], text) for outcome, (_, text) in said.items()]
    at_narrowest = [start * NARROWEST for start in starts]
    shifts = labels_apart(at_narrowest, [LETTER * (len(name) + len(text) + 2) for name, text in words])
    one_line = max(map(abs, shifts)) <= MOST_SHIFT
    if not one_line:
        shifts = labels_apart(at_narrowest, [LETTER * (max(map(len, pair)) + 1) for pair in words])
    between = "&nbsp; " if one_line else "<br>"
    above = {"y": 1, "yref": "paper", "yanchor": "bottom", "xanchor": "left", "align": "left"}
    return [
        label(f"<b>{name}</b>{between}{text}", colours[outcome], x=start, xshift=round(shift) - 2, **above)
        for start, shift, outcome, (name, text) in zip(starts, shifts, said, words, strict=True)
    ]


def labels_apart(starts: list[float], widths: list[float], room: float = NARROWEST) -> list[float]:
    """Return how far labels must move on the narrowest bar for none to cover the next; in pixels.

    On a wider bar the starts lie further apart, so what is clear there is clear everywhere.

    >>> labels_apart([0, 7, 330], [68, 68, 68])
    [0, 61, -60]
    """
    return [place - start for place, start in zip(moved_apart(starts, widths, room), starts, strict=True)]


def moved_apart(starts: list[float], widths: list[float], room: float) -> list[float]:
    """Return places in the order of `starts`, none over the next, within 0 and `room` as far as it goes."""
    moved: list[float] = []
    free = 0.0
    for start, width in zip(starts, widths, strict=True):
        moved.append(max(start, free))
        free = moved[-1] + width
    for place in reversed(range(len(moved))):
        moved[place] = max(0, min(moved[place], room - widths[place]))
        room = moved[place]
    return moved
