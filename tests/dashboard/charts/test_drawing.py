"""A chart as it is sent: what Plotly would send, without Plotly looking at it."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from figures import check_sent

from dashboard.charts.chart import Drawing
from dashboard.charts.game import decks
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.charts.style import THEMES
from dashboard.examples.deals import FAMOUS
from engine.kernels import Course, decide
from engine.rules import PLAYABLE
from engine.simulation import Study
from engine.simulation.tallies import tally

LIGHT = THEMES["light"]


def scatter(y: Any) -> Drawing:
    return Drawing([{"type": "scatter", "y": y}], {"template": "none"}, None)


@pytest.mark.parametrize(
    "numbers",
    [
        [0, 100],
        [-129, 5],
        [0, 40_000],
        [-(2**31), 2**31 - 1],
        [0, 2**31],
        [],
        [0.5, float("nan")],
    ],
)
def test_numbers_are_sent_as_plotly_sends_them(numbers: list[float]) -> None:
    check_sent(scatter(np.array(numbers)))
    check_sent(scatter(numbers))


@pytest.mark.parametrize("kind", ["u8", "u2", "f4", "?", "f2"])
def test_so_is_every_kind_of_number(kind: str) -> None:
    check_sent(scatter(np.array([0, 1, 255], dtype=kind)))
    check_sent(Drawing([{"type": "heatmap", "z": np.array([[0, 1], [2, 3]], dtype=kind)}], {}, None))


def test_a_chart_that_plotly_does_not_know_is_refused_when_looked_at() -> None:
    drawing = Drawing([{"type": "scatter", "colour": "red"}], {}, None)
    with pytest.raises(ValueError, match="colour"):
        _ = drawing.data


def test_the_charts_of_a_game_are_sent_as_plotly_sends_them() -> None:
    for turn, famous in enumerate(FAMOUS):
        course = Course(decide(famous.screen.deal, famous.screen.rules, limit=2_000))
        theme = THEMES["light" if turn % 2 else "dark"]
        check_sent(decks.deck_sizes_figure(decks.deck_sizes(course), theme, shown=1))
        check_sent(decks.holders_figure(decks.holders(course), theme))


def test_plotly_looks_at_no_chart_that_is_only_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study(rules=PLAYABLE["codingame"], games=300, seed=7)
    panels = simulate_panels(study, tally(study, 0, 300))
    looks: list[str] = []
    monkeypatch.setattr(go.Figure, "__init__", lambda *_, **__: looks.append("look"))
    assert all(panel.draw(LIGHT).to_json() for panel in panels)
    assert not looks
