"""What is kept of a page for all visitors is found quickly, and nothing is made that nobody looks at."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier
from unittest.mock import Mock

import plotly.graph_objects as go
import pytest
from apps import opened_at, when_over

from dashboard.charts.chart import Chart
from dashboard.charts.simulate.charts import simulate_charts
from dashboard.ui.charts import Shown, figure_of
from dashboard.urls import SIMULATE, Group, SimulateScreen
from engine.jobs.registry import Run, State
from engine.simulation.tallies import Summary, tally
from engine.tables import bars
from engine.tables.bars import counted

SCREEN = SimulateScreen(rule_set="code-golf", games=300, seed=6)
VISITORS = 30
_SEEDS = count(10**9)

Simulated = Shown[SimulateScreen, Summary]


def shown(screen: SimulateScreen = SCREEN) -> Simulated:
    """Return what a page shows of a run of its own."""
    tallies = tally(screen.job, 0, screen.games)
    return Shown(screen, Run(screen.job, State.FINISHED, tallies, ((0, screen.games),)))


def lengths(page: Simulated) -> Chart:
    return simulate_charts(page.screen.job, page.tallies)[1]


def test_thirty_who_open_the_same_link_at_once_have_its_charts_drawn_once() -> None:
    page, gate = shown(SCREEN.changed(seed=next(_SEEDS))), Barrier(VISITORS)
    made = Mock(side_effect=lengths(page).make)
    chart = lengths(page)._replace(make=made)

    def visit(_: int) -> go.Figure:
        gate.wait()
        return figure_of(page, chart, "light")

    with ThreadPoolExecutor(VISITORS) as visitors:
        first, *others = visitors.map(visit, range(VISITORS))
    assert made.call_count == 1
    assert all(other is first for other in others)


def test_other_tallies_themes_and_screens_have_charts_of_their_own() -> None:
    page = shown()
    kept = figure_of(page, lengths(page), "light")
    part = Run(SCREEN.job, State.RUNNING, tally(SCREEN.job, 0, 200), ((0, 200),))
    others = (page._replace(run=part), shown(SCREEN.changed(seed=7)))
    of_others = [
        figure_of(page, lengths(page), "dark"),
        *(figure_of(one, lengths(one), "light") for one in others),
    ]
    assert all(kept is not other for other in of_others)
    assert figure_of(page, lengths(page), "light") is kept


def test_only_open_groups_and_open_tables_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, tabled = Mock(wraps=bars.fan), Mock(wraps=counted)
    monkeypatch.setattr(bars, "fan", drawn)
    monkeypatch.setattr(bars, "counted", tabled)
    screen = SCREEN.changed(seed=next(_SEEDS), games=1_000)
    app = when_over(opened_at("simulate", SIMULATE.to_params(screen)), screen.job)
    assert [str(part.proto.alt).partition(".")[0] for part in app.get("plotly_chart")] == FRONT
    assert (drawn.call_count, tabled.call_count) == (0, 0)
    app.segmented_control(key="charts").set_value(Group.COURSE).run()
    assert drawn.call_count == 1
    assert app.query_params["charts"] == "course"
    app.session_state["lengths_more"] = True
    app.run()
    assert tabled.call_count == 1
    assert len(app.dataframe) == 1


FRONT = ["Who wins", "Length of games", "Aces and winning", "Games still going", "Wars in a game"]
