"""What tests ask of every chart."""

import json

import plotly.graph_objects as go

from dashboard.charts.parts.drawing import Drawing


def check_sent(drawing: go.Figure) -> None:
    """See that a chart is sent to the last byte as Plotly, which refuses what it does not know, sends it."""
    assert isinstance(drawing, Drawing)
    assert json.loads(drawing.to_json()) == json.loads(go.Figure(drawing).to_json())
