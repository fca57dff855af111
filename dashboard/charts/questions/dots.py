"""An answer as a row of dots: the number asked for, the same by other rules, and the guess as a line."""

from collections.abc import Mapping
from typing import Final

import numpy as np
import pandas as pd

from dashboard.charts.parts.axes import named_axis, ticks
from dashboard.charts.parts.drawing import Behind, Drawing
from dashboard.charts.parts.marks import carrying, label, upright, whiskers
from dashboard.charts.parts.theme import PLAYER_1, Label, Mark, Theme, layout
from engine.rules import count
from engine.study.estimates import Estimate
from engine.study.questions import AskedQuestion

ROW: Final = 38
"""Pixels between two rows: a name and the games behind the dot."""
OWN: Final = 11
OTHERS: Final = 9
"""Diameters in pixels of the dots."""

Answers = Mapping[str, Estimate]
"""By what is asked of which rules: the number, the question's own first."""


def figure(
    question: AskedQuestion, answers: Answers, guess: int | None, accent: str, theme: Theme
) -> Drawing:
    """Draw the dots; `accent` is the shade of what the visitor moves."""
    places = _places(question, answers)
    ends = _scaled(question, answers)
    end = max(question.guess.high, *places, *(one.high for one in ends), guess or 0)
    drawn = layout(theme, height=64 + ROW * len(answers))
    drawn["margin"] |= {"l": 6, "t": 26}
    unit = " %" if question.guess.unit == "%" else ""
    drawn["xaxis"] |= named_axis(-0.01 * end, 1.08 * end, {tick: f"{tick:,.0f}{unit}" for tick in ticks(end)})
    drawn["xaxis"] |= {"showgrid": True, "gridcolor": theme.grid}
    noun = question.measure.whole.noun
    behind = ((name, count(answer.games, noun)) for name, answer in answers.items())
    rows = {-row: f"{name}<br>{games}" for row, (name, games) in enumerate(behind)}
    drawn["yaxis"] |= named_axis(-len(answers) + 0.4, 0.6, rows) | {"showgrid": False}
    drawn["shapes"], drawn["annotations"] = [], _said(question, answers, end, theme)
    if guess is not None:
        line = {"color": accent, "width": 2, "dash": "4px,3px"}
        drawn["shapes"].append(upright(guess, guess, layer="below", line=line))
        words = f"<b>you said {question.guessed(guess)}</b>"
        left = 2 * guess > end
        aligned = {"xanchor": "right" if left else "left", "xshift": -4 if left else 4}
        drawn["annotations"].append(
            label(words, accent, x=guess, y=1, yref="paper", yanchor="bottom", **aligned)
        )
    return Drawing(
        [_dots(question, answers, theme)],
        drawn,
        Behind("dot", [answer.games for answer in answers.values()], noun),
    )


def _places(question: AskedQuestion, answers: Answers) -> list[float]:
    """Return where on the axis, which is in the unit of the guess, the numbers lie."""
    return [question.scale * answer.value for answer in answers.values()]


def _scaled(question: AskedQuestion, answers: Answers) -> list[Estimate]:
    """Return the same with their intervals."""
    scale = question.scale
    return [
        Estimate(scale * one.value, scale * one.low, scale * one.high, one.games) for one in answers.values()
    ]


def _said(question: AskedQuestion, answers: Answers, end: float, theme: Theme) -> list[Label]:
    """Return the number of each dot beside its interval, or over it where there is no room beside."""
    labels = []
    for row, (answer, at) in enumerate(zip(answers.values(), _scaled(question, answers), strict=True)):
        number = f"{question.written(answer.value)}{question.unit}"
        placed: Label = {"x": at.high, "xanchor": "left", "xshift": 8}
        if at.high > 0.85 * end:
            placed = {"x": at.low, "xanchor": "right", "xshift": -8}
            if at.low < 0.3 * end:
                placed = {"x": at.value, "yshift": 13}
        labels.append(label(number if row else f"<b>{number}</b>", theme.ink, y=-row, **placed))
    return labels


def _dots(question: AskedQuestion, answers: Answers, theme: Theme) -> Mark:
    places = _places(question, answers)
    said = [f"{question.written(answer.value)}{question.unit}" for answer in answers.values()]
    points = [
        [name, text, count(answer.games, question.measure.whole.noun)]
        for (name, answer), text in zip(answers.items(), said, strict=True)
    ]
    own = len(answers) - 1
    return {
        "type": "scatter",
        "mode": "markers",
        "x": np.array(places),
        "y": -np.arange(len(places)),
        **whiskers(_scaled(question, answers), theme, along="x", cap=4),
        "marker": {
            "size": [OWN, *[OTHERS] * own],
            "color": [PLAYER_1, *[theme.before] * own],
            "opacity": 1,  # with a list of sizes Plotly makes them 70 % transparent
            "line": {"width": 0},
        },
        "cliponaxis": False,
        **carrying(points, "%{customdata[0]}<br>%{customdata[1]} of %{customdata[2]}<extra></extra>"),
    }


def table(answers: Answers) -> pd.DataFrame:
    """Return the same as a table, numbers as numbers."""
    rows = [(name, answer.value, answer.low, answer.high, answer.games) for name, answer in answers.items()]
    return pd.DataFrame(rows, columns=["rules", "value", "low", "high", "games"])
