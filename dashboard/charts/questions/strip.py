"""A class's guesses as a strip of points, against the answer and the class's own median."""

from statistics import median
from typing import Final

import numpy as np

from dashboard.charts.parts.axes import named_axis, ticks
from dashboard.charts.parts.drawing import Drawing
from dashboard.charts.parts.marks import carrying, label, upright
from dashboard.charts.parts.theme import PLAYER_1, Label, Theme, layout
from engine.study.estimates import Estimate
from engine.study.questions import AskedQuestion

PLACES: Final = 40
"""How many piles stand side by side: on a phone points of neighbours do not touch."""
HIGHEST: Final = 8
"""Points of a pile that the strip has room for; of a higher one the points stand closer."""


def class_strip(
    question: AskedQuestion, guesses: tuple[float, ...], answer: Estimate, accent: str, theme: Theme
) -> Drawing:
    """Draw a point for each guess, piled up where guesses are alike; `accent` marks the class's median."""
    value, middle = question.scale * answer.value, median(guesses)
    end = max(question.guess.high, value)
    drawn = layout(theme, height=190)
    drawn["margin"] |= {"l": 6, "t": 48}
    unit = " %" if question.guess.unit == "%" else ""
    drawn["xaxis"] |= named_axis(-0.02 * end, 1.02 * end, {tick: f"{tick:,.0f}{unit}" for tick in ticks(end)})
    heights = piled(guesses, end)
    drawn["yaxis"] |= named_axis(-0.6, max(HIGHEST, *heights) + 0.6, {}) | {"showgrid": False}
    drawn["shapes"] = [
        upright(value, value, layer="below", line={"color": PLAYER_1, "width": 2}),
        upright(middle, middle, layer="below", line={"color": accent, "width": 2, "dash": "4px,3px"}),
    ]
    said = f"{question.written(answer.value)}{question.unit}"
    drawn["annotations"] = [
        _over(f"<b>the answer: {said}</b>", theme.player_1_text, value, end, 18),
        _over(f"<b>the class: {middle:,.6g}{question.unit}</b>", accent, middle, end, 0),
    ]
    points = [f"{guess:,.6g}{question.unit}" for guess in guesses]
    mark = {
        "type": "scatter",
        "mode": "markers",
        "x": np.array(guesses, dtype=float),
        "y": np.array(heights, dtype=float),
        "marker": {"size": 8, "color": theme.before, "opacity": 1, "line": {"width": 0}},
        **carrying(points, "%{customdata}"),
    }
    return Drawing([mark], drawn, None)


def piled(guesses: tuple[float, ...], end: float) -> list[int]:
    """Return how high each guess stands: on those before it that lie at about the same place.

    >>> piled((300, 302, 900, 301), 1200)
    [0, 1, 0, 2]
    """
    piles: dict[int, int] = {}
    heights = []
    for guess in guesses:
        place = int(guess / end * PLACES)
        heights.append(piles.get(place, 0))
        piles[place] = heights[-1] + 1
    return heights


def _over(words: str, colour: str, place: float, end: float, up: int) -> Label:
    """Return words over a line, in a row of their own, so that the two never meet."""
    left = place > 0.5 * end
    aligned = {"xanchor": "right" if left else "left", "xshift": -4 if left else 4, "yshift": up}
    return label(words, colour, x=place, y=1, yref="paper", yanchor="bottom", **aligned)
