"""Marks that several charts draw."""

import numpy as np
from chart_text import LIGHT

from dashboard.charts.marks import figure, mark_quantiles
from dashboard.charts.style import Layout
from engine.simulation.estimates import Estimate
from engine.tables.bars import BarAxis, Histogram, Quantity

AXIS = BarAxis(np.arange(0, 101, 10), log=False)


def test_quantiles_are_named_if_they_fit() -> None:
    for median, upper, named in (
        (5, 90, [("<b>half: 5</b>", "left"), ("19 of 20: 90", "right")]),
        (60, 90, [("<b>half: 60</b>", "left")]),
        (95, 99, [("<b>half: 95</b>", "right")]),
    ):
        drawn: Layout = {"shapes": [], "annotations": []}
        middle, beyond = (Estimate(value, value, value, 9) for value in (median, upper))
        mark_quantiles(drawn, AXIS, middle, beyond, LIGHT)
        assert [(label["text"], label["xanchor"]) for label in drawn["annotations"]] == named


def test_the_axis_reaches_above_the_bar_of_everything_beyond() -> None:
    counts = [1] * 10 + [90]
    chart = Histogram(counts, [0] * 11, 100, Quantity("round"), AXIS, None, None, None)
    drawn = figure(chart, LIGHT)
    assert drawn.data[-1].y.tolist() == [0.9]
    assert drawn.layout.yaxis.range == (0, 1)
