"""What the Simulate page shows of a run, kept for the next rerun: bounded, shared by all visitors."""

from dataclasses import dataclass, field
from math import ceil
from typing import Final

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.address.screens import GameScreen, Scale, SimulateScreen, Unit
from dashboard.asking.played import decided, key_of
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import THEMES, ThemeName
from dashboard.charts.simulate.panels import simulate_panels
from dashboard.shell.keeping import kept_by_key
from engine.kernels.grid import ROUNDS, first_with_size
from engine.runs.runs import Run
from engine.study import Study
from engine.study.summary import Summary
from engine.words.sentences import count

MOST_TRIED: Final = 32_768
"""Games looked through for one with a certain deck, in about a second: every game followed of a
study of seven million."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The tallies of one moment of a run and how they are looked at: equal values, equal charts."""

    study: Study
    games: int
    change: int
    unit: Unit
    scale: Scale
    summary: Summary = field(compare=False)

    @property
    def key(self) -> str:
        """Name what is shown, without the megabytes of it."""
        return f"{self.study.key()} {self.games} {self.change} {self.unit} {self.scale}"


def shown(run: Run, unit: Unit, scale: Scale) -> Shown | None:
    """Return what there is to show of a run, None before its first games."""
    study, summary = run.job, run.summary
    if summary is None:
        return None
    assert isinstance(study, Study)
    assert isinstance(summary, Summary)
    return Shown(study, summary.games, run.change, unit, scale, summary)


@kept_by_key(Shown)
def panels(what: Shown) -> tuple[Panel, ...]:
    """Return the page's charts, in order."""
    return simulate_panels(what.study, what.summary, unit=what.unit.value, log=what.scale is Scale.LOG)


def game_with_deck(screen: SimulateScreen, after: int, size: int) -> GameScreen | None:
    """Return a followed game in which player 1 holds so many cards after so many rounds, there.

    None if none of the first `MOST_TRIED` of them is one.
    """
    study = screen.job
    if not 0 <= after < ROUNDS:
        return None
    number = first_with_size(
        study.rules, study.pack, seed=study.seed, numbers=followed_games(study), played=after, size=size
    )
    if number is None:
        return None
    found = screen.game(number)
    cycle = decided(key_of(found)).cycle
    upcoming = after + 1
    if cycle is not None and upcoming >= cycle.start:  # each round of a cycle is shown once
        upcoming = cycle.start + (upcoming - cycle.start) % cycle.length
    return found.changed(round=upcoming)


def followed_games(study: Study) -> NDArray[np.uint64]:
    """Return the numbers of the first `MOST_TRIED` games of a study that are followed."""
    early = np.arange(min(study.games, study.followed), dtype=np.uint64)
    first = ceil(len(early) / study.sample) * study.sample
    end = min(study.games, first + study.sample * MOST_TRIED)
    later = np.arange(first, end, study.sample, dtype=np.uint64)
    return np.concatenate((early, later))[:MOST_TRIED]


def none_with_deck(screen: SimulateScreen, after: int, size: int) -> str:
    """Say that no such game was found, though a chart may show that there are some."""
    tried = len(followed_games(screen.job))
    return (
        f"Player 1 holds {count(size, 'card')} after {count(after, 'round')} in none of the {tried:,} games "
        "looked through. Such games are rare: take a point with more of them."
    )


@kept_by_key(Shown)
def figures(what: Shown, theme: ThemeName) -> dict[str, go.Figure]:
    """Return the charts drawn, by name."""
    return {panel.name: panel.draw(THEMES[theme]) for panel in panels(what)}
