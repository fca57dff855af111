"""What the Simulate page shows of a run, kept for the next rerun: bounded, shared by all visitors."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import plotly.graph_objects as go

from dashboard.charts.panel import Panel
from dashboard.charts.theme import THEMES, ThemeName
from dashboard.game.played import decided, key_of
from dashboard.screen import GameScreen, Scale, SimulateScreen, Unit
from dashboard.simulate.panels import simulate_panels
from engine.kernels.grid import ROUNDS, first_with_size
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


def game_with_deck(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return the first followed game in which player 1 holds so many cards after so many rounds, there."""
    study = screen.job
    numbers = np.arange(min(study.games, study.followed), dtype=np.uint64)
    if not 0 <= after < ROUNDS:
        return None
    number = first_with_size(
        study.rules, study.pack, seed=study.seed, numbers=numbers, played=after, size=size
    )
    if number is None:
        return None
    found = screen.game(number)
    cycle = decided(key_of(found)).cycle
    upcoming = after + 1
    if cycle is not None and upcoming >= cycle.start:  # each round of a cycle is shown once
        upcoming = cycle.start + (upcoming - cycle.start) % cycle.length
    return found.changed(round=upcoming)


@lru_cache(maxsize=16)
def figures(what: Shown, theme: ThemeName) -> dict[str, go.Figure]:
    """Return the charts drawn, by name."""
    return {panel.name: panel.draw(THEMES[theme]) for panel in panels(what)}
