"""What a page shows of a run, and its charts kept for the next rerun: bounded, shared by all visitors."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from threading import Condition
from typing import Any, Final, Generic, TypeVar

import plotly.graph_objects as go
from cachetools import LRUCache, cached

from dashboard.address.screens import RunScreen
from dashboard.charts.parts.panel import Panel
from dashboard.charts.parts.theme import THEMES, ThemeName
from engine.runs.runs import Run
from engine.study.pairs import Compared
from engine.study.summary import Summary

MOST: Final = 16
"""Results kept of each function."""

R = TypeVar("R", bound=RunScreen)
T = TypeVar("T", Summary, Compared)


@dataclass(frozen=True, slots=True)
class Shown(Generic[R, T]):
    """The tallies of one moment of a run and how they are looked at: equal keys, equal charts."""

    screen: R
    """The screen of as many games as the run is of."""
    run: Run

    @property
    def tallies(self) -> T:
        """The tallies of the games that are done."""
        tallies: T = self.run.summary
        return tallies

    @property
    def key(self) -> Hashable:
        """Name what is shown, without the megabytes of it."""
        return self.screen, self.run.games, self.run.change


Panels = Callable[[Shown[R, T]], Sequence[Panel]]


def _key(shown: Shown[Any, Any], *how: Any) -> Hashable:
    *theme, _page = how  # the page is made anew for every visitor; the screen's type says which it is
    return shown.key, *theme


# By a key: the tallies of a run are megabytes, and a cache that held on to arguments would hold on to them.
@cached(LRUCache(MOST), key=_key, condition=Condition())
def panels(shown: Shown[R, T], page: Panels[R, T]) -> Sequence[Panel]:
    """Return the charts that a page makes of what is shown, in order."""
    return page(shown)


@cached(LRUCache(MOST), key=_key, condition=Condition())
def figures(shown: Shown[R, T], theme: ThemeName, page: Panels[R, T]) -> dict[str, go.Figure]:
    """Return the charts of a page drawn, by name."""
    return {panel.name: panel.draw(THEMES[theme]) for panel in panels(shown, page)}
