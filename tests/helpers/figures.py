"""What tests ask of every chart."""

import json

import plotly.graph_objects as go
import plotly.io

from dashboard.charts.chart import Drawing


def check_sent(drawing: go.Figure) -> None:
    """See that a chart is sent to the last byte as Plotly, which refuses what it does not know, sends it.

    What Plotly would send is asked of the figure that it makes of a chart for whoever looks inside of it: to
    have it check that figure once more, for a copy, took most of the time of the tests of charts.
    """
    assert isinstance(drawing, Drawing)
    by_plotly = plotly.io.to_json(go.Figure.to_dict(drawing), validate=False)
    assert json.loads(drawing.to_json()) == json.loads(by_plotly)
