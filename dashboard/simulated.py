"""What the Simulate page shows of a run, kept for the next rerun: bounded, shared by all visitors."""

from dataclasses import dataclass, field
from functools import lru_cache

import plotly.graph_objects as go

from dashboard.charts.panel import Panel
from dashboard.charts.theme import THEMES, ThemeName
from dashboard.panels import simulate_panels
from dashboard.screen import Scale, Unit
from engine.runs import Run
from engine.study import Study
from engine.summary import Summary


@dataclass(frozen=True, slots=True)
class Shown:
    """The tallies of one moment of a run and how they are looked at: equal values, equal charts."""

    study: Study
    games: int
    change: int
    unit: Unit
    scale: Scale
    summary: Summary = field(compare=False)


def shown(run: Run, unit: Unit, scale: Scale) -> Shown | None:
    """Return what there is to show of a run, None before its first games."""
    study, summary = run.job, run.summary
    if summary is None:
        return None
    assert isinstance(study, Study)
    assert isinstance(summary, Summary)
    return Shown(study, summary.games, run.change, unit, scale, summary)


@lru_cache(maxsize=16)
def panels(what: Shown) -> tuple[Panel, ...]:
    """Return the page's charts, in order."""
    return simulate_panels(what.study, what.summary, unit=what.unit.value, log=what.scale is Scale.LOG)


@lru_cache(maxsize=16)
def figures(what: Shown, theme: ThemeName) -> dict[str, go.Figure]:
    """Return the charts drawn, by name."""
    return {panel.name: panel.draw(THEMES[theme]) for panel in panels(what)}
