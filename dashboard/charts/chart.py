"""What every chart has: its name, words, table and figure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from dashboard.charts.style import Layout, Mark, Theme
from engine.numbers import Estimate, capital, count, counted
from engine.tables import NOT_ONE, ChartValues

# A chart as Plotly's figure, with what the page says of it.

INTERVAL: Final = "95 % interval"
"""The name of marks and shapes that are one; error bars always are."""


class Behind(NamedTuple):
    """On how many games each mark of a chart rests, in any order; on none there is no mark."""

    mark: str
    games: Sequence[int]
    noun: str = "game"


class Drawing(go.Figure):  # type: ignore[misc]  # it has no types
    """A figure with the games behind its marks. It is never changed: what is sent is made once."""

    behind: Behind | None = None
    """On how many games each mark rests, None where it is not of games that were counted."""
    has_intervals: bool = False
    _sent: dict[str, Any] | None = None

    def __init__(self, marks: list[Mark], layout: Layout, behind: Behind | None) -> None:
        """Take a chart as plain data."""
        super().__init__({"data": marks, "layout": layout})
        parts = [*marks, *layout.get("shapes", ())]
        self.behind = behind
        self.has_intervals = any(part.get("name") == INTERVAL or _has_error_bars(part) for part in parts)

    def to_dict(self) -> dict[str, Any]:
        """Return what is sent: Plotly makes a copy of the whole figure each time it is asked."""
        if self._sent is None:
            self._sent = super().to_dict()
        return self._sent


def _has_error_bars(part: Mark) -> bool:
    bars = (part[name] for name in ("error_x", "error_y") if name in part)
    return any(np.any(bar.get(side, 0)) for bar in bars for side in ("array", "arrayminus"))


# A panel: one finding of a study with its chart and its table, and what all of them say alike.

TITLE_MOST: Final = 62  # characters of a finding on one line at half a page's width


@dataclass(frozen=True, eq=False)
class Panel:
    """A chart of a study with the words around it.

    The first entry of the `customdata` of every point that can be clicked is the number of a game
    of the study, or `NOT_ONE`.
    """

    name: str
    """Stable and fit for a file name."""
    title: str
    """The finding with its number, at most `TITLE_MOST` characters; plain text. A sentence below a label."""
    note: str
    """How many games, how sure, what is left out, the use of a click; plain text."""
    draw: Callable[[Theme], Drawing]
    tabled: Callable[[], pd.DataFrame]
    """Makes the table of the same data, numbers as numbers."""
    unit: str = ""
    """What its lengths are counted in, of one that shows some."""
    label: str = ""
    """What is plotted, in up to four words; without one the finding stands above the chart alone."""
    more: str = ""
    """What a screen reader says besides."""

    @cached_property
    def table(self) -> pd.DataFrame:
        """The data as a table, made when it is shown or saved."""
        return self.tabled()

    @property
    def heading(self) -> str:
        """The line above it: its label, or else its finding."""
        return self.label or self.title

    @property
    def about(self) -> str:
        """The text below that line: the finding, if a label stands above it, and the note."""
        return f"{self.title} {self.note}".strip() if self.label else self.note

    @property
    def words(self) -> str:
        """All words around it."""
        stop = "" if self.heading.endswith("?") else "."
        return f"{self.heading}{stop} {self.about}".strip()

    @property
    def alt(self) -> str:
        """The same for those who cannot see it, and more."""
        return f"{self.words} {self.more}".strip()

    @property
    def file(self) -> str:
        """What a file of it holds, in its name."""
        return f"{self.name}-{self.unit}" if self.unit else self.name


class Words(NamedTuple):
    """What is said of a chart."""

    finding: str
    note: str = ""
    """How many games, how sure, what is left out, the use of a click."""
    more: str = ""


class Chart(NamedTuple):
    """A chart that a page has; its panel is made when it is shown."""

    name: str
    label: str
    group: str
    """Where it stands, one of `urls.screens.Group`; empty: in front."""
    make: Callable[[], Panel]


class Design(NamedTuple):
    """How a chart looks, whatever its data."""

    label: str
    group: str
    words: Callable[..., Words]
    """Of the data, and of what they were counted from."""
    figure: Callable[..., Drawing]
    """Of the data in a theme."""
    in_units: bool = False

    def chart(self, name: str, data: Callable[[], ChartValues], of: Sequence[Any], unit: str) -> Chart:
        """Return the chart of some data, counted from `of`."""
        return Chart(name, self.label, self.group, partial(self._panel, name, data, of, unit))

    def _panel(self, name: str, data: Callable[[], ChartValues], of: Sequence[Any], unit: str) -> Panel:
        chart = data()
        finding, note, more = self.words(chart, *of)
        finding = capital(finding)
        unit = unit if self.in_units else ""
        draw = partial(self.figure, chart)
        return Panel(name, finding, note, draw, chart.table, unit, self.label, more)


def first_fit(*wordings: str, most: int = TITLE_MOST) -> str:
    """Return the first wording of at most `most` characters, or else the last.

    >>> first_fit("a long way to say it", "short", most=10)
    'short'
    """
    return next((words for words in wordings if len(words) <= most), wordings[-1])


def click_hint(game: int, which: str = "one") -> str:
    """Return the line of a hover text that says what a click does; none where there is no game."""
    return "" if game == NOT_ONE else f"<br>click to watch {which}"


def pointed_at(name: str, games: int, estimate: Estimate, example: int) -> list[int | str]:
    """Return what a point carries: the game a click opens, and what it says when pointed at."""
    which = "it" if games == 1 else "one"
    return [example, f"{name}<br>{counted(games, estimate)}{click_hint(example, which)}"]


# What a sentence may say of few games.

FEWEST: Final = 30  # games below which a chart has no finding
WHISKERS: Final = "The small lines are 95 % intervals."


def only_few(games: int, noun: str = "game") -> str:
    """Return the sentence of a chart whose games are too few for a finding.

    >>> only_few(12), only_few(0, "loop")
    ('Only 12 games so far: too few for this chart.', 'No loop so far.')
    """
    if not games:
        return f"No {noun} so far."
    return f"Only {count(games, noun)} so far: too few for this chart."


# A table to download that belongs to no chart.


class NamedTable(NamedTuple):
    """A table and what its file is called."""

    name: str
    table: pd.DataFrame
