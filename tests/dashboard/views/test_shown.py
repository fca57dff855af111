"""What is kept of a page for all visitors is found quickly, and nothing is made that nobody looks at."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier
from unittest.mock import Mock

import plotly.graph_objects as go
import pytest
from apps import opened_at, pictures_of, when_over

from dashboard.charts.chart import Panel
from dashboard.charts.simulate.charts import simulate_panels
from dashboard.files import footer
from dashboard.ui.charts import Shown, figures
from dashboard.urls import SIMULATE
from dashboard.urls.screens import SimulateScreen
from engine.jobs.runs import Run, State
from engine.simulation.tallies import Summary, tally
from engine.tables import bars
from engine.tables.bars import share_columns

SCREEN = SimulateScreen(rule_set="code-golf", games=300, seed=6)
VISITORS = 30
_CHANGES = count(10**9)

Simulated = Shown[SimulateScreen, Summary]


def shown(screen: SimulateScreen = SCREEN) -> Simulated:
    """Return what a page shows of a run of its own."""
    tallies = tally(screen.job, 0, screen.games)
    return Shown(
        screen, Run(screen.job, State.FINISHED, tallies, ((0, screen.games),), change=next(_CHANGES))
    )


def charts(page: Simulated) -> Sequence[Panel]:
    return simulate_panels(page.screen.job, page.tallies)


def test_thirty_who_open_the_same_link_at_once_have_its_charts_drawn_once() -> None:
    page, drawn, gate = shown(), Mock(side_effect=charts), Barrier(VISITORS)

    def visit(_: int) -> dict[str, go.Figure]:
        gate.wait()
        return figures(page, "light", lambda same: drawn(same))

    with ThreadPoolExecutor(VISITORS) as visitors:
        first, *others = visitors.map(visit, range(VISITORS))
    assert drawn.call_count == 1
    assert all(other is first for other in others)


def test_other_tallies_themes_and_screens_have_charts_of_their_own() -> None:
    page = shown()
    kept = figures(page, "light", charts)
    of_others = [
        figures(page, "dark", charts),
        figures(shown(), "light", charts),
        figures(shown(SCREEN.changed(seed=7)), "light", charts),
    ]
    assert all(kept is not other for other in of_others)
    assert figures(page, "light", charts) is kept


def test_what_stands_under_a_picture_and_its_table_are_made_when_somebody_opens_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written, tabled = Mock(wraps=footer.of_job), Mock(wraps=share_columns)
    monkeypatch.setattr(footer, "of_job", written)
    monkeypatch.setattr(bars, "share_columns", tabled)
    screen = SCREEN.changed(seed=next(_CHANGES))
    app = when_over(opened_at("simulate", SIMULATE.to_params(screen)), screen.job)
    assert len(app.get("plotly_chart")) > 5
    assert (written.call_count, tabled.call_count) == (0, 0)
    assert len(pictures_of(app, "lengths", "outcomes")) == 2
    assert (written.call_count, tabled.call_count) == (2, 1)
    assert len(app.dataframe) == 2
